"""Columns that count how many of so many fall to each row: "Networks in which fastest (of 1,000)", 437, 211."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from checks.lib.statements.cells import Column, columns, summary
from schemas.document import Cell, Document, Table

LEAST, ROWS = 10, 2  # things counted, and rows that they fall to
_OF = re.compile(r"\b(?:out )?of (?:the |all )?(?P<m>\d{1,3}(?:,\d{3})+|\d+)\b(?![.,]\d|\s?%)")


@dataclass(frozen=True, slots=True)
class Counted:
    """A column of counts: its cells with their rows' labels, of how many things, and what stands over it."""

    document: Document
    about: str
    whole: int
    cells: tuple[tuple[str, Cell, int], ...]

    def shares(self, *, rest: bool) -> Iterator[Fraction]:
        """What one row or two together have of the whole; with `rest` what one leaves of it."""
        parts = [count for _, _, count in self.cells]
        yield from (Fraction(some, self.whole) for some in parts)
        yield from (Fraction(one + other, self.whole) for one, other in combinations(parts, 2))
        yield from (1 - Fraction(some, self.whole) for some in parts if rest)


def counted(document: Document) -> Iterator[Counted]:
    """The columns of a document whose header says of how many they count, or that come to it."""
    for table in document.tables:
        for column in columns(table):
            rows = {row: int(one.value) for row, one in column.numbers.items() if _is_count(table, row, column)}
            if column.index and len(rows) >= ROWS and len(rows) == len(_told(table, column)):
                yield from _column(document, table, column, rows)


def _column(document: Document, table: Table, column: Column, rows: dict[int, int]) -> Iterator[Counted]:
    said = _OF.search(column.header)
    whole = int(said["m"].replace(",", "")) if said else sum(rows.values())
    if whole >= LEAST and max(rows.values()) < whole:
        cells = tuple((table.rows[row][0].text, table.rows[row][column.index], many) for row, many in rows.items())
        yield Counted(document, f"{table.title} | {table.columns[0].text} | {column.header}", whole, cells)


def _told(table: Table, column: Column) -> list[int]:
    return [row for row in column.numbers if not summary(table.rows[row][0].text)]


def _is_count(table: Table, row: int, column: Column) -> bool:
    one = column.numbers[row]
    return one.value % 1 == 0 and one.value >= 0 and not one.unit and not summary(table.rows[row][0].text)
