"""Which cell stands in which row and column: spans, header rows, notes, and the rows that do not fit."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from schemas.document import Cell, Rejected
from schemas.number_words import UP_TO_BILLION, either

Section = Literal["head", "body", "foot"]
SECTIONS: dict[str, Section] = {"thead": "head", "tbody": "body", "tfoot": "foot"}
Slots = dict[int, Cell]  # column, counted from 0, to the cell that stands there

MAX_SLOTS = 1_000_000
NUMERIC = re.compile(r"[<>~≈≤≥±+\-−$€£\s]*\d[\d., ]*\s*(?:%|[a-zA-Zµ×/]{1,12})?\s*[*†‡¹²³⁰-⁹]*")
AMOUNT = re.compile(rf"(?:up to\s)?[<>~≈≤≥$€£\s]*\d[\d.,]*\s?(?:(?:{either(UP_TO_BILLION)})\s)?[a-zA-Zµ%]")
NOTE_MARK = re.compile(r"[*†‡§¹²³⁰-⁹]|\[\d+\]|\(\d+\)\s|notes?\s*[:\d*]|note that\b|source\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """A cell as the markup has it. `rowspan` 0 reaches to the end of its section; `header` is a <th>."""

    cell: Cell
    header: bool = False
    bold: bool = False
    colspan: int = 1
    rowspan: int = 1


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row as the markup has it, spanning text[start:end]."""

    cells: tuple[Printed, ...]
    section: Section = "body"
    start: int = 0
    end: int = 0

    @property
    def texts(self) -> tuple[str, ...]:
        """The cells as printed, each once."""
        return tuple(printed.cell.text for printed in self.cells)

    @property
    def is_header(self) -> bool:
        """Every cell is marked as a header, and one at least is not blank."""
        return any(self.texts) and all(one.header or not one.cell.text for one in self.cells)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table laid out: `rows` fit `columns`; everything else that was printed is in one of the other fields.

    `titles` and `labels` are the cells of full-width rows, in the header and between rows; `groups` as in Table. A
    column whose header has several rows carries their texts joined by " ", and the span of the lowest one that is not
    blank.
    """

    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    titles: tuple[Cell, ...] = ()
    labels: tuple[Cell, ...] = ()
    groups: tuple[str, ...] = ()
    footnotes: tuple[tuple[int, int], ...] = ()
    rejected: tuple[Rejected, ...] = ()
    warnings: tuple[str, ...] = ()


def lay_out(name: str, printed: Sequence[PrintedRow]) -> Grid:
    """Lay out a table; `name` ("T2") is for the messages. Blank rows say nothing and are left out."""
    expanded, warning = expand(printed)
    pairs = [(row, slots) for row, slots in zip(printed, expanded, strict=True) if any(row.texts)]
    rows, slots = [row for row, _ in pairs], [slots for _, slots in pairs]
    depth = _above_labels(slots, header_depth(rows))
    columns, titles = _columns(slots[:depth], slots)
    sorter = _Sorter(name, columns, all(row.is_header for row in rows))
    for row, placed in zip(rows[depth:], slots[depth:], strict=True):
        sorter.sort(row, placed)
    warnings = tuple([f"table {name}: {warning}"] if warning else []) + tuple(sorter.warnings)
    return Grid(
        columns,
        tuple(sorter.rows),
        titles,
        tuple(sorter.labels),
        tuple(sorter.groups) if any(sorter.groups) else (),
        tuple(sorter.footnotes),
        tuple(sorter.rejected),
        warnings,
    )


def _above_labels(slots: Sequence[Slots], depth: int) -> int:
    """A header's depth without the full-width rows at its end: "Inference" in <th> below the names is a label."""
    width = max(map(len, slots[:depth]), default=0)
    named = next((at for at in range(depth) if _only(slots[at], width) is None), depth)
    while depth > named + 1 and _only(slots[depth - 1], width) is not None:
        depth -= 1
    return depth


