"""What is quoted beside a product that a value misses: its operands where they stand nearest, and what they make up.

A reader finds the two places that cannot both be true only where both are quoted: a module's size may stand in three
texts, and the size of a full chassis may be printed, as that of its modules, in the line that counts them.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from math import prod

from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given, like
from checks.lib.telling.facts import Fact

MOST = 4  # further places; of more a reader looks at none
LEVELS = 3  # counts that a size of its own line may be multiplied with


def quoted_too(one: Fact, given: Given, pool: Sequence[Fact]) -> list[Fact]:
    """Facts of a pool that say what a product is of, and are no part of it."""
    size, *counts = given.of
    found = [*_nearer(one, given, pool), *_made_of(size, pool), *_on_the_way(size, counts, pool)]
    taken = {(each.document.document_id, each.start) for each in (one, *given.of)}
    apart = {(each.document.document_id, each.start): each for each in found}
    return [each for place, each in apart.items() if place not in taken][:MOST]


def _nearer(one: Fact, given: Given, pool: Sequence[Fact]) -> Iterator[Fact]:
    """The prints of the same operands that stand nearest to a fact in its own document."""
    mine = [each for each in pool if each.document is one.document and each.start != one.start]
    for part in given.of:
        alike = [each for each in mine if like(each, part) and each.middle == part.middle]
        nearest = min(alike, key=lambda each: abs(each.start - one.start), default=None)
        if nearest and nearest is not part:
            yield nearest


def _made_of(size: Fact, pool: Sequence[Fact]) -> Sequence[Fact]:
    """The values of a size's own line that come to it: "4 modules of 48 TB in each of 10 blades, 1,920 TB"."""
    line = [each for each in pool if each.text == size.text and each.document is size.document and each is not size]
    counts = [each for each in line if each.count and each.middle > 1]
    for part in (each for each in line if like(each, size) and not each.count):
        for many in range(1, LEVELS + 1):
            for some in combinations(counts, many):
                if close(size, part.middle * prod((each.middle for each in some), start=Decimal(1)), Decimal(0)):
                    return (part, *some)
    return ()


def _on_the_way(size: Fact, counts: Sequence[Fact], pool: Sequence[Fact]) -> Iterator[Fact]:
    """The prints of what the lower levels come to: "1,966 TB" of the 32 drives of a server."""
    value = size.middle
    for count in counts[:-1]:
        value *= count.middle
        yield from (each for each in pool if each not in (size, *counts) and like(each, size) and close(each, value))
