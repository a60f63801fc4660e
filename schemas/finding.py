"""Findings: a disagreement with its evidence and its arithmetic. Checks make them; nothing here renders."""

import hashlib
from dataclasses import dataclass
from typing import Literal, get_args

from schemas.document import Box
from schemas.interval import Verdict
from schemas.statement import Claim, Measurement, Statement

Severity = Literal["high", "medium", "low", "info"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # the worst first
Role = Literal["disputed", "supporting", "context"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote in its place. `statement_id` is "" for words that are no statement (a note, a caption)."""

    document_id: str
    document: str
    start: int
    end: int
    quote: str
    role: Role = "disputed"
    statement_id: str = ""
    context: str = ""
    context_start: int = 0
    interval: str = ""  # as printed by Interval.__str__, "" when none
    lower: float | None = None
    upper: float | None = None
    table: str = ""
    row: int | None = None
    column: str = ""
    box: Box | None = None
    dom_path: str = ""

    @classmethod
    def of(cls, statement: Statement, role: Role = "disputed") -> "Evidence":
        """The evidence that a statement is: its quote, place and interval."""
        figure = statement.figure
        common = {
            "document_id": statement.document_id,
            "document": statement.document,
            "role": role,
            "statement_id": statement.statement_id,
            "context": statement.context,
            "interval": str(figure.interval) if figure else "",
            "lower": figure.interval.lower_float if figure else None,
            "upper": figure.interval.upper_float if figure else None,
            "box": statement.box,
            "dom_path": statement.dom_path or "",
        }
        if isinstance(statement, Claim):
            place = {
                "start": statement.figure.start,
                "end": statement.figure.end,
                "quote": statement.quote,
                "context_start": statement.context_start,
            }
        else:
            place = _cell(statement)
        return cls(**common, **place)  # type: ignore[arg-type]


def _cell(measurement: Measurement) -> dict[str, object]:
    return {
        "start": measurement.start,
        "end": measurement.end,
        "quote": measurement.literal,
        "context_start": measurement.row_start,
        "table": measurement.table,
        "row": measurement.row,
        "column": measurement.column,
    }


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found. `comparison` names what is compared, without values or places; it makes the fingerprint.

    `arithmetic` is the sum in words; `likely_wrong` the statement_id of the odd one out, "" when it cannot be told;
    `likely_wrong_why` says why in either case.
    """

    check: str
    verdict: Verdict
    severity: Severity
    message: str
    arithmetic: str
    comparison: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    likely_wrong: str = ""
    likely_wrong_why: str = ""
    check_version: int = 0  # of the rule; the registry sets it, from where the check says it

    @property
    def fingerprint(self) -> str:
        """Names what is compared (check, comparison), no value and no place: survives corrections and moves."""
        return _hash(self.check, *self.comparison)

    @property
    def evidence_hash(self) -> str:
        """Names the values seen: changes when a figure changes, not when the words beside it do."""
        return _hash(*sorted(f"{item.document}\0{item.quote}" for item in self.evidence if item.role != "context"))

    @property
    def finding_id(self) -> str:
        """Same statements, same check, same id, in any order of documents, rows or runs."""
        told = (item for item in self.evidence if item.role != "context")
        places = sorted(f"{item.document_id}:{item.start}:{item.end}" for item in told)
        return _hash(self.check, *self.comparison, *places)


@dataclass(frozen=True, slots=True)
class Skip:
    """A comparison that was not judged, and why: "not applicable, because" is a result; `broken` is a fault of ours."""

    check: str
    comparison: tuple[str, ...]
    reason: str
    broken: bool = False  # the check itself failed, and said nothing of anything


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
