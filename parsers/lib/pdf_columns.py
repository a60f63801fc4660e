"""Where a page, or a band of it, is set in columns: text beside a table, two tables side by side, text beside text.

Told before tables are looked for, or a row of a table takes in the words that stand beside it. The gap between two
columns of one table is as wide as a gutter: what tells is running text that rows pass by, and rules, headers and
headings that each side has for itself. Where nothing tells, nothing is cut.
"""

import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from parsers.lib.pdf_bands import PROSE, Band, base_lines, flowing
from parsers.lib.pdf_beside import passes, plain, texts
from parsers.lib.pdf_heads import Rule
from parsers.lib.pdf_layout import Grid, Placed
from parsers.lib.pdf_page import Line
from parsers.lib.pdf_twins import ROWS, two_tables

DEPTH = 12  # of columns within columns
GUTTER = 7.0
PADDING = 10.0  # points that a table's cells may stand in from its heading
FEWEST = 2  # lines of a column
MAX_STARTS = 40  # left edges that are tried
PARAGRAPH = (2, 36)  # lines, and their characters
SHARED = 0.6  # of one side's rows that stand on one line with the other side's: one table


@dataclass(frozen=True, slots=True)
class Cut:
    """Things above the columns, in the left one, in the right one, and below, by their place in what was cut."""

    above: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    below: tuple[int, ...]
    start: float  # of the right column
    merit: tuple[float, ...]

    @property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """In the order in which they are read."""
        return self.above, self.left, self.right, self.below


def regions(
    lines: Sequence[Line], rules: Sequence[Rule], depth: int = DEPTH, known: float | None = None
) -> list[list[Line]]:
    """Lines column by column, in the order in which they are read."""
    cut = cut_of(lines, rules, known) if depth else None
    if cut is None:
        return [list(lines)]
    parts = [[lines[at] for at in part] for part in cut.parts]
    hints = (cut.start, None, None, cut.start)
    return [one for part, hint in zip(parts, hints, strict=True) for one in regions(part, rules, depth - 1, hint)]


def cut_of(things: Sequence[Placed], rules: Sequence[Rule] = (), known: float | None = None) -> Cut | None:
    """The cut that parts most, None when no band of the page is set in columns.

    `known` is where a right column begins above or below: less tells that this band has the same.
    """
    upright = [one for one in things if isinstance(one, Line) and one.angle == 0]
    flows = {id(line) for line in flowing(upright, (PARAGRAPH, *PROSE))}
    if known is None and not flows and not _rowed(things):
        return None
    found = [cut for start in _starts(things) for cut in _cuts(things, start, flows, rules, known)]
    return max(found, key=lambda cut: cut.merit, default=None)


def _rowed(things: Sequence[Placed]) -> bool:
    """Whether there are tables, or rows enough for two side by side, or for one beside a list."""
    lines = [one for one in things if isinstance(one, Line) and one.angle == 0]
    tables = sum(isinstance(one, Grid) for one in things)
    return tables > 0 or sum(len(band.lines) > 1 for band in base_lines(lines)) >= ROWS


def _starts(things: Sequence[Placed]) -> list[float]:
    """Left edges that columns may have, those of most things: of two, or of a table as far in as a cell's padding."""
    edges = sorted(one.x0 for one in things)
    tables = {one.x0 for one in things if not isinstance(one, Line)}
    first = [x0 for before, x0 in pairwise(edges) if x0 - before > 0.1]
    weight = {x0: bisect.bisect_right(edges, x0 + 1) - bisect.bisect_left(edges, x0) for x0 in first}
    near = [x0 for x0 in first if x0 in tables or bisect.bisect_right(edges, x0 + PADDING) - bisect.bisect(edges, x0)]
    found = [x0 for x0 in first if weight[x0] > 1 or x0 in near]
    return sorted(found, key=lambda x0: -weight[x0])[:MAX_STARTS]


