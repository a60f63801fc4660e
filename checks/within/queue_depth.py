"""A row whose queue depth stands out among its neighbours."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from checks.lib.statements.in_flight import FLOOR, Flight, flights
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import short
from schemas.names import Vocabulary, key

CODE = "queue-depth"
NEAR = Decimal("0.15")  # depths within 15 % of their median are one level: settings move it by as much
APART = Decimal("1.6")  # a row stands out when its depth is this many times the level, or a fraction of it
FITS = Decimal("0.05")  # a corrected batch must bring the depth within 5 % of a depth that a neighbour has
FACTORS = tuple(Decimal(2) ** power for power in (1, 2, 3, 4, -1, -2, -3, -4))
PAIR = Decimal("0.1")  # two rows that agree, and a third off by a power of two, both within 10 %
ENOUGH = 3  # neighbours that agree: fewer are no level to stand out from
Key = tuple[str, ...]


@check(CODE, version=3, severity="high", since="0.1.0")
def queue_depth(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Within a model, framework and machine the queue depth, throughput x latency over batch size, is one level.

    Why:
        The depth is a setting of the software: how many batches wait while one is worked on. It stays where it is from
        row to row, so a row at another depth usually has a wrong batch size, now and then a wrong latency.

    Flags:
        High or medium: a row at twice or more (half or less) the depth at which three or more neighbours agree, when
        another power of two as its batch size brings it back; high when the sister table of another machine prints
        that batch size for the same variant, or five neighbours agree. Low: a lone row off the level of its
        configuration that no batch size explains; one of three variants at twice or half the depth at which the other
        two agree.

    Passes:
        Any constant depth, of three or five batches alike; a framework that works at 2.4 batches up to one batch size
        and at 4.8 above it; a setting printed for several models ("lowest latency config") with a depth of its own.

    Does not judge:
        Depths below one batch (littles-law does); configurations with fewer than three rows.
    """
    every = list(flights(corpus))
    settings = _settings(every)
    sisters = _sisters(every)
    groups: dict[Key, list[Flight]] = defaultdict(list)
    for flight in every:
        groups[_name(flight, settings)].append(flight)
    for name, group in sorted(groups.items()):
        if len(group) > ENOUGH:
            yield from _judge(name, group, sisters, corpus.vocabulary)
        elif odd := _of_three(name, group, corpus.vocabulary):
            yield odd
        elif len(group) > 1:
            yield Skip(CODE, name, "not applicable, because too few rows share a configuration")


def _settings(every: Sequence[Flight]) -> set[Key]:
    """Variants that several workloads of one document share: settings with a depth of their own, not models."""
    workloads: dict[Key, set[str]] = defaultdict(set)
    for one in every:
        workloads[one.row.document.name, key(one.row.keys.variant)].add(one.row.workload)
    return {variant for variant, seen in workloads.items() if len(seen) > 1}


def _name(one: Flight, settings: set[Key]) -> Key:
    row = one.row
    variant = key(row.keys.variant)
    setting = variant if (row.document.name, variant) in settings else ""
    return row.document.name, row.table.name, row.workload, row.framework, row.platform, setting


def _sister_key(one: Flight) -> Key:
    return one.row.workload, key(one.row.keys.variant), one.row.framework


def _sisters(every: Sequence[Flight]) -> dict[Key, list[Flight]]:
    """Rows by what another machine's table would print for the same thing."""
    found: dict[Key, list[Flight]] = defaultdict(list)
    for one in every:
        found[_sister_key(one)].append(one)
    return found


@dataclass(frozen=True, slots=True)
class Odd:
    """A row off its level: the batch size that would bring it back (None: none does), and a sister that prints it."""

    flight: Flight
    batch: Decimal | None
    sister: Flight | None = None


def _judge(
    name: Key, group: Sequence[Flight], sisters: dict[Key, list[Flight]], vocabulary: Vocabulary
) -> Iterator[Finding]:
    level = median(one.depth for one in group)
    near = [one for one in group if abs(one.depth - level) <= level * NEAR]
    apart = [one for one in group if one.depth >= level * APART or one.depth * APART <= level]
    if level < FLOOR:
        return  # what is wrong there is no row's batch size
    # Where rows lie between the levels the depth drifts, and no row of them is the odd one.
    if len(near) < ENOUGH or len(near) + len(apart) < len(group) or len(apart) > len(near) // 2:
        return
    odd = [_odd(one, near, apart, sisters) for one in apart]
    corrected = [one for one in odd if one.batch and (one.sister or _alone(one.flight, apart))]
    if corrected:
        yield _finding(name, near, corrected, level, vocabulary)
    elif len(odd) == 1 and _varies_alike(odd[0].flight, group):
        yield _unexplained(name, near, odd[0].flight, level, vocabulary)


def _of_three(name: Key, group: Sequence[Flight], vocabulary: Vocabulary) -> Finding | None:
    """Of three variants two that agree are a level, as long as the third is off by a power of two.

    One variant at three batch sizes is no such group: frameworks change their depth on the way up.
    """
    level = median(one.depth for one in group)
    near = [one for one in group if abs(one.depth - level) <= level * PAIR]
    apart = [one for one in group if one not in near]
    variants = {key(one.row.keys.variant) for one in group}
    if len(variants) != ENOUGH or len(near) != ENOUGH - 1 or not apart[0].depth:
        return None
    factor = level / apart[0].depth
    off = any(abs(factor - power) <= power * PAIR for power in FACTORS)
    return _unexplained(name, near, apart[0], level, vocabulary) if off else None


