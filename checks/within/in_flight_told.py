"""A table's rate by its latency, against the number of requests that the text says are in flight."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.cell_parts import number
from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, short

CODE = "in-flight-told"
FEWEST = 2  # rows that hold what the text says
LOW, HIGH = Decimal("0.9"), Decimal("2.5")  # of those told: a high percentile is no mean
FAR_LOW, FAR_HIGH = Decimal("0.5"), Decimal(8)
_WHO = r"(?:clients?|users?|requests?|connections?|queries|threads|searches|streams|sessions|workers)"
_CONCURRENCY = (
    r"\bconcurrency(?: level)?(?:\s?[:=]\s?| (?:is|was|of|at|level|set to|fixed at)(?: set)?(?: to)? )"
    r"(?P<n>\d+(?:,\d{3})*)(?![\d%]|\.\d|"
    r"\s?(?:h|hours?|min|minutes?|s|sec|seconds?|times|x)\b)"  # how long it went on is no number
)
_CLIENTS = rf"(?<![\d.,])(?P<n>\d+(?:,\d{3})*) (?:concurrent|parallel|simultaneous) (?:\w+ )?{_WHO}\b"
_FLYING = r"(?<![\d.,])(?P<n>\d+(?:,\d{3})*) (?:requests|queries|searches) (?:are |were |kept )?(?:always )?in flight\b"
_TOLD = tuple(re.compile(one, re.IGNORECASE) for one in (_CONCURRENCY, _CLIENTS, _FLYING))
_RATE = re.compile(
    r"\b(?:QPS|TPS|RPS)\b|\b(?:requests?|reqs?|quer(?:y|ies)|ops|operations|searches|lookups)\s?(?:/\s?s|per second)",
    re.IGNORECASE,
)
_LATENCY = re.compile(
    r"\blatenc\w+|\bRT\b|\bresponse\b|\bT?P\d\d|\bpercentile|\b(?:mean|avg|average|median)\b", re.IGNORECASE
)
_TIME = re.compile(r"(?:[(\[/,]|\bin)\s*(?P<unit>ms|s|sec|seconds|µs|us|microseconds|milliseconds)\b", re.IGNORECASE)
_SECONDS = {"m": Decimal("0.001"), "s": Decimal(1), "µ": Decimal("0.000001"), "u": Decimal("0.000001")}
_SET = re.compile(r"\b(?:concurren\w*|clients?|users?|threads?|connections?|in[- ]flight|batch)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Run:
    """A row with its rate and its longest latency; `held` is what the two come to."""

    table: Table
    row: int
    rate: int
    latency: int
    held: Interval

    def cells(self, document: Document, supporting: bool) -> Iterator[Evidence]:
        """Its two cells."""
        for column in (self.rate, self.latency):
            yield cell(document, self.table, self.row + 1, column, "supporting" if supporting else "disputed")


@check(CODE, version=1, severity="low", since="0.1.0")
def in_flight_told(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A rate by its latency is the number of requests in flight, which the text tells once for all runs.

    Why:
        So many clients, each waiting for its answer, are a rate by a latency. A digit that is lost from either leaves
        a row that holds a tenth of the clients that the others hold.

    Flags:
        Low: a row whose rate by its longest printed latency is below half of those told, or eight times as many, where
        two rows or tables of the same columns at least hold what is told.

    Passes:
        Rows that hold up to two and a half times as many, as a high percentile is no mean.

    Does not judge:
        Tables with a column of clients; documents that tell several numbers of them, or none (skipped).
    """
    for document in corpus.documents:
        runs = _runs(document)
        told = _told(document) if runs else None
        if runs and told is None:
            yield Skip(CODE, (document.name,), "not applicable, because the text tells no single number in flight")
        for group in runs.values() if told else ():
            yield from _judge(document, group, *told) if told else ()


def _told(document: Document) -> tuple[Passage, re.Match[str]] | None:
    """Where the only number in flight is told."""
    found = [(one, said) for one in passages(document) for how in _TOLD for said in how.finditer(one.words)]
    return found[0] if len({said["n"] for _, said in found}) == 1 else None


def _runs(document: Document) -> dict[tuple[str, ...], list[Run]]:
    """The rows of tables with the same columns, together."""
    found: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for table in document.tables:
        heads = tuple(one.text for one in table.columns)
        rates = [at for at, one in enumerate(heads) if _RATE.search(one)]
        times = {at: unit for at, one in enumerate(heads) if _LATENCY.search(one) and (unit := _unit(one))}
        if len(rates) == 1 and times and not any(_SET.search(one) for one in heads):
            runs = (_run(table, row, rates[0], times) for row in range(len(table.rows)))
            found[heads] += [one for one in runs if one]
    return found


def _unit(header: str) -> Decimal | None:
    found = _TIME.search(header)
    if found is None:
        return None
    unit = found["unit"].lower()
    return _SECONDS["u" if unit.startswith("micro") else unit[0]]


def _run(table: Table, row: int, rate: int, times: dict[int, Decimal]) -> Run | None:
    per_second = number(table.rows[row][rate].text)
    held = {
        at: one.readings.rounded * Interval(unit, unit)
        for at, unit in times.items()
        if (one := number(table.rows[row][at].text)) and one.readings.rounded.lower > 0 and not one.unit
    }
    if per_second is None or per_second.unit or per_second.readings.rounded.lower <= 0 or not held:
        return None
    longest = max(held, key=lambda at: held[at].upper)
    return Run(table, row, rate, longest, held[longest] * per_second.readings.rounded)


def _judge(document: Document, runs: Sequence[Run], passage: Passage, said: re.Match[str]) -> Iterator[Finding]:
    many = Decimal(said["n"].replace(",", "").rstrip(","))
    good = [one for one in runs if one.held.upper >= many * LOW and one.held.lower <= many * HIGH]
    bad = [one for one in runs if one.held.upper < many * FAR_LOW or one.held.lower > many * FAR_HIGH]
    if many > 1 and len(good) >= FEWEST and len(good) > len(bad):
        for one in bad:
            yield _finding(document, one, good, phrase(passage, said))


def _finding(document: Document, one: Run, good: Sequence[Run], told: Evidence) -> Finding:
    first, second = one.cells(document, supporting=False)
    others = ", ".join(short(round((each.held.lower + each.held.upper) / 2, 0)) for each in good[:3])
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"table {one.table.name}: {first.quote}/s at {second.quote} hold {one.held} in flight; the text says "
        f"{told.quote!r}, and other rows hold {others}",
        arithmetic=f"{first.quote}/s x {second.quote} ({second.column}) = {one.held}.",
        comparison=(document.name, one.table.name, first.column, str(one.row)),
        evidence=(first, second, told, *(each for run in good[:3] for each in run.cells(document, supporting=True))),
        likely_wrong_why="the rate or the latency of the row: the other rows hold what the text tells",
    )
