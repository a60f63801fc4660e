"""Little's law on a row: throughput x latency are the samples in flight, and over the batch size the queue's depth."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.absolutes import based
from checks.lib.statements.rows import Row, rows
from schemas.comparison import Corpus
from schemas.interval import Interval, short
from schemas.names import Vocabulary
from schemas.statement import Measurement

FLOOR = Decimal("0.9")  # rounding and separate runs put right rows at 0.95 and above


@dataclass(frozen=True, slots=True)
class Flight:
    """A row with throughput, latency and batch size; `in_flight` is throughput x latency in samples."""

    row: Row
    throughput: Measurement
    latency: Measurement
    batch: Decimal
    in_flight: Interval

    @property
    def rate(self) -> Interval:
        """Throughput, in samples a second."""
        figure = self.throughput.figure
        return figure.interval if figure else self.in_flight  # flights() gives none without a figure

    @property
    def ratio(self) -> Interval:
        """Batches in flight."""
        return self.in_flight / Interval(self.batch, self.batch)

    @property
    def samples(self) -> Decimal:
        """Samples in flight, the middle of what the print allows."""
        return (self.in_flight.lower + self.in_flight.upper) / 2

    @property
    def depth(self) -> Decimal:
        """Batches in flight, the middle of what the print allows."""
        return self.samples / self.batch

    @property
    def product(self) -> str:
        """The sum in words: "2,195/s x 5.88 ms = 12.91"."""
        unit = self.latency.figure.unit if self.latency.figure else ""
        return f"{self.throughput.literal}/s x {self.latency.literal} {unit} = {short(round(self.samples, 2))}"


def pairs(corpus: Corpus) -> Iterator[tuple[Row, Measurement, Measurement]]:
    """Rows that have both columns, with their two cells."""
    for row in rows(corpus):
        throughput, latency = row.metric("throughput"), row.metric("latency")
        if throughput and latency:
            yield row, throughput, latency


def flights(corpus: Corpus) -> Iterator[Flight]:
    """Every row that Little's law can be held against."""
    for row, throughput, latency in pairs(corpus):
        one = _flight(row, throughput, latency, corpus.vocabulary)
        if one:
            yield one


def _flight(row: Row, throughput: Measurement, latency: Measurement, vocabulary: Vocabulary) -> Flight | None:
    timed = latency.figure and vocabulary.resolve("units", latency.figure.unit)
    if not (throughput.figure and latency.figure and timed and row.batch):
        return None
    in_flight = throughput.figure.interval * based(latency.figure, vocabulary).rounded
    if not throughput.figure.unit.endswith("/s") or in_flight.upper <= 0:
        return None
    return Flight(row, throughput, latency, row.batch, in_flight)


def family(row: Row, vocabulary: Vocabulary) -> str:
    """The family of a row's workload, the workload itself when it has none."""
    entry = vocabulary.get("workloads", row.workload)
    return (entry.text("family") if entry else "") or row.workload
