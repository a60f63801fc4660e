"""Laws that tie quantities in roles: so many in flight are rate times latency, an energy is power times time.

Where pages of one thing print but one value for each role of a law, and these do not come out, one of them is wrong.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from checks.lib.labels.about import Index
from checks.lib.language.of_parts import same_parts
from checks.lib.sums.law_roles import (
    CLOSED,
    distinct,
    drawn,
    drawn_by_all,
    drawn_by_each,
    in_flight,
    lasting,
    mean_latency,
    number_of_devices,
    said_in_flight,
    spread,
    throughput,
    used,
)
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.15")  # start and end of a run, means of means
MOST = Decimal(15)  # times apart; beyond it they are of other things
MANY = 12  # facts in a role; of more, something fits
_FACTOR = re.compile(r"\b(?:PUE|overhead|power factor)\b[^.\n]{0,24}?(\d\.\d+)")

Role = Callable[[Fact, Index], bool]


@dataclass(frozen=True, slots=True)
class Law:
    """The result of two factors, each a role."""

    result: Role
    left: Role
    right: Role


LITTLE = Law(in_flight, throughput, mean_latency)
ENERGY = Law(used, drawn, lasting)
POWER = Law(drawn_by_all, number_of_devices, drawn_by_each)


def by_laws(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The results of a pool that the only two factors in their roles do not come to."""
    for law in (LITTLE, ENERGY, POWER):
        found = [[one for one in pool.far if role(one, index)] for role in (law.result, law.left, law.right)]
        if law is LITTLE and all(found[1:]):
            found[0] += said_in_flight(pool.far, index)
        if all(0 < len(some) <= MANY for some in found) and any(_is_own(one, pool) for some in found for one in some):
            yield from _judged(law, found, pool)


def _is_own(one: Fact, pool: Pool) -> bool:
    return one.document.document_id == pool.document.document_id


def _judged(law: Law, found: Sequence[Sequence[Fact]], pool: Pool) -> Iterator[tuple[Fact, Given]]:
    results, left, right = found
    # "Sixteen cards, each rated 600 W", and the two processors of the host are no cards
    left = [one for one in left if any(same_parts(one.of, each.per) for each in right)] or left
    found = (results, left, right)
    scales = [Decimal(1), *_factors(pool)]
    if any(_fits(one, a.middle * b.middle * by, (a, b)) for one, a, b in product(*found) for by in scales):
        return
    if any(len(distinct(some)) > 1 for some in found):
        return
    one, given = results[0], Given(left[0].middle * right[0].middle, (left[0], right[0]), "x")
    times = max(one.middle / given.value, given.value / one.middle)
    if times <= MOST and not (law is LITTLE and _idle(one, given, pool)):
        yield one, given


def _fits(one: Fact, value: Decimal, some: Sequence[Fact]) -> bool:
    return close(one, value, ROUGH + spread(some))


def _factors(pool: Pool) -> Iterator[Decimal]:
    """What an energy may have been multiplied with: a PUE."""
    texts = {each.document.document_id: each.document.text for each in pool.far}
    for text in texts.values():
        yield from (Decimal(each) for each in _FACTOR.findall(text))


def _idle(one: Fact, given: Given, pool: Pool) -> bool:
    """Whether more clients than are being served may be thinking: then nothing is known of the rest."""
    texts = {each.document.document_id: each.document.text for each in pool.far}.values()
    waiting = one.middle > given.value and not any(CLOSED.search(text) for text in texts)
    return waiting and not re.search(
        r"in[- ]flight|outstanding|concurrency|queue[- ]depth|QD|iodepth", one.text, re.IGNORECASE
    )