def expand(rows: Sequence[PrintedRow]) -> tuple[list[Slots], str]:
    """Each row's cells by column with spans repeated, and a warning ("" when none)."""
    widest = max((len(row.cells) for row in rows), default=0)
    spans = sum(_area(row, widest, len(rows)) for row in rows)
    if spans > MAX_SLOTS:
        # Spans without bound are a way to turn a kilobyte into gigabytes; what is printed is still all kept.
        plain = [{i: printed.cell for i, printed in enumerate(row.cells)} for row in rows]
        return plain, f"its spans would make {spans:,} cells and were not followed"
    return list(_expand(rows, widest, _width(rows, widest))), ""


def _width(rows: Sequence[PrintedRow], widest: int) -> int:
    """The columns of the first row whose spans can be believed: no row above it hangs into it."""
    sane = (row for row in rows if row.cells and all(one.colspan <= widest for one in row.cells))
    return sum(one.colspan for one in next(sane, PrintedRow(())).cells)


def _area(row: PrintedRow, widest: int, height: int) -> int:
    return sum(min(one.colspan, widest) * min(one.rowspan or height, height) for one in row.cells)


def _expand(rows: Sequence[PrintedRow], widest: int, width: int) -> Iterator[Slots]:
    hanging: dict[int, tuple[int, Cell]] = {}  # column -> (last row it reaches, cell)
    for number, row in enumerate(rows):
        if number and row.section != rows[number - 1].section:
            hanging.clear()
        if not hanging and all(one.colspan == one.rowspan == 1 for one in row.cells):
            yield {column: one.cell for column, one in enumerate(row.cells)}
            continue
        slots = {column: cell for column, (last, cell) in hanging.items() if last >= number}
        hanging = {column: held for column, held in hanging.items() if held[0] >= number}
        column = 0
        for one in row.cells:
            while column in slots:
                column += 1
            last = number + one.rowspan - 1 if one.rowspan else len(rows)
            # A span wider than any row of cells means "to the end", whatever number it gives.
            end = column + one.colspan if one.colspan <= widest else max(width, column + 1)
            for taken in range(column, end):
                slots.setdefault(taken, one.cell)
                if last > number:
                    hanging.setdefault(taken, (last, one.cell))
        yield dict(sorted(slots.items()))


def header_depth(rows: Sequence[PrintedRow]) -> int:
    """How many leading rows are the header: those marked so, else a first row of words over rows with numbers."""
    marked = [row.section == "head" or row.is_header for row in rows]
    if not rows or all(marked):
        # Everything is marked, so the marks say nothing of where the header ends.
        return _by_numbers(rows) or min(len(rows), 1)
    return marked.index(False) or _by_numbers(rows) or _by_type(rows)


def _by_type(rows: Sequence[PrintedRow]) -> int:
    # Only the first row: further down a bold row is the best result, not a header.
    bold = [all(one.bold for one in row.cells if one.cell.text) for row in rows[:2]]
    return int(bold == [True, False] and not any(map(is_numeric, rows[0].texts)))


def _by_numbers(rows: Sequence[PrintedRow]) -> int:
    if len(rows) < 2 or any(map(is_numeric, rows[0].texts)) or all(map(_is_named_value, rows)) or _is_sheet(rows):
        return 0
    first, rest = rows[0], rows[1:]
    if not any(is_numeric(text) for row in rest for text in row.texts):
        return 0
    # "Throughput" over "FP16" and "FP32", beside a "Model" that reaches over both rows: a header of two rows.
    grouped = any(one.colspan > 1 for one in first.cells) and len(first.cells) > 1
    return max((one.rowspan for one in first.cells), default=1) if grouped and first.section != "foot" else 1


def _is_named_value(row: PrintedRow) -> bool:
    """Whether a row is a name in <th> and what it is in <td>: where all are, no row names the columns."""
    return len(row.cells) == 2 and row.cells[0].header and not row.cells[1].header


