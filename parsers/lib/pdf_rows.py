"""From bands to the rows of a table: cells of several lines, cells that span columns, labels between rows.

Columns are given as the x at which each but the last ends ("cuts"). A line that holds no figure belongs to the row
whose lines it stands closest to; where it stands no closer to one than to the other, it is a label between rows.
"""

import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from parsers.lib.pdf_bands import Band
from parsers.lib.pdf_page import Line, Print

TIGHT = 0.75  # of the type size: lines further apart are not one cell
SET_SOLID = 0.35  # of the type size: lines of one cell stand no further apart than this
SPACE = 0.42  # of the type size: a wider gap in one text may be a gap between columns
BELOW = 2.0  # points
GOES_ON = (",", "/", "&", "-", "(", "+", ":")


@dataclass(frozen=True, slots=True)
class Placed:
    """Some words of a band, with the columns that they stand in."""

    columns: range
    words: tuple[Print, ...]
    x0: float
    x1: float
    bottom: float


@dataclass(frozen=True, slots=True)
class RowCells:
    """A row: its cells with the columns they cover, left to right. `label` is a line between rows."""

    cells: tuple[tuple[range, tuple[Print, ...]], ...]
    label: bool = False


# --- which columns a text stands in ------------------------------------------------------------------------------


def place(band: Band, cuts: Sequence[float]) -> list[Placed]:
    """The texts of a band by column; a text that runs over a cut is split where it has a gap there, else it spans."""
    found = [_placed(_columns(words, cuts), words, line) for line, words in parts(band, cuts)]
    return merged(sorted(found, key=lambda one: one.columns.start))


def parts(band: Band, cuts: Sequence[float]) -> Iterator[tuple[Line, tuple[Print, ...]]]:
    """The texts of a band, each with its line, split where a wide gap in them lies on a cut."""
    for line in band.lines:
        words: list[Print] = []
        for word in line.words:
            wide = words and word.x0 - words[-1].x1 > SPACE * line.size
            if wide and any(words[-1].x1 - 1 <= cut <= word.x0 + 1 for cut in cuts):
                yield line, tuple(words)
                words = []
            words.append(word)
        yield line, tuple(words)


def _columns(words: Sequence[Print], cuts: Sequence[float]) -> range:
    first, last = (bisect.bisect_left(cuts, (word.x0 + word.x1) / 2) for word in (words[0], words[-1]))
    return range(first, max(first, last) + 1)


def _placed(columns: range, words: Sequence[Print], line: Line) -> Placed:
    return Placed(columns, tuple(words), min(word.x0 for word in words), max(word.x1 for word in words), line.bottom)


def merged(found: Iterable[Placed]) -> list[Placed]:
    """Texts that share a column put together, the upper first."""
    kept: list[Placed] = []
    for one in found:
        if kept and one.columns.start < kept[-1].columns.stop:
            kept.append(_with(kept.pop(), one))
        else:
            kept.append(one)
    return kept


def _with(first: Placed, second: Placed) -> Placed:
    columns = range(first.columns.start, max(first.columns.stop, second.columns.stop))
    above = second.bottom < first.bottom - BELOW
    words = (*second.words, *first.words) if above else (*first.words, *second.words)
    x0, x1 = min(first.x0, second.x0), max(first.x1, second.x1)
    return Placed(columns, words, x0, x1, max(first.bottom, second.bottom))


# --- the body ----------------------------------------------------------------------------------------------------


def body_rows(bands: Sequence[Band], cuts: Sequence[float], rules: Sequence[float]) -> list[RowCells]:
    """The rows of a body. `rules` are the heights of lines and shades that part rows."""
    groups = _groups(bands, cuts, rules)
    return [_row(group, cuts) for group in groups]


def _groups(bands: Sequence[Band], cuts: Sequence[float], rules: Sequence[float]) -> list[list[Band]]:
    """The bands of each row."""
    anchors = [_is_anchor(band, cuts) for band in bands]
    joins = [_joins(bands, number, anchors, rules, cuts) for number in range(len(bands) - 1)]
    groups: list[list[Band]] = []
    for number, band in enumerate(bands):
        if number and joins[number - 1]:
            groups[-1].append(band)
        else:
            groups.append([band])
    return groups


def _is_anchor(band: Band, cuts: Sequence[float]) -> bool:
    return band.holds_figures or len({one.columns.start for one in place(band, cuts)}) > (len(cuts) + 1) / 2


