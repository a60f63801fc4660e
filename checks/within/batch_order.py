"""Throughput and latency over the batch size."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.absolutes import based
from checks.lib.statements.in_flight import FLOOR, flights
from checks.lib.statements.rows import Row, grouped, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Interval, short
from schemas.names import Vocabulary
from schemas.statement import Measurement

CODE = "batch-order"
NOISE = Decimal("0.02")  # runs of one configuration differ by so much
STEEP = Decimal("0.1")  # from here on a fall is no noise of any kind
KEYS = ("framework", "precision", "dataset", "sdk_version", "sequence_length", "division")
WORDS = {"throughput": "throughput falls", "latency": "latency falls"}


# What each of those who share a batch gets falls as it grows: "tokens/s per user".
_SHARED = re.compile(r"(?:\bper|/)\s?(?:user|stream|request|client|session|sequence|caller|viewer)s?\b", re.IGNORECASE)


@check(CODE, version=4, severity="medium", since="0.1.0")
def batch_order(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Within one configuration a larger batch has no lower throughput and no shorter latency.

    Why:
        A larger batch fills the machine better and takes longer. A row beyond the best batch size is worse on both
        counts, so nobody would use it: often a figure, or the batch size, belongs to another row.

    Flags:
        Throughput that falls as the batch grows, latency that falls: medium from 10 %, low from 2 %. All rows of one
        fall are one finding.

    Passes:
        Differences below 2 %; rows that differ in anything but the batch size; fewer samples a second with more
        devices.

    Does not judge:
        Configurations with one batch size, or whose batch sizes are blank; rates per user or stream; rates of whole
        batches, where another rate of the row is that many times theirs; falls in latency
        where the samples in flight are below the batch, which is littles-law's to say.
    """
    excused = _below_one_batch(corpus)
    for name, group in grouped(rows(corpus), *KEYS).items():
        for where, line in _lines(group, corpus.vocabulary).items():
            if len({row.batch for row in line}) < 2:
                if len(line) > 1:
                    yield Skip(CODE, (*name, *where), "not applicable, because batch sizes are blank or the same")
                continue
            for metric in WORDS:
                yield from _judge((*name, *where), metric, line, excused, corpus.vocabulary)


def _lines(group: Sequence[Row], vocabulary: Vocabulary) -> dict[tuple[str, ...], list[Row]]:
    """The rows of one table and one machine, and of one of whatever else it prints as a number."""
    lines: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in group:
        machine = row.platform, str(row.keys.subject.count), str(row.keys.devices)
        lines[row.table.name, *machine, *row.unread(vocabulary)].append(row)
    return lines


def _below_one_batch(corpus: Corpus) -> set[tuple[str, str, int]]:
    low = (one.row for one in flights(corpus) if one.ratio.upper < FLOOR)
    return {(row.document.document_id, row.table.name, row.number) for row in low}


@dataclass(frozen=True, slots=True)
class Point:
    """A row's value of one metric at its batch size."""

    row: Row
    batch: Decimal
    measured: Measurement
    value: Interval


def _judge(
    name: tuple[str, ...],
    metric: str,
    line: Sequence[Row],
    excused: set[tuple[str, str, int]],
    vocabulary: Vocabulary,
) -> Iterator[Finding | Skip]:
    points = sorted(_points(metric, line, vocabulary), key=lambda point: (point.batch, point.value.lower))
    fallen = list(_fallen(points))
    if not fallen:
        return
    row = fallen[0][1].row
    places = {(one.row.document.document_id, one.row.table.name, one.row.number) for _, one in fallen}
    if metric == "latency" and places & excused:
        yield Skip(CODE, (*name, metric), "not judged again: littles-law says that these latencies are not of a batch")
        return
    yield _finding((*name, metric), metric, fallen, row, vocabulary)


def _points(metric: str, line: Sequence[Row], vocabulary: Vocabulary) -> Iterator[Point]:
    for row in line:
        measured = row.metric(metric)
        if not (row.batch and measured and measured.figure) or _SHARED.search(measured.column):
            continue
        if not _of_batches(measured.figure.value * row.batch, row, metric):
            yield Point(row, row.batch, measured, based(measured.figure, vocabulary).rounded)


def _of_batches(whole: Decimal, row: Row, metric: str) -> bool:
    """Whether another rate of the row counts what a batch holds: "Requests/s | Rows/s", 8 rows in each request."""
    others = [one.figure.value for one in row.cells if one.figure and one.metric == metric]
    return row.batch != 1 and any(abs(other - whole) <= whole * NOISE for other in others)


def _fallen(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each point that lies below the best one at a smaller batch size, with that one."""
    best: Point | None = None
    for point in points:
        if best and best.batch < point.batch and point.value.upper < best.value.lower * (1 - NOISE):
            yield best, point
        elif best is None or point.value.lower > best.value.lower:
            best = point


def _fall(best: Point, point: Point) -> Decimal:
    return 1 - point.value.upper / best.value.lower


def _finding(
    name: tuple[str, ...], metric: str, fallen: list[tuple[Point, Point]], row: Row, vocabulary: Vocabulary
) -> Finding:
    best, worst = max(fallen, key=lambda pair: _fall(*pair))
    severity: Severity = "medium" if _fall(best, worst) >= STEEP else "low"
    peaks = list(dict.fromkeys(peak.row.number for peak, _ in fallen))
    shown = [*(next(peak for peak, _ in fallen if peak.row.number == number) for number in peaks)]
    sums = "; ".join(
        f"{point.measured.literal} at {point.batch:,f} is {short(round(_fall(peak, point) * 100, 1))} % below "
        f"{peak.measured.literal} at {peak.batch:,f}"
        for peak, point in fallen
    )
    machine = " ".join(word for word in (row.workload, row.condition("framework"), "on", row.platform) if word)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"{machine}, table {row.table.name}: {WORDS[metric]} above batch size {best.batch:,f} "
        f"({best.measured.literal} to {worst.measured.literal} at {worst.batch:,f})",
        arithmetic=f"{sums}.",
        comparison=name,
        evidence=(
            *(Evidence.of(point.measured) for _, point in fallen),
            *(Evidence.of(peak.measured) for peak in shown),
            *(point.row.key_cell("batch_size", vocabulary, "supporting") for _, point in fallen),
        ),
        likely_wrong_why="the figures or the batch sizes above the peak, or a limit of the system that is not stated",
    )
