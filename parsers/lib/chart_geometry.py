"""A page of lines and shapes -> its charts: where one ends and the next begins, and what each text does there.

A chart is told by its drawing (bars on one base line, or markers and curves between two axes), never by its words.
Every line of a chart's part of the page gets a role, so that none is lost; what belongs to no chart is handed back.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from parsers.lib.chart_bars import (
    RULE,
    BarSet,
    Lane,
    Scale,
    Segment,
    aligned,
    find_bars,
    find_ticks,
    holds,
    measured,
    number,
    seen,
    singles,
)
from parsers.lib.pdf import Line, Page, Shape
from schemas.document import Bar, PartRole

UNIT = r"(?:ns|us|µs|ms|s|sec|seconds?|min|minutes?|h|hrs?|hours?|days?|weeks?|[kKMB]|W|kW)"
FACTOR = re.compile(r"(?<![\w.\-])\d[\d.,]*\s?(?:[xX×](?!\w)|%|times\b)|\border(?:s)? of magnitude\b|\btwice\b")
FIGURE = re.compile(rf"{FACTOR.pattern}|^[^\w]*\d[\d,.]*(?![\w\-])|(?<![\w.\-])\d[\d.,]*\s?{UNIT}(?!\w)")
NOTE_HEAD = re.compile(
    r"(?:notes?|sources?|footnotes?|disclaimers?|methodology|configurations?)\s*(?::|$)", re.IGNORECASE
)
NOTE_MARK = re.compile(r"[*†‡§¹²³⁴]+\s?\w")
WORDY = re.compile(r"[^\W\d_]{4}")
BULLET = re.compile(r"[•‣◦▪–\-*\ufffd]\s|\(?\d{1,2}[.)]\s|\(?https?:")
BODY_CHARS = 35
BODY_LINES = 3
SWATCH = 14.0
DOT = 16.0
MAX_CUTS = 24
MAX_SWATCHES = 400
MAX_LINES = 800  # texts of a chart; each is held against all others
AXIS = 60.0  # an axis of a point chart is at least so long


@dataclass(frozen=True, slots=True)
class Piece:
    """Text with one role on a chart: its printed lines in reading order, and the bar that it labels."""

    role: PartRole
    lines: tuple[Line, ...]
    bar: Bar | None = None

    @property
    def text(self) -> str:
        """Its lines in one."""
        return " ".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class ChartArea:
    """A chart: its pieces in reading order and its bars. `shared` stands beside several charts and belongs to each."""

    x0: float
    top: float
    x1: float
    bottom: float
    pieces: tuple[Piece, ...]
    bars: tuple[Bar, ...]
    above: tuple[Piece, ...] = ()
    below: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class _Region:
    """Part of a page with at most one chart, and the texts across it and its neighbours."""

    lines: tuple[Line, ...]
    shapes: tuple[Shape, ...]
    above: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class _Plot:
    """What is drawn of a chart: its bars or its points, and how far the drawing reaches."""

    x0: float
    top: float
    x1: float
    bottom: float
    bars: BarSet | None


@dataclass
class _Desk:
    """The lines of a chart not yet placed, and the pieces made of the others."""

    page: int
    plot: _Plot
    shapes: tuple[Shape, ...]
    left: list[Line]
    pieces: list[Piece] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    scale: Scale | None = None

    def take(self, role: PartRole, lines: Sequence[Line], bar: Bar | None = None) -> None:
        """Place lines as one piece."""
        self.left = [line for line in self.left if line not in lines]
        self.pieces.append(Piece(role, tuple(lines), bar))

    def take_each(self, role: PartRole, lines: Iterable[Line]) -> None:
        """Place lines as one piece each."""
        for line in list(lines):
            self.take(role, [line])

    def of(self, role: PartRole) -> list[Line]:
        """The lines placed in a role."""
        return [line for piece in self.pieces if piece.role == role for line in piece.lines]


def find_charts(page: Page) -> tuple[tuple[ChartArea, ...], tuple[Line, ...]]:
    """The charts of a page in reading order, and the lines that belong to none."""
    charts, rest = [], []
    for region in _split(_Region(page.lines, page.shapes), page):
        plot = _plot(region, page)
        if plot is None:
            rest += [*region.above, *region.lines, *region.below]
            continue
        chart, others = _chart(region, plot, page.number)
        charts.append(chart)
        rest += others
    return tuple(charts), tuple(rest)


# Where one chart ends and the next begins


def _split(region: _Region, page: Page) -> list[_Region]:
    """Cut along straight gutters for as long as both sides are charts of their own."""
    if len(region.lines) > 4 * MAX_LINES:
        return [region]
    cuts = [*_cuts(region, page, across=False), *_cuts(region, page, across=True)]
    for _, first, second in sorted(cuts, key=lambda cut: cut[0], reverse=True)[:MAX_CUTS]:
        if _stands_alone(first, page) and _stands_alone(second, page):
            return [*_split(first, page), *_split(second, page)]
    return [region]


def _cuts(region: _Region, page: Page, *, across: bool) -> Iterator[tuple[tuple[float, float], _Region, _Region]]:
    """Each way to cut in two, with its merit: what stands in large type below the cut, then how wide the gap is."""
    if len(region.shapes) < 2:
        return
    shapes = [shape for shape in region.shapes if not _furniture(shape, page, across)]
    spans = [(shape.top, shape.bottom) if across else (shape.x0, shape.x1) for shape in shapes]
    lines = region.lines if across else _columned(region, shapes)
    spans += [(line.top, line.bottom) if across else (line.x0, line.x1) for line in lines]
    for low, high in _gaps(spans):
        first, second = _halves(region, tuple(shapes), lines, (low + high) / 2, across)
        head = max((line.size for line in second.lines if line.top < high + 3), default=0.0) if across else 0.0
        yield (head, high - low), first, second


def _furniture(shape: Shape, page: Page, across: bool) -> bool:
    """Page frames, background panels and rules from edge to edge, which no gutter could pass."""
    reach = shape.height / page.height if across else shape.width / page.width
    return reach > 0.85 and (shape.kind == "line" or min(shape.width, shape.height) < RULE or shape.height > 40)


def _columned(region: _Region, shapes: Sequence[Shape]) -> tuple[Line, ...]:
    """The lines but those above and below all drawings: a common title or common notes may span a gutter."""
    if not shapes:
        return region.lines
    top = min(shape.top for shape in shapes)
    bottom = max(shape.bottom for shape in shapes)
    middle = (min(shape.x0 for shape in shapes) + max(shape.x1 for shape in shapes)) / 2
    wide = [line for line in region.lines if line.x0 < middle < line.x1 and (line.bottom <= top or line.top >= bottom)]
    high = max((line.bottom for line in wide if line.bottom <= top), default=-1.0)
    low = min((line.top for line in wide if line.top >= bottom), default=float("inf"))
    low = min((line.top for line in region.lines if _heads(line, low)), default=low)
    return tuple(line for line in region.lines if line.top >= high - 1 and line.bottom <= low + 1)


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
    region: _Region, shapes: tuple[Shape, ...], lines: Sequence[Line], at: float, across: bool
) -> tuple[_Region, _Region]:
    def before(thing: Line | Shape) -> bool:
        return (thing.bottom if across else thing.x1) <= at

    kept = {id(line) for line in lines}
    common = [line for line in region.lines if id(line) not in kept]
    inner = sum(line.y for line in lines) / max(len(lines), 1)
    above = (*region.above, *(line for line in common if line.y < inner))
    below = (*(line for line in common if line.y >= inner), *region.below)
    first, second = (
        _Region(
            tuple(line for line in lines if before(line) is side),
            tuple(shape for shape in shapes if before(shape) is side),
            above,
            below,
        )
        for side in (True, False)
    )
    return first, second


def _stands_alone(region: _Region, page: Page) -> bool:
    """Whether a part of a page is a chart by itself: a drawing with a title above, or bars on an axis of their own."""
    plot = _plot(region, page)
    if plot is None:
        return False
    usual = median(line.size for line in region.lines) if region.lines else 0.0
    titles = [line for line in region.lines if line.bottom <= plot.top + 2 and WORDY.search(line.text)]
    titled = any(line.size >= 1.15 * usual or line.text.isupper() for line in titles)
    return titled or (plot.bars is not None and _own_axis(plot.bars, region.shapes))


def _own_axis(bars: BarSet, shapes: Sequence[Shape]) -> bool:
    spots = [seen(shape, bars.horizontal) for shape in shapes]
    rules = [spot for spot in spots if spot.a1 - spot.a0 < RULE and abs(spot.a - bars.base) <= 2]
    return any(rule.c0 <= bars.lanes[0].c and rule.c1 >= bars.lanes[-1].c for rule in rules)


def _plot(region: _Region, page: Page) -> _Plot | None:
    if len(region.lines) > MAX_LINES:
        return None
    bars = find_bars(region.shapes, region.lines, page.width * page.height)
    drawn = bars.shapes if bars else _points(region.shapes)
    if not drawn:
        return None
    return _Plot(
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
    hull = _hull(axes) if axes else max(frames, key=lambda shape: shape.width * shape.height, default=None)
    if hull is None:
        return ()
    marks = [shape for shape in shapes if _mark(shape) and holds(_grown(hull), shape)]
    curves = [shape for shape in marks if max(shape.width, shape.height) > DOT]
    spread = len({round(shape.x0 / 4) for shape in marks}) >= 3 and len({round(shape.top / 4) for shape in marks}) >= 3
    return (hull, *marks) if curves or (len(marks) >= 3 and spread) else ()


def _corner(flat: Shape, tall: Shape) -> bool:
    meets = min(abs(flat.x0 - tall.x0), abs(flat.x1 - tall.x0)) <= 3
    return meets and min(abs(flat.top - tall.bottom), abs(flat.top - tall.top)) <= 3


def _large(shape: Shape) -> bool:
    return shape.width >= AXIS and shape.height >= AXIS


def _hull(shapes: Sequence[Shape]) -> Shape:
    xs = [edge for shape in shapes for edge in (shape.x0, shape.x1)]
    ys = [edge for shape in shapes for edge in (shape.top, shape.bottom)]
    return Shape("box", min(xs), min(ys), max(xs), max(ys))


def _grown(shape: Shape) -> Shape:
    return replace(shape, x0=shape.x0 - DOT, top=shape.top - DOT, x1=shape.x1 + DOT, bottom=shape.bottom + DOT)


def _mark(shape: Shape) -> bool:
    """A marker (small, about as wide as high) or a drawn curve."""
    small = 1.5 <= shape.width <= DOT and abs(shape.width - shape.height) < 1.5
    return small or (shape.kind == "curve" and not shape.filled and shape.width > DOT)


# What each text does


def _chart(region: _Region, plot: _Plot, page: int) -> tuple[ChartArea, list[Line]]:
    lines, others = _without_prose(region.lines, plot)
    upright = [single for line in lines for single in (singles(line) if line.angle == 0 else [line])]
    desk = _Desk(page, plot, region.shapes, upright)
    _place_notes(desk)
    _place_legend(desk)
    if plot.bars:
        _place_on_bars(desk, plot.bars)
    else:
        _place_ticks_of_points(desk)
    _place_top(desk)
    _place_remains(desk)
    pieces = tuple(sorted(desk.pieces, key=_reading_order))
    above = tuple(Piece(_top_role(line, desk), (line,)) for line in region.above)
    below = tuple(Piece("note", tuple(lines)) for lines in note_lines(region.below))
    edges = _hull([Shape("box", line.x0, line.top, line.x1, line.bottom) for line in lines] + [_box(plot)])
    return ChartArea(edges.x0, edges.top, edges.x1, edges.bottom, pieces, tuple(desk.bars), above, below), others


def _box(plot: _Plot) -> Shape:
    return Shape("box", plot.x0, plot.top, plot.x1, plot.bottom)


def _reading_order(piece: Piece) -> tuple[bool, float, float]:
    first = piece.lines[0]
    return piece.role == "note", first.top if piece.role != "tick" else round(first.y), first.x0


def _without_prose(lines: Sequence[Line], plot: _Plot) -> tuple[list[Line], list[Line]]:
    """Lines of the chart, and lines of the running text around it (all when there are no paragraphs)."""
    body = [line for run in paragraphs(lines) if _is_body(run, plot) for line in run]
    if not body:
        return list(lines), []
    ours = [line for line in lines if line not in body and _near(line, plot, body)]
    return ours, [line for line in lines if line not in ours]


def paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """Runs of lines below each other with one left edge, one size and even spacing, in the order given."""
    runs: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.top, line.x0)):
        home = next((run for run in reversed(runs) if _continues(run[-1], line)), None)
        if home is None:
            runs.append([line])
        else:
            home.append(line)
    return runs


def _continues(before: Line, line: Line) -> bool:
    leading = 0.4 * line.size < line.top - before.top < 1.75 * line.size
    alike = abs(before.size - line.size) < 0.6 and before.angle == line.angle == 0
    return leading and alike and abs(before.x0 - line.x0) < 1.5 * line.size


def _is_body(run: Sequence[Line], plot: _Plot) -> bool:
    long = median(len(line.text) for line in run) >= BODY_CHARS and len(run) >= BODY_LINES
    within = any(plot.top < line.y < plot.bottom and plot.x0 < line.x < plot.x1 for line in run)
    headed = NOTE_HEAD.match(run[0].text) or NOTE_MARK.match(run[0].text)
    return long and not within and not headed and run[0].size >= 8.5


def _near(line: Line, plot: _Plot, body: Sequence[Line]) -> bool:
    """Whether a line stands by the plot and no running text stands between."""
    if not _overlap(line, plot, 90.0):
        return False
    low, high = min(line.bottom, plot.bottom), max(line.top, plot.top)
    between = [other for other in body if low <= other.y <= high and _overlap(other, plot, 0.0)]
    reach = 3.5 * line.size + 60
    return not between and plot.top - reach < line.y < plot.bottom + reach


def _overlap(line: Line, plot: _Plot, margin: float) -> bool:
    return line.x < plot.x1 + margin and line.x > plot.x0 - margin


def _place_notes(desk: _Desk) -> None:
    for head in sorted(desk.left, key=lambda line: line.top):
        if head in desk.left and (NOTE_HEAD.match(head.text) or _marked(head, desk)):
            _take_notes(desk, _block_below(head, desk.left))


def _marked(line: Line, desk: _Desk) -> bool:
    return bool(NOTE_MARK.match(line.text)) and line.top > desk.plot.bottom


def _block_below(head: Line, lines: Iterable[Line]) -> list[Line]:
    """A heading of notes and the lines under it, for as long as they keep its edge and small type."""
    block = [head]
    for line in sorted(lines, key=lambda line: (line.top, line.x0)):
        last = block[-1]
        under = line.top > last.top + 0.3 * last.size and line.top - last.bottom < 2.2 * last.size
        if under and head.x0 - 2 * head.size <= line.x0 <= head.x0 + 6 * head.size and line.size <= 1.25 * head.size:
            block.append(line)
    return block


def _take_notes(desk: _Desk, block: Sequence[Line]) -> None:
    for lines in note_lines(block):
        desk.take("note", lines)


def note_lines(block: Sequence[Line]) -> list[list[Line]]:
    """The printed lines of notes, joined where one was wrapped."""
    notes: list[list[Line]] = []
    margin = max((line.x1 for line in block), default=0.0)
    for line in block:
        if notes and _wrapped(notes[-1][-1], line, margin):
            notes[-1].append(line)
        else:
            notes.append([line])
    return notes


def _wrapped(before: Line, line: Line, margin: float) -> bool:
    """Whether a line goes on from the one before: its first word did not fit there, and reads on."""
    first = line.words[0]
    full = before.x1 + 0.25 * line.size + first.x1 - first.x0 > margin - 0.5
    reads_on = first.text[0].islower() or first.text[0] in "|&/" or before.text[-1] in "|&,-/"
    return full and reads_on and not BULLET.match(line.text) and not NOTE_HEAD.match(before.text)


def _place_legend(desk: _Desk) -> None:
    drawn = set(desk.plot.bars.shapes) if desk.plot.bars else set()
    small = [shape for shape in desk.shapes if _swatch(shape) and shape not in drawn]
    pairs = [
        (shape, line)
        for shape in small[:MAX_SWATCHES]
        for line in desk.left
        if 0 <= line.x0 - shape.x1 <= 1.5 * line.size + 2 and abs(line.y - _middle(shape)) <= 0.6 * line.size
    ]
    rows = [pair for pair in pairs if pair[0].kind == "box" or _in_line(pair[0], [other for other, _ in pairs])]
    desk.take_each("legend", dict.fromkeys(line for _, line in rows))


def _swatch(shape: Shape) -> bool:
    return 2.5 <= shape.height <= SWATCH and 2.5 <= shape.width <= 3 * SWATCH


def _middle(shape: Shape) -> float:
    return (shape.top + shape.bottom) / 2


def _in_line(shape: Shape, others: Sequence[Shape]) -> bool:
    return any(
        other is not shape and (abs(other.x0 - shape.x0) < 1 or abs(other.top - shape.top) < 1) for other in others
    )


def _series(desk: _Desk) -> dict[tuple[float, ...], str]:
    """Legend names by the colour of their swatch."""
    names = {}
    for line in desk.of("legend"):
        swatches = [
            shape
            for shape in desk.shapes
            if 0 <= line.x0 - shape.x1 <= 1.5 * line.size + 2 and abs(line.y - _middle(shape)) <= 0.6 * line.size
        ]
        names.update({shape.colour: line.text for shape in swatches if shape.height <= SWATCH})
    return names


# Texts tied to bars


def _place_on_bars(desk: _Desk, bars: BarSet) -> None:
    ticks, desk.scale = find_ticks(bars, [line for line in desk.left if line.angle == 0], desk.shapes)
    desk.take_each("tick", ticks)
    inside = _inside(desk, bars)
    names = _place_categories(desk, bars)
    series = _series(desk)
    for index, lane in enumerate(bars.lanes):
        spoken = [line.text for line in inside.get(index, []) if not FIGURE.search(line.text)]
        category = names.get(index, "") or " ".join(spoken)
        _place_lane(desk, bars, lane, category, series if len(series) > 1 else {}, inside.get(index, []))


def _inside(desk: _Desk, bars: BarSet) -> dict[int, list[Line]]:
    """Lines printed on the bars, by lane."""
    found: dict[int, list[Line]] = {}
    for index, lane in enumerate(bars.lanes):
        lines = [line for line in desk.left if any(_on(line, segment, bars) for segment in lane.segments)]
        if lines:
            found[index] = sorted(lines, key=lambda line: (line.top, line.x0))
    return found


def _on(line: Line, segment: Segment, bars: BarSet) -> bool:
    at, spot = segment.at, seen(line, bars.horizontal)
    return at.a0 - 1 <= spot.a <= at.a1 + 1 and spot.a0 > at.a0 - 3 and spot.a1 < at.a1 + 3 and at.c0 <= spot.c <= at.c1


def _place_categories(desk: _Desk, bars: BarSet) -> dict[int, str]:
    """Names at the foot of the bars: one a bar, or one a group of bars."""
    groups = _named_groups(desk, bars)
    order = {lane: index for index, lane in enumerate(bars.lanes)}
    names: dict[int, str] = {}
    for group, lines in groups:
        desk.take("category", lines)
        names.update({order[lane]: " ".join(line.text for line in lines) for lane in group})
    return names


def _named_groups(desk: _Desk, bars: BarSet) -> list[tuple[tuple[Lane, ...], list[Line]]]:
    single = tuple((lane,) for lane in bars.lanes)
    per_lane, per_group = _assigned(desk, bars, single), _assigned(desk, bars, bars.groups())
    # As many names as bars: each bar has its own, however they are spaced.
    return per_lane if len(per_lane) == len(single) else per_group


def _assigned(
    desk: _Desk, bars: BarSet, groups: tuple[tuple[Lane, ...], ...]
) -> list[tuple[tuple[Lane, ...], list[Line]]]:
    centres = [(group[0].c0 + group[-1].c1) / 2 for group in groups]
    pitch = min((after - before for before, after in pairwise(centres)), default=2 * bars.pitch)
    foot = min(bars.base, *(lane.low for lane in bars.lanes))
    taken: list[list[Line]] = [[] for _ in groups]
    for line in _at_foot(desk, bars, centres):
        spot = seen(line, bars.horizontal)
        nearest = min(range(len(groups)), key=lambda index: abs(centres[index] - spot.c))
        if abs(centres[nearest] - spot.c) <= 0.5 * pitch and _joins(taken[nearest], line, bars, foot):
            taken[nearest].append(line)
    return [(group, lines) for group, lines in zip(groups, taken, strict=True) if lines]


def _at_foot(desk: _Desk, bars: BarSet, centres: Sequence[float]) -> list[Line]:
    lines = [part for line in desk.left for part in _parted(line, bars, centres)]
    desk.left = lines
    hanging = [lane for lane in bars.lanes if lane.high <= bars.base + 1]
    standing = [
        line
        for line in lines
        if seen(line, bars.horizontal).a1 <= bars.base + 2
        and not _axis_name(line, bars)
        and not any(FIGURE.search(line.text) and _beyond(line, bars, lane, desk) for lane in hanging)
    ]
    return sorted(standing, key=lambda line: (line.top, line.x0))


def _axis_name(line: Line, bars: BarSet) -> bool:
    return bars.horizontal and line.angle != 0


def _parted(line: Line, bars: BarSet, centres: Sequence[float]) -> list[Line]:
    """Names of neighbouring bars that stand so close that they were read as one line, taken apart."""
    spanned = [centre for centre in centres if line.x0 < centre < line.x1]
    below = seen(line, bars.horizontal).a1 <= bars.base + 2
    if bars.horizontal or line.angle or len(spanned) < 2 or not below:
        return [line]
    parts: list[list[int]] = [[0]]
    for index, (before, after) in enumerate(pairwise(line.words), start=1):
        if after.x0 - before.x1 > 0.45 * line.size:
            parts.append([])
        parts[-1].append(index)
    return [replace(line, words=tuple(line.words[index] for index in part)) for part in parts]


def _joins(taken: Sequence[Line], line: Line, bars: BarSet, foot: float) -> bool:
    """Whether a line is (the next line of) a category: near the bars, and near the line before it."""
    if bars.horizontal:
        return not taken or line.top - taken[-1].bottom < line.size
    if not taken:
        return foot - seen(line, False).a1 < 2.5 * line.size + 30
    return line.top - taken[-1].bottom < 0.6 * line.size and abs(line.size - taken[-1].size) < 0.6


def _place_lane(
    desk: _Desk,
    bars: BarSet,
    lane: Lane,
    category: str,
    series: dict[tuple[float, ...], str],
    inside: Sequence[Line],
) -> None:
    drawn = []
    for segment in lane.segments:
        named = " | ".join(name for name in (category, series.get(segment.shape.colour, "")) if name)
        bar = measured(segment, bars, desk.page, desk.scale, named)
        drawn.append(bar)
        for line in inside:
            if line in desk.left and _on(line, segment, bars):
                figure = bool(FIGURE.search(line.text))
                desk.take("label" if figure else "category", [line], bar if figure else None)
    desk.bars += drawn
    ending = _at_end(desk, bars, lane)
    if ending:
        whole = drawn[0] if len(drawn) == 1 else _total(lane, bars, desk, category)
        desk.take("label", ending, whole)


def _total(lane: Lane, bars: BarSet, desk: _Desk, category: str) -> Bar:
    """A stacked bar from base to tip: what a figure beyond its last piece speaks of."""
    first, last = lane.segments[0], lane.segments[-1]
    edges = _hull([segment.shape for segment in lane.segments])
    at = replace(first.at, a0=min(first.at.a0, last.at.a0), a1=max(first.at.a1, last.at.a1))
    return measured(Segment(edges, at), bars, desk.page, desk.scale, category)


def _at_end(desk: _Desk, bars: BarSet, lane: Lane) -> list[Line]:
    """The lines of the figure printed at a bar's tip, () when there is none."""
    near = [line for line in desk.left if line.angle == 0 and _beyond(line, bars, lane, desk)]
    near.sort(key=lambda line: _distance(line, bars, lane))
    cluster: list[Line] = []
    for line in near:
        if not cluster or any(_same_text(line, other) for other in cluster):
            cluster.append(line)
    cluster.sort(key=lambda line: (line.top, line.x0))
    return cluster if FIGURE.search(" ".join(line.text for line in cluster)) else []


