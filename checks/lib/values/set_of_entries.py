"""A setting that a sentence says of all entries or runs, and the rows of a results table that print another one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.conditions import Condition, conditions
from checks.lib.statements.cells import summary
from checks.lib.statements.passages import Passage
from schemas.document import Cell, Document, Table

ROWS = 60  # of a table that one sentence speaks of
LONGEST = 80  # characters of a cell that sets something
FEWEST = 2  # rows that have the setting as it is said
# "All that we submitted", "every entry", "everything we ran": of the rows of whatever table lists them.
_ENTRIES = re.compile(
    r"\b(?:all|every|each|everything)\b(?:\s(?!of\b)[\w-]+){0,6}?\s?"
    r"(?<=[\s])(?:entr(?:y|ies)|submissions?|submitted|results?|runs?|ran|measur\w+|tests?|tested|numbers?|figures?|rows?|"
    r"benchmark\w*|workloads?)\b|\bwithout exception\b",
    re.IGNORECASE,
)
_DATED = re.compile(r"\d\.\d|\b(?:19|20)\d\d\b|\bQ[1-4]\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell of a row that is set otherwise, the place in it, and what the row is called."""

    document: Document
    label: str
    start: int
    end: int


def entries_otherwise(said: Passage, value: Condition, document: Document) -> Iterator[Entry]:
    """The rows of a document's tables that have another value of a setting than a sentence says of all entries."""
    if not _ENTRIES.search(said.words):
        return
    for table in tables_of(document):
        for at in range(1, len(table.columns)) if len(table.rows) <= ROWS else ():
            yield from _of_column(said, value, document, table, at)


def _of_column(said: Passage, value: Condition, document: Document, table: Table, at: int) -> Iterator[Entry]:
    """Rows of a column in which most have the value; none where they are of another round, or of whom it says not."""
    rows = [row for row in table.rows if len(row) > at and not summary(row[0].text)]
    read = [(row, _only(table.columns[at].text, row[at], value)) for row in rows]
    kept = [row for row, one in read if one and not value.unlike(one)]
    other = [(row, one) for row, one in read if one and value.unlike(one)]
    own = said.document is document and any(row[at].text.lower() == value.value for row in kept)
    if own or len(kept) < FEWEST or 2 * len(other) > len(kept) + 1:
        return  # setting-held-equal tells of whole cells; where most rows differ, the table is of another thing
    for row, one in other:
        if not _told_apart(said, kept, row, at):
            lead = len(table.columns[at].text) + 1
            yield Entry(document, row[0].text, row[at].start + one.start - lead, row[at].start + one.end - lead)


def _only(header: str, cell: Cell, value: Condition) -> Condition | None:
    """The only setting of a cell that is of the same thing as the value."""
    if len(cell.text) > LONGEST:
        return None
    found = [one for one in conditions(f"{header} {cell.text}") if one.start > len(header) and value.same_setting(one)]
    return found[0] if len(found) == 1 else None


def _told_apart(said: Passage, kept: Sequence[Sequence[Cell]], row: Sequence[Cell], at: int) -> bool:
    """Whether a column tells a row from all the others by a round, a date, or a name that the sentence has."""
    for place, cell in enumerate(row):
        others = {one[place].text for one in kept if len(one) > place}
        if place != at and len(others) == 1 and cell.text not in others:
            (own,) = others
            if _DATED.search(own) or _DATED.search(cell.text) or (own and own.lower() in said.words.lower()):
                return True
    return False
