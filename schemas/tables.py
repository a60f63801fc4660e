"""The contracts of every table that leaves a stage: pandera models on polars, strict, coerced, checked in full.

A column's unit is in its name or in the unit column beside it. Numbers are 64-bit floats for whoever loads the
tables; the arithmetic behind them is decimal (schemas/interval.py) and `literal` keeps what was printed. Null
means "not stated" for numbers; text that is not stated is "".
"""

from typing import Any, get_args

import pandera.polars as pa
import polars as pl
from pandera.errors import SchemaErrors

from schemas.errors import ContractError
from schemas.finding import Severity
from schemas.interval import Qualifier, Verdict
from schemas.statement import Direction, Kind, Place, Status

__all__ = ["CONTRACTS", "Claims", "Documents", "Findings", "Measurements", "RejectedRows", "empty", "validate"]

ID: dict[str, Any] = {"str_matches": r"^[0-9a-f]{16}$"}
EVIDENCE = pl.List(
    pl.Struct(
        {
            "statement_id": pl.String,
            "document_id": pl.String,
            "document": pl.String,
            "role": pl.String,
            "start": pl.Int64,
            "end": pl.Int64,
            "quote": pl.String,
            "page": pl.Int64,
            "table": pl.String,
            "row": pl.Int64,
            "column": pl.String,
        }
    )
)


class _Contract(pa.DataFrameModel):
    class Config:
        strict = True
        coerce = True
        ordered = True


class Documents(_Contract):
    """One row a document: the capture it came from and how it was read."""

    document_id: str = pa.Field(unique=True, **ID, description="hash of name and bytes")
    document: str = pa.Field(str_length={"min_value": 1}, description="file or source name as the user knows it")
    source: str = pa.Field(description="entry of raw/sources.yml, '' for a file given by path")
    url: str
    final_url: str
    title: str
    publisher: str
    published_on: str = pa.Field(str_matches=r"^(\d{4}-\d\d-\d\d)?$", description="ISO date, '' when not stated")
    captured_at: str = pa.Field(description="UTC, ISO 8601, '' for a file given by path")
    media_type: str
    sha256: str = pa.Field(str_matches=r"^[0-9a-f]{64}$")
    n_bytes: int = pa.Field(ge=0, description="bytes as captured")
    parser: str
    parser_version: int = pa.Field(ge=1)
    previous_document_id: str
    n_claims: int = pa.Field(ge=0)
    n_measurements: int = pa.Field(ge=0)
    n_rejected: int = pa.Field(ge=0)


class _Figures(_Contract):
    """What claims and measurements share: where a figure stands and what its print allows."""

    document_id: str = pa.Field(**ID)
    document: str
    start: int = pa.Field(ge=0, description="offset of the figure in the document's text layer")
    end: int = pa.Field(ge=0)
    quote: str = pa.Field(description="text[start:end]")
    page: int = pa.Field(nullable=True, ge=1)
    x0: float = pa.Field(nullable=True, description="points from the page's left")
    top: float = pa.Field(nullable=True, description="points from the page's top")
    x1: float = pa.Field(nullable=True)
    bottom: float = pa.Field(nullable=True)
    dom_path: str
    literal: str = pa.Field(description="the number as printed")
    value: float = pa.Field(nullable=True)
    value_hi: float = pa.Field(nullable=True, description="upper end of a printed range")
    unit: str
    lower: float = pa.Field(nullable=True, description="null: unbounded below")
    upper: float = pa.Field(nullable=True, description="null: unbounded above")
    lower_closed: bool
    upper_closed: bool
    metric: str
    workload: str
    workload_raw: str
    variant: str
    task: str = pa.Field(isin=["", "training", "inference"])
    subject: str
    subject_raw: str
    subject_count: int = pa.Field(nullable=True, ge=0)
    subject_batch_size: str
    subject_precision: str
    subject_framework: str
    subject_sdk_version: str
    subject_dataset: str
    subject_sequence_length: str
    subject_division: str

    @pa.dataframe_check
    @classmethod
    def span_is_ordered(cls, data: Any) -> Any:
        """A figure ends after it starts."""
        return data.lazyframe.select(pl.col("end") >= pl.col("start"))

    @pa.dataframe_check
    @classmethod
    def interval_is_ordered(cls, data: Any) -> Any:
        """Where both ends are known, the lower is not above the upper."""
        return data.lazyframe.select(
            (pl.col("lower") <= pl.col("upper")) | pl.col("lower").is_null() | pl.col("upper").is_null()
        )


