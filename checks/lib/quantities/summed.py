"""What many values come to: their sum, and the means that an author may have taken of them."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from statistics import median

from schemas.interval import Interval

ZERO = Decimal(0)


def total(values: Sequence[Interval]) -> Interval:
    """The sum."""
    return Interval(sum((one.lower for one in values), ZERO), sum((one.upper for one in values), ZERO))


def means(values: Sequence[Interval]) -> Iterator[tuple[str, Interval]]:
    """The arithmetic mean first, then the median, the geometric and the harmonic one of positive values, by name."""
    count = Decimal(len(values))
    lower, upper = [one.lower for one in values], [one.upper for one in values]
    yield "mean", Interval(sum(lower, ZERO) / count, sum(upper, ZERO) / count)
    yield "median", Interval(median(lower), median(upper))
    if min(lower) > 0:
        yield "geometric mean", Interval(_geometric(lower), _geometric(upper))
        yield "harmonic mean", Interval(_harmonic(lower), _harmonic(upper))


def weighted(values: Sequence[Interval], weights: Sequence[Decimal]) -> Interval | None:
    """The mean by weights; None where they add up to nothing."""
    whole = sum(weights, ZERO)
    if whole <= 0:
        return None
    ends = ([one.lower for one in values], [one.upper for one in values])
    low, high = (sum((one * by for one, by in zip(some, weights, strict=True)), ZERO) / whole for some in ends)
    return Interval(low, high)


def _geometric(values: Sequence[Decimal]) -> Decimal:
    return (sum((one.ln() for one in values), ZERO) / len(values)).exp()


def _harmonic(values: Sequence[Decimal]) -> Decimal:
    return len(values) / sum((1 / one for one in values), ZERO)