def _cuts(
    things: Sequence[Placed], start: float, flows: set[int], rules: Sequence[Rule], known: float | None
) -> Iterator[Cut]:
    """The bands of a page that a gutter left of `start` parts."""
    for stretch in _stretches(range(len(things)), things, start, set()):
        if two_tables(*_sides(stretch, things, start), rules):
            yield _cut(things, stretch, start, _tied(stretch, things, start, flows))
            continue
        held = _rows_across(stretch, things, start, flows)
        for part in _stretches(stretch, things, start, held) if held else [stretch]:
            left, right = _sides(part, things, start)
            tied = _tied(part, things, start, flows)
            again = known is not None and abs(start - known) < 1 and texts(left) and texts(right)
            if not tied and (again or passes(left, right, flows) or passes(right, left, flows)):
                yield _cut(things, part, start, tied)


def _cut(things: Sequence[Placed], stretch: Sequence[int], start: float, tied: int) -> Cut:
    inside = set(stretch)
    top = min(things[at].top for at in stretch)
    others = [at for at in range(len(things)) if at not in inside]
    left = tuple(at for at in stretch if things[at].x0 < start - 0.1)
    right = tuple(at for at in stretch if things[at].x0 >= start - 0.1)
    width = min(things[at].x0 for at in right) - max(things[at].x1 for at in left)
    above = tuple(at for at in others if things[at].top <= top)
    below = tuple(at for at in others if things[at].top > top)
    return Cut(above, left, right, below, start, (-tied, min(len(left), len(right)), width))


def _stretches(places: Sequence[int], things: Sequence[Placed], start: float, held: set[int]) -> Iterator[list[int]]:
    """Things between those that reach over a gutter, or stand on one line with one that does, from the top down."""
    across = [at for at in places if at in held or (things[at].x0 < start - 0.1 and things[at].x1 > start - GUTTER)]
    spans = _merged(sorted((things[at].top, things[at].bottom) for at in across))
    tops = [top for top, _ in spans]
    slots: dict[int, list[int]] = defaultdict(list)
    taken = set(across)
    for at in places:
        middle = (things[at].top + things[at].bottom) / 2
        slot = bisect.bisect_right(tops, middle)
        if at not in taken and not (slot and middle < spans[slot - 1][1]):
            slots[slot].append(at)
    for slot in sorted(slots):
        left, right = _sides(slots[slot], things, start)
        if all(len(side) >= FEWEST or any(not isinstance(one, Line) for one in side) for side in (left, right)):
            yield slots[slot]


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for top, bottom in spans:
        if found and top < found[-1][1]:
            found[-1] = found[-1][0], max(bottom, found[-1][1])
        else:
            found.append((top, bottom))
    return found


def _sides(places: Sequence[int], things: Sequence[Placed], start: float) -> tuple[list[Placed], list[Placed]]:
    left = [things[at] for at in places if things[at].x0 < start - 0.1]
    return left, [things[at] for at in places if things[at].x0 >= start - 0.1]


def _on_both(band: Band, start: float) -> bool:
    return band.lines[0].x0 < start - 0.1 <= band.lines[-1].x0


# --- one table that goes over the gutter -------------------------------------------------------------------------


def _rows_across(places: Sequence[int], things: Sequence[Placed], start: float, flows: set[int]) -> set[int]:
    """The things in rows, two at least below each other, that stand on both sides, with the header above them."""
    bands = base_lines(plain([things[at] for at in places], flows))
    held: set[int] = set()
    run: list[Band] = []
    for band in [*bands, None]:
        if band is not None and _on_both(band, start):
            run.append(band)
            continue
        if sum(one.holds_figures for one in run) > 1:
            last = max(at for at, one in enumerate(run) if one.holds_figures)
            held |= {id(line) for one in run[: last + 1] for line in one.lines}
        run = []
    return {at for at in places if id(things[at]) in held}


def _tied(places: Sequence[int], things: Sequence[Placed], start: float, flows: set[int]) -> int:
    """How many rows stand on both sides, 0 when they are few by chance."""
    bands = base_lines(plain([things[at] for at in places], flows))
    both = sum(_on_both(band, start) and band.holds_figures for band in bands)
    left = sum(band.lines[0].x0 < start - 0.1 for band in bands)
    right = sum(band.lines[-1].x0 >= start - 0.1 for band in bands)
    return both if both > 1 and both >= SHARED * min(left, right) else 0