def _odd(flight: Flight, near: Sequence[Flight], apart: Sequence[Flight], sisters: dict[Key, list[Flight]]) -> Odd:
    least = min(one.batch for one in (*near, *apart))
    others = [one for one in sisters[_sister_key(flight)] if one.row.table is not flight.row.table]
    batches = [flight.batch * factor for factor in FACTORS]
    fitting = [batch for batch in batches if batch >= least and _fits(flight.samples / batch, near)]
    for batch in fitting:
        for other in others:
            if other.batch == batch:
                return Odd(flight, batch, other)
    return Odd(flight, fitting[0] if fitting else None)


def _fits(depth: Decimal, near: Sequence[Flight]) -> bool:
    return any(abs(depth - one.depth) <= one.depth * FITS for one in near)


def _alone(flight: Flight, apart: Sequence[Flight]) -> bool:
    """Whether no other row shares its depth: two at one depth are a second level, not a slip."""
    others = (one for one in apart if one is not flight)
    return not any(abs(one.depth - flight.depth) <= flight.depth * NEAR for one in others)


def _varies_alike(flight: Flight, group: Sequence[Flight]) -> bool:
    """Whether the row's variant is one that its neighbours have too, or each row has its own."""
    variants = [key(one.row.keys.variant) for one in group]
    return variants.count(key(flight.row.keys.variant)) > 1 or len(set(variants)) == len(variants)


def _finding(name: Key, near: Sequence[Flight], odd: Sequence[Odd], level: Decimal, vocabulary: Vocabulary) -> Finding:
    odd = sorted(odd, key=lambda one: (one.flight.batch, one.flight.samples))
    severity: Severity = "high" if len(near) >= 5 or any(one.sister for one in odd) else "medium"
    rows = " and ".join(f"{one.flight.row.keys.variant or 'one row'} at {one.flight.batch:,f}" for one in odd)
    better = " and ".join(f"{one.batch:,f}" for one in odd)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"{name[2]} on {name[4]}, table {name[1]}: batch size of {rows} does not go with throughput and "
        f"latency; {better} would",
        arithmetic=f"Batches in flight = throughput x latency / batch size: {'; '.join(_sum(one) for one in odd)}. "
        f"{_level(near, level)}{_sister_words(odd)}",
        comparison=(*name, *sorted(key(one.flight.row.keys.variant) for one in odd)),
        evidence=tuple(_evidence(odd, near, vocabulary)),
        likely_wrong_why=f"the batch size: throughput and latency give the neighbours' depth at {better}",
    )


def _sum(odd: Odd) -> str:
    one = odd.flight
    at = f", at {odd.batch:,f} it is {short(round(one.samples / odd.batch, 2))}" if odd.batch else ""
    return f"{one.product}, / {one.batch:,f} = {short(round(one.depth, 2))}{at}"


def _level(near: Sequence[Flight], level: Decimal) -> str:
    depths = sorted(one.depth for one in near)
    low, high = short(round(depths[0], 2)), short(round(depths[-1], 2))
    return f"The {len(near)} rows beside lie between {low} and {high} (median {short(round(level, 2))})."


def _sister_words(odd: Sequence[Odd]) -> str:
    sisters = [one.sister for one in odd if one.sister]
    if not sisters:
        return ""
    listed = " and ".join(f"{one.batch:,f}" for one in sisters)
    return f" Table {sisters[0].row.table.name} ({sisters[0].row.platform}) prints {listed} for the same variant."


def _evidence(odd: Sequence[Odd], near: Sequence[Flight], vocabulary: Vocabulary) -> Iterator[Evidence]:
    for one in odd:
        yield one.flight.row.key_cell("batch_size", vocabulary)
        yield Evidence.of(one.flight.throughput, "supporting")
        yield Evidence.of(one.flight.latency, "supporting")
        if one.sister:
            yield one.sister.row.key_cell("batch_size", vocabulary, "supporting")
    for beside in sorted(near, key=lambda other: (other.depth, other.row.number))[:3]:
        yield Evidence.of(beside.latency, "context")


def _unexplained(name: Key, near: Sequence[Flight], odd: Flight, level: Decimal, vocabulary: Vocabulary) -> Finding:
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{name[2]} ({name[3]}) on {name[4]}, table {name[1]}: at batch size {odd.batch:,f} "
        f"{short(round(odd.depth, 1))} batches are in flight, {short(round(level, 1))} in the rows beside it",
        arithmetic=f"Batches in flight = throughput x latency / batch size: {_sum(Odd(odd, None))}. "
        f"{_level(near, level)}",
        comparison=(*name, str(odd.batch)),
        evidence=(
            Evidence.of(odd.latency),
            Evidence.of(odd.throughput),
            odd.row.key_cell("batch_size", vocabulary, "supporting"),
            *(
                Evidence.of(one.latency, "context")
                for one in sorted(near, key=lambda other: (other.depth, other.row.number))[:3]
            ),
        ),
        likely_wrong_why="another setting than its neighbours', not stated, or the latency; no batch size explains it",
    )
