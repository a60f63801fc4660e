"""One rate or price by two times, "45 cents an hour" and "$412 a month", which are not the same.

A text that prints both beside one another says the same twice. Where it says more (a discount, a peak, eight hours a
day), a number stands beside them that gives the one from the other.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS, things
from checks.lib.quantities.reckoned_from import numbers_in
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.07")  # months of 28 to 31 days, and one rounding more
LEAST, MOST = Decimal("0.4"), Decimal("2.5")  # of one another; beyond it they are of two things
NEAR = 160  # characters between the two
_BY = re.compile(r"(?:/|\bper |\ban? |\bevery |\beach )(?P<by>s|sec|second|min|minute|h|hr|hour|day|week|month|year)\b")
_HOURS = re.compile(r"(?<![\d.,])(\d{1,2})[ -]hours?\b")
_OTHERWISE = re.compile(
    r"\b(?:peaks?|burst\w*|(?<!adds )(?<!add )up to|at most|at least|maximum|max|minimum|limits?|record|reserved|spot|"
    r"discount\w*|commit\w*|instead|than|from|while|whereas|but|against|versus|vs|includ\w+|plus|fees?|save[sd]?|other|"
    r"another|first|if)\b",
    re.IGNORECASE,
)
_WHOLE = {Decimal(number) for number in (7, 12, 24, 28, 30, 31, 60, 365, 720, 730, 744)}  # what times are made of
_DAY = Decimal(24)


def by_another_time(pool: Pool) -> Iterator[tuple[Fact, Given]]:
    """The rates of a document right behind another one of theirs by another time, which is not the same."""
    said = sorted((one for one in pool.own if one.sentence and _is_rate(one)), key=lambda one: one.start)
    for left, right in pairwise(said):
        if left.dims == right.dims and _one_thing(left, right) and right.start - left.end < NEAR:
            given = Given(left.middle, (left,), "x")
            if not _gives(left, right) and LEAST <= right.middle / left.middle <= MOST:
                yield right, given


def _is_rate(one: Fact) -> bool:
    """Whether it is a rate or price by a time, or a power, which is an energy by any time."""
    counted = bool(things(one.dims)) or ("price", 1) in one.dims
    return ("time", -1) in one.dims and ((counted and bool(_by(one))) or one.dims == KINDS["power"])


def _by(one: Fact) -> str:
    """The time that it is by, in its own print; "" of a plain power."""
    found = _BY.search(one.quote)
    return found["by"][:2] if found else ""


def _one_thing(left: Fact, right: Fact) -> bool:
    """Whether nothing between the two, or in their clauses, makes them two things."""
    if _by(left) == _by(right) or left.per != right.per or left.of != right.of:
        return False
    between = left.document.text[left.end : right.start]
    clauses = [clause(one.text, one.at, one.at + len(one.quote)) for one in (left, right)]
    plain = not any(_OTHERWISE.search(text) for text in (between, *clauses)) and "\n\n" not in between
    return plain and all(one.sentence and asserted(one.sentence, one.at, one.at + 1) for one in (left, right))


def _gives(left: Fact, right: Fact) -> bool:
    """Whether the two are the same, or a number beside them makes the one of the other."""
    numbers = {Decimal(1), *numbers_in((left.text, right.text))} - _WHOLE
    mine = {number for one in (left, right) for number in numbers_in((one.quote,))}
    free = numbers - mine
    hours = {Decimal(found) for one in (left, right) for found in _HOURS.findall(one.text)}
    by = {part for one in free for part in (one, 1 / one)} | {one / _DAY for one in hours if 0 < one < _DAY}
    return any(close(right, left.middle * one, ROUGH) or close(left, right.middle * one, ROUGH) for one in by)
