"""Lines of a table whose batch size follows the number of devices in different ways."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.findings.words import listed
from checks.lib.machines.machines import of_row
from checks.lib.statements.index import by
from checks.lib.statements.rows import Row, grouped, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary

CODE = "batch-growth"
MOST = 3  # steps of one kind that a message tells
SHOWN = 6  # steps of one kind that a finding quotes
KEYS = ("framework", "precision", "dataset", "sequence_length", "division")
KINDS = {
    "kept": "the total batch is kept",
    "grown": "it grows with the devices",
    "neither": "it changes otherwise",
}
Steps = dict[str, list["Step"]]


@dataclass(frozen=True, slots=True)
class Step:
    """Two rows of one line, the second on more devices."""

    low: Row
    high: Row
    devices: Decimal  # times as many

    @property
    def kind(self) -> str:
        """How the batch size follows."""
        grown = (self.high.batch or Decimal(0)) / (self.low.batch or Decimal(1))
        return "kept" if grown == 1 else "grown" if grown == self.devices else "neither"

    @property
    def line(self) -> tuple[str, ...]:
        """What both rows run."""
        return self.low.workload, self.low.keys.variant, *self.low.same(*KEYS)

    @property
    def told(self) -> str:
        """The step in words."""
        sizes = f"{self.low.condition('batch_size')} to {self.high.condition('batch_size')}"
        return f"{self.low.keys.workload_raw} {self.low.platform} to {self.high.platform} ({sizes})"


@check(CODE, version=1, severity="low", since="0.1.0")
def batch_growth(corpus: Corpus) -> Iterator[Finding | Skip]:
    """In one table the total batch size follows the number of devices in one way.

    Why:
        A batch that stays while the devices grow gives each of them less to do; one that grows keeps them busy. The
        efficiencies of the two kinds of line, side by side in one table, cannot be compared.

    Flags:
        Tables with lines over two or more device counts of which some keep the total batch, others grow it with the
        devices, or change it in neither way; one finding a table.

    Passes:
        Tables whose lines all keep it, or all grow it.

    Does not judge:
        Which of the two is better; rows without a batch size; machines whose parts the vocabulary does not hold; tables
        of a single step (skipped).
    """
    tables: dict[tuple[str, str], Steps] = defaultdict(lambda: defaultdict(list))
    for group in grouped(rows(corpus), *KEYS).values():
        for line in by(group, lambda row: row.table.name).values():
            for step in _steps(line, corpus.vocabulary):
                tables[step.low.document.document_id, step.low.table.name][step.kind].append(step)
    for (_, table), steps in sorted(tables.items()):
        if sum(map(len, steps.values())) == 1:
            yield Skip(CODE, (table,), "not applicable, because one step is shown")
        elif len(steps) > 1:
            yield _finding(steps, corpus.vocabulary)


def _steps(line: Sequence[Row], vocabulary: Vocabulary) -> Iterator[Step]:
    """Neighbours in the number of devices, where each number has one row."""
    made = [(one, row) for row in line if row.batch and (one := of_row(row, vocabulary))]
    for chip in sorted({one.chip for one, _ in made}):
        mine = sorted(((one.count, row.number, row) for one, row in made if one.chip == chip), key=lambda one: one[:2])
        if len({count for count, _, _ in mine}) == len(mine):
            yield from (Step(low, high, Decimal(b) / a) for (a, _, low), (b, _, high) in pairwise(mine))


def _uniform(steps: Steps) -> Callable[["Step"], bool]:
    """Whether a step's line follows the devices in one way throughout; those that do not are quoted first."""
    kinds: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for kind, some in steps.items():
        for one in some:
            kinds[one.line].add(kind)
    return lambda one: len(kinds[one.line]) == 1


def _finding(steps: Steps, vocabulary: Vocabulary) -> Finding:
    kinds = [kind for kind in KINDS if kind in steps]
    told = "; ".join(f"{KINDS[kind]} for {listed((one.told for one in steps[kind]), most=MOST)}" for kind in kinds)
    shown = [one for kind in reversed(kinds) for one in sorted(steps[kind], key=_uniform(steps))[:SHOWN]]
    row = shown[0].low
    cells = {item.start: item for one in shown for item in _quotes(one, vocabulary)}
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"table {row.table.name}: with more devices {told}",
        arithmetic=f"Of {sum(map(len, steps.values()))} steps: "
        + ", ".join(f"{KINDS[kind]} in {len(steps[kind])}" for kind in kinds)
        + ".",
        comparison=(row.document.name, row.table.name),
        evidence=tuple(cells.values()),
        likely_wrong_why="nothing is wrong as printed; the lines scale in different ways",
    )


def _quotes(step: Step, vocabulary: Vocabulary) -> Iterator[Evidence]:
    for row in (step.low, step.high):
        yield row.key_cell("batch_size", vocabulary)
        yield Evidence.of(row.keys, "supporting")
