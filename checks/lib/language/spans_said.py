"""How long something is said to last: "eleven minutes", "an hour and a half", "3 min 25 s", "1h05", "three weeks"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from schemas.interval import INFINITY, Interval
from schemas.number_words import WORD_NUMBER, spelled

DAY = Decimal(86400)
_SECONDS = {
    "s": Decimal(1), "mi": Decimal(60), "m": Decimal(60), "h": Decimal(3600), "d": DAY, "n": DAY, "w": 7 * DAY,
    "f": 14 * DAY, "mo": DAY * Decimal("30.44"), "y": DAY * Decimal("365.25"), "ms": Decimal("0.001"),
}  # fmt: skip
_LONG = r"seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|fortnights?|months?|years?"
_UNIT = rf"(?:{_LONG}|(?<=\d)[shd]|(?<=\d\s)[shd])(?![\w/])"
_DIGITS = r"\d{1,3}(?:,\d{3})+(?![\d.,]*\d)|\d+(?:\.\d+)?"
_HALF = r"(?:\sand\s(?P<half>a\shalf|a\squarter|three\squarters)\b)?"
_NUMBER = rf"(?:{_DIGITS}|(?i:{WORD_NUMBER}))"
_PART = re.compile(rf"\b(?P<n>{_NUMBER}|[Aa]n?(?=\s)){_HALF}[\s-]?(?P<u>{_UNIT}){_HALF.replace('half>', 'behind>')}")
_SPAN = re.compile(
    rf"(?<![\w.,:$€£–/-])(?:(?P<part>(?i:half an?|(?:an?|one|three)[\s-]quarters?[\s-]of[\s-]an))\s(?P<pu>{_UNIT})|"
    rf"(?P<h>\d+)\s?h\s?(?P<m>\d{{1,2}})(?:\s?m(?:in)?)?(?:\s?(?P<s>\d{{1,2}})\s?s)?(?!\w)|"
    rf"(?P<mm>\d+)\s?m\s?(?P<ss>\d{{1,2}})\s?s(?!\w)|"
    rf"(?P<clock>\d+(?::\d\d)+)\s?(?P<cu>{_UNIT})|"
    rf"(?P<first>{_PART.pattern.replace('?P<', '?P<a')})(?P<more>(?:(?:,?\sand\s|,?\s)(?:{_NUMBER})[\s-]?{_UNIT})*))"
)
_PARTS = {"half": Decimal("0.5"), "a": Decimal("0.25"), "one": Decimal("0.25"), "three": Decimal("0.75")}
_MORE = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "three": Decimal("0.75")}
_HEDGE = re.compile(
    r"\b(?:(?P<over>more than|over|at least|no less than|longer than|upwards? of|well over)|"
    r"(?P<under>less than|under|at most|no more than|within|inside|shorter than|not quite|barely)|"
    r"(?P<about>about|around|roughly|some|almost|nearly|just over|just under|a little over|a little under|close to|"
    r"approximately|approx\.|ca\.|circa|a good|a bit over))\s*(?:an?\s)?$",
    re.IGNORECASE,
)
# A rate, a window that slides, an age, what lies between two spans: no length of one event.
_BEFORE = re.compile(
    r"\b(?:every|each|per|last|past|next|other|another|further|final|previous|following|first \w+|"
    r"up to|as little as|as long as|by|of the|extra|additional|out of|age[ds]?)\s$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s(?:ago|old|early|late|behind|ahead|earlier|sooner|faster|slower|shorter|longer|less|"
    r"more|saved|apart|each|(?:a|per|every|each) (?:second|minute|hour|day|night|week|month|year)|"
    r"of (?:storage|notice|warranty|history|data))\b"
    r"|-(?:old|long)\b|\s?(?:/|per\b)",
    re.IGNORECASE,
)
# "A two-week trial": what it is called.
_ADJECTIVE = re.compile(rf"-(?:{_LONG})$", re.IGNORECASE)
LEAD = 24
ROUND = Decimal("0.6")  # of the last unit that is printed: "two hours" of 1 h 35
LOOSE = Decimal("0.12")  # "about two hours"


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time at text[start:end], in seconds: what its print and its hedge allow."""

    start: int
    end: int
    seconds: Decimal
    unit: Decimal  # of its last part
    allowed: Interval
    hedge: str = ""
    adjective: bool = False


