"""Bars and their value axis from drawn shapes: which rectangles are bars, where they begin, what the ticks say.

Horizontal and vertical bars are read by the same code through `Seen`: `a` runs along the bars in the direction of
growing values (rightwards, or upwards), `c` across them. All in points.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import linear_regression

from parsers.lib.pdf import Line, Print, Shape
from schemas.document import Bar, Box

MIN_THICKNESS = 3.0
MAX_CANDIDATES = 1500
SAME = 0.75  # edges closer than this are one edge
STACK_GAP = 1.6  # a white line may part the pieces of a stacked bar
RULE = 2.2  # thinner than this is a line
MAX_SLICES = 12  # more pieces than this in one bar are a colour gradient
PANEL_LINES = 5  # a rectangle with so many lines of text in it is a panel
ROUNDED = 0.7  # share of its bounds that a rounded bar covers at least; a circle covers half
LINE_WIDTH = 0.5
NUMBER = re.compile(r"[-+−]?[$€£]?(\d[\d,]*(?:\.\d+)?|\.\d+)\s?(%|[x×]|[kKMGTB]|ns|us|µs|ms|s|h)?")
MULTIPLES = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12}


@dataclass(frozen=True, slots=True)
class Seen:
    """A rectangle as seen along the bars."""

    a0: float
    a1: float
    c0: float
    c1: float

    @property
    def a(self) -> float:
        """Its middle along the bars."""
        return (self.a0 + self.a1) / 2

    @property
    def c(self) -> float:
        """Its middle across the bars."""
        return (self.c0 + self.c1) / 2


def seen(thing: Shape | Line | Print, horizontal: bool) -> Seen:
    """A shape or a text as seen along horizontal or vertical bars."""
    if horizontal:
        return Seen(thing.x0, thing.x1, thing.top, thing.bottom)
    return Seen(-thing.bottom, -thing.top, thing.x0, thing.x1)


@dataclass(frozen=True, slots=True)
class Segment:
    """One drawn piece of a bar: the whole bar, or a part of a stacked one."""

    shape: Shape
    at: Seen


@dataclass(frozen=True, slots=True)
class Lane:
    """The pieces of one bar from its base outwards."""

    c0: float
    c1: float
    segments: tuple[Segment, ...]

    @property
    def c(self) -> float:
        """Its middle across the bars."""
        return (self.c0 + self.c1) / 2

    @property
    def low(self) -> float:
        """Its end with the smaller value."""
        return min(segment.at.a0 for segment in self.segments)

    @property
    def high(self) -> float:
        """Its end with the greater value."""
        return max(segment.at.a1 for segment in self.segments)


@dataclass(frozen=True, slots=True)
class BarSet:
    """Bars of one thickness on one base line, in the order of their lanes."""

    horizontal: bool
    base: float
    lanes: tuple[Lane, ...]

    @property
    def pitch(self) -> float:
        """The smallest distance between the middles of two lanes."""
        return min(after.c - before.c for before, after in pairwise(self.lanes))

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Every drawn piece."""
        return tuple(segment.shape for lane in self.lanes for segment in lane.segments)

    def groups(self) -> tuple[tuple[Lane, ...], ...]:
        """Lanes that stand closer to each other than to the rest; each on its own when they are spaced evenly."""
        gaps = [after.c0 - before.c1 for before, after in pairwise(self.lanes)]
        even = max(gaps) < 1.8 * max(min(gaps), 0.0) + 1.5
        groups: list[list[Lane]] = [[self.lanes[0]]]
        for gap, lane in zip(gaps, self.lanes[1:], strict=True):
            if even or gap > (min(gaps) + max(gaps)) / 2:
                groups.append([])
            groups[-1].append(lane)
        return tuple(tuple(group) for group in groups)


def find_bars(shapes: Sequence[Shape], lines: Sequence[Line], area: float) -> BarSet | None:
    """The bars among shapes on an area of so many square points, None when there are none."""
    candidates = _candidates(shapes, lines, area)
    sets = [one for horizontal in (True, False) for one in _sets(candidates, lines, horizontal)]
    return max(sets, key=_weight, default=None)


