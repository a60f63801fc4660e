"""A bar's label against the length that it is drawn."""

from collections.abc import Iterator
from decimal import Decimal

from checks.lib import severity
from checks.lib.words import apart, said, side, topic, where
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Chart, Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval
from schemas.statement import Claim

CODE = "drawn-length"
DRAWN = Decimal("0.02")  # line widths and anti-aliasing of a drawn bar


@check(CODE, version=1, severity="high", since="0.1.0")
def drawn_length(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A bar is drawn as many times as long as its baseline's bar as its label says.

    Why:
        Bars are drawn by a program from the values; labels and titles are typed. Where they part, the bar is the
        witness of what was measured.

    Flags:
        A factor at a bar, or in the title of the chart, that a drawn ratio misses by more than two percent beyond
        what its print allows.

    Passes:
        A label that rounds the drawn ratio; a bound ("over 60x") that it satisfies.

    Does not judge:
        Text without drawings; charts whose axis does not begin at zero (skipped).
    """
    for parsed in corpus.parsed:
        charts = {chart.name: chart for chart in parsed.document.charts}
        for claim in parsed.claims:
            if claim.drawn_ratio and claim.figure.kind == "ratio" and claim.chart in charts:
                yield from _check(claim, charts[claim.chart], parsed.document, parsed.claims)


def _check(claim: Claim, chart: Chart, document: Document, claims: tuple[Claim, ...]) -> Iterator[Finding | Skip]:
    if not _from_zero(chart, document):
        yield Skip(CODE, (claim.document, claim.chart), "not applicable, because the axis does not begin at zero")
        return
    drawn = Decimal(str(claim.drawn_ratio or 0))
    measured = Interval(drawn * (1 - DRAWN), drawn * (1 + DRAWN))
    same = [
        one for one in claims if one.chart == claim.chart and one.metric == claim.metric and one.figure.kind == "ratio"
    ]
    odd = [one for one in same if not one.figure.readings.widened.meets(measured)]
    if odd:
        yield _finding(claim, drawn, measured, same, odd)


def _from_zero(chart: Chart, document: Document) -> bool:
    ticks = [document.text[part.start : part.end].split() for part in chart.of("tick")]
    first = [words[0] for words in ticks if words]
    return not first or any(word.strip("%$").replace(".", "").strip("0") == "" for word in (*first, *_lasts(ticks)))


def _lasts(ticks: list[list[str]]) -> list[str]:
    return [words[-1] for words in ticks if words]


def _finding(claim: Claim, drawn: Decimal, measured: Interval, same: list[Claim], odd: list[Claim]) -> Finding:
    gap = max(one.figure.interval.distance(measured) for one in odd)
    rest = [one for one in same if one not in odd]
    agree = f"; the {where(rest[0])} says {said(rest[0].figure)}, as drawn" if rest else ""
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{topic(claim)} of {side(claim.subject)} over {side(claim.baseline)}: the {where(odd[0])} says "
        f"{said(odd[0].figure)}, but the bar is drawn {drawn:f} times as long as the baseline's{agree}",
        arithmetic=f"{said(odd[0].figure)} allows {odd[0].figure.interval}; drawn {drawn:f} allows {measured}: "
        f"{apart(gap)}.",
        comparison=(claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name),
        evidence=(
            *(Evidence.of(one) for one in odd),
            *(Evidence.of(one, "supporting") for one in dict.fromkeys((claim, *rest)) if one not in odd),
        ),
        likely_wrong=odd[0].statement_id if rest else "",
        likely_wrong_why=f"the {where(odd[0])}: bar and {where(rest[0])} agree" if rest else "bar or label, not told",
    )
