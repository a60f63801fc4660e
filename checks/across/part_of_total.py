"""Two numbers of parts that each has, of which only one comes to the printed total."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import product

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.sums.pools import Pool, pools
from checks.lib.telling.derived import Given, like, products
from checks.lib.telling.facts import Fact
from checks.lib.telling.holds import asserts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "part-of-total"
NEAREST, FURTHEST = Decimal("1.02"), Decimal("2.5")  # times apart: less is rounding, more is of another level
Told = tuple[Given, Given, Fact]


@check(CODE, version=1, severity="low", since="0.1.0")
def part_of_total(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What two documents say each rack holds is one number, and that which the racks in all hold.

    Why:
        A post says that all 72 accelerators of each rack took part; the results page counts 39 racks, 2,496
        accelerators and 64 a rack. Nobody multiplies.

    Flags:
        Two numbers of one kind of parts for each of one thing, in two documents, up to 2.5 times apart, of which the
        one comes to a total that is printed and the other, times the same counts, to none. Low: a rack may hold spares.

    Passes:
        Numbers that both documents print; numbers whose product is printed too.

    Does not judge:
        Numbers for each of which no total is printed (skipped); what could be, should be or was meant to be.
    """
    index = index_of(corpus)
    seen: set[frozenset[Fact]] = set()
    for pool in pools(corpus, index):
        found = [one for total in pool.own if total.count and not total.per for one in _odd(total, pool)]
        if not found:
            yield Skip(CODE, (pool.document.name,), "not applicable, because no total has two numbers of parts")
        for right, wrong, total in found:
            pair = frozenset((right.of[0], wrong.of[0]))
            if pair not in seen:
                seen.add(pair)
                yield _finding(right, wrong, total, index)


def _odd(total: Fact, pool: Pool) -> Iterator[Told]:
    """The products that are a total, each with one of another number for each that is none."""
    every = [one for one in products(total, pool.near) if one.of[0].count and asserts(one.of[0].text)]
    right = [one for one in every if one.value == total.middle]
    for one, other in product(right, every):
        if _same_but_parts(one, other) and not _printed(other, pool):
            yield one, other, total


def _same_but_parts(one: Given, other: Given) -> bool:
    """Whether two products multiply the same counts with another number for each, which the other text lacks."""
    left, right = one.of[0], other.of[0]
    times = max(left.middle, right.middle) / min(left.middle, right.middle)
    counts = [[each.middle for each in given.of[1:]] for given in (one, other)]
    apart = left.document is not right.document and NEAREST < times <= FURTHEST
    return apart and left.per == right.per and bool(left.per) and counts[0] == counts[1]


def _printed(given: Given, pool: Pool) -> bool:
    """Whether what it comes to is printed, or its number stands for each in the other document too."""
    size = given.of[0]
    others = (one for one in pool.near if one is not size and like(one, size))
    return any(
        one.middle == given.value or (one.middle == size.middle and one.document is not size.document) for one in others
    )


def _finding(right: Given, wrong: Given, total: Fact, index: Index) -> Finding:
    first, second, *counts = (
        index.places.printed(one.document, one.start, one.end) for one in (wrong.of[0], right.of[0], *right.of[1:])
    )
    whole = index.places.printed(total.document, total.start, total.end)
    by = listed(each.quote for each in counts)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} in {first.document} against {second.quote} in {second.document} for each of {by}: only "
        f"the latter come to {whole.quote}",
        arithmetic=f"{by} x {second.quote} = {right.value.normalize():f}, x {first.quote} = "
        f"{wrong.value.normalize():f}; printed is {whole.quote}.",
        comparison=(first.document, second.document, *sorted(total.of), *sorted(right.of[0].per)),
        evidence=(first, second, whole, *counts),
        likely_wrong_why="the one number comes to the total, the other to none",
    )
