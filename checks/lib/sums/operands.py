"""What may be divided or multiplied to give a value: two facts around it, or two and a number of parts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from checks.lib.language.tokens import root
from checks.lib.quantities.dimensions import PRICE, Dims, things, times
from checks.lib.quantities.divided import Divided, over_time
from checks.lib.telling.derived import Given, quotients
from checks.lib.telling.facts import Fact

_HOURS = re.compile(r"(?P<of>[a-z]+)-hour")


def operands(one: Fact, able: Sequence[Fact], nouns: frozenset[str]) -> Iterator[Given]:
    """The products and quotients of facts that measure what another does, none of two counts."""
    rest = [each for each in able if each is not one]
    yield from _couples(one, rest, nouns)
    yield from _threes(one, rest)


def _couples(one: Fact, rest: Sequence[Fact], nouns: frozenset[str]) -> Iterator[Given]:
    parted = {replace(each, dims=apart(each, nouns)): each for each in rest}
    parted |= _renamed(one, rest)
    for mine in {one.dims, apart(one, nouns)}:
        for given in (*quotients(mine, rest), *quotients(mine, list(parted))):
            plain = replace(given, of=tuple(parted.get(each, each) for each in given.of))
            if not all(each.count for each in given.of):
                yield plain


def _threes(one: Fact, rest: Sequence[Fact]) -> Iterator[Given]:
    """Two facts, one of them of each part, and the number of these parts: so much for a card and hour, ten hours."""
    counts = [each for each in rest if each.count and not each.anonymous]
    by_hour = {hourly(each): each for each in rest}
    for given in quotients(one.dims, list(by_hour)) if counts else ():
        parts = frozenset[str]().union(*(each.per for each in given.of))
        plain = tuple(by_hour[each] for each in given.of)
        for each in counts:
            if each.of & parts and each not in plain:
                yield replace(given, value=given.value * each.middle, of=(*plain, each))


def hourly(one: Fact) -> Fact:
    """A price of an instance-hour as that of each instance by the hour."""
    match = next(filter(None, map(_HOURS.fullmatch, one.per)), None)
    if match is None or one.dims != PRICE:
        return replace(one)
    found = over_time(Divided(one.dims, one.value, frozenset(), one.end), "hour")
    return replace(one, dims=found.dims, value=found.value, per=frozenset({root(match["of"])}))


def _renamed(one: Fact, rest: Sequence[Fact]) -> Mapping[Fact, Fact]:
    """Rates of another noun, where nothing else is of that of a value: "images per second" for a price of pictures."""
    mine = things(one.dims)
    if (
        len(mine) != 1
        or len(one.dims) == 1
        or mine[0] == "machine"
        or any(mine[0] in things(each.dims) for each in rest)
    ):
        return {}
    rates = [each for each in rest if len(things(each.dims)) == 1 and ("time", -1) in each.dims]
    return {replace(each, dims=_with(each.dims, things(each.dims)[0], mine[0])): each for each in rates}


def _with(dims: Dims, old: str, new: str) -> Dims:
    return frozenset((new if name == old else name, power) for name, power in dims)


def apart(one: Fact, nouns: frozenset[str]) -> Dims:
    """The dimensions of a fact with what each of has it: the price of a label is one over labels."""
    by = sorted(one.per & nouns)
    return times(one.dims, frozenset({(by[0], 1)}), -1) if len(by) == 1 else one.dims
