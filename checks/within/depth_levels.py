"""Rows of one setting that stand at two depths of the queue, and nothing says where it changes."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.statements.in_flight import Flight, flights
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short

CODE = "depth-levels"
GAP = 3, 2  # one level is half as much again as the other, or more
TIGHT = 6, 5  # rows of one level agree within a fifth
ENOUGH = 2  # rows of a level; a lone one is an odd row, which queue-depth judges
Group = tuple[str, ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def depth_levels(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Rows that are told apart by their batch size alone have as many batches in flight.

    Why:
        Throughput x latency / batch size is how many batches wait or run. Where it doubles half way up a list of batch
        sizes the software was set another way, and the latencies below and above are no one curve.

    Flags:
        Rows of one model, framework, system, precision and variant of a table whose depths make two levels of two rows
        each at least, agreeing within a fifth and half as much again apart; one finding a configuration.

    Passes:
        One depth, whatever it is; depths that drift with the batch size; levels that the variant names.

    Does not judge:
        A single row off its level (queue-depth); depths below one (littles-law); fewer than four rows (skipped).
    """
    groups: dict[Group, list[Flight]] = defaultdict(list)
    for one in flights(corpus):
        groups[_setting(one)].append(one)
    for name, group in sorted(groups.items()):
        ordered = sorted(group, key=lambda one: (one.depth, one.batch))
        cut = _cut(ordered)
        if len({one.batch for one in group}) < ENOUGH * 2:
            yield Skip(CODE, name, "not applicable, because too few batch sizes are shown")
        elif cut:
            yield _finding(name, ordered[:cut], ordered[cut:])


def _setting(one: Flight) -> Group:
    row = one.row
    told = row.same("precision", "dataset", "sequence_length", "sdk_version")
    return (
        row.document.name,
        row.table.name,
        row.keys.workload_raw,
        row.keys.variant,
        row.framework,
        row.platform,
        *told,
    )


def _cut(ordered: Sequence[Flight]) -> int:
    """Where the second level begins; 0 when there is one level, or none."""
    depths = [one.depth for one in ordered]
    for at in range(ENOUGH, len(depths) - ENOUGH + 1):
        apart = depths[at] * GAP[1] >= depths[at - 1] * GAP[0]
        if apart and _agree(depths[0], depths[at - 1]) and _agree(depths[at], depths[-1]) and depths[0] > 0:
            return at
    return 0


def _agree(least: Decimal, most: Decimal) -> bool:
    return most * TIGHT[1] <= least * TIGHT[0]


def _finding(name: Group, low: Sequence[Flight], high: Sequence[Flight]) -> Finding:
    row = low[0].row
    levels = [listed(f"{one.batch:,f}" for one in sorted(some, key=lambda one: one.batch)) for some in (low, high)]
    depths = [short(round(some[len(some) // 2].depth, 1)) for some in (low, high)]
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"{row.keys.workload_raw} ({row.condition('framework')}) on {row.platform}, table {row.table.name}: "
        f"{depths[0]} batches are in flight at batch size {levels[0]}, {depths[1]} at {levels[1]}; no column says why",
        arithmetic="Batches in flight = throughput x latency / batch size: "
        + "; ".join(f"{one.product}, / {one.batch:,f} = {short(round(one.depth, 2))}" for one in (*low, *high))
        + ".",
        comparison=name,
        evidence=tuple(Evidence.of(cell) for one in (*low, *high) for cell in (one.latency, one.throughput)),
        likely_wrong_why="nothing is wrong as printed; the rows are of two settings and cannot be read as one curve",
    )
