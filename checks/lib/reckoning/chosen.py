"""Which rows and columns of a grid a sentence speaks of: by its words, its numbers, "the largest" and "the new one"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.concepts import concepts
from checks.lib.reckoning.figures import Figure
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.labels_said import NEAR, NUMBER, numbers_of, points_of
from checks.lib.reckoning.sums import Sum
from schemas.interval import Interval

ANCHOR, COUNTED, ONLY, ONE_SAID, ONE_SIDE = 3, 2, 1, 2, 1  # points
FEW = 2  # rows, or columns, of which two need no word to be held against each other
TITLE = 2  # points for words of what stands over the table
# What is said to be the other side, and is no row.
_OVER = re.compile(
    r"\b(?:than|over|versus|vs|against|compared|relative to|before|previous\w*|earlier)\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LATEST = re.compile(r"\b(?:newest|latest|most recent|youngest)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:oldest|earliest|first)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Points of each row and column of a grid, by what a sentence says of them."""

    grid: Grid
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    topic: int  # words that the sentence shares with what stands over the table, at most TITLE
    counts: frozenset[Decimal]  # numbers that it says
    rest: str = ""  # what it says besides the figure

    def points(self, one: Sum) -> int:
        """How much of a sum's rows and columns the sentence says."""
        counted = COUNTED if one.many and Decimal(one.many) in self.counts else 0
        return self._axis(self.rows, one.rows, one) + self._axis(self.columns, one.columns, one) + counted

    def doubt(self, one: Sum) -> int:
        """Points against a total or mean where just one of its rows is said: "the accelerators alone" are none."""
        points = self.columns if one.rows else self.rows
        just_one = len(points) > FEW and sum(each > 0 for each in points) == 1
        return ONE_SAID if just_one and one.op in ("sum", "mean") else 0

    def _axis(self, points: Sequence[int], some: frozenset[int], one: Sum) -> int:
        """The points of a row, or of two; less than none of two of many of which one is not said.

        Of what is multiplied or divided the one row or column that is said best counts.
        """
        mine = [points[at] for at in sorted(some)]
        if one.op in ("per", "product"):
            return max(mine, default=0)
        if len(mine) < FEW or min(mine) > 0 or one.only:
            return sum(mine)
        return ONE_SIDE if one.op == "ratio" and self._one_side(points, some) else -1

    def _one_side(self, points: Sequence[int], some: frozenset[int]) -> bool:
        """Whether two rows have the only one that is said: of "fusion saves 48 %" the other side stays unsaid."""
        said = [at for at, each in enumerate(points) if each > 0]
        return points is self.rows and len(said) == 1 and said[0] in some and not _OVER.search(self.rest)

    def one_sided(self, one: Sum) -> bool:
        """Whether a sentence says just one of the two rows of a quotient: any other row may be its other side."""
        mine = [self.rows[at] for at in one.rows]
        return one.op == "ratio" and len(mine) == FEW and not one.only and max(mine) > 0 >= min(mine)


def chosen(grid: Grid, figure: Figure, every: Sequence[Figure]) -> Chosen:
    """The points of a grid's rows and columns for a figure's sentence."""
    words = figure.sentence.passage.words
    rest = f"{words[: figure.start]} | {words[figure.end :]}"
    said, numbers = concepts(f"{rest} | {_unit(figure)}"), numbers_of(rest)
    axes = [points_of(labels, rest, said, grid.corner) for labels in (grid.rows, grid.columns)]
    _counted(grid, numbers, axes[0])
    _newest(grid, rest, axes[0])
    for other in every:
        _anchor(grid, figure, other, axes[0])
    _only(grid, figure, axes[1])
    over = concepts(f"{grid.head} | {grid.above(words)} | {grid.corner}")
    topic = sum(not word.startswith("#") and not word[0].isdigit() for word in said & over)
    return Chosen(grid, tuple(axes[0]), tuple(axes[1]), min(topic, TITLE), numbers, rest)


def _unit(figure: Figure) -> str:
    """The words of a value behind its number: "searches a second"."""
    return figure.text.partition(" ")[2] if figure.amount else ""


def _counted(grid: Grid, numbers: frozenset[Decimal], points: list[int]) -> None:
    """The one row that prints such a count: "the 48-core part" of 48."""
    for number in numbers:
        found = {one.row for one in grid.entries if one.amount.kind == "count" and number > 1 and number in one.value}
        if len(found) == 1:
            points[found.pop()] += NUMBER


def _newest(grid: Grid, text: str, points: list[int]) -> None:
    """The row with the latest, or the first, year."""
    years = [one for one in grid.entries if _YEAR.fullmatch(grid.document.text[one.start : one.end])]
    for cue, pick in ((_LATEST, max), (_FIRST, min)):
        if years and cue.search(text):
            points[pick(years, key=lambda one: one.value.lower).row] += NUMBER


def _anchor(grid: Grid, figure: Figure, other: Figure, rows: list[int]) -> None:
    """A value of the sentence that one row of the table prints: the figure is of that row."""
    if other.amount is None or other is figure:
        return
    value = other.ways[0]
    found = {one.row for one in grid.entries if one.amount.kind == other.amount.kind and _near(one.value, value)}
    if len(found) == 1:
        rows[found.pop()] += ANCHOR


def _near(one: Interval, other: Interval) -> bool:
    return one.lower * (1 - NEAR) <= other.upper and other.lower <= one.upper * (1 + NEAR)


def _only(grid: Grid, figure: Figure, columns: list[int]) -> None:
    """The one column that has values of the figure's kind."""
    if figure.amount:
        found = {one.column for one in grid.entries if one.amount.kind == figure.amount.kind}
        if len(found) == 1:
            columns[found.pop()] += ONLY
