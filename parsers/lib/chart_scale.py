"""The value axis of a chart: what its ticks say, and the values that bars show on it."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import linear_regression

from parsers.lib.chart_bars import BarSet, Segment
from parsers.lib.chart_seen import SAME, Seen, seen
from parsers.lib.pdf_page import RULE, Line, Shape
from schemas.document import Bar, Box

LINE_WIDTH = 0.5
BESIDE = 3.0  # points from the middle of a number to its tick mark
NUMBER = re.compile(r"[-+−]?[$€£]?(\d[\d,]*(?:\.\d+)?|\.\d+)\s?(%|[x×]|[kKMGTB]|ns|us|µs|ms|s|h)?")
_POWER = re.compile(r"10\^?(?P<by>[-−⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹\d]{1,2})")
_TIMES = re.compile(r"(?:1e\+?|[×x]\s?10\^?)(?P<by>[⁰¹²³⁴⁵⁶⁷⁸⁹\d]{1,2})")  # over an axis: of all its ticks
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
MULTIPLES = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12}


@dataclass(frozen=True, slots=True)
class Scale:
    """A value axis: `a = origin + per_unit * value` (of log10(value) when `log`); `slack` in points."""

    origin: float
    per_unit: float
    log: bool
    slack: float

    def value(self, a: float) -> float:
        """The value at a place."""
        value = (a - self.origin) / self.per_unit
        return 10.0**value if self.log else value


def number(text: str) -> float | None:
    """The number that an axis tick says ("1,000", "2.5k", "10x"), None when it says something else."""
    match = NUMBER.fullmatch(text.strip())
    if not match:
        return _power(text.strip())
    value = float(match[1].replace(",", "")) * MULTIPLES.get(match[2] or "", 1.0)
    return -value if text.strip()[0] in "-−" else value


def _power(text: str) -> float | None:
    """What "10⁶" says; "10" with digits behind it that are not raised is a number."""
    match = _POWER.fullmatch(text)
    raised = match is not None and ("^" in text or not match["by"][-1].isascii())
    return 10.0 ** int(match["by"].translate(_LOWERED)) if match and raised else None


def _multiplied(scale: Scale, row: Sequence[Line], lines: Sequence[Line], horizontal: bool) -> tuple[Scale, list[Line]]:
    """The scale times what stands once over its ticks: "1e6", "×10³"."""
    for line in lines:
        match = _TIMES.fullmatch(line.text.strip())
        if match and line.angle == 0 and _over(line, row, horizontal):
            return replace(scale, per_unit=scale.per_unit / 10.0 ** int(match["by"].translate(_LOWERED))), [line]
    return scale, []


def _over(line: Line, row: Sequence[Line], horizontal: bool) -> bool:
    spot, end = seen(line, horizontal), seen(row[-1], horizontal)
    return 0 <= spot.a0 - end.a1 < 3 * line.size or (horizontal and abs(line.x1 - row[-1].x1) < 3 * line.size)


def singles(line: Line) -> list[Line]:
    """A line of nothing but numbers, taken apart into one line a number."""
    if len(line.words) < 2 or any(number(word.text) is None for word in line.words):
        return [line]
    return [Line((word,), line.size, line.angle, line.font) for word in line.words]


def find_ticks(bars: BarSet, lines: Sequence[Line], shapes: Sequence[Shape]) -> tuple[tuple[Line, ...], Scale | None]:
    """The axis ticks beside the bars and the scale they make, ((), None) without at least two."""
    low, high = bars.lanes[0].c0, bars.lanes[-1].c1
    numeric = [
        line for line in lines if number(line.text) is not None and not low < seen(line, bars.horizontal).c < high
    ]
    best: tuple[tuple[Line, ...], Scale | None] = ((), None)
    for row in aligned(numeric, bars.horizontal):
        scale = _fit(row, bars, shapes)
        if scale and len(row) > len(best[0]):
            scale, factor = (scale, []) if scale.log else _multiplied(scale, row, lines, bars.horizontal)
            best = (*row, *factor), scale
    return best


def aligned(lines: Iterable[Line], horizontal: bool) -> Iterator[list[Line]]:
    """Texts of one size that stand in a row (or, for vertical bars, a column) on the axis."""
    rest = list(lines)
    while rest:
        first = seen(rest[0], horizontal)
        row = [line for line in rest if abs(line.size - rest[0].size) < 0.5 and _level(first, seen(line, horizontal))]
        rest = [line for line in rest if line not in row]
        if len(row) >= 2:
            yield sorted(row, key=lambda line: seen(line, horizontal).a)


def _level(first: Seen, other: Seen) -> bool:
    return min(abs(first.c0 - other.c0), abs(first.c - other.c), abs(first.c1 - other.c1)) <= 2.0


def _fit(row: Sequence[Line], bars: BarSet, shapes: Sequence[Shape]) -> Scale | None:
    values = [value for line in row if (value := number(line.text)) is not None]
    if len(set(values)) != len(values):
        return None
    places = _on_rules([seen(line, bars.horizontal).a for line in row], bars.horizontal, shapes)
    reach = max(lane.high for lane in bars.lanes) - min(lane.low for lane in bars.lanes)
    if max(places) - min(places) < 0.3 * reach:
        return None
    linear = _line_through(values, places, log=False)
    if linear or min(values) <= 0:
        return linear
    return _line_through([math.log10(value) for value in values], places, log=True)


def _line_through(values: Sequence[float], places: Sequence[float], *, log: bool) -> Scale | None:
    slope, origin = linear_regression(values, places)
    worst = max(abs(origin + slope * value - place) for value, place in zip(values, places, strict=True))
    fits = slope and worst <= max(1.5, 0.006 * abs(places[-1] - places[0]))
    return Scale(origin, slope, log, worst) if fits else None


def _on_rules(places: Sequence[float], horizontal: bool, shapes: Sequence[Shape]) -> list[float]:
    """Where the tick marks or grid lines beside the numbers are; the numbers' own middles when some have none.

    The longest of those near: between the marks of a logarithmic axis stand shorter ones, no farther off.
    """
    rules = [spot for shape in shapes for spot in [seen(shape, horizontal)] if spot.a1 - spot.a0 < RULE]
    near = [[rule for rule in rules if abs(rule.a - place) <= BESIDE] for place in places]
    if not all(near):
        return list(places)
    chosen = [max(some, key=partial(_rank, place)).a for some, place in zip(near, places, strict=True)]
    return chosen if len(set(chosen)) == len(chosen) else list(places)


def _rank(place: float, rule: Seen) -> tuple[int, float]:
    return round(rule.c1 - rule.c0), -abs(rule.a - place)


def measured(segment: Segment, bars: BarSet, page: int, scale: Scale | None, category: str) -> Bar:
    """A piece of a bar with its length and, where there is a scale, the value it shows and its bounds."""
    shape, at = segment.shape, segment.at
    box = Box(page, shape.x0, shape.top, shape.x1, shape.bottom)
    upward = at.a1 > bars.base + SAME
    near, far = (at.a0, at.a1) if upward else (at.a1, at.a0)
    if scale is None or (scale.log and abs(near - bars.base) > SAME):
        return Bar(box, at.a1 - at.a0, bars.horizontal, category)
    standing = abs(near - bars.base) <= SAME
    slack = LINE_WIDTH + scale.slack
    foot = 0.0 if standing else scale.value(near)
    drift = 0.0 if standing else abs(scale.value(near + slack) - foot)
    tips = sorted((scale.value(far - slack) - foot, scale.value(far + slack) - foot))
    value = scale.value(far) - foot
    return Bar(box, at.a1 - at.a0, bars.horizontal, category, value, tips[0] - drift, tips[1] + drift)
