"""Factors over a product whose successor the same document names."""

from collections.abc import Iterator

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.machines.machines import predecessors
from checks.lib.machines.made_of import chip
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.index import by
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Mention, Vocabulary
from schemas.statement import Claim, Parsed

CODE = "old-baseline"


@check(CODE, version=1, severity="low", since="0.1.0")
def old_baseline(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor over another vendor's product is over the newest one that the document knows.

    Why:
        "36x faster" than a part two generations old says little of the market on the day of the text, and the document
        itself shows that the newer part was to be had.

    Flags:
        A factor over a chip (or a system made of it) whose successor the same document names as what it competes with.

    Passes:
        Factors over the newest; factors over a vendor's own predecessor ("2x the A100" said of the H100).

    Does not judge:
        Baselines whose line the vocabulary does not know (skipped); documents that name no later part.
    """
    for parsed in corpus.parsed:
        factors = [one for one in parsed.claims if one.figure.kind in FACTORS and one.baseline.name]
        known = by(factors, lambda claim: chip(claim.baseline.name, corpus.vocabulary))
        newer = _named(parsed, corpus.vocabulary) if set(known) - {""} else {}
        for name, claims in sorted(known.items()):
            if not name:
                yield Skip(CODE, (parsed.document.name,), "not applicable, because the baseline's line is not known")
                continue
            later = next((one for one in newer if name in predecessors(one, corpus.vocabulary)), None)
            foreign = [claim for claim in claims if not _own(claim, name, corpus.vocabulary)]
            if later and foreign:
                yield _finding(parsed, foreign, name, newer[later])


def _named(parsed: Parsed, vocabulary: Vocabulary) -> dict[str, Mention]:
    """The chips that a document names, by themselves or in a system, where each stands first."""
    found: dict[str, Mention] = {}
    for mention in vocabulary.find(parsed.document.text, "platforms"):
        made = chip(mention.name, vocabulary)
        if made:
            found.setdefault(made, mention)
    return found


def _own(claim: Claim, name: str, vocabulary: Vocabulary) -> bool:
    """Whether the subject is of the baseline's own line: a vendor compares with its own predecessor."""
    mine = chip(claim.subject.name, vocabulary)
    return bool(mine) and (mine == name or name in predecessors(mine, vocabulary))


def _finding(parsed: Parsed, claims: list[Claim], name: str, later: Mention) -> Finding:
    first = claims[0]
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{topic(first)} {said(first.figure)} is over {side(first.baseline)}; the document names its "
        f"successor, "
        f"{later.name}",
        arithmetic=f"Over {name}: {listed(said(claim.figure) for claim in claims)}; over what came after it: none.",
        comparison=(parsed.document.name, name, later.name),
        evidence=(
            *(Evidence.of(claim) for claim in claims),
            quoted(parsed.document, later.start, later.end, "supporting"),
        ),
        likely_wrong_why="nothing is wrong as printed; the baseline is out of date",
    )
