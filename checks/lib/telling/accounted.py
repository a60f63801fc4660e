"""Whether a value is one that the values printed around it give in any way: then it is told, whatever it is of.

A person who finds that six stacks of 819 GB/s are no 5.9 TB/s asks first whether anything else is. Where the same
value, a multiple, a share, a sum or a difference of what is printed gives it, nobody can say that it is wrong.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from checks.lib.language.of_parts import same_parts
from checks.lib.quantities.dimensions import KINDS
from checks.lib.telling.derived import Given, like, products, quotients
from checks.lib.telling.facts import Fact
from schemas.interval import Interval

FINE = Decimal("0.006")  # of a value that is meant; further off it is another one
SHARP = Decimal("1.1")  # what a print may leave open
MANY = 60  # values of one kind; of more, chance gives anything
SOME = 7  # values of one document of which every sum is tried
COUNTS = 100_000
KINDS_OF_PARTS = 8
_SHARE = re.compile(r"(?<![\w.,])(\d{1,2}(?:\.\d+)?)\s?(?:%|per ?cent\b)")
_FACTOR = re.compile(r"(?<![\w.,])(\d{1,3}(?:\.\d+)?)(?:x\b|:1\b|\s?×)")
BINARY = tuple(Decimal("1.024") ** power for power in (1, 2, 3, 4))  # TB that are TiB


def close(one: Fact, value: Decimal, slack: Decimal = FINE) -> bool:
    """Whether a fact's print allows a value, within a slack."""
    return value > 0 and one.value.lower * (1 - slack) <= value <= one.value.upper * (1 + slack)


def accounted(one: Fact, pool: tuple[Fact, ...]) -> bool:
    """Whether some facts of the pool give another's value."""
    rough = one.dims == KINDS["size"] and one.value.upper > one.value.lower * SHARP
    # "4 TB" may be 3.5, which any two of a page come to.
    sharp = replace(one, value=Interval(one.middle, one.middle)) if rough else one
    return any(close(sharp, value) for value in _values(one, pool))


def _values(one: Fact, pool: tuple[Fact, ...]) -> Iterator[Decimal]:
    mine = [each for each in pool if each is not one and like(one, each)][:MANY]
    values = sorted({each.middle for each in mine})
    yield from values
    given_by = list(products(one, pool))
    of_parts = sorted({given.value for given in given_by})
    if len(of_parts) <= KINDS_OF_PARTS:  # two grown-ups and three kids, but no bay with two drives
        apart = (two for two in combinations(given_by, 2) if not set(two[0].of) & set(two[1].of))
        yield from (left.value + right.value for left, right in apart)
    local = [each for each in pool if each.count and each.text == one.text]
    yield from of_parts
    yield from (given.value * each.middle for given in given_by for each in local if not _in_it(each, given))
    # "Twelve racks of 16 less the eight for logins": what is taken off is no factor itself, and of no other row.
    aside = [each for each in mine if not (one.entity and each.entity and each.entity != one.entity)]
    rest = ((given.value, each.middle) for given in given_by for each in aside if each not in given.of)
    yield from (value + sign * other for value, other in rest for sign in (1, -1))
    yield from _scaled(values, _numbers(one, mine, pool), given_by, [each for each in pool if each.count])
    # Both directions, or one of two sides: but the host memory of the next row is no half of an accelerator's.
    sized = one.dims == KINDS["size"]
    own = [each for each in mine if not (sized and one.entity and each.entity) or each.loose == one.loose]
    yield from _scaled(sorted({each.middle for each in own}), (Decimal(2),))
    alike = {each.middle for each in mine if not (one.per and each.per) or one.per & each.per}
    yield from _scaled(sorted(alike), () if one.dims == KINDS["time"] else BINARY)  # a socket's 1.5 TB are no rack's
    for left, right in combinations(values, 2):
        yield left + right
        yield right - left
    yield from _computed(one, pool)
    yield from _sums(mine)


def _numbers(one: Fact, mine: Sequence[Fact], pool: Sequence[Fact]) -> list[Decimal]:
    """What a value may be multiplied with: counts, factors, shares and what they leave, powers of 1.024."""
    said = dict.fromkeys((one.text, *(each.text for each in mine)))
    texts = " | ".join(said)
    # Any count of a page may come to a value by chance: 64 guides and 50 GB/s of each of eight ports to 3.2 TB/s.
    beside = (each for each in pool if each.count and each.text in said and not like(one, each))
    counts = {each.middle for each in beside if 1 < each.middle < COUNTS}
    shares = {Decimal(match) / 100 for match in _SHARE.findall(texts)}
    factors = {Decimal(match) for match in _FACTOR.findall(texts)}
    parts = {part for share in shares for part in (share, 1 - share, 1 + share)}
    return [*sorted(counts)[:MANY], *sorted({*factors, *parts} - {Decimal(0)})]


def _in_it(count: Fact, given: Given) -> bool:
    """Whether a product is of so many of these already: 32 bays with 61.44 TB are no 32 times as much again."""
    return any(each.middle == count.middle and same_parts(count.of, each.of) for each in given.of[1:])


def _scaled(
    values: Sequence[Decimal], numbers: Sequence[Decimal], every: Sequence[Given] = (), counts: Sequence[Fact] = ()
) -> Iterator[Decimal]:
    """Values times and over numbers, but for those that some products are of already: all that count so many."""
    for value in values:
        of = [given for given in every if abs(given.value / value - 1) < FINE]
        mine = {number for number in numbers if of and _all_in(number, of, counts)}
        yield from (value * number for number in numbers if number not in mine)
        yield from (value / number for number in numbers)


def _all_in(number: Decimal, every: Sequence[Given], counts: Sequence[Fact]) -> bool:
    """Whether whatever counts so many is in one of the products."""
    some = [each for each in counts if each.middle == number]
    return bool(some) and all(any(_in_it(each, given) for given in every) for each in some)


def _computed(one: Fact, pool: Sequence[Fact]) -> Iterator[Decimal]:
    """What two facts of other units come to, times what the fact's own sentence counts."""
    local = [each for each in pool if each.sentence is one.sentence and each.sentence is not None and each is not one]
    rest = [each for each in pool if each not in local and each is not one]
    for given in quotients(one.dims, [*local, *rest][:MANY]):
        yield given.value
        yield from (given.value * each.middle for each in local if each.count)


def _sums(mine: Sequence[Fact]) -> Iterator[Decimal]:
    """The sums of some values of one document."""
    by: dict[str, list[Decimal]] = defaultdict(list)
    for each in mine:
        by[each.document.document_id].append(each.middle)
    for some in by.values():
        for many in range(2, len(some[:SOME]) + 1):
            yield from (sum(chosen, Decimal(0)) for chosen in combinations(some[:SOME], many))
