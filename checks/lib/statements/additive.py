"""Columns that add up to another in nearly every row: parts and their whole, before and change and after."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from math import prod

from checks.lib.statements.cells import Column
from checks.lib.statements.laws import HEADER_UNIT
from schemas.interval import Interval

MOST = Decimal("0.6")  # share of rows that a sum must give before the others count as wrong
ENOUGH = 2  # rows that it must give
MOST_COLUMNS = 8  # every triple of them is tried
CHANCE = Decimal(
    "0.001"
)  # what the rows' widths may come to, times the sums that were tried: few digits add up by chance


@dataclass(frozen=True, slots=True)
class Sum:
    """`whole` is the sum of `parts` in `fitting` rows (by index) and not in `failing`."""

    whole: Column
    parts: tuple[Column, ...]
    fitting: tuple[int, ...]
    failing: tuple[int, ...]

    @property
    def last(self) -> Column:
        """The rightmost of the columns: it is the one that was computed."""
        return max((self.whole, *self.parts), key=lambda one: one.index)

    @property
    def usual(self) -> bool:
        """Whether most rows follow it."""
        every = len(self.fitting) + len(self.failing)
        return len(self.fitting) >= ENOUGH and len(self.fitting) >= MOST * every

    def gap(self, row: int) -> Decimal:
        """How far a row is from its sum, as a share of the computed cell."""
        off = abs(self.whole.numbers[row].value - sum(one.numbers[row].value for one in self.parts))
        return off / (abs(self.last.numbers[row].value) or off)


def added(parts: Sequence[Column], row: int) -> Interval:
    """What the parts of a row may add up to."""
    ends = [part.numbers[row].readings.widened for part in parts]
    return Interval(sum((one.lower for one in ends), Decimal(0)), sum((one.upper for one in ends), Decimal(0)))


def unit_of(column: Column) -> tuple[str, frozenset[str]]:
    """What a column's values are in: behind its header, and behind its cells."""
    match = HEADER_UNIT.search(column.header)
    return match[1] if match else "", frozenset(one.unit for one in column.numbers.values())


def sums(columns: Sequence[Column]) -> Iterator[Sum]:
    """The sums that most rows follow and that their digits show, two parts first."""
    for unit in dict.fromkeys(map(unit_of, columns)):
        same = [one for one in columns if unit_of(one) == unit and "x" not in unit[1]][:MOST_COLUMNS]
        tried = [(whole, parts) for whole in same for parts in _parted(whole, same)]
        for whole, parts in tried:
            found = _sum(whole, parts)
            if found.usual and _luck(found) * len(tried) <= CHANCE:
                yield found


def _parted(whole: Column, columns: Sequence[Column]) -> Iterator[tuple[Column, ...]]:
    """Any two of the other columns, and all that stand before it."""
    yield from combinations([one for one in columns if one is not whole], 2)
    ahead = tuple(one for one in columns if one.index < whole.index)
    if len(ahead) > 2:
        yield ahead


def _sum(whole: Column, parts: tuple[Column, ...]) -> Sum:
    rows = [row for row in whole.numbers if all(row in one.numbers for one in parts)]
    good = tuple(row for row in rows if added(parts, row).meets(whole.numbers[row].readings.rounded))
    return Sum(whole, parts, good, tuple(row for row in rows if row not in good))


def _luck(found: Sum) -> Decimal:
    """The product over distinct rows of what their prints leave open, by the part that is not the largest."""
    rows = {found.whole.numbers[row].value: row for row in found.fitting}.values()
    return prod((_open(found.parts, row) for row in rows), start=Decimal(1))


def _open(parts: Sequence[Column], row: int) -> Decimal:
    ends = [one.numbers[row].readings.rounded for one in parts]
    size = sorted(abs(one.numbers[row].value) for one in parts)[-2]
    return min(sum((one.upper - one.lower for one in ends), Decimal(0)) / size, Decimal(1)) if size else Decimal(1)
