"""Tables that a spreadsheet exported, without its letters over the columns, its numbers of rows, its blank edges.

Read as they stand, "A", "B" and "C" are what the columns are called, and the heads of the table are its first row.
"""

from collections.abc import Sequence
from dataclasses import replace

from parsers.lib.dom import text_of
from parsers.lib.html_table import RowTags

LEAST = 3  # columns or rows, their letters or numbers among them
_LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def own_rows(rows: Sequence[RowTags]) -> tuple[RowTags, ...]:
    """The rows of a table as its author wrote them; every other table as it is."""
    if len(rows) < LEAST or not _is_sheet(rows):
        return _unindented(rows)
    kept = [replace(row, cells=row.cells[1:]) for row in rows[1:]]
    return _unindented([row for row in kept if any(map(text_of, row.cells))])


def _is_sheet(rows: Sequence[RowTags]) -> bool:
    """Whether columns are called A, B, C and rows 1, 2, 3."""
    letters = [text for cell in rows[0].cells if (text := text_of(cell))]
    if len(letters) < LEAST - 1 or tuple(letters) != _LETTERS[: len(letters)] or text_of(rows[0].cells[0]):
        return False
    numbers = [text_of(row.cells[0]) if row.cells else "" for row in rows[1:]]
    first = int(numbers[0]) if numbers[0].isascii() and numbers[0].isdigit() and len(numbers[0]) < 6 else -1
    return first >= 0 and numbers == [str(first + at) for at in range(len(numbers))]


def _unindented(rows: Sequence[RowTags]) -> tuple[RowTags, ...]:
    """Without the first columns in which no row says anything, where no cell reaches over others."""
    widths = {len(row.cells) for row in rows}
    if len(rows) < LEAST or len(widths) > 1 or not all(row.cells and not text_of(row.cells[0]) for row in rows):
        return tuple(rows)
    if any("colspan" in cell.attrs or "rowspan" in cell.attrs for row in rows for cell in row.cells):
        return tuple(rows)
    wide = widths.pop()
    blank = next((at for at in range(wide) if any(text_of(row.cells[at]) for row in rows)), wide)
    return tuple(replace(row, cells=row.cells[blank:]) for row in rows) if wide - blank >= LEAST - 1 else tuple(rows)
