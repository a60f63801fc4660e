"""A factor against the values printed beside it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from checks.lib import severity
from checks.lib.absolutes import VALUES, Quotient, quotients
from checks.lib.index import by
from checks.lib.words import said, side, topic, where
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge, percent_factors
from schemas.statement import Claim, Parsed

CODE = "factor-against-absolutes"
BESIDE_CHARS = 600  # how far from a factor in prose a value still stands beside it


@check(CODE, version=1, severity="high", since="0.1.0")
def factor_against_absolutes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor is what the values printed beside it give when divided.

    Why:
        Headline factors are computed once and values edited later, or the other way round. The reader can redo the
        division; so can we.

    Flags:
        "5x faster" beside 100 ms and 40 ms; a percentage that neither reading (speed up by X, time down by X) makes
        of the two values.

    Passes:
        17x beside "less than 3 hours" and "48 hours" (48 / 3 = 16 is a lower bound); 10x beside 58 and 581; one of
        several bars that gives the factor; "28% faster" when one of its two readings fits.

    Does not judge:
        Values whose machine is not printed; values of another workload, task, variant or unit; values further away
        than a paragraph.
    """
    for parsed in corpus.parsed:
        values = Values(parsed)
        for claim in parsed.claims:
            if claim.figure.kind in ("ratio", "percent_change") and claim.workload and claim.baseline.name:
                yield from _check(claim, [value for value in values.near(claim) if _beside(claim, value)], corpus)


class Values:
    """A document's printed values by chart, and those of its prose in text order: a factor meets its neighbours."""

    def __init__(self, parsed: Parsed) -> None:
        values = [claim for claim in parsed.claims if claim.figure.kind in VALUES]
        self._charts = by((one for one in values if one.chart), lambda one: (one.chart, one.workload))
        prose = by((one for one in values if not one.chart), lambda one: one.workload)
        self._prose = {name: sorted(some, key=lambda one: one.figure.start) for name, some in prose.items()}

    def near(self, claim: Claim) -> list[Claim]:
        """Values of the claim's workload on its chart, or within BESIDE_CHARS of it in prose."""
        if claim.chart:
            return self._charts.get((claim.chart, claim.workload), [])
        known, start = self._prose.get(claim.workload, []), claim.figure.start
        first = bisect_left(known, start - BESIDE_CHARS, key=lambda one: one.figure.start)
        last = bisect_right(known, start + BESIDE_CHARS, key=lambda one: one.figure.start)
        return known[first:last]


def _check(claim: Claim, values: list[Claim], corpus: Corpus) -> Iterator[Finding | Skip]:
    pairs = list(quotients(claim, values, corpus.vocabulary))
    if not pairs:
        if len(values) > 1:
            reason = "not applicable, because the values beside it are not printed with both machines"
            yield Skip(CODE, _key(claim), reason)
        return
    factors = _factors(claim)
    verdicts = [judge(factor, pair.readings) for factor in factors for pair in pairs]
    if all(verdict == "inconsistent" for verdict in verdicts):
        yield _finding(claim, pairs, factors)


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name


def _beside(claim: Claim, value: Claim) -> bool:
    if value.variant != claim.variant or not _metrics_agree(claim, value):
        return False
    return not claim.task or not value.task or claim.task == value.task


def _metrics_agree(claim: Claim, value: Claim) -> bool:
    timed = claim.metric.startswith("time_to_") and value.metric.startswith("time_to_")
    return timed or claim.metric == value.metric


def _factors(claim: Claim) -> list[Readings]:
    if claim.figure.kind == "ratio":
        return [claim.figure.readings]
    return list(percent_factors(claim.figure.readings).values())


def _finding(claim: Claim, pairs: list[Quotient], factors: list[Readings]) -> Finding:
    gap, pair, factor = min(
        ((factor.rounded.distance(pair.readings.rounded), pair, factor) for pair in pairs for factor in factors),
        key=lambda found: found[0],
    )
    flipped = (factor.rounded.lower > 1) != (pair.readings.rounded.lower > 1)
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity=severity.of_gap(gap, flipped=flipped),
        message=f"{topic(claim)} of {side(claim.subject)} over {side(claim.baseline)}: the {where(claim)} says "
        f"{said(claim.figure)}, but {said(pair.of.figure)} / {said(pair.by.figure)} gives {pair.readings.rounded}",
        arithmetic=f"{said(claim.figure)} allows {factor.rounded}; {said(pair.of.figure)} / {said(pair.by.figure)} "
        f"allows {pair.readings.rounded}: they do not meet, a gap of {gap * 100:.0f} %.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), Evidence.of(pair.subject), Evidence.of(pair.baseline)),
        likely_wrong_why="one factor against one pair of values",
    )
