"""Tables set with spaces, tabs or strokes, one row a line, as people and programs put them into mails, logs and notes.

A table is a run of lines that part into the same columns by tabs, by two spaces and more, or by "|": a header without
figures and at least two rows, one of whose columns holds figures. A cell that is blank leaves its row short; the others
are put under the headers that they stand below. A header may leave out the corner over the labels of its rows, and what
stands over their units; behind a corner left out it may hold sizes ("1 TB", "2 TB"). Rows that fit no column end the
table: better a short one than a wrong one. Three lines or more of a name and a figure ("Board power:   350 W") are a
table without a header.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsers.lib.text_lines import Line
from schemas.document import Cell, Table

MIN_ROWS = 2
MIN_PAIRS = 3
MAX_WIDTH = 60  # cells
MAX_CELL = 60  # characters; two sentences with a gap between them are no cells
_GAP = re.compile(r"\t+ *| {2,}\t*")
_RULE = re.compile(r"[-=+_|─━\s]{3,}")
_STROKE = re.compile(r"\s*\|\s*|\s*│\s*")
_STROKES = re.compile(r"\s[|│]\s|^[|│].*[|│]$")
_MEASURED = re.compile(r"[~<>≤≥$€£+-]?\s?\d[\d.,]*\s?(?:%|[a-zA-Zµ$€£][\w/µ-]{0,11}(?:\s[\w/-]{1,12}){0,2})?[*†‡]?")
_FIGURE = re.compile(
    r"[~<>≤≥$€£+-]?\s?\d[\d.,]*(?:\s?(?:%|[xX×]|[a-zA-Zµ]{1,4}(?:/\w{1,6})?))?(?:\s?±\s?\d[\d.]*\s?%?)?[*†‡]?"
)
_SIZE = re.compile(r"(\d[\d.,]*)\s?([A-Za-z]{1,4})")
_UNIT = re.compile(r"[a-zA-Zµ%$°][\w/%µ°-]{0,9}(?: [\w/-]{1,8})?")


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
    strokes = _STROKES.search(printed) is not None
    if not strokes and "  " not in printed and "\t" not in printed:
        return []
    # Behind a tab stands a second cell, however long the first ones of other rows are.
    indent = len(text[text.rfind("\n", 0, line.start) + 1 : line.start].expandtabs(MAX_CELL))
    row: Row = []
    at = 0
    for gap in (*(_STROKE if strokes else _GAP).finditer(printed), None):
        end = gap.start() if gap else len(printed)
        outer = strokes and at == end and (not at or gap is None)  # left of the first stroke, right of the last
        if not outer:
            words = _unsigned(printed[at:end])
            cell = Cell(words, line.start + at, line.start + at + len(words))
            row.append(Part(cell, indent + at, indent + end))
        at = gap.end() if gap else end
    least = 0 if strokes else 1  # a stroke shows where a blank cell stands
    return row if len(row) <= MAX_WIDTH and all(least <= len(part.cell.text) <= MAX_CELL for part in row) else []


def _unsigned(words: str) -> str:
    """A figure without the sign of the error that stands in the next column."""
    return words[:-1].rstrip() if words[-1:] == "±" else words


def _pairs(run: Sequence[Row], at: int, name: str) -> tuple[Table | None, int]:
    """A list of names with figures from the run's row `at` on, as a table of two columns without names."""
    rows: list[tuple[Cell, ...]] = []
    for row in (run[number] for number in range(at, len(run))):
        if len(row) != 2 or not row[0].cell.text or _FIGURE.fullmatch(row[0].cell.text):
            break
        rows.append((row[0].cell, row[1].cell))
    measured = sum(bool(_MEASURED.fullmatch(value.text)) for _, value in rows)
    if len(rows) < MIN_PAIRS or measured * 2 <= len(rows):
        return None, max(1, len(rows))  # a list of names and words of any length is read once
    start = rows[0][0].start
    blank = Cell("", start, start)
    return Table(name, "", (blank, blank), tuple(rows), start, rows[-1][1].end), len(rows)


