"""Figures that none of the sums gives which their words ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.reckoning.chosen import Chosen, chosen
from checks.lib.reckoning.figures import FACTOR, Figure
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.sizes import size_of
from checks.lib.reckoning.sums import Sum
from checks.lib.reckoning.sums_for import off, sums_for

ASKED = 2  # points for a sum that the words ask for
LEAST = 2  # points of words that tie a figure to a table
MANY = 4  # sums that are meant equally well
NEAREST, ROUGH = Decimal("1.06"), Decimal("1.13")
FURTHEST = Decimal("3.5")
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
    doubt: int

    @property
    def whole(self) -> int:
        """Its points, with those for what the words ask for."""
        return self.points - self.doubt + ASKED * (self.sum.op in _NEEDS and self.sum.op not in _WEAK)


def judged(figure: Figure, every: Sequence[Figure], grid: Grid) -> Unmet | bool:
    """What a figure should be by its table; True where some sum gives it, False where it is not known to be of it."""
    picked = chosen(grid, figure, every)
    tried = [
        _Tried(one, picked.points(one), apart, picked.doubt(one))
        for one in sums_for(figure, grid)
        if (apart := off(figure, one))
    ]
    able = _able(figure, tried)
    most = max((each.whole for each in able), default=0)
    meant = [each for each in able if each.whole == most]
    if _of_labels(figure, grid) or any(each.off == 1 and _acquits(each, meant, figure) for each in tried):
        return True
    if any(picked.one_sided(each.sum) for each in meant) and any(each.off < ROUGH for each in able):
        return False
    meant = [each for each in meant if each.sum.op != "value" or all(picked.rows[row] for row in each.sum.rows)]
    if not meant or not _tied(meant[0], picked, figure) or len({each.sum.entries for each in meant}) > MANY:
        return False
    near = min(meant, key=lambda each: (each.off, each.sum.entries[0].start))
    least = ROUGH if figure.loose else NEAREST
    return Unmet(figure, grid, near.sum, near.points, near.off) if least <= near.off <= FURTHEST else False


def _tied(one: _Tried, picked: Chosen, figure: Figure) -> bool:
    """Whether enough words tie a figure to a sum."""
    return one.points >= 0 and one.points + _sure(one, figure) + min(picked.topic, 1) >= LEAST


def _sure(one: _Tried, figure: Figure) -> int:
    """A point where the words ask for just this sum: an average, a total, what a dollar buys."""
    need = _NEEDS.get(one.sum.op)
    return int(need is not None and need not in _WEAK and need in figure.asks)


def _acquits(one: _Tried, meant: Sequence[_Tried], figure: Figure) -> bool:
    """Whether a sum that gives the figure may be what is meant; "never beyond 7.4" is met by any smaller value."""
    same = any(one.sum.op == each.sum.op for each in meant)
    if not same and any(not way.bounded or not way.lower for way in figure.ways):
        return False
    tie = meant[0].points if meant else 0
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
