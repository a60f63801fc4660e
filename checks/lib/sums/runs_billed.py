"""What a run is said to cost, where no price by the hour that is printed gives it for its hours and its machines.

The hours and the number of machines stand in the sentences around the bill, the price anywhere: by the hour, of a
machine or of each of its parts. All prices are tried with all counts; where one fits the bill is right.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.of_parts import same_parts
from checks.lib.language.tokens import coded
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
SOME = 4  # times; of more, one may be meant that is not the nearest
_EACH = re.compile(r"\b(?:per|each|every|apiece|a piece|for one|one of)\b|/", re.IGNORECASE)
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
    times_ = [each for each in near if each.dims == KINDS["time"] and not each.per]
    time = _its_time(times_)
    if time is None or len({each.middle for each in times_}) > SOME:
        return None
    counts = [each for each in near if each.count and each.middle > 1 and not each.anonymous]
    # Of several machines the one that is spoken of has the price: "the H100", and its row.
    said = frozenset[str]().union(coded(one.text), *(coded(each.text) for each in near))
    mine = list(_ways([each for each in prices if coded(each.entity) & said] or prices, time, counts))
    every = [way for each in times_ for way in _ways(prices, each, counts) if not _of_one_part(way, counts)]
    every += _levels(mine, counts)
    both = sum({each.middle for each in times_}, Decimal(0)) / time.middle  # of two phases
    if any(close(one, each.value, ROUGH) or (each in mine and close(one, each.value * both, ROUGH)) for each in every):
        return None
    able = [each for each in mine if _of_machines(each) and (_is_near(one, each) or _leaves_out_parts(one, each))]
    return min(able, key=lambda each: abs(each.value - one.middle), default=None)


def _its_time(every: Sequence[Fact]) -> Fact | None:
    """The only time of the sentence nearest to a bill that prints one, its own or one above it."""
    last = max((each.sentence.passage.start for each in every if each.sentence), default=0)
    nearest = {each.middle: each for each in every if each.sentence and each.sentence.passage.start == last}
    return next(iter(nearest.values())) if len(nearest) == 1 else None


def _ways(prices: Sequence[Fact], time: Fact, counts: Sequence[Fact]) -> Iterator[Given]:
    for price in prices:
        plain = Given(price.middle * time.middle, (price, time), "x")
        yield plain
        yield from (Given(plain.value * each.middle, (price, time, each), "x") for each in counts)


def _of_one_part(given: Given, counts: Sequence[Fact]) -> bool:
    """Whether a product is of one part, where the sentence of its time counts several: "all eight GPUs"."""
    price, time, *counted = given.of
    return not counted and any(each.text == time.text and same_parts(price.per, each.of) for each in counts)


def _is_near(one: Fact, given: Given) -> bool:
    return LEAST <= one.middle / given.value <= MOST


def _leaves_out_parts(one: Fact, given: Given) -> bool:
    """Whether a bill is just that of one of the parts that are counted, and does not say so."""
    counted = given.of[-1]
    return counted.count and close(one, given.value / counted.middle, ROUGH) and not _EACH.search(one.text[one.at :])


def _levels(ways: Sequence[Given], counts: Sequence[Fact]) -> Iterator[Given]:
    """The ways that multiply by one count, by another one too: four nodes of eight cards."""
    for way in ways:
        yield from (Given(way.value * each.middle, (*way.of, each), "x") for each in counts if each not in way.of)


def _of_machines(given: Given) -> bool:
    """Whether what is counted is what has the price, or has it by itself where nothing is counted."""
    price, _, *counts = given.of
    # "Four H100 replicas" are four of what the row of the H100 has the price of.
    parts = price.per | coded(price.entity)
    return all(same_parts(parts, each.of | each.loose) for each in counts) and bool(counts) == bool(price.per)
