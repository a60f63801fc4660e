"""Statements and findings -> the rows of the published tables, held against their contracts.

The order of rows depends on what they say, never on the order of documents. A row that fails its contract is set
aside for `rejected`, whole and with the reason; the others stay.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Generic, TypeVar

import polars as pl

from schemas.document import Box, Rejected
from schemas.errors import ContractError
from schemas.finding import SEVERITIES, Evidence, Finding
from schemas.statement import CONDITIONS, Claim, Figure, Measurement, Parsed, Side
from schemas.tables import CONTRACTS, empty, validate
from tieout.capture import Capture
from tieout.failures import Failure
from tieout.history import Seen

Row = dict[str, Any]  # stays inside this module: frames are what leaves it
Item = TypeVar("Item", Claim, Measurement, Finding, Parsed)

CHUNK = 5_000  # rows that are dicts at one time
KEYS = {
    "documents": "document_id",
    "claims": "claim_id",
    "measurements": "measurement_id",
    "findings": "finding_id",
}
ORDER: dict[str, tuple[str | pl.Expr, ...]] = {
    "documents": ("document", "document_id"),
    "claims": ("document", "start", "end", "claim_id"),
    "measurements": ("document", "start", "end", "row", "column", "measurement_id"),
    "findings": (pl.col("state") == "absent", pl.col("severity").cast(pl.Enum(SEVERITIES)), "check", "finding_id"),
    "rejected": ("document", "table", "place", "reason", "row"),
}


@dataclass(frozen=True, slots=True)
class Aside:
    """A row that fails its contract: the row whole as JSON, and the reason."""

    document: str
    table: str
    place: str
    reason: str
    row: str


@dataclass(frozen=True, slots=True)
class Sound:
    """A table that holds its contract, and the rows set aside for it to do so."""

    frame: pl.DataFrame
    aside: tuple[Aside, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """The five tables of a run, each valid under its contract of schemas/tables.py."""

    documents: pl.DataFrame
    claims: pl.DataFrame
    measurements: pl.DataFrame
    findings: pl.DataFrame
    rejected: pl.DataFrame

    def items(self) -> tuple[tuple[str, pl.DataFrame], ...]:
        """Name and frame of each, in the order of schemas/tables.py."""
        return tuple((name, getattr(self, name)) for name in CONTRACTS)


def tables(
    parsed: Iterable[Parsed], captures: Mapping[str, Capture], failures: Iterable[Failure], findings: Sound
) -> Tables:
    """All tables of a run. `captures` is by document_id; `findings` comes from `finding_rows`.

    `parsed` is gone through once; of each document only its rows are kept.
    """
    documents: _Growing[Parsed] = _Growing(
        "documents", lambda one: _document(one, captures.get(one.document.document_id))
    )
    claims: _Growing[Claim] = _Growing("claims", _claim)
    measurements: _Growing[Measurement] = _Growing("measurements", _measurement)
    unread: list[Row] = []
    for one in parsed:
        documents.add(one)
        claims.extend(one.claims)
        measurements.extend(one.measurements)
        unread += [_unread(one.document.name, rejected) for rejected in one.rejected]
    a, b, c = documents.sound(), claims.sound(), measurements.sound()
    aside = (*a.aside, *b.aside, *c.aside, *findings.aside)
    return Tables(a.frame, b.frame, c.frame, findings.frame, _rejected(unread, failures, aside))


def finding_rows(
    findings: Iterable[Finding],
    levels: Mapping[str, str],
    seen: Mapping[str, Seen],
    absent: pl.DataFrame,
    decided: Mapping[str, str] | None = None,
) -> Sound:
    """The findings table: this run's findings, then the `absent` ones of earlier runs as they were.

    `levels` is by check code, `seen` by finding_id (tieout/history.py), `decided` too (tieout/decisions/ladder.py).
    """
    said = decided or {}
    now: _Growing[Finding] = _Growing(
        "findings", lambda one: _finding(one, levels, seen[one.finding_id], said.get(one.finding_id, ""))
    )
    now.extend(findings)
    sound = now.sound()
    return Sound(_sorted("findings", validate("findings", pl.concat([sound.frame, absent]))), sound.aside)


class _Growing(Generic[Item]):
    """A table in the making: rows become a frame CHUNK by CHUNK, because as dicts they take twenty times the room."""

    def __init__(self, table: str, build: Callable[[Item], Row]) -> None:
        self._table = table
        self._build: Callable[[Item], Row] = build
        self._rows: list[Row] = []
        self._frames: list[pl.DataFrame] = []
        self._aside: list[Aside] = []

    def extend(self, items: Iterable[Item]) -> None:
        """More of them."""
        for one in items:
            self.add(one)

    def add(self, item: Item) -> None:
        """One more."""
        try:
            self._rows.append(self._build(item))
        except (ValueError, ArithmeticError) as error:
            # A figure whose interval is empty says so only when it is asked; one such must not stop the table.
            self._aside.append(_aside(self._table, asdict(item), str(error)))
        if len(self._rows) >= CHUNK:
            self._flush()

    def _flush(self) -> None:
        split: Sound = _split(self._table, self._rows)
        self._frames.append(split.frame)
        self._aside += split.aside
        self._rows = []

    def sound(self) -> Sound:
        """What was added, as one table."""
        if self._rows or not self._frames:
            self._flush()
        frame = pl.concat(self._frames)
        if len(self._frames) > 1 and frame[KEYS[self._table]].is_duplicated().any():
            split: Sound = _split(self._table, frame.to_dicts())
            return Sound(split.frame, (*self._aside, *split.aside))
        return Sound(_sorted(self._table, frame), tuple(self._aside))


def _split(table: str, rows: list[Row]) -> Sound:
    try:
        return Sound(_sorted(table, _frame(table, rows)), ())
    except ContractError:
        # Sorted, so that which of two rows with one id stays does not hang on the order of documents.
        singles, doubles = _distinct(table, sorted(rows, key=_json))
    bad = list(_failing(table, singles))
    failed = {id(row) for row, _ in bad}
    frame = _frame(table, [row for row in singles if id(row) not in failed])
    return Sound(_sorted(table, frame), tuple(_aside(table, row, reason) for row, reason in [*bad, *doubles]))


def _frame(table: str, rows: list[Row]) -> pl.DataFrame:
    try:
        frame = pl.DataFrame(rows, schema=empty(table).schema)
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError) as error:
        raise ContractError(f"table {table}: {error}") from error
    return validate(table, frame)


def _failing(table: str, rows: list[Row]) -> Iterable[tuple[Row, str]]:
    """The rows that fail by themselves, found by halving: the contracts' checks look at one row each."""
    try:
        _frame(table, rows)
    except ContractError as error:
        if len(rows) == 1:
            yield rows[0], str(error)
            return
        middle = len(rows) // 2
        yield from _failing(table, rows[:middle])
        yield from _failing(table, rows[middle:])


