"""Three quantities that belong together by where they stand and what they measure, and that do not come out.

No word leads here. What a sentence or a line of a sheet prints, and what stands around it, may hold one couple whose
product or quotient has the unit of a third: a charge, a current and a time. Where nothing else that is printed gives
the third, one of the three is probably wrong; that they were meant together is a guess, and findings from here are low.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.about import Index
from checks.lib.accounted import accounted, close
from checks.lib.derived import Given, like, quotients
from checks.lib.dimensions import KINDS, Dims, times
from checks.lib.facts import Fact
from checks.lib.multiplied import AT_MOST, above, named
from checks.lib.pools import Pool
from checks.lib.reach import asserted

ROUGH = Decimal("0.04")
LEAST, MOST = Decimal("0.3"), Decimal(3)  # of what the two come to; beyond it they are of something else
NEAR = Decimal("0.5")
SLIP = Decimal("0.01")
MANY = 40
_NOT_ADDED = (KINDS["power"], KINDS["temperature"], KINDS["voltage"], KINDS["pressure"], frozenset({("frequency", 1)}))
_PARTLY = re.compile(r"\b\d+ ?%? ?(?:to|–|-) ?\d+ ?(?:%|per ?cent)", re.IGNORECASE)
_LESS = re.compile(r"\b(?:usable|net|effective\w*|after|spares?|used|free|idle|reserved?|tested)\b", re.IGNORECASE)
TIME: Dims = KINDS["time"]


def worked(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The values of a document with the only couple around them that has their unit and does not give them."""
    things = frozenset(noun for one in pool.far for noun in one.of)
    for one in pool.own:
        if _may_follow(one):
            given = _only(one, around(one, pool, index), things, pool)
            if given and pool.joins(one, given, index, named=True):
                yield one, given


def _may_follow(one: Fact) -> bool:
    """Whether a value can be that of two others: no bound, no multiplier, no hope, and no time, which is seldom all."""
    if one.anonymous or one.qualifier not in ("exact", "over") or one.dims == TIME:
        return False
    return one.sentence is None or asserted(one.sentence, one.at, one.at + 1)


def around(one: Fact, pool: Pool, index: Index) -> list[Fact]:
    """The facts of a fact's line or row, else those of its section, and of the rows that its sentences name."""
    if one.sentence is None:
        if one.entity:
            return [each for each in pool.own if each.entity == one.entity and each is not one]
        return [each for each in pool.own if each.sentence is None and not each.entity and each is not one][:MANY]
    found = (*above(one, pool.own), *named(one, pool, index))
    return [each for each in dict.fromkeys(found) if each is not one][:MANY]


def _only(one: Fact, able: Sequence[Fact], things: frozenset[str], pool: Pool) -> Given | None:
    """The only value that couples of facts give in the unit of another; None where some couple gives the fact."""
    found = list(_couples(one, able, things))
    counts = [Decimal(1), *(each.middle for each in pool.far if each.count and each.middle > 1)]
    if not found or any(_gives(one, each, by) for each in found for by in counts):
        return None
    near = [each for each in found if _able(one, each)]
    if not near or max(each.value for each in near) > min(each.value for each in near) * (1 + ROUGH):
        return None
    told = any(_gives(one, each, by) for each in _couples(one, pool.far[:MANY], things) for by in counts)
    return None if told or _come_to_another(one, near[0], pool) or accounted(one, pool.far) else near[0]


def _come_to_another(one: Fact, given: Given, pool: Pool) -> bool:
    """Whether a sentence that prints one of two facts, or the one before, prints what they come to."""
    said = {text for each in given.of if each.sentence for text in (each.text, *each.sentence.scope[:1])}
    beside = (each for each in pool.own if each.sentence and each.text in said and each is not one and like(each, one))
    return any(close(each, given.value, ROUGH) for each in beside)


def _couples(one: Fact, able: Sequence[Fact], things: frozenset[str]) -> Iterator[Given]:
    """The products and quotients of two facts that measure what another does, none of two counts."""
    rest = [each for each in able if each is not one]
    parted = {replace(each, dims=apart(each, things)): each for each in rest}
    for mine in {one.dims, apart(one, things)}:
        for given in (*quotients(mine, rest), *quotients(mine, list(parted))):
            plain = replace(given, of=tuple(parted.get(each, each) for each in given.of))
            if not all(each.count for each in given.of) and _ties(one, plain):
                yield plain


def apart(one: Fact, things: frozenset[str]) -> Dims:
    """The dimensions of a fact with what each of has it: the price of a label is one over labels."""
    by = sorted(one.per & things)
    return times(one.dims, frozenset({(by[0], 1)}), -1) if len(by) == 1 else one.dims


def _ties(one: Fact, given: Given) -> bool:
    """Whether two facts measure something with a third: parts must say that each of them has what the other is.

    The rate of several is at most the sum of their rates, and what they draw is never all that is drawn.
    """
    left, right = given.of
    if not _same(one, given) and not one.count:
        return True
    if one.count and one.middle % 1:
        return False
    size = next((each for each in (right, left) if not each.count), right)
    counts = frozenset[str]().union(*(each.of for each in (one, left, right) if each.count and each is not size))
    if not size.per & counts or size.dims in _NOT_ADDED or (one.middle < given.value and _LESS.search(one.text)):
        return False
    timed = ("time", -1) in size.dims
    return not timed or (given.by == "x" and one.middle > given.value)


def _same(one: Fact, given: Given) -> bool:
    """Whether one of two facts measures what a third does, or both measure one thing: then the rest is a number."""
    left, right = given.of
    return one.dims in (left.dims, right.dims) or left.dims == right.dims


def _gives(one: Fact, given: Given, by: Decimal) -> bool:
    left, right = (each.value.upper / each.value.lower - 1 for each in given.of)
    slack = max(ROUGH, (left + right) / 2)
    return close(one, given.value * by, slack) or close(one, given.value / by, slack)


def _able(one: Fact, given: Given) -> bool:
    """Whether two facts are near enough to be meant, or a power of ten or bits for bytes apart."""
    if any(_PARTLY.search(each.text) for each in (one, *given.of)):
        return False  # a battery that is charged from 10 to 80 % takes less than all of its energy
    ratio = one.middle / given.value
    parted = any(each.count for each in (one, *given.of)) and _same(one, given)
    if not parted and slipped(one, ratio):
        return True
    if one.middle < given.value and any(AT_MOST.search(each.text) for each in given.of):
        return False  # what is rated is hardly ever all used
    if parted:
        return NEAR <= ratio <= 1 / NEAR  # of so many parts: further off they are parts of something else
    return LEAST <= ratio <= MOST


def slipped(one: Fact, ratio: Decimal) -> bool:
    """Whether a fact is a power of ten from what it should be, or bits for bytes."""
    if any(abs(ratio.scaleb(power) - 1) < SLIP for power in (-3, -2, -1, 1, 2, 3)):
        return True
    eight = (Decimal(8), Decimal("0.125"))
    return any(name == "size" for name, _ in one.dims) and any(abs(ratio * by - 1) < SLIP for by in eight)
