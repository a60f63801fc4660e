"""Absolute values behind a factor: which printed durations and rates belong to which side of a comparison.

A throughput speed-up is new over old, a time speed-up old over new (design, section 4). Every pair of a subject's
and a baseline's value gives an interval for the factor.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from schemas import units
from schemas.interval import Interval, Readings, judge
from schemas.names import Vocabulary
from schemas.statement import Claim, Figure

_WHOLE = Decimal(100)  # per cent
VALUES = ("absolute", "duration")


@dataclass(frozen=True, slots=True)
class Quotient:
    """A factor that two printed values give: `of` over `by`, each in its own unit's base."""

    subject: Claim
    baseline: Claim
    of: Claim
    by: Claim
    readings: Readings
    point: Decimal | None = None  # the values as printed, divided; None where one is a bound or a range


def scale(figure: Figure, vocabulary: Vocabulary) -> Decimal:
    """Base units in one of the figure's unit: 3600 for hours; 1 where the unit has no scale."""
    entry = vocabulary.resolve("units", figure.unit)
    if entry and entry.text("scale"):
        return Decimal(entry.text("scale"))
    if entry or not figure.unit or figure.unit.endswith("/s"):
        return Decimal(1)  # a rate per second is its own base; asking pint would cost its start-up on every run
    return units.scale(figure.unit) or Decimal(1)


@lru_cache(maxsize=16384)  # cells of a table, which claim after claim is held against
def based(figure: Figure, vocabulary: Vocabulary) -> Readings:
    """What a figure allows, in base units, above zero."""
    by = scale(figure, vocabulary)
    return figure.readings.scaled(by).positive()


def same_dimension(left: Figure, right: Figure, vocabulary: Vocabulary) -> bool:
    """Whether two figures may be divided: both times, both sizes, or both rates of the same thing."""
    units = [vocabulary.resolve("units", figure.unit) for figure in (left, right)]
    kinds = [unit.text("dimension") if unit else "" for unit in units]
    if any(kind and kind != "rate" for kind in kinds):
        return kinds[0] == kinds[1]
    counted = [figure.unit.partition("/")[0] for figure in (left, right)]
    return left.unit == right.unit or (counted[0] == counted[1] and all("/" in one.unit for one in (left, right)))


def quotients(factor: Claim, values: Iterable[Claim], vocabulary: Vocabulary) -> Iterator[Quotient]:
    """Every factor that the values of the two sides of `factor` give."""
    known = list(values)
    mine = [value for value in known if _is(value, factor.subject.name)]
    theirs = [value for value in known if _is(value, factor.baseline.name)]
    for subject in mine:
        for baseline in theirs:
            if same_dimension(subject.figure, baseline.figure, vocabulary):
                yield quotient(subject, baseline, vocabulary)


def quotient(subject: Claim, baseline: Claim, vocabulary: Vocabulary) -> Quotient:
    """The factor of one pair: old over new for times, new over old for rates."""
    timed = subject.direction == "lower_is_better" or subject.figure.kind == "duration"
    of, by = (baseline, subject) if timed else (subject, baseline)
    return divided(subject, baseline, of, by, vocabulary)


def divided(subject: Claim, baseline: Claim, of: Claim, by: Claim, vocabulary: Vocabulary) -> Quotient:
    """`of` over `by` as intervals and as printed."""
    readings = based(of.figure, vocabulary) / based(by.figure, vocabulary)
    plain = all(
        one.figure.qualifier == "exact" and one.figure.value_hi is None and one.figure.value for one in (of, by)
    )
    values = [one.figure.value * scale(one.figure, vocabulary) for one in (of, by)]
    return Quotient(subject, baseline, of, by, readings, values[0] / values[1] if plain else None)


def agrees(factor: Readings, quotient: Quotient) -> bool:
    """Whether a printed factor can be that of two printed values.

    Either all three are rounded, or the factor alone is cut off or one unit off: were the values cut off as well,
    "10 hours" and "2 hours" would allow anything from 3x to 6x.
    """
    if factor.rounded.meets(quotient.readings.rounded):
        return True
    point = quotient.point
    if point is None:
        return judge(factor, quotient.readings) != "inconsistent"
    return point in factor.truncated or point in factor.widened


def complements(pairs: Iterable[Quotient]) -> Iterator[Quotient]:
    """What is missing to the whole: a hit rate that goes from 82% to 91% halves the misses."""
    for one in pairs:
        shares = [side.figure for side in (one.of, one.by)]
        if all(figure.unit == "%" and 0 < figure.value < _WHOLE for figure in shares):
            of, by = (_missing(figure) for figure in shares)
            for found in (of / by, by / of):
                yield replace(one, readings=found, point=None)


def _missing(share: Figure) -> Readings:
    return share.readings.each(lambda one: Interval(_WHOLE - one.upper, _WHOLE - one.lower)).positive()


def _is(value: Claim, machine: str) -> bool:
    return bool(machine) and value.subject.name == machine
