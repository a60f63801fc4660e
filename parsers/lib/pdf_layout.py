"""What a page holds besides charts: lines in rows, and ruled tables."""

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pdfplumber import table as plumber

from parsers.lib.pdf_page import RULE, Line, Page, Print, Shape

MAX_EDGES = 20_000
MAX_RULES = 400  # merged; the work grows with its square
MAX_CORNERS = 6_000  # where rules meet; the same


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


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell with the rows and columns that it covers, and the words in it."""

    rows: range
    columns: range
    words: tuple[Print, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of `n_rows` by `n_columns`; some cells may cover several of them.

    `head` is how many rows are its header, 0 where a ruled table's cells must tell; `cuts` where its columns part,
    `heights` where its ruled rows begin, () without rules. `worded` says that its cells may hold sentences.
    """

    x0: float
    top: float
    x1: float
    bottom: float
    n_rows: int
    n_columns: int
    cells: tuple[GridCell, ...]
    head: int = 0
    cuts: tuple[float, ...] = ()
    heights: tuple[float, ...] = ()
    worded: bool = False

    def holds(self, line: Line) -> bool:
        """Whether the middle of a line lies in the table."""
        return self.x0 <= line.x < self.x1 and self.top <= line.y < self.bottom


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


def find_grids(page: Page, lines: Sequence[Line]) -> tuple[list[Grid], list[Line]]:
    """The ruled tables of a page with the lines in them, and the lines outside."""
    edges = [edge for shape in page.shapes for edge in _edges(shape)]
    if not 4 <= len(edges) <= MAX_EDGES:
        return [], list(lines)
    merged = plumber.merge_edges(edges, 3, 3, 3, 3)
    if len(merged) > MAX_RULES:
        return [], list(lines)
    grids, rest = list[Grid](), list(lines)
    corners = plumber.edges_to_intersections(merged, 3, 3)
    if len(corners) > MAX_CORNERS:
        return [], list(lines)
    for cells in _cell_groups(corners):
        grid = _grid(cells, rest)
        if grid is not None:
            grids.append(grid)
            rest = [line for line in rest if not grid.holds(line)]
    return grids, rest


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


def _cell_groups(corners: dict[Any, Any]) -> list[list[tuple[float, float, float, float]]]:
    """Cells of each table as (x0, top, x1, bottom)."""
    groups = plumber.cells_to_tables(plumber.intersections_to_cells(corners))
    return [[(float(x0), float(top), float(x1), float(bottom)) for x0, top, x1, bottom in one] for one in groups]


def _grid(cells: Sequence[tuple[float, float, float, float]], lines: Sequence[Line]) -> Grid | None:
    """Cells as a grid, None when it is no table: one row or column, or hardly any text in it."""
    xs = sorted({edge for x0, _, x1, _ in cells for edge in (x0, x1)})
    ys = sorted({edge for _, top, _, bottom in cells for edge in (top, bottom)})
    if len(xs) < 3 or len(ys) < 3:
        return None
    words = Words(lines)
    row, column = ({edge: at for at, edge in enumerate(edges)} for edges in (ys, xs))
    found = tuple(
        GridCell(range(row[top], row[bottom]), range(column[x0], column[x1]), words.within(cell))
        for cell in sorted(cells, key=lambda cell: (cell[1], cell[0]))
        for x0, top, x1, bottom in [cell]
    )
    filled = sum(bool(cell.words) for cell in found)
    if 2 * filled < len(found):
        return None
    return Grid(xs[0], ys[0], xs[-1], ys[-1], len(ys) - 1, len(xs) - 1, found, 0, tuple(xs[1:-1]), tuple(ys[:-1]))


class Words:
    """The words of some lines, to be found by their place: a cell looks at those of its own height only."""

    def __init__(self, lines: Sequence[Line]) -> None:
        words = [word for line in sorted(lines, key=lambda line: (line.top, line.x0)) for word in line.words]
        self.placed = sorted(((word.top + word.bottom) / 2, at, word) for at, word in enumerate(words))

    def within(self, cell: tuple[float, float, float, float]) -> tuple[Print, ...]:
        """The words in a cell, line by line."""
        x0, top, x1, bottom = cell
        first, last = (bisect.bisect_left(self.placed, (edge, -1)) for edge in (top, bottom))
        inside = [(at, word) for _, at, word in self.placed[first:last] if x0 <= (word.x0 + word.x1) / 2 < x1]
        return tuple(word for _, word in sorted(inside, key=lambda one: one[0]))
