"""Same comparison, different factor."""

from collections.abc import Iterator
from decimal import Decimal

from checks.lib import absolutes, severity
from checks.lib.adjudicate import Ruling, majority, rule
from checks.lib.alike import differences
from checks.lib.words import said, side, topic, where
from checks.registry import check
from schemas.comparison import Comparison, Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import judge
from schemas.statement import Claim

CODE = "same-comparison"


@check(CODE, version=1, severity="high", since="0.1.0")
def same_comparison(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Statements of one comparison allow a common factor.

    Why:
        One experiment has one outcome. A chart's title, its bar label and the text beside it are often written by
        different hands, and a digit typed wrong in one of them is repeated by whoever quotes it.

    Flags:
        Factors for one workload, task, metric, variant, machine and baseline whose intervals do not meet, read as
        rounded, as cut off, or as one unit of the last digit off.

    Passes:
        "over 13x" beside 13.6x; 13x beside 13.6x (cut off); 17x beside "less than 3 hours" and "48 hours".

    Does not judge:
        Claims that name no baseline; claims whose batch size, precision, sequence length, machine or count both
        sides state and state differently (skipped, with what differs); "up to" against a single lower value.
    """
    for comparison in corpus.comparisons:
        if len(comparison.claims) > 1:
            yield from _compare(comparison, corpus)


def _compare(comparison: Comparison, corpus: Corpus) -> Iterator[Finding | Skip]:
    agreeing, rest = majority(comparison.claims)
    odd = [claim for claim in rest if all(_apart(claim, other) for other in agreeing)]
    if not odd:
        return
    if not agreeing[0].baseline.name:
        yield Skip(CODE, comparison.key, "not comparable, because the claims name no baseline")
        return
    unlike = {claim: _unlike(claim, agreeing, corpus) for claim in odd}
    for reason in sorted({reason for reason in unlike.values() if reason}):
        yield Skip(CODE, comparison.key, f"not comparable, because {reason}")
    odd = [claim for claim in odd if not unlike[claim]]
    if odd:
        yield _finding(comparison, agreeing, odd, corpus)


def _apart(left: Claim, right: Claim) -> bool:
    return judge(left.figure.readings, right.figure.readings) == "inconsistent"


def _unlike(claim: Claim, agreeing: list[Claim], corpus: Corpus) -> str:
    """What keeps a claim from every one of the others; "" when it may be held against at least one."""
    found = [differences(claim, other, corpus.vocabulary) for other in agreeing]
    return "" if not all(found) else "; ".join(found[0])


def _finding(comparison: Comparison, agreeing: list[Claim], odd: list[Claim], corpus: Corpus) -> Finding:
    values = _values(agreeing[0], corpus)
    pairs = list(absolutes.quotients(agreeing[0], values, corpus.vocabulary))
    ruling = rule(agreeing, odd, pairs, corpus.vocabulary)
    used = [value for value in values if any(value in (pair.subject, pair.baseline) for pair in pairs)]
    gap = max(claim.figure.interval.distance(other.figure.interval) for claim in odd for other in agreeing)
    flipped = any((claim.figure.value > 1) != (agreeing[0].figure.value > 1) for claim in odd)
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity=severity.of_gap(gap, flipped=flipped and agreeing[0].figure.kind == "ratio"),
        message=_message(agreeing, odd),
        arithmetic=_arithmetic(agreeing, odd, gap, ruling),
        comparison=comparison.key,
        evidence=_evidence(agreeing, odd, used),
        likely_wrong=ruling.wrong.statement_id if ruling.wrong else "",
        likely_wrong_why=ruling.why,
    )


def _values(claim: Claim, corpus: Corpus) -> list[Claim]:
    """Printed values about the same thing, in any document."""
    alike = {"time_to_train", "time_to_result"} if claim.metric.startswith("time_to_") else {claim.metric}
    return [
        value
        for value in corpus.claims
        if value.figure.kind in absolutes.VALUES
        and value.workload == claim.workload
        and value.metric in alike
        and value.variant == claim.variant
        and (not value.task or not claim.task or value.task == claim.task)
    ]


def _message(agreeing: list[Claim], odd: list[Claim]) -> str:
    first = odd[0]
    against = f"{side(first.subject) or 'the subject'} over {side(first.baseline)}"
    return f"{topic(first)}, {against}: {_list(agreeing)} against {_list(odd)}"


def _list(claims: list[Claim]) -> str:
    """Each figure with the places that say it: 17x (chart title, text)."""
    places: dict[str, list[str]] = {}
    for claim in claims:
        places.setdefault(said(claim.figure), []).append(where(claim))
    return ", ".join(f"{figure} ({', '.join(dict.fromkeys(where_))})" for figure, where_ in places.items())


def _arithmetic(agreeing: list[Claim], odd: list[Claim], gap: Decimal, ruling: Ruling) -> str:
    intervals = dict.fromkeys(f"{said(claim.figure)} allows {claim.figure.interval}" for claim in (*agreeing, *odd))
    sums = "".join(f" {text}." for text in ruling.sums)
    return f"{'; '.join(intervals)}: they do not meet, a gap of {gap * 100:.0f} %.{sums}"


def _evidence(agreeing: list[Claim], odd: list[Claim], values: list[Claim]) -> tuple[Evidence, ...]:
    near = next((claim for claim in agreeing if claim.chart and claim.chart == odd[0].chart), agreeing[0])
    disputed = [Evidence.of(claim) for claim in (near, *odd)]
    supporting = [Evidence.of(claim, "supporting") for claim in (*agreeing, *values) if claim is not near]
    return (*disputed, *supporting)
