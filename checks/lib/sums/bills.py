"""A sum of products that is said to be something else: meters with their prices, parts with their power.

No word leads. Where the texts print a price for each of several meters, and a paragraph as many quantities and one sum,
some way to pair the prices with the quantities gives the sum; so do the counts of a sentence, each beside what one of
them has. Any part of the sum, with or without a fee, is one as well. Findings are low.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, pairwise, permutations

from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, PRICE, Dims, times
from checks.lib.sums.around import above
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.015")
LEAST, MOST = Decimal("0.5"), Decimal(2)
FEW = 3  # meters
NEAR = 48  # characters between a count and what each has
_SUMMED: tuple[Dims, ...] = (PRICE, *(KINDS[kind] for kind in ("power", "energy", "size", "mass", "volume", "area")))
_AT = re.compile(
    r"[\s,(]*(?:\w+\s){0,3}?(?:at|of|with|x|×|for|draw\w*|cost\w*|weigh\w*|tak\w+|us\w+|hold\w*|each|and|per|"
    r"a piece|apiece)\b[^.;]*|[\s,(×x@-]+"
)


def bills(pool: Pool) -> Iterator[tuple[Fact, Given]]:
    """The sums of a document with their nearest sum of products."""
    for one in pool.own:
        if one.dims in _SUMMED and _may_sum(one):
            given = _of_meters(one, pool) or _of_counts(one, pool)
            if given:
                yield one, given


def _may_sum(one: Fact) -> bool:
    if one.sentence is None or one.per or one.entity or one.qualifier not in ("exact", "over", "about"):
        return False
    return asserted(one.sentence, one.at, one.at + 1)


def _of_meters(one: Fact, pool: Pool) -> Given | None:
    """The sum by prices for one thing that are two at least, of as many quantities of it in the paragraph."""
    for dims in {each.dims for each in pool.near if ("price", 1) in each.dims and len(each.dims) > 1}:
        thing = times(PRICE, dims, -1)
        prices = {each.middle: each for each in pool.near if each.dims == dims}
        amounts = {each.middle: each for each in above(one, pool.own) if _is_amount(each, thing)}
        if 1 < len(prices) == len(amounts) <= FEW and one.dims == PRICE:
            ways = [tuple(zip(prices.values(), some, strict=True)) for some in permutations(amounts.values())]
            return _nearest(one, ways, pool)
    return None


def _is_amount(one: Fact, thing: Dims) -> bool:
    """Whether a fact is an amount of a thing, be it a month's."""
    return one.dims in (thing, times(thing, KINDS["time"], -1))


def _of_counts(one: Fact, pool: Pool) -> Given | None:
    """The sum of the counts of a sentence, each times what stands behind it."""
    near = [each for each in above(one, pool.own) if each.sentence and one.sentence]
    by = {each.sentence.passage.start: each.sentence for each in near if each.sentence}
    for sentence in by.values():
        facts = sorted((each for each in near if each.sentence is sentence and each is not one), key=lambda e: e.start)
        found = [two for two in pairwise(facts) if _is_couple(one, *two)]
        if len(found) > 1 and len({fact for two in found for fact in two}) == 2 * len(found):
            return _nearest(one, [tuple(found)], pool)
    return None


def _is_couple(one: Fact, count: Fact, size: Fact) -> bool:
    between = count.text[count.at + len(count.quote) : size.at]
    both = count.count and not count.anonymous and size.dims == one.dims and len(between) <= NEAR
    return both and bool(_AT.fullmatch(between)) and count.middle > 0


Way = Sequence[tuple[Fact, Fact]]


def _nearest(one: Fact, ways: Sequence[Way], pool: Pool) -> Given | None:
    """The way that comes nearest to a sum; None where one, or a part of one, with or without a fee, gives it."""
    if accounted(one, pool.far) or any(_gives(one, way, pool) for way in ways):
        return None
    sums = [(_sum(way, one), way) for way in ways]
    value, way = min(sums, key=lambda each: abs(each[0] - one.middle))
    if not LEAST <= one.middle / value <= MOST:
        return None
    return Given(value, tuple(dict.fromkeys(fact for two in way for fact in two)), "x")


def _sum(way: Way, one: Fact) -> Decimal:
    return sum((left.middle * _plain(right, one) for left, right in way), Decimal(0))


def _plain(amount: Fact, one: Fact) -> Decimal:
    """An amount a month as that of the month that is paid."""
    if ("time", -1) in amount.dims and one.dims == PRICE:
        return amount.middle * _MONTH
    return amount.middle


_MONTH = Decimal(2629746)


def _gives(one: Fact, way: Way, pool: Pool) -> bool:
    fees = [each.middle for each in pool.near if each.dims == one.dims and each is not one]
    for many in range(1, len(way) + 1):
        for some in combinations(way, many):
            given = _sum(some, one)
            if any(close(one, given + fee, ROUGH) or close(one, given - fee, ROUGH) for fee in (Decimal(0), *fees)):
                return True
            if any(close(one, given * (1 + part), ROUGH) for part in _shares(one)):
                return True
    return False


def _shares(one: Fact) -> Iterator[Decimal]:
    for found in re.findall(r"(\d+(?:\.\d+)?)\s?(?:%|per ?cent)", one.text):
        yield from (Decimal(found) / 100, -Decimal(found) / 100)
