"""How many times apart two factors are."""

from collections.abc import Iterable
from decimal import Decimal

from schemas.interval import Interval


def times_apart(one: Interval, other: Interval) -> Decimal:
    """The least of what must be multiplied for two to meet; 1 where they do."""
    low, high = sorted((one, other), key=lambda each: (each.upper, each.lower))
    return max(Decimal(1), high.lower / low.upper) if low.upper > 0 else Decimal(1)


def nearest_apart(ways: Iterable[Interval], others: Iterable[Interval]) -> Decimal:
    """The same of two that can each mean several factors, as they are best taken."""
    theirs = list(others)
    return min(times_apart(one, other) for one in ways for other in theirs)
