"""A row of a table that prints one gain as a factor and as a percentage."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.statements.cell_parts import number
from checks.lib.statements.cells import Number
from checks.lib.statements.formulas import positive
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "factor-and-percent"
_MORE = re.compile(
    r"\b(?:improve(?:ment|d|s)?|faster|gains?|increases?|higher|more|better|uplift|speed-?\s?up|boost)\b", re.IGNORECASE
)
_LESS = re.compile(r"\b(?:reduc\w+|less|lower|sav(?:ed|ings?)|decreases?|cut|shorter|cheaper|drop)\b", re.IGNORECASE)
_OTHER = re.compile(r"\befficien|\butili[sz]|\bshare\b|\brate\b|\bof\b|\bhit\b|\bscaling\b|\bretain", re.IGNORECASE)
_PERCENT = re.compile(r"(?P<n>[~≈+-]?\s?\d[\d,.]*\s?%)(?P<words>[^\d]{0,30})")
ONE, HUNDRED = Decimal(1), Decimal(100)


@dataclass(frozen=True, slots=True)
class Told:
    """A factor and a percentage of a row (counted from 0), by their columns, with what the factor makes of it."""

    row: int
    at: tuple[int, int]
    percent: Number
    meant: Interval
    whole: Interval  # the factor times a hundred: what is printed where one is taken for the other

    @property
    def fits(self) -> bool:
        """Whether the percentage is what the factor says."""
        return self.meant.meets(self.percent.readings.widened)


@check(CODE, version=1, severity="medium", since="0.1.0")
def factor_and_percent(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A gain that a row prints as a factor is the gain that it prints as a percentage.

    Why:
        "5.5x" is a gain of 450 %, and "550 % improvement" is what is printed when the factor is taken for it.

    Flags:
        A row with one factor other than 1x and one percentage that a word calls an improvement or a reduction, where
        the percentage is the factor times a hundred, or where another row's is what its factor says. Medium
        where another row is right, else low.

    Passes:
        2.5x beside 150 % more or 60 % less; percentages of a baseline ("250 %" without a word).

    Does not judge:
        Rows with two factors or two percentages; shares, rates and efficiencies; tables without such rows (skipped).
    """
    for document in corpus.documents:
        for table in document.tables:
            told = [one for at in range(len(table.rows)) if (one := _told(table, at))]
            bad = [one for one in told if not one.fits]
            right = len(told) - len(bad)
            kept = [one for one in bad if right >= len(bad) or one.whole.meets(one.percent.readings.widened)]
            yield from (_finding(document, table, one, right) for one in kept)
            if not kept:
                yield Skip(
                    CODE, (document.name, table.name), "not applicable, because no row prints a gain in two ways"
                )


def _told(table: Table, at: int) -> Told | None:
    cells = [one.text for one in table.rows[at]]
    numbers = {index: one for index, text in enumerate(cells) if index and (one := number(text))}
    times = [index for index, one in numbers.items() if one.unit == "x" and one.value != 1]
    percents = {index: match for index, text in enumerate(cells) if (match := _PERCENT.fullmatch(text.strip()))}
    if len(times) != 1 or len(percents) != 1 or not positive(numbers[times[0]]):
        return None
    [(index, match)] = percents.items()
    percent = number(match["n"].replace("+", "").replace(" ", ""))
    said = match["words"] if match["words"].strip(" *") else table.columns[index].text
    sign = 1 if _MORE.search(said) else -1 if _LESS.search(said) else 0
    if percent is None or not positive(percent) or not sign or _OTHER.search(f"{said} {table.columns[times[0]].text}"):
        return None
    factor = numbers[times[0]].readings.widened
    if (factor.lower <= 1 and sign > 0) or factor.lower <= 0:
        return None
    return Told(at, (times[0], index), percent, _meant(factor, sign), factor.scaled(HUNDRED))


def _meant(factor: Interval, sign: int) -> Interval:
    """What a factor is in percent: 2.5x is 150 % more, or 60 % less."""
    if sign > 0:
        return Interval((factor.lower - ONE) * HUNDRED, (factor.upper - ONE) * HUNDRED)
    parts = sorted(abs(ONE - ONE / one) * HUNDRED for one in (factor.lower, factor.upper))
    return Interval(parts[0], parts[1])


def _finding(document: Document, table: Table, one: Told, right: int) -> Finding:
    first, second = (cell(document, table, one.row + 1, at) for at in one.at)
    gap = one.meant.distance(one.percent.readings.widened)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium" if right else "low", severity.of_gap(gap)),
        message=f"table {table.name}: {first.quote} and {second.quote} in the row of {table.rows[one.row][0].text!r} "
        "are not one gain",
        arithmetic=f"{first.quote} is {one.meant} percent, printed is {second.quote}; {right} other rows agree.",
        comparison=(document.name, table.name, table.rows[one.row][0].text),
        evidence=(first, second),
        likely_wrong_why="the percentage: it may be the factor times a hundred, which counts what was there before",
    )
