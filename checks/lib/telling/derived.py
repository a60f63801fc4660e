"""What quantities come to: what each part has times the number of parts, over any levels; products and quotients."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import combinations

from checks.lib.language.of_parts import same_parts
from checks.lib.language.tokens import root
from checks.lib.quantities.dimensions import MACHINES, PER_TIME, PRICE, Dims, times
from checks.lib.quantities.scanned import content
from checks.lib.telling.facts import Fact

LEVELS = 4  # of parts in parts
MOST = Decimal(10**7)  # parts
WIDE = Decimal(2)  # what a count's print may leave open: 200,000 is of hundred thousands
_FRACTION = re.compile(r"\d\.\d+$")  # "20.00" under "Payment" is an amount, whatever unit it lacks
_CODE = re.compile(r"[a-z]\d")
_DEVICES = frozenset(map(root, ("processor", "chip", "accelerator", "device", "module", "card", "unit")))
_SECONDS = {"hour": 3600, "month": 2629746}
MACHINE: Dims = frozenset({("machine", 1)})


@dataclass(frozen=True, slots=True)
class Given:
    """A value that facts come to, by "x" or "/"; `top` when no more than these parts are counted.

    "less" is the first fact less the second one, times the third. `times` is what it is multiplied with besides, that
    is no fact, as a sum prints it.
    """

    value: Decimal
    of: tuple[Fact, ...]
    by: str
    top: bool = True
    times: str = ""

    @property
    def spread(self) -> Decimal:
        """The share of it that the prints of large round counts leave open."""
        return max((one.value.upper / one.middle for one in self.of if one.count), default=Decimal(1)) - 1

    @property
    def words(self) -> frozenset[str]:
        """The roots of all that is said of the facts."""
        return frozenset[str]().union(*(one.words | one.per | one.of for one in self.of))

    def beside(self, text: str) -> frozenset[str]:
        """The same of those facts that do not stand in a text: what it shares with itself says nothing."""
        return frozenset[str]().union(*(one.words | one.per | one.of for one in self.of if one.text != text))


def like(one: Fact, other: Fact) -> bool:
    """Whether two facts are of one quantity: of one dimension, and of one noun where they count."""
    if one.count or other.count:
        return one.count and other.count and bool(same_parts(one.of, other.of) or _one_name(one, other))
    return one.dims == other.dims


def _one_name(one: Fact, other: Fact) -> bool:
    """Whether the one counts by a product's name what the other calls by its noun too: "8 K200", "K200 cards".

    So does a noun that says nothing of its own: "eight NPU chips" are eight NPUs.
    """
    plain = any(each.of & of.loose and of.of <= _DEVICES for each, of in ((one, other), (other, one)))
    return plain or any(_CODE.search(word) for word in (one.of & other.loose) | (other.of & one.loose))


def products(one: Fact, pool: tuple[Fact, ...]) -> Iterator[Given]:
    """What some parts come to, of the quantity that a fact is of and without the fact itself."""
    counts = [each for each in _countable(pool) if each is not one]
    counts = _of_its_row(one, counts) if one.entity else counts
    for size in _parted(pool):
        if size is not one and like(one, size):
            parts = size.per or size.loose
            yield from _climb((size,), size.middle, parts, counts)


def _of_its_row(one: Fact, counts: Sequence[Fact]) -> list[Fact]:
    """The counts without those of the same parts in other things than a cell's row, where that counts them itself."""
    mine = [each for each in counts if each.entity == one.entity]
    named = frozenset[str]().union(*(each.of | each.loose for each in mine))
    return [each for each in counts if each in mine or each.per or not named & (each.of | each.loose)]


