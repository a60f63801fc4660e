"""Two values that a text contrasts: "3.0 s with version 8, 1.2 s with version 9", and the larger over the smaller."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from checks.lib.amounts import alike
from checks.lib.asserted import Asserted
from checks.lib.tokens import versions
from schemas.interval import Readings

FURTHEST = 30  # the larger over the smaller; more are two things
# What contrasts two values of one thing.
_AGAINST = re.compile(
    r"\b(?:than|against|versus|vs|compared|instead of|used to|previous\w*|before|earlier|formerly|was|were|took|needed|"
    r"where(?:as)?|while|from|old(?:er)?|first|last year|predecessor|baseline|without|down|up|now|today)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two values and the larger over the smaller."""

    left: Asserted
    right: Asserted
    factor: Readings


def contrast(values: Sequence[Asserted], kinds: frozenset[str], furthest: int = FURTHEST) -> Contrast | None:
    """The only two values of these kinds, where the text contrasts them; None where there are others."""
    able = [one for one in values if one.amount.kind in kinds and one.amount.kind != "count"]
    if len(able) != 2 or not alike(able[0].amount, able[1].amount) or not _contrasted(*able):
        return None
    smaller, larger = sorted((one.amount.readings for one in able), key=lambda one: one.rounded.upper)
    if not (smaller.rounded.lower > 0 and larger.rounded.bounded):
        return None
    factor = larger / smaller
    return Contrast(able[0], able[1], factor) if factor.rounded.lower <= furthest else None


def _contrasted(left: Asserted, right: Asserted) -> bool:
    one_sentence = left.passage.start == right.passage.start
    text = left.passage.words if one_sentence else f"{left.passage.words} {right.passage.words}"
    if not one_sentence and left.passage.words not in right.scope:
        return False  # sentences apart
    return bool(_AGAINST.search(text)) or any(len(numbers) > 1 for numbers in versions(text).values())
