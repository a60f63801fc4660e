"""What one of a thing costs or draws: so much by the hour, over so many of it in that time.

The dimensions say what is divided by what ("$0.39 per million tokens" is dollars an hour over tokens an hour, "8.5
TOPS per watt" operations a second over joules a second), and where the three stand says whose they are: the row of a
table, the row that a sentence names, or a page that prints no other. Nothing else is asked for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, product

from checks.lib.labels.about import Index
from checks.lib.language.tokens import coded, every_root
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, MACHINES, MEASURED, PER_TIME, Dims, things, times
from checks.lib.sums.multiplied import AT_MOST
from checks.lib.sums.operands import hourly
from checks.lib.sums.pools import Pool
from checks.lib.sums.worked import other_mode
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact, said_before

ROUGH = Decimal("0.04")
FAR = Decimal(6)  # times from what the two come to; beyond it they come to something else
PAIR = 2  # rates
MANY = 30  # facts of a dimension that are tried
COUNTS = 12  # numbers of machines of a page
BEFORE = 3  # sentences that may say what else goes in
PAID = frozenset({"price", "energy"})  # one of the two is money or energy: what it costs, or draws
_SHARE = re.compile(r"(?<![\w.,])(\d{1,2}(?:\.\d+)?)\s?(?:%|per ?cent\b)")
_HOURLY = re.compile(r"hour|/\s?hr?\b", re.IGNORECASE)
_TARIFF = re.compile(
    r"\b(?:serverless|APIs?|list(?:s|ed)?|tariffs?|charged?s?|priced|blended|fine-?tun\w+)\b|\binput\b.*\boutput\b",
    re.IGNORECASE,
)
_SPOKEN = frozenset({"price", "energy", "size", "flop"})  # what is measured besides things: no speed of a car
Couple = tuple[Fact, Fact]


def rates_divided(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The values of a document for one of a thing, with the two rates that are its and do not give it."""
    able = {hourly(one): one for one in pool.far}
    counted = frozenset(noun for one in pool.far if ("time", -1) in one.dims for noun in things(one.dims))
    for one in (_of_each(each, counted) for each in pool.own):
        sides = _sides(one.dims) if _may_follow(one) else None
        over, under = (_of(dims, able) for dims in sides) if sides else ([], [])
        couples = [_with_its_number(one, two, able) for two in product(over, under)]
        given = _given(one, couples, pool, index) if couples else None
        if given:
            plain = Given(given.value, tuple(able[each] for each in given.of), given.by)
            if pool.joins(one, plain, index, named=True, loosely=True):
                yield one, plain


def _with_its_number(one: Fact, couple: Couple, able: Iterable[Fact]) -> Given:
    """What two rates come to; of a price of each part, times the parts that a value's own row counts: 16 chips."""
    over, under = couple
    plain = Given(over.middle / under.middle, couple, "/")
    if not one.entity or not over.per or over.per & under.per:
        return plain
    row = (each for each in able if each.count and each.entity == one.entity and each.document is one.document)
    counts = [each for each in row if each.of & over.per and not each.per]
    return Given(plain.value * counts[0].middle, (*couple, counts[0]), "/") if len(counts) == 1 else plain


def _of_each(one: Fact, counted: frozenset[str]) -> Fact:
    """The energy of each thing that some rate counts as one by that thing: "0.54 joules per image"."""
    of = one.per & counted
    if one.dims != KINDS["energy"] or len(of) != 1:
        return one
    return replace(one, dims=times(one.dims, frozenset((each, 1) for each in of), -1))


def _sides(dims: Dims) -> tuple[Dims, Dims] | None:
    """What is divided by what, both by the hour; None where a value is no cost or yield of one thing."""
    powers = dict(dims)
    over = [name for name, power in powers.items() if power == 1]
    under = [name for name, power in powers.items() if power == -1]
    if len(over) != 1 or len(under) != 1 or len(powers) != len(("over", "under")):
        return None
    if not PAID & powers.keys() or (powers.keys() & MEASURED) - _SPOKEN:
        return None
    left, right = (times(frozenset({(name, 1)}), PER_TIME) for name in (over[0], under[0]))
    return left, right


def _may_follow(one: Fact) -> bool:
    if one.anonymous or one.qualifier not in ("exact", "over", "about"):
        return False
    return one.sentence is None or asserted(one.sentence, one.at, one.at + 1)


def _of(dims: Dims, able: Iterable[Fact]) -> list[Fact]:
    """The facts of a dimension; where none are of its noun, those of the one other that the pages count by the hour."""
    found = [one for one in able if one.dims == dims]
    if not found and things(dims):
        found = [one for one in able if len(things(one.dims)) == 1 and _renamed(one.dims, things(dims)[0]) == dims]
        found = found if len({one.dims for one in found}) == 1 else []
    return [one for one in found if ("price", 1) not in dims or _is_hourly(one)][:MANY]


def _is_hourly(one: Fact) -> bool:
    """Whether a price is that of a machine by the hour: what a day of it comes to is a bill, of several meters."""
    return bool(_HOURLY.search(one.quote if one.sentence else f"{one.text} {one.entity}"))


