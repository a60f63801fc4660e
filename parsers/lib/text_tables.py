"""Tables that a scraper flattened to one cell a line: found by their header, verified by their columns' types.

A table is a run of lines without an empty one between (a blank cell is a no-break space, so it is not empty). Its
header is the leading lines that hold no number; the width is settled by the header words of the vocabulary and
by which width makes the columns below agree in type. Cells that do not fit a row are kept aside, whole; where one is
missing or too many, the rows around it are found again by the types of their cells.
"""

import re
from collections.abc import Iterator, Sequence

from parsers.lib.columns import is_header
from parsers.lib.text_lines import Line
from schemas.document import Cell, Rejected, Table
from schemas.names import vocabulary

MAX_WIDTH = 24
MAX_CELL = 120
ALIGNED = 0.8  # share of cells that must have their column's type when every row is whole
FOUND_AGAIN = 0.6  # share of cells that must stand in fitting rows when some are not
WHOLE = 0.95  # share of cells that must agree in type for lines of spaces to be blank cells
UNKNOWN = 0.03  # what a header word that nobody knows costs against a column whose cells disagree
_NUMBER = re.compile(r"[~<>≤≥$€£]?\s?\d[\d,.]*(?:\s?[a-zA-Zµ%/]{1,8})?\*?$")
_BLANK = re.compile(r"(?:-|–|—|n/?a|N/?A|none|None)?[*†‡]?$")
_SENTENCE = re.compile(r"^(?:\S+\s+){3,}\S+[.!?]$|^https?://")
Run = list[Line]


def tables(every: Sequence[Line]) -> tuple[list[Table], list[Rejected]]:
    """Tables T1, T2, ... in text order, and the cells that fit none of their rows."""
    found: list[Table] = []
    rejected: list[Rejected] = []
    for run in map(_without_prose, _runs(every)):
        header = _header(run)
        if header is None:
            continue
        first, width = header
        name = f"T{len(found) + 1}"
        rows, left = _rows(run[first : first + width], run[first + width :])
        if not rows:
            continue
        columns = tuple(_cell(line) for line in run[first : first + width])
        found.append(Table(name, "", columns, tuple(rows), run[first].start, run[-1].end))
        rejected.extend(_reject(name, cells, width) for cells in left)
    return found, rejected


def _runs(every: Sequence[Line]) -> Iterator[Run]:
    """Lines without an empty one between, at least four of them."""
    for parts in _joined(every):
        whole = [line for part in parts for line in part]
        if len(parts) > 1 and _is_whole(parts[0], whole):
            yield whole
            continue
        yield from (part for part in parts if len(part) >= 4 and not part[0].spaces)


def _joined(every: Sequence[Line]) -> Iterator[list[Run]]:
    """Runs with the lines of plain spaces between them: blank cells, or the end of a paragraph."""
    parts: list[Run] = []
    before: Line | None = None
    for line in every:
        kind = "cell" if line.words or line.blank_cell else "spaces" if line.spaces else ""
        if not kind and parts:
            yield parts
            parts = []
        elif kind:
            same = parts and before is not None and bool(before.words or before.blank_cell) == (kind == "cell")
            if same:
                parts[-1].append(line)
            elif parts or kind == "cell":
                parts.append([line])
        before = line
    if parts:
        yield parts


def _is_whole(first: Run, whole: Run) -> bool:
    """Whether a table goes on behind lines of spaces: with them as blank cells its rows are whole."""
    header = _header(first) if len(first) >= 4 else None
    if header is None:
        return False
    at, width = header
    cells = whole[at + width :]
    return len(cells) % width == 0 and _agreement(whole[at : at + width], cells) >= WHOLE


def _without_prose(run: Run) -> Run:
    """A run without the sentences at its end: notes that a scraper left no empty line before."""
    end = len(run)
    while end and _SENTENCE.search(run[end - 1].words):
        end -= 1
    return run[:end]


def _header(run: Run) -> tuple[int, int] | None:
    """Index of the first header line and the number of columns; None when the run is no table."""
    known = [index for index, line in enumerate(run[: 2 * MAX_WIDTH]) if _is_header(line.words)]
    while known and _is_value(run[known[0]].words):  # "Results" above a table is its title
        known.pop(0)
    if len(known) < 2:
        return None
    first = known[0]
    widths = [w for w in range(2, MAX_WIDTH + 1) if first + 2 * w <= len(run) and _plausible(run, first, w, known)]
    for measure, enough in ((_agreement, ALIGNED), (_found_again, FOUND_AGAIN)):
        scored = [
            (measure(run[first : first + w], run[first + w :]) - UNKNOWN * _unknown(run[first : first + w]), w)
            for w in widths
        ]
        share, width = max(scored, default=(0.0, 0))
        if share >= enough:
            return first, width
    return None


def _unknown(header: Run) -> int:
    """Columns whose header the vocabulary does not know: with one row of data every width agrees in type."""
    return sum(not _is_header(line.words) for line in header)


