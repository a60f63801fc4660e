"""How long something takes to cross a line, where a text prints a time in which that line carries only a part of it.

"A petabyte crosses in under three hours" over one port of 100 Gb/s: 22 hours at line rate, and bits were taken for
bytes. A time that is longer says nothing: lines are seldom full. So it is with what is counted: 2,000 tokens at 275
tokens a second in under four seconds.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, times
from checks.lib.sums.around import above, around
from checks.lib.sums.pools import Pool
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.08")  # a time is said in round hours
MOST = 12  # times too soon; beyond it is another thing that is moved
TIME = KINDS["time"]
EIGHT = Decimal(8)  # bits in a byte: what tells a line that stands far away
# What is moved is less than what there is.
_LESS = re.compile(
    r"(?<!no )(?<!without )\b(?:compress\w*|dedup\w*|delta|increment\w*|change[sd]?|part of)\b", re.IGNORECASE
)


def too_soon(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The times of a document that are too short for the only size beside them and the fastest line of all."""
    bounds = list(_under(pool, index))
    yield from _counted(pool, bounds)
    lines = [one for one in pool.far if one.dims == KINDS["bandwidth"] and not one.anonymous]
    for one in (*pool.own, *bounds) if lines else ():
        if one.dims == TIME and one.sentence and one.qualifier != "over" and not _LESS.search(one.text):
            beside = around(one, pool, index)
            given = _needed(one, beside, max(lines, key=lambda each: each.middle))
            if given and asserted(one.sentence, one.at, one.at + 1) and pool.joins(one, given, index, named=True):
                yield one, given


def _under(pool: Pool, index: Index) -> Iterator[Fact]:
    """The times that are said to be less than so much, which are no facts by themselves."""
    nothing = frozenset[str]()
    for sentence in index.sentences(pool.document):
        for one in sentence.amounts:
            if one.amount.kind == "time" and one.amount.qualifier == "under":
                yield Fact(
                    pool.document, one.start, one.end, TIME, nothing, one.amount.readings.rounded, nothing,
                    sentence.passage.words, nothing, sentence=sentence, at=one.amount.start, qualifier="under",
                )  # fmt: skip


def _counted(pool: Pool, bounds: Sequence[Fact]) -> Iterator[tuple[Fact, Given]]:
    """The bounds of a sentence on how long the only thing that it counts takes, which no rate of it near by allows."""
    for one in bounds:
        beside = [each for each in pool.own if each.text == one.text and each.document is one.document]
        done = [each for each in beside if each.count and not each.per and each.middle > 1]
        given = [found for each in done if (found := _at_the_fastest(each, one, beside, pool))]
        if len(given) == 1 and one.sentence and asserted(one.sentence, one.at, one.at + 1):
            yield one, given[0]


def _at_the_fastest(done: Fact, bound: Fact, beside: Sequence[Fact], pool: Pool) -> Given | None:
    """How long so many take at the fastest rate that their sentence, those above it or all texts print of them."""
    dims = times(done.dims, TIME, -1)
    for some in (beside, above(bound, pool.own), pool.far):
        rates = [each for each in some if each.dims == dims]
        if rates:
            fastest = max(rates, key=lambda each: each.middle)
            needed = done.middle / fastest.middle
            late = 1 + ROUGH < needed / bound.value.upper <= MOST
            return Given(needed, (done, fastest), "/") if late else None
    return None


def _needed(one: Fact, beside: Sequence[Fact], line: Fact) -> Given | None:
    """What the line needs for the size beside a time, where that is well above it."""
    sizes = [each for each in beside if each.dims == KINDS["size"] and not each.per]
    mine = [each for each in sizes if each.text == one.text] or sizes
    if len(mine) != 1:
        return None
    needed = mine[0].middle / line.middle
    ratio = needed / one.value.upper
    slipped = abs(ratio / EIGHT - 1) < ROUGH
    told = slipped or (line in beside and 1 + ROUGH < ratio <= MOST)
    return Given(needed, (mine[0], line), "/") if told else None