def _weight(bars: BarSet) -> tuple[int, float]:
    return len(bars.lanes), sum((lane.high - lane.low) * (lane.c1 - lane.c0) for lane in bars.lanes)


def _candidates(shapes: Sequence[Shape], lines: Sequence[Line], area: float) -> list[Shape]:
    """Shapes that may be bars: large enough, visible, and neither panels nor frames."""
    solid = [shape for shape in shapes if _solid(shape) and shape.width * shape.height < 0.5 * area]
    solid.sort(key=lambda shape: -shape.width * shape.height)
    del solid[MAX_CANDIDATES:]
    return [shape for shape in solid if not _panel(shape, solid, lines)]


def _solid(shape: Shape) -> bool:
    if shape.kind == "line" or (shape.kind == "curve" and not (shape.filled and shape.covers >= ROUNDED)):
        return False
    white = shape.filled and not shape.stroked and _is_white(shape.colour)
    return not white and (shape.filled or shape.stroked) and max(shape.width, shape.height) >= MIN_THICKNESS


def _is_white(colour: tuple[float, ...]) -> bool:
    return colour in {(1.0,), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0)}


def _panel(shape: Shape, others: Sequence[Shape], lines: Sequence[Line]) -> bool:
    within = 0
    for other in others:
        within += other is not shape and holds(shape, other) and not holds(other, shape)
        if within >= 2:
            return True
    return sum(holds(shape, line) for line in lines) >= PANEL_LINES


def holds(shape: Shape, thing: Shape | Line) -> bool:
    """Whether a thing lies within a shape."""
    across = shape.x0 - SAME <= thing.x0 and thing.x1 <= shape.x1 + SAME
    return across and shape.top - SAME <= thing.top and thing.bottom <= shape.bottom + SAME


def _sets(candidates: Sequence[Shape], lines: Sequence[Line], horizontal: bool) -> Iterator[BarSet]:
    pieces = [Segment(shape, seen(shape, horizontal)) for shape in candidates]
    pieces = [piece for piece in pieces if piece.at.c1 - piece.at.c0 >= MIN_THICKNESS]
    pieces.sort(key=lambda piece: piece.at.c1 - piece.at.c0)
    for alike in _runs(pieces, [piece.at.c1 - piece.at.c0 for piece in pieces], 0.02):
        alike.sort(key=lambda piece: piece.at.c0)
        lanes = list(_runs(alike, [piece.at.c0 for piece in alike], 0.0))
        base = _base(lanes)
        standing = [lane for pieces in lanes if (lane := _lane(pieces, base)) is not None]
        found = BarSet(horizontal, base, tuple(standing))
        if len(standing) >= 2 and _plausible(found, lines):
            yield found


def _runs(items: Sequence[Segment], keys: Sequence[float], relative: float) -> Iterator[list[Segment]]:
    """Sorted items parted where their keys jump."""
    run: list[Segment] = []
    for index, item in enumerate(items):
        if run and keys[index] - keys[index - 1] > max(SAME, relative * keys[index]):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def _base(lanes: Sequence[Sequence[Segment]]) -> float:
    """The place along the bars where most lanes have an edge."""
    edges = sorted((edge, index) for index, lane in enumerate(lanes) for one in lane for edge in (one.at.a0, one.at.a1))
    best: tuple[int, float] = (0, 0.0)
    first = 0
    for position, (edge, _) in enumerate(edges):
        while edge - edges[first][0] > SAME:
            first += 1
        count = len({index for _, index in edges[first : position + 1]})
        if count > best[0]:
            best = (count, edges[first][0])
    return best[1]


def _lane(pieces: Sequence[Segment], base: float) -> Lane | None:
    """The pieces that stand on the base, one on top of the other, upwards and downwards."""
    chain = [*_chain(pieces, base, 1), *_chain(pieces, base, -1)]
    if not chain:
        return None
    return Lane(chain[0].at.c0, chain[0].at.c1, tuple(_whole(chain)))