def _is_header(words: str) -> bool:
    return is_header(words, vocabulary())


def _is_value(words: str) -> bool:
    entry = vocabulary().resolve("headers", words)
    return bool(entry and entry.text("role") == "value")


def _bare(header: str) -> str:
    return re.sub(r"\s*[\[(].*?[\])]", "", header)


def _plausible(run: Run, first: int, width: int, known: list[int]) -> bool:
    header = run[first : first + width]
    # All header words that stand together must be in: a header cut short turns its last columns into data.
    together = [
        k for k in known if k < first + MAX_WIDTH and all(not _NUMBER.match(line.words) for line in run[first:k])
    ]
    first_repeat = next((k for k in together[1:] if run[k].words == run[first].words), None)
    needed = [k for k in together if first_repeat is None or k < first_repeat]
    inside = all(k < first + width for k in needed)
    # A word that stands below again is a value: a last row cut short must not turn the first row's into headers.
    below = {line.words for line in run[first + width :]}
    repeated = any(line.words in below and not _is_header(line.words) for line in header)
    return (
        inside
        and not repeated
        and not any(_NUMBER.fullmatch(line.words) or line.blank_cell or len(line.words) > MAX_CELL for line in header)
    )


def _kind(words: str) -> str:
    if _BLANK.fullmatch(words):
        return "blank"
    return "number" if _NUMBER.fullmatch(words) else "text"


def _agreement(header: Run, cells: Run) -> float:
    """Share of cells that have the type of most cells of their column, blank ones agreeing with any."""
    width = len(header)
    agree = total = 0
    for column in range(width):
        kinds = [_kind(line.words) for line in cells[column::width]]
        stated = [kind for kind in kinds if kind != "blank"]
        agree += max((stated.count("number"), stated.count("text"))) if stated else 0
        total += len(stated)
    odd = len(cells) % width != 0
    return agree / total - 0.1 * odd if total else 0.0


def _found_again(header: Run, cells: Run) -> float:
    """Share of cells in rows that fit, when cells are missing or too many; 0 with fewer than two such rows."""
    width = len(header)
    rows, _ = _fitting(cells, _pattern(header, cells))
    return len(rows) * width / len(cells) if len(rows) > 1 and len(cells) % width else 0.0


def _pattern(header: Run, cells: Run) -> list[str]:
    """The types of the row that most rows are like, whatever cells lie between them."""
    width = len(header)
    windows = [cells[at : at + width] for at in (0, width, len(cells) - width)]
    types = [[_kind(line.words).replace("blank", "any") for line in row] for row in windows if len(row) == width]
    expected = [_expected(line.words) for line in header]

    def fit(one: list[str]) -> tuple[int, int, int]:
        # Rows out of step by one cell fit each other as well as rows in step do; only the header tells them apart.
        at_odds = sum(want not in ("any", kind) and kind != "any" for want, kind in zip(expected, one, strict=True))
        return -at_odds, len(_fitting(cells, one)[0]), -one.count("any")

    return max(types, key=fit, default=["any"] * width)


def _expected(header: str) -> str:
    entry = vocabulary().resolve("headers", _bare(header))
    if entry and entry.text("role") == "metric":
        return "number"
    return "text" if entry and entry.name in ("workload", "platform") else "any"


def _rows(header: Run, cells: Run) -> tuple[list[tuple[Cell, ...]], list[Run]]:
    """Rows as wide as the header, and the cells between them that fit no row."""
    width = len(header)
    if len(cells) % width == 0 and _agreement(header, cells) >= ALIGNED:
        fitting, left = [cells[at : at + width] for at in range(0, len(cells), width)], list[Run]()
    else:
        fitting, left = _fitting(cells, _pattern(header, cells))
    return [tuple(_cell(line) for line in row) for row in fitting], left


def _fitting(cells: Run, types: Sequence[str]) -> tuple[list[Run], list[Run]]:
    """The runs of cells that have these types, in order, and what stands between them."""
    rows: list[Run] = []
    left: list[Run] = []
    at = 0
    while at < len(cells):
        step = _to_next(cells, at, types)
        if step:
            left.append(cells[at : at + step])
        else:
            rows.append(cells[at : at + len(types)])
        at += step or len(types)
    return rows, left


def _to_next(cells: Run, at: int, types: Sequence[str]) -> int:
    """How many cells stand before the next row that fits; all that are left when none does."""
    width = len(types)
    for step in range(2 * width):
        start = at + step
        follows = cells[start + width : start + 2 * width]
        # Found again only when the row after it fits too: one alone can fit by chance, out of step.
        if _fits(cells[start : start + width], types) and (step == 0 or not follows or _fits(follows, types)):
            return step
    return len(cells) - at


def _fits(row: Run, types: Sequence[str]) -> bool:
    if len(row) < len(types):
        return False
    kinds = (_kind(line.words) for line in row)
    return all(want in ("any", kind) or kind == "blank" for want, kind in zip(types, kinds, strict=True))


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
