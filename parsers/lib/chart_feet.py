"""Values printed under the bars, in one stack with their names: which of the lines there are labels."""

import re
from collections.abc import Sequence
from statistics import median

from parsers.lib.chart_bars import Lane
from parsers.lib.chart_desk import UNIT
from parsers.lib.pdf_page import Line

_VALUE = re.compile(r"[~≈]?[$€£]?(?P<n>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[^\d\s].{0,16})?")
_MEASURED = re.compile(rf"\S+(?:\s\w+)?(?:\s?/\s?|\sper\s)\w+|{UNIT}|[KMGT]?B|[KMG]?IOPS|QPS|RPS|TPS|fps|[GTP]FLOPS")
_DRAWN = 0.06  # of a value: how far beside its bar's length a label may be

Named = tuple[tuple[Lane, ...], list[Line]]


def values_of(named: Sequence[Named], *, labelled: bool = False) -> dict[int, Line]:
    """The line of each group that is its bar's value, by the group's place; {} when the lines are only names.

    Numbers stand in names too ("8 GPUs", "2021"); what is a value is as much greater as its bar is longer. Under bars
    that have labels already ("2.3x") it is of a unit that nothing is counted in.
    """
    if len(named) < 2 or any(len(group) > 1 or len(lines) < 2 for group, lines in named):
        return {}
    for at in (-1, 0):
        lines = [lines[at] for _, lines in named]
        matches = [_VALUE.fullmatch(line.text.strip()) for line in lines]
        values = [float(match["n"].replace(",", "")) for match in matches if match]
        units = {match["unit"] or "" for match in matches if match}
        alike = len(units) == 1 and (not labelled or all(map(_MEASURED.fullmatch, units)))
        if len(values) == len(lines) and alike and _as_drawn(values, [group[0] for group, _ in named]):
            return dict(enumerate(lines))
    return {}


def _as_drawn(values: Sequence[float], lanes: Sequence[Lane]) -> bool:
    """Whether the values are in proportion to the bars, all but one of three or more."""
    each = [value / max(lane.high - lane.low, 0.1) for value, lane in zip(values, lanes, strict=True)]
    usual = median(each)
    fine = sum(abs(one - usual) <= _DRAWN * usual for one in each)
    return len(set(values)) > 1 and fine >= len(each) - (len(each) > 2)
