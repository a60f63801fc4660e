"""What a number of a text is divided by: "/s", "per second for each watt", "for a million tokens", "each joule"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.language.tokens import GENERIC, root
from checks.lib.quantities.amounts import unit_of
from checks.lib.quantities.counts import singular
from checks.lib.quantities.dimensions import KINDS, PRICE, Dims, times
from checks.lib.quantities.quantities import OF_BOTH
from checks.lib.quantities.scanned import BY, EACH_UNIT, Raw, dims_of
from schemas.interval import Interval
from schemas.names import Vocabulary
from schemas.number_words import POWERS, SHORT_POWERS

_OF_EACH = re.compile(r"\s?/|\s(?:per|for)\b")
_APIECE = re.compile(r"^\seach\s")  # "modules with 5.1 kWh each add up": no part is called so
# "$2.49 per GPU per hour", "per seat and month", "per instance hour"
_AND_TIME = re.compile(
    r"(?:\s(?:and|per|an?|each|every)\s|\s?/\s?|\s(?=hours?\b))(?P<by>hour|hr|h|day|week|month|year)\b"
)
_ELIDED = re.compile(r"\s(?:to|instead of|rather than|against|versus|vs\.?)\s")
_LONG = {"minute": 60, "min": 60, "day": 86400, "night": 86400, "week": 604800, "month": 2629746, "quarter": 7889238,
         "year": 31557600}  # fmt: skip
HOUR = 3600
_BILLED = ("month", "year")
SUCH = "such"  # the noun of "40 cents a million"
_DIVISORS = frozenset("time power energy length mass volume area amount charge".split())
_PAID_FOR = frozenset("size rate compute bandwidth".split())  # what a price may be divided by besides
_CENT = re.compile(r"cents?", re.IGNORECASE)  # "per cent"


@dataclass(frozen=True, slots=True)
class Divided:
    """A number's dimensions and value with what it is divided by; `per` are parts, each of which has it."""

    dims: Dims
    value: Interval
    per: frozenset[str]
    end: int
    ahead: bool = False  # whether what it is divided by stands before it


def divided(text: str, one: Raw, vocabulary: Vocabulary) -> Divided:
    """What stands behind a number's unit: "/s", "per second for each watt", "for a million tokens", "per seat"."""
    hours = Decimal(HOUR) if one.kind == "machine_time" else Decimal(1)
    found = Divided(dims_of(one.kind, one.of), one.value.scaled(hours), frozenset(), one.end)
    while match := BY.match(text, found.end):
        words = match["by"].split()
        last = match.end() - len(match["by"]) + len(words[0])
        unit = _divisor(words[0], vocabulary, priced=one.kind == "price")
        if match["n"] and unit:
            found = _over(found, (unit[0], unit[1] * _many(match["n"].lower())), last)
        elif match["n"]:
            counted = words[0] if words[0].endswith("s") and not words[-1].endswith("s") else words[-1]  # "tokens read"
            by = frozenset({(root(singular(counted) or "x"), 1)}), _many(match["n"].lower())
            found = _over(found, by, match.end())
        elif unit and not _is_twice(found, unit):
            found = _over(found, unit, last)
        elif (
            unit
            or _APIECE.search(match.group())
            or (one.kind in ("count", "size") and not _OF_EACH.match(match.group()))
        ):
            break
        else:
            return _parted(text, found, words, last, priced=one.kind == "price")
    return _ahead(text, one, found, vocabulary)


def _many(number: str) -> Decimal:
    """How many of something a value is for: "1,000", "1m", "million"."""
    if number.isalpha():
        return Decimal(10) ** (2 if number == "hundred" else POWERS[number])
    return Decimal(number.rstrip("km").replace(",", "")) * Decimal(10) ** SHORT_POWERS.get(number[-1], 0)


def each_divided(text: str, every: Sequence[Raw], vocabulary: Vocabulary) -> list[Divided]:
    """What each number of a text is divided by; of "from $0.15 to $0.12 per GB" both are of a gigabyte."""
    found = [divided(text, one, vocabulary) for one in every]
    for at in range(len(every) - 1, 0, -1):
        left, right = every[at - 1], every[at]
        bare = found[at - 1].end == left.end and found[at - 1].dims == dims_of(left.kind, left.of)
        if bare and left.kind == right.kind != "count" and _is_elided(text, left, right):
            by = found[at].value.upper / right.value.upper
            found[at - 1] = replace(found[at], value=left.value.scaled(by), end=left.end, ahead=False)
    return found


def _is_elided(text: str, left: Raw, right: Raw) -> bool:
    """Whether two numbers are divided by what stands behind the second alone; prices of two named things too."""
    named = left.kind == "price" and OF_BOTH.fullmatch(text, left.end, right.start)
    return bool(named or _ELIDED.fullmatch(text, left.end, right.start))


def _is_twice(found: Divided, unit: tuple[Dims, Decimal]) -> bool:
    """Whether a rate would be divided by time again: "300 orders a second for a minute"."""
    return unit[0] == KINDS["time"] and ("time", -1) in found.dims


def _parted(text: str, found: Divided, words: Sequence[str], end: int, *, priced: bool) -> Divided:
    """A number that each of some parts has: "$18 per seat and month"."""
    per = frozenset(root(singular(word) or word) for word in words if word not in GENERIC | {"and", "or"})
    match = _AND_TIME.match(text, end)
    if match and len(per) > 1 and match["by"] in words:
        per = frozenset({root(singular(words[0]) or words[0])})
    one = replace(found, per=per, end=end if priced else found.end)
    if match is None or _is_twice(found, (KINDS["time"], Decimal(1))):
        return one
    return replace(over_time(one, match["by"]), end=match.end() if priced else found.end)


def _ahead(text: str, one: Raw, found: Divided, vocabulary: Vocabulary) -> Divided:
    """A number with what it is divided by before it: "each joule buys 7.5 tokens", "a day brings 40 GB"."""
    ahead = EACH_UNIT.search(text[: one.start])
    unit = _divisor(ahead["by"], vocabulary) if ahead and found.end == one.end else None
    if unit is None or _is_twice(found, unit):
        return found
    return replace(_over(found, unit, one.end), ahead=True)


def _over(one: Divided, by: tuple[Dims, Decimal], end: int) -> Divided:
    return Divided(times(one.dims, by[0], -1), one.value.scaled(1 / by[1]), one.per, end)


def over_time(one: Divided, by: str) -> Divided:
    """Divided by a time: the price of an hour."""
    return _over(one, (KINDS["time"], Decimal(_LONG.get(by, HOUR))), one.end)


def _divisor(word: str, vocabulary: Vocabulary, *, priced: bool = False) -> tuple[Dims, Decimal] | None:
    """What a number is divided by; a price by a size too, and by a million of what the text speaks of."""
    if priced and word.lower() in POWERS:
        return frozenset({(SUCH, 1)}), Decimal(10) ** POWERS[word.lower()]
    if word.lower() in _LONG:
        return KINDS["time"], Decimal(_LONG[word.lower()])
    plain, _, held = word.partition("-")  # of a "GB-month", but "GB-seconds" are counted themselves
    found = unit_of(plain if held in _BILLED else word, vocabulary)
    if found and found.kind == "price" and not priced and not _CENT.fullmatch(word):
        return PRICE, found.scale  # "tokens per dollar"
    if not found or found.kind not in _DIVISORS | (_PAID_FOR if priced else frozenset()):
        return None
    dims = dims_of(found.kind, found.of)
    return (times(dims, KINDS["time"]), found.scale * _LONG[held]) if held in _BILLED else (dims, found.scale)
