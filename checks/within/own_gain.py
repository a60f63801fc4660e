"""A gain over one's own earlier results that is argued as a lead over others."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.machines.machines import predecessors
from checks.lib.machines.made_of import chip
from checks.lib.statements.compared import FACTORS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "own-gain"
_PAST = re.compile(
    r"\b(?:previous|prior|preceding|earlier|last|first|predecessor|old(?:er)?|initial|our own)\b|\bv?\d+\.\d+\b",
    re.IGNORECASE,
)
_IMPROVED = re.compile(r"\bimprove\w*|\bgains?\b|\bupgrade\w*|\boptimi[sz]ation\w*", re.IGNORECASE)
_FOLLOWS = re.compile(
    r"\b(?:translat\w+|ensur\w+|mean(?:s|ing)?|mak(?:es|ing)|giv(?:es|ing)|result\w* in|deliver\w*|extend\w*|cement\w*|"
    r"put(?:s|ting)?|keep\w*|confirm\w*|secur\w+|prov(?:es|ing))\b[^.;]{0,80}?"
    r"\b(?:advantages?|lead(?:er|ers|ership|ing)?|ahead|number one|unmatched|competitive(?:ness)?|edge over)\b",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="low", since="0.1.0")
def own_gain(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A lead over others is argued with a figure over others.

    Why:
        Who has become 37 % faster than last year may still be the slower one. The gain is true, the lead does not
        follow from it, and the two are read as one claim.

    Flags:
        A sentence that concludes from a gain over one's own earlier round, release or product (or from a plain
        "improvement") that one has an advantage, or leads; all of a document are one finding.

    Passes:
        A sentence with a factor over another vendor's product; a gain from which nothing is concluded.

    Does not judge:
        Conclusions in the next sentence; gains whose baseline is not known (skipped).
    """
    for parsed in corpus.parsed:
        found: dict[str, list[Claim]] = {"own": [], "open": []}
        foreign = {one.context_start for one in parsed.claims if _foreign(one, corpus.vocabulary)}
        for claim in parsed.claims:
            argued = claim.figure.kind in FACTORS and not claim.chart and _FOLLOWS.search(claim.behind)
            if not argued or claim.context_start in foreign:
                continue
            kind = "own" if _own(claim, corpus.vocabulary) else "open"
            found[kind].append(claim)
        if found["own"]:
            yield _finding(found["own"])
        elif found["open"]:
            yield Skip(CODE, (parsed.document.name,), "unchecked, because what the gain is over is not said")


def _own(claim: Claim, vocabulary: Vocabulary) -> bool:
    over = claim.baseline.raw or claim.baseline.name
    if over:
        mine, theirs = chip(claim.subject.name, vocabulary), chip(claim.baseline.name, vocabulary)
        return bool(mine and (mine == theirs or theirs in predecessors(mine, vocabulary))) or bool(_PAST.search(over))
    return bool(_IMPROVED.search(claim.context[: _until(claim)]))


def _until(claim: Claim) -> int:
    """Up to the word behind the figure: "a 37% improvement"."""
    end = claim.at[1]
    return end + len("  improvement")


def _foreign(claim: Claim, vocabulary: Vocabulary) -> bool:
    """Whether a factor is over a known product of somebody else."""
    known = vocabulary.get("platforms", claim.baseline.name) if claim.baseline.name else None
    return claim.figure.kind in FACTORS and known is not None and not _own(claim, vocabulary)


def _finding(claims: list[Claim]) -> Finding:
    first = claims[0]
    told = listed((f"{topic(claim)} {said(claim.figure)}" for claim in claims), most=4)
    conclusions = (match.group() for claim in claims if (match := _FOLLOWS.search(claim.behind)))
    words = listed((repr(" ".join(one.split())) for one in conclusions), most=3)
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity="low",
        message=f"a gain over one's own earlier results is argued as a lead over others: {told} ({words})",
        arithmetic="A gain over oneself says nothing of the distance to others, of whom no figure is in the sentence.",
        comparison=(first.document, *sorted({topic(claim) for claim in claims})),
        evidence=tuple(Evidence.of(claim) for claim in claims),
        likely_wrong_why="the conclusion: the figure does not carry it",
    )
