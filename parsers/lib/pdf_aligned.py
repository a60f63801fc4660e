"""Tables without upright rules: rows of short texts whose gaps line up, with figures in them and a header above.

Level rules and shades help where there are any: they say where rows part, how far a group of headers reaches and that
two tables stand side by side. Without a header, or without figures in two rows, nothing is a table: lists, charts'
ticks and columns of prose line up as well.
"""

import bisect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from parsers.lib.pdf_bands import Band, bands, flowing, gaps, is_figure, is_number, left_over, numbers_apart
from parsers.lib.pdf_columns import regions
from parsers.lib.pdf_drawn_cells import DrawnCells, drawn_cells
from parsers.lib.pdf_extent import MAX_ROWS, end_of, first_row, last_row, without_head
from parsers.lib.pdf_heads import Extent, Rule, header_of, header_rows, joined, of_one_kind
from parsers.lib.pdf_layout import Grid, GridCell
from parsers.lib.pdf_page import RULE, Line, Page, Shape
from parsers.lib.pdf_rows import RowCells, body_rows, place

MAX_LINES = 3000  # texts of a page
TRIES = 3
APART = 3.2  # of the type size: bands further apart are not one table
FIGURES = 0.5  # share of a column's cells that are figures, in one column at least
HEADED = 0.6  # share of columns with a header
LONG_CELL = 40  # characters, at the median
NO_UNITS = frozenset("x X × % k K M B G T".split())
SPARE = 4  # rows without figures at the end of a table
SHEET = 4  # rows of a data sheet without a header


@dataclass(frozen=True, slots=True)
class _Span:
    """A table's bands: header from `head`, body from `body`, `end` behind the last."""

    head: int
    body: int
    end: int


def find_aligned(page: Page, lines: Sequence[Line], open_cuts: Sequence[float] = ()) -> tuple[list[Grid], list[Line]]:
    """The tables among the lines of a page, and the lines outside.

    `open_cuts` are the columns of a table that the page before ended in: rows that fit them need no header.
    """
    upright = [part for line in lines if line.angle == 0 for part in numbers_apart(line)]
    if not 4 <= len(upright) <= MAX_LINES:
        return [], list(lines)
    prose = {id(line) for line in flowing(upright)}
    rules = _rules(page.shapes)
    drawn = drawn_cells(page.shapes)
    grids: list[Grid] = []
    for column in regions(upright, rules):
        for run in _runs([line for line in column if id(line) not in prose]):
            grids += _tables(run, rules, open_cuts if not grids else (), drawn)
    used = {id(word) for grid in grids for cell in grid.cells for word in cell.words}
    return grids, left_over(lines, used)


def with_rows(grid: Grid, lines: Sequence[Line]) -> Grid:
    """A ruled table whose rows are not parted by rules, as rows: its columns and its header are ruled, no more."""
    inside = [line for line in lines if line.angle == 0 and grid.holds(line)]
    found = bands(inside)
    at = [bisect.bisect_right(grid.heights, (band.top + band.bottom) / 2) - 1 for band in found]
    deep = max(
        (sum(one == row and band.holds_figures for one, band in zip(at, found, strict=True)) for row in set(at)),
        default=0,
    )
    if grid.n_rows > 3 or deep < 2 or len(found) > MAX_ROWS:
        return grid
    body = at.index(grid.n_rows - 1) if grid.n_rows > 1 else 0
    rows = [*header_rows(found[:body], grid.cuts, _columns_of(grid), ()), *body_rows(found[body:], grid.cuts, ())]
    return replace(grid, n_rows=len(rows), cells=_cells(rows), head=body)


def _columns_of(grid: Grid) -> list[Extent]:
    return list(pairwise([grid.x0, *grid.cuts, grid.x1]))


def _cells(rows: Sequence[RowCells]) -> tuple[GridCell, ...]:
    return tuple(
        GridCell(range(number, number + 1), columns, words)
        for number, row in enumerate(rows)
        for columns, words in row.cells
    )


