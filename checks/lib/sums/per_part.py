"""Shares per part: "3.9x the throughput on four nodes" is 97 % of four times one node's."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.quantities.asserted import Sentence
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact

ONE = Decimal(1)
TWO = 2


def per_part(sentence: Sentence, near: Sequence[Fact], value: Decimal, slack: Decimal) -> bool:
    """Whether a factor of a sentence, or two values around it, give a share once divided by a number of parts."""
    parts = {one for one in _parts(near) if one > ONE}
    return any(abs(gain / one - value) <= slack for gain in _gains(sentence, near) for one in parts)


def _parts(near: Sequence[Fact]) -> Iterator[Decimal]:
    """The counts around a share, and how many times one of them has what another one of its kind has."""
    counts = [one for one in near if one.count and one.middle > 0]
    yield from (one.middle for one in counts)
    for left, right in combinations(counts, TWO):
        if like(left, right):
            yield max(left.middle, right.middle) / min(left.middle, right.middle)


def _gains(sentence: Sentence, near: Sequence[Fact]) -> Iterator[Decimal]:
    for one in sentence.amounts:
        rounded = one.amount.readings.rounded
        if one.amount.kind == "factor" and rounded.bounded:
            yield (rounded.lower + rounded.upper) / 2
    for left, right in combinations(near, TWO):
        if like(left, right) and not left.count and min(left.middle, right.middle) > 0:
            yield max(left.middle, right.middle) / min(left.middle, right.middle)