def _renamed(dims: Dims, noun: str) -> Dims:
    old = things(dims)[0]
    return frozenset((noun if name == old else name, power) for name, power in dims)


def _given(one: Fact, couples: Sequence[Given], pool: Pool, index: Index) -> Given | None:
    """The nearest of the couples that may be of a value; None where any couple of the page gives it."""
    able = [each for each in couples if _of_one_row(*each.of[:2])]
    by, alone = _numbers(one, pool, index), _shares(one, index)
    # Where its row says of how many it is, no number of another row goes in: 16 chips are not the eight above.
    if any(_gives(one, each, number) for each in able for number in (by if len(each.of) == PAIR else alone)):
        return None
    mine = [
        each for each in able if _belongs(one, each) and not (_is_tariff(one, each) or _of_another(one, each, pool))
    ]
    for likely in (_named_in_full, _named_by_code, _of_one_part):
        mine = [each for each in mine if likely(one, each)] or mine
    near = min(mine, key=lambda each: (not _upside_down(one, each), _times(one, each)), default=None)
    near = near if near and (_times(one, near) <= FAR or _upside_down(one, near)) else None
    return near if near and not _rated(one, near) else None


def _gives(one: Fact, given: Given, by: Decimal) -> bool:
    spread = sum((each.value.upper / each.value.lower - 1 for each in given.of), Decimal(0)) / 2
    return any(close(one, value, max(ROUGH, spread)) for value in (given.value * by, given.value / by))


def _upside_down(one: Fact, given: Given) -> bool:
    """Whether a value is one over what its rates come to: 4.2 joules a token, of 4.2 tokens a joule."""
    return close(one, 1 / given.value, ROUGH)


def _times(one: Fact, given: Given) -> Decimal:
    return max(one.middle / given.value, given.value / one.middle)


def _numbers(one: Fact, pool: Pool, index: Index) -> set[Decimal]:
    """What may go in besides: how many machines, any two of these, and the shares that are said of it."""
    counts = {each.middle for each in pool.far if each.count and each.middle > 1 and things(each.dims)[0] in MACHINES}
    counts |= {each.middle for each in pool.far if each.count and each.middle > 1 and each.text == one.text}
    some = sorted(counts)[:COUNTS]
    return {*some, *(a * b for a, b in combinations(some, 2)), *_shares(one, index)}


def _shares(one: Fact, index: Index) -> set[Decimal]:
    """All of it, and the shares that are said of it."""
    shares = {Decimal(share) / 100 for share in _SHARE.findall(said_before(one, index, BEFORE))} - {Decimal(0)}
    return {Decimal(1), *(part for share in shares for part in (share, 1 - share))}


def _of_one_row(left: Fact, right: Fact) -> bool:
    return not (left.entity and right.entity) or _alike(left.entity, right.entity)


def _alike(one: str, other: str) -> bool:
    """Whether two labels are of one thing: the one says all that the other does."""
    mine, theirs = every_root(one), every_root(other)
    return mine <= theirs or theirs <= mine


def _belongs(one: Fact, given: Given) -> bool:
    """Whether the rows of two rates are that of a value, or its sentence names them, or no row at all is named."""
    rows = [each.entity for each in given.of if each.entity]
    if one.entity:
        return all(_alike(one.entity, row) for row in rows) and not other_mode(one, given)
    said = every_root(one.text)
    named = [row for row in rows if every_root(row) & said]
    return (not named or named == rows) and not other_mode(one, given)


def _is_tariff(one: Fact, given: Given) -> bool:
    """Whether a price is what somebody asks for a thing: of a list that prints no rate of its own."""
    if ("price", 1) not in one.dims:
        return False
    if one.sentence is not None:
        return bool(_TARIFF.search(one.text))
    rate = given.of[1]
    return rate.sentence is not None or rate.document is not one.document or bool(rate.entity) != bool(one.entity)


def _named_in_full(one: Fact, given: Given) -> bool:
    """Whether the label of a value, or its sentence, has all words of the row of its rates."""
    said = every_root(f"{one.entity} {one.text}")
    return all(not each.entity or every_root(each.entity) <= said for each in given.of)


def _named_by_code(one: Fact, given: Given) -> bool:
    """Whether the sentence prints the code of the row of its rates: "in us-west4", of "us-west4 (Las Vegas)"."""
    said = coded(one.text)
    return any(coded(each.entity) & said for each in given.of)


def _of_one_part(_: Fact, given: Given) -> bool:
    """Whether both rates are of each of one part: what a chip costs is not paid for what eight of them do."""
    over, under = given.of[:PAIR]
    return bool(over.per & under.per)


def _of_another(one: Fact, given: Given, pool: Pool) -> bool:
    """Whether another value of the page is what the two come to: then they are of that."""
    others = (each for each in pool.far if each is not one and each.dims == one.dims)
    return any(_gives(each, given, Decimal(1)) for each in others)


def _rated(one: Fact, given: Given) -> bool:
    """Whether less is told than what something does at most."""
    peak = any(AT_MOST.search(each.text) for each in given.of) and not AT_MOST.search(one.text)
    return peak and one.middle < given.value
