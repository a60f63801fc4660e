"""Bands: the texts of a page that share a base line.

Which of them are running text, which hold figures, and where the columns run that several of them keep clear.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from statistics import median

from parsers.lib.columns import NOT_APPLICABLE
from parsers.lib.pdf_page import Line, Print

NOTHING = NOT_APPLICABLE | frozenset("✓ ✔ yes no".split())
FIGURE = re.compile(r"[(<>~≈≤≥±+\-−–$€£¥\s]*\.?\d[^\s]*(?:\s\S+){0,4}")
NUMBER = re.compile(r"[<>~≈≤≥±+\-−–$€£¥]?\d[\d.,]*(?:[%x×]|[a-zA-Z]{1,2})?|[-–—]")
APART = 0.4  # of the type size
LONGEST_FIGURE = 26
WORD = re.compile(r"[^\W\d_]{3}")
HEAVY = re.compile(r"bold|black|heavy|semi|demi", re.IGNORECASE)
PROSE = ((3, 24), (5, 18))  # so many lines of so many characters are running text, when they flow
FLOWS = 0.5  # share of lines that go on in small letters
LEADING, WIDE_LEADING = 1.75, 2.0  # times the type size, from line to line; wide where lines are long
LONG_LINE = 36  # characters
MAX_COLUMNS = 40
OVERLAP = 0.15  # of the type size: bands that overlap more are lines of one row
CLEAR = 0.85  # share of bands that keep a gap between two columns free


@dataclass(frozen=True, slots=True)
class Band:
    """Texts on one base line, left to right."""

    lines: tuple[Line, ...]
    top: float
    bottom: float
    size: float

    @property
    def words(self) -> tuple[Print, ...]:
        """The words of all its texts."""
        return tuple(word for line in self.lines for word in line.words)

    @property
    def heavy(self) -> bool:
        """Whether all of it is set in bold."""
        return all(is_heavy(line) for line in self.lines)

    @property
    def holds_figures(self) -> bool:
        """Whether it may be a row of a table's body: two texts or more, a figure behind the first."""
        return any(is_figure(line.text) for line in self.lines[1:])


def bands(lines: Sequence[Line]) -> list[Band]:
    """Lines put together by their base lines, from the top down.

    A number set half-way down a cell of two lines makes one band with both.
    """
    found: list[Band] = []
    lowest = base_lines(lines)
    for band, below in zip_longest(lowest, lowest[1:]):
        over = found and _over(found[-1], band)
        if over and (not (band.holds_figures and found[-1].holds_figures) or _amid(found[-1], band, below)):
            found[-1] = _band([*found[-1].lines, *band.lines])
        else:
            found.append(band)
    return found


def _over(upper: Band, lower: Band) -> bool:
    return lower.top < upper.bottom - OVERLAP * lower.size


def _amid(upper: Band, band: Band, below: Band | None) -> bool:
    """Whether a row's other cells stand half-way down cells of two lines: "540" over "µs", "48%" between them."""
    if below is None or below.holds_figures or not _over(band, below) or _over(upper, below):
        return False
    return all(_stacked(line, upper) for line in below.lines) and not any(_stacked(line, upper) for line in band.lines)


def _stacked(line: Line, band: Band) -> bool:
    return any(line.x0 < one.x1 and one.x0 < line.x1 for one in band.lines)


def base_lines(lines: Sequence[Line]) -> list[Band]:
    """Lines put together by their base lines alone, from the top down."""
    found: list[Band] = []
    row: list[Line] = []
    for line in sorted(lines, key=lambda line: line.bottom):
        if row and line.bottom - row[0].bottom > 0.3 * min(line.size, row[0].size):
            found.append(_band(row))
            row = []
        row.append(line)
    return [*found, _band(row)] if row else found


def _band(row: Sequence[Line]) -> Band:
    ordered = tuple(sorted(row, key=lambda line: line.x0))
    size = max(line.size for line in row)
    return Band(ordered, min(line.top for line in row), max(line.bottom for line in row), size)


def is_heavy(line: Line) -> bool:
    """Whether a line is set in bold."""
    return bool(HEAVY.search(line.font))


def is_figure(text: str) -> bool:
    """Whether a text reads as a table cell with a number, or as the mark of one that is missing."""
    plain = text.strip("⁰¹²³⁴⁵⁶⁷⁸⁹*†‡§ ")
    if plain.lower() in NOTHING:
        return True
    return len(plain) <= LONGEST_FIGURE and FIGURE.fullmatch(plain) is not None


def is_number(text: str) -> bool:
    """Whether a text is a figure that prints a number."""
    return is_figure(text) and any(char.isdigit() for char in text)


