"""Times over the number of devices."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.findings import severity
from checks.lib.machines.machines import of_row
from checks.lib.statements.rows import Row, grouped, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, short
from schemas.names import Vocabulary
from schemas.statement import Measurement

MORE = Decimal("1.5")  # times the work of the row before
ABOUT = 400  # characters before a table that can say how the job was scaled
_WEAK = re.compile(
    r"\bweak(?:ly)?[- ]scal|\bper (?:GPU|node|device|chip|card|core)\b.{0,40}\b(?:fixed|constant)|"
    r"\b(?:fixed|constant|same)\b.{0,40}\bper (?:GPU|node|device|chip|card|core)\b",
    re.IGNORECASE | re.DOTALL,
)

CODE = "time-over-devices"
METRICS = ("time_to_train", "time_to_result")
KEYS = ("framework", "precision", "dataset", "batch_size", "division")


@check(CODE, version=2, severity="high", since="0.1.0")
def time_over_devices(corpus: Corpus) -> Iterator[Finding | Skip]:
    """One job takes no longer on more devices.

    Why:
        Two digits swapped in a column of times still look like a time; only the order of the rows shows the slip.

    Flags:
        A time above that of fewer devices by more than their print allows. Where still more devices are faster than
        both again, the row is named as the wrong one.

    Passes:
        Times that fall, by however little; equal ones.

    Does not judge:
        Throughput and its efficiency; rows that differ in framework, precision, data set or batch size; several rows
        at one number of devices, and jobs that grow with the devices, as words or a rate beside the times say
        (skipped).
    """
    for name, group in grouped(rows(corpus), *KEYS).items():
        for line in _lines(group, corpus.vocabulary).values():
            if _grows(group[0]) or _do_more(line):
                yield Skip(CODE, name, "not applicable, because the job grows with the devices (weak scaling)")
            elif len({point.devices for point in line}) < len(line):
                yield Skip(CODE, name, "not comparable, because several rows stand at one number of devices")
            else:
                yield from _judge(name, sorted(line, key=lambda point: point.devices))


@dataclass(frozen=True, slots=True)
class Point:
    """A row's time on so many devices."""

    devices: int
    measured: Measurement
    value: Interval
    work: Decimal | None = None  # what its row's rate does in that time


def _lines(group: Sequence[Row], vocabulary: Vocabulary) -> dict[tuple[str, ...], list[Point]]:
    lines: dict[tuple[str, ...], list[Point]] = defaultdict(list)
    for row in group:
        made = of_row(row, vocabulary)
        for cell in row.cells if made else ():
            if cell.metric in METRICS and cell.figure and made:
                key = (row.table.name, made.chip, cell.metric, cell.figure.unit, cell.column)
                lines[key].append(Point(made.count, cell, cell.figure.interval, _work(row, cell)))
    return dict(sorted(lines.items()))


def _work(row: Row, time: Measurement) -> Decimal | None:
    """A row's only rate times its time."""
    rates = [one.figure.value for one in row.cells if one.figure and one.figure.unit.endswith("/s")]
    return rates[0] * time.figure.value if len(rates) == 1 and time.figure else None


def _do_more(line: Sequence[Point]) -> bool:
    """Whether the rates beside the times say that more devices do more in each: steps of batches that grow along."""
    work = [one.work for one in line]
    return all(left and right and right > MORE * left for left, right in pairwise(work))


def _grows(row: Row) -> bool:
    """Whether the words around a table say that each device has as much to do however many there are."""
    before = row.document.text[max(0, row.table.start - ABOUT) : row.table.start]
    return bool(_WEAK.search(" ".join((row.document.title, row.table.title, before))))


def _judge(name: tuple[str, ...], line: Sequence[Point]) -> Iterator[Finding]:
    for at, (fewer, more) in enumerate(pairwise(line)):
        if more.value.lower > fewer.value.upper:
            yield _finding(name, fewer, more, line[at + 2] if at + 2 < len(line) else None)


def _finding(name: tuple[str, ...], fewer: Point, more: Point, beyond: Point | None) -> Finding:
    gap = more.value.distance(fewer.value)
    spike = beyond is not None and beyond.value.upper < fewer.value.lower
    others = (Evidence.of(beyond.measured, "supporting"),) if beyond and spike else ()
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap) if spike else "low",
        message=f"table {more.measured.table}: {more.measured.literal} {more.measured.unit} on {more.devices} devices, "
        f"and {fewer.measured.literal} {fewer.measured.unit} on {fewer.devices}",
        arithmetic=f"{more.devices} devices allow {more.value}, {fewer.devices} allow {fewer.value}: longer by "
        f"at least {short(round(gap * 100, 0))} % on more devices.",
        comparison=(*name, more.measured.metric, str(fewer.devices), str(more.devices)),
        evidence=(Evidence.of(more.measured), Evidence.of(fewer.measured), *others),
        likely_wrong=more.measured.statement_id if spike else "",
        likely_wrong_why="more devices are faster again, and so are fewer" if spike else "one of the two rows",
    )