def _rules(shapes: Sequence[Shape]) -> list[Rule]:
    """Level lines, and the upper and lower edges of shades wider than high."""
    found: list[Rule] = []
    for shape in shapes:
        if shape.kind == "curve" or shape.width < 3 * shape.height:
            continue
        flat = shape.height < RULE
        heights = [(shape.top + shape.bottom) / 2] if flat else [shape.top, shape.bottom]
        found += [Rule(shape.x0, shape.x1, y) for y in heights]
    return sorted(found, key=lambda rule: rule.y)[:MAX_LINES]


def _runs(lines: Sequence[Line]) -> Iterator[list[Band]]:
    """Bands with no wide gap between them."""
    run: list[Band] = []
    for band in bands(lines):
        if run and band.top - run[-1].bottom > APART * band.size:
            yield run
            run = []
        run.append(band)
    if run:
        yield run


# --- one table after the other -----------------------------------------------------------------------------------


def _tables(
    run: list[Band], rules: Sequence[Rule], open_cuts: Sequence[float], drawn: Sequence[DrawnCells]
) -> Iterator[Grid]:
    low = at = tries = 0
    while at < len(run):
        if not run[at].holds_figures:
            at += 1
            continue
        end = end_of(run, at)
        span, grid = _table(run, low, at, end, rules, open_cuts, drawn)
        if grid is None:
            # A first row may be no row of what follows; a third such row, and the stretch is no table.
            tries += 1
            at, tries = (end, 0) if tries > TRIES else (at + 1, tries)
            continue
        yield grid
        low = at = span.end
        tries, open_cuts = 0, ()


def _table(
    run: Sequence[Band],
    low: int,
    first: int,
    end: int,
    rules: Sequence[Rule],
    open_cuts: Sequence[float],
    drawn: Sequence[DrawnCells],
) -> tuple[_Span, Grid | None]:
    body = without_head(run, first, end, rules)
    rows = [band for band in run[body:end] if band.holds_figures]
    span = _Span(body, body, end)
    if len(rows) < 2:
        return span, None
    cuts = _drawn_cuts(rows, drawn) or [(a + b) / 2 for a, b in _gaps(rows, run[end : end + SPARE])]
    if not cuts:
        return span, None
    extents = _extents(rows, cuts)
    pitch = median(b.top - a.bottom for a, b in pairwise(rows))
    labelled = first_row(run, low, body) if body == first else body
    head = header_of(run, labelled, low, cuts, extents, pitch if body == first else None)
    body = labelled if head < labelled else body
    body = head if len(cuts) == 1 and _is_pair(run[head:body], rows[0]) else body
    span = _Span(head, body, last_row(run, end, cuts, pitch))
    continued = bool(open_cuts) and head == body and _fits(rows, open_cuts)
    cuts = list(open_cuts) if continued else cuts
    grid = _grid(run, span, cuts, extents, rules)
    return span, grid if _is_table(grid, cuts, continued=continued) else None


def _drawn_cuts(rows: Sequence[Band], drawn: Sequence[DrawnCells]) -> list[float]:
    """Where the columns of some rows part by their drawn cells, [] where these are not drawn or texts go over them."""
    x0, x1 = min(band.lines[0].x0 for band in rows), max(line.x1 for band in rows for line in band.lines)
    for cells in drawn:
        if cells.around(x0, rows[0].top, x1, rows[-1].bottom):
            over = [
                line for band in rows for line in band.lines if any(line.x0 + 1 < x < line.x1 - 1 for x in cells.cuts)
            ]
            filled = {bisect.bisect(cells.cuts, line.x) for band in rows for line in band.lines}
            if not over and len(filled) == len(cells.cuts) + 1:
                return list(cells.cuts)
    return []


def _gaps(rows: Sequence[Band], after: Sequence[Band]) -> list[tuple[float, float]]:
    """Where columns part, by the rows of figures and the worded rows behind them, whose names may be longer."""
    found, more, pitch = gaps(rows), list(rows), max(b.top - a.bottom for a, b in pairwise(rows))
    for band in after:
        if len(band.lines) != len(found) + 1 or band.top - more[-1].bottom > pitch + 1 or band.heavy != rows[-1].heavy:
            break
        more.append(band)
    closer = gaps(more)
    return closer if len(closer) == len(found) else found


