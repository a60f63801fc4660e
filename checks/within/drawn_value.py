"""Bars of one chart against each other: the one whose label is not where it is drawn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.statements.passages import part
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Bar, Chart, Document, Part
from schemas.finding import Evidence, Finding, Role, Skip
from schemas.interval import Interval, readings, ulp
from schemas.statement import Claim, Parsed

CODE = "drawn-value"
SLACK = Decimal("0.03")  # of the value: line widths, rounded corners, labels that were rounded twice
BESIDE_AXIS = 2  # other bars that are drawn as labelled, where the ticks of an axis say how
BY_LENGTH = 3  # where only the lengths of the others do
SHOWN = 3  # bars that bear a finding out
_LABEL = re.compile(r"[~≈]?\s?[$€£]?(?P<n>\d[\d,]*(?:\.\d+)?)\s?(?P<by>[kKMGBT](?![A-Za-z]))?\s?(?P<unit>[^\d|]{0,24})")
_TIMES = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "B": 9, "T": 12}


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A labelled bar: what the label allows, and the value that the bar shows or its length."""

    part: Part
    bar: Bar
    unit: str
    said: Interval

    @property
    def shown(self) -> Decimal:
        """The value that the axis gives it, else its length in points."""
        return Decimal(str(self.bar.length if self.bar.value is None else self.bar.value))


@check(CODE, version=1, severity="high", since="0.1.0")
def drawn_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Every bar of a chart is drawn as long as its label says, measured by its axis or by the other bars.

    Why:
        A bar that is typed over in a drawing program keeps its length. The other bars of the chart say how long it
        ought to be, whether or not it is known what they show.

    Flags:
        A label that lies more than three percent beside its bar, where all others of the chart (two by an axis with
        ticks, three by their lengths) are drawn as labelled.

    Passes:
        Labels within the width of a line and their own rounding; logarithmic axes, whose ticks are read as such.

    Does not judge:
        Charts where fewer than two thirds of the bars are drawn as labelled: cut or logarithmic axes without ticks,
        labels of something else (skipped); bars of unlike units; text without drawings. A factor whose baseline's bar
        is known is judged by the check drawn-length.
    """
    for parsed in corpus.parsed:
        for chart in parsed.document.charts:
            yield from _check(parsed, chart)


def _check(parsed: Parsed, chart: Chart) -> Iterator[Finding | Skip]:
    every = [one for part in chart.of("label") if (one := _read(parsed.document, part))]
    by_axis = bool(every) and all(one.bar.value is not None for one in every)
    enough = BESIDE_AXIS if by_axis else BY_LENGTH
    if len(every) <= enough or len({one.unit for one in every}) > 1:
        return
    scale = Decimal(1) if by_axis else _scale(every)
    odd = [one for one in every if not _allowed(one, scale).meets(one.said)]
    fine = [one for one in every if one not in odd]
    if odd and (len(fine) < enough or 3 * len(odd) > len(every)):
        yield Skip(CODE, (parsed.document.name, chart.name), "not applicable, because most bars are no measure of it")
        return
    claims = {one.figure.start: one for one in parsed.claims if one.chart == chart.name}
    for one in odd:
        if not any(claim.drawn_ratio for claim in _claims(one, claims)):
            yield _finding(parsed.document, chart, one, fine, scale, claims, by_axis=by_axis)


def _read(document: Document, label: Part) -> _Drawn | None:
    match = _LABEL.fullmatch(" ".join(document.text[label.start : label.end].split()))
    if match is None or label.bar is None or label.bar.length <= 0:
        return None
    digits = match["n"].replace(",", "")
    times = Decimal(1).scaleb(_TIMES[match["by"] or ""])
    allowed = readings(Decimal(digits), ulp(digits), "exact").scaled(times)
    return _Drawn(label, label.bar, match["unit"].strip().lower(), allowed.widened) if Decimal(digits) else None


def _scale(every: Sequence[_Drawn]) -> Decimal:
    """Value a point: that of the middle bar, which is drawn as labelled where most are."""
    each = sorted((one.said.lower + one.said.upper) / 2 / one.shown for one in every)
    return each[len(each) // 2]


def _allowed(one: _Drawn, scale: Decimal) -> Interval:
    """What a bar shows, with the width of a line at its end."""
    shown = one.shown * scale
    line = scale if one.bar.value is None else Decimal(str(max((one.bar.value_upper or 0) - (one.bar.value or 0), 0)))
    slack = abs(shown) * SLACK + line
    return Interval(shown - slack, shown + slack)


def _claims(one: _Drawn, claims: dict[int, Claim]) -> list[Claim]:
    return [claim for start, claim in claims.items() if one.part.start <= start < one.part.end]


def _evidence(document: Document, one: _Drawn, claims: dict[int, Claim], *, disputed: bool) -> Evidence:
    found = _claims(one, claims)
    role: Role = "disputed" if disputed else "supporting"
    return Evidence.of(found[0], role) if found else part(document, one.part, role)


def _finding(
    document: Document,
    chart: Chart,
    one: _Drawn,
    fine: Sequence[_Drawn],
    scale: Decimal,
    claims: dict[int, Claim],
    *,
    by_axis: bool,
) -> Finding:
    allowed = _allowed(one, scale)
    quote = document.text[one.part.start : one.part.end]
    mine = _claims(one, claims)
    how = "on the axis" if by_axis else "by the length of the other bars"
    name = one.bar.category or "no name"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(allowed.distance(one.said)),
        message=f"the bar of {name} is labelled {quote} and drawn at {one.shown * scale:.4g} {how}; the other "
        f"{len(fine)} bars of the chart are drawn as labelled",
        arithmetic=f"{quote} allows {one.said}; drawn {one.shown * scale:.4g} allows {allowed}: they do not meet.",
        comparison=(document.name, chart.name, one.bar.category),
        evidence=(
            _evidence(document, one, claims, disputed=True),
            *(_evidence(document, other, claims, disputed=False) for other in fine[:SHOWN]),
        ),
        likely_wrong=mine[0].statement_id if mine else "",
        likely_wrong_why=f"the label, or how its bar is drawn: {len(fine)} other bars agree with their labels",
    )
