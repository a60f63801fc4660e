"""Values with their units as benchmark tools print them: "854.8 ms", "3m30s", "1m2.5s", "58296.56"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from schemas.interval import Interval, ulp
from schemas.units import scale

# "thrpt" of criterion prints "elem/s" with prefixes; "s" alone is last, since it ends the others.
_UNIT = (
    r"(?:[nuµμm]s(?:ec)?s?|[KMGT]?i?B(?:/s(?:ec)?)?|[KMG]?(?:elem|op|req|query|queries|txn|row)s?/s(?:ec)?|"
    r"secs?|seconds?|milliseconds?|microseconds?|min(?:ute)?s?|hours?|s|%)(?![\w/])"
)
VALUE = re.compile(
    rf"(?<![\w.,])[+-]?(?P<digits>(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?)(?:\s?(?P<unit>{_UNIT})|(?![\w.]))"
)
CLOCK = re.compile(
    r"(?<![\w.])(?:(?P<h>\d{1,6})\s?h\s?)?(?:(?P<m>\d{1,6})\s?m(?:in)?\s?)(?:(?P<s>\d{1,9}(?:\.\d{1,9})?)\s?s(?:ec)?)(?!\w)"
)
_PREFIXED = re.compile(r"(?P<prefix>[KMG])(?P<noun>(?:elem|op|req|txn|row)s?/s(?:ec)?)")
_TENS = {"K": Decimal(1000), "M": Decimal(10) ** 6, "G": Decimal(10) ** 9}
SIXTY = 60


@dataclass(frozen=True, slots=True)
class Printed:
    """A value and where it stands: what its digits allow in base units; `unit` is "s" for all times."""

    start: int
    end: int
    unit: str
    allowed: Interval

    @property
    def middle(self) -> Decimal:
        """The number as printed, in base units."""
        return (self.allowed.lower + self.allowed.upper) / 2


def values(text: str, start: int, end: int) -> Iterator[Printed]:
    """The values of a stretch, in order; "3m30s" is one."""
    at = start
    clock = CLOCK.search(text, at, end)
    while match := VALUE.search(text, at, end):
        if clock and clock.start() <= match.start():
            yield _clock(clock)
            at = clock.end()
        else:
            if one := _value(match):
                yield one
            at = match.end()
        if clock and clock.start() < at:  # one further on is still the next: to look again is to read all in between
            clock = CLOCK.search(text, at, end)
    if clock:
        yield _clock(clock)


def value_at(text: str, at: int) -> Printed | None:
    """The value that begins right there; the next one of the line would be another's."""
    match = VALUE.match(text, at)
    return _value(match) if match else None


def _clock(match: re.Match[str]) -> Printed:
    hours, minutes = int(match["h"] or 0), int(match["m"])
    seconds = Decimal(match["s"]) + SIXTY * (minutes + SIXTY * hours)
    return Printed(*match.span(), "s", _around(seconds, ulp(match["s"])))


def _value(match: re.Match[str]) -> Printed | None:
    digits, unit = match["digits"].replace(",", ""), (match["unit"] or "").replace("μ", "µ")
    by, named = _scaled(unit)
    if by is None:
        return None
    number = -Decimal(digits) if match[0].startswith("-") else Decimal(digits)
    return Printed(*match.span(), named, _around(number * by, ulp(digits) * by))


def _scaled(unit: str) -> tuple[Decimal | None, str]:
    """How many of the base unit it is, and what the base is called."""
    if not unit or unit == "%":
        return Decimal(1), unit
    if found := _PREFIXED.fullmatch(unit):
        return _TENS[found["prefix"]], found["noun"]
    if "/" in unit:
        return scale(unit), "byte/s" if "B/" in unit else unit
    return scale(unit), "byte" if unit.endswith("B") else "s"


def _around(value: Decimal, last: Decimal) -> Interval:
    return Interval(value - last / 2, value + last / 2)
