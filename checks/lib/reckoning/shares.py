"""Shares of a whole: of what a column comes to, or of the greater value of a row that its label calls a whole."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from checks.lib.quantities.summed import total
from checks.lib.reckoning.grid import Entry, Grid
from checks.lib.reckoning.sums import Sum, sum_of
from schemas.interval import Interval

ADDED = frozenset({"time", "size", "power", "energy", "price", "count"})
PARTS = re.compile(
    r"\b(?:stages?|phases?|steps?|parts?|components?|items?|categor(?:y|ies)|sources?|tasks?|operations?|where|layers?|"
    r"activity|share)\b",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"\b(?:peak|theoretical|rated|reserved|capacity|total|requests|limit|maximum|available|installed|allocated|nominal|"
    r"budget|received|sent)\b",
    re.IGNORECASE,
)


def shares(grid: Grid) -> Iterator[Sum]:
    """An entry over the total of its column; and the smaller over the greater of two values of a row."""
    for column, some in grid.by_column.items():
        sums = [one for one in grid.entries if one.column == column and one.row in grid.summaries]
        of_parts = sums or PARTS.search(f"{grid.corner} {grid.columns[column]}")
        if not some[1:] or not of_parts or len({one.amount.kind for one in some}) > 1 or not _adds_up(some):
            continue
        whole = sums[0].value if sums else total([one.value for one in some])
        for one in some if whole.lower > 0 else ():
            of = [one, *(sums[:1] or (each for each in some if each is not one))]
            found = Sum(
                "share", tuple(of), one.value / whole, "are a share of", frozenset({one.row}), frozenset({column})
            )
            yield found
    for line in grid.lines:
        yield from _of_whole(grid, line)


def _of_whole(grid: Grid, line: Sequence[Entry]) -> Iterator[Sum]:
    """The smaller of two values of a row over the greater, where labels say that it is the whole."""
    for two in combinations(line, 2):
        less, more = sorted(two, key=lambda each: each.value.lower)
        of_row = less.row == more.row
        whole = WHOLE.search(grid.columns[more.column] if of_row else grid.rows[more.row])
        if whole and less.amount.kind == more.amount.kind and less.value.lower > 0:
            only = len(line) == len(two)
            yield replace(sum_of("share", [less, more], less.value / more.value, "are a share of"), only=only)
            rest = Interval(1 - (less.value / more.value).upper, 1 - (less.value / more.value).lower)
            yield replace(sum_of("share", [less, more], rest, "leave a share of"), only=only)


def _adds_up(some: Sequence[Entry]) -> bool:
    """Whether a column can be parts of a whole: no factors, rates or numbers of machines that only grow."""
    kind = some[0].amount.kind
    grows = all(left.value.upper <= right.value.lower for left, right in pairwise(some))
    return kind in ADDED and not (kind == "count" and grows)
