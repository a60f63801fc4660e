"""reStructuredText tables as printed rows with true places: grid tables (spans both ways), simple tables, list tables.

docutils gives cells no place in the file, so the borders are read here.
"""

import bisect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from parsers.lib.grid import Printed, PrintedRow, Section
from parsers.lib.markdown_inline import Piece
from parsers.lib.markup_html import cell_of
from schemas.document import Cell

GRID_BORDER = re.compile(r"[ \t]*\+(?:[-=]+\+)+[ \t]*")
SIMPLE_BORDER = re.compile(r"[ \t]*=+(?:[ \t]+=+)+[ \t]*")
MAX_BANDS = 250_000  # cells of a grid before spans
MAX_LOOKS = 2_000_000  # columns times lines of a table, for each line is looked at once a column
_SPANS = re.compile(r"[ \t]*-+(?:[ \t]+-+)*[ \t]*")
_ITEM = re.compile(r"([ \t]*)(?:([*+-])[ \t]+)?([*+-])(?:[ \t]+|$)")

Inline = Callable[[str, int], list[Piece]]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file without its line end; `start` is where it begins in the file."""

    text: str
    start: int

    @property
    def indent(self) -> int:
        """The column of the first letter."""
        return len(self.text) - len(self.text.lstrip())


def _printed(lines: Sequence[Line], left: int, right: int | None, inline: Inline) -> list[Piece]:
    """What the lines print between two columns."""
    found: list[Piece] = []
    for line in lines:
        part = line.text[left:right]
        if part.strip():
            at = line.start + left + len(part) - len(part.lstrip())
            found += [Piece(" ", at, at)] if found else []
            found += inline(part.strip(), at)
    return found


def _on_one_line(found: list[Piece], at: int) -> Cell:
    """A cell with the text of all its lines and the place of the first: between them stand other cells."""
    cell = cell_of(found, at)
    first = next((number for number, piece in enumerate(found) if piece.start == piece.end), len(found))
    return replace(cell, end=found[first - 1].end) if found else cell


# --- grid tables ---------------------------------------------------------------------------------------------


def grid_end(lines: Sequence[Line], first: int) -> int:
    """The line behind a grid table that begins at `first`."""
    end = first
    while end < len(lines) and lines[end].text.lstrip()[:1] in {"+", "|"}:
        end += 1
    return end


def grid_rows(lines: Sequence[Line], inline: Inline) -> list[PrintedRow]:
    """The rows of a grid table."""
    table = _Borders(lines)
    columns = len(table.columns) - 1
    if (len(table.rows) - 1) * columns > MAX_BANDS or len(lines) * columns > MAX_LOOKS:
        return []
    head = next((row for row, edge in enumerate(table.rows) if "=" in lines[edge].text and row), 0)
    taken: set[tuple[int, int]] = set()
    return [
        _grid_row(table, row, "head" if row < head else "body", taken, inline) for row in range(len(table.rows) - 1)
    ]


class _Borders:
    """Where the edges of a grid table run, and which stretches of them are drawn."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        drawn = [number for number, line in enumerate(lines) if re.search(r"\+[-=]+\+", line.text)]
        self.rows = drawn
        marks = {match.start() for number in drawn for match in re.finditer(r"\+", lines[number].text)}
        self.columns = sorted(marks)

    def below(self, row: int, column: int) -> bool:
        """Whether an edge is drawn under a band."""
        stretch = self.lines[self.rows[row + 1]].text[self.columns[column] + 1 : self.columns[column + 1]]
        return row + 2 == len(self.rows) or (bool(stretch) and not stretch.strip("-=+"))

    def right(self, row: int, column: int) -> bool:
        """Whether an edge is drawn to the right of a band."""
        at = self.columns[column + 1]
        inside = self.lines[self.rows[row] + 1 : self.rows[row + 1]]
        return column + 2 == len(self.columns) or all(line.text[at : at + 1] in {"|", "+"} for line in inside)


def _grid_row(table: _Borders, row: int, section: Section, taken: set[tuple[int, int]], inline: Inline) -> PrintedRow:
    cells: list[Printed] = []
    for column in range(len(table.columns) - 1):
        if (row, column) in taken:
            continue
        right, down = _extent(table, row, column)
        taken |= {(r, c) for r in range(row, down) for c in range(column, right)}
        inside = table.lines[table.rows[row] + 1 : table.rows[down]]
        found = _printed(inside, table.columns[column] + 1, table.columns[right], inline)
        cell = _on_one_line(found, _at(table, row, column))
        cells.append(Printed(cell, section == "head", colspan=right - column, rowspan=down - row))
    start = table.lines[table.rows[row]].start
    return PrintedRow(tuple(cells), section, start, table.lines[table.rows[row + 1]].start)


