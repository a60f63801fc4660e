"""Bars and their texts: the category at a bar's foot, the label in it or at its end, the name of its group."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from parsers.lib.chart_bars import BarSet, Lane, Segment
from parsers.lib.chart_desk import FIGURE, Desk
from parsers.lib.chart_feet import values_of
from parsers.lib.chart_legend import series_of
from parsers.lib.chart_regions import hull_of
from parsers.lib.chart_scale import find_ticks, measured
from parsers.lib.chart_seen import seen
from parsers.lib.pdf_page import Line
from schemas.document import SERIES, Bar

FLUSH = 4.0  # points
OFF_CENTRE = 3.0  # points
PARTED = 0.33  # of the type size: lines of one name stand closer
LEVEL = 0.25  # of the distance of two bars
WORDS_EACH = 2  # of the name of a bar


def place_on_bars(desk: Desk, bars: BarSet) -> None:
    """Give a role to the texts that stand by bars: ticks, categories, labels."""
    ticks, desk.scale = find_ticks(bars, [line for line in desk.left if line.angle == 0], desk.shapes)
    desk.take_each("tick", ticks)
    inside = _inside(desk, bars)
    names, values = _place_categories(desk, bars)
    series = series_of(desk)
    for index, lane in enumerate(bars.lanes):
        spoken = [line.text for line in inside.get(index, []) if not FIGURE.search(line.text)]
        category = names.get(index, "") or " ".join(spoken)
        _place_lane(desk, bars, lane, category, series if len(series) > 1 else {}, inside.get(index, []))
        if index in values:
            desk.take("label", [values[index]], desk.bars[-1])


def _inside(desk: Desk, bars: BarSet) -> dict[int, list[Line]]:
    """Lines printed on the bars, by lane."""
    found: dict[int, list[Line]] = {}
    for index, lane in enumerate(bars.lanes):
        lines = [line for line in desk.left if any(_on(line, segment, bars) for segment in lane.segments)]
        if lines:
            found[index] = sorted(lines, key=lambda line: (line.top, line.x0))
    return found


def _on(line: Line, segment: Segment, bars: BarSet) -> bool:
    at, spot = segment.at, seen(line, bars.horizontal)
    return at.a0 - 1 <= spot.a <= at.a1 + 1 and spot.a0 > at.a0 - 3 and spot.a1 < at.a1 + 3 and at.c0 <= spot.c <= at.c1


def _place_categories(desk: Desk, bars: BarSet) -> tuple[dict[int, str], dict[int, Line]]:
    """Names at the foot of the bars, one a bar or one a group of bars, and the values printed there, by lane."""
    groups = _named_groups(desk, bars)
    order = {lane: index for index, lane in enumerate(bars.lanes)}
    labelled = any(_at_end(desk, bars, lane) for lane in bars.lanes)
    values = values_of(groups, labelled=labelled) if not bars.horizontal else {}
    names: dict[int, str] = {}
    for place, (group, lines) in enumerate(groups):
        said = [line for line in lines if line is not values.get(place)]
        desk.take("category", said)
        names.update({order[lane]: " ".join(line.text for line in said) for lane in group})
    return names, {order[groups[place][0][0]]: line for place, line in values.items()}


def _named_groups(desk: Desk, bars: BarSet) -> list[tuple[tuple[Lane, ...], list[Line]]]:
    single = tuple((lane,) for lane in bars.lanes)
    per_lane, per_group = _assigned(desk, bars, single), _assigned(desk, bars, bars.groups())
    # As many names as bars: each bar has its own, however they are spaced, unless they are lines of a group's name.
    own = len(per_lane) == len(single) and (not per_group or not bars.horizontal or _level(per_lane, bars))
    return per_lane if own else per_group or _over_bars(desk, bars)


def _level(named: Sequence[tuple[tuple[Lane, ...], list[Line]]], bars: BarSet) -> bool:
    """Whether names stand in the middle of their lying bars."""
    return all(
        abs(sum(line.y for line in lines) / len(lines) - lanes[0].c) <= LEVEL * bars.pitch + 1 for lanes, lines in named
    )


def _over_bars(desk: Desk, bars: BarSet) -> list[tuple[tuple[Lane, ...], list[Line]]]:
    """Names that stand over lying bars, flush with their base; [] unless every bar has one."""
    if not bars.horizontal:
        return []
    flush = [line for line in desk.left if line.angle == 0 and abs(line.x0 - bars.base) <= FLUSH]
    named: list[tuple[tuple[Lane, ...], list[Line]]] = [
        ((lane,), [one for one in flush if 0 <= lane.c0 - one.bottom + 1 < 1.2 * one.size]) for lane in bars.lanes
    ]
    return named if all(lines for _, lines in named) else []


def _assigned(
    desk: Desk, bars: BarSet, groups: tuple[tuple[Lane, ...], ...]
) -> list[tuple[tuple[Lane, ...], list[Line]]]:
    centres = [(group[0].c0 + group[-1].c1) / 2 for group in groups]
    pitch = min((after - before for before, after in pairwise(centres)), default=2 * bars.pitch)
    foot = min(bars.base, *(lane.low for lane in bars.lanes))
    taken: list[list[Line]] = [[] for _ in groups]
    for line in _at_foot(desk, bars, centres):
        spot = seen(line, bars.horizontal)
        nearest = min(range(len(groups)), key=lambda index: abs(centres[index] - spot.c))
        if abs(centres[nearest] - spot.c) <= 0.5 * pitch and _joins(taken[nearest], line, bars, foot):
            taken[nearest].append(line)
    if not bars.horizontal:
        _let_go_of_title(taken, centres)
    return [(group, lines) for group, lines in zip(groups, taken, strict=True) if lines]


def _let_go_of_title(taken: list[list[Line]], centres: Sequence[float]) -> None:
    """Take out the name of the axis, which stands below the names, in the middle of all of them."""
    longest = max(taken, key=len)
    if len(centres) < 2 or len(longest) < 2 or any(len(one) >= len(longest) for one in taken if one is not longest):
        return
    last, above = longest[-1], longest[-2]
    off = abs(last.x - (centres[0] + centres[-1]) / 2)
    of_one = abs(last.x - above.x) < OFF_CENTRE and last.top - above.bottom < PARTED * last.size
    if off < OFF_CENTRE and not of_one:
        longest.pop()


def _at_foot(desk: Desk, bars: BarSet, centres: Sequence[float]) -> list[Line]:
    lines = [part for line in desk.left for part in _parted(line, bars, centres)]
    desk.left = lines
    hanging = [lane for lane in bars.lanes if lane.high <= bars.base + 1]
    standing = [
        line
        for line in lines
        if seen(line, bars.horizontal).a1 <= bars.base + 2
        and not _axis_name(line, bars)
        and not any(FIGURE.search(line.text) and _beyond(line, bars, lane, desk) for lane in hanging)
    ]
    return sorted(standing, key=lambda line: (line.top, line.x0))


def _axis_name(line: Line, bars: BarSet) -> bool:
    return bars.horizontal and line.angle != 0


def _parted(line: Line, bars: BarSet, centres: Sequence[float]) -> list[Line]:
    """Names of neighbouring bars that stand so close that they were read as one line, taken apart."""
    spanned = [centre for centre in centres if line.x0 < centre < line.x1]
    below = seen(line, bars.horizontal).a1 <= bars.base + 2
    if bars.horizontal or line.angle or len(spanned) < 2 or not below:
        return [line]
    parts: list[list[int]] = [[0]]
    for index, (before, after) in enumerate(pairwise(line.words), start=1):
        if after.x0 - before.x1 > 0.45 * line.size:
            parts.append([])
        parts[-1].append(index)
    if len(parts) > WORDS_EACH * len(spanned) + 1:
        return [line]  # a note in a typewriter's letters, whose every space is that wide
    return [replace(line, words=tuple(line.words[index] for index in part)) for part in parts]


def _joins(taken: Sequence[Line], line: Line, bars: BarSet, foot: float) -> bool:
    """Whether a line is (the next line of) a category: near the bars, and near the line before it."""
    if bars.horizontal:
        return not taken or line.top - taken[-1].bottom < line.size
    if not taken:
        return foot - seen(line, False).a1 < 2.5 * line.size + 30
    return line.top - taken[-1].bottom < 0.6 * line.size and abs(line.size - taken[-1].size) < 0.6


def _place_lane(
    desk: Desk,
    bars: BarSet,
    lane: Lane,
    category: str,
    series: dict[tuple[float, ...], str],
    inside: Sequence[Line],
) -> None:
    drawn = []
    for segment in lane.segments:
        named = SERIES.join(name for name in (category, series.get(segment.shape.colour, "")) if name)
        bar = measured(segment, bars, desk.page, desk.scale, named)
        drawn.append(bar)
        for line in inside:
            if line in desk.left and _on(line, segment, bars):
                figure = bool(FIGURE.search(line.text))
                desk.take("label" if figure else "category", [line], bar if figure else None)
    desk.bars += drawn
    ending = _at_end(desk, bars, lane)
    if ending:
        whole = drawn[0] if len(drawn) == 1 else _total(lane, bars, desk, category)
        desk.take("label", ending, whole)


def _total(lane: Lane, bars: BarSet, desk: Desk, category: str) -> Bar:
    """A stacked bar from base to tip: what a figure beyond its last piece speaks of."""
    first, last = lane.segments[0], lane.segments[-1]
    edges = hull_of([segment.shape for segment in lane.segments])
    at = replace(first.at, a0=min(first.at.a0, last.at.a0), a1=max(first.at.a1, last.at.a1))
    return measured(Segment(edges, at), bars, desk.page, desk.scale, category)


def _at_end(desk: Desk, bars: BarSet, lane: Lane) -> list[Line]:
    """The lines of the figure printed at a bar's tip, () when there is none."""
    near = [line for line in desk.left if line.angle == 0 and _beyond(line, bars, lane, desk)]
    near.sort(key=lambda line: _distance(line, bars, lane))
    cluster: list[Line] = []
    for line in near:
        if not cluster or any(_same_text(line, other) for other in cluster):
            cluster.append(line)
    cluster.sort(key=lambda line: (line.top, line.x0))
    return cluster if FIGURE.search(" ".join(line.text for line in cluster)) else []


