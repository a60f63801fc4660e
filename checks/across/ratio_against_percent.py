"""A factor against a percentage of the same comparison."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.words import said, side, topic, where
from checks.lib.statements.alike import differences
from checks.lib.statements.factors import by_part, up
from checks.lib.statements.index import Printed, by
from checks.registry import check
from schemas.comparison import Comparison, Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, percent_factors
from schemas.statement import Claim

CODE = "ratio-against-percent"
UNSAID = ("", "performance")
# What leads from one notation to the other: "2x faster, that is 50 % less time".
_AGAIN = re.compile(
    r"\b(?:that is|that['’]s|i\.e\.|or|which (?:is|means|makes)|in other words|(?:and )?so|thus|hence|therefore|"
    r"meaning|equivalent to|equal to)\b|[=(]",
    re.IGNORECASE,
)
_OTHER_BASE = re.compile(r"\b(?:than|as \w+ as|over|against|versus|vs)\b", re.IGNORECASE)
_WITHIN = re.compile(r"\bwithin (?:about |some )?$", re.IGNORECASE)


@check(CODE, version=8, severity="high", since="0.1.0")
def ratio_against_percent(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor and a percentage of one comparison can both be true in one reading of the percentage.

    Why:
        "2x faster" in the headline and "30 % less time" in the text are one result in two notations, and the second
        gives 1.43.

    Flags:
        A factor and a percentage of the same workload, task, metric, machine and baseline, where neither reading
        (speed up by X, time down by X) of the percentage meets the factor. Low where neither says what it measures:
        one may be of bits and the other of time.

    Passes:
        2x beside 50 % less time or 100 % more throughput; 1.4x beside 28 % less time.

    Does not judge:
        Statements without a baseline (skipped); statements whose conditions differ; "up to"; two figures of one
        sentence that does not tell the one again in the other notation ("twice as dear an hour, yet the job costs 7 %
        less"); figures that two values of their own lines give, each its own.
    """
    pairs: dict[tuple[str, ...], list[Comparison]] = defaultdict(list)
    for comparison in corpus.comparisons:
        pairs[comparison.key[:-1]].append(comparison)
    for key, members in sorted(pairs.items()):
        ratios, percents = (_claims(members, kind) for kind in ("ratio", "percent_change"))
        if ratios and percents:
            yield from _check(key, ratios, percents, corpus)


def _claims(members: list[Comparison], kind: str) -> list[Claim]:
    claims = [claim for comparison in members for claim in comparison.claims]
    return [
        claim
        for claim in claims
        if claim.figure.kind == kind and claim.figure.qualifier != "up_to" and not _tolerance(claim)
    ]


def _tolerance(claim: Claim) -> bool:
    """Whether a percentage says how far two may differ: "within 5 % of each other"."""
    return bool(_WITHIN.search(claim.before))


def _check(
    key: tuple[str, ...], ratios: list[Claim], percents: list[Claim], corpus: Corpus
) -> Iterator[Finding | Skip]:
    kinds = [Ratios(some) for some in by(ratios, lambda ratio: (ratio.subject, ratio.baseline)).values()]
    for percent in percents:
        alike = [some for some in kinds if not differences(some.first, percent, corpus.vocabulary)]
        if not percent.baseline.name:
            yield Skip(CODE, key, "not comparable, because the claims name no baseline")
        elif any(_of_two(some.first, percent) for some in alike):
            yield Skip(CODE, key, "not comparable, because their sentence says two things")
        elif alike and all(some.printed.contradict(read) for some in alike for read in _readings(percent).values()):
            yield _finding(key, alike[0].first, percent)


def _of_two(ratio: Claim, percent: Claim) -> bool:
    """Whether one sentence says two things: "twice as dear an hour, yet the job is 7 % less" tells nothing again."""
    if (ratio.document_id, ratio.context_start) != (percent.document_id, percent.context_start):
        return False
    first, second = sorted((ratio, percent), key=lambda one: one.figure.start)
    between = first.context[first.at[1] : second.at[0]]
    return not _AGAIN.search(between) or bool(_OTHER_BASE.search(between) and _OTHER_BASE.search(second.behind))


class Ratios:
    """Factors of the same two sides, read once for all the percentages that are held against them."""

    def __init__(self, ratios: list[Claim]) -> None:
        self.first = ratios[0]
        # "Half the energy" is a factor of 2, as "50% less" is.
        self.printed = Printed([up(one) for ratio in ratios for one in by_part(ratio) or [ratio.figure.readings]])


def _of_one_thing(ratio: Claim, percent: Claim) -> bool:
    """Whether one of the two says what it measures: fewer bits and more time are told by no metric."""
    return ratio.metric not in UNSAID or percent.metric not in UNSAID


def _readings(percent: Claim) -> dict[str, Readings]:
    return percent_factors(percent.figure.readings)


def _finding(key: tuple[str, ...], ratio: Claim, percent: Claim) -> Finding:
    read = _readings(percent)
    gap = min(ratio.figure.interval.distance(reading.rounded) for reading in read.values())
    level = severity.of_gap(gap) if _of_one_thing(ratio, percent) else "low"
    means = " or ".join(f"{reading.rounded} (read as {name})" for name, reading in read.items())
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level,
        message=f"{topic(ratio)}, {side(ratio.subject)} over {side(ratio.baseline)}: {said(ratio.figure)} "
        f"({where(ratio)}) against {said(percent.figure)} ({where(percent)})",
        arithmetic=f"{said(percent.figure)} is a factor of {means}; {said(ratio.figure)} allows "
        f"{ratio.figure.interval}: none meets it, a gap of {gap * 100:.0f} %.",
        comparison=key,
        evidence=(Evidence.of(ratio), Evidence.of(percent)),
        likely_wrong_why="as many statements say one as the other",
    )
