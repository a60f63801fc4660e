"""Quantities in the roles of a law, wherever they stand, come out: in flight = rate x latency."""

from collections.abc import Iterator
from dataclasses import replace

from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.same_run import two_dates
from checks.lib.sums.at_a_rate import at_a_rate
from checks.lib.sums.laws import by_laws
from checks.lib.sums.pools import pools
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "roles-multiply"


@check(CODE, version=2, severity="low", since="0.1.0")
def roles_multiply(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Requests in flight are rate times latency; what is done at a rate takes its amount over that rate.

    Why:
        The load plan says how many requests are in flight, the result page how many are answered in a second and how
        long one takes. Each is measured by another tool, and nobody multiplies them.

    Flags:
        "64 requests in flight", "800 requests/s" and "a mean latency of 250 ms"; "180 TB" that are copied at 25 GB/s
        "after 45 minutes"; "all 90 epochs are done in 28 minutes" of 1.28 million images at 40,000 a second; "a
        400-token answer is complete in 3 seconds" at 50 tokens a second; "a steady 10.2 kW" for "72 h" and 1,020 kWh.

    Passes:
        What any of the printed values give, within 15 % and their rounding; more clients than are served, where they
        may think; longer times than a rate needs, where nothing says that the rate holds; energies with a PUE.

    Does not judge:
        Pages with several values for one role; percentiles, bounds, peaks, and what lines can carry at most; documents
        of different dates (skipped).
    """
    index = index_of(corpus)
    told: set[tuple[str, int]] = set()
    for pool in pools(corpus, index):
        older = by_laws(replace(pool, far=pool.other), index) if len(pool.other) > len(pool.far) else ()
        for one, given in older:
            if any(two_dates(one.document, each.document) for each in given.of):
                yield Skip(CODE, tuple(sorted({each.document.name for each in (one, *given.of)})), OTHER_EDITION)
        for one, given in (*by_laws(pool, index), *at_a_rate(pool, index)):
            places = {(each.document.document_id, each.start) for each in (one, *given.of)}
            if places & told:
                continue
            told |= places
            printed = [index.places.printed(each.document, each.start, each.end) for each in (one, *given.of)]
            gap = Interval(given.value, given.value).distance(one.value)
            come = f" {given.by} ".join(each.quote for each in printed[1:3])
            yield Finding(
                check=CODE,
                verdict="inconsistent",
                severity="low",
                message=f"{listed(each.quote for each in printed[1:])} do not come to {printed[0].quote}",
                arithmetic=f"In base units {come}{given.times} = {given.value:.6g}, {printed[0].quote} allows "
                f"{one.value}: {apart(gap)}.",
                comparison=(one.document.name, *sorted({each.document.name for each in given.of}),
                            *sorted(name for name, _ in one.dims)),
                evidence=tuple(printed),
                likely_wrong_why="one of them, it cannot be told which",
            )  # fmt: skip
