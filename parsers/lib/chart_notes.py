"""Prose and notes on a chart's part of the page, told from the texts of the chart itself."""

import re
from collections.abc import Iterable, Sequence
from statistics import median

from parsers.lib.chart_desk import BODY_CHARS, FACTOR, NOTE_HEAD, Desk, Plot
from parsers.lib.pdf_page import Line

NOTE_MARK = re.compile(r"[*†‡§¹²³⁴]+\s?\w")
BULLET = re.compile(r"[•‣◦▪–\-*\ufffd]\s|\(?\d{1,2}[.)]\s|\(?https?:")
BODY_LINES = 3
BODY_SIZE = 8.5  # points; smaller type is notes
SENTENCE = re.compile(r"[A-Z\"'“‘][^|•]*(?:[a-z\d)%]|\d\s?[A-Z]{1,2})[.!?](?:\s|$)")
SENTENCE_WORDS = 7
ITEM_WORDS = 4  # with its bullet
LARGE = 1.3  # of the type of running text
SIDE = 90.0  # points beside the plot in which its texts stand


def without_prose(lines: Sequence[Line], plot: Plot) -> tuple[list[Line], list[Line]]:
    """Lines of the chart, and lines of the running text around it (all when there are no paragraphs)."""
    body = [line for run in paragraphs(lines) if _is_body(run, plot) for line in run]
    if not body:
        return list(lines), []
    names = _names_of_bars(lines, plot)
    free = [line for line in lines if line not in body]
    ours = [line for line in free if line in names or _near(line, plot, body) or _headline(line, plot, body)]
    return ours, [line for line in lines if line not in ours]


def _names_of_bars(lines: Sequence[Line], plot: Plot) -> list[Line]:
    """A column of names flush left beside lying bars, one for each: a short name stands far from its bar."""
    if plot.bars is None or not plot.bars.horizontal:
        return []
    left = [line for line in lines if line.x1 < plot.x0 and plot.top < line.y < plot.bottom]
    each = [[line for line in left if lane.c0 <= line.y <= lane.c1] for lane in plot.bars.lanes]
    flush = left and max(line.x0 for line in left) - min(line.x0 for line in left) < left[0].size / 2
    return left if flush and all(len(some) == 1 for some in each) else []


def paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """Runs of lines below each other with one left edge, one size and even spacing, in the order given."""
    runs: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.top, line.x0)):
        home = next((run for run in reversed(runs) if _continues(run[-1], line)), None)
        if home is None:
            runs.append([line])
        else:
            home.append(line)
    return runs


def _continues(before: Line, line: Line) -> bool:
    leading = 0.4 * line.size < line.top - before.top < 1.75 * line.size
    alike = abs(before.size - line.size) < 0.6 and before.angle == line.angle == 0
    return leading and alike and abs(before.x0 - line.x0) < 1.5 * line.size


def _is_body(run: Sequence[Line], plot: Plot) -> bool:
    long = median(len(line.text) for line in run) >= BODY_CHARS and len(run) >= BODY_LINES
    within = any(plot.top < line.y < plot.bottom and plot.x0 < line.x < plot.x1 for line in run)
    if _is_list(run, plot):
        return True
    headed = NOTE_HEAD.match(run[0].text) or NOTE_MARK.match(run[0].text)
    return (long or _reads(run, plot)) and not within and not headed and run[0].size >= BODY_SIZE


def _is_list(run: Sequence[Line], plot: Plot) -> bool:
    """Whether a run is the list beside a chart that says what to see in it; a legend has names, no sentences."""
    beside = all(line.x0 >= plot.x1 or line.x1 <= plot.x0 for line in run)
    said = beside and run[0].size >= BODY_SIZE and run[0].text.startswith("•")
    return said and median(len(line.words) for line in run) >= ITEM_WORDS


def _reads(run: Sequence[Line], plot: Plot) -> bool:
    """Whether few lines are running text all the same: a sentence; over a chart one line of it is a title."""
    text = " ".join(line.text for line in run)
    fewest = 1 if run[0].top > plot.bottom else 2
    return len(run) >= fewest and len(text.split()) >= SENTENCE_WORDS and bool(SENTENCE.match(text))


