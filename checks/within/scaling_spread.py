"""How far the lines of a table are from linear, where some fall behind the others."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from statistics import median

from checks.lib.findings.words import listed
from checks.lib.machines.machines import of_row
from checks.lib.statements.index import by
from checks.lib.statements.rows import Row, grouped, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Measurement

CODE = "scaling-spread"
BEHIND = Decimal("0.85")  # of linear; a step below it is worth a look where the others reach more
TIMED = Decimal("0.6")  # a time needs more passes at larger batches, so less is usual
STEPS = 3  # steps of a table that make "the others"
MOST = 6  # steps that a message tells
SHOWN = 12  # steps that a finding quotes
KEYS = ("framework", "precision", "dataset", "sequence_length", "division")
METRICS = {"throughput": BEHIND, "time_to_train": TIMED, "time_to_result": TIMED}


@dataclass(frozen=True, slots=True)
class Span:
    """Two rows of a line, the second on more devices, and what the gain is of linear."""

    low: Measurement
    high: Measurement
    share: Decimal
    row: Row

    @property
    def told(self) -> str:
        """The span in words."""
        return (
            f"{self.row.keys.workload_raw} {self.row.condition('framework')} from {self.low.subject.name} to "
            f"{self.high.subject.name} {self.share * 100:.0f} %"
        )


@check(CODE, version=1, severity="info", since="0.1.0")
def scaling_spread(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The lines of a table lose about as much to a larger system.

    Why:
        A page that shows one model at 98 % of linear and another at 62 % is quoted with the first. Who plans for the
        second wants to see it.

    Flags:
        Steps to more devices that reach less than 85 % of linear in throughput, where the table's steps usually reach
        more; lines that reach less than 60 % in time to train, from the fewest devices shown to the most. All of a
        table and metric are one finding (info).

    Passes:
        Steps at 85 % and above; tables whose steps usually reach less.

    Does not judge:
        Whether the loss is wrong (scaling does); lines with several rows at one device count; machines whose parts
        the vocabulary does not hold; rows without a model; tables of one or two steps or lines (skipped).
    """
    spans: dict[tuple[str, str, str], list[Span]] = defaultdict(list)
    for group in grouped(rows(corpus), *KEYS).values():
        for line in by(group, lambda row: row.table.name).values():
            for metric in METRICS:
                for one in _spans(line, metric, corpus.vocabulary):
                    spans[one.row.document.document_id, one.row.table.name, metric].append(one)
    for name, every in sorted(spans.items()):
        limit = METRICS[name[2]]
        behind = [one for one in every if one.share < limit]
        usual = median(one.share for one in every)
        if len(every) < STEPS:
            yield Skip(CODE, name[1:], "unchecked, because too few steps are shown")
        elif behind and (usual >= limit or name[2] != "throughput"):
            yield _finding(name[2], behind, every)


def _spans(line: Sequence[Row], metric: str, vocabulary: Vocabulary) -> Iterator[Span]:
    made = [
        (one, cell, row)
        for row in line
        if row.keys.workload_raw
        and (one := of_row(row, vocabulary))
        and (cell := row.metric(metric))
        and cell.figure
        and cell.figure.value > 0
    ]
    for members in by(made, lambda one: one[0].chip).values():
        counts = [one.count for one, _, _ in members]
        if len(set(counts)) < 2 or len(set(counts)) < len(counts):
            continue
        ordered = sorted(members, key=lambda one: one[0].count)
        ends = pairwise(ordered) if metric == "throughput" else [(ordered[0], ordered[-1])]
        for low, high in ends:
            gain = _value(high[1]) / _value(low[1])
            faster = gain if metric == "throughput" else 1 / gain
            yield Span(low[1], high[1], faster * low[0].count / high[0].count, high[2])


def _value(cell: Measurement) -> Decimal:
    return cell.figure.value if cell.figure else Decimal(1)


def _finding(metric: str, behind: list[Span], every: list[Span]) -> Finding:
    ordered = sorted(behind, key=lambda one: one.share)
    first = ordered[0].row
    best = max(every, key=lambda one: one.share)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="info",
        message=f"table {first.table.name}: {metric.replace('_', ' ')} falls behind the devices: "
        f"{listed((one.told for one in ordered), most=MOST)}",
        arithmetic=f"{len(behind)} of {len(every)}; the best is {best.told} of linear.",
        comparison=(first.document.name, first.table.name, metric),
        evidence=tuple(Evidence.of(cell) for one in ordered[:SHOWN] for cell in (one.low, one.high)),
        likely_wrong_why="nothing is wrong as printed",
    )