class Claims(_Figures):
    """One row a figure asserted in prose, a heading or a chart."""

    claim_id: str = pa.Field(unique=True, **ID)
    place: str = pa.Field(isin=list(get_args(Place)))
    context: str = pa.Field(description="the sentence or line around the figure")
    kind: str = pa.Field(isin=list(get_args(Kind)))
    qualifier: str = pa.Field(isin=list(get_args(Qualifier)))
    direction: str = pa.Field(isin=list(get_args(Direction)))
    baseline: str
    baseline_raw: str
    baseline_count: int = pa.Field(nullable=True, ge=0)
    baseline_batch_size: str
    baseline_precision: str
    baseline_framework: str
    baseline_sdk_version: str
    baseline_dataset: str
    baseline_sequence_length: str
    baseline_division: str
    chart: str
    drawn_ratio: float = pa.Field(
        nullable=True, ge=0, description="a bar label's bar, in lengths of the baseline's bar"
    )
    unresolved: str = pa.Field(description="why fields are empty, '; ' between")

    @pa.dataframe_check
    @classmethod
    def quote_is_not_empty(cls, data: Any) -> Any:
        """A claim quotes something."""
        return data.lazyframe.select(pl.col("quote").str.len_chars() > 0)


class Measurements(_Figures):
    """One row a metric cell of a results table."""

    measurement_id: str = pa.Field(unique=True, **ID)
    table: str
    row: int = pa.Field(ge=1, description="counted from 1, header rows not counted")
    column: str = pa.Field(description="the column's header as printed")
    status: str = pa.Field(isin=list(get_args(Status)))
    devices: int = pa.Field(nullable=True, ge=0)
    submission_id: str
    quality_target: str

    @pa.dataframe_check
    @classmethod
    def ok_has_a_value(cls, data: Any) -> Any:
        """A cell whose status is ok has a value, any other has none."""
        return data.lazyframe.select((pl.col("status") == "ok") == pl.col("value").is_not_null())


class Findings(_Contract):
    """One row a finding; `evidence` lists its quotes with their places."""

    finding_id: str = pa.Field(unique=True, **ID)
    check: str = pa.Field(str_length={"min_value": 1})
    check_version: int = pa.Field(ge=1)
    level: str = pa.Field(isin=["within", "across", "over_time"])
    verdict: str = pa.Field(isin=list(get_args(Verdict)))
    severity: str = pa.Field(isin=list(get_args(Severity)))
    message: str = pa.Field(str_length={"min_value": 1})
    arithmetic: str
    likely_wrong: str = pa.Field(description="statement_id of the odd one out, '' when it cannot be told")
    likely_wrong_why: str
    evidence: EVIDENCE  # type: ignore[valid-type]
    fingerprint: str = pa.Field(**ID)
    evidence_hash: str = pa.Field(**ID)
    first_seen: str = pa.Field(description="UTC, ISO 8601")
    last_seen: str
    state: str = pa.Field(isin=["new", "unchanged", "updated", "absent"])
    decision: str = pa.Field(
        description="what an auditor said; 'reopened' or 'expired' when it no longer holds, '' when nobody did"
    )

    @pa.dataframe_check
    @classmethod
    def has_evidence(cls, data: Any) -> Any:
        """A finding without a quote cannot be acted on."""
        return data.lazyframe.select(pl.col("evidence").list.len() > 0)


class RejectedRows(_Contract):
    """What failed a contract or could not be read: the row whole, with the reason."""

    document: str
    table: str = pa.Field(description="claims, measurements, table or document")
    place: str
    reason: str = pa.Field(str_length={"min_value": 1})
    row: str = pa.Field(description="the row as JSON")


CONTRACTS: dict[str, type[_Contract]] = {
    "documents": Documents,
    "claims": Claims,
    "measurements": Measurements,
    "findings": Findings,
    "rejected": RejectedRows,
}


def validate(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame, coerced and in the contract's column order. Types, nulls, values and uniqueness are all checked.

    Raises:
        ContractError: naming the table and each failed check with the values that failed it.
    """
    columns = list(CONTRACTS[table].to_schema().columns)
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise ContractError(f"table {table}: column {', '.join(missing)} is missing")
    ordered = frame.select(*columns, *(name for name in frame.columns if name not in columns))
    try:
        # Eager on purpose: on a LazyFrame pandera looks at the column types only and lets bad values pass.
        return CONTRACTS[table].validate(ordered, lazy=True)
    except SchemaErrors as error:
        raise ContractError(f"table {table}: {_reasons(error)}") from error


def empty(table: str) -> pl.DataFrame:
    """A table of its contract without rows."""
    return CONTRACTS[table].empty()


def _reasons(error: SchemaErrors) -> str:
    cases = error.failure_cases.select("column", "check", "failure_case").unique(maintain_order=True)
    return "; ".join(
        f"{row['column']}: {row['check']} fails for {row['failure_case']!r}" for row in cases.head(5).to_dicts()
    )
