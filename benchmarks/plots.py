"""Small SVG plots: a dot a row on an axis of ratios with its target, or lines over size.

Light ground, so that they can be read on a dark page too.
"""

import math
from collections.abc import Callable, Sequence
from html import escape

from benchmarks.frame import Row

WIDTH, LEFT, RIGHT, LINE, TOP = 860, 400, 60, 22, 34
GOOD, BAD, PLAIN, INK, FAINT = "#1a7f37", "#cf222e", "#57606a", "#24292f", "#d0d7de"
COLOURS = ("#0969da", "#bf3989", "#1a7f37", "#9a6700", "#8250df")
HEIGHT_OF_LINES = 300
Axis = Callable[[float], float]


def ratios(rows: Sequence[Row]) -> str:
    """A dot a row: the ratio on a log axis, its target as a bar, green when met, red when not, grey without target."""
    shown = [one for one in rows if 0 < one.ratio < math.inf]
    values = [value for one in shown for value in (one.ratio, one.target or one.ratio) if value > 0] or [1.0]
    low, high = _decade(min(*values, 1.0), math.floor), _decade(max(*values, 1.0), math.ceil)
    height = TOP + LINE * len(shown) + 12

    def x(value: float) -> float:
        share = (math.log10(value) - low) / max(high - low, 1)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    grid = [_gridline(x(10.0**power), height, f"{10.0**power:g}") for power in range(low, high + 1)]
    dots = [_dot(one, TOP + LINE * at + LINE / 2, x) for at, one in enumerate(shown)]
    return _svg(height, [*grid, *dots])


def lines(rows: Sequence[Row]) -> str:
    """A line a case over size (log) from zero upwards, in the rows' unit."""
    cases = list(dict.fromkeys(one.case for one in rows))
    sizes, top = sorted({one.size for one in rows}), max(one.ours for one in rows) * 1.1
    low, high = math.log10(sizes[0]), math.log10(sizes[-1])
    left, bottom = 70, HEIGHT_OF_LINES - 40

    def at(one: Row) -> tuple[float, float]:
        share = (math.log10(one.size) - low) / ((high - low) or 1)
        return left + share * (WIDTH - left - 150), bottom - one.ours / top * (bottom - TOP)

    parts = [_text(left, TOP - 14, rows[0].unit), _text(WIDTH / 2, HEIGHT_OF_LINES - 4, rows[0].of, "middle")]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - share * (bottom - TOP)
        parts += [_rule(left, y, WIDTH - 150, y), _text(left - 6, y + 4, f"{top * share:,.0f}", "end")]
    marks = {one.size: at(one)[0] for one in rows}
    parts += [_text(x, bottom + 18, f"{size:,}", "middle") for size, x in marks.items()]
    for number, case in enumerate(cases):
        points = sorted(at(one) for one in rows if one.case == case)
        parts += _series(points, case, COLOURS[number % len(COLOURS)], number)
    return _svg(HEIGHT_OF_LINES, parts)


def _series(points: Sequence[tuple[float, float]], name: str, colour: str, number: int) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points]
    line = f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    # Names stand in a column of their own: two lines that end at the same height would print one over the other.
    return [line, *dots, _text(WIDTH - 140, TOP + 10 + 18 * number, name, colour=colour)]


def _dot(one: Row, y: float, x: Axis) -> str:
    place = x(one.ratio)
    colour = PLAIN if one.met is None else GOOD if one.met else BAD
    parts = [
        _text(LEFT - 14, y + 4, _label(one), "end"),
        f'<circle cx="{place:.1f}" cy="{y}" r="5" fill="{colour}"/>',
        _text(place + 9, y + 4, f"{one.ratio:.2g}" if one.ratio < 100 else f"{one.ratio:,.0f}", colour=colour),
    ]
    if one.target:
        mark = x(one.target)
        parts.append(f'<path d="M{mark:.1f} {y - 8}v16" stroke="{INK}" stroke-width="2"/>')
    return "".join(parts)


def _label(one: Row) -> str:
    clock = ", CPU" if one.unit.endswith("CPU") else ""
    told = f"{one.case}{clock}, {one.counted}, against {one.against}"
    return told if len(told) <= 60 else f"{told[:59]}…"


def _gridline(x: float, height: float, label: str) -> str:
    return _rule(x, TOP - 8, x, height - 8) + _text(x, TOP - 14, f"{label}x", "middle")


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{FAINT}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _decade(value: float, to: Callable[[float], int]) -> int:
    return to(math.log10(value))


def _svg(height: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
    )
    style = 'font-family="system-ui, sans-serif" font-size="12"'
    ground = f'<rect width="{WIDTH}" height="{height:g}" fill="#ffffff"/>'
    return "\n".join([f"{head} {style}>", ground, *parts, "</svg>", ""])
