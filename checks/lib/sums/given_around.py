"""Whether the values printed around a value come to it: 5.6 kW beside 6.4 kW of which 0.8 kW are the host's."""

from collections.abc import Sequence
from dataclasses import replace

from checks.lib.labels.about import Index
from checks.lib.sums.pools import pools
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact
from schemas.comparison import Corpus
from schemas.interval import Interval

GIVEN = "what is printed around it comes to it: it may be of a part, or of all parts"


def given_around(document_id: str, start: int, corpus: Corpus, index: Index) -> bool:
    """Whether what stands at a place is a sum, a share or a multiple of what is printed around it.

    Then it may be told of a part, or of all parts, and nobody can say that it should be another value. The same value
    printed again gives nothing: a headline does not prove itself.
    """
    pool = next((one for one in pools(corpus, index) if one.document.document_id == document_id), None)
    fact = next((one for one in pool.own if one.start <= start < one.end), None) if pool else None
    if pool is None or fact is None:
        return False
    # As printed, without its rounding: "500,000" may be of hundred thousands, and then some sum gives it by chance.
    exact = replace(fact, value=Interval(fact.middle, fact.middle))
    others = tuple(one for one in pool.near if not close(fact, one.middle))
    return accounted(exact, (exact, *others)) or _is_multiple(exact, others)


def _is_multiple(fact: Fact, pool: Sequence[Fact]) -> bool:
    """Whether it is a value of its kind times anything that is counted on the pages: eight accelerators, wherever."""
    counts = {one.middle for one in pool if one.count and one.middle > 1}
    return any(close(fact, one.middle * by) for one in pool if like(fact, one) for by in counts)