def _same_text(line: Line, other: Line) -> bool:
    """Whether two lines are one wrapped text: of one size, one right under the other."""
    upper, lower = sorted((line, other), key=lambda one: one.top)
    gap = lower.top - upper.bottom
    facing = min(line.x1, other.x1) > max(line.x0, other.x0)
    return facing and gap < 0.6 * line.size and abs(line.size - other.size) < 0.15 * line.size


def _distance(line: Line, bars: BarSet, lane: Lane) -> float:
    """Points from a bar's tip to a text beyond it; for bars that hang from the base, below it."""
    spot = seen(line, bars.horizontal)
    hanging = lane.high <= bars.base + 1
    return lane.low - spot.a1 if hanging else spot.a0 - lane.high


def _beyond(line: Line, bars: BarSet, lane: Lane, desk: _Desk) -> bool:
    spot = seen(line, bars.horizontal)
    gap = _distance(line, bars, lane)
    nearest = min(bars.lanes, key=lambda other: abs(other.c - spot.c))
    if gap < -3 or nearest is not lane:
        return False
    room = 0.6 * line.size + 0.25 * bars.pitch
    if not lane.c0 - room <= spot.c <= lane.c1 + room:
        return False
    if bars.horizontal:
        level = lane.c0 <= spot.c <= lane.c1 and bool(FIGURE.match(line.text))
        return gap <= 2.5 * line.size + 4 or (level and line.x0 < desk.plot.x1 + 200)
    narrow = lane.c0 - bars.pitch <= spot.c0 and spot.c1 <= lane.c1 + bars.pitch
    return narrow and gap <= 1.9 * line.size + 4 and not _headline_like(line, desk, gap, lane)


