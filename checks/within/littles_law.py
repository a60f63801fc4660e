"""A table's throughput x latency against its batch size."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.statements.in_flight import FLOOR, Flight, family, flights, pairs
from checks.lib.statements.rows import Row
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, short
from schemas.names import Vocabulary

CODE = "littles-law"
SAME = Decimal("0.02")  # in-flight counts within 2 % of each other are one constant


@check(CODE, version=2, severity="high", since="0.1.0")
def littles_law(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Throughput times latency is at least one batch in flight.

    Why:
        By Little's law the samples in flight are throughput x latency. A device that finishes a batch in its latency
        holds at least that batch, so the product cannot be below the batch size. Where it is, the latency is that
        of a sample, the batch is another one, or the throughput is that of more devices.

    Flags:
        Rows of one model family, framework and machine whose product lies below 0.9 of their batch size. Where each
        throughput is the latency over the batch size to the digit, the finding says that the column prints the seconds
        of one sample.

    Passes:
        A queue of three or five batches, constant over a configuration; products of 0.95 to 1 (rounding, separate
        runs).

    Does not judge:
        Rows without batch size, throughput or latency; how deep a queue should be.
    """
    for name, rows in _groups(corpus).items():
        low = [row for row in rows if row.ratio.upper < FLOOR]
        if low:
            yield _finding(name, rows, low)
    yield from _unjudged(corpus)


def _groups(corpus: Corpus) -> dict[tuple[str, ...], list[Flight]]:
    groups: dict[tuple[str, ...], list[Flight]] = defaultdict(list)
    for flight in flights(corpus):
        groups[_name(flight.row, corpus.vocabulary)].append(flight)
    return dict(sorted(groups.items()))


def _name(row: Row, vocabulary: Vocabulary) -> tuple[str, ...]:
    made_by = row.condition("framework")
    return row.document.name, row.table.name, family(row, vocabulary), made_by, row.platform


def _unjudged(corpus: Corpus) -> Iterator[Skip]:
    for row, throughput, latency in pairs(corpus):
        missing = [cell.metric for cell in (throughput, latency) if cell.figure is None]
        if missing:
            key = (*_name(row, corpus.vocabulary), str(row.number))
            yield Skip(CODE, key, f"not applicable, because {' and '.join(missing)} is blank")


def _constant(rows: list[Flight]) -> Decimal | None:
    """The in-flight count that all rows share, None when they differ or there is one row only."""
    middles = [row.samples for row in rows]
    mean = sum(middles, Decimal(0)) / len(middles)
    batches = {row.batch for row in rows}
    alike = all(abs(middle - mean) <= mean * SAME for middle in middles)
    return mean if alike and len(batches) > 1 else None


def _finding(name: tuple[str, ...], rows: list[Flight], low: list[Flight]) -> Finding:
    if _turned(rows):
        return _upside_down(name, rows)
    constant = _constant(rows)
    worst = min(low, key=lambda row: row.ratio.lower)
    others = [row for row in rows if row.ratio.upper >= FLOOR]
    sums = "; ".join(_sum(row) for row in low)
    also = f" The product is {short(round(constant, 2))} at every batch size." if constant else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high" if worst.ratio.upper < Decimal("0.6") else "medium",
        message=_message(name, low, constant),
        arithmetic=f"Little's law, samples in flight = throughput x latency: {sums}.{also}",
        comparison=name,
        evidence=tuple(_evidence(low, others)),
        likely_wrong=worst.latency.statement_id if constant else "",
        likely_wrong_why=_why(constant),
    )


def _turned(rows: list[Flight]) -> bool:
    """Whether each throughput is the seconds of one sample: latency over batch size, in two rows at least."""
    seconds = [row.in_flight / row.rate / Interval(row.batch, row.batch) for row in rows]
    return len(rows) > 1 and all(one.meets(row.rate) for one, row in zip(seconds, rows, strict=True))


def _upside_down(name: tuple[str, ...], rows: list[Flight]) -> Finding:
    sums = (
        f"{row.latency.literal} {row.latency.figure.unit if row.latency.figure else ''} / {row.batch:,f} is "
        f"{row.in_flight / row.rate / Interval(row.batch, row.batch)} s, {row.throughput.literal} is printed"
        for row in rows
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"table {name[1]}: {rows[0].throughput.column!r} prints seconds a sample, not samples a second",
        arithmetic=f"Latency over batch size: {'; '.join(sums)}.",
        comparison=name,
        evidence=tuple(_evidence(rows, [])),
        likely_wrong_why="the unit of the column: each value is latency / batch size, and not the other way round",
    )


def _message(name: tuple[str, ...], low: list[Flight], constant: Decimal | None) -> str:
    document_table_family = f"{name[2]} on {name[4]}, table {name[1]}"
    falls = (
        "the latency does not grow with the batch: it is not the time of a batch"
        if constant
        else ("the latency is shorter than the time that the batch takes at this throughput")
    )
    batches = ", ".join(f"{row.batch:,f}" for row in low)
    return f"{document_table_family}: at batch size {batches} {falls}"


def _sum(row: Flight) -> str:
    return f"{row.product}, below the batch of {row.batch:,f}"


def _why(constant: Decimal | None) -> str:
    if constant is None:
        return "latency, throughput or batch size may be the wrong one"
    return (
        f"the latency column: throughput x latency is {short(round(constant, 2))} whatever the batch, so it prints the "
        f"time of {short(round(constant, 0))} samples, not of the batch"
    )


def _evidence(low: list[Flight], others: list[Flight]) -> Iterator[Evidence]:
    for row in low:
        yield Evidence.of(row.latency)
        yield Evidence.of(row.throughput)
    for row in others[:5]:
        yield Evidence.of(row.latency, "context")
