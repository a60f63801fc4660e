"""Drawn boxes that hold text of their own beside other text: side bars, cards, tiles of results.

What a box holds is read together. Read by its base lines, the page would put the words of one card between those of the
next, and a side bar's results into the middle of a sentence beside it. Long rules part a page as well.
"""

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsers.lib.chart_desk import ChartArea
from parsers.lib.pdf_bands import base_lines, flowing
from parsers.lib.pdf_heads import Rule, joined
from parsers.lib.pdf_layout import Grid, Placed
from parsers.lib.pdf_order import reading_order
from parsers.lib.pdf_page import RULE, Line, Page, Shape

WIDTH, HEIGHT = 60.0, 30.0  # points: no smaller box holds text of its own
WIDEST = 0.8  # of the page
OUT = 2.0  # points by which text may stand out of its box
TOUCH = 0.8  # points: boxes side by side that touch are cells of a table
LEVEL = 0.25  # of the type size
SHARED = 0.5  # of the base lines in a box that are rows of what stands around it: one column of a table
ACROSS = 0.6  # of the page's width: a rule that parts it
MOST = 200  # boxes, rules

Thing = ChartArea | Grid | Line


@dataclass(frozen=True, slots=True)
class Panel:
    """A drawn box with the things in it."""

    x0: float
    top: float
    x1: float
    bottom: float
    things: tuple["Thing | Panel", ...]


def in_order(page: Page, things: Sequence[Thing]) -> list[list[Thing]]:
    """The things of a page in reading order, in runs that no box and no long rule parts."""
    boxed = _boxed(list(things), _boxes(page))
    runs = [run for stretch in _stretches(page, boxed) for run in _runs(reading_order(stretch))]
    return [run for run in runs if run]


def _runs(things: Sequence["Thing | Panel"]) -> Iterator[list[Thing]]:
    run: list[Thing] = []
    for thing in things:
        if not isinstance(thing, Panel):
            run.append(thing)
            continue
        yield run
        run = []
        yield from _runs(reading_order(list(thing.things)))
    yield run


# --- boxes -------------------------------------------------------------------------------------------------------


def _boxes(page: Page) -> list[Shape]:
    """The boxes of a page that may hold text of their own, the largest first."""
    drawn = [shape for shape in page.shapes if shape.width >= WIDTH and shape.height >= HEIGHT]
    kept = [shape for shape in drawn if shape.width <= WIDEST * page.width and not _is_cell(shape, page.shapes)]
    return sorted(kept, key=lambda one: -one.width * one.height)[:MOST]


def _is_cell(shape: Shape, shapes: Sequence[Shape]) -> bool:
    level = (one for one in shapes if abs(one.top - shape.top) < TOUCH and abs(one.bottom - shape.bottom) < TOUCH)
    return any(min(abs(one.x0 - shape.x1), abs(one.x1 - shape.x0)) < TOUCH for one in level)


def _boxed(things: list["Thing | Panel"], boxes: Sequence[Shape]) -> list["Thing | Panel"]:
    """Things with those that a box holds as one."""
    for at, box in enumerate(boxes):
        inside = [one for one in things if not isinstance(one, Panel) and _holds(box, one)]
        held = {id(one) for one in inside}
        outside = [one for one in things if id(one) not in held]
        others = [other for other in boxes[at + 1 :] if not _overlap(box, other)]
        if len(inside) > 1 and _set_apart(box, inside, outside, others):
            within = _boxed(list(inside), boxes[at + 1 :])
            things = [*outside, Panel(box.x0, box.top, box.x1, box.bottom, tuple(within))]
    return things


def _overlap(one: Shape, other: Shape) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.top < other.bottom and other.top < one.bottom


def _holds(box: Shape, thing: Placed) -> bool:
    inside = box.top - OUT <= thing.top and thing.bottom <= box.bottom + OUT
    return inside and box.x0 - OUT <= thing.x0 and thing.x1 <= box.x1 + OUT


def _set_apart(box: Shape, inside: Sequence[Placed], outside: Sequence[Placed], others: Sequence[Shape]) -> bool:
    """Whether a box holds several lines of its own, none of them a row of what stands beside it."""
    beside = [one for one in outside if one.top < box.bottom and one.bottom > box.top]
    over = any(one.x0 < box.x1 - OUT and one.x1 > box.x0 + OUT for one in beside)
    rows = base_lines([one for one in inside if isinstance(one, Line)])
    if over or not beside or len(rows) < 2:
        return False
    around = [one for one in beside if isinstance(one, Line)]
    told = {id(line) for line in flowing(around)}
    loose = [one for one in around if id(one) not in told and not any(_holds(other, one) for other in others)]
    level = sum(any(abs(row.bottom - one.bottom) < LEVEL * row.size for one in loose) for row in rows)
    return level <= SHARED * len(rows)


# --- rules -------------------------------------------------------------------------------------------------------


def _stretches(page: Page, things: Sequence["Thing | Panel"]) -> list[list["Thing | Panel"]]:
    """Things between rules that go over most of the page and through nothing."""
    cuts = [y for y in _rules(page) if not any(one.top < y - 1 and one.bottom > y + 1 for one in things)]
    slots: list[list[Thing | Panel]] = [[] for _ in range(len(cuts) + 1)]
    for thing in things:
        slots[bisect.bisect_right(cuts, (thing.top + thing.bottom) / 2)].append(thing)
    return slots


def _rules(page: Page) -> list[float]:
    flat = [shape for shape in page.shapes if shape.kind != "curve" and shape.height < RULE < shape.width]
    rules = joined([Rule(one.x0, one.x1, (one.top + one.bottom) / 2) for one in flat[: 10 * MOST]])
    return sorted(rule.y for rule in rules if rule.x1 - rule.x0 >= ACROSS * page.width)[:MOST]
