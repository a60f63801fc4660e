"""A note below a table that gives a column another unit than its header."""

import re
from collections.abc import Iterator

from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import cell, header, header_cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary

CODE = "unit-in-note"
NEAR = 600  # characters below a table within which a note speaks of it
MOST = 4  # cells that one finding quotes
_NOTE = re.compile(
    r"(?P<metric>throughput|latency|speed|performance|rate|time|power|energy|memory)\s+(?:is\s+|are\s+|was\s+|were\s+)?"
    r"(?:measured|given|reported|expressed|stated|counted)\s+in\s+(?P<unit>[\w%µ]+(?:\s?/\s?\w+|\s+per\s+\w+)?)",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="low", since="0.1.0")
def unit_in_note(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The unit of a column stands in its header, not in a note below the table.

    Why:
        Tables are copied without their notes. Under "items/sec" a row in triples a second then stands beside one in
        graphs a second, and the two are compared.

    Flags:
        A note within a paragraph below a table that gives a metric of it a unit that its header does not print.

    Passes:
        Notes that repeat the header's unit; units in the header.

    Does not judge:
        Notes about a metric that the table above has no column for (skipped).
    """
    for document in corpus.documents:
        for passage in passages(document) if document.tables else ():
            notes = list(_NOTE.finditer(passage.words))
            table = _above(document, passage) if notes else None
            if table is not None:
                yield from _judge(document, table, passage, notes, corpus.vocabulary)


def _above(document: Document, passage: Passage) -> Table | None:
    near = [table for table in document.tables if 0 <= passage.start - table.end <= NEAR]
    return max(near, key=lambda table: table.end, default=None)


def _judge(
    document: Document, table: Table, passage: Passage, notes: list[re.Match[str]], vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    for index, one in enumerate(table.columns):
        meant = header(one.text, vocabulary)[0] or one.text.lower()
        named = [note for note in notes if note["metric"].lower() in (meant, one.text.lower().split(" ")[0])]
        other = [note for note in named if _plain(note["unit"]) not in _plain(one.text)]
        if other:
            yield _finding(document, table, index, passage, other)
    if not any(note["metric"].lower() in " ".join(one.text for one in table.columns).lower() for note in notes):
        yield Skip(CODE, (document.name, table.name), "not applicable, because the table above has no such column")


def _plain(unit: str) -> str:
    return re.sub(r"seconds?|secs?", "s", re.sub(r"\s+per\s+|\s?/\s?", "/", unit.lower()))


def _finding(document: Document, table: Table, column: int, passage: Passage, notes: list[re.Match[str]]) -> Finding:
    printed = table.columns[column].text
    units = " and ".join(dict.fromkeys(note["unit"] for note in notes))
    cells: list[Evidence] = [cell(document, table, row, column) for row in range(1, min(MOST, len(table.rows)) + 1)]
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"table {table.name}: {printed!r} is the header, a note below gives {units}",
        arithmetic="The rows of one column are in different units, which only the note says.",
        comparison=(document.name, table.name, printed),
        evidence=(*(phrase(passage, note) for note in notes), header_cell(document, table, column, "disputed"), *cells),
        likely_wrong_why="nothing is wrong as printed; the unit belongs into the header or the cell",
    )
