"""A definition that lists what is counted, and rows that count something else."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip

CODE = "definition-narrow"
_DEFINED = re.compile(
    r"\b(?:defined as|refers to|means|is) the number of (?P<what>[\w -]{3,40}?) \((?P<names>[a-z][\w ,/-]{6,80})\)",
    re.IGNORECASE,
)
_LETTERS = 4  # shorter words before "/s" are abbreviations: img/s, tok/s, GB/s
_RATE = re.compile(rf"(?<![\w/])(?P<noun>[a-z]{{{_LETTERS},}})(?:/s(?:ec(?:ond)?)?| per second)\b")
_MEASURED = re.compile(rf"\b(?:measured|given|counted|reported) in (?P<noun>[a-z]{{{_LETTERS},}})/s(?:ec)?\b")
_ANY = frozenset({"item", "sample", "operation", "request", "byte", "mbyte", "gbyte"})  # they stand for whatever is run
MOST = 6  # places that a finding quotes


@check(CODE, version=1, severity="low", since="0.1.0")
def definition_narrow(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where a page defines what its throughput counts, the units that it prints are among what it lists.

    Why:
        "The number of data points (sequences, images or rows)" beside a row in frames and two in triples: the
        definition does not cover them, and the header's "items" are not what it says they are.

    Flags:
        Units in tables and their notes ("frames/s") whose noun is not in the list of a definition of the same document;
        all of a document are one finding.

    Passes:
        Units whose noun is listed, in the singular too; "items/s" and "samples/s", which name nothing.

    Does not judge:
        Definitions that list nothing; units in prose away from tables; documents that print no such unit (skipped).
    """
    for document in corpus.documents:
        defined = [(one, match) for one in passages(document) for match in _DEFINED.finditer(one.words)]
        if not defined:
            continue
        listed_ = {_one(word) for _, match in defined for word in re.findall(r"[a-z]+", match["names"].lower())}
        printed = list(_units(document))
        other = [(noun, place) for noun, place in printed if _one(noun) not in listed_ | _ANY]
        if other:
            yield _finding(document, defined, other)
        elif not printed:
            yield Skip(CODE, (document.name,), "not applicable, because no unit names what is counted")


def _one(noun: str) -> str:
    return noun.removesuffix("s")


def _units(document: Document) -> Iterator[tuple[str, Evidence]]:
    """Nouns of rates in the cells of tables, in the notes below them, and where a sentence says the unit."""
    spans = [(table.start, table.end) for table in document.tables]
    spans += [note for table in document.tables for note in table.footnotes]
    for start, end in sorted(set(spans)):
        for match in _RATE.finditer(document.text, start, end):
            yield match["noun"], quoted(document, match.start(), match.end())
    for one in passages(document):
        for match in _MEASURED.finditer(one.words):
            yield match["noun"], phrase(one, match)


def _finding(
    document: Document, defined: list[tuple[Passage, re.Match[str]]], other: list[tuple[str, Evidence]]
) -> Finding:
    nouns = listed(sorted({noun for noun, _ in other}))
    names = defined[0][1]["names"]
    first = dict(reversed(other))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"throughput is defined as the number of {names}; the tables also count {nouns}",
        arithmetic=f"Nothing to compute: {nouns} are none of {names}.",
        comparison=(document.name, *sorted(first)),
        evidence=(*list(first.values())[::-1][:MOST], *(phrase(one, match, "supporting") for one, match in defined)),
        likely_wrong_why="the definition: it leaves out what the rows name themselves",
    )
