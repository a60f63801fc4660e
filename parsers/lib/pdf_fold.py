"""A sheet set in two columns, laid out as one: what stands at the right goes below what stands at the left.

Text that breaks from the foot of a column to the head of the next goes on, and so does a table whose head is printed
again there: cut in two, its parts would be read as lists of short texts. A column is told from a table by its base
lines: rows of a table share them, columns that are set each for itself do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parsers.lib.pdf_bands import Band, base_lines, is_heavy
from parsers.lib.pdf_blocks import breaks_off
from parsers.lib.pdf_page import RULE, Line, Page, Print, Shape

MIDDLE = (0.46, 0.58)  # of the page's width: where a right column begins
GUTTER = 6.0  # points
FEWEST = 3  # base lines in a column
SHARED = 0.34  # of the base lines of the shorter column
LEVEL = 0.12  # of the type size
LONG = 0.55  # of a column's width: a line of running text
FILLED = 0.75  # of a column's width: no cell
MOST = 1500  # texts of a sheet
TRIES = 24
HEADS = 3  # rows of a header that is printed again
DOT = 8.0  # points: a larger drawing is no bullet
JOINED, PARTED = 0.15, 2.0  # of the type size, from the foot of a column to the next


@dataclass(frozen=True, slots=True)
class Fold:
    """Where a sheet was cut: right of `start`, above `foot`; and by how much its parts were moved."""

    start: float
    fold: float
    low: float
    across: float
    down: float
    extra: float

    def back(self, word: Print) -> Print:
        """A word of the sheet in one column where the page displays it."""
        y = (word.top + word.bottom) / 2
        if y < self.fold:
            return word
        return _moved(word, 0.0, -self.extra) if y >= self.low else _moved(word, -self.across, -self.down)


def _moved(word: Print, across: float, down: float) -> Print:
    return Print(word.text, word.x0 + across, word.top + down, word.x1 + across, word.bottom + down)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The lines of a sheet by their place."""

    start: float
    left: list[Line]
    right: list[Line]
    rest: list[Line]

    @property
    def top(self) -> float:
        """Where the columns begin."""
        return min(line.top for line in (*self.left, *self.right))

    @property
    def bottom(self) -> float:
        """Where the longer column ends."""
        return max(line.bottom for line in (*self.left, *self.right))


def unfolded(page: Page) -> tuple[Page, Fold | None]:
    """A page in two columns as one in one, with the way back; any other as it is."""
    if not 2 * FEWEST <= len(page.lines) <= MOST or any(line.angle for line in page.lines):
        return page, None
    columns = _columns(page)
    if columns is None or _drawn(page, columns) or not _set_apart(columns):
        return page, None
    return _one(page, columns)


# --- whether a sheet is set in two columns -----------------------------------------------------------------------


def _columns(page: Page) -> _Columns | None:
    """The two columns of the longest stretch of a sheet that no line goes over."""
    low, high = (share * page.width for share in MIDDLE)
    starts = sorted({round(line.x0, 1) for line in page.lines if low <= line.x0 <= high})[:TRIES]
    found = [one for start in starts if (one := _parted(page.lines, start))]
    return max(found, key=lambda one: (len(one.left) + len(one.right), -one.start), default=None)


def _parted(lines: Sequence[Line], start: float) -> _Columns | None:
    across = sorted((line for line in lines if line.x0 < start - 0.5 and line.x1 > start - GUTTER), key=lambda a: a.top)
    edges = [float("-inf"), *(line.bottom for line in across)], [*(line.top for line in across), float("inf")]
    best: list[Line] = []
    for top, bottom in zip(*edges, strict=True):
        inside = [line for line in lines if top - 1 <= line.top and line.bottom <= bottom + 1]
        best = max(best, [line for line in inside if line not in across], key=len)
    right = [line for line in best if line.x0 >= start - 0.5]
    left = _without_heads([line for line in best if line.x0 < start - 0.5], right)
    kept = {id(line) for line in (*left, *right)}
    rest = [line for line in lines if id(line) not in kept]
    return _Columns(start, left, right, rest) if left and right else None


def _without_heads(left: Sequence[Line], right: Sequence[Line]) -> list[Line]:
    """A left column without the headings at its foot, below the end of the right one: they head what comes below."""
    kept = sorted(left, key=lambda line: line.bottom)
    foot = max((line.bottom for line in right), default=0.0)
    while len(kept) > 1 and kept[-1].top >= foot - 1 and kept[-1].font != kept[-2].font and is_heavy(kept[-1]):
        kept.pop()
    return kept


