"""The figures under a headline of one document: how many there are, and those that lie beyond it, furthest first.

A document may hold as many headlines as figures. Each headline is looked up in figures sorted by their ends, so a
hundred headlines over a thousand figures are no hundred thousand comparisons.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from heapq import nlargest
from itertools import islice

from schemas.statement import Claim

MOST = 50  # figures that one finding lists; the rest is counted
Bucket = tuple[str, str]  # task and workload
ANY = "\0"  # no task and no workload is called so


@dataclass(frozen=True, slots=True)
class Beyond:
    """How many figures lie beyond a headline, and the MOST furthest of them in text order."""

    count: int
    furthest: tuple[Claim, ...]


class Members:
    """The claims of one document, metric, machine and baseline, asked which of them stand under a headline.

    A member is no "up to" itself, stands in another sentence, and has the headline's task and workload where both
    say one (a headline without a workload is over all of them).
    """

    def __init__(self, claims: Iterable[Claim]) -> None:
        buckets: dict[Bucket, list[_Member]] = defaultdict(list)
        for at, claim in enumerate(claims):
            if claim.figure.qualifier != "up_to":
                one = _member(at, claim)
                for task in (claim.task, ANY):
                    for workload in (claim.workload, ANY):
                        buckets[task, workload].append(one)
        self._buckets = {key: _Sorted(members) for key, members in buckets.items()}

    def count(self, headline: Claim) -> int:
        """How many figures stand under it."""
        return sum(some.total - some.within(headline) for some in self._under(headline))

    def beyond(self, headline: Claim) -> Beyond:
        """Those above an "up to"; those below any other headline."""
        found = [some.beyond(headline) for some in self._under(headline)]
        every = [one for _, members in found for one in members]
        furthest = nlargest(MOST, every, key=lambda one: (one.distance(headline), -one.at))
        in_text_order = sorted(furthest, key=lambda one: one.at)
        return Beyond(sum(count for count, _ in found), tuple(one.claim for one in in_text_order))

    def _under(self, headline: Claim) -> Iterator["_Sorted"]:
        tasks = {headline.task, ""} if headline.task else {ANY}
        for task in sorted(tasks):
            some = self._buckets.get((task, headline.workload or ANY))
            if some:
                yield some


@dataclass(frozen=True, slots=True)
class _Member:
    at: int
    claim: Claim
    lower: Decimal
    upper: Decimal

    def distance(self, headline: Claim) -> Decimal:
        """Grows with how far it lies beyond."""
        return self.lower if headline.figure.qualifier == "up_to" else -self.upper


def _member(at: int, claim: Claim) -> _Member:
    widened = claim.figure.readings.widened
    return _Member(at, claim, widened.lower, widened.upper)


class _Sorted:
    """Members by either end, and the ends of each sentence's members."""

    def __init__(self, members: list[_Member]) -> None:
        self.total = len(members)
        self._by_lower = sorted(members, key=lambda one: (-one.lower, one.at))  # furthest above first
        self._by_upper = sorted(members, key=lambda one: (one.upper, one.at))  # furthest below first
        self._lowers = [one.lower for one in reversed(self._by_lower)]
        self._uppers = [one.upper for one in self._by_upper]
        self._sentences: dict[int, list[_Member]] = defaultdict(list)
        for one in members:
            self._sentences[one.claim.context_start].append(one)

    def within(self, headline: Claim) -> int:
        """How many stand in the headline's own sentence."""
        return len(self._sentences.get(headline.context_start, ()))

    def beyond(self, headline: Claim) -> tuple[int, list[_Member]]:
        """How many lie beyond a headline of another sentence, and the MOST furthest."""
        limit = headline.figure.readings.widened
        above = headline.figure.qualifier == "up_to"
        every = len(self._lowers) - bisect_right(self._lowers, limit.upper) if above else 0
        every = every if above else bisect_left(self._uppers, limit.lower)
        ranked = self._by_lower if above else self._by_upper
        own = self._sentences.get(headline.context_start, [])
        mine = sum(one.lower > limit.upper if above else one.upper < limit.lower for one in own)
        others = (one for one in islice(ranked, every) if one.claim.context_start != headline.context_start)
        return every - mine, list(islice(others, MOST))