def _headline(line: Line, plot: Plot, body: Sequence[Line]) -> bool:
    """Whether a line is the chart's headline, though running text stands between: a factor in large type over it."""
    large = line.size >= LARGE * median(other.size for other in body)
    return large and line.bottom <= plot.top and bool(FACTOR.search(line.text))


def _near(line: Line, plot: Plot, body: Sequence[Line]) -> bool:
    """Whether a line stands by the plot and no running text stands between."""
    beside = plot.top < line.y < plot.bottom and plot.x0 - SIDE < line.x1 < plot.x0  # the short name of a bar
    if not beside and not _overlap(line, plot, SIDE):
        return False
    low, high = min(line.bottom, plot.bottom), max(line.top, plot.top)
    between = [other for other in body if low <= other.y <= high and _overlap(other, plot, 0.0)]
    reach = 3.5 * line.size + 60
    return not between and plot.top - reach < line.y < plot.bottom + reach


def _overlap(line: Line, plot: Plot, margin: float) -> bool:
    return line.x < plot.x1 + margin and line.x > plot.x0 - margin


def place_notes(desk: Desk) -> None:
    """Give a role to the notes: a block below "Notes:", or lines with a mark."""
    for head in sorted(desk.left, key=lambda line: line.top):
        if head in desk.left and (NOTE_HEAD.match(head.text) or _marked(head, desk)):
            _take_notes(desk, _block_below(head, desk.left))


def _marked(line: Line, desk: Desk) -> bool:
    return bool(NOTE_MARK.match(line.text)) and line.top > desk.plot.bottom


def _block_below(head: Line, lines: Iterable[Line]) -> list[Line]:
    """A heading of notes and the lines under it, for as long as they keep its edge and small type."""
    block = [head]
    for line in sorted(lines, key=lambda line: (line.top, line.x0)):
        last = block[-1]
        under = line.top > last.top + 0.3 * last.size and line.top - last.bottom < 2.2 * last.size
        if under and head.x0 - 2 * head.size <= line.x0 <= head.x0 + 6 * head.size and line.size <= 1.25 * head.size:
            block.append(line)
    return block


def _take_notes(desk: Desk, block: Sequence[Line]) -> None:
    for lines in note_lines(block):
        desk.take("note", lines)


def note_lines(block: Sequence[Line]) -> list[list[Line]]:
    """The printed lines of notes, joined where one was wrapped."""
    notes: list[list[Line]] = []
    margin = max((line.x1 for line in block), default=0.0)
    for line in block:
        if notes and _wrapped(notes[-1][-1], line, margin):
            notes[-1].append(line)
        else:
            notes.append([line])
    return notes


def _wrapped(before: Line, line: Line, margin: float) -> bool:
    """Whether a line goes on from the one before: its first word did not fit there, and reads on."""
    first = line.words[0]
    full = before.x1 + 0.25 * line.size + first.x1 - first.x0 > margin - 0.5
    reads_on = first.text[0].islower() or first.text[0] in "|&/" or before.text[-1] in "|&,-/"
    return full and reads_on and not BULLET.match(line.text) and not NOTE_HEAD.match(before.text)


def title_lines(lines: Sequence[Line], around: Sequence[Line]) -> list[list[Line]]:
    """The lines over a chart from the top, joined where one was wrapped.

    Of "3.1x better performance per" over "watt" the first line alone would be of another metric.
    """
    room = max((line.x1 for line in around), default=0.0) - min((line.x0 for line in around), default=0.0)
    titles: list[list[Line]] = []
    for line in lines:
        if titles and _goes_on(titles[-1][-1], line, room):
            titles[-1].append(line)
        else:
            titles.append([line])
    return titles


def _goes_on(before: Line, line: Line, room: float) -> bool:
    """Whether a line is the next of one title: of its type, right below it, and its first word had no room there."""
    same = before.font == line.font and abs(before.size - line.size) < 0.1 and 0 <= line.top - before.bottom < line.size
    placed = abs(before.x0 - line.x0) < line.size or abs(before.x - line.x) < line.size
    first = line.words[0]
    full = before.x1 - before.x0 + 0.25 * line.size + first.x1 - first.x0 > room - 0.5
    return same and placed and full and not BULLET.match(line.text)
