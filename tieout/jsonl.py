"""Records as JSON lines: what `--json` prints. Text that is not stated is null; whole numbers are integers."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from decimal import Decimal

from schemas.document import Box, Document, Rejected, Table
from schemas.finding import Evidence, Finding
from schemas.interval import Interval
from schemas.statement import Claim, Figure, Measurement, Parsed, Side, UnknownName

Record = dict[str, object]


def write(records: Iterable[Record]) -> None:
    """Print one JSON object a line."""
    for record in records:
        # ASCII on purpose: U+2028 and U+0085 left as they are would end a line for many readers.
        sys.stdout.write(json.dumps(record, ensure_ascii=True) + "\n")


def listed(records: Iterable[Record]) -> Iterator[bytes]:
    """The pieces of one JSON list of records, as json.dumps lays it out with an indent of 1, a record at a time."""
    number = -1
    for number, record in enumerate(records):
        yield (b",\n " if number else b"[\n ") + indented(record, 1)
    yield b"\n]\n" if number >= 0 else b"[]\n"


def indented(value: object, depth: int) -> bytes:
    """A value as it stands that deep in a document with an indent of 1."""
    # In ASCII no text of a document holds a line break of its own.
    return json.dumps(value, ensure_ascii=True, indent=1).replace("\n", "\n" + depth * " ").encode()


def statements(parsed: Parsed) -> Iterator[Record]:
    """Everything read from one document, in text order within each kind."""
    yield from (claim(one) for one in parsed.claims)
    yield from (measurement(one) for one in parsed.measurements)
    yield from (rejected(parsed.document.name, one) for one in parsed.rejected)
    yield from (unknown_name(parsed.document.name, one) for one in parsed.unknown)


def claim(one: Claim) -> Record:
    """A claim."""
    place = {"document": one.document, "start": one.figure.start, "end": one.figure.end, "quote": one.quote}
    return {
        "record": "claim",
        "claim_id": one.statement_id,
        **place,
        "context": one.context,
        "place": one.place,
        "kind": one.figure.kind,
        **_figure(one.figure),
        "unit": one.figure.unit or None,
        **_about(one),
        "direction": one.direction or None,
        **_side("baseline", one.baseline),
        "conditions": {"subject": dict(one.subject.conditions), "baseline": dict(one.baseline.conditions)},
        **_printed_at(one.box, one.dom_path),
        "chart": one.chart or None,
        "unresolved": list(one.unresolved),
    }


def measurement(one: Measurement) -> Record:
    """A measurement."""
    place = {"document": one.document, "start": one.start, "end": one.end, "quote": one.literal}
    cell = {"table": one.table, "row": one.row, "column": one.column, "status": one.status}
    return {
        "record": "measurement",
        "measurement_id": one.statement_id,
        **place,
        "context": one.context or None,
        **cell,
        **_figure(one.figure),
        "unit": one.unit or None,
        **_about(one),
        "conditions": dict(one.subject.conditions),
        "devices": one.devices,
        "submission_id": one.submission_id or None,
        "quality_target": one.quality_target or None,
        "row_start": one.row_start,
        "row_end": one.row_end,
        **_printed_at(one.box, one.dom_path),
    }


def rejected(document: str, one: Rejected) -> Record:
    """A row that was read and could not be used."""
    return {"record": "rejected", "document": document, **asdict(one), "row": list(one.row)}


def unknown_name(document: str, one: UnknownName) -> Record:
    """A name that the vocabulary does not know."""
    return {"record": "unknown_name", "document": document, **asdict(one), "nearest": list(one.nearest)}


def table(document: Document, one: Table) -> Record:
    """A table as printed, "" for blank cells."""
    return {
        "record": "table",
        "document": document.name,
        "table": one.name,
        "title": one.title,
        "columns": [cell.text for cell in one.columns],
        "rows": [[cell.text for cell in row] for row in one.rows],
    }


def finding(one: Finding) -> Record:
    """A finding with its evidence."""
    return {
        "record": "finding",
        "finding_id": one.finding_id,
        "check": one.check,
        "severity": one.severity,
        "verdict": one.verdict,
        "message": one.message,
        "arithmetic": one.arithmetic or None,
        "likely_wrong": _likely_wrong(one),
        "likely_wrong_why": one.likely_wrong_why or None,
        "fingerprint": one.fingerprint,
        "evidence_hash": one.evidence_hash,
        "evidence": [_evidence(item) for item in one.evidence],
    }


def _likely_wrong(one: Finding) -> Record | None:
    for item in one.evidence:
        if one.likely_wrong and item.statement_id == one.likely_wrong:
            return {"statement_id": item.statement_id, **_place(item)}
    return None


def _evidence(item: Evidence) -> Record:
    return {
        **_place(item),
        "role": item.role,
        "page": item.box.page if item.box else None,
        "table": item.table or None,
        "row": item.row,
        "column": item.column or None,
        "interval": item.interval or None,
        "statement_id": item.statement_id or None,
    }


def _place(item: Evidence) -> Record:
    return {"document": item.document, "start": item.start, "end": item.end, "quote": item.quote}


def _about(one: Claim | Measurement) -> Record:
    names = {"metric": one.metric, "task": one.task, "workload": one.workload, "workload_raw": one.workload_raw}
    return {key: text or None for key, text in (names | {"variant": one.variant}).items()} | _side(
        "subject", one.subject
    )


def _side(role: str, side: Side) -> Record:
    return {role: side.name or None, f"{role}_raw": side.raw or None, f"{role}_count": side.count}


def _figure(figure: Figure | None) -> Record:
    if figure is None:
        return dict.fromkeys(("value", "value_hi", "qualifier")) | _interval(None)
    high = None if figure.value_hi is None else number(figure.value_hi)
    return {"value": number(figure.value), "value_hi": high, "qualifier": figure.qualifier} | _interval(figure.interval)


def _interval(interval: Interval | None) -> Record:
    if interval is None:
        return dict.fromkeys(("lower", "upper", "lower_closed", "upper_closed"))
    return {
        "lower": number(interval.lower),
        "upper": number(interval.upper),
        "lower_closed": interval.lower_closed,
        "upper_closed": interval.upper_closed,
    }


def number(value: Decimal) -> int | float | None:
    """A JSON number, null when infinite."""
    if not value.is_finite():
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _printed_at(box: Box | None, dom_path: str | None) -> Record:
    corners = None if box is None else {"x0": box.x0, "top": box.top, "x1": box.x1, "bottom": box.bottom}
    return {"page": box.page if box else None, "box": corners, "dom_path": dom_path or None}
