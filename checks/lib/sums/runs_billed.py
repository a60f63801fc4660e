"""What a run is said to cost, where no price by the hour that is printed gives it for its hours and its machines.

The hours and the number of machines stand in the sentences around the bill, the price anywhere: by the hour, of a
machine or of each of its parts. All prices are tried with all counts; where one fits the bill is right.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.of_parts import same_parts
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, PER_TIME, PRICE, times
from checks.lib.sums.around import above
from checks.lib.sums.operands import hourly
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.03")
LEAST, MOST = Decimal("0.4"), Decimal("2.5")  # of the nearest; beyond it something else is paid for
FEW = 8  # prices; of more, one gives anything
BY_TIME = times(PRICE, PER_TIME)


def runs_billed(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The bills of a document with the nearest product of a price, the only time beside them and a count."""
    prices = [plain for each in pool.far if (plain := hourly(each)).dims == BY_TIME]
    if not 0 < len({each.middle for each in prices}) <= FEW:
        return
    for one in pool.own:
        if one.dims == PRICE and one.sentence and not one.per and one.qualifier in ("exact", "about"):
            given = _nearest(one, above(one, pool.own), prices)
            known = given is None or accounted(one, pool.far) or not asserted(one.sentence, one.at, one.at + 1)
            if given and not known and pool.joins(one, given, index, named=True):
                yield one, given


def _nearest(one: Fact, near: Sequence[Fact], prices: Sequence[Fact]) -> Given | None:
    hours = {each.middle: each for each in near if each.dims == KINDS["time"] and not each.per}
    if len(hours) != 1:
        return None
    time = next(iter(hours.values()))
    counts = [each for each in near if each.count and each.middle > 1 and not each.anonymous]
    ways = [Given(price.middle * time.middle, (price, time), "x") for price in prices]
    ways += [Given(price.middle * time.middle * each.middle, (price, time, each), "x")
             for price in prices for each in counts]  # fmt: skip
    if any(close(one, each.value, ROUGH) for each in (*ways, *_levels(ways, counts))):
        return None
    able = [each for each in ways if _of_machines(each) and LEAST <= one.middle / each.value <= MOST]
    return min(able, key=lambda each: abs(each.value - one.middle), default=None)


def _levels(ways: Sequence[Given], counts: Sequence[Fact]) -> Iterator[Given]:
    """The ways that multiply by one count, by another one too: four nodes of eight cards."""
    for way in ways:
        yield from (Given(way.value * each.middle, (*way.of, each), "x") for each in counts if each not in way.of)


def _of_machines(given: Given) -> bool:
    """Whether what is counted is what has the price, or has it by itself where nothing is counted."""
    price, _, *counts = given.of
    return all(same_parts(price.per, each.of | each.loose) for each in counts) and bool(counts) == bool(price.per)
