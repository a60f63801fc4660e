"""Statements: what a document says in figures. A claim asserts one in words; a measurement prints one in a table."""

import hashlib
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from schemas.document import Box, Document, Rejected
from schemas.interval import Interval, Qualifier, Readings, readings

Kind = Literal["ratio", "percent_change", "absolute", "duration", "price", "rank", "count", "config"]
Place = Literal["prose", "heading", "chart_title", "bar_label", "axis_label", "note", "caption", "footnote"]
Status = Literal["ok", "blank", "not_applicable"]
Direction = Literal["higher_is_better", "lower_is_better", ""]

CONDITIONS = (
    "batch_size",
    "precision",
    "framework",
    "sdk_version",
    "dataset",
    "sequence_length",
    "division",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A printed quantity: where it stands, what it says, and with it the interval that the print allows.

    `start` and `end` span the figure with its unit ("48 hours"); `literal` is the number as printed ("48").
    `value` of a percent is the number before "%"; of a ratio the factor (2 for "twice").
    """

    start: int
    end: int
    literal: str
    kind: Kind
    value: Decimal
    unit: str
    qualifier: Qualifier
    last_digit: Decimal  # unit of the last printed digit; 0 for counts
    value_hi: Decimal | None = None

    @property
    def readings(self) -> Readings:
        """What the print allows when rounded, cut off, or one unit off."""
        return readings(self.value, self.last_digit, self.qualifier, self.value_hi)

    @property
    def interval(self) -> Interval:
        """What the print allows, rounded to nearest."""
        return self.readings.rounded


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: who, how many of them, under which conditions (keys of CONDITIONS)."""

    name: str = ""  # canonical, "" when unresolved
    raw: str = ""  # as printed
    count: int | None = None
    conditions: tuple[tuple[str, str], ...] = ()

    def condition(self, key: str) -> str:
        """The printed value of a condition, "" when it is not stated."""
        return dict(self.conditions).get(key, "")


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure asserted in prose, a heading or a chart, with what it is about; unresolved fields are ""."""

    document_id: str
    document: str
    figure: Figure
    place: Place
    quote: str  # text[figure.start:figure.end]
    context: str  # the sentence or line around it
    context_start: int
    metric: str = ""
    direction: Direction = ""
    workload: str = ""
    workload_raw: str = ""
    variant: str = ""
    task: str = ""
    subject: Side = field(default_factory=Side)
    baseline: Side = field(default_factory=Side)
    chart: str = ""  # name of the chart it stands on
    drawn_ratio: float | None = None  # a bar label's bar, in lengths of the baseline's bar
    box: Box | None = None
    dom_path: str | None = None
    unresolved: tuple[str, ...] = ()  # why a field is empty, one line each

    @property
    def statement_id(self) -> str:
        """Hash of document, place and print: the same on every run over the same bytes."""
        return _hash("claim", self.document_id, self.figure.start, self.figure.end, self.quote, self.metric)

    @property
    def at(self) -> tuple[int, int]:
        """Where the figure stands in `context`, offsets into it.

        A context is without markup: in "**About 4x** faster" the offsets of the text would point two letters too far.
        """
        start = self.figure.start - self.context_start
        # "gives a / third more" over a line's end: with a space for it, it would be found nowhere.
        if start >= 0 and self.quote and self.context.startswith(self.quote, start):
            return start, start + len(self.quote)
        printed = " ".join(self.quote.split())
        if start < 0 or not self.context.startswith(printed, start):
            found = self.context.rfind(printed, 0, max(start, 0) + len(printed))
            start = found if found >= 0 else self.context.find(printed)
        return (start, start + len(printed)) if start >= 0 else (0, 0)

    @property
    def before(self) -> str:
        """The context up to the figure."""
        return self.context[: self.at[0]]

    @property
    def behind(self) -> str:
        """The context from the end of the figure."""
        return self.context[self.at[1] :]


@dataclass(frozen=True, slots=True)
class Measurement:
    """One metric cell of a results table with its row's keys; `figure` is None unless status is ok."""

    document_id: str
    document: str
    table: str
    row: int  # counted from 1
    column: str
    literal: str
    start: int
    end: int
    metric: str
    unit: str
    status: Status
    figure: Figure | None
    workload: str = ""
    workload_raw: str = ""
    variant: str = ""
    task: str = ""
    subject: Side = field(default_factory=Side)
    devices: int | None = None
    submission_id: str = ""
    quality_target: str = ""
    context: str = ""
    row_start: int = 0
    row_end: int = 0
    box: Box | None = None
    dom_path: str | None = None

    @property
    def statement_id(self) -> str:
        """Hash of document, cell and print: the same on every run over the same bytes."""
        return _hash("measurement", self.document_id, self.table, self.row, self.column, self.literal, self.start)


Statement = Claim | Measurement


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name in a place where only names of one kind can stand, which the vocabulary does not know."""

    kind: str  # workload, platform, ...
    raw: str
    nearest: tuple[str, ...] = ()  # known names, most alike first


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document and every statement read from it: what the parse stage hands on."""

    document: Document
    claims: tuple[Claim, ...]
    measurements: tuple[Measurement, ...]
    rejected: tuple[Rejected, ...]  # the document's own and those met while reading statements
    unknown: tuple[UnknownName, ...] = ()


def _hash(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]