def _distinct(table: str, rows: list[Row]) -> tuple[list[Row], list[tuple[Row, str]]]:
    key, seen = KEYS[table], set[object]()
    singles: list[Row] = []
    doubles: list[tuple[Row, str]] = []
    for row in rows:
        if row[key] in seen:
            doubles.append((row, f"table {table}: {key}: another row has {row[key]!r} too"))
        else:
            singles.append(row)
        seen.add(row[key])
    return singles, doubles


def _sorted(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    return frame.sort(*ORDER[table], nulls_last=True)


def _aside(table: str, row: Row, reason: str) -> Aside:
    key = KEYS[table]
    return Aside(str(row.get("document", "")), table, f"{key} {row.get(key, 'unknown')}", reason, _json(row))


def _json(row: object) -> str:
    # ASCII: what cannot be encoded (a lone surrogate from a broken PDF) may be the very reason a row is here.
    return json.dumps(row, default=str, sort_keys=True, ensure_ascii=True)


def _rejected(unread: Iterable[Row], failures: Iterable[Failure], aside: Iterable[Aside]) -> pl.DataFrame:
    rows = [*(asdict(one) for one in aside), *unread]
    rows += [
        {"document": one.document, "table": "document", "place": one.place, "reason": one.reason, "row": "{}"}
        for one in failures
    ]
    printable = [{key: _encodable(value) for key, value in row.items()} for row in rows]
    return _sorted("rejected", _frame("rejected", printable).unique(maintain_order=False))


def _unread(document: str, rejected: Rejected) -> Row:
    cells = {"cells": rejected.row, "start": rejected.start, "end": rejected.end}
    table = "table" if rejected.row else "claims"
    place, reason = rejected.place, rejected.reason or "no reason given"
    return {"document": document, "table": table, "place": place, "reason": reason, "row": _json(cells)}


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _document(parsed: Parsed, capture: Capture | None) -> Row:
    document = parsed.document
    return {
        "document_id": document.document_id,
        "document": document.name,
        "source": capture.source.name if capture else "",
        "url": capture.url if capture else "",
        "final_url": capture.final_url if capture else "",
        "title": document.title,
        "publisher": document.publisher or (capture.source.publisher if capture else ""),
        "published_on": document.published_on,
        "captured_at": capture.captured_at if capture else "",
        "media_type": document.media_type,
        "sha256": document.sha256,
        "n_bytes": document.n_bytes,
        "parser": document.parser,
        "parser_version": document.parser_version,
        "previous_document_id": capture.previous_document_id if capture else "",
        "n_claims": len(parsed.claims),
        "n_measurements": len(parsed.measurements),
        "n_rejected": len(parsed.rejected),
    }


def _claim(claim: Claim) -> Row:
    return {
        "claim_id": claim.statement_id,
        **_common(claim, claim.figure),
        "start": claim.figure.start,
        "end": claim.figure.end,
        "quote": claim.quote,
        "unit": claim.figure.unit,
        "place": claim.place,
        "context": claim.context,
        "kind": claim.figure.kind,
        "qualifier": claim.figure.qualifier,
        "direction": claim.direction,
        **_side("baseline", claim.baseline),
        "chart": claim.chart,
        "drawn_ratio": claim.drawn_ratio,
        "unresolved": "; ".join(claim.unresolved),
    }


def _measurement(measurement: Measurement) -> Row:
    return {
        "measurement_id": measurement.statement_id,
        **_common(measurement, measurement.figure),
        "start": measurement.start,
        "end": measurement.end,
        "quote": measurement.literal,
        "unit": measurement.unit,
        "table": measurement.table,
        "row": measurement.row,
        "column": measurement.column,
        "status": measurement.status,
        "devices": measurement.devices,
        "submission_id": measurement.submission_id,
        "quality_target": measurement.quality_target,
    }


def _common(statement: Claim | Measurement, figure: Figure | None) -> Row:
    return {
        "document_id": statement.document_id,
        "document": statement.document,
        **_box(statement.box),
        "dom_path": statement.dom_path or "",
        **(_figure(figure) if figure else _no_figure(statement)),
        "metric": statement.metric,
        "workload": statement.workload,
        "workload_raw": statement.workload_raw,
        "variant": statement.variant,
        "task": statement.task,
        **_side("subject", statement.subject),
    }


def _figure(figure: Figure) -> Row:
    interval = figure.interval
    return {
        "literal": figure.literal,
        "value": float(figure.value),
        "value_hi": None if figure.value_hi is None else float(figure.value_hi),
        "lower": interval.lower_float,
        "upper": interval.upper_float,
        "lower_closed": interval.lower_closed,
        "upper_closed": interval.upper_closed,
    }


def _no_figure(statement: Claim | Measurement) -> Row:
    literal = statement.literal if isinstance(statement, Measurement) else statement.quote
    unknown = dict.fromkeys(("value", "value_hi", "lower", "upper"))
    return {"literal": literal, **unknown, "lower_closed": False, "upper_closed": False}


def _side(role: str, side: Side) -> Row:
    conditions = {f"{role}_{key}": side.condition(key) for key in CONDITIONS}
    return {role: side.name, f"{role}_raw": side.raw, f"{role}_count": side.count, **conditions}


def _box(box: Box | None) -> Row:
    return asdict(box) if box else dict.fromkeys(("page", "x0", "top", "x1", "bottom"))


def _finding(finding: Finding, levels: Mapping[str, str], seen: Seen, decision: str) -> Row:
    return {
        "finding_id": finding.finding_id,
        "check": finding.check,
        "check_version": finding.check_version,
        "level": levels.get(finding.check, ""),
        "verdict": finding.verdict,
        "severity": finding.severity,
        "message": finding.message,
        "arithmetic": finding.arithmetic,
        "likely_wrong": finding.likely_wrong,
        "likely_wrong_why": finding.likely_wrong_why,
        "evidence": [_evidence(item) for item in finding.evidence],
        "fingerprint": finding.fingerprint,
        "evidence_hash": finding.evidence_hash,
        **asdict(seen),
        "decision": decision,
    }


def _evidence(item: Evidence) -> Row:
    return {
        "statement_id": item.statement_id,
        "document_id": item.document_id,
        "document": item.document,
        "role": item.role,
        "start": item.start,
        "end": item.end,
        "quote": item.quote,
        "page": item.box.page if item.box else None,
        "table": item.table,
        "row": item.row,
        "column": item.column,
    }
