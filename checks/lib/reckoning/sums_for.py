"""The sums of a grid that a figure can be, and how far it is off each."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.language.concepts import concepts
from checks.lib.language.sums_asked import quantities
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.reckoning.every_sum import all_of
from checks.lib.reckoning.figures import FACTOR, Figure
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.products import multiplied
from checks.lib.reckoning.sums import Sum
from schemas.interval import Interval

_PERCENT = re.compile(r"%|per ?cent", re.IGNORECASE)
COUNTS = 4  # numbers of a sentence that may multiply a value
# What two units may differ by: powers of a thousand, cents, percent, seconds and hours.
SCALES = tuple(
    hours * hundred * Decimal(10) ** power
    for hours in (Decimal(1), Decimal(3600), 1 / Decimal(3600))
    for hundred in (Decimal(1), Decimal(100))
    for power in range(-9, 10, 3)
)


def sums_for(figure: Figure, grid: Grid) -> Iterator[Sum]:
    """The sums that a figure can be, of entries of what its words are of."""
    yield from (one for one in _every(figure, grid) if _of_quantity(figure, one, grid))


def _of_quantity(figure: Figure, one: Sum, grid: Grid) -> bool:
    """Whether nothing says that a factor is of another quantity: of bytes, of a price."""
    if figure.kind != FACTOR or not figure.quantities or one.op in ("per", "share", "scaling"):
        return True
    first = one.entries[0]
    labels = grid.label(first)
    return (
        first.amount.kind in figure.quantities
        or first.amount.kind in ("count", FACTOR, "percent")
        or bool(quantities(labels) & figure.quantities)
    )


def _every(figure: Figure, grid: Grid) -> Iterator[Sum]:
    """The sums of a grid that have the figure's kind."""
    every = all_of(grid)
    if figure.kind == FACTOR:
        yield from every.factors
        if "per" in figure.asks:
            yield from (one for one in every.divided_gains if _bought(figure, one, grid))
    yield from (one for one in every.plain if _of_kind(figure, one))
    if figure.kind != FACTOR:
        products = (*every.products, *multiplied(grid, _counts(figure)))
        yield from (one for one in products if _of_kind(figure, one))
        if "per" in figure.asks:
            yield from (one for one in every.divided if _divides(figure, one, grid))


def _divides(figure: Figure, one: Sum, grid: Grid) -> bool:
    """Whether two kinds can divide to one."""
    kind, (left, right) = figure.kind, (each.amount.kind for each in one.entries)
    if not concepts(figure.per) & concepts(f"{grid.label(one.entries[1])} {right}"):
        return False
    if kind in ("rate", "bandwidth"):
        return left == kind or right == "time" or (kind == "rate" and left == "count")
    if kind == "energy":
        return left in ("energy", "power")
    return left == kind or (kind in ("size", "time") and left in ("rate", "bandwidth", "count"))


def _bought(figure: Figure, one: Sum, grid: Grid) -> bool:
    """Whether a quotient is per what the figure is per."""
    return bool(concepts(figure.per) & concepts(grid.label(one.entries[1])))


def _counts(figure: Figure) -> list[Decimal]:
    found = [one.amount for one in figure.sentence.amounts if one.amount.kind == "count"]
    exact = [one.readings.rounded for one in found if one.start != figure.start and one.qualifier == "exact"]
    return [Decimal(round((one.lower + one.upper) / 2)) for one in exact if one.bounded][:COUNTS]


def _of_kind(figure: Figure, one: Sum) -> bool:
    theirs = one.entries[-1].amount
    if figure.amount is None:
        spread = one.op == "spread" and theirs.kind != FACTOR
        return (
            spread
            or theirs.kind == FACTOR
            or (figure.share is not None and theirs.kind == "percent" and bool(_PERCENT.search(figure.text)))
        )
    mine = figure.amount
    if one.op == "spread" or (mine.kind == "count" and not mine.of & theirs.of):
        return False
    return alike(mine, theirs) or (mine.kind == theirs.kind == "rate" and _same(mine, theirs))


def _same(one: Amount, other: Amount) -> bool:
    return bool(concepts(" ".join(one.of)) & concepts(" ".join(other.of)))


def off(figure: Figure, one: Sum) -> Decimal:
    """How many times a figure is off what a sum gives; 1 where they meet, 0 where they cannot be compared."""
    if one.op in ("share", "scaling"):
        return _times(figure.share, one.value)
    if one.op == "per" and figure.kind != FACTOR:
        return _printed(figure, one)
    if figure.share and one.entries[0].amount.kind == "percent" and one.op not in ("ratio", "per", "spread"):
        return _times(figure.share.scaled(Decimal(100)), one.value)
    least = min((_times(way, one.value) for way in figure.ways), default=Decimal(0))
    if least > 1 and figure.value:  # beyond what "more than four times" allows, by four
        return max(least, _times(Interval(figure.value, figure.value), one.value))
    return least


def _printed(figure: Figure, one: Sum) -> Decimal:
    """By the numbers as printed, whatever powers and hours their units differ by."""
    left, right = (each.value.scaled(1 / each.amount.unit) for each in one.entries)
    if figure.amount is None or right.lower <= 0:
        return Decimal(0)
    mine, theirs = figure.ways[0].scaled(1 / figure.amount.unit), left / right
    return min(_times(mine, theirs.scaled(scale)) for scale in SCALES)


def _times(mine: Interval | None, theirs: Interval) -> Decimal:
    if mine is None or not theirs.lower > 0 or not mine.upper > 0:
        return Decimal(0)
    if mine.meets(theirs):
        return Decimal(1)
    return max(Decimal(1), mine.lower / theirs.upper, theirs.lower / mine.upper)
