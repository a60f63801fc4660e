"""A small table seen along its rows and along its columns: who its items are, and which lines of values they have."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from checks.lib.language.concepts import concepts
from checks.lib.language.tokens import every_root
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.reckoning.grid import Entry, Grid
from schemas.interval import readings, ulp

TWO = 2
_KINDS = {
    "time": "time latency seconds",
    "rate": "rate throughput",
    "bandwidth": "rate bandwidth",
    "price": "price cost",
    "power": "power watts",
    "energy": "energy joules",
    "frequency": "clock",
    "size": "size memory",
    "compute": "rate compute",
    "temperature": "temperature",
}
_SMALL = re.compile(
    r"\b(?:latenc|times?\b|duration|delay|wait|pauses?\b|errors?\b|failur|lost\b|loss|perplexity|"
    r"costs?\b|price|fee|power|"
    r"watts?\b|energy|joules?|footprint|overhead|downtime|p50|p9\d|percentile|ttft|tpot|minutes?\b|seconds?\b|jitter|"
    r"miss(?:es)?\b|stalls?\b|heap|memory use|tdp|stutter|wer\b|crash)",
    re.IGNORECASE,
)
_LARGE = re.compile(
    r"throughput|per second|/s\b|\bfps\b|\bqps\b|\brps\b|\bops\b|\bscores?\b|accura|rate\b|speed|"
    r"bandwidth|per hour|per day|"
    r"per minute|per watt|efficien|availab|uptime|performance|recall\b|\bclock|frequency|"
    r"hit ratio|perf\b|iops|marks?\b",
    re.IGNORECASE,
)
_NO_RATE = re.compile(r"\b(?:error|miss|loss|failure|drop|churn|crash|attrition)\s+rates?\b", re.IGNORECASE)
_SPEEDY = {
    "time": True,
    "rate": False,
    "bandwidth": False,
    "compute": False,
    "frequency": False,
    "price": True,
    "power": True,
    "energy": True,
}


@dataclass(frozen=True, eq=False)
class Line:
    """Values of one kind of several items, and what they are called."""

    label: str
    entries: dict[int, Entry]
    about: str

    @property
    def kind(self) -> str:
        """The kind of its values."""
        return next(iter(self.entries.values())).amount.kind

    @cached_property
    def words(self) -> frozenset[str]:
        """What its label means, and its values."""
        return concepts(f"{self.label} {_KINDS.get(self.kind, '')}")

    @cached_property
    def smaller_is_better(self) -> bool | None:
        """Which end is the good one, as far as its label, its kind and what stands over it say."""
        for text in (self.label, self.about):
            small, large = (
                bool(_SMALL.search(_NO_RATE.sub("error", text))),
                bool(_LARGE.search(_NO_RATE.sub(" ", text))),
            )
            if text is self.label and self.kind in _SPEEDY:
                return _SPEEDY[self.kind]
            if small != large:
                return small
            if small:
                return None
        return None

    @property
    def timed(self) -> bool:
        """Whether its values say how fast something is."""
        if self.kind in ("time", "rate", "bandwidth", "compute"):
            return True
        return self.kind == "count" and self.smaller_is_better is not None and not _GRADE.search(self.label)


_GRADE = re.compile(r"\b(?:scores?|accura\w+|recall|efficien\w+|availab\w+|ratings?|points|quality)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class View:
    """The items of a table by their numbers, and the lines of values that they have."""

    grid: Grid
    noun: str
    items: dict[int, str]
    lines: tuple[Line, ...]
    by_rows: bool

    @cached_property
    def measured(self) -> bool:
        """Whether what lies along it are quantities, of which none is before another: "p50", "Tokens/s per user"."""
        return any(_SMALL.search(one) or _LARGE.search(one) for one in self.items.values())


def views(grid: Grid, about: str) -> Iterator[View]:
    """The table along its rows, and along its columns; what stands `about` it tells which end is the good one."""
    rows = {at: label for at, label in enumerate(grid.rows) if at not in grid.summaries}
    columns = {at: label for at, label in enumerate(grid.columns) if at}
    if len(rows) >= TWO:
        plain = [one for one in grid.entries if one.row in rows]
        along = {at: {one.row: one for one in plain if one.column == at} for at in columns}
        lines = filter(None, (_line(label, about, along[at]) for at, label in columns.items()))
        yield View(grid, grid.corner, rows, (*lines, *_moves(grid, about)), by_rows=True)
    if len(columns) >= TWO:
        across = {at: {one.column: one for one in grid.entries if one.row == at} for at in rows}
        lines = filter(None, (_line(label, about, across[at]) for at, label in rows.items()))
        yield View(grid, "", columns, tuple(lines), by_rows=False)


_MOVE = re.compile(r"\W*?(?P<sign>[+−–-])\s?(?P<n>\d+(?:\.\d+)?)\s?(?P<percent>%)?\W*")


def _moves(grid: Grid, about: str) -> Iterator[Line]:
    """Columns of changes that all go one way, "−0.8" and "−2.2": by how much, for a sentence says no sign."""
    table = next(one for one in grid.document.tables if one.name == grid.name)
    full = {one.column for one in grid.entries}
    for at, head in enumerate(table.columns):
        cells = [(row, line[at]) for row, line in enumerate(table.rows) if at < len(line) and row not in grid.summaries]
        found = [(row, cell, match) for row, cell in cells if (match := _MOVE.fullmatch(cell.text))]
        if at and at not in full and len(found) == len(cells) >= TWO and len({one["sign"] for *_, one in found}) == 1:
            yield Line(
                head.text,
                {row: Entry(row, at, cell.start, cell.end, _moved(one, head.text)) for row, cell, one in found},
                about,
            )


def _moved(match: re.Match[str], head: str) -> Amount:
    kind = "percent" if match["percent"] or "%" in head else "count"
    value = readings(Decimal(match["n"]), ulp(match["n"]), "exact")
    return Amount(
        *match.span(), kind, frozenset() if kind == "percent" else every_root(head), frozenset(), value, "exact"
    )


def _line(label: str, about: str, entries: dict[int, Entry]) -> Line | None:
    if len(entries) < TWO:
        return None
    first = next(iter(entries.values())).amount
    same = all(
        alike(first, one.amount) or (first.kind == one.amount.kind == "count" and label) for one in entries.values()
    )
    return Line(label, entries, about) if same else None