@lru_cache(maxsize=4)  # every fact of a document asks
def _countable(pool: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The counts of things, as exactly printed as one can multiply with."""
    counts = (one for one in pool if one.count and one.value.upper < one.value.lower * WIDE)
    whole = (one for one in counts if one.middle == one.middle.to_integral_value())  # "1.7 tokens a step" is a mean
    many = (one for one in whole if (one.middle > 1 or one.per) and one.middle < MOST)  # one server at each site
    return tuple(one for one in many if not _FRACTION.search(one.quote))


@lru_cache(maxsize=4)
def _parted(pool: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts that some counted parts may each have."""
    counts = _countable(pool)
    parts = frozenset[str]().union(*(one.of | one.loose | _codes(one) for one in counts))
    every = (*pool, *(worked for one in pool for worked in _by_the_hour(one)), *_of_rows(pool, counts))
    named = [(one, one.per or (frozenset[str]() if one.count else one.loose)) for one in every]
    # "Three input tokens for each output token" is a ratio, and no part of anything that has tokens.
    return tuple(one for one, words in named if words and not one.per & one.of and same_parts(words, parts))


def _of_rows(pool: Sequence[Fact], counts: Sequence[Fact]) -> Iterator[Fact]:
    """What a row or column says of a product as what each one has that a text counts: "32 Trn2 UltraServers"."""
    wholes = [each for each in counts if each.sentence and each.loose and len(each.of) == 1]
    for one in pool:
        named = content(one.entity) if one.entity and not one.per else frozenset[str]()
        for per in {each.of for each in wholes if each.of | each.loose <= named and not each.of & one.of}:
            yield replace(one, per=per)


def _by_the_hour(one: Fact) -> Iterator[Fact]:
    """A price "per GPU-hour" as that of each GPU by the hour."""
    for part, _, unit in (word.partition("-") for word in one.per if one.dims == PRICE):
        if unit in _SECONDS:
            value = one.value.scaled(1 / Decimal(_SECONDS[unit]))
            yield replace(one, dims=times(PRICE, PER_TIME), value=value, per=frozenset({part}))


def _climb(taken: tuple[Fact, ...], value: Decimal, parts: frozenset[str], counts: Sequence[Fact]) -> Iterator[Given]:
    able = [each for each in counts if _counts_them(each, parts, taken)]
    # Of two prints of a count that of its own sentence or column: a sentence's "256 chips" is of no column of a table.
    able.sort(key=lambda each: (each.entity == taken[0].entity != "", each.text == taken[-1].text))
    distinct = {(each.middle, each.per): each for each in able}.values()
    levels = {each.middle for each in distinct if each.per}  # "Racks hold 72": the 72 that each of them holds
    whole = [each for each in distinct if not each.per]
    flat = _meant([one for one in whole if one.middle not in levels or one.text == taken[-1].text], taken[-1])
    beside = [each for each in flat if each.text == taken[-1].text]  # "four lanes, and each lane runs at 25 Gbit/s"
    alone = beside if len(beside) == 1 else flat
    if len(flat) > 1:  # two halls with trays: those of both
        yield Given(value * sum(each.middle for each in flat), (*taken, *flat), "x", top=alone is flat)
    for each in (one for one in distinct if one.per or one in flat):
        found, links = value * each.middle, (*taken, each)
        higher = list(_climb(links, found, each.per, counts)) if each.per and len(links) <= LEVELS else []
        yield Given(found, links, "x", top=not higher and (len(flat) < len(("one", "other")) or alone == [each]))
        yield from higher


def _meant(counts: list[Fact], part: Fact) -> list[Fact]:
    """Of several counts those that a part's own line names: compute trays, and no switch trays."""
    named = [
        each for each in counts if each.of <= part.words or (each.entity and each.loose and each.loose <= part.words)
    ]
    return named if len(counts) > 1 and named else counts


def _counts_them(count: Fact, parts: frozenset[str], taken: Sequence[Fact]) -> bool:
    """Whether a count is of those parts, in the same row or column of a table, and none that is taken already."""
    named = count.of | (count.loose if count.sentence else _headed(count))  # "32 leaf switches" for "each leaf"
    if count in taken or not (same_parts(parts, named) or parts & _codes(count)):
        return False
    if taken[-1].entity and count.entity and count.entity != taken[-1].entity:
        return False
    return not any(count.of & one.of and count.per == one.per for one in taken if one.count)


def _headed(count: Fact) -> frozenset[str]:
    """What the header of a cell calls what it counts, where that is one word: "64 K3" under "Chips"."""
    return count.loose if count.entity and len(count.loose) == 1 else frozenset()


def _codes(count: Fact) -> frozenset[str]:
    """The codes that a count prints: "12 KX-70 blades", where each KX-70 has four chips."""
    return frozenset(word for word in count.quote.lower().split() if "-" in word and re.search(r"\d", word))


def quotients(dims: Dims, able: Sequence[Fact]) -> Iterator[Given]:
    """The products and quotients of two facts that have these dimensions."""
    machines = ("machine", 1) in dims
    of = [MACHINE if machines and one.count and one.of & MACHINES else one.dims for one in able]
    for (left, a), (right, b) in combinations(zip(able, of, strict=True), 2):
        by, over, under = times(a, b), times(a, b, -1), times(b, a, -1)
        if dims not in (by, over, under) or not _apart(left, right):
            continue
        if by == dims:
            yield Given(left.middle * right.middle, (left, right), "x")
        elif over == dims:
            yield Given(left.middle / right.middle, (left, right), "/")
        else:
            yield Given(right.middle / left.middle, (right, left), "/")


def _apart(left: Fact, right: Fact) -> bool:
    """Whether two facts are two prints, and of no two rows of a table."""
    if left.start == right.start and left.document is right.document:
        return False
    return not (left.entity and right.entity and left.entity != right.entity)