def _chain(pieces: Sequence[Segment], base: float, sign: int) -> Iterator[Segment]:
    edge = base
    left = sorted(pieces, key=lambda piece: sign * (piece.at.a0 if sign > 0 else piece.at.a1))
    for piece in left:
        near, far = (piece.at.a0, piece.at.a1) if sign > 0 else (piece.at.a1, piece.at.a0)
        gap = SAME if edge == base else STACK_GAP
        if abs(near - edge) <= gap and sign * (far - edge) > 0.01:
            yield piece
            edge = far


def _whole(chain: Sequence[Segment]) -> list[Segment]:
    """Pieces of one colour, and the many slices of a gradient, are one piece."""
    joined: list[Segment] = []
    for piece in chain:
        same = joined and (len(chain) > MAX_SLICES or joined[-1].shape.colour == piece.shape.colour)
        if same and joined[-1].at.a0 < piece.at.a0:
            joined[-1] = _joined(joined[-1], piece)
        else:
            joined.append(piece)
    return joined


def _joined(first: Segment, second: Segment) -> Segment:
    a, b = first.shape, second.shape
    edges = (min(a.x0, b.x0), min(a.top, b.top), max(a.x1, b.x1), max(a.bottom, b.bottom))
    shape = Shape(a.kind, *edges, a.filled, a.stroked, a.colour)
    return Segment(shape, Seen(first.at.a0, second.at.a1, first.at.c0, first.at.c1))


def _plausible(bars: BarSet, lines: Sequence[Line]) -> bool:
    """Whether these are bars, not table shading (all alike), marked words, or rectangles over each other."""
    ends = [[round(edge) for part in lane.segments for edge in (part.at.a0, part.at.a1)] for lane in bars.lanes]
    alike = all(one == ends[0] for one in ends)
    overlap = any(after.c0 < before.c1 - SAME for before, after in pairwise(bars.lanes))
    return not alike and not overlap and not _marks_words(bars, lines) and not _is_table(bars, lines)


def _is_table(bars: BarSet, lines: Sequence[Line]) -> bool:
    """Whether the rectangles touch each other and most hold text: cells, some of them wider than others."""
    touching = sum(after.c0 - before.c1 <= SAME for before, after in pairwise(bars.lanes))
    filled = sum(any(holds(shape, line) for line in lines) for shape in bars.shapes)
    return 2 * touching >= len(bars.lanes) - 1 and 2 * filled > len(bars.shapes)


def _marks_words(bars: BarSet, lines: Sequence[Line]) -> bool:
    """Whether most rectangles are just as long as the text on them."""
    marked = 0
    for shape in bars.shapes:
        inside = [line for line in lines if holds(shape, line)]
        marked += any(line.x1 - line.x0 > 0.75 * shape.width and shape.height < 2 * line.size for line in inside)
    return 2 * marked > len(bars.shapes)


@dataclass(frozen=True, slots=True)
class Scale:
    """A value axis: `a = origin + per_unit * value` (of log10(value) when `log`); `slack` in points."""

    origin: float
    per_unit: float
    log: bool
    slack: float

    def value(self, a: float) -> float:
        """The value at a place."""
        value = (a - self.origin) / self.per_unit
        return 10.0**value if self.log else value


def number(text: str) -> float | None:
    """The number that an axis tick says ("1,000", "2.5k", "10x"), None when it says something else."""
    match = NUMBER.fullmatch(text.strip())
    if not match:
        return None
    value = float(match[1].replace(",", "")) * MULTIPLES.get(match[2] or "", 1.0)
    return -value if text.strip()[0] in "-−" else value


def singles(line: Line) -> list[Line]:
    """A line of nothing but numbers, taken apart into one line a number."""
    if len(line.words) < 2 or any(number(word.text) is None for word in line.words):
        return [line]
    return [Line((word,), line.size, line.angle, line.font) for word in line.words]


