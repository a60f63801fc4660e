"""Three quantities that belong together by where they stand and what they measure, and that do not come out.

No word leads here. What a sentence or a line of a sheet prints, and what stands around it, may hold one couple whose
product or quotient has the unit of a third: a charge, a current and a time. Where nothing else that is printed gives
the third, one of the three is probably wrong; that they were meant together is a guess, and findings from here are low.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.settings import opposed
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, Dims, things
from checks.lib.sums.around import MANY, around, wider, without_other_rows
from checks.lib.sums.multiplied import AT_MOST
from checks.lib.sums.operands import operands
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import FINE, accounted, close
from checks.lib.telling.derived import Given, like
from checks.lib.telling.facts import Fact, in_one_list

ROUGH, LOOSE = Decimal("0.04"), Decimal("0.1")  # of a value, and of one that is said to be about so much
LEAST, MOST = Decimal("0.3"), Decimal(3)  # of what the two come to; beyond it they are of something else
NEAR = Decimal("0.5")
SLIP = Decimal("0.01")
_NOT_ADDED = (KINDS["power"], KINDS["temperature"], KINDS["voltage"], KINDS["pressure"], frozenset({("frequency", 1)}))
_PARTLY = re.compile(r"\b\d+ ?%? ?(?:to|–|-) ?\d+ ?(?:%|per ?cent)", re.IGNORECASE)
_LESS = re.compile(r"\b(?:usable|net|effective\w*|after|spares?|used|free|idle|reserved?|tested)\b", re.IGNORECASE)
_MODE = re.compile(r"\b([\w-]+) (?:mode|profile|preset|setting)\b")
TIME: Dims = KINDS["time"]
SPEED: Dims = frozenset({("length", 1), ("time", -1)})


def worked(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The values of a document with the only operands around them that have their unit and do not give them."""
    nouns = frozenset(noun for one in pool.far for noun in one.of)
    for one in pool.own:
        if _may_follow(one):
            found = next(filter(None, (_operands(one, able, nouns) for able in _rings(one, pool, index))), [])
            given = _only(one, found, nouns, pool)
            if given and not other_mode(one, given) and pool.joins(one, given, index, named=True, loosely=True):
                yield one, given


def _rings(one: Fact, pool: Pool, index: Index) -> Iterator[Sequence[Fact]]:
    """What stands around a value; of a price or an energy of each thing, which few can give, more than a few lines."""
    yield around(one, pool, index)
    if _of_things(one):
        # What follows from others stands behind them: a tariff's prices are no results of the example below it.
        yield from ([each for each in some if each.document is not one.document or each.start < one.start]
                    for some in wider(one, pool))  # fmt: skip


def _of_things(one: Fact) -> bool:
    """Whether a value is a price or an energy of each thing, or of machines by the hour."""
    names = {name for name, _ in one.dims}
    return bool(("machine" in names or things(one.dims)) and names & {"price", "energy", "machine"})


def _operands(one: Fact, able: Sequence[Fact], nouns: frozenset[str]) -> list[Given]:
    return [each for each in operands(one, able, nouns) if _ties(one, each)]


def _may_follow(one: Fact) -> bool:
    """Whether a value can be that of two others: no bound, no multiplier, no hope, and no time, which is seldom all."""
    if one.anonymous or one.qualifier not in ("exact", "over", "about") or one.dims == TIME:
        return False
    return one.sentence is None or asserted(one.sentence, one.at, one.at + 1)


def _only(one: Fact, found: Sequence[Given], nouns: frozenset[str], pool: Pool) -> Given | None:
    """What the operands that share most with a fact come to; None where some, of whatever, give the fact."""
    if not found or any(_gives(one, each, by) for each in found for by in beside(one, each, pool)):
        return None
    near = _nearest(one, [each for each in found if _able(one, each)])
    several = bool(near) and max(each.value for each in near) > min(each.value for each in near) * (1 + ROUGH)
    if not near or (several and not _of_things(one)):
        return None
    if near[0].by == "/" and near[0].of[1].count and accounted(near[0].of[0], pool.far):
        return None  # what is divided is the sum of others
    far = without_other_rows(one, near[0], pool.far)
    every = _operands(one, far[:MANY], nouns)  # anything of a page comes near by chance: these must give it
    told = any(_gives(one, each, by, FINE) for each in every for by in beside(one, each, pool))
    return None if told or _come_to_another(one, near[0], pool) or accounted(one, far) else near[0]


def beside(one: Fact, given: Given, pool: Pool) -> list[Decimal]:
    """One, and the counts that stand beside a fact or its operands: any other of a page gives a value by chance."""
    texts = {each.text for each in (one, *given.of)}
    return [Decimal(1), *(each.middle for each in pool.far if each.count and each.middle > 1 and each.text in texts)]


def _nearest(one: Fact, able: Sequence[Given]) -> list[Given]:
    """Those that share most, or with another line of a list for one of theirs what comes nearest.

    Else the line with most words would be held against a price, be it of the release before.
    """
    best = most_shared(one, able)
    sisters = [each for each in able if best and _but_for_a_line(each, best[0])]
    return [min((*best, *sisters), key=lambda given: abs(given.value - one.middle))] if sisters else best


