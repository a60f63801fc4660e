"""Bars from drawn shapes: which rectangles are bars, of what pieces, and where they begin. All in points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from parsers.lib.chart_seen import SAME, Seen, seen
from parsers.lib.pdf_page import Line, Shape

MIN_THICKNESS = 3.0
MAX_CANDIDATES = 1500
STACK_GAP = 1.6  # a white line may part the pieces of a stacked bar
MAX_SLICES = 12  # more pieces than this in one bar are a colour gradient
PANEL_LINES = 5  # a rectangle with so many lines of text in it is a panel
MARKER = 16.0  # points
ROUNDED = 0.7  # share of its bounds that a rounded bar covers at least; a circle covers half


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
    """Whether these are bars, not table shading (all alike), marked words, markers, or rectangles over each other."""
    ends = [[round(edge) for part in lane.segments for edge in (part.at.a0, part.at.a1)] for lane in bars.lanes]
    alike = all(one == ends[0] for one in ends)
    overlap = any(after.c0 < before.c1 - SAME for before, after in pairwise(bars.lanes))
    unlike = alike or overlap or all(map(_marker, bars.shapes))
    return not unlike and not _marks_words(bars, lines) and not _is_table(bars, lines)


def _marker(shape: Shape) -> bool:
    """Whether a shape is small and as wide as high: a point of a line, which drawn as a bar would begin in the air."""
    return max(shape.width, shape.height) <= MARKER and abs(shape.width - shape.height) < SAME


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
