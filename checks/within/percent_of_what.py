"""Percent improvements that do not say of what: of the time or of the rate."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.absolutes import VALUES
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.statement import Claim, Parsed

CODE = "percent-of-what"
_CARRIED = re.compile(
    r"\b(?:another|(?:a\s+)?further|(?:an\s+)?additional|same)\s*$", re.IGNORECASE
)  # the metric stands before
LEAST = 12  # below, both readings round to about the same factor
NEAR = 48  # characters behind a figure in which its noun is told more closely: "improvement in training time"
CENTS = Decimal("0.01")
MOST = 100  # nothing takes less than no time: only a rate is meant
_IMPROVED = re.compile(
    r"\s*(?:performance\s+|perf\s+)?(?:improvement|gain|boost|uplift|increase in performance|better|advantage)s?\b|"
    r"\s+(?:performance|speed)\s+(?:improvement|gain|boost|increase)s?\b",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\b(?:throughput|latency|time|times|rate|accuracy|memory|energy|power|cost|price|fast\w*|slow\w*|quick\w*|speed\w*|"
    r"per second|/s|efficien\w+|bandwidth|score|size|usage|utili[sz]ation|reduc\w+|less|lower|fewer|shorter|qps|fps)\b",
    re.IGNORECASE,
)


@check(CODE, version=2, severity="low", since="0.1.0")
def percent_of_what(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A percentage by which something improved says what it is a share of: of the time, or of the rate.

    Why:
        37 % less time is 1.59 times the speed; 37 % more items a second is 1.37 times. "A 37 % improvement" is either,
        and whoever repeats it will choose the larger.

    Flags:
        "A 37 % improvement", gain or boost, from 12 to 100 percent, of a known workload or system, with no metric
        named before it or close behind; all of a document are one finding.

    Passes:
        A sentence that says throughput, time, latency, "faster" or any other measure; "another 40 %", which goes on
        from a sentence before; a percentage behind a value with its unit in the same paragraph, which it is of; smaller
        percentages, of which both readings come to the same.

    Does not judge:
        Which reading is meant; percentages without a known workload or system (skipped).
    """
    for parsed in corpus.parsed:
        found: list[Claim] = []
        for claim in parsed.claims:
            if not _unsaid(claim) or _of_value(claim, parsed):
                continue
            if claim.workload or claim.subject.name:
                found.append(claim)
            else:
                yield Skip(CODE, (claim.document, claim.quote), "not applicable, because no workload is named")
        if found:
            yield _finding(found)


def _unsaid(claim: Claim) -> bool:
    at = claim.at[1]
    behind, near = claim.context[at:], claim.context[: at + NEAR]
    return (
        claim.figure.kind == "percent_change"
        and not claim.chart
        and claim.metric in ("", "performance")
        and LEAST <= claim.figure.value < MOST
        and bool(_IMPROVED.match(behind))
        and not _OF.search(near)
        and not _CARRIED.search(claim.before)
    )


def _of_value(claim: Claim, parsed: Parsed) -> bool:
    """Whether a value stands before a percentage in its paragraph: "1.68M tpmC. This is a 40% improvement"."""
    ends = [
        one.figure.end for one in parsed.claims if one.figure.kind in VALUES and one.figure.end <= claim.figure.start
    ]
    return bool(ends) and "\n" not in parsed.document.text[max(ends) : claim.figure.start].strip()


def _finding(claims: list[Claim]) -> Finding:
    told = listed((f"{topic(claim)} {said(claim.figure)}" for claim in claims), most=4)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"of what a percentage is, time or rate, is not said: {told}",
        arithmetic=f"{'; '.join(dict.fromkeys(map(_readings, claims)))}.",
        comparison=(claims[0].document, *sorted({topic(claim) for claim in claims})),
        evidence=tuple(Evidence.of(claim) for claim in claims),
        likely_wrong_why="nothing is wrong as printed; the metric is missing",
    )


def _readings(claim: Claim) -> str:
    share = claim.figure.value / 100
    less, more = 1 / (1 - share), 1 + share
    printed = said(claim.figure)
    return f"{printed} less time is {short(less.quantize(CENTS))}x, {printed} more a second {short(more)}x"
