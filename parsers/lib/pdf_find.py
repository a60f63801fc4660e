"""The tables of a page, in two steps around its charts.

What is clear of drawings is taken before a chart can claim it as its notes and ticks, the rest after the charts.
"""

from collections.abc import Sequence
from dataclasses import replace

from parsers.lib.pdf_aligned import find_aligned, with_rows
from parsers.lib.pdf_bands import left_over
from parsers.lib.pdf_layout import Grid, find_grids
from parsers.lib.pdf_page import RULE, Line, Page, Shape

NEAR = 4.0  # points
WIDE = 0.6  # of a table's width: a shade behind a row, no bar
FEWEST_SHAPES = 3  # on a page with a chart


def find_tables(page: Page, lines: Sequence[Line], open_cuts: Sequence[float]) -> tuple[list[Grid], list[Line]]:
    """Ruled and aligned tables, and the lines outside. `open_cuts` as in `find_aligned`."""
    ruled, rest = find_grids(page, lines)
    aligned, rest = find_aligned(page, rest, open_cuts)
    return [*(with_rows(grid, lines) for grid in ruled), *aligned], rest


def clear_tables(page: Page, open_cuts: Sequence[float]) -> tuple[list[Grid], Page]:
    """The tables that hold no drawing but rules and shades, and the page without them."""
    drawn = [shape for shape in page.shapes if min(shape.height, shape.width) >= RULE or shape.kind == "curve"]
    if len(drawn) < FEWEST_SHAPES and not any(shape.kind == "curve" for shape in drawn):
        return [], page  # no chart can be on it
    grids, _ = find_tables(page, page.lines, open_cuts)
    kept = [grid for grid in grids if not any(_draws(shape, grid) for shape in drawn)]
    if not kept:
        return [], page
    used = {id(word) for grid in kept for cell in grid.cells for word in cell.words}
    lines = tuple(left_over(page.lines, used))
    shapes = tuple(shape for shape in page.shapes if not any(_inside(shape, grid) for grid in kept))
    return kept, replace(page, lines=lines, shapes=shapes)


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
