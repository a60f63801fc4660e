"""Findings -> report.html: one self-contained page that needs no network and runs nothing but its own script.

This file turns values into what a reader sees (`View` and below); templates/ lays it out. All text of documents is
hostile: it is escaped by the template engine, control and direction marks are made visible, and the page's
content policy allows the two inline blocks by their hash and nothing else.
"""

import base64
import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from checks.lib.words import PLACES
from schemas.document import Document
from schemas.finding import Evidence, Finding, Severity
from schemas.statement import Claim, Measurement, Parsed
from tieout.axis import Axis, Span, axis
from tieout.capture import Capture
from tieout.evidence import Passage, Picture, Pictures, TableRow, passage, table_row
from tieout.history import SEVERITIES, Seen
from tieout.reconcile import rank
from tieout.rows import Failure, Tables

TEMPLATES = Path(__file__).parent / "templates"
MAX_REJECTED = 200  # rows shown; the table on disk has them all
VERDICTS = {
    "consistent": "agree",
    "consistent_truncated": "agree only if cut off",
    "consistent_1ulp": "agree within one unit of the last digit",
    "compatible_not_implied": "compatible, not implied",
    "inconsistent": "cannot both be true",
    "not_comparable": "not comparable",
    "unchecked": "not checked",
}

Statements = Mapping[str, Claim | Measurement]


@dataclass(frozen=True, slots=True)
class Run:
    """What a report is about: the run's id, tables, captures by document_id, and what failed."""

    run_id: str
    tables: Tables
    captures: Mapping[str, Capture]
    failures: Sequence[Failure]