def _same_text(line: Line, other: Line) -> bool:
    """Whether two lines are one wrapped text: of one size, one right under the other."""
    upper, lower = sorted((line, other), key=lambda one: one.top)
    gap = lower.top - upper.bottom
    facing = min(line.x1, other.x1) > max(line.x0, other.x0)
    return facing and gap < 0.6 * line.size and abs(line.size - other.size) < 0.15 * line.size


def _distance(line: Line, bars: BarSet, lane: Lane) -> float:
    """Points from a bar's tip to a text beyond it; for bars that hang from the base, below it."""
    spot = seen(line, bars.horizontal)
    hanging = lane.high <= bars.base + 1
    return lane.low - spot.a1 if hanging else spot.a0 - lane.high


def _beyond(line: Line, bars: BarSet, lane: Lane, desk: Desk) -> bool:
    spot = seen(line, bars.horizontal)
    gap = _distance(line, bars, lane)
    nearest = min(bars.lanes, key=lambda other: abs(other.c - spot.c))
    if gap < -3 or nearest is not lane:
        return False
    room = 0.6 * line.size + 0.25 * bars.pitch
    if not lane.c0 - room <= spot.c <= lane.c1 + room:
        return False
    if bars.horizontal:
        level = lane.c0 <= spot.c <= lane.c1 and bool(FIGURE.match(line.text))
        return gap <= 2.5 * line.size + 4 or (level and line.x0 < desk.plot.x1 + 200)
    narrow = lane.c0 - bars.pitch <= spot.c0 and spot.c1 <= lane.c1 + bars.pitch
    return narrow and gap <= 1.9 * line.size + 4 and not _headline_like(line, desk, gap, lane)


def _headline_like(line: Line, desk: Desk, gap: float, lane: Lane) -> bool:
    largest = max(other.size for other in desk.left)
    tied = gap <= 0.7 * line.size and abs(line.x - lane.c) <= 0.2 * (lane.c1 - lane.c0)
    return line.size >= 0.9 * largest and len(line.text) >= 10 and not tied