def find_ticks(bars: BarSet, lines: Sequence[Line], shapes: Sequence[Shape]) -> tuple[tuple[Line, ...], Scale | None]:
    """The axis ticks beside the bars and the scale they make, ((), None) without at least two."""
    low, high = bars.lanes[0].c0, bars.lanes[-1].c1
    numeric = [
        line for line in lines if number(line.text) is not None and not low < seen(line, bars.horizontal).c < high
    ]
    best: tuple[tuple[Line, ...], Scale | None] = ((), None)
    for row in aligned(numeric, bars.horizontal):
        scale = _fit(row, bars, shapes)
        if scale and len(row) > len(best[0]):
            best = (tuple(row), scale)
    return best


def aligned(lines: Iterable[Line], horizontal: bool) -> Iterator[list[Line]]:
    """Texts of one size that stand in a row (or, for vertical bars, a column) on the axis."""
    rest = list(lines)
    while rest:
        first = seen(rest[0], horizontal)
        row = [line for line in rest if abs(line.size - rest[0].size) < 0.5 and _level(first, seen(line, horizontal))]
        rest = [line for line in rest if line not in row]
        if len(row) >= 2:
            yield sorted(row, key=lambda line: seen(line, horizontal).a)


def _level(first: Seen, other: Seen) -> bool:
    return min(abs(first.c0 - other.c0), abs(first.c - other.c), abs(first.c1 - other.c1)) <= 2.0


def _fit(row: Sequence[Line], bars: BarSet, shapes: Sequence[Shape]) -> Scale | None:
    values = [value for line in row if (value := number(line.text)) is not None]
    if len(set(values)) != len(values):
        return None
    places = _on_rules([seen(line, bars.horizontal).a for line in row], bars.horizontal, shapes)
    reach = max(lane.high for lane in bars.lanes) - min(lane.low for lane in bars.lanes)
    if max(places) - min(places) < 0.3 * reach:
        return None
    linear = _line_through(values, places, log=False)
    if linear or min(values) <= 0:
        return linear
    return _line_through([math.log10(value) for value in values], places, log=True)


def _line_through(values: Sequence[float], places: Sequence[float], *, log: bool) -> Scale | None:
    slope, origin = linear_regression(values, places)
    worst = max(abs(origin + slope * value - place) for value, place in zip(values, places, strict=True))
    fits = slope and worst <= max(1.5, 0.006 * abs(places[-1] - places[0]))
    return Scale(origin, slope, log, worst) if fits else None


def _on_rules(places: Sequence[float], horizontal: bool, shapes: Sequence[Shape]) -> list[float]:
    """Where the tick marks or grid lines beside the numbers are; the numbers' own middles when some have none."""
    rules = [spot.a for shape in shapes for spot in [seen(shape, horizontal)] if spot.a1 - spot.a0 < RULE]
    nearest = [min(rules, key=lambda rule: abs(rule - place), default=math.inf) for place in places]
    found = all(abs(rule - place) <= 3.0 for rule, place in zip(nearest, places, strict=True))
    return nearest if found and len(set(nearest)) == len(nearest) else list(places)


def measured(segment: Segment, bars: BarSet, page: int, scale: Scale | None, category: str) -> Bar:
    """A piece of a bar with its length and, where there is a scale, the value it shows and its bounds."""
    shape, at = segment.shape, segment.at
    box = Box(page, shape.x0, shape.top, shape.x1, shape.bottom)
    upward = at.a1 > bars.base + SAME
    near, far = (at.a0, at.a1) if upward else (at.a1, at.a0)
    if scale is None or (scale.log and abs(near - bars.base) > SAME):
        return Bar(box, at.a1 - at.a0, bars.horizontal, category)
    standing = abs(near - bars.base) <= SAME
    slack = LINE_WIDTH + scale.slack
    foot = 0.0 if standing else scale.value(near)
    drift = 0.0 if standing else abs(scale.value(near + slack) - foot)
    tips = sorted((scale.value(far - slack) - foot, scale.value(far + slack) - foot))
    value = scale.value(far) - foot
    return Bar(box, at.a1 - at.a0, bars.horizontal, category, value, tips[0] - drift, tips[1] + drift)
