"""What a run is said to cost, against the price per hour of its machine."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to, said, where
from checks.lib.language.settings import opposed, scopes
from checks.lib.statements.headings import Headings
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, readings, ulp
from schemas.number_words import in_words
from schemas.statement import Claim, Measurement, Statement

CODE = "bill-against-prices"
ROUGH = Decimal("0.02")  # a bill is rounded, and a price printed with few digits
MOST = 20  # prices of one machine that a bill is held against
_HOURLY = re.compile(r"\bper hour\b|\bhourly\b|/\s?h(?:ou)?r?\b|\ban hour\b", re.IGNORECASE)
_TIME = re.compile(r"(?<![\w.,$€£-])(?P<n>\d[\d,]*(?:\.\d+)?)[ -]?(?P<unit>hours?|hrs?|h|days?)\b")
_NUMBER = re.compile(r"(?<![\w.,$€£-])(\d{1,4})(?![\w.,%]|\s?(?:hours?|hrs?|h|days?)\b)")
_WORDS = in_words(*range(2, 7), 8, 10, 12, 16)


@dataclass(frozen=True, slots=True)
class Rate:
    """A price per hour of a machine, and the words that say which tariff it is."""

    statement: Statement
    value: Interval
    about: tuple[str, ...]


@check(CODE, version=2, severity="high", since="0.1.0")
def bill_against_prices(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What so many hours of a machine cost is its price per hour as many times.

    Why:
        The worked example of a price page is done once by hand. Prices change, or the sum is of other hours.

    Flags:
        "Keeps one m4 busy for 8 hours and costs $124" beside an m4 for $12.40 per hour, in a table or in words.

    Passes:
        Sums that one of the printed prices gives, for one machine or for as many as the sentence counts.

    Does not judge:
        Sentences with several times; machines with several prices that none fits (skipped); other tariffs than the
        sentence says.
    """
    headings = Headings(corpus.documents)
    rates = _rates(corpus, headings)
    for claim in corpus.claims:
        bill = claim.figure.kind == "price" and "/" not in claim.figure.unit and not claim.chart
        if bill and claim.figure.qualifier == "exact" and claim.subject.name in rates and not _of_beside(claim, rates):
            yield from _judge(claim, rates[claim.subject.name][:MOST], headings)


def _rates(corpus: Corpus, headings: Headings) -> dict[str, list[Rate]]:
    found: dict[str, list[Rate]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.figure.kind == "price" and claim.figure.unit.endswith("/hour") and claim.subject.name:
            about = (*scopes(claim), *headings.over(claim))
            found[claim.subject.name].append(Rate(claim, claim.figure.readings.widened, about))
    for parsed in corpus.parsed:
        titles = {table.name: (table.title, *reversed(table.headings)) for table in parsed.document.tables}
        for cell in parsed.measurements:
            if cell.metric == "price" and cell.figure and cell.subject.name and _HOURLY.search(_header(cell)):
                rate = Rate(cell, cell.figure.readings.widened, (cell.column, *titles[cell.table]))
                found[cell.subject.name].append(rate)
    return found


def _header(cell: Measurement) -> str:
    return f"{cell.column} {cell.unit}"


def _judge(claim: Claim, rates: list[Rate], headings: Headings) -> Iterator[Finding | Skip]:
    hours = _hours(claim)
    about = (*scopes(claim), *headings.over(claim))
    able = [one for one in rates if not any(opposed(about, one.about))]
    if hours is None or not able or any(_fits(claim, hours, one) for one in able):
        return
    if len({one.value for one in able}) > 1:
        yield Skip(CODE, _key(claim), "unchecked, because its machine has several prices")
    else:
        yield _finding(claim, hours, able[0])


def _of_beside(claim: Claim, rates: dict[str, list[Rate]]) -> bool:
    """Whether a price per hour of its own sentence gives it, whosever that is: "$4 per hour, or $2,920 a month"."""
    hours = _hours(claim)
    every = (one for some in rates.values() for one in some)
    beside = (one for one in every if isinstance(one.statement, Claim) and one.statement.context == claim.context)
    return hours is not None and any(_fits(claim, hours, one) for one in beside)


def _hours(claim: Claim) -> Interval | None:
    """The one time of the sentence, in hours."""
    times = list(_TIME.finditer(claim.context))
    if len(times) != 1:
        return None
    printed, days = times[0]["n"].replace(",", ""), times[0]["unit"].startswith("day")
    value = Decimal(printed)
    return readings(value, ulp(printed) if "." in printed else Decimal(0), "exact").rounded * _point(24 if days else 1)


def _point(number: int | Decimal) -> Interval:
    return Interval(Decimal(number), Decimal(number))


def _fits(claim: Claim, hours: Interval, rate: Rate) -> bool:
    return any(
        (rate.value * hours * _point(count)).distance(claim.figure.readings.widened.positive()) < ROUGH
        for count in (1, *_counts(claim))
        if count
    )


def _counts(claim: Claim) -> Iterator[int]:
    """The numbers of a sentence that may be how many machines there are."""
    at = claim.at[0]
    text = claim.context[: max(0, at)] + " " + claim.context[at + len(claim.quote) :]
    yield from (int(one) for one in _NUMBER.findall(text))
    yield from (_WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _WORDS)


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.subject.name, claim.figure.unit


def _finding(claim: Claim, hours: Interval, rate: Rate) -> Finding:
    given = rate.value * hours
    gap = given.distance(claim.figure.readings.rounded.positive())
    printed = said(rate.statement.figure) if rate.statement.figure else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{claim.subject.name}: the {where(claim)} says {said(claim.figure)}, but {hours.lower} hours at "
        f"{printed} ({rate.statement.document}) come to {come_to(given)}",
        arithmetic=f"{hours} hours x {rate.value} allows {given}, {said(claim.figure)} allows {claim.figure.interval}: "
        f"{apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), Evidence.of(rate.statement)),
        likely_wrong_why="the sum, the hours or the price; it cannot be told which",
    )
