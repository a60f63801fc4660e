"""Runs in the lines of a text as values of one kind: "run 1  17,420", "run 2  17,660", "Trial 3: 41.2 s"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.columns.columns_of import Values
from checks.lib.language.tokens import root
from checks.lib.quantities.amounts import amounts
from schemas.document import Document
from schemas.interval import Interval, readings, ulp
from schemas.names import Vocabulary

LEAST = 3  # lines that make a series
BARE = ""  # kind of numbers without a unit: that of what sums them up
_LINE = re.compile(
    r"(?m)^[ \t]*(?:[-*•][ \t]+)?(?P<noun>[A-Za-z]{3,}) ?#?(?P<k>\d{1,2})(?:[ \t]*[:=|–—-])?[ \t]+"
    r"(?P<value>(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<unit>[^\n]{0,30}))$"
)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def numbered(document: Document, vocabulary: Vocabulary) -> Iterator[Values]:
    """Every series of lines that one noun numbers from 1 on, each with one value."""
    some: list[re.Match[str]] = []
    for match in (*_LINE.finditer(document.text), None):
        follows = match and some and match["noun"] == some[-1]["noun"] and int(match["k"]) == len(some) + 1
        if match and follows:
            some.append(match)
            continue
        if len(some) >= LEAST and (found := _values(document, some, vocabulary)):
            yield found
        some = [match] if match and match["k"] == "1" else []


def of_unit(values: Values, printed: str, allowed: Interval) -> Values:
    """Bare values in the unit of what sums them up, which is `printed` and `allowed` in base units."""
    number = _NUMBER.search(printed)
    if values.kind != BARE or number is None:
        return values
    scale = (allowed.lower + allowed.upper) / 2 / Decimal(number.group().replace(",", ""))
    return replace(values, values=tuple(one.scaled(scale) for one in values.values))


def _values(document: Document, some: Sequence[re.Match[str]], vocabulary: Vocabulary) -> Values | None:
    found = [_value(one, vocabulary) for one in some]
    kinds = {kind for kind, _ in found}
    if len(kinds) != 1 or not all(value.bounded and value.lower > 0 for _, value in found):
        return None
    places = tuple((one.start("value"), one.end("n")) for one in some)
    noun = some[0]["noun"]
    return Values(
        document, places, tuple(value for _, value in found), kinds.pop(), noun, noun, frozenset({root(noun)})
    )


def _value(match: re.Match[str], vocabulary: Vocabulary) -> tuple[str, Interval]:
    one = next(iter(amounts(match["value"], vocabulary)), None)
    if one and one.start == 0 and match["unit"].strip():
        return one.kind, one.readings.rounded
    digits = match["n"].replace(",", "")
    return BARE, readings(Decimal(digits), ulp(digits), "exact").rounded