def _joins(
    bands: Sequence[Band], upper: int, anchors: Sequence[bool], rules: Sequence[float], cuts: Sequence[float]
) -> bool:
    """Whether a band and the next are lines of one row."""
    above, below = bands[upper], bands[upper + 1]
    if _ruled(above, below, rules):
        return False
    gap = below.top - above.bottom
    if anchors[upper] and anchors[upper + 1]:
        return _wraps(bands, upper)
    if gap > TIGHT * below.size or above.heavy != below.heavy:
        return False
    closed = _closed(bands, upper, anchors, rules)
    if closed is not None:
        return closed
    outer = _outer_gap(bands, upper, anchors)
    slack = 0.1 * below.size
    if gap < outer - slack:
        return True
    return gap <= outer + slack and _reads_on(above, below, cuts)


def _wraps(bands: Sequence[Band], upper: int) -> bool:
    """Whether all the cells of a row go on in a second line: words without figures, nearer to it than to the next."""
    above, below = bands[upper], bands[upper + 1]
    others = [b.top - a.bottom for a, b in pairwise(bands[max(0, upper - 1) : upper + 3]) if b is not below]
    gap, small = below.top - above.bottom, SET_SOLID * below.size
    alike = above.heavy == below.heavy and len(below.lines) <= len(above.lines)
    return alike and not below.holds_figures and gap <= small and all(other >= gap + small for other in others)


def _ruled(above: Band, below: Band, rules: Sequence[float]) -> bool:
    low, high = sorted(((above.top + above.bottom) / 2, (below.top + below.bottom) / 2))
    return bisect.bisect_left(rules, low) != bisect.bisect_left(rules, high)


def _closed(bands: Sequence[Band], upper: int, anchors: Sequence[bool], rules: Sequence[float]) -> bool | None:
    """Between two rules around one row of figures everything is that row; None where no rules are."""
    y = bands[upper].bottom
    at = bisect.bisect_left(rules, y)
    if not 0 < at < len(rules):
        return None
    inside = [number for number, band in enumerate(bands) if rules[at - 1] <= (band.top + band.bottom) / 2 < rules[at]]
    return True if sum(anchors[number] for number in inside) == 1 else None


def _outer_gap(bands: Sequence[Band], upper: int, anchors: Sequence[bool]) -> float:
    """The gap on the other side of the line that would join: its own row is the nearer one."""
    lone, step = (upper + 1, 1) if not anchors[upper + 1] else (upper, -1)
    other = lone + step
    while 0 <= other < len(bands) and not anchors[other]:
        lone, other = other, other + step
    if not 0 <= other < len(bands):
        return max(b.top - a.bottom for a, b in pairwise(bands))
    first, second = sorted((bands[lone], bands[other]), key=lambda band: band.top)
    return second.top - first.bottom


def _reads_on(above: Band, below: Band, cuts: Sequence[float]) -> bool:
    """Whether a line goes on with the line above it: nothing in the first column, or words that continue."""
    first = place(below, cuts)[0]
    if first.columns.start > 0:
        return True
    before = next((one for one in place(above, cuts) if one.columns.start == 0), None)
    text = first.words[0].text
    ends = before is not None and before.words[-1].text.endswith(GOES_ON)
    return len(first.columns) == 1 and before is not None and (text[:1].islower() or text[:1] in "(&+/" or ends)


def _row(group: Sequence[Band], cuts: Sequence[float]) -> RowCells:
    placed = [one for band in group for one in place(band, cuts)]
    alone = all(one.columns.start == 0 for one in placed) and len(placed) == len(group)
    if alone and len(cuts) > 0 and not any(band.holds_figures for band in group):
        return RowCells(((range(len(cuts) + 1), tuple(word for one in placed for word in one.words)),), label=True)
    return RowCells(tuple(_stacked(placed)))


def _stacked(placed: Iterable[Placed]) -> Iterator[tuple[range, tuple[Print, ...]]]:
    """The lines of each cell below each other in one."""
    by_column: dict[int, list[Placed]] = {}
    for one in placed:
        home = next((start for start, held in by_column.items() if one.columns.start in held[0].columns), None)
        by_column.setdefault(one.columns.start if home is None else home, []).append(one)
    taken = 0
    for start in sorted(by_column):
        held = by_column[start]
        stop = max(one.columns.stop for one in held)
        yield range(max(start, taken), stop), tuple(word for one in held for word in one.words)
        taken = stop