def _is_pair(head: Sequence[Band], row: Band) -> bool:
    """Whether a header is the first row of a data sheet: name and value are set in two types, as in its rows."""
    fonts = [[line.font for line in band.lines] for band in (*head, row)]
    return len(fonts) == 2 and fonts[0] == fonts[1] and len(set(fonts[0])) == 2


def _extents(rows: Sequence[Band], cuts: Sequence[float]) -> list[Extent]:
    found = [(float("inf"), float("-inf"))] * (len(cuts) + 1)
    for band in rows:
        for one in place(band, cuts):
            if len(one.columns) == 1:
                left, right = found[one.columns.start]
                found[one.columns.start] = min(left, one.x0), max(right, one.x1)
    edges = [rows[0].lines[0].x0, *cuts, rows[0].lines[-1].x1]
    return [one if one[0] <= one[1] else (edges[at], edges[at + 1]) for at, one in enumerate(found)]


def _fits(rows: Sequence[Band], cuts: Sequence[float]) -> bool:
    """Whether no word of these rows runs over the columns of the table on the page before."""
    across = [any(word.x0 + 1 < cut < word.x1 - 1 for word in band.words for cut in cuts) for band in rows]
    return not any(across) and sum(len(place(band, cuts)) > len(cuts) / 2 for band in rows) > len(rows) / 2


def _grid(
    run: Sequence[Band], span: _Span, cuts: Sequence[float], extents: Sequence[Extent], rules: Sequence[Rule]
) -> Grid:
    used = run[span.head : span.end]
    x0, x1 = min(band.lines[0].x0 for band in used), max(line.x1 for band in used for line in band.lines)
    across = [rule for rule in joined(rules) if rule.x1 - rule.x0 >= 0.6 * (x1 - x0) and rule.x0 <= x0 + 12 <= rule.x1]
    head = header_rows(run[span.head : span.body], cuts, extents, rules)
    body = body_rows(run[span.body : span.end], cuts, [rule.y for rule in across])
    rows = [*head, *body]
    place_of = (x0, used[0].top, x1, used[-1].bottom)
    return Grid(*place_of, len(rows), len(cuts) + 1, _cells(rows), len(head), tuple(cuts))


def _is_table(grid: Grid, cuts: Sequence[float], *, continued: bool) -> bool:
    """Whether rows under a header are results: figures in two rows of a column, short cells, a header over most."""
    body = [cell for cell in grid.cells if cell.rows.start >= grid.head and len(cell.columns) == 1]
    columns: dict[int, list[str]] = {}
    for cell in body:
        columns.setdefault(cell.columns.start, []).append(" ".join(word.text for word in cell.words))
    numeric = any(
        sum(map(is_number, texts)) >= 2 and sum(map(is_figure, texts)) >= FIGURES * len(texts)
        for column, texts in columns.items()
        if column
    )
    short = median([len(text) for column, texts in columns.items() if column for text in texts] or [999]) <= LONG_CELL
    heads = [cell for cell in grid.cells if cell.rows.start < grid.head]
    headed = {column for cell in heads for column in cell.columns}
    titles = [" ".join(word.text for word in cell.words) for cell in heads]
    worded = any(not is_number(title) for title in titles) or of_one_kind(titles)
    headless = not heads and _is_sheet(columns)
    return numeric and short and (continued or headless or (len(headed) >= HEADED * (len(cuts) + 1) and worded))


def _is_sheet(columns: dict[int, list[str]]) -> bool:
    """Whether two columns without a header are a data sheet: names, and figures of different units.

    A chart's categories and labels, or a list of prices, have one unit, or none but a power of ten.
    """
    if set(columns) != {0, 1} or len(columns[0]) < SHEET or len(columns[0]) != len(columns[1]):
        return False
    units = {re.sub(r"[\d.,\s]+", "", text) for text in columns[1] if is_number(text)} - NO_UNITS
    named = sum(text[:1].isalpha() for text in columns[0])
    return len(units) > 2 and named == len(columns[0])
