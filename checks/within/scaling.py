"""Throughput over the number of devices."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.machines.machines import of_row
from checks.lib.statements.rows import UNIT, Row, count, grouped, header, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Interval, short
from schemas.names import Vocabulary, key
from schemas.statement import Measurement

CODE = "scaling"
ABOVE = Decimal("1.05")  # caches and separate runs explain a few percent above linear
FAR_ABOVE = Decimal("1.15")
BELOW = Decimal("0.8")
FAR_BELOW = Decimal("0.5")
USUAL = Decimal("0.85")  # what the other steps of a table must reach before a low one stands out
FALLS = Decimal("0.98")  # with more devices
MANY = 4  # times the devices
STEPS = 4  # other steps that make "usual"
_THREADS = re.compile(r"\b(?:threads?|workers?|process(?:es)?|clients?|goroutines|jobs)\b|^cores?$", re.IGNORECASE)
# "Tokens/s per GPU", "images/s/chip": what each device does, and stays where all of them scale.
_EACH = re.compile(
    r"(?:\bper[\s-]|/\s?)(?:GPU|[TNIHR]PU|chip|card|accelerator|device|node|server|system|core|socket|host|processor)\b",
    re.IGNORECASE,
)
# Who says that it grows so, and why, has seen it.
_TOLD = re.compile(r"\bsuper-?linear|\b(?:more|faster|better|above) (?:than )?linear", re.IGNORECASE)
KEYS = ("framework", "precision", "dataset", "sequence_length", "division")
Key = tuple[str, ...]


@check(CODE, version=6, severity="high", since="0.1.0")
def scaling(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Throughput grows with the number of devices, and not faster than their number.

    Why:
        Twice the chips do at most twice the work. More than that means that the two rows were not measured alike, or
        that one of them is wrong; far less than its sister rows reach means the same.

    Flags:
        Above 105 % of linear from one device count to the next: high from 115 %, medium below, one level less where
        the batch size differs by anything but the devices, low where the text says so itself ("superlinear"). Below
        80 % where the other steps of the table usually reach 85 %: low, medium below 50 %. Throughput that falls with
        more devices: medium.

    Passes:
        Up to 105 % of linear; a fixed total batch (strong scaling) and a batch that grows with the devices (weak
        scaling) alike; another software release, which is only mentioned; 70 to 80 % where that is usual.

    Does not judge:
        Time to train, which needs more epochs at larger batches; throughput that hardly moves over four times the
        devices, which is that of each; threads and workers that gain nothing, as beyond the cores of a machine;
        machines whose parts the vocabulary does not hold; rows that differ in framework, precision, data set or
        variant; rows with another count that grows faster than the devices, such as the size of the data, or is halved
        (skipped).
    """
    steps: dict[tuple[str, str], list[Step]] = defaultdict(list)
    for name, group in grouped(rows(corpus), *KEYS).items():
        for line in _lines(group, corpus.vocabulary).values():
            for found in _steps(name, line):
                if isinstance(found, Skip):
                    yield found
                elif load := _load(found, corpus.vocabulary):
                    yield Skip(CODE, name, f"not comparable, because the rows differ in {load} too")
                else:
                    steps[found.high.row.document.document_id, found.high.row.table.name].append(found)
    for table in steps.values():
        yield from _judge(table, corpus.vocabulary)


@dataclass(frozen=True, slots=True)
class Point:
    """A row's throughput on so many devices; `each` where the table prints that of one of them."""

    row: Row
    devices: int
    measured: Measurement
    value: Interval
    each: bool = False

    @property
    def printed(self) -> str:
        """The throughput of all as it is reckoned: "412", or "412 x 8" of a column per device."""
        return f"{self.measured.literal} x {self.devices}" if self.each else self.measured.literal


@dataclass(frozen=True, slots=True)
class Step:
    """Two rows that differ in the number of devices; `efficiency` is 1 where throughput grows as they do."""

    name: Key
    low: Point
    high: Point

    @property
    def linear(self) -> Decimal:
        """How many times as many devices."""
        return Decimal(self.high.devices) / Decimal(self.low.devices)

    @property
    def efficiency(self) -> Interval:
        """Growth of throughput over growth of devices."""
        return self.high.value / self.low.value / Interval(self.linear, self.linear)

    @property
    def middle(self) -> Decimal:
        """The middle of the efficiency."""
        return (self.efficiency.lower + self.efficiency.upper) / 2

    @property
    def percent(self) -> str:
        """The efficiency as a person says it: "123.5 %"."""
        return f"{short(round(self.middle * 100, 1))} %"


def _lines(group: Sequence[Row], vocabulary: Vocabulary) -> dict[Key, list[Point]]:
    """Rows on one kind of chip and in one unit."""
    lines: dict[Key, list[Point]] = defaultdict(list)
    for row in group:
        measured, made = row.metric("throughput"), of_row(row, vocabulary)
        if made and measured and measured.figure and measured.figure.interval.lower > 0:
            each = bool(_EACH.search(f"{measured.column} {measured.figure.unit}"))
            times = Decimal(made.count if each else 1)
            point = Point(row, made.count, measured, measured.figure.interval * Interval(times, times), each)
            lines[row.table.name, made.chip, measured.figure.unit].append(point)
    return dict(sorted(lines.items()))


def _steps(name: Key, line: Sequence[Point]) -> Iterator[Step | Skip]:
    if len({point.devices for point in line}) < 2:
        return
    chains = [line] if _single(line) else list(_by_batch(line).values())
    for chain in chains:
        if not _single(chain):
            yield Skip(CODE, name, "not comparable, because several rows stand at one device count and batch size")
            continue
        ordered = sorted(chain, key=lambda point: point.devices)
        yield from (Step(name, low, high) for low, high in pairwise(ordered))


