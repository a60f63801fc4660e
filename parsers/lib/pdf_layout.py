"""What a page holds besides charts: running text in reading order, and ruled tables.

Columns are read one after the other only where both sides of a gutter are text in long lines; short pieces that face
each other over a gap are a list or an unruled table and stay on one line, parted by a tab.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Protocol, TypeVar

from pdfplumber import table as plumber

from parsers.lib.chart_bars import RULE
from parsers.lib.pdf import Line, Page, Print, Shape

MAX_EDGES = 20_000
MAX_RULES = 400  # merged; the work grows with its square
GUTTER = 7.0
COLUMN_CHARS = 18
COLUMN_LINES = 3


class Placed(Protocol):
    """Anything with edges on a page."""

    @property
    def x0(self) -> float:
        """Left edge."""

    @property
    def top(self) -> float:
        """Upper edge."""

    @property
    def x1(self) -> float:
        """Right edge."""

    @property
    def bottom(self) -> float:
        """Lower edge."""


PlacedT = TypeVar("PlacedT", bound=Placed)


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell with the rows and columns that it covers, and the words in it."""

    rows: range
    columns: range
    words: tuple[Print, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A ruled table of `n_rows` by `n_columns`; some cells may cover several of them."""

    x0: float
    top: float
    x1: float
    bottom: float
    n_rows: int
    n_columns: int
    cells: tuple[GridCell, ...]


def reading_order(things: Sequence[PlacedT]) -> list[PlacedT]:
    """Things on a page column by column; what spans a gutter parts what is above it from what is below."""
    gutter = _gutter(things)
    if gutter is None:
        return sorted(things, key=lambda thing: (thing.top, thing.x0))
    ordered: list[PlacedT] = []
    across = sorted((thing for thing in things if thing.x0 < gutter < thing.x1), key=lambda thing: thing.top)
    edges = [thing.top for thing in across]
    for index in range(len(across) + 1):
        inside = [thing for thing in things if thing not in across and _slot(thing, edges) == index]
        ordered += reading_order([thing for thing in inside if thing.x1 <= gutter])
        ordered += reading_order([thing for thing in inside if thing.x1 > gutter])
        ordered += across[index : index + 1]
    return ordered


def _slot(thing: Placed, edges: Sequence[float]) -> int:
    """How many of the spanning things begin above this one."""
    return sum(edge <= thing.top for edge in edges)


def _gutter(things: Sequence[Placed]) -> float | None:
    """Where a gutter parts two columns of text, None when there is none."""
    best: tuple[int, float | None] = (0, None)
    for start in sorted({round(thing.x0, 1) for thing in things})[1:200]:
        gutter = start - GUTTER / 2
        left = [thing for thing in things if thing.x1 <= gutter - GUTTER / 2]
        right = [thing for thing in things if thing.x0 >= start - 0.1]
        merit = min(len(left), len(right)) - (len(things) - len(left) - len(right))
        if merit > best[0] and _is_column(left) and _is_column(right) and _side_by_side(left, right):
            best = (merit, gutter)
    return best[1]


def _is_column(side: Sequence[Placed]) -> bool:
    lengths = [len(thing.text) for thing in side if isinstance(thing, Line)]
    return len(lengths) >= COLUMN_LINES and median(lengths) >= COLUMN_CHARS


def _side_by_side(left: Sequence[Placed], right: Sequence[Placed]) -> bool:
    top = max(min(thing.top for thing in left), min(thing.top for thing in right))
    return top < min(max(thing.bottom for thing in left), max(thing.bottom for thing in right))


def rows(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines in reading order, put together where they share a base line."""
    row: list[Line] = []
    for line in lines:
        if row and not (abs(line.bottom - row[-1].bottom) <= 0.3 * line.size and line.angle == row[-1].angle == 0):
            yield sorted(row, key=lambda one: one.x0)
            row = []
        row.append(line)
    if row:
        yield sorted(row, key=lambda one: one.x0)


def find_grids(page: Page, lines: Sequence[Line]) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:
    """The ruled tables of a page with the lines in them, and the lines outside."""
    edges = [edge for shape in page.shapes for edge in _edges(shape)]
    if not 4 <= len(edges) <= MAX_EDGES:
        return (), tuple(lines)
    merged = plumber.merge_edges(edges, 3, 3, 3, 3)
    if len(merged) > MAX_RULES:
        return (), tuple(lines)
    grids, rest = [], list(lines)
    for cells in _cell_groups(merged):
        grid = _grid(cells, rest)
        if grid is not None:
            grids.append(grid)
            rest = [line for line in rest if not _within(line, grid)]
    return tuple(grids), tuple(rest)


def _edges(shape: Shape) -> list[dict[str, Any]]:
    """A rule, or the four sides of a drawn cell, as pdfplumber's table finder takes them."""
    if shape.kind == "curve":
        return []
    x0, top, x1, bottom = shape.x0, shape.top, shape.x1, shape.bottom
    if shape.height < RULE:
        return [_edge("h", x0, (top + bottom) / 2, x1, (top + bottom) / 2)]
    if shape.width < RULE:
        return [_edge("v", (x0 + x1) / 2, top, (x0 + x1) / 2, bottom)]
    if not shape.stroked:
        return []
    flat = [_edge("h", x0, y, x1, y) for y in (top, bottom)]
    return flat + [_edge("v", x, top, x, bottom) for x in (x0, x1)]


def _edge(orientation: str, x0: float, top: float, x1: float, bottom: float) -> dict[str, Any]:
    sides = {"x0": x0, "x1": x1, "top": top, "bottom": bottom, "doctop": top, "width": x1 - x0, "height": bottom - top}
    return {**sides, "orientation": orientation, "object_type": "line"}


def _cell_groups(edges: list[dict[str, Any]]) -> list[list[tuple[float, float, float, float]]]:
    """Cells of each table as (x0, top, x1, bottom)."""
    cells = plumber.intersections_to_cells(plumber.edges_to_intersections(edges, 3, 3))
    groups = plumber.cells_to_tables(cells)
    return [[(float(x0), float(top), float(x1), float(bottom)) for x0, top, x1, bottom in one] for one in groups]


def _grid(cells: Sequence[tuple[float, float, float, float]], lines: Sequence[Line]) -> Grid | None:
    """Cells as a grid, None when it is no table: one row or column, or hardly any text in it."""
    xs = sorted({edge for x0, _, x1, _ in cells for edge in (x0, x1)})
    ys = sorted({edge for _, top, _, bottom in cells for edge in (top, bottom)})
    if len(xs) < 3 or len(ys) < 3:
        return None
    words = [word for line in sorted(lines, key=lambda line: (line.top, line.x0)) for word in line.words]
    found = tuple(
        GridCell(range(ys.index(top), ys.index(bottom)), range(xs.index(x0), xs.index(x1)), _words(words, cell))
        for cell in sorted(cells, key=lambda cell: (cell[1], cell[0]))
        for x0, top, x1, bottom in [cell]
    )
    filled = sum(bool(cell.words) for cell in found)
    if 2 * filled < len(found):
        return None
    return Grid(xs[0], ys[0], xs[-1], ys[-1], len(ys) - 1, len(xs) - 1, found)


def _words(words: Sequence[Print], cell: tuple[float, float, float, float]) -> tuple[Print, ...]:
    x0, top, x1, bottom = cell
    return tuple(
        word for word in words if x0 <= (word.x0 + word.x1) / 2 < x1 and top <= (word.top + word.bottom) / 2 < bottom
    )


def _within(line: Line, grid: Grid) -> bool:
    return grid.x0 <= line.x < grid.x1 and grid.top <= line.y < grid.bottom
