"""The overview: figures and findings by source, vendor and check, documents against documents, runs, coverage.

Counted with polars over the tables, so that it takes as long for a hundred thousand statements as a page may take.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from schemas.finding import SEVERITIES
from tieout.failures import Failure
from tieout.report.view import Desk, Point
from tieout.rows import Tables

MAX_BARS = 20
MAX_DOCUMENTS = 24  # of the matrix
MAX_RUNS = 60
MAX_ALIKE = 60  # different intervals under one key, beyond which a key says nothing
ABOUT = ("workload", "task", "metric", "unit", "subject", "kind", "baseline")


@dataclass(frozen=True, slots=True)
class Bar:
    """A named row of a bar plot: its parts by name, drawn against the longest row of the plot."""

    name: str
    parts: tuple[tuple[str, int], ...]
    most: int

    @property
    def total(self) -> int:
        """All parts together."""
        return sum(n for _, n in self.parts)


@dataclass(frozen=True, slots=True)
class Cell:
    """Two documents: findings that dispute figures of both, and things on which their figures agree."""

    conflicts: int
    agreements: int
    own: bool

    @property
    def heat(self) -> int:
        """1 to 3: how strongly to colour it."""
        return min(3, 1 + (self.conflicts or self.agreements) // 3)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Documents against documents, the busiest first; `left_out` is how many are not shown."""

    names: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class Rect:
    """A piece of the trend's drawing."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """A run on the trend."""

    captured_at: str
    total: int
    new: int
    gone: int
    rects: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """All plots."""

    checks: tuple[Bar, ...]
    publishers: tuple[Bar, ...]
    sources: tuple[Bar, ...]
    figures: tuple[Bar, ...]
    coverage: tuple[Bar, ...]
    matrix: Matrix
    trend: tuple[Column, ...]
    failing: tuple[Failure, ...]


def overview(desk: Desk, tables: Tables) -> Overview:
    """Everything counted once."""
    reached = [(one.finding.severity, one.finding.check, one.documents) for one in desk.items]
    publisher = desk.publishers
    vendors = [(severity, name) for severity, _, names in reached for name in {publisher.get(one, "") for one in names}]
    return Overview(
        _by_severity((severity, check) for severity, check, _ in reached),
        _by_severity((severity, name or "not stated") for severity, name in vendors),
        _by_severity((severity, name) for severity, _, names in reached for name in names),
        _figures(tables.documents),
        _coverage(tables),
        _matrix(desk, tables),
        _trend(desk.trend[-MAX_RUNS:]),
        desk.failures,
    )


def _by_severity(pairs: Iterable[tuple[str, str]]) -> tuple[Bar, ...]:
    counts: dict[str, Counter[str]] = {}
    for severity, name in pairs:
        counts.setdefault(name, Counter())[severity] += 1
    ordered = sorted(counts.items(), key=lambda one: (-one[1].total(), one[0]))
    return _longest([(name, tuple((one, count[one]) for one in SEVERITIES)) for name, count in ordered])


def _longest(rows: Sequence[tuple[str, tuple[tuple[str, int], ...]]]) -> tuple[Bar, ...]:
    """The first rows as bars, and all others as one: a plot that ends in silence hides how much it leaves out."""
    shown, others = list(rows[:MAX_BARS]), rows[MAX_BARS:]
    if others:
        sums = zip(*(parts for _, parts in others), strict=True)
        together = tuple((part[0][0], sum(n for _, n in part)) for part in sums)
        shown.append((f"{len(others)} others together", together))
    most = max((sum(n for _, n in parts) for _, parts in shown), default=1) or 1
    return tuple(Bar(name, parts, most) for name, parts in shown)


def _bars(frame: pl.DataFrame, name: str, parts: Sequence[str]) -> tuple[Bar, ...]:
    total = pl.sum_horizontal(parts)
    rows = frame.with_columns(all=total).sort("all", name, descending=[True, False]).rows(named=True)
    return _longest([(row[name], tuple((part, row[part]) for part in parts)) for row in rows])


def _figures(documents: pl.DataFrame) -> tuple[Bar, ...]:
    renamed = documents.select("document", claims="n_claims", measurements="n_measurements")
    return _bars(renamed.group_by("document").sum(), "document", ("claims", "measurements"))


def _statements(tables: Tables) -> pl.DataFrame:
    """Claims and measurements that say what they are about, alike in columns."""
    claims = tables.claims.select("document", "lower", "upper", *ABOUT)
    cells = tables.measurements.filter(pl.col("status") == "ok").with_columns(
        kind=pl.lit("absolute"), baseline=pl.lit("")
    )
    every = pl.concat([claims, cells.select("document", "lower", "upper", *ABOUT)])
    return every.filter((pl.col("workload") != "") & (pl.col("metric") != "") & (pl.col("subject") != ""))


def _coverage(tables: Tables) -> tuple[Bar, ...]:
    keys = ["workload", "metric", "subject"]
    about = pl.concat([tables.claims.select("document", *keys), tables.measurements.select("document", *keys)])
    said = about.filter(pl.all_horizontal(pl.col(keys) != ""))
    counted = said.group_by(keys).agg(n=pl.len(), documents=pl.col("document").n_unique())
    claims = tables.claims.select("document", *keys).join(counted, on=keys, how="left")
    elsewhere, beside = pl.col("documents") > 1, (pl.col("documents") == 1) & (pl.col("n") > 1)
    rows = claims.group_by("document").agg(
        elsewhere=elsewhere.fill_null(False).sum().cast(pl.Int64),
        beside=beside.fill_null(False).sum().cast(pl.Int64),
        total=pl.len().cast(pl.Int64),
    )
    rows = rows.with_columns(alone=pl.col("total") - pl.col("elsewhere") - pl.col("beside"))
    return _bars(rows, "document", ("elsewhere", "beside", "alone"))


def _agreements(tables: Tables) -> dict[tuple[str, str], int]:
    """On how many things two documents print figures that can be the same number."""
    said = _statements(tables).unique()
    keyed = said.with_columns(key=pl.struct(ABOUT).hash()).select("key", "document", "lower", "upper")
    rows = keyed.filter((pl.col("document").n_unique().over("key") > 1) & (pl.len().over("key") <= MAX_ALIKE))
    pairs = rows.join(rows, on="key", suffix="_2").filter(pl.col("document") < pl.col("document_2"))
    low, high = pl.max_horizontal("lower", "lower_2"), pl.min_horizontal("upper", "upper_2")
    meeting = pairs.filter((low <= high).fill_null(True)).unique(["key", "document", "document_2"])
    counted = meeting.group_by("document", "document_2").len()
    return {(first, second): n for first, second, n in counted.rows()}


def _matrix(desk: Desk, tables: Tables) -> Matrix:
    conflicts: Counter[tuple[str, str]] = Counter()
    for one in desk.items:
        names = sorted({item.document for item in one.finding.evidence if item.role == "disputed"})
        conflicts.update((a, b) for n, a in enumerate(names) for b in names[n:] if a != b or len(names) == 1)
    agreements = _agreements(tables)
    weight: Counter[str] = Counter()
    for pairs, times in ((conflicts, 3), (agreements, 1)):
        for pair, n in pairs.items():
            weight.update(dict.fromkeys(set(pair), n * times))
    ordered = sorted(weight, key=lambda name: (-weight[name], name))
    names = sorted(ordered[:MAX_DOCUMENTS])
    return Matrix(
        tuple(names), tuple(_line(name, names, conflicts, agreements) for name in names), len(weight) - len(names)
    )


def _line(
    name: str,
    names: Sequence[str],
    conflicts: Mapping[tuple[str, str], int],
    agreements: Mapping[tuple[str, str], int],
) -> tuple[Cell, ...]:
    pairs = [(min(name, other), max(name, other)) for other in names]
    return tuple(Cell(conflicts.get(pair, 0), agreements.get(pair, 0), pair[0] == pair[1]) for pair in pairs)


def _trend(points: Sequence[Point], width: float = 800.0, height: float = 150.0) -> tuple[Column, ...]:
    totals = [sum(getattr(one, name) for name in SEVERITIES) for one in points]
    most, step = max(totals, default=0) or 1, width / max(len(points), 1)
    columns = []
    for n, (point, total) in enumerate(zip(points, totals, strict=True)):
        rects, floor = [], height + 10
        for name in reversed(SEVERITIES):
            tall = getattr(point, name) / most * height
            floor -= tall
            rects.append(Rect(name, round(n * step, 2), round(floor, 2), round(min(step * 0.8, 60), 2), round(tall, 2)))
        columns.append(Column(point.captured_at, total, point.new, point.gone, tuple(rects)))
    return tuple(columns)
