"""Operations of one block size a second, and the bytes a second that a sentence gives the same work elsewhere.

"Random reads of 16 KiB" over a line with 850,000 operations a second, and "in this 16 KiB workload the array delivered
5.5 GB/s": no label of the line says its size, but nothing of the two texts has another one. Findings are low.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.settings import opposed
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.sums.around import above
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact
from schemas.document import Document

ROUGH = Decimal("0.12")  # KiB for KB, and what headers add
FINE = Decimal("0.03")
LEAST, MOST = Decimal("0.2"), Decimal(5)  # of what they come to; beyond it the rate is of other work
TIMES = range(2, 9)  # both directions, replicas, nodes
FEW = 2  # rates of operations; of more, any may be meant
_OPERATIONS = frozenset(("oper", "read", "writ", "io", "ios", "op", "ops", "iop"))
_BLOCKS = {Decimal(unit) * 2**power for power in range(12) for unit in (512, 500, 1000)} | {
    Decimal(1024) * 2**power for power in range(12)
}
_OTHER = re.compile(
    r"\b(?:sequential\w*|stream\w*|limit\w*|capable|capacity|up to|links?|ports?|nic|bus|memory|hbm|interface|"
    r"backup\w*|others?|another|rebuild\w*|scrub\w*|per|each|every|large(?:r)? block|peak|maximum|max|network|"
    r"earlier|previous\w*|instead|after (?!hour|day|minute)|compress\w*)\b",
    re.IGNORECASE,
)
_BLOCK_WORDS = re.compile(
    r"\b(?:random|reads?|writes?|blocks?|workload|transfers?|requests?|operations?|IOs?|I/Os?|IOPS|pages?)\b",
    re.IGNORECASE,
)


def blocks_moved(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The bytes a second of sentences that the only operations a second of the same only size do not come to."""
    rates = [one for one in pool.far if _is_operations(one)]
    if not 0 < len({one.middle for one in rates}) <= FEW:
        return
    for one in pool.own:
        if one.dims == KINDS["bandwidth"] and _is_told(one) and (size := _its_size(one, pool.own)):
            given = _given(one, size, rates, pool)
            if given and not accounted(one, pool.far) and pool.joins(one, given, index, named=True):
                yield one, given


def _is_operations(one: Fact) -> bool:
    named = [name for name, power in one.dims if power == 1]
    whole = not one.per and not one.anonymous and ("time", -1) in one.dims and len(named) == 1
    return whole and (named[0] in _OPERATIONS or bool(one.of & _OPERATIONS)) and named[0] not in ("size", "energy")


def _is_told(one: Fact) -> bool:
    plain = one.sentence is not None and not one.per and not one.anonymous and one.qualifier in ("exact", "about")
    return plain and not _OTHER.search(one.text) and bool(one.sentence and asserted(one.sentence, one.at, one.at + 1))


def _its_size(one: Fact, own: Sequence[Fact]) -> Fact | None:
    """The only size of a block that a sentence, or those right above it, print; none where its document has others."""
    sizes = [each for each in own if _is_block(each)]
    near = [each for each in above(one, own) if each in sizes]
    beside = [each for each in near if each.sentence is one.sentence]
    found = beside or near
    return found[0] if found and len({each.middle for each in sizes}) == 1 else None


def _is_block(each: Fact) -> bool:
    return each.dims == KINDS["size"] and each.middle in _BLOCKS and bool(_BLOCK_WORDS.search(each.text))


def _given(one: Fact, size: Fact, rates: Sequence[Fact], pool: Pool) -> Given | None:
    """The product nearest to a rate in bytes; None where any comes to it, or its document has blocks of other sizes."""
    able = [each for each in rates if each.text != one.text and _alike(one, each)]
    able = [each for each in able if _sizes(each.document, pool.far) <= {size.middle}]
    found = [Given(each.middle * size.middle, (each, size), "x") for each in able]
    if not found or any(_meets(one, each.value) for each in found):
        return None
    near = [each for each in found if LEAST <= one.middle / each.value <= MOST]
    return min(near, key=lambda each: abs(each.value / one.middle - 1), default=None)


def _sizes(document: Document, every: Sequence[Fact]) -> set[Decimal]:
    return {each.middle for each in every if each.document is document and _is_block(each)}


def _alike(one: Fact, rate: Fact) -> bool:
    """Whether nothing says that a rate is of other work: writes, another number of clients."""
    shared = (content(one.text) & content(f"{rate.text} {rate.entity}")) - PLAIN
    return (
        bool(shared)
        and not _OTHER.search(rate.text.replace(rate.quote, " ").replace("per second", " "))
        and not any(opposed([one.text], [f"{rate.text} {rate.entity}"]))
    )


def _meets(one: Fact, value: Decimal) -> bool:
    # By the middle: "18 GB/s" may be anything from 17.5, which half of 37 nearly is.
    several = any(abs(one.middle / each - 1) < FINE for by in TIMES for each in (value * by, value / by))
    return several or close(one, value, ROUGH)
