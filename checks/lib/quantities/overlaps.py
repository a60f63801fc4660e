"""Which of many intervals meet one, without going through all of them."""

from bisect import bisect_right
from collections.abc import Iterable
from decimal import Decimal
from itertools import accumulate
from typing import Generic, TypeVar

from schemas.interval import Readings

T = TypeVar("T")
End = Decimal | int


class Overlaps(Generic[T]):
    """Things by the intervals that they reach over, sorted by where these begin."""

    def __init__(self, spans: Iterable[tuple[End, End, T]]) -> None:
        every = sorted(spans, key=lambda one: one[0])
        self._starts = [start for start, *_ in every]
        self._ends = [end for _, end, _ in every]
        self._things = [thing for *_, thing in every]
        self._reach = list(accumulate(self._ends, max))  # as far as anything up to here goes

    def meeting(self, lower: End, upper: End) -> list[T]:
        """The things whose intervals share a point with [lower, upper], ends included."""
        found = []
        at = bisect_right(self._starts, upper) - 1
        while at >= 0 and self._reach[at] >= lower:
            if self._ends[at] >= lower:
                found.append(self._things[at])
            at -= 1
        return found


def hull(one: Readings) -> tuple[Decimal, Decimal]:
    """As far as any reading of a number goes: what lies outside meets none of them."""
    return min(each.lower for each in one.every), max(each.upper for each in one.every)