def spans(text: str, *, every: bool = False) -> Iterator[Span]:
    """The lengths of time that a text says of one event, left to right; `every` with rates, ages and differences."""
    for match in _SPAN.finditer(text):
        lead = text[max(0, match.start() - LEAD) : match.start()]
        read = _read(match)
        if read and (every or not (_BEFORE.search(lead) or _BEHIND.match(text, match.end()))):
            yield _span(match, *read, lead)


def length_of(text: str) -> Span | None:
    """The length that a text is and nothing else: a cell."""
    match = _SPAN.fullmatch(text.strip())
    read = _read(match) if match else None
    return _span(match, *read, "") if match and read else None


def _span(match: re.Match[str], seconds: Decimal, unit: Decimal, lead: str) -> Span:
    found = _HEDGE.search(lead)
    hedge = found.lastgroup or "" if found else ""
    adjective = bool(_ADJECTIVE.search(match.group()))
    return Span(match.start(), match.end(), seconds, unit, _allowed(seconds, unit, hedge), hedge, adjective)


def _allowed(seconds: Decimal, unit: Decimal, hedge: str) -> Interval:
    slack = unit * ROUND + (seconds * LOOSE if hedge == "about" else 0)
    if hedge == "over":
        return Interval(seconds - unit / 100, INFINITY)
    if hedge == "under":
        return Interval(Decimal(0), seconds + unit / 100)
    return Interval(max(Decimal(0), seconds - slack), seconds + slack)


def _read(match: re.Match[str]) -> tuple[Decimal, Decimal] | None:
    """The seconds of a length, and the unit of its last part; None for a number that is none."""
    if match["part"]:
        whole = _unit(match["pu"])
        share = _PARTS[re.split(r"[\s-]", match["part"].lower())[0]]
        return whole * share, whole / 4
    if match["h"]:
        return _sum(match["h"], match["m"], match["s"])
    if match["mm"]:
        return _sum("0", match["mm"], match["ss"])
    if match["clock"]:
        return _colons(match["clock"], _unit(match["cu"]))
    return _parts(match.group())


def _sum(hours: str, minutes: str, seconds: str | None) -> tuple[Decimal, Decimal]:
    total = Decimal(hours) * 3600 + Decimal(minutes) * 60 + Decimal(seconds or 0)
    return total, Decimal(1) if seconds else Decimal(60)


def _colons(printed: str, unit: Decimal) -> tuple[Decimal, Decimal]:
    """The first number of "3:25 min" and "1:05 h" is of the unit; of three it is hours."""
    parts = printed.split(":")
    first = Decimal(3600) if len(parts) > 2 else unit
    sizes = [first / 60**at for at in range(len(parts))]
    return sum((Decimal(one) * size for one, size in zip(parts, sizes, strict=True)), Decimal(0)), sizes[-1]


def _parts(text: str) -> tuple[Decimal, Decimal] | None:
    total, last = Decimal(0), Decimal(0)
    for part in _PART.finditer(text):
        number, fine = _number(part["n"])
        unit = _unit(part["u"])
        if number is None or (last and unit >= last):
            return None
        more = part["half"] or part["behind"]
        if more:
            number, fine = number + _MORE[more.split()[1 if more.startswith("a") else 0]], Decimal("0.25")
        total, last = total + number * unit, unit
        fine_unit = unit * fine
    return (total, fine_unit) if total else None


def _number(printed: str) -> tuple[Decimal | None, Decimal]:
    """A number in digits or words, and what its last digit is worth."""
    if printed.lower() in ("a", "an"):
        return Decimal(1), Decimal(1)
    if printed[0].isdigit():
        plain = Decimal(printed.replace(",", ""))
        return plain, Decimal(1).scaleb(min(0, int(plain.as_tuple().exponent)))
    word = spelled(printed)
    return (Decimal(word) if word else None), Decimal(1)


def _unit(printed: str) -> Decimal:
    plain = printed.lower()
    return _SECONDS["mo" if plain.startswith("mo") else plain[0]]
