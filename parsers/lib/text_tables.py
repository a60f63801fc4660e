"""Tables that a scraper flattened to one cell a line: found by their header, verified by their columns' types.

A table is a run of lines without an empty one between (a blank cell is a no-break space, so it is not empty). Its
header is the leading lines that hold no number; the width is settled by the header words of the vocabulary and
by which width makes the columns below agree in type. Cells that do not fit a row are kept aside, whole.
"""

import re
from collections.abc import Iterator, Sequence

from parsers.lib.text_lines import Line
from schemas.document import Cell, Rejected, Table
from schemas.names import vocabulary

MAX_WIDTH = 24
MAX_CELL = 120
UNKNOWN = 0.03  # what a header word that nobody knows costs against a column whose cells disagree
_NUMBER = re.compile(r"[~<>≤≥$€£]?\s?\d[\d,.]*(?:\s?[a-zA-Zµ%/]{1,8})?\*?$")
_BLANK = re.compile(r"(?:-|–|—|n/?a|N/?A|none|None)?$")
Run = list[Line]


def tables(every: Sequence[Line]) -> tuple[list[Table], list[Rejected]]:
    """Tables T1, T2, ... in text order, and the cells that fit none of their rows."""
    found: list[Table] = []
    rejected: list[Rejected] = []
    for run in _runs(every):
        header = _header(run)
        if header is None:
            continue
        first, width = header
        name = f"T{len(found) + 1}"
        rows, left = _rows(run[first + width :], width)
        if not rows:
            continue
        columns = tuple(_cell(line) for line in run[first : first + width])
        found.append(Table(name, "", columns, tuple(rows), run[first].start, run[-1].end))
        rejected.extend(_reject(name, cells, width) for cells in left)
    return found, rejected


def _runs(every: Sequence[Line]) -> Iterator[Run]:
    run: Run = []
    for line in every:
        if line.words or line.blank_cell:
            run.append(line)
            continue
        if len(run) >= 4:
            yield run
        run = []
    if len(run) >= 4:
        yield run


def _header(run: Run) -> tuple[int, int] | None:
    """Index of the first header line and the number of columns; None when the run is no table."""
    known = [index for index, line in enumerate(run[: 2 * MAX_WIDTH]) if _is_header(line.words)]
    if len(known) < 2:
        return None
    first = known[0]
    widths = [w for w in range(2, MAX_WIDTH + 1) if first + 2 * w <= len(run) and _plausible(run, first, w, known)]
    scored = [(_agreement(run[first + w :], w) - UNKNOWN * _unknown(run[first : first + w]), w) for w in widths]
    best = max(scored, default=(0.0, 0))
    return (first, best[1]) if best[0] >= 0.8 else None


def _unknown(header: Run) -> int:
    """Columns whose header the vocabulary does not know: with one row of data every width agrees in type."""
    return sum(not _is_header(line.words) for line in header)


def _is_header(words: str) -> bool:
    bare = re.sub(r"\s*[\[(].*?[\])]", "", words)
    return bool(bare) and vocabulary().resolve("headers", bare) is not None


def _plausible(run: Run, first: int, width: int, known: list[int]) -> bool:
    header = run[first : first + width]
    # All header words that stand together must be in: a header cut short turns its last columns into data.
    together = [
        k for k in known if k < first + MAX_WIDTH and all(not _NUMBER.match(line.words) for line in run[first:k])
    ]
    first_repeat = next((k for k in together[1:] if run[k].words == run[first].words), None)
    needed = [k for k in together if first_repeat is None or k < first_repeat]
    inside = all(k < first + width for k in needed)
    return inside and not any(
        _NUMBER.fullmatch(line.words) or line.blank_cell or len(line.words) > MAX_CELL for line in header
    )


def _kind(words: str) -> str:
    if _BLANK.fullmatch(words):
        return "blank"
    return "number" if _NUMBER.fullmatch(words) else "text"


def _agreement(cells: Sequence[Line], width: int) -> float:
    """Share of cells that have the type of most cells of their column, blank ones agreeing with any."""
    agree = total = 0
    for column in range(width):
        kinds = [_kind(line.words) for line in cells[column::width]]
        stated = [kind for kind in kinds if kind != "blank"]
        agree += max((stated.count("number"), stated.count("text"))) if stated else 0
        total += len(stated)
    odd = len(cells) % width != 0
    return agree / total - 0.1 * odd if total else 0.0


def _types(cells: Sequence[Line], width: int) -> list[str]:
    """The type of each column: number or text when nine in ten of its cells are, else any."""
    found = []
    for column in range(width):
        kinds = [kind for kind in (_kind(line.words) for line in cells[column::width]) if kind != "blank"]
        top = max(("number", "text"), key=kinds.count)
        found.append(top if kinds and kinds.count(top) >= 0.9 * len(kinds) else "any")
    return found


def _rows(cells: Run, width: int) -> tuple[list[tuple[Cell, ...]], list[Run]]:
    """Rows of `width` cells, and the cells between them that fit no row."""
    types = _types(cells, width)
    rows: list[tuple[Cell, ...]] = []
    left: list[Run] = []
    at = 0
    while at < len(cells):
        if len(cells) % width == 0 or _fits(cells[at : at + width], types):
            row = cells[at : at + width]
            if len(row) == width:
                rows.append(tuple(_cell(line) for line in row))
            else:
                left.append(row)
            at += width
            continue
        step = _resync(cells, at, types)
        left.append(cells[at : at + step])
        at += step
    return rows, left


def _fits(row: Run, types: list[str]) -> bool:
    if len(row) < len(types):
        return False
    return all(
        want in ("any", kind) or kind == "blank"
        for want, kind in zip(types, (_kind(c.words) for c in row), strict=True)
    )


def _resync(cells: Run, at: int, types: list[str]) -> int:
    """How many cells to set aside until rows fit again."""
    width = len(types)
    for step in range(1, 2 * width):
        rest = cells[at + step :]
        if len(rest) % width == 0 and (not rest or _fits(rest[:width], types)):
            return step
    return len(cells) - at


def _cell(line: Line) -> Cell:
    return Cell(line.words, line.start, line.end)


def _reject(table: str, cells: Run, width: int) -> Rejected:
    return Rejected(
        place=f"table {table}, line {cells[0].number}",
        reason=f"{len(cells)} cells that fit no row of {width} columns",
        row=tuple(line.words for line in cells),
        start=cells[0].start,
        end=cells[-1].end,
    )
