"""Rows outside the line of systems that a table's heading or introduction announces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings.words import listed
from checks.lib.machines.machines import lines_of
from checks.lib.statements.index import by
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary

CODE = "section-line"
NEAR = 900  # characters above a table within which a sentence introduces it
FEW = 0.4  # of a table's rows; where more are elsewhere the line is named in a wider sense
MOST = 6  # rows that one finding quotes
_ANNOUNCES = re.compile(r"\b(?:results?|performance|benchmarks?|throughputs?|figures)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Announced:
    """A line of systems, and where a text names it."""

    name: str
    start: int
    end: int


Mixed = tuple[Announced, list[Row], int]  # the line, the rows outside it, how many rows the table has


@check(CODE, version=2, severity="low", since="0.1.0")
def section_line(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The rows of a table are of the line of systems that its heading or the sentence above announces.

    Why:
        A heading names a line of systems and rows of a single board or chip follow below it. Whoever takes the line
        from the heading counts four or sixteen times the chips.

    Flags:
        Rows on a known system or chip whose name does not begin with the line's ("Pod" of Pod16 and Pod64), where the
        words above name the line without a size; all such rows of a document are one finding.

    Passes:
        Any size of the line; words that name one size (section-platform).

    Does not judge:
        Lines of which the vocabulary knows fewer than two sizes; tables below no such words, or mostly
        of other systems (skipped).
    """
    lines = lines_of(corpus.vocabulary)
    of_table = by(rows(corpus), lambda row: (row.document.document_id, row.table.name))
    for document in corpus.documents:
        sentences = list(passages(document)) if document.tables else []
        mixed: list[Mixed] = []
        for table in document.tables:
            found = _announced(document, table, sentences, lines)
            if found is None:
                yield Skip(CODE, (document.name, table.name), "not applicable, because no line of systems is announced")
                continue
            every = of_table.get((document.document_id, table.name), [])
            outside = [row for row in every if _outside(row, found.name, corpus.vocabulary)]
            if 0 < len(outside) <= FEW * len(every):
                mixed.append((found, outside, len(every)))
            elif outside:
                yield Skip(CODE, (document.name, table.name), "unchecked, because most rows are on other systems")
        if mixed:
            yield _finding(document, mixed)


def _announced(
    document: Document, table: Table, sentences: list[Passage], lines: dict[str, re.Pattern[str]]
) -> Announced | None:
    """The line and where it is announced, nearest the table: in the sentences or the heading above it."""
    edge = max((other.end for other in document.tables if other.end <= table.start), default=0)
    above = [one for one in sentences if max(edge, table.start - NEAR) <= one.start < table.start]
    for sentence in reversed(above):
        heading = sentence.words in (table.title, *table.headings)
        for name, pattern in lines.items():
            match = pattern.search(sentence.words)
            if match and (heading or _ANNOUNCES.search(sentence.words)):
                return Announced(name, sentence.start + match.start(), sentence.start + match.end())
    return None


def _outside(row: Row, line: str, vocabulary: Vocabulary) -> bool:
    known = vocabulary.get("platforms", row.platform)
    return bool(known and known.text("kind") in ("chip", "system")) and not row.platform.startswith(line)


def _finding(document: Document, mixed: list[Mixed]) -> Finding:
    told = listed((_told(*one) for one in mixed), most=5)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"rows outside the line of systems that the words above their table announce: {told}",
        arithmetic="; ".join(
            f"{total - len(outside)} rows on {line.name}, {len(outside)} not" for line, outside, total in mixed
        )
        + ".",
        comparison=(document.name, *(line.name for line, _, _ in mixed)),
        evidence=tuple(evidence for line, outside, _ in mixed for evidence in _evidence(document, line, outside)),
        likely_wrong_why="the words above: the rows name their system themselves",
    )


def _told(line: Announced, outside: list[Row], total: int) -> str:
    others = listed(sorted({row.platform for row in outside}))
    return f"table {outside[0].table.name} ({line.name}): {len(outside)} of {total} rows on {others}"


def _evidence(document: Document, line: Announced, outside: list[Row]) -> Iterator[Evidence]:
    yield quoted(document, line.start, line.end)
    systems = {row.platform: row for row in reversed(outside)}  # each system is quoted, however many models one ran
    models = {(row.platform, row.workload): row for row in reversed(outside)}
    shown = {row.number: row for row in (*systems.values(), *reversed(models.values()))}
    yield from (_cell(row) for row in list(shown.values())[:MOST])


def _cell(row: Row) -> Evidence:
    texts = [one.text for one in row.table.rows[row.number - 1]]
    return row.evidence(texts.index(row.keys.subject.raw) if row.keys.subject.raw in texts else 0)
