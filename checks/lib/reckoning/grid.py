"""Small tables as rows, columns and entries: what sums over them are taken of."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from checks.lib.labels.about import Told
from checks.lib.language.tokens import every_root
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.statements.cells import summary
from schemas.document import Document, Table
from schemas.interval import Interval

PAIR = 2
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
LARGEST = 60  # entries; of more, some sum gives any figure


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
    head: str  # the headings over it, and its caption
    corner: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: tuple[Entry, ...]
    summaries: frozenset[int]  # rows that sum up the others

    def above(self, words: str) -> str:
        """What leads to it but for a sentence: a sentence is no witness of itself."""
        return " ".join(self.about.replace(self.head, " ", 1).replace(words, " ").split())

    @cached_property
    def said(self) -> frozenset[str]:
        """The words of its rows and columns, of its headings and the document's title."""
        return every_root(" | ".join((self.head, self.document.title, *self.rows, *self.columns)))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of it and its headings, without separators."""
        cells = (self.document.text[one.start : one.end] for one in self.entries)
        texts = " | ".join((self.head, *self.rows, *self.columns, *cells))
        return digits_of(texts)

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

    def label(self, one: Entry) -> str:
        """What an entry's row and column are called."""
        return f"{self.rows[one.row]} | {self.columns[one.column]}"

    @cached_property
    def lines(self) -> tuple[tuple[Entry, ...], ...]:
        """Entries of one kind in a column or in a row: what is added up, averaged and held against each other."""
        every = (*self.by_column.values(), *self.by_row.values())
        return tuple(tuple(some) for line in every for some in _alike(line) if some[1:])

    @cached_property
    def pairs(self) -> tuple[tuple[Entry, Entry, bool], ...]:
        """Two entries of one kind that share a row or a column, and whether these are all of that kind there."""
        return tuple((one, other, len(line) == PAIR) for line in self.lines for one, other in combinations(line, PAIR))


def digits_of(text: str) -> frozenset[str]:
    """The numbers of a text without separators."""
    return frozenset(match.group().replace(",", "") for match in _DIGITS.finditer(text))


def grid(told: Told) -> Grid | None:
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
    rows = tuple(_labels(table, values))
    columns = tuple(one.text for one in table.columns)
    summaries = frozenset(row for row, label in enumerate(rows) if summary(label))
    return Grid(
        told.sheet.document,
        table.name,
        told.sheet.about,
        told.sheet.head,
        columns[0],
        rows,
        columns,
        tuple(entries),
        summaries,
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


def _labels(table: Table, values: set[tuple[int, int]]) -> Iterator[str]:
    """What each row is called; a first cell that is left blank is that of the row above."""
    first = ""
    for number, row in enumerate(table.rows):
        first = row[0].text or first
        rest = (cell.text for at, cell in enumerate(row) if at and cell.text and (number, at) not in values)
        yield " | ".join((first, *rest))


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