def numbers_apart(line: Line) -> list[Line]:
    """A line of nothing but numbers parted where they stand further apart than words: a narrow table's columns."""
    if len(line.words) < 2 or not all(NUMBER.fullmatch(word.text) for word in line.words):
        return [line]
    found: list[list[Print]] = []
    for word in line.words:
        if found and word.x0 - found[-1][-1].x1 <= APART * line.size:
            found[-1].append(word)
        else:
            found.append([word])
    return [replace(line, words=tuple(words)) for words in found] if len(found) > 1 else [line]


def left_over(lines: Sequence[Line], used: set[int]) -> list[Line]:
    """The lines without the words (by id) that a table has taken."""
    found = []
    for line in lines:
        words = tuple(word for word in line.words if id(word) not in used)
        if words:
            found.append(line if len(words) == len(line.words) else replace(line, words=words))
    return found


def flowing(lines: Sequence[Line], kinds: Sequence[tuple[int, int]] = PROSE) -> Iterator[Line]:
    """The lines that are running text: below each other with one left edge, going on in small letters.

    `kinds` are the lines that it takes at least, and their characters.
    """
    edges: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        edges[round(line.x0 / 3), round(2 * line.size)].append(line)
    for column in edges.values():
        column.sort(key=lambda line: line.top)
        run: list[Line] = []
        for line in column:
            if run and not 0 < line.top - run[-1].top < _leading(run[-1], line) * line.size:
                yield from run if _flows(run, kinds) else ()
                run = []
            run.append(line)
        yield from run if _flows(run, kinds) else ()


def _leading(before: Line, line: Line) -> float:
    return WIDE_LEADING if min(len(before.text), len(line.text)) >= LONG_LINE else LEADING


def _flows(run: Sequence[Line], kinds: Sequence[tuple[int, int]]) -> bool:
    usual = median(len(line.text) for line in run) if run else 0
    if not any(len(run) >= count and usual >= chars for count, chars in kinds):
        return False
    small = sum(line.text[:1].islower() for line in run[1:])
    return small >= FLOWS * sum(line.text[:1].isalnum() for line in run[1:])


def gaps(rows: Sequence[Band]) -> list[tuple[float, float]]:
    """Where columns part: upright strips that nearly all of these bands keep clear and two of them bridge."""
    steps = sorted({float(round(x)) for band in rows for a, b in pairwise(band.lines) for x in (a.x1, b.x0)})
    allowed = len(rows) * (1 - CLEAR)
    blocked, bridged = _counts(rows, steps)
    clear = [at for at in range(len(steps) - 1) if blocked[at] <= allowed and bridged[at] >= 2]
    wide = min((band.size for band in rows), default=0) * 0.2
    strips = [(strip, _reach(strip, steps)) for strip in _together(clear)]
    kept = [strip for strip, (left, right) in strips if right - left > wide]
    return [_clearest(strip, steps, blocked, wide) for strip in kept][: MAX_COLUMNS - 1]


def _together(places: Sequence[int]) -> list[list[int]]:
    """Numbers that follow one another."""
    found: list[list[int]] = []
    for at in places:
        if found and found[-1][-1] == at - 1:
            found[-1].append(at)
        else:
            found.append([at])
    return found


def _reach(strip: Sequence[int], steps: Sequence[float]) -> tuple[float, float]:
    return steps[strip[0]], steps[strip[-1] + 1]


def _clearest(strip: Sequence[int], steps: Sequence[float], blocked: Sequence[int], wide: float) -> tuple[float, float]:
    """Where fewest bands print: a cut in the middle of the whole strip might run through its one long cell."""
    least = min(blocked[at] for at in strip)
    free = [_reach(part, steps) for part in _together([at for at in strip if blocked[at] == least])]
    best = max(free, key=lambda one: one[1] - one[0])
    return best if best[1] - best[0] > wide else _reach(strip, steps)


def _counts(rows: Sequence[Band], steps: Sequence[float]) -> tuple[list[int], list[int]]:
    """For each stretch between two steps, how many bands print in it and how many have a gap there."""
    places = {x: at for at, x in enumerate(steps)}
    blocked, bridged = [0] * len(steps), [0] * len(steps)
    middles = [(a + b) / 2 for a, b in pairwise(steps)]
    for band in rows:
        words = sorted((word.x0, word.x1) for word in band.words)
        at = 0
        for step, middle in enumerate(middles):
            while at < len(words) and words[at][1] <= middle:
                at += 1
            blocked[step] += at < len(words) and words[at][0] < middle
        for a, b in pairwise(band.lines):
            for step in range(places[round(a.x1)], places[round(b.x0)]):
                bridged[step] += 1
    return blocked, bridged