def _headline_like(line: Line, desk: _Desk, gap: float, lane: Lane) -> bool:
    largest = max(other.size for other in desk.left)
    tied = gap <= 0.7 * line.size and abs(line.x - lane.c) <= 0.2 * (lane.c1 - lane.c0)
    return line.size >= 0.9 * largest and len(line.text) >= 10 and not tied


# Everything else


def _place_ticks_of_points(desk: _Desk) -> None:
    plot = desk.plot
    numeric = [line for line in desk.left if line.angle == 0 and number(line.text) is not None]
    below = [line for line in numeric if line.top >= plot.bottom - DOT]
    beside = [line for line in numeric if line.x1 <= plot.x0 + DOT or line.x0 >= plot.x1 - DOT]
    for row in [*aligned(below, True), *aligned(beside, False)]:
        desk.take_each("tick", [line for line in row if line in desk.left])


def _place_top(desk: _Desk) -> None:
    """Headline and titles: what stands above the drawing. A headline names a factor in large type."""
    top = [line for line in desk.left if line.angle == 0 and line.bottom <= desk.plot.top + 3]
    for line in sorted(top, key=lambda line: line.top):
        desk.take(_top_role(line, desk), [line])


def _top_role(line: Line, desk: _Desk) -> PartRole:
    others = [*desk.left, *(other for piece in desk.pieces for other in piece.lines)]
    usual = median([other.size for other in others if other != line] or [0.0])
    return "headline" if FACTOR.search(line.text) and line.size >= 1.1 * usual else "title"


def _place_remains(desk: _Desk) -> None:
    for line in sorted(desk.left, key=lambda line: (line.top, line.x0)):
        desk.take(_remaining_role(line, desk), [line])


def _remaining_role(line: Line, desk: _Desk) -> PartRole:
    if line.angle != 0:
        return "axis_title"
    plot = desk.plot
    if line.top < plot.bottom - 1:
        return "label" if FIGURE.search(line.text) else "category"
    feet = [other.bottom for role in ("tick", "category") for other in desk.of(role)]
    foot = max([plot.bottom, *(bottom for bottom in feet if bottom < line.bottom)])
    near = line.top - foot < 2.5 * line.size and len(line.text) < BODY_CHARS
    centred = abs(line.x - (plot.x0 + plot.x1) / 2) < 0.3 * (plot.x1 - plot.x0)
    return "axis_title" if near and centred and not FACTOR.search(line.text) else "note"
