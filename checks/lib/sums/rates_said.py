"""Two rates of one thing that texts make one: by the day and by the second, or of each part and of all."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.machines.parts_said import parts_said
from checks.lib.quantities.quantities import Quantity
from checks.lib.statements.passages import Passage
from schemas.interval import Interval, short

ROUGH = Decimal("0.06")  # a result is rounded once more by its author: three per cent on either side
# What leads from a rate to the same rate by another time: "12 billion a day, an average of 139,000 a second".
_THE_SAME = re.compile(
    r"[\s,(–—-]*(?:(?:or|that is|which is|i\.e\.|that makes|equivalent to|equal to|an average of|on average|averaging|"
    r"meaning|about|around|roughly|some|nearly|over|more than|=)[\s,]*)+",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\W*(?:(?:so|thus|hence)\s)?(?:that|this|which)\s(?:is|makes|means|gives|comes\sto|amounts\sto)\b[\s\w]{0,16}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unequal:
    """A rate, and another that should be what the first one allows."""

    left: Quantity
    right: Quantity
    allowed: Interval
    how: str


def unequal(passage: Passage, found: Sequence[Quantity], before: Sequence[Quantity], said: str) -> Iterator[Unequal]:
    """The rates of a sentence that are not what they are said to be; `before` and `said` are of the one before."""
    rates, earlier = _rates(found), _rates(before)
    for left, right in itertools.pairwise(rates):
        if not _alike(left, right):
            continue
        if _by_another(left, right) and _THE_SAME.fullmatch(between(passage, left, right)):
            yield from _apart(left, right)
        elif parts := parts_said(passage, left, right, said):
            most = left.value.scaled(parts)
            if right.value.lower > most.upper and most.distance(right.value) >= ROUGH:
                yield Unequal(left, right, most, f"of each of {short(parts)} do not come to")
    # "It lets 45 requests per second through. That makes 4 million requests a day"
    if len(rates) == len(earlier) == 1 and _LEADS.fullmatch(passage.words[: rates[0].match.start()]):
        left, right = earlier[0], rates[0]
        yield from _apart(left, right) if _alike(left, right) and _by_another(left, right) else ()


def between(passage: Passage, left: Quantity, right: Quantity) -> str:
    """The words from one quantity of a sentence to another."""
    first, second = sorted((left, right), key=lambda each: each.match.start())
    return passage.words[first.match.end() : second.match.start()]


def _rates(found: Sequence[Quantity]) -> list[Quantity]:
    return [one for one in found if one.kind == "rate" and one.of]


def _alike(left: Quantity, right: Quantity) -> bool:
    return left.of.rstrip("s") == right.of.rstrip("s") and left.value.bounded and right.value.bounded


def _by_another(left: Quantity, right: Quantity) -> bool:
    return left.match["by"] != right.match["by"]


def _apart(left: Quantity, right: Quantity) -> Iterator[Unequal]:
    if left.value.distance(right.value) >= ROUGH:
        yield Unequal(left, right, left.value, "is not")
