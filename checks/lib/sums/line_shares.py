"""A share in words, and the only line with two values of one unit that it can be of: "DC in 5,200 W, AC out 4,940 W".

The whole is named in other words than the line's, or not at all. What ties the two is a word of the sentence in the
line, and that no two values of the texts give the share. Findings are low.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import content
from checks.lib.sums.multiplied import AT_MOST
from checks.lib.sums.pools import Pool
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact

APART, FAR = Decimal("0.015"), Decimal("0.15")  # of the whole: nearer it is rounded, further a share of something else
LEAST = Decimal("0.3")
_TOLD = re.compile(
    r"\b(?:efficien\w+|utili[sz]ation|share|yield\w*|of (?:the|its|their|what|all|that|our|every\w*)|left|remain\w*|"
    r"usable|full|busy|reach\w*|loss\w*|lost|recover\w*|kept|keeps?)\b",
    re.IGNORECASE,
)
TWO = 2
# Of which one has a share: what goes in, comes out or is used. Two heights or times are two cases.
_SHARED = tuple(KINDS[kind] for kind in ("power", "energy", "size", "bandwidth", "compute", "mass", "volume", "charge"))


def line_pair(sentence: Sentence, value: Decimal, pool: Pool) -> tuple[Fact, Fact] | None:
    """The part and the whole of the one line that shares most words with a share's sentence, not giving it."""
    if value < LEAST or not _TOLD.search(sentence.passage.words):
        return None
    pairs = [two for two in combinations(pool.far, TWO) if like(*two) and not two[0].count]
    if any(_gives(value, *two) for two in pairs):
        return None
    mine = content(sentence.passage.words)
    ranked = [(len(mine & (two[0].words | two[1].words)), _ordered(*two)) for two in _of_lines(pool.far)]
    most = max((rank for rank, _ in ranked), default=0)
    best = [two for rank, two in ranked if rank == most]
    if not most or len(best) != 1 or any(AT_MOST.search(each.text) for each in best[0]):
        return None
    off = abs(best[0][0].middle / best[0][1].middle - value)
    return best[0] if APART < off < FAR else None


def _of_lines(every: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    by: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for one in every:
        if one.dims in _SHARED and not one.entity:
            by[one.document.document_id, one.text].append(one)
    for some in by.values():
        alike = [each for each in some if sum(like(each, other) for other in some) == TWO]
        if len(alike) == TWO and like(*alike) and alike[0].middle != alike[1].middle:
            yield alike[0], alike[1]


def _ordered(left: Fact, right: Fact) -> tuple[Fact, Fact]:
    return (left, right) if left.middle < right.middle else (right, left)


def _gives(value: Decimal, left: Fact, right: Fact) -> bool:
    part, whole = _ordered(left, right)
    ratio = part.middle / whole.middle
    return any(abs(each - value) <= APART for each in (ratio, 1 - ratio))
