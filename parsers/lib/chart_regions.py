"""Where one chart of a page ends and the next begins: the page is cut between texts and drawings that stand apart."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import median

from parsers.lib.chart_bars import BarSet, find_bars, holds
from parsers.lib.chart_desk import DOT, NOTE_HEAD, Plot, Region
from parsers.lib.chart_seen import seen
from parsers.lib.pdf_page import RULE, Line, Page, Shape

WORDY = re.compile(r"[^\W\d_]{4}")
MAX_CUTS = 24
MAX_LINES = 800  # texts of a chart; each is held against all others
WIDE = 0.6  # of the page
BLEEDS = 0.98  # of the page: printed to its edges, as no bar is
APART = 30.0  # an axis and its lines of a grid stand closer to bars or to each other
GRID = 3  # lines
AXIS = 60.0  # an axis of a point chart is at least so long


def regions_of(region: Region, page: Page) -> list[Region]:
    """Cut along straight gutters for as long as both sides are charts of their own."""
    if len(region.lines) > 4 * MAX_LINES:
        return [region]
    cuts = [*_cuts(region, page, across=False), *_cuts(region, page, across=True)]
    for _, first, second in sorted(cuts, key=lambda cut: cut[0], reverse=True)[:MAX_CUTS]:
        if _stands_alone(first, page) and _stands_alone(second, page):
            return [*regions_of(first, page), *regions_of(second, page)]
    return [region]


def _cuts(region: Region, page: Page, *, across: bool) -> Iterator[tuple[tuple[float, float], Region, Region]]:
    """Each way to cut in two, with its merit: what stands in large type below the cut, then how wide the gap is."""
    if len(region.shapes) < 2:
        return
    shapes = [shape for shape in region.shapes if not _furniture(shape, page, across)]
    shapes = shapes if across else [shape for shape in shapes if not _lone_rule(shape, shapes, page)]
    spans = [(shape.top, shape.bottom) if across else (shape.x0, shape.x1) for shape in shapes]
    lines = region.lines if across else _columned(region, shapes)
    spans += [(line.top, line.bottom) if across else (line.x0, line.x1) for line in lines]
    for low, high in _gaps(spans):
        first, second = _halves(region, tuple(shapes), lines, (low + high) / 2, across)
        head = max((line.size for line in second.lines if line.top < high + 3), default=0.0) if across else 0.0
        yield (head, high - low), first, second


def _furniture(shape: Shape, page: Page, across: bool) -> bool:
    """Page frames, background panels, banners and rules from edge to edge, which no gutter could pass."""
    reach = shape.height / page.height if across else shape.width / page.width
    thin = shape.kind == "line" or min(shape.width, shape.height) < RULE
    return reach > 0.85 and (thin or shape.height > 40 or reach > BLEEDS)


def _lone_rule(shape: Shape, shapes: Sequence[Shape], page: Page) -> bool:
    """Whether it is a rule over the width of the text with nothing drawn near: it parts a page's foot, no chart."""
    if shape.height >= RULE or shape.width < WIDE * page.width:
        return False
    return not any(
        one is not shape and one.top < shape.bottom + APART and one.bottom > shape.top - APART for one in shapes
    )


def _columned(region: Region, shapes: Sequence[Shape]) -> tuple[Line, ...]:
    """The lines but those above and below all drawings: a common title or common notes may span a gutter."""
    if not shapes:
        return region.lines
    top = min(shape.top for shape in shapes)
    bottom = max(shape.bottom for shape in shapes)
    left, right = _gutter(shapes)
    outside = [line for line in region.lines if line.bottom <= top or line.top >= bottom]
    wide = [line for line in outside if line.x0 < left and line.x1 > right]
    high = max((line.bottom for line in wide if line.bottom <= top), default=-1.0)
    low = min((line.top for line in wide if line.top >= bottom), default=float("inf"))
    low = min((line.top for line in region.lines if _heads(line, low)), default=low)
    return tuple(line for line in region.lines if line.top >= high - 1 and line.bottom <= low + 1)


def _gutter(shapes: Sequence[Shape]) -> tuple[float, float]:
    """The widest upright gap between drawings; their middle where there is none.

    A title over the right one of two charts may begin left of its axis and so stand over the middle of the page.
    """
    middle = (min(shape.x0 for shape in shapes) + max(shape.x1 for shape in shapes)) / 2
    gaps = _gaps((shape.x0, shape.x1) for shape in shapes)
    return max(gaps, key=lambda gap: gap[1] - gap[0], default=(middle, middle))


def _heads(line: Line, low: float) -> bool:
    """Whether a line is the heading of notes that begin right below it."""
    return bool(NOTE_HEAD.match(line.text)) and 0 <= low - line.bottom < 1.5 * line.size


