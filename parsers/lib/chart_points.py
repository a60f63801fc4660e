"""Points of a chart and their texts: the figure beside a marker, the name below it, and whose line it is on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from parsers.lib.chart_desk import DOT, FIGURE, Desk
from parsers.lib.chart_legend import series_of
from parsers.lib.pdf_page import Line, Shape
from schemas.document import SERIES, Bar, Box

LEAST = 3  # markers
MOST = 200
SMALLEST = 1.5  # points
ONE = 3.0  # points between the middles of what stands in one column
REACH = 1.2  # sizes of its type from a marker to its figure
DIRECT = 3.0  # sizes from the last marker of a line to its name


@dataclass(frozen=True, slots=True)
class _Point:
    """A marker, with the place of its column among those of the chart."""

    shape: Shape
    column: int


def place_on_points(desk: Desk) -> None:
    """Give a role to the figures that stand by markers, with the names of their column and of their line."""
    points = _points(desk)
    labels = _labels(points, desk)
    if len(points) < LEAST or 2 * len(labels) < len(points):
        return
    names = _names(points, desk)
    for line in labels.values():
        desk.left.remove(line)  # taken below, each with its point
    series = series_of(desk) or _direct(points, desk)
    for at, point in enumerate(points):
        named = (names.get(point.column, ""), series.get(point.shape.colour, "") if len(series) > 1 else "")
        shape = point.shape
        box = Box(desk.page, shape.x0, shape.top, shape.x1, shape.bottom)
        desk.bars.append(Bar(box, 0.0, False, SERIES.join(filter(None, named))))
        if at in labels:
            desk.take("label", [labels[at]], desk.bars[-1])


def _points(desk: Desk) -> list[_Point]:
    """The markers of the plot, from the left, without the marks of its legend."""
    plot = desk.plot
    marks = [one for one in desk.shapes if _is_marker(one) and plot.x0 - DOT <= one.x0 and one.x1 <= plot.x1 + DOT]
    found = sorted((one for one in marks[:MOST] if not _is_swatch(one, desk)), key=_x)
    columns = [0]
    for before, after in pairwise(found):
        columns.append(columns[-1] + (_x(after) - _x(before) > ONE))
    return [_Point(shape, column) for shape, column in zip(found, columns, strict=False)]


def _is_swatch(shape: Shape, desk: Desk) -> bool:
    """Whether a mark stands before a name of the legend, and is no last point of a line with its figure."""
    named = any(0 <= line.x0 - shape.x1 < DOT and line.top < _y(shape) < line.bottom for line in desk.of("legend"))
    return named and not any(_gap(shape, line) <= REACH * line.size for line in _figures(desk))


def _figures(desk: Desk) -> list[Line]:
    return [line for line in desk.left if line.angle == 0 and FIGURE.search(line.text)]


def _is_marker(shape: Shape) -> bool:
    return SMALLEST <= shape.width <= DOT and abs(shape.width - shape.height) < SMALLEST and shape.kind != "line"


def _x(shape: Shape) -> float:
    return (shape.x0 + shape.x1) / 2


def _y(shape: Shape) -> float:
    return (shape.top + shape.bottom) / 2


def _labels(points: Sequence[_Point], desk: Desk) -> dict[int, Line]:
    """The figure of each marker by the marker's place.

    Of as many figures in a column as markers the upper ones are of the upper: two close points' figures stand nearer
    to each other's markers than to their own.
    """
    columns: dict[int, list[int]] = {}
    for at, point in enumerate(points):
        columns.setdefault(point.column, []).append(at)
    figures = _figures(desk)
    found: dict[int, Line] = {}
    for places in columns.values():
        near = [one for one in figures if any(_gap(points[at].shape, one) <= REACH * one.size for at in places)]
        free = sorted((one for one in near if one not in found.values()), key=lambda line: line.y)
        if len(free) == len(places):
            found.update(zip(sorted(places, key=lambda at: _y(points[at].shape)), free, strict=True))
        else:
            found.update(_nearest(points, places, free))
    return found


def _nearest(points: Sequence[_Point], places: Sequence[int], figures: Sequence[Line]) -> dict[int, Line]:
    pairs = [
        (gap, at, number)
        for at in places
        for number, line in enumerate(figures)
        if (gap := _gap(points[at].shape, line)) <= REACH * line.size
    ]
    found: dict[int, Line] = {}
    taken: set[int] = set()
    for _, at, number in sorted(pairs):
        if at not in found and number not in taken:
            found[at] = figures[number]
            taken.add(number)
    return found


def _gap(shape: Shape, line: Line) -> float:
    """Points between a marker and a text over, under or beside it."""
    across = max(line.x0 - shape.x1, shape.x0 - line.x1, 0.0)
    down = max(line.top - shape.bottom, shape.top - line.bottom, 0.0)
    return across + down + 0.1 * abs(line.x - _x(shape))


def _names(points: Sequence[_Point], desk: Desk) -> dict[int, str]:
    """What stands below each column of markers: a name, or the number that its axis has there."""
    below = [line for line in desk.left if line.angle == 0 and line.top >= desk.plot.bottom - ONE]
    places = {point.column: _x(point.shape) for point in points}
    for first in sorted(below, key=lambda line: line.top):
        row = [line for line in below if abs(line.y - first.y) < 0.5 * first.size]
        nearest = {column: min(row, key=partial(_off, x)) for column, x in places.items()}
        if all(_off(places[column], line) <= 2 * ONE for column, line in nearest.items()):
            desk.take_each("category", [line for line in row if line in nearest.values()])
            return {column: line.text for column, line in nearest.items()}
    return {}


def _off(x: float, line: Line) -> float:
    return abs(line.x - x)


def _direct(points: Sequence[_Point], desk: Desk) -> dict[tuple[float, ...], str]:
    """Names that stand behind the last marker of their line, by its colour."""
    names: dict[tuple[float, ...], str] = {}
    words = [line for line in desk.left if line.angle == 0 and not FIGURE.match(line.text)]
    for point in points:
        shape = point.shape
        beside = [
            line
            for line in words
            if 0 <= line.x0 - shape.x1 <= DIRECT * line.size and abs(line.y - _y(shape)) < line.size
        ]
        if beside and point.column == points[-1].column:
            names[shape.colour] = min(beside, key=lambda line: abs(line.y - _y(shape))).text
    for line in words:
        if line.text in names.values():
            desk.take("legend", [line])
    return names
