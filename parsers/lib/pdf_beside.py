"""Whether running text or a list stands beside a table or other text, and is not a cell of it.

A table may have a column of notes, several lines each: such a note passes one row, its own, and begins on its line.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from parsers.lib.chart_notes import BULLET
from parsers.lib.pdf_bands import Band, base_lines, is_figure
from parsers.lib.pdf_layout import Placed
from parsers.lib.pdf_page import Line

COLUMN_CHARS = 18
COLUMN_LINES = 3
SENTENCE = 32  # characters: a longer text is no label of a row
LEVEL = 0.25  # of the type size
LEADING, LIST_LEADING = 0.75, 1.5  # of the type size: lines of a paragraph, items of a list stand no further apart


def texts(side: Sequence[Placed], fewest: int = 2) -> bool:
    """Whether a side is text in long lines, or short paragraphs of it."""
    lengths = [len(one.text) for one in side if isinstance(one, Line)]
    return len(lengths) >= fewest and median(lengths) >= COLUMN_CHARS


def plain(things: Sequence[Placed], flows: set[int]) -> list[Line]:
    """What may stand in a table's row: no running text, no item of a list."""
    lines = [one for one in things if isinstance(one, Line) and one.angle == 0 and id(one) not in flows]
    return [one for one in lines if len(one.text) <= SENTENCE and not BULLET.match(one.text)]


def passes(text: Sequence[Placed], other: Sequence[Placed], flows: set[int]) -> bool:
    """Whether running text or a list on one side goes on past text, a table, or rows of figures on the other."""
    prose = [one for one in text if isinstance(one, Line) and id(one) in flows]
    runs, lists = _heights(prose, LEADING), _lists(text)
    beside = [one for one in other if not isinstance(one, Line) or id(one) in flows]
    if any(one.top < bottom and one.bottom > top for one in beside for top, bottom in (*runs, *lists)):
        return True
    bands = base_lines(plain(other, flows))
    own = [band for band in bands if band.holds_figures and not is_figure(band.lines[0].text)]
    if len(own) > 1:
        runs += lists
        rows = [band for band in bands if len(band.lines) > 1 or band.heavy]
    elif texts(other, COLUMN_LINES):
        rows = base_lines([one for one in other if isinstance(one, Line)])
    else:
        return False
    # A note of several lines in each row of a table begins on its row, or has one row half-way down.
    begins = _beginnings(prose)
    rows = [row for row in rows if len(row.lines) == 1 or not _level(row, begins)]
    passed = [[row for row in rows if top <= (row.top + row.bottom) / 2 < bottom] for top, bottom in runs]
    loose = sum(_loose(row, run, prose) for run, own in zip(runs, passed, strict=True) for row in own)
    return sum(map(len, passed)) > sum(map(bool, passed)) or loose > 1


def _beginnings(prose: Sequence[Line]) -> list[Line]:
    """The first lines of paragraphs: those behind a line that ends short of the others."""
    ordered = sorted(prose, key=lambda line: line.top)
    full = max((line.x1 for line in prose), default=0.0) - 0.2 * max((line.x1 - line.x0 for line in prose), default=0.0)
    return ordered[:1] + [line for before, line in pairwise(ordered) if before.x1 < full or _parted(before, line)]


def _parted(before: Line, line: Line) -> bool:
    return line.top - before.bottom >= LEADING * line.size


def _level(row: Band, lines: Sequence[Line]) -> bool:
    return any(abs(line.bottom - row.bottom) < LEVEL * row.size for line in lines)


def _loose(row: Band, run: tuple[float, float], prose: Sequence[Line]) -> bool:
    """Whether a row stands neither on a line of the text that passes it nor half-way down."""
    return not _level(row, prose) and abs(sum(run) - row.top - row.bottom) > row.size / 2


def _heights(lines: Sequence[Line], apart: float) -> list[tuple[float, float]]:
    """From where to where lines run that stand no further `apart` than so many type sizes."""
    found: list[tuple[float, float]] = []
    for line in sorted(lines, key=lambda line: line.top):
        if found and line.top - found[-1][1] < apart * line.size:
            found[-1] = found[-1][0], max(line.bottom, found[-1][1])
        else:
            found.append((line.top, line.bottom))
    return found


def _lists(text: Sequence[Placed]) -> list[tuple[float, float]]:
    items = [one for one in text if isinstance(one, Line) and BULLET.match(one.text)]
    return _heights(items, LIST_LEADING) if len(items) > 1 else []
