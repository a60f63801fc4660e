"""A bar's label against the length that it is drawn."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, said, side, topic, where
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Chart, Document
from schemas.finding import Evidence, Finding, Role, Skip
from schemas.interval import Interval
from schemas.statement import Claim

CODE = "drawn-length"
DRAWN = Decimal("0.02")  # line widths and anti-aliasing of a drawn bar


@check(CODE, version=3, severity="high", since="0.1.0")
def drawn_length(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A bar is drawn as many times as long as its baseline's bar as its label says.

    Why:
        Bars are drawn by a program from the values; labels and titles are typed. Where they part, the bar is the
        witness of what was measured.

    Flags:
        A factor at a bar, or in the title of the chart, that a drawn ratio misses by more than two percent beyond
        what its print allows. The title of a chart with one bar beside its baseline is of that bar
        by whatever name.

    Passes:
        A label that rounds the drawn ratio; a bound ("over 60x") that it satisfies.

    Does not judge:
        Text without drawings; charts whose axis does not begin at zero, or where most bars are not drawn as labelled:
        logarithmic axes without ticks (skipped).
    """
    for parsed in corpus.parsed:
        charts = {chart.name: chart for chart in parsed.document.charts}
        drawn = [one for one in parsed.claims if one.drawn_ratio and one.figure.kind == "ratio" and one.chart in charts]
        for name, claims in by(drawn, lambda one: one.chart).items():
            yield from _of_chart(claims, charts[name], parsed.document, parsed.claims)


def _of_chart(
    drawn: Sequence[Claim], chart: Chart, document: Document, claims: Sequence[Claim]
) -> Iterator[Finding | Skip]:
    if not _from_zero(chart, document):
        yield Skip(CODE, (document.name, chart.name), "not applicable, because the axis does not begin at zero")
        return
    odd = [one for one in drawn if not one.figure.readings.widened.meets(_measured(one))]
    if len(odd) > 1 and 2 * len(odd) > len(drawn):
        yield Skip(CODE, (document.name, chart.name), "not applicable, because most bars are no measure of it")
        return
    lone = [one for one in drawn if one.figure.value != 1]
    for claim in drawn:
        titles = _titles(claim, claims) if lone == [claim] else []
        yield from _check(claim, claims, titles)


def _titles(claim: Claim, claims: Sequence[Claim]) -> list[Claim]:
    """The factors in the titles of a chart with one bar beside its baseline: they can be of no other, however named."""
    return [
        one
        for one in claims
        if one.chart == claim.chart and one.place == "chart_title" and one.figure.kind == "ratio"
        if one.figure.value != 1 and one.metric == claim.metric and one.workload == claim.workload
    ]


def _measured(claim: Claim) -> Interval:
    """What the drawing of a bar allows its label to say."""
    drawn = Decimal(str(claim.drawn_ratio or 0))
    return Interval(drawn * (1 - DRAWN), drawn * (1 + DRAWN))


def _check(claim: Claim, claims: Sequence[Claim], titles: Sequence[Claim]) -> Iterator[Finding]:
    measured = _measured(claim)
    same = [one for one in claims if _is_of(one, claim)]
    same += [one for one in titles if one not in same]
    odd = [one for one in same if not one.figure.readings.widened.meets(measured)]
    if odd:
        yield _finding(claim, Decimal(str(claim.drawn_ratio or 0)), measured, same, odd)


def _is_of(one: Claim, claim: Claim) -> bool:
    """Whether a factor on the same chart is that of this bar: of the same two machines and the same work."""
    if one.chart != claim.chart or one.metric != claim.metric or one.figure.kind != "ratio":
        return False
    sides = (one.subject.name, one.baseline.name) == (claim.subject.name, claim.baseline.name)
    return sides and (one.workload, one.variant) == (claim.workload, claim.variant)


def _role(one: Claim, claim: Claim, odd: Sequence[Claim]) -> Role:
    """A title that prints another factor disputes the label, where no other check can hold the two by their names."""
    against = one.place == "chart_title" and not _is_of(one, claim)
    against = against and not any(one.figure.interval.meets(each.figure.interval) for each in odd)
    return "disputed" if against else "supporting"


def _from_zero(chart: Chart, document: Document) -> bool:
    ticks = [document.text[part.start : part.end].split() for part in chart.of("tick")]
    first = [words[0] for words in ticks if words]
    return not first or any(word.strip("%$").replace(".", "").strip("0") == "" for word in (*first, *_lasts(ticks)))


def _lasts(ticks: list[list[str]]) -> list[str]:
    return [words[-1] for words in ticks if words]


def _finding(claim: Claim, drawn: Decimal, measured: Interval, same: Sequence[Claim], odd: Sequence[Claim]) -> Finding:
    gap = max(one.figure.interval.distance(measured) for one in odd)
    rest = [one for one in same if one not in odd]
    agree = f"; the {where(rest[0])} says {said(rest[0].figure)}, as drawn" if rest else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{topic(claim)} of {side(claim.subject)} over {side(claim.baseline)}: the {where(odd[0])} says "
        f"{said(odd[0].figure)}, but the bar is drawn {drawn:f} times as long as the baseline's{agree}",
        arithmetic=f"{said(odd[0].figure)} allows {odd[0].figure.interval}; drawn {drawn:f} allows {measured}: "
        f"{apart(gap)}.",
        comparison=(claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name),
        evidence=(
            *(Evidence.of(one) for one in odd),
            *(Evidence.of(one, _role(one, claim, odd)) for one in dict.fromkeys((claim, *rest)) if one not in odd),
        ),
        likely_wrong=odd[0].statement_id if rest else "",
        likely_wrong_why=f"the {where(odd[0])}: bar and {where(rest[0])} agree" if rest else "bar or label, not told",
    )
