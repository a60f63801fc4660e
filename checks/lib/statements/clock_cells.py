"""Times that a table prints as a clock does, where it says so: "4:20" under "Time (min:s)"."""

import re
from decimal import Decimal

from schemas.interval import Readings, readings

_CLOCK = re.compile(r"(?P<a>\d{1,3}):(?P<b>[0-5]\d)(?::(?P<c>[0-5]\d))?")
_MINUTES = re.compile(r"\bh+(?:ours?|rs?)?\s?(?::|and)\s?m+(?:in(?:ute)?s?)?\b(?!:)", re.IGNORECASE)
_SECONDS = re.compile(r"\bm+(?:in(?:ute)?s?)?\s?(?::|and)\s?s+(?:ec(?:ond)?s?)?\b", re.IGNORECASE)
SIXTY = 60


def clocked(text: str, said: str) -> tuple[Readings, Decimal] | None:
    """The seconds of a cell, and how many the last of its numbers is of, by what header and title say; else None.

    "08:41" under "Start" is a moment, and no time that anything lasts.
    """
    match = _CLOCK.fullmatch(text.strip())
    if match is None or not (_SECONDS.search(said) or _MINUTES.search(said)):
        return None
    parts = [int(one) for one in match.groups() if one]
    unit = Decimal(1 if len(parts) == len("hms") or _SECONDS.search(said) else SIXTY)
    value = Decimal(0)
    for one in parts:
        value = value * SIXTY + one
    return readings(value, Decimal(1), "exact").scaled(unit), unit
