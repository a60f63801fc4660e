"""A table found on a PDF page -> the text layer and a Table: headers of several rows, spans, labels between rows.

A table that reaches the foot of its page goes on at the head of the next when the columns are the same and the header
is printed again or not at all. Raised footnote marks stay in the text layer and out of the cells.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from parsers.lib import grid as layout
from parsers.lib.grid import Printed, PrintedRow, Section, lay_out
from parsers.lib.pdf_bands import is_figure, is_number
from parsers.lib.pdf_layout import Grid, GridCell
from parsers.lib.pdf_marks import without_marks
from parsers.lib.pdf_page import Line, Page
from parsers.lib.pdf_text import TextLayer
from schemas.document import Cell, Rejected, Table

HEAD_ZONE, FOOT_ZONE = 0.12, 0.9  # of the page's height: running titles and page numbers
SAME_PLACE = 12.0  # points
LARGER = 1.2  # times the table's type: a heading, no running title
MAX_HEAD = 3
_AGAIN = re.compile(r"\bcont(?:inued|['’]d|\.)?\b|^page\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Open:
    """A table that reached the foot of a page: its place in `Tables.found`, its columns, and that page."""

    at: int
    cuts: tuple[float, ...]
    page: int


@dataclass
class Tables:
    """The tables of a document in the making."""

    found: list[Table] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    _open: _Open | None = None

    def open_cuts(self, page: int) -> tuple[float, ...]:
        """Where the columns part of a table that the page before ended in; () when it did not."""
        return self._open.cuts if self._open and self._open.page == page - 1 else ()

    def add(self, layer: TextLayer, page: Page, grid: Grid, others: Sequence[Line]) -> None:
        """Write a table and keep it. `others` are the lines of the page outside all tables."""
        goes_on = self._goes_on(page, grid, others)
        name = f"T{len(self.found) + 1}"
        start = layer.length
        laid = lay_out(name, _printed(layer, page.number, grid, headless=goes_on))
        self.rejected += laid.rejected
        self.warnings += laid.warnings
        at = self._open.at if goes_on and self._open else len(self.found)
        if not (goes_on and self._append(at, laid, layer.length)):
            at = len(self.found)
            title = next((cell.text for cell in laid.titles), "")
            self.found.append(
                Table(name, title, laid.columns, laid.rows, start, layer.length, (), laid.footnotes, laid.groups)
            )
        self._open = _Open(at, grid.cuts, page.number) if _at_foot(page, grid, others) else None

    def _goes_on(self, page: Page, grid: Grid, others: Sequence[Line]) -> bool:
        cuts = self.open_cuts(page.number)
        if not cuts or len(cuts) != len(grid.cuts):
            return False
        near = all(abs(a - b) <= SAME_PLACE for a, b in zip(cuts, grid.cuts, strict=True))
        above = [line for line in others if line.bottom <= grid.top]
        size = max((word.bottom - word.top for cell in grid.cells for word in cell.words), default=0.0)
        running = [line.y < HEAD_ZONE * page.height and line.size <= LARGER * size for line in above]
        return near and all(one or _AGAIN.search(line.text) for one, line in zip(running, above, strict=True))

    def _append(self, at: int, laid: layout.Grid, end: int) -> bool:
        """Add rows to the table of the page before, when they have no header or the same."""
        table = self.found[at]
        header = tuple(cell.text for cell in laid.columns)
        same = header == tuple(cell.text for cell in table.columns)
        if len(header) != len(table.columns) or not (same or not any(header)):
            return False
        groups = (*_groups(table.groups, table.rows), *_groups(laid.groups, laid.rows, (table.groups or ("",))[-1]))
        self.found[at] = replace(table, rows=(*table.rows, *laid.rows), end=end, groups=groups if any(groups) else ())
        return True


def _groups(groups: Sequence[str], rows: Sequence[object], before: str = "") -> list[str]:
    """The label of each row; rows at the head of a page go on under the label `before`."""
    return [group or before for group in groups] if groups else [before] * len(rows)


def _at_foot(page: Page, grid: Grid, others: Sequence[Line]) -> bool:
    """Whether nothing but the foot of the page, and notes near it, stand below a table."""
    below = [line for line in others if line.top >= grid.bottom - 1]
    return all(line.y > FOOT_ZONE * page.height or _AGAIN.search(line.text) for line in below)


def _printed(layer: TextLayer, page: int, grid: Grid, *, headless: bool) -> list[PrintedRow]:
    """Write the rows of a grid into the text layer, each cell where it begins."""
    head = grid.head or (_ruled_head(grid, headless=headless) if grid.heights else 0)
    starting: dict[int, dict[int, GridCell]] = {}
    for cell in grid.cells:
        starting.setdefault(cell.rows.start, {})[cell.columns.start] = cell
    held = {(row, column) for cell in grid.cells for row in cell.rows for column in cell.columns}
    found = []
    for row in range(grid.n_rows):
        if row:
            layer.add("\n")
        section: Section = "head" if row < head else "body"
        found.append(_row(layer, page, row, starting.get(row, {}), held, grid.n_columns, section))
    sheet = not (head or grid.heights) and grid.n_columns == 2
    return list(map(_named, found)) if sheet else found


def _named(row: PrintedRow) -> PrintedRow:
    """A row of a data sheet, marked as one: its first, "Formats | INT8, FP16", would pass for the header."""
    return replace(row, cells=(replace(row.cells[0], header=True), *row.cells[1:]))


def _row(
    layer: TextLayer,
    page: int,
    row: int,
    cells: dict[int, GridCell],
    held: set[tuple[int, int]],
    n_columns: int,
    section: Section,
) -> PrintedRow:
    start = layer.length
    printed: list[Printed] = []
    for column in range(n_columns):
        if cell := cells.get(column):
            layer.add("\t" if layer.length > start or printed else "")
            printed.append(Printed(_cell(layer, page, cell), colspan=len(cell.columns), rowspan=len(cell.rows)))
        elif (row, column) not in held:
            layer.add("\t" if layer.length > start or printed else "")
            printed.append(Printed(Cell("", layer.length, layer.length)))
    return PrintedRow(tuple(printed), section, start, layer.length)


def _cell(layer: TextLayer, page: int, cell: GridCell) -> Cell:
    words, marks = without_marks(cell.words)
    start, end = layer.line(page, words)
    if marks:
        layer.add(" ")
        layer.line(page, marks)
    return Cell(" ".join(word.text for word in words), start, end)


def _ruled_head(grid: Grid, *, headless: bool) -> int:
    """How many rows of a ruled table are its header: the first, the titles above it, the groups it begins with."""
    rows: list[list[GridCell]] = [[] for _ in range(grid.n_rows)]
    for cell in grid.cells:
        rows[cell.rows.start].append(cell)
    head = 0
    while head < grid.n_rows - 1 and len(rows[head]) == 1 and len(rows[head][0].columns) == grid.n_columns:
        head += 1
    if _has_numbers(rows[head]) and (headless or grid.n_columns == 2):
        return 0 if headless else head  # "Memory | 96 GB" of a data sheet is no header
    while head < min(grid.n_rows - 1, MAX_HEAD):
        deep = max((cell.rows.stop for cell in rows[head]), default=head + 1)
        grouped = any(1 < len(cell.columns) < grid.n_columns for cell in rows[head])
        head += 1
        if not grouped or _has_numbers(rows[head]) or head + 1 >= grid.n_rows:
            return min(max(head, deep if grouped else head), grid.n_rows - 1)
    return head


def _has_numbers(cells: Sequence[GridCell]) -> bool:
    texts = [" ".join(word.text for word in cell.words) for cell in cells if cell.columns.start]
    return any(map(is_number, texts)) or (bool(texts) and all(map(is_figure, texts)))
