"""The two values of the row that a factor's clause names, under two releases of one thing or "before" and "after".

Where a table has no other two columns of its unit, a change that is said of the row is of these two: that some two
values of other rows are as far apart by chance acquits nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.labels.loose_said import BOTH, Loose, Said
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.tokens import GENERIC, every_root
from schemas.document import Document
from schemas.finding import Evidence

MOST = 200  # values of a document
PAIR = 2
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_OLD = re.compile(r"\b(?:before|old|previous|baseline|without|prior|earlier)\b", re.IGNORECASE)
_NEW = re.compile(r"\b(?:after|new|current|now|with|today|optimi[sz]ed|later)\b", re.IGNORECASE)


def row_moved(said: Said, document: Document, slots: Sequence[Slot]) -> Iterator[Loose]:
    """The two values of a row that a factor is of."""
    by_sheet: dict[str, list[Slot]] = defaultdict(list)
    for slot in slots if len(slots) <= MOST else ():
        if slot.sheet.table and slot.column and slot.amount.kind in said.kinds - {"count"}:
            by_sheet[slot.sheet.name].append(slot)
    for some in by_sheet.values():
        columns = list(dict.fromkeys(slot.column for slot in some))
        if len(columns) == PAIR and _two_states(*columns):
            yield from _of_row(said, document, some)


def moved_in_table(clause: str, left: Evidence, right: Evidence, document: Document) -> bool:
    """Whether two cells are of a row that a clause names, under two releases or the old and the new."""
    words = every_root(clause)
    rows = ((table, row) for table in document.tables for row in table.rows)
    for table, row in rows:
        heads = [
            table.columns[at].text
            for at, cell in enumerate(row)
            if any(cell.start <= one.start < cell.end for one in (left, right))
        ]
        if len(heads) == PAIR and _two_states(*heads) and (own := _words(row[0].text)) and own <= words:
            return True
    return False


def _two_states(one: str, other: str) -> bool:
    """Whether two heads differ in a release alone, or call the one old and the other new."""
    released = _NUMBER.sub("#", one) == _NUMBER.sub("#", other) and one != other
    return released or bool((_OLD.search(one) and _NEW.search(other)) or (_NEW.search(one) and _OLD.search(other)))


def _of_row(said: Said, document: Document, some: Sequence[Slot]) -> Iterator[Loose]:
    rows: dict[str, list[Slot]] = defaultdict(list)
    for slot in some:
        rows[next((text for kind, text in slot.labels if kind != COLUMN), "")].append(slot)
    words = every_root(said.clause)
    named = [label for label in rows if (own := _words(label)) and own <= words]
    row = rows[named[0]] if len(named) == 1 else []
    if len(row) != PAIR or len(rows) < PAIR:
        return
    small, large = sorted((slot.amount.readings.rounded for slot in row), key=lambda one: one.upper)
    if small.lower > 0 and large.bounded:
        places = (row[0].start, row[0].end), (row[1].start, row[1].end)
        labels = frozenset((named[0], *(slot.column for slot in row)))
        yield Loose(
            document, places, large / small, 2 * BOTH + 4 * len(_words(named[0])) + 2, BOTH, 1, row[0].amount.kind,
            document is said.document, labels, named=True, turned=True,
        )  # fmt: skip


def _words(label: str) -> frozenset[str]:
    """What a row is called, without its release."""
    return frozenset(one for one in every_root(label) - GENERIC if not _NUMBER.fullmatch(one))