def _is_sheet(rows: Sequence[PrintedRow]) -> bool:
    """Whether a table of names and values begins with a value: "Forwarding rate | 1.19 billion packets/s"."""
    pairs = all(len(row.cells) == 2 and row.cells[0].colspan == row.cells[1].colspan == 1 for row in rows)
    values = [AMOUNT.match(row.cells[1].cell.text) is not None for row in rows] if pairs else []
    # "8 GPUs" heads a column of bare numbers; where another cell has a unit of its own too, both are values.
    return bool(values) and values[0] and any(values[1:])


def is_numeric(text: str) -> bool:
    """Whether a cell prints a number, with at most a sign, a currency and a short unit around it."""
    return NUMERIC.fullmatch(text) is not None


def is_note(text: str) -> bool:
    """Whether a line starts as notes under a table do: *, †, a raised digit, [1], "Note"."""
    return NOTE_MARK.match(text) is not None


def _columns(header: list[Slots], slots: list[Slots]) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The columns, and the full-width rows of the header: they name the table, not each of its columns."""
    width = max(map(len, header), default=0) or _usual_width(slots)
    titles = [_only(row, width) for row in header]
    named = [row for row, title in zip(header, titles, strict=True) if title is None]
    if header and not named:
        width = _usual_width(slots[len(header) :]) or width
    start = min((cell.start for row in slots for cell in row.values()), default=0)
    columns = tuple(_joined([row[i] for row in named if i in row], start) for i in range(width))
    return columns, tuple(title for title in titles if title is not None)


def _usual_width(slots: list[Slots]) -> int:
    counted = Counter(map(len, slots))
    return counted.most_common(1)[0][0] if counted else 0


def _joined(cells: list[Cell], start: int) -> Cell:
    texts = list(dict.fromkeys(cell.text for cell in cells if cell.text))
    shown = [cell for cell in cells if cell.text]
    return replace(shown[-1], text=" ".join(texts)) if shown else Cell("", start, start)


def _only(slots: Slots, width: int) -> Cell | None:
    """The one cell that fills a row of two or more columns."""
    cells = list(slots.values())
    alone = len(cells) >= max(width, 2) and all(cell is cells[0] for cell in cells)
    return cells[0] if alone else None


class _Sorter:
    """Sorts the rows under a header into data, labels, notes and what does not fit."""

    def __init__(self, name: str, columns: tuple[Cell, ...], marks_mean_nothing: bool) -> None:
        self.name, self.columns, self.marks_mean_nothing = name, columns, marks_mean_nothing
        self.header = tuple(column.text for column in columns)
        self.fitting = list(range(len(columns)))
        self.number = 0  # of the row, counted from 1 below the header
        self.rows: list[tuple[Cell, ...]] = []
        self.labels: list[Cell] = []
        self.group = ""  # the label that the next row stands under
        self.groups: list[str] = []
        self.footnotes: list[tuple[int, int]] = []
        self.rejected: list[Rejected] = []
        self.warnings: list[str] = []

    def sort(self, row: PrintedRow, slots: Slots) -> None:
        """Put one row where it belongs."""
        only = _only(slots, len(self.columns))
        fits = list(slots) == self.fitting
        if row.texts == self.header:
            return  # the header printed again, as long tables do
        if (only and is_note(only.text)) or (row.section == "foot" and (only or not fits)):
            self.footnotes.append((row.start, row.end))
        elif only:
            self.labels.append(only)
            self.group = only.text
            self.warnings.append(f"table {self.name}: a full-width row after row {self.number}: {only.text!r}")
        elif row.is_header and len(self.columns) > 1 and not self.marks_mean_nothing:
            self._aside(row, "a second header row: its names do not hold for the rows above it")
        elif not fits:
            self._aside(row, f"{len(slots)} cells where the table has {len(self.columns)} columns")
        else:
            self.number += 1
            self.rows.append(tuple(slots.values()))
            self.groups.append(self.group)

    def _aside(self, row: PrintedRow, reason: str) -> None:
        self.number += 1
        place = f"table {self.name}, row {self.number}"
        self.rejected.append(Rejected(place, reason, row.texts, row.start, row.end))
