"""Tables set with spaces or tabs, one row a line, as people type them into mails, logs and release notes.

A table is a run of lines that part into the same columns by tabs or by two spaces and more: a header without figures
and at least two rows, one of whose columns holds figures. A cell that is blank leaves its row short; the others are
put under the headers that they stand below. Rows that fit no column end the table: better a short one than a wrong one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsers.lib.text_lines import Line
from schemas.document import Cell, Table

MIN_ROWS = 2
MAX_CELL = 60  # characters; two sentences with a gap between them are no cells
_GAP = re.compile(r"\t+ *| {2,}\t*")
_RULE = re.compile(r"[-=+_|─━\s]{3,}")
_FIGURE = re.compile(r"[~<>≤≥$€£+-]?\s?\d[\d.,]*(?:\s?(?:%|[xX×]|[a-zA-Zµ]{1,4}(?:/\w{1,6})?))?[*†‡]?")


@dataclass(frozen=True, slots=True)
class Part:
    """A cell with the columns of the page that it covers."""

    cell: Cell
    left: int
    right: int


Row = list[Part]


def aligned_tables(every: Sequence[Line], text: str, number: int) -> list[Table]:
    """Tables in text order, named from T<number> on."""
    found: list[Table] = []
    for run in _runs(every, text):
        at = 0
        while at + MIN_ROWS < len(run):
            table, used = _table(run, at, f"T{number + len(found)}")
            if table is not None:
                found.append(table)
            at += used
    return found


def _runs(every: Sequence[Line], text: str) -> Iterator[list[Row]]:
    """Lines of at least two cells that follow each other; rules between them are passed over."""
    run: list[Row] = []
    before = 0
    for line in every:
        if _RULE.fullmatch(line.words) and run and line.number == before + 1:
            before = line.number
            continue
        row = _parts(line, text) if line.words else []
        if run and (len(row) < 2 or line.number != before + 1):
            yield run
            run = []
        if len(row) >= 2:
            run.append(row)
            before = line.number
    if run:
        yield run


def _parts(line: Line, text: str) -> Row:
    printed = text[line.start : line.end]
    if "  " not in printed and "\t" not in printed:
        return []
    indent = line.start - (text.rfind("\n", 0, line.start) + 1)
    row: Row = []
    at = 0
    for gap in (*_GAP.finditer(printed), None):
        end = gap.start() if gap else len(printed)
        cell = Cell(printed[at:end], line.start + at, line.start + end)
        row.append(Part(cell, indent + at, indent + end))
        at = gap.end() if gap else end
    return row if all(0 < len(part.cell.text) <= MAX_CELL for part in row) else []


def _table(run: Sequence[Row], at: int, name: str) -> tuple[Table | None, int]:
    """The table whose header is the run's row `at`, and how many rows are done with."""
    header = run[at]
    if any(_FIGURE.fullmatch(part.cell.text) for part in header):
        return None, 1
    rows: list[tuple[Cell, ...]] = []
    for row in (run[number] for number in range(at + 1, len(run))):
        placed = _placed(header, row)
        if placed is None:
            break
        rows.append(placed)
    if len(rows) < MIN_ROWS:
        return None, 1
    if not _holds_figures(rows):
        return None, 1 + len(rows)  # none of its rows heads a table either: a list of names of any length is read once
    columns = tuple(part.cell for part in header)
    last = max(cell.end for cell in rows[-1])
    return Table(name, "", columns, tuple(rows), columns[0].start, last), 1 + len(rows)


def _placed(header: Row, row: Row) -> tuple[Cell, ...] | None:
    """A row's cells under the headers; None when one stands under none or two under one."""
    if len(row) == len(header):
        return tuple(part.cell for part in row)
    if len(row) > len(header):
        return None
    cells: dict[int, Cell] = {}
    for part in row:
        below = [index for index, head in enumerate(header) if part.left < head.right and head.left < part.right]
        if len(below) != 1 or below[0] in cells:
            return None
        cells[below[0]] = part.cell
    blank = row[0].cell.start
    return tuple(cells.get(index, Cell("", blank, blank)) for index in range(len(header)))


def _holds_figures(rows: Sequence[tuple[Cell, ...]]) -> bool:
    """Whether a column behind the first holds figures in most of its rows."""
    for column in list(zip(*rows, strict=True))[1:]:
        printed = [cell.text for cell in column if cell.text]
        if printed and sum(bool(_FIGURE.fullmatch(text)) for text in printed) * 2 > len(printed):
            return True
    return False