def _single(line: Sequence[Point]) -> bool:
    return len({point.devices for point in line}) == len(line)


def _by_batch(line: Sequence[Point]) -> dict[str, list[Point]]:
    batches: dict[str, list[Point]] = defaultdict(list)
    for point in line:
        batches[str(point.row.batch)].append(point)
    return dict(sorted(batches.items()))


def _judge(steps: Sequence[Step], vocabulary: Vocabulary) -> Iterator[Finding]:
    ordered = sorted(step.middle for step in steps)
    for step in steps:
        # A table in which every step is low says something of the machine, not of one row.
        usual = _median_without(ordered, step.middle) if len(ordered) > STEPS else Decimal(0)
        severity = _severity(step, usual)
        if severity:
            yield _finding(step, severity, usual, vocabulary)


def _median_without(ordered: Sequence[Decimal], one: Decimal) -> Decimal:
    """The median of the others, without a copy of the list for each."""
    at, count = bisect_left(ordered, one), len(ordered) - 1
    left, right = (place + (place >= at) for place in ((count - 1) // 2, count // 2))
    return (ordered[left] + ordered[right]) / 2


def _severity(step: Step, usual: Decimal) -> Severity | None:
    efficiency = step.efficiency
    if efficiency.lower > ABOVE:
        if _TOLD.search(step.high.row.document.text):
            return "low"
        far = efficiency.lower >= FAR_ABOVE
        if _batches_agree(step):
            return "high" if far else "medium"
        return "medium" if far else "low"
    if _software(step.high.row):
        return None
    if step.high.value.upper < step.low.value.lower * FALLS:
        return None if _is_each(step) else "medium"
    if efficiency.upper < BELOW and usual >= USUAL:
        return "medium" if efficiency.upper < FAR_BELOW else "low"
    return None


def _is_each(step: Step) -> bool:
    """Whether a throughput that hardly moves over many times the devices is that of each: "TPS" of a weak scaling."""
    return step.linear >= MANY and step.high.value.lower > step.low.value.upper * BELOW


def _software(row: Row) -> bool:
    """Whether what is counted are threads or workers: more of them than a machine has cores gain nothing, or cost."""
    at = [index for index, one in enumerate(row.table.columns) if _THREADS.search(one.text)]
    return any(count(row.table.rows[row.number - 1][index].text) == row.keys.devices for index in at)


def _batches_agree(step: Step) -> bool:
    low, high = step.low.row.batch, step.high.row.batch
    return low == high or (low is not None and high is not None and high == low * step.linear)


def _load(step: Step, vocabulary: Vocabulary) -> str:
    """The header of a count that grows faster than the devices, or shrinks: warehouses, clients, tokens of a prompt."""
    low, high = step.low.row, step.high.row
    measured = {one.column for one in low.cells}
    for at, one in enumerate(low.table.columns):
        before, after = count(low.printed(at)), count(high.printed(at))
        if before is None or after is None or one.text in measured:
            continue
        if header(one.text, vocabulary)[0] or UNIT.search(one.text):
            continue
        # The number of a run grows too, by one: a load is more than the devices explain, or far less.
        if after > before * step.linear or after * 2 <= before:
            return one.text
    return ""


def _finding(step: Step, severity: Severity, usual: Decimal, vocabulary: Vocabulary) -> Finding:
    low, high = step.low, step.high
    above = step.efficiency.lower > 1
    differs = _differences(step)
    growth = short(round(high.value.lower / low.value.lower, 2))
    beside = "" if above or not usual else f" The other steps of the table reach {short(round(usual * 100, 1))} %."
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"{_subject(high.row)}: from {_machine(low, high)} to {_machine(high, low)} throughput grows by "
        f"{growth} with {short(step.linear)} times the devices, {step.percent} of linear"
        + (f"; {differs}" if differs else ""),
        arithmetic=f"{_ratio(high, low)} = {growth}; over {high.devices} / {low.devices} "
        f"devices = {short(step.linear)} that is {step.percent}. Linear would be "
        f"{round(high.value.upper / step.linear):,} on {low.devices} or "
        f"{round(low.value.upper * step.linear):,} on {high.devices}.{beside}",
        comparison=(*step.name, low.row.platform, high.row.platform, str(low.devices), str(high.devices)),
        evidence=(
            Evidence.of(high.measured),
            Evidence.of(low.measured),
            *(point.row.key_cell("batch_size", vocabulary, "supporting") for point in (low, high)),
        ),
        likely_wrong_why=_why(above, differs),
    )


def _why(above: bool, differs: str) -> str:
    if not above:
        return "one of the two rows, or a setting that is not stated"
    because = f" ({differs})" if differs else ""
    return f"the smaller machine's row is too low or was measured otherwise{because}, or the larger one's is too high"


def _subject(row: Row) -> str:
    words = (row.workload, row.keys.variant, row.condition("framework"), row.keys.task)
    return f"{' '.join(word for word in words if word)}, table {row.table.name}"


def _machine(point: Point, other: Point) -> str:
    """The machine, or how many devices where both rows call it alike."""
    return point.row.platform if point.row.platform != other.row.platform else f"{point.devices} devices"


def _ratio(high: Point, low: Point) -> str:
    return f"({high.printed}) / ({low.printed})" if high.each else f"{high.printed} / {low.printed}"


def _differences(step: Step) -> str:
    pairs = [
        (name.replace("_", " ").removesuffix(" version"), step.low.row.condition(name), step.high.row.condition(name))
        for name in ("batch_size", "sdk_version")
    ]
    told = [f"{name} {low or 'blank'} against {high or 'blank'}" for name, low, high in pairs if key(low) != key(high)]
    return "also differing: " + ", ".join(told).replace("sdk SDK", "SDK") if told else ""
