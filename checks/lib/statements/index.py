"""Looking statements up instead of comparing each with each: groups by key, and intervals sorted by their ends."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from itertools import accumulate
from typing import TypeVar

from schemas.interval import Interval, Readings

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)
Place = tuple[Decimal, int]


def by(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Items by key, in the order given; build it once for a corpus or a document, not once for each statement."""
    groups: dict[Key, list[Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return dict(groups)


def span(interval: Interval) -> tuple[Place, Place]:
    """From the first place inside to the first beyond; (v, 0) is the number v, (v, 1) all that follow it closely."""
    return (interval.lower, int(not interval.lower_closed)), (interval.upper, int(interval.upper_closed))


class Intervals:
    """Many intervals, asked whether any of them meets another in logarithmic time."""

    def __init__(self, intervals: Iterable[Interval]) -> None:
        spans = sorted(map(span, intervals))
        self._starts = [start for start, _ in spans]
        self._furthest = list(accumulate((end for _, end in spans), max))  # the last end of all that start so far

    def meet(self, interval: Interval) -> bool:
        """Whether one of them shares a number with it: starts before its end and ends after its start."""
        start, end = span(interval)
        before = bisect_left(self._starts, end)
        return before > 0 and self._furthest[before - 1] > start


class Printed:
    """What many figures allow, in each reading: schemas.interval.judge against them all at once."""

    def __init__(self, readings: Sequence[Readings]) -> None:
        self._rounded = Intervals(one.rounded for one in readings)
        self._truncated = Intervals(one.truncated for one in readings)
        self._widened = Intervals(one.widened for one in readings)

    def contradict(self, one: Readings) -> bool:
        """Whether judge finds this one inconsistent with every figure."""
        return not (
            self._rounded.meet(one.rounded)
            or self._truncated.meet(one.rounded)
            or self._rounded.meet(one.truncated)
            or self._truncated.meet(one.truncated)
            or self._widened.meet(one.rounded)
            or self._rounded.meet(one.widened)
        )