@dataclass(frozen=True, slots=True)
class Quote:
    """A piece of evidence as shown: the figure, where it stands, and what is around it."""

    figure: str
    document: str
    where: str
    about: str
    likely_wrong: bool
    allows: str
    url: str
    passage: Passage | None
    row: TableRow | None
    picture: str  # data URI, "" when there is none
    picture_note: str


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a shown table: `marks` says of a column why it is marked (disputed, supporting, context or wrong)."""

    number: int
    cells: tuple[str, ...]
    marks: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The rows of one printed table that a finding is about, its figures marked.

    `same` holds header and cell of the columns that say the same in every row; `columns` are the others.
    """

    document: str
    table: str
    title: str
    same: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Item:
    """A finding as shown. What stands in an excerpt is not repeated among the quotes."""

    finding: Finding
    verdict: str
    seen: Seen
    excerpts: tuple[Excerpt, ...]
    disputed: tuple[Quote, ...]
    supporting: tuple[Quote, ...]
    context: tuple[Quote, ...]
    axis: Axis | None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings there are of a severity."""

    severity: Severity
    n: int


@dataclass(frozen=True, slots=True)
class View:
    """The whole page."""

    run: Run
    items: tuple[Item, ...]
    tallies: tuple[Tally, ...]
    captured: tuple[str, str]  # oldest and newest capture
    n_absent: int


def page(
    run: Run, parsed: Sequence[Parsed], findings: Iterable[Finding], seen: Mapping[str, Seen], drawn: Pictures
) -> str:
    """The report as HTML."""
    documents = {one.document.document_id: one.document for one in parsed}
    statements: dict[str, Claim | Measurement] = {}
    for one in parsed:
        statements |= {claim.statement_id: claim for claim in one.claims}
        statements |= {row.statement_id: row for row in one.measurements}
    around = _Around(documents, statements, run.captures, drawn)
    ranked = sorted(findings, key=rank)
    return _render(_view(run, tuple(_item(one, seen[one.finding_id], around) for one in ranked)))


@dataclass(frozen=True, slots=True)
class _Around:
    documents: Mapping[str, Document]
    statements: Statements
    captures: Mapping[str, Capture]
    drawn: Pictures


def _view(run: Run, items: tuple[Item, ...]) -> View:
    counts = Counter(item.finding.severity for item in items)
    times = sorted(one.captured_at for one in run.captures.values() if one.captured_at)
    absent = run.tables.findings.filter(run.tables.findings["state"] == "absent").height
    tallies = tuple(Tally(severity, counts[severity]) for severity in SEVERITIES)
    return View(run, items, tallies, (times[0], times[-1]) if times else ("", ""), absent)


def _item(finding: Finding, seen: Seen, around: _Around) -> Item:
    tables = _shared_tables(finding.evidence)
    apart = [item for item in finding.evidence if _table_of(item) not in tables]

    def of(role: str) -> tuple[Quote, ...]:
        return tuple(_quote(item, finding, around) for item in apart if item.role == role)

    excerpts = [_excerpt([one for one in finding.evidence if _table_of(one) == key], finding, around) for key in tables]
    return Item(
        finding,
        VERDICTS.get(finding.verdict, finding.verdict),
        seen,
        tuple(one for one in excerpts if one),
        of("disputed"),
        of("supporting"),
        of("context"),
        axis(_spans(finding, apart, around.statements)),
    )


def _shared_tables(evidence: Iterable[Evidence]) -> list[tuple[str, str]]:
    """Tables in which several disputed cells stand: they read better as rows under one header than one by one."""
    cells = Counter(_table_of(item) for item in evidence if item.table and item.row and item.role == "disputed")
    return [key for key, n in cells.items() if n > 1]


def _table_of(item: Evidence) -> tuple[str, str]:
    return (item.document_id, item.table)


def _excerpt(evidence: Sequence[Evidence], finding: Finding, around: _Around) -> Excerpt | None:
    document = around.documents.get(evidence[0].document_id)
    found = [(item, table_row(document, item)) for item in evidence] if document else []
    rows = [(item, row) for item, row in found if row]
    if not rows:
        return None
    first, capture = rows[0][1], around.captures.get(evidence[0].document_id)
    lines = {row.number: row.cells for _, row in rows}
    marks: dict[int, dict[int, str]] = {number: {} for number in lines}
    for item, row in rows:
        if row.marked is not None:
            marks[row.number][row.marked] = "wrong" if _likely_wrong(item, finding) else item.role
    varying = _varying(list(lines.values()), marks.values())
    same = tuple((first.columns[at], cell) for at, cell in enumerate(first.cells) if at not in varying and cell)
    shown = tuple(
        Line(number, tuple(lines[number][at] for at in varying), _moved(marks[number], varying))
        for number in sorted(lines)
    )
    columns = tuple(first.columns[at] for at in varying)
    url = capture.final_url if capture else ""
    return Excerpt(evidence[0].document, evidence[0].table, first.title, same, columns, shown, url)


def _varying(rows: Sequence[tuple[str, ...]], marks: Iterable[Mapping[int, str]]) -> list[int]:
    marked = {column for one in marks for column in one}
    return [at for at, cells in enumerate(zip(*rows, strict=True)) if at in marked or len(set(cells)) > 1]


def _moved(marks: Mapping[int, str], columns: Sequence[int]) -> dict[int, str]:
    return {columns.index(at): why for at, why in marks.items()}


def _likely_wrong(item: Evidence, finding: Finding) -> bool:
    return bool(item.statement_id) and item.statement_id == finding.likely_wrong


def _spans(finding: Finding, evidence: Sequence[Evidence], statements: Statements) -> list[Span]:
    """The intervals that share a scale: those of the kind, unit and metric that most of the disputed evidence has."""
    scales = {item: _scale(item, statements) for item in evidence}
    disputed = Counter(scales[item] for item in evidence if item.role == "disputed")
    if not disputed:
        return []
    scale = max(disputed, key=lambda one: (disputed[one], one))
    return [_span(item, finding) for item in evidence if scales[item] == scale]


def _span(item: Evidence, finding: Finding) -> Span:
    disputed = item.role == "disputed"
    wrong = _likely_wrong(item, finding)
    return Span(item.quote, item.document, item.lower, item.upper, item.interval, disputed, wrong)


def _scale(item: Evidence, statements: Statements) -> tuple[str, str]:
    statement = statements.get(item.statement_id)
    if statement is None or statement.figure is None:
        return ("", "")
    return (statement.figure.kind, statement.figure.unit)


def _quote(item: Evidence, finding: Finding, around: _Around) -> Quote:
    document = around.documents.get(item.document_id)
    picture = around.drawn.get((item.document_id, item.box), Picture()) if item.box else Picture()
    capture = around.captures.get(item.document_id)
    row = table_row(document, item) if document else None
    return Quote(
        item.quote,
        item.document,
        _where(item, around.statements.get(item.statement_id)),
        _about(around.statements.get(item.statement_id)),
        _likely_wrong(item, finding),
        item.interval,
        capture.final_url if capture else "",
        passage(document, item) if document and not row else None,
        row,
        _data_uri(picture.png),
        picture.note,
    )


def _where(item: Evidence, statement: Claim | Measurement | None) -> str:
    parts = [f"page {item.box.page}"] if item.box else []
    if item.table:
        parts.append(f"table {item.table}, row {item.row}, {item.column or 'first column'}")
    elif isinstance(statement, Claim):
        parts.append(PLACES.get(statement.place, statement.place))
    return ", ".join(parts) or f"at character {item.start}"


def _about(statement: Claim | Measurement | None) -> str:
    if statement is None:
        return ""
    sides = [statement.subject.name or statement.subject.raw]
    if isinstance(statement, Claim):
        sides.append(statement.baseline.name or statement.baseline.raw)
    named = " against ".join(side for side in sides if side)
    parts = (statement.workload or statement.workload_raw, statement.task, statement.metric.replace("_", " "), named)
    return " · ".join(part for part in parts if part)


def _data_uri(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else ""


def _render(view: View) -> str:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["visible"] = visible
    style, script = _read("report.css"), _read("report.js")
    html = environment.get_template("report.html.j2").render(
        view=view,
        documents=view.run.tables.documents.to_dicts(),
        rejected=view.run.tables.rejected.head(MAX_REJECTED).to_dicts(),
        style=Markup(style),  # noqa: S704  our own file
        script=Markup(script),  # noqa: S704  our own file
        style_hash=_policy_hash(style),
        script_hash=_policy_hash(script),
    )
    return html.lstrip()  # macros leave blank lines above the doctype


def _read(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _policy_hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def visible(text: object) -> str:
    """Text with its control and direction marks spelled out: a quote must not rearrange the page around it."""
    return "".join(_spelled(char) for char in str(text))


def _spelled(char: str) -> str:
    hidden = unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"} and char not in "\n\t\u00ad"
    return f"⟨U+{ord(char):04X}⟩" if hidden else char
