"""A chart drawn again from what was read of it: whether label, title and length of a bar agree is seen at a glance."""

from collections.abc import Mapping

from schemas.document import Bar, Chart, Document
from schemas.finding import Evidence, Finding
from tieout.report.view import DrawnBar, DrawnChart

MAX_BARS = 16


def drawn_charts(finding: Finding, documents: Mapping[str, Document]) -> tuple[DrawnChart, ...]:
    """The charts that a finding's evidence stands on, as far as their bars were read."""
    charts: dict[tuple[str, str], DrawnChart] = {}
    for one in finding.evidence:
        document = documents.get(one.document_id)
        for chart in document.charts if document else ():
            if document and chart.start <= one.start < chart.end and 1 < len(chart.bars) <= MAX_BARS:
                charts.setdefault((one.document_id, chart.name), _drawn(chart, document, finding))
    return tuple(charts.values())


def _drawn(chart: Chart, document: Document, finding: Finding) -> DrawnChart:
    lengths = [bar.length for bar in chart.bars]
    longest, shortest = max(lengths), min(lengths)
    headline, why = "", ""
    if heads := chart.of("headline"):
        headline = _printed(document, heads[0].start, heads[0].end)
        why = _why(heads[0].start, heads[0].end, document, finding)
    bars = tuple(
        DrawnBar(
            " ".join(bar.category.split()),
            *_label(bar, chart, document, finding),
            round(bar.length / longest, 4) if longest else 0.0,
            round(bar.length / shortest, 2) if shortest else 0.0,
        )
        for bar in chart.bars
    )
    title = " ".join(_printed(document, part.start, part.end) for part in chart.of("title")[:1])
    return DrawnChart(document.name, chart.page, headline, why, title, bars)


def _label(bar: Bar, chart: Chart, document: Document, finding: Finding) -> tuple[str, str]:
    for part in chart.parts:
        if part.role == "label" and part.bar == bar:
            return _printed(document, part.start, part.end), _why(part.start, part.end, document, finding)
    return "", ""


def _why(start: int, end: int, document: Document, finding: Finding) -> str:
    quoted = [one for one in finding.evidence if _within(one, start, end, document)]
    wrong = any(one.statement_id and one.statement_id == finding.likely_wrong for one in quoted)
    return "wrong" if wrong else quoted[0].role if quoted else ""


def _within(one: Evidence, start: int, end: int, document: Document) -> bool:
    return one.document_id == document.document_id and start <= one.start and one.end <= end


def _printed(document: Document, start: int, end: int) -> str:
    return " ".join(document.text[start:end].split())
