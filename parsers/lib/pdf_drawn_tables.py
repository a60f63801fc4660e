"""Tables of words whose cells are drawn: no figures tell their columns, and a cell of several lines is no row of each.

Only where every row is parted from the next by a line or a shade, in the columns that the cells have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from parsers.lib.pdf_bands import base_lines, is_figure, is_heavy
from parsers.lib.pdf_drawn_cells import DrawnCells, drawn_cells
from parsers.lib.pdf_layout import Grid, GridCell, Words
from parsers.lib.pdf_page import Line, Page, Print

FEWEST_ROWS = 3  # with the header
SAME = 3.0  # points: a line and the edge of the shade under it
FILLED = 0.6  # share of cells with words
HEAD = 30.0  # points: a header without a line above it


def find_drawn(page: Page, lines: Sequence[Line]) -> list[Grid]:
    """The tables of drawn cells among the lines of a page."""
    grids: list[Grid] = []
    rest = list(lines)
    for cells in drawn_cells(page.shapes):
        heights = list(_heights(cells, rest))
        if len(heights) > FEWEST_ROWS and (grid := _grid(cells, heights, rest)):
            grids.append(grid)
            rest = [line for line in rest if not grid.holds(line)]
    return grids


def _heights(cells: DrawnCells, lines: Sequence[Line]) -> Iterator[float]:
    """Where the rows part, from above the header to below the last row."""
    inside = [one for one in lines if cells.edges[0] - SAME <= one.x0 and one.x1 <= cells.edges[-1] + SAME]
    merged = [y for before, y in zip([0.0, *cells.heights], cells.heights, strict=False) if y - before > SAME]
    above = [line for line in inside if merged[0] - HEAD < line.top and line.bottom < merged[0] + 1]
    if len(head := base_lines(above)[-1:]) and len(head[0].lines) > 1:
        yield head[0].top - 1
    yield from merged
    below = base_lines([line for line in inside if merged[-1] - 1 < line.top < merged[-1] + HEAD])
    if below and len(below[0].lines) > 1:
        yield max(line.bottom for band in below for line in band.lines) + 1


def _grid(cells: DrawnCells, heights: Sequence[float], lines: Sequence[Line]) -> Grid | None:
    words, columns = Words(lines), len(cells.edges) - 1
    rows = [
        [words.within((x0, top, x1, bottom)) for x0, x1 in pairwise(cells.edges)] for top, bottom in pairwise(heights)
    ]
    place = (cells.edges[0], heights[0], cells.edges[-1], heights[-1])
    found = tuple(cell for at, row in enumerate(rows) for cell in _row(at, row))
    grid = Grid(*place, len(rows), columns, found, 0, cells.cuts, tuple(heights[:-1]), worded=True)
    inside = [line for line in lines if grid.holds(line)]
    if any(_over(line, cells) for line in inside) or sum(bool(cell.words) for cell in found) < FILLED * len(found):
        return None
    top = [line for line in inside if line.y < heights[1]]
    if columns == 2 and not all(map(is_heavy, top)):
        return replace(grid, heights=(), worded=False)  # a data sheet: names and values, no header
    titles = [" ".join(word.text for word in one) for one in rows[0][1:]]
    return grid if all(titles) and not any(map(is_figure, titles)) else None


def _row(at: int, row: Sequence[tuple[Print, ...]]) -> Iterator[GridCell]:
    """The cells of a row; a text alone at its left is a label over all columns."""
    if row[0] and not any(row[1:]):
        yield GridCell(range(at, at + 1), range(len(row)), row[0])
        return
    for column, words in enumerate(row):
        yield GridCell(range(at, at + 1), range(column, column + 1), words)


def _over(line: Line, cells: DrawnCells) -> bool:
    return any(word.x0 + 1 < cut < word.x1 - 1 for word in line.words for cut in cells.cuts)