def _drawn(page: Page, columns: _Columns) -> bool:
    """Whether a chart may stand in the columns, or a rule goes over their gutter: a table's."""
    for shape in page.shapes:
        if shape.bottom <= columns.top or shape.top >= columns.bottom or shape.width >= 0.9 * page.width:
            continue
        if shape.x0 < columns.start - 2 * GUTTER and shape.x1 > columns.start + GUTTER:
            return True
        thick = min(shape.width, shape.height) >= RULE
        if (thick or shape.kind == "curve") and max(shape.width, shape.height) > DOT and not _shade(shape):
            return True
    return False


def _shade(shape: Shape) -> bool:
    return shape.kind == "box" and not shape.filled


def _set_apart(columns: _Columns) -> bool:
    """Whether the sides are set each for itself: hardly a base line in common, running text on one of them."""
    left, right = base_lines(columns.left), base_lines(columns.right)
    fewer = min(len(left), len(right))
    if fewer < FEWEST:
        return False
    level = sum(any(_level(a, b) for a in left) for b in right)
    told = [_told(side) for side in (columns.left, columns.right)]
    rows = [any(len(band.lines) > 1 for band in side) for side in (left, right)]
    return level <= SHARED * fewer and (all(told) or (any(told) and any(rows)))


def _level(one: Band, other: Band) -> bool:
    """Whether two bands may be one row: on one base line, in one type size."""
    return abs(one.bottom - other.bottom) <= LEVEL * one.size and abs(one.size - other.size) < LEVEL * one.size


def _told(lines: Sequence[Line]) -> bool:
    """Whether a column holds running text: two lines at least that fill most of it."""
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    return sum(line.x1 - line.x0 >= LONG * width and len(line.words) > 2 for line in lines) > 1


# --- one column of two -------------------------------------------------------------------------------------------


def _one(page: Page, columns: _Columns) -> tuple[Page, Fold]:
    left, right = base_lines(columns.left), base_lines(columns.right)
    again = _head_again(left, right)
    kept = right[again:]
    foot, head = left[-1], kept[0]
    gap = head.top - right[again - 1].bottom if again else _gap(foot, head)
    down = foot.bottom + gap - head.top
    across = min(line.x0 for line in columns.left) - min(line.x0 for line in columns.right)
    extra = max(0.0, kept[-1].bottom + down - columns.bottom)
    fold = Fold(columns.start, foot.bottom + gap / 2, columns.bottom + extra, across, down, extra)
    lines = [
        *(one if one.y < columns.bottom else _line(one, 0.0, extra) for one in columns.rest),
        *columns.left,
        *(_line(one, across, down) for band in kept for one in band.lines),
    ]
    # The rule under a head that is printed again would part the rows that it stands between now.
    top = head.top - gap / 2 if again else columns.top
    shapes = [_shape(one, columns, fold) for one in page.shapes if one.x0 < columns.start - GUTTER or one.top > top]
    return replace(page, height=page.height + extra, lines=tuple(lines), shapes=tuple(shapes)), fold


def _head_again(left: Sequence[Band], right: Sequence[Band]) -> int:
    """How many rows at the head of the right column are the header of the table that the left one ends in."""
    at = next((n for n in range(len(left) - 1, -1, -1) if _same(left[n], right[0])), None)
    if at is None:
        return 0
    width = max(band.lines[-1].x1 for band in left) - min(band.lines[0].x0 for band in left)
    if any(line.x1 - line.x0 >= FILLED * width for band in left[at + 1 :] for line in band.lines):
        return 0  # text stands below it: another table, with the same head
    deep = 1
    while deep < min(HEADS, len(right) - 1, len(left) - at - 1) and _same(left[at + deep], right[deep]):
        deep += 1
    several = deep > 1 or len(right[0].lines) > 1
    return deep if several and deep < len(right) else 0


def _same(one: Band, other: Band) -> bool:
    return [line.text for line in one.lines] == [line.text for line in other.lines]


def _gap(foot: Band, head: Band) -> float:
    goes_on = len(foot.lines) == len(head.lines) == 1 and breaks_off(foot.lines[0].text, head.lines[0].text)
    return (JOINED if goes_on else PARTED) * head.size


def _line(line: Line, across: float, down: float) -> Line:
    return replace(line, words=tuple(_moved(word, across, down) for word in line.words))


def _shape(shape: Shape, columns: _Columns, fold: Fold) -> Shape:
    """A shape with the text that it belongs to."""
    across, down = 0.0, 0.0
    if shape.top >= columns.bottom:
        down = fold.extra
    elif shape.x0 >= columns.start - GUTTER and shape.bottom > columns.top:
        across, down = fold.across, fold.down
    return replace(shape, x0=shape.x0 + across, x1=shape.x1 + across, top=shape.top + down, bottom=shape.bottom + down)
