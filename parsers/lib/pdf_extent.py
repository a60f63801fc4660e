"""Where a table without upright rules begins and ends among the bands of a page."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from parsers.lib.grid import is_note
from parsers.lib.pdf_bands import Band
from parsers.lib.pdf_heads import Rule
from parsers.lib.pdf_rows import place

MAX_ROWS = 400  # of a table on one page
ROW_GAP = 2.2  # times the usual gap between rows
FIRST_GAP = 1.4  # of the type size: taken for the usual gap before there is one
LONG_LABEL = 60  # characters


def end_of(run: Sequence[Band], first: int) -> int:
    """Behind the last row of the body that begins at `first`."""
    last, at = first, first + 1
    pitch: list[float] = []
    while at < min(len(run), first + MAX_ROWS):
        upto = next((n for n in range(at, len(run)) if run[n].holds_figures), None)
        if upto is None or not _one_table(run, last, upto, pitch):
            break
        pitch.append(run[upto].top - run[last].bottom)
        last, at = upto, upto + 1
    return _tail(run, last, pitch)


def _one_table(run: Sequence[Band], last: int, upto: int, pitch: Sequence[float]) -> bool:
    """Whether the next row of figures belongs to the table, by what stands between."""
    usual = median(pitch) if pitch else FIRST_GAP * run[upto].size
    between = run[last + 1 : upto]
    steps = [b.top - a.bottom for a, b in pairwise(run[last : upto + 1])]
    if max(steps) > max(ROW_GAP * usual, 1.6 * run[upto].size) or abs(run[last].size - run[upto].size) > 1.5:
        return False
    heads = any(len(band.lines) > 1 and band.heavy and not run[last].heavy for band in between)
    notes = any(is_note(band.lines[0].text) or band.size < 0.85 * run[last].size for band in between)
    return not heads and not notes and len(between) <= 6 and all(_short(band) for band in between)


def _short(band: Band) -> bool:
    """Whether a line between rows can be a label or a part of a cell, and no sentence."""
    text = band.lines[0].text
    return len(band.lines) > 1 or (len(text) <= LONG_LABEL and not text.endswith((".", ":"))) or band.heavy


def _tail(run: Sequence[Band], last: int, pitch: Sequence[float]) -> int:
    """Behind the lines that still belong to the last row: near it, nearer than rows stand to each other."""
    end = last + 1
    usual = min(pitch, default=0.0)
    while end < len(run):
        gap = run[end].top - run[end - 1].bottom
        band = run[end]
        goes_on = len(band.lines) == 1 and band.lines[0].text[:1].islower() and gap < usual - 0.5 * band.size
        if gap > min((0.8 if goes_on else 0.6) * band.size, usual - 0.1 * band.size) or is_note(band.lines[0].text):
            break
        if abs(band.size - run[last].size) > 0.5 or band.heavy != run[last].heavy:
            break
        end += 1
    return end


def without_head(run: Sequence[Band], first: int, end: int, rules: Sequence[Rule]) -> int:
    """Where the body begins when the header itself holds figures ("1 GPU", "7.1 TPS").

    It is set in bold, or the only row with a rule under it.
    """
    if end - first < 3:
        return first
    upper, second = run[first], run[first + 1]
    bold = upper.heavy and not second.heavy
    middles = [(band.top + band.bottom) / 2 for band in run[first : first + 3]]
    ruled = [any(a < rule.y < b for rule in rules) for a, b in pairwise(middles)]
    above = first > 0 and run[first - 1].top > upper.top - 2.5 * upper.size and len(run[first - 1].lines) > 1
    return first + 1 if bold or (ruled == [True, False] and not above) else first


def first_row(run: Sequence[Band], low: int, body: int) -> int:
    """Where a body begins whose first rows hold no figures: labels ("Compute"), names in every column.

    A header in bold ends right above them, or stands above a single short text.
    """
    for at in range(body - 1, max(low, body - 4) - 1, -1):
        band, below = run[at], run[at + 1]
        if below.top - band.bottom > 2 * below.size or band.lines[0].x0 > run[body].lines[-1].x0:
            return body
        if band.heavy and len(band.lines) > 1 and not run[body].heavy:
            return at + 1
        if len(band.lines) == 1 and at > low and len(run[at - 1].lines) > 1 and _short(band):
            return at if not run[at - 1].holds_figures else body
    return body


def last_row(run: Sequence[Band], end: int, cuts: Sequence[float], pitch: float) -> int:
    """Behind the rows at the end of a body that hold no figures but fill most columns."""
    while end < len(run):
        band, gap = run[end], run[end].top - run[end - 1].bottom
        across = any(word.x0 + 1 < cut < word.x1 - 1 for word in band.words for cut in cuts)
        filled = len({one.columns.start for one in place(band, cuts)})
        if across or filled <= max(1, len(cuts) / 2) or gap > 1.3 * pitch + 1 or band.heavy != run[end - 1].heavy:
            break
        end += 1
    return end
