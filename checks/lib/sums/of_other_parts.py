"""Whether the sum that a finding says is wrong comes out with another value of the pages in the place of one.

"500 TB in about three hours" is no 200 GB/s of the host ports, and is what 45 GB/s of one enclosure come to: it was
meant of that, and nobody can say for sure that it is wrong.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from checks.lib.labels.about import index_of
from checks.lib.quantities.dimensions import times
from checks.lib.sums.pools import Pool, pools
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact
from schemas.comparison import Corpus
from schemas.finding import Finding

THREE = 3  # a result and what it is made of
ROUGH = Decimal("0.02")  # a result is rounded once more by its author


def of_other_parts(finding: Finding, corpus: Corpus) -> bool:
    """Whether two of the three quantities of a finding fit a third of the pages that it does not quote."""
    if len(finding.evidence) != THREE:
        return False
    mine = {one.document_id for one in finding.evidence}
    every = (one for one in pools(corpus, index_of(corpus)) if one.document.document_id in mine)
    return any(_comes_out(facts, pool) for pool in every if len(facts := _facts(finding, pool)) == THREE)


def _facts(finding: Finding, pool: Pool) -> list[Fact]:
    """The facts of a pool that a finding quotes."""
    places = {(one.document_id, one.start, one.end) for one in finding.evidence}
    return [
        one
        for one in pool.near
        if any(one.document.document_id == name and start <= one.start < end for name, start, end in places)
    ]


def _comes_out(facts: Sequence[Fact], pool: Pool) -> bool:
    others = [one for one in pool.near if one not in facts]
    for result, left, right in permutations(facts):
        alike = [each for each in others if like(each, right)]
        if any(close(result, value, ROUGH) for each in alike for value in _sums(result, left, each)):
            return True
    return False


def _sums(result: Fact, left: Fact, right: Fact) -> Iterator[Decimal]:
    if times(left.dims, right.dims) == result.dims:
        yield left.middle * right.middle
    if times(left.dims, right.dims, -1) == result.dims:
        yield left.middle / right.middle
