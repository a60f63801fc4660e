"""Bullets that are drawn and not printed: browsers draw a dot before each item of a list.

Without them two short items ("Starts in 1.2 s", "Runs in 180 MB") read as one sentence, and beside a chart the dots
pass for the swatches of a legend.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from parsers.lib.pdf_page import RULE, Line, Page, Print, Shape

SMALLEST, LARGEST = 1.5, 7.0  # points across
FEWEST = 2  # dots of one colour, one below the other; markers of a legend differ in colour
REACH = 2.5  # of the type size: from the dot to its text
MAX_DOTS = 400
BULLET = "•"


def with_bullets(page: Page) -> Page:
    """The page with a bullet as first word of each line that a drawn dot stands before."""
    dots = [shape for shape in page.shapes if _round(shape)][:MAX_DOTS]
    drawn = {shape.colour for shape in page.shapes if not _round(shape) and min(shape.width, shape.height) > RULE}
    # A dot in the colour of bars or curves tells which of them a name is of.
    lists = [dot for dot in dots if dot.colour not in drawn and _is_list(dot, dots)]
    marked = dict(_led(lists, page.lines))
    if not marked:
        return page
    led = [id(dot) for dot in marked.values()]
    lines = tuple(_with(line, marked[at]) if at in marked else line for at, line in enumerate(page.lines))
    return replace(page, lines=lines, shapes=tuple(shape for shape in page.shapes if id(shape) not in led))


def _round(shape: Shape) -> bool:
    return shape.kind == "curve" and SMALLEST <= shape.width <= LARGEST and abs(shape.width - shape.height) < 0.5


def _is_list(dot: Shape, dots: Sequence[Shape]) -> bool:
    alike = [one for one in dots if abs(one.x0 - dot.x0) < 1 and one.colour == dot.colour]
    return len({round(one.top) for one in alike}) >= FEWEST


def _led(dots: Sequence[Shape], lines: Sequence[Line]) -> Iterator[tuple[int, Shape]]:
    """Each dot's line, by the line's place."""
    level = [(line.x0, line.y, line.size, at) for at, line in enumerate(lines) if line.angle == 0] if dots else []
    for dot in dots:
        middle = (dot.top + dot.bottom) / 2
        near = [
            (x0 - dot.x1, at)
            for x0, y, size, at in level
            if 0 < x0 - dot.x1 <= REACH * size and abs(y - middle) < 0.5 * size and dot.width <= 0.6 * size
        ]
        if near:
            yield min(near)[1], dot


def _with(line: Line, dot: Shape) -> Line:
    # As high as the line: a small word would move its middle, which tells rows and cells apart.
    return replace(line, words=(Print(BULLET, dot.x0, line.top, dot.x1, line.bottom), *line.words))
