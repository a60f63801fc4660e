"""What a price, a power or a rate comes to over a time, where a sentence says that it comes to something else."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, PRICE, Dims, things
from checks.lib.sums.around import MANY, SENTENCES, above, named
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given, quotients
from checks.lib.telling.facts import Fact, said_before

ROUGH = Decimal("0.03")  # what a result is rounded by once more
LEAST, MOST = Decimal("0.3"), Decimal(3)  # of what the two come to; beyond it they come to something else
SLIP = Decimal("0.005")
# Only what follows from its factors: a bill, an energy, the hours of machines; no time, size or speed.
_RESULTS: tuple[Dims, ...] = (KINDS["energy"], PRICE, frozenset({("machine", 1), ("time", 1)}))
_LED = re.compile(
    r"\b(?:so|that is|that makes|that comes|which (?:is|makes|gives|comes)|makes?|making|gives?|giving|in total|"
    r"total\w*|therefore|thus|hence|c[oa]mes? to|adds? up|added up|consum\w+|cost\w*|bill\w*|invoice\w*|paid|pays?|"
    r"spen[dt]s?|burn\w*|us(?:es|ed)|takes|took|amount\w*|works? out|equals?|average\w*|all told|altogether|"
    r"needs?|charge\w*|means?|meant|or)\b|[=≈(]",
    re.IGNORECASE,
)
_SAVED = re.compile(r"\bsav(?:es?|ed|ing)\s(?:about |around |some |up to |you |us )*$", re.IGNORECASE)  # a difference
AT_MOST = re.compile(r"\b(?:rated|at (?:peak|most|best|full)|up to|maximum|max|peak|capacity|nominal)\b", re.IGNORECASE)


def multiplied(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The results of a document with the only two facts around them that have their unit and do not give them."""
    for one in pool.own:
        if _is_result(one) and (given := _given(one, pool, index)) and pool.joins(one, given, index, named=True):
            yield one, given


def _is_result(one: Fact) -> bool:
    if one.sentence is None or one.per or one.anonymous or one.qualifier not in ("exact", "over"):
        return False
    if _SAVED.search(one.text[: one.at]):
        return False
    return (
        bool(_LED.search(one.text[: one.at])) and _may_result(one.dims) and asserted(one.sentence, one.at, one.at + 1)
    )


def _may_result(dims: Dims) -> bool:
    """Whether a dimension is that of a result: money, energy, machine hours, things, and each of them for another."""
    powers = dict(dims)
    counted = things(dims)
    if dims in _RESULTS or (len(powers) == 1 and counted):
        return True
    if len(powers) != len(("over", "under")):
        return False
    plain = "time" not in powers
    return bool(counted and powers.get("time") == -1) or (
        plain and (powers.get("energy") == -1 or powers.get("price") == 1)
    )


def _given(one: Fact, pool: Pool, index: Index) -> Given | None:
    able = [
        each
        for each in (*above(one, pool.own), *named(said_before(one, index, SENTENCES - 1), pool))
        if each is not one
    ][:MANY]
    found = [each for each in quotients(one.dims, able) if not (each.of[0].count and each.of[1].count)]
    counts = [Decimal(1), *(each.middle for each in pool.far if each.count and each.middle > 1)]
    if any(_gives(one, each, by) for each in found for by in counts):
        return None
    near = [each for each in found if _able(one, each)]
    if not near or max(each.value for each in near) > min(each.value for each in near) * (1 + ROUGH):
        return None
    return None if accounted(one, pool.far) else near[0]


def _gives(one: Fact, given: Given, by: Decimal) -> bool:
    left, right = (each.value.upper / each.value.lower - 1 for each in given.of)
    slack = max(ROUGH, (left + right) / 2)
    return close(one, given.value * by, slack) or close(one, given.value / by, slack)


def _able(one: Fact, given: Given) -> bool:
    """Whether two facts are near enough to be meant, or a power of ten apart; not two that are each of some part."""
    if one.middle < given.value and any(AT_MOST.search(each.text) for each in given.of):
        return False  # what is rated is hardly ever all used
    times = one.middle / given.value
    slipped = any(abs(times.scaleb(power) - 1) < SLIP for power in (-3, -2, -1, 1, 2, 3))
    return not all(each.per for each in given.of) and (LEAST <= times <= MOST or slipped)
