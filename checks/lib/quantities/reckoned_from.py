"""What some printed values give: multiples by numbers that are told with them, shares, sums, means, differences.

A value that the values beside another one give is no second print of that one: 1,300 MB is what 4,520 MB has more than
3,220 MB.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from schemas.interval import Interval
from schemas.number_words import ONES, TENS

SUMS = 9  # values of which every sum is tried
MANY = 24  # values that may give another one
FINE = Decimal("0.001")
_NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?")
_NAMED = re.compile(r"\b[A-Z][\w-]*\s\d+(?:\.\d+)?\b")
_PERCENT = re.compile(r"(?<![\w.,])(\d{1,2}(?:\.\d+)?)\s?(?:%|per ?cent\b)")
_WORDS = {**ONES, **TENS}


def gives(
    allowed: Interval, one: Decimal, beside: Iterable[Decimal], numbers: Iterable[Decimal], *, share: bool
) -> bool:
    """Whether one value gives what is allowed: with a number told with either, or with values that stand beside it."""
    if not allowed.bounded or allowed.lower <= 0:
        return False  # a half line holds some multiple of anything
    low, high = allowed.lower * (1 - FINE), allowed.upper * (1 + FINE)
    values = sorted({*beside} - {one})[:MANY]
    return any(low <= value <= high for value in _computed(one, values, [] if share else list(numbers), share=share))


def _computed(one: Decimal, beside: Sequence[Decimal], numbers: Sequence[Decimal], *, share: bool) -> Iterator[Decimal]:
    if share:
        yield 100 - one
    yield from (one * number for number in numbers)
    yield from (one / number for number in numbers)
    for each in beside:
        yield from (one + each, abs(one - each))
    for many in range(1, len(beside) + 1) if len(beside) <= SUMS else ():
        for chosen in combinations(beside, many):
            total = sum(chosen, one)
            yield from (total, total / (many + 1))


def middle(allowed: Interval) -> Decimal:
    """The value of a print without its rounding; the end of a bound."""
    if allowed.bounded and allowed.lower > 0:
        return (allowed.lower + allowed.upper) / 2
    return allowed.lower if allowed.lower.is_finite() and allowed.lower > 0 else allowed.upper


def numbers_in(texts: Iterable[str]) -> set[Decimal]:
    """What a value may be multiplied with: whole numbers of texts that are of no name, shares and what they leave."""
    plain = [_NAMED.sub(" ", text) for text in texts]
    whole = {Decimal(found.replace(",", "")) for text in plain for found in _NUMBER.findall(text)}
    words = {Decimal(_WORDS[word]) for text in plain for word in re.findall(r"[a-z]+", text.lower()) if word in _WORDS}
    return {number for number in whole | words if number > 1} | shares_in(plain) | changes_in(plain)


def shares_in(texts: Iterable[str]) -> set[Decimal]:
    """The shares of texts, as parts of one."""
    return {Decimal(found) / 100 for text in texts for found in _PERCENT.findall(text)} - {Decimal(0)}


def changes_in(texts: Iterable[str]) -> set[Decimal]:
    """What the shares of texts leave, and what comes of them on top."""
    return {part for share in shares_in(texts) for part in (1 - share, 1 + share)}
