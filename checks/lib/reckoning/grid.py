"""Small tables as rows, columns and entries: what sums over them are taken of."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from checks.lib.labels.about import Told
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.statements.cells import summary
from schemas.document import Document, Table
from schemas.interval import Interval

LARGEST = 120  # entries; of more, some sum gives any figure


@dataclass(frozen=True, slots=True)
class Entry:
    """A number at [start, end) of its document, in a row and a column of its table, counted from 0."""

    row: int
    column: int
    start: int
    end: int
    amount: Amount

    @property
    def value(self) -> Interval:
        """What its print allows, in base units."""
        return self.amount.readings.rounded


@dataclass(frozen=True, eq=False)
class Grid:
    """A table with what its rows and columns are called; `about` is all that stands over it."""

    document: Document
    name: str
    about: str
    corner: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: tuple[Entry, ...]
    summaries: frozenset[int]  # rows that sum up the others
    said: frozenset[str]  # all words of the document

    @cached_property
    def by_column(self) -> dict[int, list[Entry]]:
        """The entries of each column, without rows that sum up."""
        found: dict[int, list[Entry]] = defaultdict(list)
        for one in self.entries:
            if one.row not in self.summaries:
                found[one.column].append(one)
        return found

    @cached_property
    def by_row(self) -> dict[int, list[Entry]]:
        """The entries of each row."""
        found: dict[int, list[Entry]] = defaultdict(list)
        for one in self.entries:
            found[one.row].append(one)
        return found

    @cached_property
    def lines(self) -> tuple[tuple[Entry, ...], ...]:
        """Entries of one kind in a column or in a row: what is added up, averaged and held against each other."""
        every = (*self.by_column.values(), *self.by_row.values())
        return tuple(tuple(some) for line in every for some in _alike(line) if some[1:])

    @cached_property
    def pairs(self) -> tuple[tuple[Entry, Entry], ...]:
        """Two entries of one kind that share a row or a column."""
        return tuple(two for line in self.lines for two in combinations(line, 2))


def grid(told: Told, words: frozenset[str]) -> Grid | None:
    """A sheet as a grid; None for what is no table, and for large ones."""
    table = next((one for one in told.sheet.document.tables if one.name == told.sheet.name), None)
    if not told.sheet.table or table is None or not table.rows:
        return None
    places = {cell.start: (row, column) for row, line in enumerate(table.rows) for column, cell in enumerate(line)}
    entries = [
        Entry(*place, slot.start, slot.end, slot.amount)
        for slot in told.slots
        if (place := _place(slot.start, places, table)) and place[1] > 0
    ]
    if not 2 <= len(entries) <= LARGEST:
        return None
    values = {(one.row, one.column) for one in entries}
    rows = tuple(_label(table, row, values) for row in range(len(table.rows)))
    columns = tuple(one.text for one in table.columns)
    summaries = frozenset(row for row, label in enumerate(rows) if summary(label))
    return Grid(
        told.sheet.document, table.name, told.sheet.about, columns[0], rows, columns, tuple(entries), summaries, words
    )


def _place(start: int, places: dict[int, tuple[int, int]], table: Table) -> tuple[int, int] | None:
    if start in places:
        return places[start]
    inside = (
        (row, column)
        for row, line in enumerate(table.rows)
        for column, cell in enumerate(line)
        if cell.start <= start < cell.end
    )
    return next(inside, None)


def _label(table: Table, row: int, values: set[tuple[int, int]]) -> str:
    return " | ".join(
        cell.text
        for column, cell in enumerate(table.rows[row])
        if cell.text and (not column or (row, column) not in values)
    )


def _alike(line: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries of a line by their kind."""
    groups: list[list[Entry]] = []
    for one in line:
        for group in groups:
            if alike(group[0].amount, one.amount):
                group.append(one)
                break
        else:
            groups.append([one])
    yield from groups
