"""How far apart the lines of a paragraph stand on a page, told by sentences that go on from line to line.

A page set with more space between its lines than type is high would be read line by line, and no sentence whole.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from parsers.lib.pdf_blocks import breaks_off
from parsers.lib.pdf_page import Line

USUAL, WIDEST = 0.65, 1.4  # of the type size: gaps between the lines of a paragraph
LONG = 36  # characters of a line of running text
SLACK = 0.15  # of the type size


def leading(rows: Sequence[Sequence[Line]]) -> dict[int, float]:
    """The widest gap within a paragraph, by type size in half points, where it is wider than usual."""
    gaps: dict[int, list[float]] = defaultdict(list)
    for (first, *more), (second, *others) in pairwise(rows):
        gap = second.top - first.bottom
        alike = first.font == second.font and abs(first.size - second.size) < 0.1 and abs(first.x0 - second.x0) < 1
        if not more and not others and alike and len(first.text) >= LONG and breaks_off(first.text, second.text):
            gaps[half_points(first)].append(gap / first.size)
    usual = {size: median(found) for size, found in gaps.items()}
    return {size: gap + SLACK for size, gap in usual.items() if USUAL - SLACK < gap <= WIDEST}


def half_points(line: Line) -> int:
    """A line's type size in half points."""
    return round(2 * line.size)