def _table(run: Sequence[Row], at: int, name: str) -> tuple[Table | None, int]:
    """The table whose header is the run's row `at`, and how many rows are done with."""
    header = _with_units(_with_corner(run[at], run[at + 1]), run[at + 1])
    if len(header) == 2 and _MEASURED.fullmatch(header[1].cell.text):
        return _pairs(run, at, name)
    if any(_FIGURE.fullmatch(part.cell.text) for part in header) and not _of_sizes(header):
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


def _with_corner(header: Row, below: Row) -> Row:
    """A header that leaves out the corner, over labels that stand left of all its cells, with a blank one there."""
    more = len(below) - len(header)
    measured = more == 2 and _UNIT.fullmatch(below[-1].cell.text) is not None
    if (more != 1 and not measured) or below[0].right > header[0].left or not below[0].cell.text:
        return header
    start = header[0].cell.start
    return [Part(Cell("", start, start), below[0].left, below[0].right), *header]


def _with_units(header: Row, below: Row) -> Row:
    """A header that says nothing over the units that end its rows, with a blank cell there."""
    last = below[-1]
    if len(below) != len(header) + 1 or last.left < header[-1].right or not _UNIT.fullmatch(last.cell.text):
        return header
    end = header[-1].cell.end
    return [*header, Part(Cell("", end, end), last.left, last.right)]


def _of_sizes(header: Row) -> bool:
    """Whether a header without its corner holds the sizes of one thing, in one unit."""
    sizes = [_SIZE.fullmatch(part.cell.text) for part in header if part.cell.text]
    found = {match.groups() for match in sizes if match}
    one_unit = len({unit for _, unit in found}) == 1
    return not header[0].cell.text and len(found) == len(sizes) > 1 and one_unit


def _placed(header: Row, row: Row) -> tuple[Cell, ...] | None:
    """A row's cells under the headers; None when one stands under none or two under one."""
    if len(row) == len(header) + 1 and row[-1].cell.text.startswith("("):
        row = row[:-1]  # "(p=0.016 n=4+5)" behind the last column
    if len(row) == len(header):
        return tuple(part.cell for part in row)
    if len(row) > len(header):
        return None
    cells: dict[int, Cell] = {}
    for part in row:
        below = [index for index, head in enumerate(header) if part.left < head.right and head.left < part.right]
        pieces = [part] if len(below) == 1 else _cut(part, [header[index] for index in below])
        if not pieces or any(index in cells for index in below):
            return None
        cells |= {index: piece.cell for index, piece in zip(below, pieces, strict=True)}
    blank = row[0].cell.start
    return tuple(cells.get(index, Cell("", blank, blank)) for index in range(len(header)))


def _cut(part: Part, heads: Sequence[Part]) -> list[Part]:
    """A text under two headers cut at the space where the second one's column begins; [] when there is none."""
    if len(heads) != 2:
        return []
    spaces = [match.start() for match in re.finditer(" ", part.cell.text)]
    at = min(spaces, key=lambda space: abs(part.left + space + 1 - heads[1].left), default=0)
    if abs(part.left + at + 1 - heads[1].left) > 1 and abs(part.right - heads[1].right) <= 1:
        at = spaces[-1] if spaces else 0  # a column that is set to the right
    elif abs(part.left + at + 1 - heads[1].left) > 1:
        return []
    if not at or not any(map(str.isdigit, part.cell.text[at:])):
        return []
    middle = part.cell.start + at
    left = _unsigned(part.cell.text[:at])
    cells = (
        Cell(left, part.cell.start, part.cell.start + len(left)),
        Cell(part.cell.text[at + 1 :], middle + 1, part.cell.end),
    )
    return [Part(cells[0], part.left, part.left + at), Part(cells[1], part.left + at + 1, part.right)]


def _holds_figures(rows: Sequence[tuple[Cell, ...]]) -> bool:
    """Whether a column behind the first holds figures in most of its rows."""
    for column in list(zip(*rows, strict=True))[1:]:
        printed = [cell.text for cell in column if cell.text]
        if printed and sum(bool(_FIGURE.fullmatch(text)) for text in printed) * 2 > len(printed):
            return True
    return False
