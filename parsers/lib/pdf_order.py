"""The order in which the things of a page are read: running text, tables and charts.

Columns are read one after the other where both sides of a gutter are text in long lines, and in a band of the page that
is set in columns; short pieces that face each other over a gap are a list or an unruled table and stay on one line,
parted by a tab.
"""

import bisect
from collections.abc import Sequence
from statistics import median
from typing import TypeVar

from parsers.lib.pdf_beside import COLUMN_LINES, texts
from parsers.lib.pdf_blocks import CAPTION, SMALL, breaks_off
from parsers.lib.pdf_columns import DEPTH, GUTTER, cut_of
from parsers.lib.pdf_layout import Placed
from parsers.lib.pdf_page import Line

BESIDE = 1.0  # of the type size: lines of one paragraph

PlacedT = TypeVar("PlacedT", bound=Placed)


def reading_order(things: Sequence[PlacedT], depth: int = DEPTH, known: float | None = None) -> list[PlacedT]:
    """Things on a page column by column; what spans a gutter parts what is above it from what is below.

    `known` as in `cut_of`.
    """
    cut = cut_of(things, (), known) if depth else None
    if cut is not None:
        above, left, right, below = ([things[at] for at in part] for part in cut.parts)
        left, below = _without_heads(left, right, below, things)
        sides = [right, left] if _flows_around(left, below) else [left, right]
        columns = [thing for side in sides for thing in reading_order(side, depth - 1)]
        return [*reading_order(above, depth - 1, cut.start), *columns, *reading_order(below, depth - 1, cut.start)]
    gutter = _gutter(things)
    if gutter is None:
        return sorted(things, key=lambda thing: (thing.top, thing.x0))
    return _by_gutter(things, gutter, depth)


def _without_heads(
    left: Sequence[PlacedT], right: Sequence[PlacedT], below: Sequence[PlacedT], things: Sequence[PlacedT]
) -> tuple[list[PlacedT], list[PlacedT]]:
    """A left column without the headings at its foot that stand above what comes below both columns, and the rest."""
    kept, rest = sorted(left, key=lambda one: one.bottom), list(below)
    foot = max(one.bottom for one in right)
    while len(kept) > 1 and rest:
        last, upper = kept[-1], max(one.bottom for one in kept[:-1])
        under = min(rest, key=lambda one: one.top)
        apart = upper + last.bottom - last.top < foot <= last.top + 1  # the column had ended before the right one did
        heads = isinstance(last, Line) and (
            _heads(last, under, [*kept, *right], things) or _is_note(last, kept[:-1], foot)
        )
        if not isinstance(last, Line) or not (apart or heads):
            break
        rest.append(kept.pop())
    return kept, rest


def _is_note(line: Line, column: Sequence[Placed], foot: float) -> bool:
    """Whether a line in small type below both columns is a footnote of the page."""
    sizes = [one.size for one in column if isinstance(one, Line)]
    return line.top > foot - 1 and bool(sizes) and line.size < SMALL * median(sizes)


def _flows_around(left: Sequence[Placed], below: Sequence[Placed]) -> bool:
    """Whether a paragraph at the left goes on below what stands beside it: text set around a table or a picture."""
    last = max((one for one in left if isinstance(one, Line)), key=lambda one: one.bottom, default=None)
    under = min((one for one in below if isinstance(one, Line)), key=lambda one: one.top, default=None)
    if last is None or under is None or last.font != under.font or abs(last.x0 - under.x0) > 1:
        return False
    return -1 < under.top - last.bottom < BESIDE * last.size and breaks_off(last.text, under.text)


def _by_gutter(things: Sequence[PlacedT], gutter: float, depth: int) -> list[PlacedT]:
    ordered: list[PlacedT] = []
    across = sorted((thing for thing in things if thing.x0 < gutter < thing.x1), key=lambda thing: thing.top)
    across = _with_heads(across, things, gutter)
    spanning = {id(thing) for thing in across}
    edges = [thing.top for thing in across]
    slots: list[list[PlacedT]] = [[] for _ in range(len(across) + 1)]
    for thing in things:
        if id(thing) not in spanning:
            slots[bisect.bisect_right(edges, thing.top)].append(thing)
    for index, inside in enumerate(slots):
        ordered += reading_order([thing for thing in inside if thing.x1 <= gutter], depth)
        ordered += reading_order([thing for thing in inside if thing.x1 > gutter], depth)
        ordered += across[index : index + 1]
    return ordered


def _with_heads(across: Sequence[PlacedT], things: Sequence[PlacedT], gutter: float) -> list[PlacedT]:
    """What spans a gutter, and the short headings at its left that stand right above one of them, below both columns.

    Read as the left column's last line, the heading of a table would part a sentence from its end at the right.
    """
    found: list[PlacedT] = []
    spanning = {id(thing) for thing in across}
    for thing in across:
        if not isinstance(thing, Line):
            above = [one for one in things if one.bottom <= thing.top + 1 and id(one) not in spanning]
            last = max(above, key=lambda one: one.bottom, default=None)
            if isinstance(last, Line) and last.x1 <= gutter and _heads(last, thing, above, things):
                found.append(last)
        found.append(thing)
    return found


def _heads(line: Line, thing: Placed, above: Sequence[Placed], things: Sequence[Placed]) -> bool:
    """Whether a line is set apart from its column, by its type, and belongs to what begins below it."""
    beside = any(one is not line and one.bottom > line.top + 1 and one.top < line.bottom - 1 for one in above)
    usual = median(one.size for one in things if isinstance(one, Line))
    mine = [one for one in above if isinstance(one, Line) and one is not line and one.x0 < line.x1]
    apart = line.size > 1.08 * usual or all(one.font != line.font for one in mine[-3:])
    apart = apart or (CAPTION.match(line.text) is not None and not isinstance(thing, Line))
    return not beside and apart and thing.top - line.bottom < 2.5 * line.size


def _gutter(things: Sequence[Placed]) -> float | None:
    """Where a gutter parts two columns of text, None when there is none."""
    best: tuple[int, float | None] = (0, None)
    for start in sorted({round(thing.x0, 1) for thing in things})[1:200]:
        gutter = start - GUTTER / 2
        left = [thing for thing in things if thing.x1 <= gutter - GUTTER / 2]
        right = [thing for thing in things if thing.x0 >= start - 0.1]
        merit = min(len(left), len(right)) - (len(things) - len(left) - len(right))
        if merit > best[0] and texts(left, COLUMN_LINES) and texts(right, COLUMN_LINES) and _side_by_side(left, right):
            best = (merit, gutter)
    return best[1]


def _side_by_side(left: Sequence[Placed], right: Sequence[Placed]) -> bool:
    top = max(min(thing.top for thing in left), min(thing.top for thing in right))
    return top < min(max(thing.bottom for thing in left), max(thing.bottom for thing in right))
