"""Rows of tables that print when a thing began, when it ended and how long it was."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.spans_said import ROUND, length_of
from checks.lib.quantities.moments import Moment, between, moments
from schemas.document import Cell, Document, Table
from schemas.interval import Interval

TWO = 2
_LENGTH = re.compile(
    r"\b(?:duration|length|elapsed|lasted|runtime|run ?time|total time|time taken|time spent|outage|down ?time|took|"
    r"taken|span|how long|hours|minutes|days|dauer|time in)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:net|pause|break|idle|cpu|average|mean|planned|budget|per|alarm|limit|without|target)\b", re.IGNORECASE
)
_IN = re.compile(r"\b(?P<u>seconds|sec|s|minutes|mins?|hours|hrs?|h|days|d|weeks)\b", re.IGNORECASE)
_SIZES = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_BARE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_COLONS = re.compile(r"(?:(?P<h>\d+):)?(?P<m>\d{1,3}):(?P<s>\d\d)")


@dataclass(frozen=True, slots=True)
class Timed:
    """A row: its two moments, how long it is between them, and the cell that says how long it was."""

    document: Document
    first: Cell
    last: Cell
    length: Cell
    given: Interval
    allowed: Interval
    head: str
    fits: int = 0  # rows of the column that come out

    @property
    def right(self) -> bool:
        """Whether the cell is what the two moments give."""
        return self.given.meets(self.allowed)


def wrong_rows(document: Document) -> Iterator[Timed]:
    """The rows whose length is not that between their moments, of columns that are such lengths."""
    for table in document.tables:
        for rows in _columns(document, table):
            right = sum(one.right for one in rows)
            said = bool(_LENGTH.search(rows[0].head)) and not _OTHER.search(rows[0].head)
            if right * 2 > len(rows) or (said and right * 2 >= len(rows) - 1):
                yield from (one for one in rows if not one.right and _like(one))


def _like(one: Timed) -> bool:
    """Whether a length is of the size of what the moments give: no idle time between two runs."""
    return one.given.upper > 0 and one.allowed.upper * 10 > one.given.lower and one.given.upper * 10 > one.allowed.lower


def _columns(document: Document, table: Table) -> Iterator[list[Timed]]:
    """For every column that may be a length, its rows."""
    read = [[_moment(cell) for cell in row] for row in table.rows]
    width = range(len(table.columns))
    timed = [at for at in width if read and all(row[at] for row in read)]
    for at in width:
        others = [one for one in timed if one != at]
        if len(others) == TWO:
            rows = list(_rows(document, table, read, others, at))
            if rows and len(rows) == len(table.rows):
                yield rows


def _rows(
    document: Document, table: Table, read: Sequence[Sequence[Moment | None]], two: Sequence[int], at: int
) -> Iterator[Timed]:
    head = table.columns[at].text
    for row, found in zip(table.rows, read, strict=True):
        first, last = found[two[0]], found[two[1]]
        allowed = _allowed(row[at].text, head)
        given = between(first, last) if first and last else []
        if allowed and given:
            yield Timed(document, row[two[0]], row[two[1]], row[at], given[0], allowed, head)


def _moment(cell: Cell) -> Moment | None:
    """The moment that a cell is, and nothing else."""
    found = moments(cell.text)
    whole = len(found) == 1 and len(cell.text.strip()) - (found[0].end - found[0].start) <= TWO
    return found[0] if whole else None


def _allowed(text: str, head: str) -> Interval | None:
    """What a cell allows as a length: words, a number with the unit of its header, or "1:40:25"."""
    said = length_of(text)
    if said:
        return said.allowed
    unit, colons = _IN.search(head), _COLONS.fullmatch(text.strip())
    if _BARE.fullmatch(text.strip()) and unit:
        plain = Decimal(text.strip().replace(",", ""))
        fine = Decimal(1).scaleb(min(0, int(plain.as_tuple().exponent)))
        return _around(plain, fine, Decimal(_SIZES[unit["u"][0].lower()]))
    if not colons:
        return None
    return _clock(colons, unit)


def _clock(match: re.Match[str], unit: re.Match[str] | None) -> Interval:
    """Hours, minutes and seconds; of two numbers hours and minutes, unless the header says minutes."""
    if match["h"]:
        seconds = int(match["h"]) * 3600 + int(match["m"]) * 60 + int(match["s"])
        return _around(Decimal(seconds), Decimal(1), Decimal(1))
    size = 1 if unit and unit["u"][0].lower() == "m" else 60
    return _around(Decimal(int(match["m"]) * 60 + int(match["s"])), Decimal(1), Decimal(size))


def _around(value: Decimal, fine: Decimal, size: Decimal) -> Interval:
    return Interval(max(Decimal(0), value - fine * ROUND) * size, (value + fine * ROUND) * size)