def _but_for_a_line(one: Given, other: Given) -> bool:
    """Whether two have all operands in common but for one, of one list in both."""
    mine, theirs = ([each for each in some.of if each not in rest.of] for some, rest in ((one, other), (other, one)))
    return len(mine) == len(theirs) == 1 and one.by == other.by and in_one_list(mine[0], theirs[0])


def _come_to_another(one: Fact, given: Given, pool: Pool) -> bool:
    """Whether a document prints what two facts come to: then that is it, and a value is of something else."""
    others = (each for each in pool.own if each is not one and each not in given.of and like(each, one))
    return any(close(each, given.value, ROUGH) for each in others)


def most_shared(one: Fact, able: Sequence[Given]) -> list[Given]:
    """Of several those with most operands in the sentence of a value itself, then those that share most words.

    "Read efficiency" shares as much with the speed of reads and the power of writes as with both of reads together.
    """
    shared = [
        (
            sum(each.text == one.text for each in given.of),
            len(one.words & given.words),
            sum(len(one.words & each.words) for each in given.of),
        )
        for given in able
    ]
    return [given for given, here in zip(able, shared, strict=True) if here == max(shared)]


def _ties(one: Fact, given: Given) -> bool:
    """Whether two facts measure something with a third: parts must say that each of them has what the other is.

    The rate of several is at most the sum of their rates, and what they draw is never all that is drawn.
    """
    left, right, *parts = given.of
    if all(("price", 1) in each.dims for each in (left, right)) and ("price", 1) not in one.dims:
        return False  # what a bill and a price say of how much was bought, last month's bill says of this month's
    if parts or not (left.dims and right.dims) or (not _same(one, given) and not one.count):
        return True
    if one.count and one.middle % 1:
        return False
    size = next((each for each in (right, left) if not each.count), right)
    counts = frozenset[str]().union(*(each.of for each in (one, left, right) if each.count and each is not size))
    if not size.per & counts or size.dims in _NOT_ADDED or (one.middle < given.value and _LESS.search(one.text)):
        return False
    whole = next((each for each in (one, left, right) if not each.count and each is not size), one)
    if whole.sentence is None and whole.per and not whole.words & size.words - whole.per:
        return False  # the host memory of a node is of none of its GPUs
    timed = ("time", -1) in size.dims
    return not timed or (given.by == "x" and one.middle > given.value)


def _same(one: Fact, given: Given) -> bool:
    """Whether one of two facts measures what a third does, or both measure one thing: then the rest is a number."""
    left, right, *parts = given.of
    return not parts and (one.dims in (left.dims, right.dims) or left.dims == right.dims)


def _gives(one: Fact, given: Given, by: Decimal, rough: Decimal = ROUGH) -> bool:
    slack = max(
        LOOSE if one.qualifier == "about" else rough,
        sum((each.value.upper / each.value.lower - 1 for each in given.of), Decimal(0)) / 2,
    )
    return close(one, given.value * by, slack) or close(one, given.value / by, slack)


def _able(one: Fact, given: Given) -> bool:
    """Whether two facts are near enough to be meant, or a power of ten or bits for bytes apart."""
    if any(_PARTLY.search(each.text) for each in (one, *given.of)):
        return False  # a battery that is charged from 10 to 80 % takes less than all of its energy
    ratio = one.middle / given.value
    parted = any(each.count for each in (one, *given.of)) and _same(one, given)
    if not parted and slipped(one, ratio):
        return True
    if one.middle < given.value and any(_seldom_all(each, given) for each in given.of):
        return False  # what is rated is hardly ever all used, and a train stops
    if parted:
        return NEAR <= ratio <= 1 / NEAR  # of so many parts: further off they are parts of something else
    return LEAST <= ratio <= MOST


def _seldom_all(one: Fact, given: Given) -> bool:
    """Whether an operand may be more than what is used; a price, and what divides, is not: "our Capacity Block"."""
    rated = ("price", 1) not in one.dims and not (given.by == "/" and one is given.of[1])
    return one.dims == SPEED or (rated and bool(AT_MOST.search(one.text)))


def other_mode(one: Fact, given: Given) -> bool:
    """Whether a fact is of a mode or setting that the others are not: turbo here, eco there."""
    texts = [each.text for each in given.of]
    return any(opposed([one.text], texts)) or bool(_modes(one.text) - _modes(" ".join(texts)))


def _modes(text: str) -> set[str]:
    return set(_MODE.findall(text.lower()))


def slipped(one: Fact, ratio: Decimal) -> bool:
    """Whether a fact is a power of ten from what it should be, or bits for bytes."""
    if any(abs(ratio.scaleb(power) - 1) < SLIP for power in (-3, -2, -1, 1, 2, 3)):
        return True
    eight = (Decimal(8), Decimal("0.125"))
    return any(name == "size" for name, _ in one.dims) and any(abs(ratio * by - 1) < SLIP for by in eight)
