"""Whether a release's numbers moved further since the last one than a person should let pass unseen.

A parser that silently reads half of a page yields fewer rows, fewer names or more rejected rows, and no error. So each
release is held against the one before: rows by table, documents that are still there, how much of the claims and
measurements is about something known, and how many rows were rejected.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import polars as pl

NAMED = ("workload", "metric", "subject")
READ = ("claims", "measurements")
FEW = 10  # rows: a table that moves by fewer is never refused for it


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far each number may move; shares, 0.2 is a fifth.

    `fall` and `grow` are of a table's rows; `coverage` and `rejected` are moves of a share (0.1: ten points), the
    first downwards, the second upwards; `lost` is the share of documents; `most_rejected` bounds even a first release.
    """

    fall: float = 0.2
    grow: float = 1.0
    coverage: float = 0.1
    lost: float = 0.1
    rejected: float = 0.02
    most_rejected: float = 0.2


@dataclass(frozen=True, slots=True)
class Line:
    """One number against its bounds; `before` is None in a first release."""

    measure: str
    before: float | None
    after: float
    lowest: float | None
    highest: float | None

    @property
    def passes(self) -> bool:
        """Whether it stayed within its bounds."""
        above = self.lowest is None or self.after >= self.lowest
        return above and (self.highest is None or self.after <= self.highest)

    def __str__(self) -> str:
        shares = self.measure.startswith(("coverage", "documents kept", "rejected share"))
        said = [_said(value, share=shares) for value in (self.before, self.after, self.lowest, self.highest)]
        verdict = "" if self.passes else "  <- beyond its bounds"
        return f"{self.measure:32}{said[0]:>10}{said[1]:>10}   allowed {said[2]} to {said[3]}{verdict}"


def _said(value: float | None, *, share: bool) -> str:
    if value is None:
        return "-"
    return f"{value:.1%}" if share else f"{value:,.0f}"


def judge(
    before: Mapping[str, pl.DataFrame] | None, after: Mapping[str, pl.DataFrame], bounds: Bounds
) -> tuple[Line, ...]:
    """Every number beside the last release's and what is allowed."""
    return (*_rows(before, after, bounds), *_kept(before, after, bounds), *_coverage(before, after, bounds))


def _rows(
    before: Mapping[str, pl.DataFrame] | None, after: Mapping[str, pl.DataFrame], bounds: Bounds
) -> Iterator[Line]:
    for name, frame in after.items():
        if name == "rejected":
            continue
        least = 1 if name == "documents" else 0
        if before is None or name not in before:
            yield Line(f"rows of {name}", None, frame.height, least, None)
            continue
        old = before[name].height
        lowest = min(old * (1 - bounds.fall), old - FEW + 1)
        highest = max(old * (1 + bounds.grow), old + FEW - 1)
        yield Line(f"rows of {name}", old, frame.height, max(lowest, least), highest)


def _kept(
    before: Mapping[str, pl.DataFrame] | None, after: Mapping[str, pl.DataFrame], bounds: Bounds
) -> Iterator[Line]:
    if before is not None and not before["documents"].is_empty():
        old, now = set(before["documents"]["document"]), set(after["documents"]["document"])
        yield Line("documents kept", 1.0, len(old & now) / len(old), 1 - bounds.lost, None)
    rate = _rejected(after)
    if before is None:
        yield Line("rejected share", None, rate, None, bounds.most_rejected)
    else:
        old_rate = _rejected(before)
        yield Line("rejected share", old_rate, rate, None, min(old_rate + bounds.rejected, bounds.most_rejected))


def _rejected(tables: Mapping[str, pl.DataFrame]) -> float:
    """Of the rows that were read, the share that was set aside."""
    rejected = tables["rejected"].height
    return rejected / max(rejected + sum(tables[name].height for name in READ), 1)


def _coverage(
    before: Mapping[str, pl.DataFrame] | None, after: Mapping[str, pl.DataFrame], bounds: Bounds
) -> Iterator[Line]:
    for table in READ:
        for column in NAMED:
            share = _share(after[table], column)
            old = _share(before[table], column) if before and column in before[table].columns else None
            lowest = None if old is None or after[table].height < FEW else old - bounds.coverage
            yield Line(f"coverage: {column} of {table}", old, share, lowest, None)


def _share(frame: pl.DataFrame, column: str) -> float:
    return 1.0 if frame.is_empty() else frame.filter(pl.col(column) != "").height / frame.height
