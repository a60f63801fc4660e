"""A table's throughput x latency against its batch size."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.absolutes import based
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, short
from schemas.names import Vocabulary
from schemas.statement import Measurement

CODE = "littles-law"
FLOOR = Decimal("0.9")  # rounding and separate runs put right rows at 0.95 and above
SAME = Decimal("0.02")  # in-flight counts within 2 % of each other are one constant


@check(CODE, version=1, severity="high", since="0.1.0")
def littles_law(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Throughput times latency is at least one batch in flight.

    Why:
        By Little's law the samples in flight are throughput x latency. A device that finishes a batch in its latency
        holds at least that batch, so the product cannot be below the batch size. Where it is, the latency is that
        of a sample, the batch is another one, or the throughput is that of more devices.

    Flags:
        Rows of one model family, framework and machine whose product lies below 0.9 of their batch size.

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


@dataclass(frozen=True, slots=True)
class Row:
    """One row's two cells; `in_flight` is throughput x latency in samples, `ratio` that over the batch size."""

    throughput: Measurement
    latency: Measurement
    batch: Decimal
    in_flight: Interval

    @property
    def ratio(self) -> Interval:
        """Batches in flight."""
        return self.in_flight / Interval(self.batch, self.batch)


def _pairs(corpus: Corpus) -> Iterator[tuple[Measurement, Measurement]]:
    rows: dict[tuple[str, str, int], dict[str, Measurement]] = defaultdict(dict)
    for cell in corpus.measurements:
        rows[cell.document_id, cell.table, cell.row].setdefault(cell.metric, cell)
    for cells in rows.values():
        if "throughput" in cells and "latency" in cells:
            yield cells["throughput"], cells["latency"]


def _groups(corpus: Corpus) -> dict[tuple[str, ...], list[Row]]:
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for throughput, latency in _pairs(corpus):
        row = _row(throughput, latency, corpus.vocabulary)
        if row:
            groups[_name(throughput, corpus.vocabulary)].append(row)
    return dict(sorted(groups.items()))


def _name(cell: Measurement, vocabulary: Vocabulary) -> tuple[str, ...]:
    entry = vocabulary.get("workloads", cell.workload)
    family = (entry.text("family") if entry else "") or cell.workload
    return cell.document, cell.table, family, cell.subject.condition("framework"), cell.subject.name


def _row(throughput: Measurement, latency: Measurement, vocabulary: Vocabulary) -> Row | None:
    printed = throughput.subject.condition("batch_size").replace(",", "")
    timed = latency.figure and vocabulary.resolve("units", latency.figure.unit)
    if not (throughput.figure and latency.figure and timed and printed.isdigit() and int(printed)):
        return None
    if not throughput.figure.unit.endswith("/s"):
        return None
    in_flight = throughput.figure.interval * based(latency.figure, vocabulary).rounded
    return Row(throughput, latency, Decimal(printed), in_flight)


def _unjudged(corpus: Corpus) -> Iterator[Skip]:
    for throughput, latency in _pairs(corpus):
        missing = [cell.metric for cell in (throughput, latency) if cell.figure is None]
        if missing:
            key = (*_name(throughput, corpus.vocabulary), str(throughput.row))
            yield Skip(CODE, key, f"not applicable, because {' and '.join(missing)} is blank")


def _constant(rows: list[Row]) -> Decimal | None:
    """The in-flight count that all rows share, None when they differ or there is one row only."""
    middles = [(row.in_flight.lower + row.in_flight.upper) / 2 for row in rows]
    mean = sum(middles, Decimal(0)) / len(middles)
    batches = {row.batch for row in rows}
    alike = all(abs(middle - mean) <= mean * SAME for middle in middles)
    return mean if alike and len(batches) > 1 else None


def _finding(name: tuple[str, ...], rows: list[Row], low: list[Row]) -> Finding:
    constant = _constant(rows)
    worst = min(low, key=lambda row: row.ratio.lower)
    others = [row for row in rows if row not in low]
    sums = "; ".join(_sum(row) for row in low)
    also = f" The product is {short(round(constant, 2))} at every batch size." if constant else ""
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity="high" if worst.ratio.upper < Decimal("0.6") else "medium",
        message=_message(name, low, constant),
        arithmetic=f"Little's law, samples in flight = throughput x latency: {sums}.{also}",
        comparison=name,
        evidence=tuple(_evidence(low, others)),
        likely_wrong=worst.latency.statement_id if constant else "",
        likely_wrong_why=_why(constant),
    )


def _message(name: tuple[str, ...], low: list[Row], constant: Decimal | None) -> str:
    document_table_family = f"{name[2]} on {name[4]}, table {name[1]}"
    falls = (
        "the latency does not grow with the batch: it is not the time of a batch"
        if constant
        else ("the latency is shorter than the time that the batch takes at this throughput")
    )
    batches = ", ".join(f"{row.batch:,f}" for row in low)
    return f"{document_table_family}: at batch size {batches} {falls}"


def _sum(row: Row) -> str:
    unit = row.latency.figure.unit if row.latency.figure else ""
    product = short(round((row.in_flight.lower + row.in_flight.upper) / 2, 2))
    return f"{row.throughput.literal}/s x {row.latency.literal} {unit} = {product}, below the batch of {row.batch:,f}"


def _why(constant: Decimal | None) -> str:
    if constant is None:
        return "latency, throughput or batch size may be the wrong one"
    return (
        f"the latency column: throughput x latency is {short(round(constant, 2))} whatever the batch, so it prints the "
        f"time of {short(round(constant, 0))} samples, not of the batch"
    )


def _evidence(low: list[Row], others: list[Row]) -> Iterator[Evidence]:
    for row in low:
        yield Evidence.of(row.latency)
        yield Evidence.of(row.throughput)
    for row in others[:5]:
        yield Evidence.of(row.latency, "context")