def _gaps(spans: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    reach = None
    for low, high in sorted(spans):
        if reach is not None and low - reach > 4:
            yield reach, low
        reach = high if reach is None else max(reach, high)


def _halves(
    region: Region, shapes: tuple[Shape, ...], lines: Sequence[Line], at: float, across: bool
) -> tuple[Region, Region]:
    def before(thing: Line | Shape) -> bool:
        return (thing.bottom if across else thing.x1) <= at

    kept = {id(line) for line in lines}
    common = [line for line in region.lines if id(line) not in kept]
    inner = sum(line.y for line in lines) / max(len(lines), 1)
    above = (*region.above, *(line for line in common if line.y < inner))
    below = (*(line for line in common if line.y >= inner), *region.below)
    first, second = (
        Region(
            tuple(line for line in lines if before(line) is side),
            tuple(shape for shape in shapes if before(shape) is side),
            above,
            below,
        )
        for side in (True, False)
    )
    return first, second


def _stands_alone(region: Region, page: Page) -> bool:
    """Whether a part of a page is a chart by itself: a drawing with a title above, or bars on an axis of their own."""
    plot = plot_of(region, page)
    if plot is None:
        return False
    usual = median(line.size for line in region.lines) if region.lines else 0.0
    titles = [line for line in region.lines if line.bottom <= plot.top + 2 and WORDY.search(line.text)]
    titled = any(line.size >= 1.15 * usual or line.text.isupper() for line in titles)
    return titled or (plot.bars is not None and _own_axis(plot.bars, region.shapes))


def _own_axis(bars: BarSet, shapes: Sequence[Shape]) -> bool:
    """Whether every bar stands on a rule: one of all, or that of its chart where several are left together."""
    spots = [seen(shape, bars.horizontal) for shape in shapes]
    rules = [spot for spot in spots if spot.a1 - spot.a0 < RULE and abs(spot.a - bars.base) <= 2]
    return all(any(rule.c0 <= lane.c <= rule.c1 for rule in rules) for lane in bars.lanes)


def plot_of(region: Region, page: Page) -> Plot | None:
    """What is drawn in a part of the page: bars, or points between axes; None when it is no chart."""
    if len(region.lines) > MAX_LINES:
        return None
    bars = find_bars(region.shapes, region.lines, page.width * page.height)
    drawn = bars.shapes if bars else _points(region.shapes)
    if not drawn:
        return None
    return Plot(
        min(shape.x0 for shape in drawn),
        min(shape.top for shape in drawn),
        max(shape.x1 for shape in drawn),
        max(shape.bottom for shape in drawn),
        bars,
    )


def _points(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """The axes, markers and curves of a chart without bars; () when there is none."""
    level = [shape for shape in shapes if shape.height < RULE and shape.width >= AXIS]
    upright = [shape for shape in shapes if shape.width < RULE and shape.height >= AXIS]
    corners = [(flat, tall) for flat in level[:200] for tall in upright[:200] if _corner(flat, tall)]
    frames = [shape for shape in shapes if shape.kind == "box" and not shape.filled and _large(shape)]
    axes = max(corners, key=lambda pair: pair[0].width * pair[1].height, default=())
    hull = hull_of(axes) if axes else max(frames, key=lambda shape: shape.width * shape.height, default=_ruled(level))
    if hull is None:
        return ()
    marks = [shape for shape in shapes if _mark(shape) and holds(_grown(hull), shape)]
    curves = [shape for shape in marks if max(shape.width, shape.height) > DOT]
    spread = len({round(shape.x0 / 4) for shape in marks}) >= 3 and len({round(shape.top / 4) for shape in marks}) >= 3
    return (hull, *marks) if curves or (len(marks) >= 3 and spread) else ()


def _ruled(level: Sequence[Shape]) -> Shape | None:
    """The area of a chart that has the lines of a grid and no upright axis; None without three of one length."""
    alike = [one for one in level[:200] if abs(one.x0 - level[0].x0) <= 1 and abs(one.x1 - level[0].x1) <= 1]
    hull = hull_of(alike) if len({round(one.top) for one in alike}) >= GRID else None
    return hull if hull is not None and hull.height >= AXIS else None


def _corner(flat: Shape, tall: Shape) -> bool:
    meets = min(abs(flat.x0 - tall.x0), abs(flat.x1 - tall.x0)) <= 3
    return meets and min(abs(flat.top - tall.bottom), abs(flat.top - tall.top)) <= 3


def _large(shape: Shape) -> bool:
    return shape.width >= AXIS and shape.height >= AXIS


def hull_of(shapes: Sequence[Shape]) -> Shape:
    """The smallest box around all of these."""
    xs = [edge for shape in shapes for edge in (shape.x0, shape.x1)]
    ys = [edge for shape in shapes for edge in (shape.top, shape.bottom)]
    return Shape("box", min(xs), min(ys), max(xs), max(ys))


def _grown(shape: Shape) -> Shape:
    return replace(shape, x0=shape.x0 - DOT, top=shape.top - DOT, x1=shape.x1 + DOT, bottom=shape.bottom + DOT)


def _mark(shape: Shape) -> bool:
    """A marker (small, about as wide as high) or a drawn curve."""
    small = 1.5 <= shape.width <= DOT and abs(shape.width - shape.height) < 1.5
    return small or (shape.kind == "curve" and not shape.filled and shape.width > DOT)
