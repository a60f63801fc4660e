"""Two frameworks of which one is ahead on one size of system and the other on another."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, pairwise

from checks.lib.findings.words import listed
from checks.lib.machines.machines import of_row
from checks.lib.statements.index import by
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary, key
from schemas.statement import Measurement

CODE = "order-flips"
AHEAD = Decimal("1.005")  # less is noise, and no order
Group = tuple[str, ...]
Sized = dict[int, dict[str, "Cell"]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A throughput and the row that it stands in."""

    row: Row
    one: Measurement
    value: Decimal


@dataclass(frozen=True, slots=True)
class Flip:
    """Ahead on the small size and behind on the large one: (small, large) cells of each framework."""

    first: tuple[Cell, Cell]
    second: tuple[Cell, Cell]


@check(CODE, version=1, severity="low", since="0.1.0")
def order_flips(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The framework that is fastest on one size of a line of systems is fastest on the next.

    Why:
        Frameworks cost the same per chip on every size. Where the order changes, one of them scales unlike the other,
        which the page should say, or a figure stands in the wrong row.

    Flags:
        Rows of one table with the same workload, variant, task and data set, where of two frameworks one is ahead on a
        smaller system and behind on a larger one of the same chip; all of a table are one finding.

    Passes:
        One order on all sizes; figures within half a percent of each other.

    Does not judge:
        Frameworks with several rows on one system (skipped): which of them to take is not known.
    """
    groups: dict[Group, Sized] = defaultdict(lambda: defaultdict(dict))
    double: set[Group] = set()
    for row in rows(corpus):
        cell, made = _cell(row), of_row(row, corpus.vocabulary)
        if cell and made and row.workload and row.framework:
            name = _name(row, made.chip, cell.one)
            if row.framework in groups[name][made.count]:
                double.add(name)
            groups[name][made.count][row.framework] = cell
    for name in sorted(double):
        yield Skip(CODE, name, "not applicable, because a framework has several rows on one system")
    single = [(name, groups[name]) for name in sorted(set(groups) - double)]
    flips = by(((name[:2], flip) for name, sizes in single for flip in _flips(sizes)), lambda one: one[0])
    for _, found in sorted(flips.items(), key=lambda one: one[0]):
        yield _finding([flip for _, flip in found], corpus.vocabulary)


def _cell(row: Row) -> Cell | None:
    one = row.metric("throughput")
    return Cell(row, one, one.figure.value) if one and one.figure and one.figure.value > 0 else None


def _name(row: Row, chip: str, one: Measurement) -> Group:
    about = (row.workload, key(row.keys.variant), row.keys.task, chip, one.figure.unit if one.figure else "")
    return row.document.name, row.table.name, *about, *row.same("dataset", "precision")


def _flips(sizes: Sized) -> Iterator[Flip]:
    """Pairs of frameworks whose order on one size is not that on the next larger one."""
    ordered = sorted(sizes)
    for small, large in pairwise(ordered):
        both = sorted(set(sizes[small]) & set(sizes[large]))
        for one, other in combinations(both, 2):
            first = sizes[small][one], sizes[large][one]
            second = sizes[small][other], sizes[large][other]
            if _ahead(first[0], second[0]) and _ahead(second[1], first[1]):
                yield Flip(first, second)
            elif _ahead(second[0], first[0]) and _ahead(first[1], second[1]):
                yield Flip(second, first)


def _ahead(one: Cell, other: Cell) -> bool:
    return one.value > other.value * AHEAD


def _finding(flips: list[Flip], vocabulary: Vocabulary) -> Finding:
    row = flips[0].first[0].row
    told = listed((_told(one) for one in flips), most=4)
    sums = "; ".join(
        f"{a.one.literal} / {b.one.literal} = {short(a.value / b.value)}"
        for one in flips
        for a, b in zip(one.first, one.second, strict=True)
    )
    cells = [cell for one in flips for cell in (*one.first, *one.second)]
    names: list[Evidence] = [one.row.key_cell("framework", vocabulary, "context") for one in cells]
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"table {row.table.name}: the order of frameworks changes with the size of the system: {told}",
        arithmetic=f"{sums}.",
        comparison=(row.document.name, row.table.name, *sorted({one.first[0].row.workload for one in flips})),
        evidence=(*(Evidence.of(one.one) for one in cells), *names),
        likely_wrong_why="it cannot be told; one of the four figures, or frameworks that scale differently",
    )


def _told(flip: Flip) -> str:
    small, large = flip.first
    what = " ".join(word for word in (small.row.keys.workload_raw, small.row.keys.variant) if word)
    ahead, behind = small.row.condition("framework"), flip.second[0].row.condition("framework")
    return f"{what} ({ahead} ahead of {behind} on {small.row.platform}, behind on {large.row.platform})"
