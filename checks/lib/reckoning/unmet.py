"""Figures that none of the sums gives which their words ask for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.language.concepts import concepts
from checks.lib.language.sums_asked import quantities
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.reckoning.chosen import chosen
from checks.lib.reckoning.every_sum import all_of
from checks.lib.reckoning.figures import FACTOR, Figure
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.labels_said import size_of
from checks.lib.reckoning.products import multiplied
from checks.lib.reckoning.sums import Sum
from schemas.interval import Interval

ASKED = 2  # points for a sum that the words ask for
LEAST = 2  # points of words that tie a figure to a table
MANY = 4  # sums that are meant equally well
NEAREST, ROUGH = Decimal("1.06"), Decimal("1.13")
FURTHEST = Decimal("3.5")
COUNTS = 4  # numbers of a sentence that may multiply a value
# What two units may differ by: powers of a thousand, cents, percent, seconds and hours.
SCALES = tuple(
    hours * hundred * Decimal(10) ** power
    for hours in (Decimal(1), Decimal(3600), 1 / Decimal(3600))
    for hundred in (Decimal(1), Decimal(100))
    for power in range(-9, 10, 3)
)
_NEEDS = {  # cues that a sum is never meant without
    "difference": "difference", "mean": "mean", "sum": "sum", "least": "least", "most": "most", "share": "share",
    "per": "per", "scaling": "scaling", "product": "product", "spread": "spread",
}  # fmt: skip
_ALONE = ("difference", "mean", "sum", "scaling", "share", "per")  # that no plain value or quotient is meant beside
_WEAK = frozenset({"product"})  # cues that half of all sentences have


@dataclass(frozen=True, slots=True)
class Unmet:
    """A figure, the sum that its words are of, and how many times they are apart."""

    figure: Figure
    grid: Grid
    sum: Sum
    points: int
    off: Decimal


@dataclass(frozen=True, slots=True)
class _Tried:
    sum: Sum
    points: int  # of its rows and columns
    off: Decimal

    @property
    def whole(self) -> int:
        """Its points, with those for what the words ask for."""
        return self.points + ASKED * (self.sum.op in _NEEDS and self.sum.op not in _WEAK)


def judged(figure: Figure, every: Sequence[Figure], grid: Grid) -> Unmet | bool:
    """What a figure should be by its table; True where some sum gives it, False where it is not known to be of it."""
    picked = chosen(grid, figure, every)
    tried = [_Tried(one, picked.points(one), off) for one in _sums(figure, grid) if (off := _off(figure, one))]
    if _of_labels(figure, grid):
        return True
    able = _able(figure, tried)
    most = max((each.whole for each in able), default=0)
    meant = [each for each in able if each.whole == most]
    tie = meant[0].points if meant else 0
    if any(each.off == 1 and _acquits(each, meant, tie, figure) for each in tried):
        return True
    meant = [each for each in meant if each.sum.op != "value" or all(picked.rows[row] for row in each.sum.rows)]
    if not meant or tie + _sure(meant[0], figure) + min(picked.topic, 1) < LEAST or tie < 0:
        return False
    if len({each.sum.entries for each in meant}) > MANY:
        return False
    near = min(meant, key=lambda each: (each.off, each.sum.entries[0].start))
    least = ROUGH if figure.loose else NEAREST
    return Unmet(figure, grid, near.sum, tie, near.off) if least <= near.off <= FURTHEST else False


def _sure(one: _Tried, figure: Figure) -> int:
    """A point where the words ask for just this sum: an average, a total, what a dollar buys."""
    need = _NEEDS.get(one.sum.op)
    return int(need is not None and need not in _WEAK and need in figure.asks)


def _acquits(one: _Tried, meant: Sequence[_Tried], tie: int, figure: Figure) -> bool:
    """Whether a sum that gives the figure may be what is meant; "never beyond 7.4" is met by any smaller value."""
    same = any(one.sum.op == each.sum.op for each in meant)
    if not same and any(not way.bounded or not way.lower for way in figure.ways):
        return False
    least = min(tie, LEAST) if one.sum.op == "value" else tie - (tie >= LEAST)
    return one.points >= least or _beside(one, meant)


def _of_labels(figure: Figure, grid: Grid) -> bool:
    """Whether a factor is of what rows or columns are called by: "quadrupling the cluster"."""
    sizes = [[size for label in some if (size := size_of(label))] for some in (grid.rows, grid.columns)]
    found = (max(two) / min(two) for some in sizes for two in combinations(some, 2))
    return any(one in way for one in found for way in figure.ways) if figure.kind == FACTOR else False


def _able(figure: Figure, tried: Sequence[_Tried]) -> list[_Tried]:
    """The sums that the words ask for: a mean where they say so, else a plain value or quotient."""
    asked = [each for each in tried if (need := _NEEDS.get(each.sum.op)) is None or need in figure.asks]
    alone = [each for each in asked if each.sum.op in _ALONE]
    made = [each for each in asked if each.sum.op == "product"] if "sum" in figure.asks else []
    return [*alone, *made] if alone else asked


def _beside(one: _Tried, meant: Sequence[_Tried]) -> bool:
    """Whether a sum is of the row that is meant."""
    return len(one.sum.rows) == 1 and any(one.sum.rows == each.sum.rows for each in meant)


def _sums(figure: Figure, grid: Grid) -> Iterator[Sum]:
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
        return spread or theirs.kind == FACTOR or (figure.share is not None and theirs.kind == "percent")
    mine = figure.amount
    if one.op == "spread" or (mine.kind == "count" and not mine.of & theirs.of):
        return False
    return alike(mine, theirs) or (mine.kind == theirs.kind == "rate" and _same(mine, theirs))


def _same(one: Amount, other: Amount) -> bool:
    return bool(concepts(" ".join(one.of)) & concepts(" ".join(other.of)))


def _off(figure: Figure, one: Sum) -> Decimal:
    """How many times a figure is off what a sum gives; 1 where they meet, 0 where they cannot be compared."""
    if one.op in ("share", "scaling"):
        return _times(figure.share, one.value)
    if one.op == "per" and figure.kind != FACTOR:
        return _printed(figure, one)
    if figure.share and one.entries[0].amount.kind == "percent" and one.op not in ("ratio", "per", "spread"):
        return _times(figure.share.scaled(Decimal(100)), one.value)
    off = min((_times(way, one.value) for way in figure.ways), default=Decimal(0))
    if off > 1 and figure.value:  # beyond what "more than four times" allows, by four
        return max(off, _times(Interval(figure.value, figure.value), one.value))
    return off


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
