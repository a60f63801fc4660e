"""A ratio with a name of its own (a PUE, the efficiency on HPL) against the two values that it is the quotient of."""

from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.ratios.named_ratios import Roles, Said, ratios_said, roles
from checks.lib.sums.pools import Pool, pools
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "named-ratio"
FEW = 3  # couples of values that it can be of; of more, words must tell which


@check(CODE, version=1, severity="low", since="0.1.0")
def named_ratio(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A PUE is all power over that of the machines, and an efficiency on a benchmark what it reached over the peak.

    Why:
        The ratio is what a headline prints, and the two values stand in a table below. The table is metered again, or
        two digits of the ratio are swapped, and nobody divides.

    Flags:
        "A PUE of 1.03" beside "Whole facility 3,800 kW" and "Computer, storage and network 3,520 kW"; "an HPL
        efficiency of 87.7 percent" beside "Rmax 241.2" and "Rpeak 306.31"; "52 % MFU" of a measured and a peak rate in
        one list. Always low.

    Passes:
        Ratios within rounding of any two values in these roles; goals, bounds and hedges.

    Does not judge:
        Values that no label calls one of the two; more than three couples of them; values of two columns; documents
        of different dates (skipped).
    """
    index = index_of(corpus)
    for pool in pools(corpus, index):
        for said in ratios_said(index.sentences(pool.document)):
            yield from _judge(said, pool, index)


def _judge(said: Said, pool: Pool, index: Index) -> Iterator[Finding | Skip]:
    able = roles(said.named, pool.near) or roles(said.named, pool.far)
    if 0 < len(able) <= FEW and not any(said.gives(one.upper.middle, one.lower.middle) for one in able):
        yield _finding(said, max(able, key=lambda one: one.lower.middle), index)
    elif not able and len(pool.other) > len(pool.far) and (older := roles(said.named, pool.other)):
        yield Skip(CODE, (pool.document.name, older[0].upper.document.name, said.named.name), OTHER_EDITION)


def _finding(said: Said, two: Roles, index: Index) -> Finding:
    passage = said.sentence.passage
    mine = index.places.printed(passage.document, passage.start + said.start, passage.start + said.end)
    upper, lower = (index.places.printed(one.document, one.start, one.end) for one in (two.upper, two.lower))
    given = two.upper.middle / two.lower.middle * said.named.scale
    gap = Interval(given, given).distance(said.value)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(gap)),
        message=f"{passage.document.name} says {mine.quote} as the {said.named.name}; {upper.quote} over {lower.quote} "
        f"({two.upper.document.name}) is {given:.4g}",
        arithmetic=f"{upper.quote} / {lower.quote} = {given:.4g}, {said.printed} allows {said.value}: {apart(gap)}.",
        comparison=(passage.document.name, two.upper.document.name, said.named.name),
        evidence=(mine, upper, lower),
        likely_wrong_why="the ratio, or one of the two values",
    )
