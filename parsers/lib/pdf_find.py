"""The tables of a page, in two steps around its charts.

What is clear of drawings is taken before a chart can claim it as its notes and ticks, the rest after the charts.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from parsers.lib.pdf_aligned import find_aligned, with_rows
from parsers.lib.pdf_bands import left_over
from parsers.lib.pdf_drawn_tables import find_drawn
from parsers.lib.pdf_layout import Grid, find_grids
from parsers.lib.pdf_page import RULE, Line, Page, Print, Shape

NEAR = 4.0  # points
WIDE = 0.6  # of a table's width: a shade behind a row, no bar
FEWEST_SHAPES = 3  # on a page with a chart
HEADER = 2  # rows of a header at most
FEWEST_ROWS = 3  # of a table by a chart, its header among them


def find_tables(page: Page, lines: Sequence[Line], open_cuts: Sequence[float]) -> tuple[list[Grid], list[Line]]:
    """Ruled and aligned tables, and the lines outside. `open_cuts` as in `find_aligned`."""
    ruled, rest = find_grids(page, lines)
    aligned, left = find_aligned(page, rest, open_cuts)
    torn = [grid for grid in find_drawn(page, rest) if _misses(aligned, grid)]
    if torn:
        rest = [line for line in rest if not any(grid.holds(line) for grid in torn)]
        aligned, left = find_aligned(page, rest, open_cuts)
    return [*(with_rows(grid, lines) for grid in ruled), *torn, *aligned], left


def _misses(aligned: Sequence[Grid], drawn: Grid) -> bool:
    """Whether tables told by their figures leave out rows of one whose cells are drawn."""
    inside = [one for one in aligned if drawn.top - NEAR < (one.top + one.bottom) / 2 < drawn.bottom + NEAR]
    return sum(one.n_rows - one.head for one in inside) < drawn.n_rows - HEADER


def clear_tables(page: Page, open_cuts: Sequence[float]) -> tuple[list[Grid], Page]:
    """The tables that hold no drawing but rules and shades, and the page without them."""
    drawn = [shape for shape in page.shapes if min(shape.height, shape.width) >= RULE or shape.kind == "curve"]
    if len(drawn) < FEWEST_SHAPES and not any(shape.kind == "curve" for shape in drawn):
        return [], page  # no chart can be on it
    grids, _ = find_tables(page, page.lines, open_cuts)
    kept = [clear for grid in grids for clear in _clear_parts(page, grid, drawn)]
    if not kept:
        return [], page
    used = {id(word) for grid in kept for cell in grid.cells for word in cell.words}
    lines = tuple(left_over(page.lines, used))
    shapes = tuple(shape for shape in page.shapes if not any(_inside(shape, grid) for grid in kept))
    return kept, replace(page, lines=lines, shapes=shapes)


def _clear_parts(page: Page, grid: Grid, drawn: Sequence[Shape]) -> list[Grid]:
    """A table that holds no drawing; of one that a chart was read into, what stands above the drawing and below it."""
    if _stands_on_bars(grid, drawn):
        return []
    inside = [shape for shape in drawn if _draws(shape, grid) and not _shade(shape, grid, drawn)]
    if not inside:
        return [grid]
    top, bottom = min(shape.top for shape in inside), max(shape.bottom for shape in inside)
    lines = [line for line in page.lines if grid.holds(line)]
    above = find_tables(page, [line for line in lines if line.bottom <= top], ())[0]
    below = find_tables(page, [line for line in lines if line.top >= bottom], ())[0]
    apart = [one for one in (*above, *below) if one.n_rows >= FEWEST_ROWS]
    return [one for one in apart if not any(_draws(shape, one) and not _shade(shape, one, drawn) for shape in drawn)]


def _stands_on_bars(grid: Grid, drawn: Sequence[Shape]) -> bool:
    """Whether its last row is the labels of the bars right below: titles of two charts over their highest bars."""
    row = [cell for cell in grid.cells if cell.words and grid.n_rows - 1 in cell.rows]
    return len(row) > 1 and all(any(_on_tip(cell.words, shape) for shape in drawn) for cell in row)


def _on_tip(words: Sequence[Print], shape: Shape) -> bool:
    bottom, top = max(word.bottom for word in words), min(word.top for word in words)
    x = (min(word.x0 for word in words) + max(word.x1 for word in words)) / 2
    return -1 <= shape.top - bottom <= 1.5 * (bottom - top) and abs(x - (shape.x0 + shape.x1) / 2) < NEAR


def _shade(shape: Shape, grid: Grid, drawn: Sequence[Shape]) -> bool:
    """Whether a shape is the shade of one cell of a row whose other cells have it too: side by side, in one colour."""
    row = [one for one in drawn if abs(one.top - shape.top) < 1 and abs(one.bottom - shape.bottom) < 1]
    row = sorted((one for one in row if one.colour == shape.colour), key=lambda one: one.x0)
    touching = all(abs(after.x0 - before.x1) < 1 for before, after in pairwise(row))
    return len(row) > 1 and touching and row[-1].x1 - row[0].x0 >= WIDE * (grid.x1 - grid.x0)


def _draws(shape: Shape, grid: Grid) -> bool:
    """Whether a shape in a table is neither a shade behind cells nor a drawn cell."""
    if not _inside(shape, grid):
        return False
    edges = (grid.x0, *grid.cuts, grid.x1)
    cell = grid.heights and all(min(abs(x - edge) for edge in edges) <= NEAR for x in (shape.x0, shape.x1))
    return not (shape.width >= WIDE * (grid.x1 - grid.x0) or cell) or shape.kind == "curve"


def _inside(shape: Shape, grid: Grid) -> bool:
    x, y = (shape.x0 + shape.x1) / 2, (shape.top + shape.bottom) / 2
    return grid.x0 - NEAR <= x <= grid.x1 + NEAR and grid.top - 2 * NEAR <= y <= grid.bottom + 2 * NEAR
