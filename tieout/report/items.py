"""Findings -> items: what a reader needs to believe each or not, from documents, captures and drawings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from checks.lib.findings.words import PLACES
from schemas.document import Document
from schemas.finding import Evidence, Finding
from schemas.statement import Claim, Measurement, Parsed
from tieout.axis import Span, axis
from tieout.capture import Capture
from tieout.decisions.model import MAX_CONTEXT
from tieout.evidence import Pictures, passage, table_row
from tieout.history import Seen
from tieout.report.charts import drawn_charts
from tieout.report.differences import differences
from tieout.report.excerpts import excerpt, shared_tables, table_of
from tieout.report.links import links
from tieout.report.prints import prints
from tieout.report.view import Item, Quote

VERDICTS = {
    "consistent": "agree",
    "consistent_truncated": "agree only if cut off",
    "consistent_1ulp": "agree within one unit of the last digit",
    "compatible_not_implied": "compatible, not implied",
    "inconsistent": "cannot both be true",
    "not_comparable": "not comparable",
    "unchecked": "not checked",
}


@dataclass(frozen=True, slots=True)
class Around:
    """What findings are looked up in, each by its id; `was` are earlier quotes by fingerprint."""

    documents: Mapping[str, Document]
    statements: Mapping[str, Claim | Measurement]
    captures: Mapping[str, Capture]
    drawn: Pictures
    was: Mapping[str, tuple[str, ...]]


def around(
    parsed: Iterable[Parsed], captures: Mapping[str, Capture], drawn: Pictures, was: Mapping[str, tuple[str, ...]]
) -> Around:
    """Everything to look up, indexed."""
    documents: dict[str, Document] = {}
    statements: dict[str, Claim | Measurement] = {}
    for one in parsed:
        documents[one.document.document_id] = one.document
        statements |= {claim.statement_id: claim for claim in one.claims}
        statements |= {row.statement_id: row for row in one.measurements}
    return Around(documents, statements, captures, drawn, was)


def item(finding: Finding, seen: Seen, known: Around) -> Item:
    """A finding with all that is shown of it."""
    tables = shared_tables(finding.evidence)
    apart = [one for one in finding.evidence if table_of(one) not in tables]

    def of(role: str) -> tuple[Quote, ...]:
        return tuple(_quote(one, finding, known) for one in apart if one.role == role)

    cells = [[one for one in finding.evidence if table_of(one) == key] for key in tables]
    excerpts = [excerpt(some, finding, known.documents, known.captures) for some in cells]
    return Item(
        _clipped(finding),
        VERDICTS.get(finding.verdict, finding.verdict),
        seen,
        tuple(one for one in excerpts if one),
        of("disputed"),
        of("supporting"),
        of("context"),
        axis(_spans(finding, apart, known.statements)),
        prints(finding, known.drawn, known.captures),
        drawn_charts(finding, known.documents),
        differences(finding, known.statements),
        known.was.get(finding.fingerprint, ()) if seen.state == "updated" else (),
    )


def _clipped(finding: Finding) -> Finding:
    """A context without end is kept as far as decisions look at it."""
    short = tuple(replace(one, context=one.context[:MAX_CONTEXT]) for one in finding.evidence)
    return replace(finding, evidence=short)


def likely_wrong(one: Evidence, finding: Finding) -> bool:
    """Whether a piece of evidence is what the finding blames."""
    return bool(one.statement_id) and one.statement_id == finding.likely_wrong


def _spans(finding: Finding, evidence: Sequence[Evidence], statements: Mapping[str, Claim | Measurement]) -> list[Span]:
    """The intervals that share a scale: those of the kind, unit and metric that most of the disputed evidence has."""
    scales = {one: _scale(one, statements) for one in evidence}
    disputed = Counter(scales[one] for one in evidence if one.role == "disputed")
    if not disputed:
        return []
    scale = max(disputed, key=lambda one: (disputed[one], one))
    return [_span(one, finding) for one in evidence if scales[one] == scale]


def _span(one: Evidence, finding: Finding) -> Span:
    wrong = likely_wrong(one, finding)
    return Span(one.quote, one.document, one.lower, one.upper, one.interval, one.role == "disputed", wrong)


def _scale(one: Evidence, statements: Mapping[str, Claim | Measurement]) -> tuple[str, str]:
    statement = statements.get(one.statement_id)
    if statement is None or statement.figure is None:
        return ("", "")
    return (statement.figure.kind, statement.figure.unit)


def _quote(one: Evidence, finding: Finding, known: Around) -> Quote:
    document, statement = known.documents.get(one.document_id), known.statements.get(one.statement_id)
    row = table_row(document, one) if document else None
    words = passage(document, one) if document and not row else None
    return Quote(
        one.quote,
        one.document,
        _where(one, statement),
        _about(statement),
        one.role,
        likely_wrong(one, finding),
        one.interval,
        links(one, document, words, known.captures.get(one.document_id)),
        words,
        row,
    )


def _where(one: Evidence, statement: Claim | Measurement | None) -> str:
    parts = [f"page {one.box.page}"] if one.box else []
    if one.table:
        parts.append(f"table {one.table}, row {one.row}, {one.column or 'first column'}")
    elif isinstance(statement, Claim):
        parts.append(PLACES.get(statement.place, statement.place))
    return ", ".join(parts) or f"at character {one.start}"


def _about(statement: Claim | Measurement | None) -> str:
    if statement is None:
        return ""
    sides = [statement.subject.name or statement.subject.raw]
    if isinstance(statement, Claim):
        sides.append(statement.baseline.name or statement.baseline.raw)
    named = " against ".join(side for side in sides if side)
    parts = (statement.workload or statement.workload_raw, statement.task, statement.metric.replace("_", " "), named)
    return " · ".join(part for part in parts if part)
