"""Sentences that do a sum of their own: what they print comes of their numbers, and of no table."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.reckoning.figures import FACTOR, Figure

NUMBERS = 10  # of a sentence that are tried
SLACK = Decimal("0.006")  # of a product that a sentence tells
_DIGITS = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


def own_sums(every: Sequence[Figure]) -> bool:
    """Whether two values of a sentence give its factor, or two of its numbers multiply to a third.

    "417 s then and 300 s now, 28% less"; "1.33 bytes for each, so 387 make 516".
    """
    values = [one for one in every if one.amount]
    pairs = [(one.ways[0], other.ways[0]) for one, other in combinations(values, 2) if one.kind == other.kind]
    positive = [(one, other) for one, other in pairs if min(one.lower, other.lower) > 0]
    quotients = [max(one / other, other / one, key=lambda each: each.upper) for one, other in positive]
    factors = [way for one in every if one.kind == FACTOR for way in one.ways]
    return any(one.meets(other) for one in quotients for other in factors) or (
        bool(every) and _multiply(every[0].sentence.passage.words)
    )


def _multiply(words: str) -> bool:
    """Whether two of the numbers of a text multiply to a third."""
    printed = [Decimal(match.group().replace(",", "")) for match in _DIGITS.finditer(words)][:NUMBERS]
    plain = [one for one in printed if one not in (0, 1)]
    return any(
        abs(one * other - made) <= made * SLACK
        for one, other in combinations(plain, 2)
        for made in plain
        if made not in (one, other)
    )
