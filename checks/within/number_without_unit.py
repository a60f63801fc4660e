"""Numbers in prose that count nothing."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.machines.made_of import chips
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.names import Mention, Vocabulary
from schemas.statement import Parsed

CODE = "number-without-unit"
_BARE = re.compile(
    r"\b(?:scal\w+ (?:up )?to|up to|reach\w*|hit\w*|do it in|as many as|as much as|more than|at least|over)\s+"
    r"(?P<numbers>\d{1,3}(?:,\d{3})+|\d{2,}(?:\.\d+)?(?:,\s\d{2,})*)(?=[.,;!?)”\"](?!\d)|\s+(?:and|or|but|on|with|for|in)\b|$)"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


@check(CODE, version=2, severity="low", since="0.1.0")
def number_without_unit(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A number in prose says what it counts.

    Why:
        "We scale up to 64,000" may be chips, boards, systems or samples, and each is a different claim.

    Flags:
        Numbers after "scale to", "up to", "more than" and their like with no noun behind them and no name around
        them, all of a document together.

    Passes:
        "Up to 64,000 IPUs"; years; numbers that are part of a name, a figure or a percentage.

    Does not judge:
        Numbers in tables, charts and lists of settings; numbers whose noun stands in the sentence before.
    """
    for parsed in corpus.parsed:
        found = [(p, m) for p in passages(parsed.document) for m in _BARE.finditer(p.words)]
        bare = [(p, m) for p, m in found if _counts_nothing(p, m, parsed, corpus.vocabulary)]
        if bare:
            yield _finding(parsed, bare, _largest(parsed.document, corpus.vocabulary))
        elif found:
            yield Skip(
                CODE, (parsed.document.name,), "not applicable, because every number belongs to a figure or name"
            )


def _counts_nothing(passage: Passage, match: re.Match[str], parsed: Parsed, vocabulary: Vocabulary) -> bool:
    start, end = (passage.start + at for at in match.span("numbers"))
    names = vocabulary.find(passage.words, "platforms", "workloads", "datasets", "frameworks")
    inside = any(name.start < match.end() and match.start("numbers") < name.end for name in names)
    claimed = any(claim.figure.start < end and start < claim.figure.end for claim in parsed.claims)
    return not (inside or claimed or _YEAR.fullmatch(match["numbers"]))


def _largest(document: Document, vocabulary: Vocabulary) -> Mention | None:
    """The largest system that the document names, by its chips: what a number without a unit may be held against."""
    named = [one for one in vocabulary.find(document.text, "platforms") if (chips(one.name, vocabulary) or 0) > 1]
    return max(named, key=lambda one: (chips(one.name, vocabulary) or 0, -one.start), default=None)


def _finding(parsed: Parsed, bare: list[tuple[Passage, re.Match[str]]], largest: Mention | None) -> Finding:
    system = [quoted(parsed.document, largest.start, largest.end, "context")] if largest else []
    beside = f" The largest system that is named is {largest.name}." if largest else ""
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"numbers without a unit: {listed(repr(match.group()) for _, match in bare)}; of what is not said",
        arithmetic=f"No sum can be made with a number that counts nothing.{beside}",
        comparison=(parsed.document.name,),
        evidence=(*(phrase(passage, match) for passage, match in bare), *system),
        likely_wrong_why="nothing is wrong as printed; the unit is missing",
    )
