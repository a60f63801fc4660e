"""Quantities as a sentence prints them, claimed or not: "20 hours", "$30 per hour", "10,000 images".

A check that multiplies what a sentence prints needs inputs too, and inputs are no claims.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.printed import DIGITS, HEDGES, NO_NOUN, hedge
from checks.lib.statements.passages import Passage
from schemas.interval import Interval, readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import POWERS, either

_SCALE = {"k": 3, **POWERS}
_HEDGE = re.compile(HEDGES, re.IGNORECASE)
_SI = rf"(?P<si>k(?![\w])|\s?(?:{either(POWERS)})\b)?"
_MONEY = re.compile(
    rf"(?<![\w.,-])(?P<sign>[$€£])\s?(?P<n>{DIGITS}){_SI}(?:\s?(?:/|\bper\b|\ban?\b)\s?(?P<by>hour|hr|h|day|minute|second|s)\b)?"
)
_QUANTITY = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>{DIGITS}){_SI}"
    r"(?:[\s-]?(?P<unit>[A-Za-zµ][\w]*)(?P<per>(?:\s?/\s?|\s(?:per|an?|each)\s)(?P<by>[A-Za-z][\w-]*)"
    r"(?:(?:\s?/\s?|\sper\s)(?P<by2>[A-Za-z][\w-]*))?)?)?"
)
# Between two values of two named things, of which the second one prints the unit: "A1 $0.80 and B2 $0.95 per hour".
OF_BOTH = re.compile(r",?\s(?:and|or)\s(?:(?:[A-Z]|[a-z]+\d)[\w.-]*\s){1,3}")
_RATES = {"bandwidth": "size", "compute": "operations"}  # units that are rates by themselves, and of what
_SECONDS = {"hour": 3600, "hr": 3600, "h": 3600, "day": 86400, "minute": 60, "second": 1, "s": 1}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its dimension and what it counts or is divided by, in base units.

    `kind`: time, power, energy, size, count ("10,000 images"), rate ("images/s"), efficiency ("images/s/W"), price, or
    wage (a price per time). `of` is the noun counted, "" where there is none.
    """

    kind: str
    of: str
    value: Interval
    match: re.Match[str]
    passage: Passage


def quantities(passage: Passage, vocabulary: Vocabulary) -> Iterator[Quantity]:
    """The quantities of a sentence, left to right."""
    found = [_money(passage, match) for match in _MONEY.finditer(passage.words)]
    found += [_measured(passage, match, vocabulary) for match in _QUANTITY.finditer(passage.words)]
    yield from sorted((one for one in found if one), key=lambda one: one.match.start())


def _money(passage: Passage, match: re.Match[str]) -> Quantity | None:
    value = _value(passage, match)
    by = match["by"] or _by_of_next(passage, match)
    if by:
        return Quantity("wage", match["sign"], value.scaled(1 / Decimal(_SECONDS[by])), match, passage)
    # "$2 per million tokens", "$12 each": a price of something else than the run.
    other = re.match(r"\s?(?:/|per\b|an?\s|each\b|apiece)", passage.words[match.end() :])
    return None if other else Quantity("price", match["sign"], value, match, passage)


def _by_of_next(passage: Passage, match: re.Match[str]) -> str:
    """The time that the second of two prices is for: "A1 $0.80 and B2 $0.95 per hour" is of both."""
    after = _MONEY.search(passage.words, match.end())
    joined = after and OF_BOTH.fullmatch(passage.words, match.end(), after.start())
    return after["by"] or "" if after and joined and after["sign"] == match["sign"] else ""


def _measured(passage: Passage, match: re.Match[str], vocabulary: Vocabulary) -> Quantity | None:
    unit, by, by2 = match["unit"] or "", match["by"] or "", match["by2"] or ""
    value = _value(passage, match)
    entry = vocabulary.resolve("units", unit)
    dimension = entry.text("dimension") if entry else ""
    if dimension and not by:
        return _based(dimension, value, Decimal(entry.text("scale") or 1) if entry else Decimal(1), match, passage)
    per, per2 = (vocabulary.resolve("units", one) for one in (by, by2))
    timed = per and per.text("dimension") == "time"
    if by and timed and per:
        of, scale = _noun(unit, dimension, entry.text("scale") if entry else "")
        scale /= Decimal(per.text("scale"))
        if not by2:
            return Quantity("rate", of, value.scaled(scale), match, passage)
        powered = per2 and per2.text("dimension") == "power"
        return (
            Quantity("efficiency", of, value.scaled(scale / Decimal(per2.text("scale"))), match, passage)
            if powered and per2
            else None
        )
    if dimension in ("compute", "bandwidth") and entry and per and per.text("dimension") == "power":
        of, scale = _RATES[dimension], Decimal(entry.text("scale") or 1) / Decimal(per.text("scale"))
        return Quantity("efficiency", of, value.scaled(scale), match, passage)
    if by and per and per.text("dimension") == "energy":
        of, scale = _noun(unit, dimension, entry.text("scale") if entry else "")
        return Quantity("efficiency", of, value.scaled(scale / Decimal(per.text("scale"))), match, passage)
    plain = unit.isalpha() and unit.islower() and unit not in NO_NOUN and unit.endswith("s") and not by
    return Quantity("count", unit, value, match, passage) if plain else None


def _noun(unit: str, dimension: str, scale: str) -> tuple[str, Decimal]:
    return ("size", Decimal(scale)) if dimension == "size" else (unit.lower(), Decimal(1))


def _based(dimension: str, value: Interval, scale: Decimal, match: re.Match[str], passage: Passage) -> Quantity | None:
    if dimension in ("time", "power", "energy"):
        return Quantity(dimension, "", value.scaled(scale), match, passage)
    if dimension == "size":
        return Quantity("count", "size", value.scaled(scale), match, passage)
    if dimension in _RATES:
        return Quantity("rate", _RATES[dimension], value.scaled(scale), match, passage)
    return None


def _value(passage: Passage, match: re.Match[str]) -> Interval:
    exponent = _SCALE[match["si"].strip()] if match["si"] else 0
    printed = match["n"].replace(",", "")
    value = Decimal(printed).scaleb(exponent)
    lead = passage.words[max(0, match.start() - 18) : match.start()]
    hedges = [one for one in _HEDGE.finditer(lead) if not lead[one.end() :].strip(" a")]
    return readings(value, ulp(printed, exponent), hedge(hedges[-1] if hedges else None)).widened.positive()
