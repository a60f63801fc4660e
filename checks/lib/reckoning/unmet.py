"""Figures that none of the sums gives which their words ask for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain

from checks.lib.quantities.amounts import Amount, alike
from checks.lib.reckoning import sums
from checks.lib.reckoning.chosen import Chosen, chosen
from checks.lib.language.concepts import concepts
from checks.lib.reckoning.figures import FACTOR, Figure
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.sums import Sum
from schemas.interval import Interval

ASKED = 2  # points for a sum that the words ask for
LEAST = 2  # points of words that tie a figure to a table
MANY = 4  # sums that are meant equally well
NEAREST, ROUGH = Decimal("1.06"), Decimal("1.15")
FURTHEST = Decimal(12)
_NEEDS = {  # cues that a sum is never meant without
    "difference": "difference", "mean": "mean", "sum": "sum", "least": "least", "most": "most", "share": "share",
    "per": "each", "scaling": "scaling",
}  # fmt: skip
_ALONE = frozenset({"difference", "mean", "sum", "scaling"})  # that no plain value or quotient is meant beside


@dataclass(frozen=True, slots=True)
class Unmet:
    """A figure, the sum that its words are of, and how many times they are apart."""

    figure: Figure
    grid: Grid
    sum: Sum
    points: int
    off: Decimal


def unmet(figure: Figure, every: Sequence[Figure], grid: Grid) -> Unmet | None:
    """What a figure should be by its table; None where some sum gives it, or nobody knows which is meant."""
    picked = chosen(grid, figure, every)
    tried = [(one, _points(one, picked, figure), off) for one in _sums(figure, grid) if (off := _off(figure, one))]
    able = [each for each in tried if _asked(each[0], figure)]
    if not able:
        return None
    most = max(points for _, points, _ in able)
    meant = [each for each in able if each[1] == most]
    tie = most - ASKED * (_NEEDS.get(meant[0][0].op) is not None)
    if (
        tie + picked.topic < LEAST
        or tie <= 0
        and picked.topic < LEAST
        or len({str(one.value) for one, *_ in meant}) > MANY
    ):
        return None
    if any(off == 1 for one, points, off in tried if points >= most - 1 or _beside(one, meant)):
        return None
    one, _, off = min(meant, key=lambda each: (each[2], each[0].entries[0].start))
    least = ROUGH if figure.loose else NEAREST
    return Unmet(figure, grid, one, tie, off) if least <= off <= FURTHEST else None


def _beside(one: Sum, meant: Sequence[tuple[Sum, int, Decimal]]) -> bool:
    """Whether a sum is of a row that is meant."""
    return len(one.rows) == 1 and any(one.rows == each.rows for each, *_ in meant)


def _asked(one: Sum, figure: Figure) -> bool:
    need = _NEEDS.get(one.op)
    if need:
        return need in figure.asks
    return not _ALONE & figure.asks


def _points(one: Sum, picked: Chosen, figure: Figure) -> int:
    need = _NEEDS.get(one.op)
    return picked.points(one) + ASKED * bool(need and need in figure.asks)


def _sums(figure: Figure, grid: Grid) -> Iterator[Sum]:
    if figure.kind == FACTOR:
        yield from chain(
            sums.quotients(grid), sums.gains(grid), sums.divided_gains(grid), sums.shares(grid), sums.scalings(grid)
        )
    yield from (
        one
        for one in chain(
            sums.values(grid), sums.averages(grid), sums.ends(grid), sums.differences(grid), sums.totals(grid)
        )
        if _of_kind(figure, one)
    )
    if figure.kind != FACTOR:
        yield from (one for one in sums.products(grid, _counts(figure)) if _of_kind(figure, one, last=True))
        yield from sums.divided(grid)


def _counts(figure: Figure) -> list[Decimal]:
    found = [one.amount for one in figure.sentence.amounts if one.amount.kind == "count"]
    exact = [one.readings.rounded for one in found if one.start != figure.start and one.qualifier == "exact"]
    return [Decimal(round((one.lower + one.upper) / 2)) for one in exact if one.bounded][:4]


def _of_kind(figure: Figure, one: Sum, *, last: bool = False) -> bool:
    theirs = one.entries[-1 if last else 0].amount
    if figure.amount is None:
        return theirs.kind == FACTOR or (figure.share is not None and theirs.kind == "percent")
    mine = figure.amount
    return alike(mine, theirs) or (mine.kind == theirs.kind == "rate" and _same(mine, theirs))


def _same(one: Amount, other: Amount) -> bool:
    return bool(concepts(" ".join(one.of)) & concepts(" ".join(other.of)))


def _off(figure: Figure, one: Sum) -> Decimal:
    """How many times a figure is off what a sum gives; 1 where they meet, 0 where they cannot be compared."""
    if one.op in ("share", "scaling"):
        return _times(figure.share, one.value) if figure.share else Decimal(0)
    if one.op == "per" and figure.kind != FACTOR:
        return _printed(figure, one)
    if figure.share and one.entries[0].amount.kind == "percent" and one.op not in ("ratio", "per"):
        return _times(figure.share.scaled(Decimal(100)), one.value)
    return min((_times(way, one.value) for way in figure.ways), default=Decimal(0))


def _printed(figure: Figure, one: Sum) -> Decimal:
    """By the numbers as printed, whatever powers and hours their units differ by."""
    left, right = (each.value.scaled(1 / each.amount.unit) for each in one.entries)
    if figure.amount is None or right.lower <= 0:
        return Decimal(0)
    mine, theirs = figure.ways[0].scaled(1 / figure.amount.unit), left / right
    scales = [Decimal(1), Decimal(60), Decimal(3600), *(Decimal(10) ** power for power in (2, 3, 6, 9, -2, -3, -6, -9))]
    return min(_times(mine, theirs.scaled(scale)) for scale in scales)


def _times(mine: Interval | None, theirs: Interval) -> Decimal:
    if mine is None or not theirs.lower > 0 or not mine.upper > 0:
        return Decimal(0)
    if mine.meets(theirs):
        return Decimal(1)
    return max(Decimal(1), mine.lower / theirs.upper, theirs.lower / mine.upper)
