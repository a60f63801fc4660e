"""A newer machine whose best row is below the best of its predecessor."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.machines.generations import advance
from checks.lib.machines.machines import of_row, predecessors
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary
from schemas.statement import Measurement

CODE = "generation-peak"
BELOW = Decimal("0.97")  # less is noise
SWEEP = 2  # batch sizes from which on a machine has a best one
Group = tuple[str, ...]
Peak = tuple[Row, Measurement]
Machines = dict[tuple[str, int], list[Peak]]


@check(CODE, version=1, severity="low", since="0.1.0")
def generation_peak(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The best throughput of a newer machine, over all batch sizes, is not below the best of its predecessor.

    Why:
        Rows of equal batch sizes say which machine is faster there. The reader who asks what a machine can do at most
        takes the best row of each table, and finds the newer one behind.

    Flags:
        The best inference or training row of a workload and framework on as many chips, at least 3 % below the best on
        the chip's predecessor, when both are shown at two batch sizes or more; all of two machines are one finding.

    Passes:
        Best rows that rise; single rows (generation judges them).

    Does not judge:
        Machines shown at one batch size (skipped); other frameworks, precisions or tasks; why the sweep of the newer
        one ends earlier.
    """
    found: dict[Group, list[Fall]] = defaultdict(list)
    for name, machines in sorted(_grouped(corpus).items(), key=lambda one: one[0]):
        for members, older in _successions(machines, corpus.vocabulary):
            if min(_batches(members), _batches(older)) < SWEEP:
                yield Skip(CODE, name, "not applicable, because one is shown at one batch size")
            elif fall := _fall(members, older, corpus.vocabulary):
                found[fall.new[0].platform, fall.old[0].platform].append(fall)
    for _, falls in sorted(found.items()):
        yield _finding(falls)


@dataclass(frozen=True, slots=True)
class Fall:
    """The best rows of both machines; `ratio` is newer over older."""

    new: Peak
    old: Peak
    ratio: Decimal


def _grouped(corpus: Corpus) -> dict[Group, Machines]:
    """Throughputs by what was run and how, then by the chips that they ran on."""
    groups: dict[Group, Machines] = defaultdict(lambda: defaultdict(list))
    for row in rows(corpus):
        one, made = row.metric("throughput"), of_row(row, corpus.vocabulary)
        if one and one.figure and made and row.workload and row.batch:
            name = (row.workload, row.keys.task, one.figure.unit, *row.same("framework", "precision", "dataset"))
            groups[name][made.chip, made.count].append((row, one))
    return groups


def _successions(machines: Machines, vocabulary: Vocabulary) -> Iterator[tuple[list[Peak], list[Peak]]]:
    """The rows of a chip and of each chip before it, as many of them."""
    for (chip, count), members in sorted(machines.items(), key=lambda one: one[0]):
        for before in predecessors(chip, vocabulary):
            if (before, count) in machines:
                yield members, machines[before, count]


def _batches(members: list[Peak]) -> int:
    return len({row.batch for row, _ in members})


def _fall(members: list[Peak], older: list[Peak], vocabulary: Vocabulary) -> Fall | None:
    new, old = (max(peaks, key=_value) for peaks in (members, older))
    ratio = advance(new[1], old[1], vocabulary)
    return Fall(new, old, _value(new) / _value(old)) if ratio and ratio.upper < BELOW else None


def _value(peak: Peak) -> Decimal:
    return peak[1].figure.value if peak[1].figure else Decimal(0)


def _finding(falls: list[Fall]) -> Finding:
    new, old = falls[0].new[0], falls[0].old[0]
    told = listed(f"{_told(one)} {one.new[1].literal} against {one.old[1].literal}" for one in falls)
    sums = "; ".join(
        f"{_told(one)}: {one.new[1].literal} (batch {one.new[0].condition('batch_size')}) / {one.old[1].literal} "
        f"(batch {one.old[0].condition('batch_size')}) = {short(one.ratio)}"
        for one in falls
    )
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"the best rows of {new.platform} are below the best of its predecessor {old.platform}: {told}",
        arithmetic=f"{sums}.",
        comparison=(new.platform, old.platform, *sorted({one.new[0].workload for one in falls})),
        evidence=tuple(Evidence.of(cell) for one in falls for _, cell in (one.new, one.old)),
        likely_wrong_why="the newer machine's sweep may end at a smaller batch size, or the software may be slower",
    )


def _told(fall: Fall) -> str:
    row = fall.new[0]
    return " ".join(word for word in (row.workload, row.condition("framework"), row.keys.task) if word)
