"""How long something takes to cross a line, where a text prints a time in which that line carries only a part of it.

"A petabyte crosses in under three hours" over one port of 100 Gb/s: 22 hours at line rate, and bits were taken for
bytes. A time that is longer says nothing: lines are seldom full.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS
from checks.lib.sums.around import around
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
    lines = [one for one in pool.far if one.dims == KINDS["bandwidth"] and not one.anonymous]
    for one in (*pool.own, *_under(pool, index)) if lines else ():
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