def _extent(table: _Borders, row: int, column: int) -> tuple[int, int]:
    right, down = column + 1, row + 1
    while right < len(table.columns) - 1 and not table.right(row, right - 1):
        right += 1
    while down < len(table.rows) - 1 and not table.below(down - 1, column):
        down += 1
    return right, down


def _at(table: _Borders, row: int, column: int) -> int:
    line = table.lines[min(table.rows[row] + 1, len(table.lines) - 1)]
    return line.start + min(table.columns[column] + 1, len(line.text))


# --- simple tables -------------------------------------------------------------------------------------------


def simple_end(lines: Sequence[Line], first: int) -> int:
    """The line behind a simple table that begins at `first`; `first` when it has no lower border."""
    borders = 0
    last = first
    for number in range(first, len(lines)):
        text = lines[number].text
        if SIMPLE_BORDER.fullmatch(text):
            borders, last = borders + 1, number + 1
            after = lines[number + 1].text if number + 1 < len(lines) else ""
            if borders >= 2 and not after.strip():
                break
        elif text.strip() and lines[number].indent < lines[first].indent:
            break
    return last if borders >= 2 else first


def simple_rows(lines: Sequence[Line], inline: Inline) -> list[PrintedRow]:
    """The rows of a simple table, its borders among the lines."""
    columns = [match.span() for match in re.finditer(r"=+", lines[0].text)]
    borders = [number for number, line in enumerate(lines) if SIMPLE_BORDER.fullmatch(line.text)]
    head = borders[1] if len(borders) > 2 else 0
    rows: list[PrintedRow] = []
    for number, group in _groups(lines, columns[0]):
        section: Section = "head" if number < head else "body"
        spans = columns
        if _SPANS.fullmatch(group[-1].text):
            spans = [match.span() for match in re.finditer(r"-+", group[-1].text)]
            group = group[:-1]  # noqa: PLW2901 - the underline is no text
        rows.append(_simple_row(group, columns, spans, section, inline))
    return rows


def _groups(lines: Sequence[Line], first: tuple[int, int]) -> Iterator[tuple[int, list[Line]]]:
    """The lines of each row, with the number of the first: a line with a blank first column continues a row."""
    group: list[Line] = []
    began = 0
    for number, line in enumerate(lines):
        is_border = bool(SIMPLE_BORDER.fullmatch(line.text))
        underline = bool(_SPANS.fullmatch(line.text)) and bool(group)
        continues = group and line.text.strip() and not line.text[first[0] : first[1]].strip() and not is_border
        if group and not continues and not underline:
            yield began, group
            group = []
        if not is_border and line.text.strip():
            began = began if group else number
            group.append(line)
        if underline:
            yield began, group
            group = []
    if group:
        yield began, group


def _simple_row(
    group: list[Line], columns: list[tuple[int, int]], spans: list[tuple[int, int]], section: Section, inline: Inline
) -> PrintedRow:
    cells = []
    starts = [start for start, _ in columns]
    for number, (left, right) in enumerate(spans):
        last = number + 1 == len(spans)
        found = _printed(group, left, None if last else spans[number + 1][0], inline) if group else []
        covered = bisect.bisect_left(starts, right) - bisect.bisect_left(starts, left)
        at = group[0].start + min(left, len(group[0].text)) if group else 0
        cells.append(Printed(_on_one_line(found, at), section == "head", colspan=max(covered, 1)))
    end = group[-1].start + len(group[-1].text) if group else 0
    return PrintedRow(tuple(cells), section, group[0].start if group else 0, end)


# --- list tables ---------------------------------------------------------------------------------------------


def list_rows(lines: Sequence[Line], header_rows: int, inline: Inline) -> list[PrintedRow]:
    """The rows of a list-table's body: "* - first" begins a row, "- next" a cell of it."""
    rows: list[list[list[Line]]] = []
    for line in lines:
        match = _ITEM.match(line.text)
        if match and match[2]:
            rows.append([])
        if match and rows and (match[2] or not rows[-1] or line.indent == _column(rows[-1][0][0])):
            rows[-1].append([Line(" " * match.end() + line.text[match.end() :], line.start)])
        elif rows and rows[-1]:
            rows[-1][-1].append(line)
    return [
        _list_row(row, "head" if number < header_rows else "body", inline) for number, row in enumerate(rows) if row
    ]


def _column(first: Line) -> int:
    """The column of the mark before a row's first cell."""
    return max(first.indent - 2, 0)


def _list_row(row: list[list[Line]], section: Section, inline: Inline) -> PrintedRow:
    cells = [Printed(cell_of(_printed(one, 0, None, inline), one[0].start), section == "head") for one in row]
    last = row[-1][-1]
    return PrintedRow(tuple(cells), section, row[0][0].start, last.start + len(last.text))
