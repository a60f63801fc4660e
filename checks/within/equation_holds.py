"""Sums that a text prints in signs, with their result."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart
from checks.lib.sums.equations import Equation, equations
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval
from schemas.units import dimension, scale

CODE = "equation-holds"
LONGEST = 2000  # characters of a line; one that is cut there may end inside a number, which then is another
ROUGH = Decimal("0.02")  # of a sum with a number that is rounded
NEAR, FAR = Decimal("0.3"), Decimal(3)  # of what brackets come to; beyond it they say something else
# What units hide: powers of 1,024 and the bits of bytes; seconds, minutes, hours, days and months in one another.
_SIZES = tuple(map(Decimal, ("8", "1.024", "1.048576", "1.073741824")))
_TIMES = tuple(map(Decimal, ("60", "3600", "86400", "1440", "24", "7", "30", "365", "12", "730")))
_OF_SIZE = re.compile(r"\b(?:[KMGTP]i?)?[bB](?:ps)?(?:/s)?\b|\b(?:[KMGTP]bit|bits?|bytes?)\b")
_OF_TIME = re.compile(r"(?<!/)\b(?:h|hrs?|hours?|days?|weeks?|months?|years?|min|minutes?|s|sec|seconds?|ms)\b")
_IN_BASE = frozenset(("time", "size", "bandwidth", "compute", "power", "energy"))
_LINE = re.compile(r"[^\n]{5,}")
_MAY = re.compile(r"[=≈]|\([\w $€£-]*\d")  # most lines hold no sum, and are not taken apart
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")


@check(CODE, version=2, severity="medium", since="0.1.0")
def equation_holds(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A sum that a text prints in signs comes to the result that it prints for it.

    Why:
        The worked example at the end of a post is done once. Then a price, a count or a run time is brought up to date,
        and the line that everybody copies says what it said.

    Flags:
        "39 x 64 = 2,946"; "$7.08 + $8.26 + $4.74 = $22.49"; "3,480 / 1,360 = 3.56x". Low where units may hide a number
        ("60M x $0.40 = $42", "2 kW x 9 h = 81 MJ") and for a sum in brackets right behind its result ("1,356 GB
        (8 x 192 GB)").

    Passes:
        Results that are rounded or cut off, or in another unit than terms without one ("8 / 1,200 = 6.67 ms"); products
        that differ by a power of ten, by hours, bits or 1,024 where units may hide them; brackets whose sum another
        number of the line is, or that are off by a factor of three or more.

    Does not judge:
        Signs between which something else than a number with a few words stands; ranges, powers; a second number beside
        one of the terms; tails of a sum whose first terms are in brackets; lines of more than 2,000 characters
        (documents without such sums are skipped).
    """
    places = Places(corpus)
    for parsed in corpus.parsed:
        document, found = parsed.document, 0
        for line in _lines(document.text):
            for one in equations(line.group()):
                found += 1
                if not _holds(one, line.group()):
                    yield _finding(one, document, line.start(), places)
        if not found:
            yield Skip(CODE, (document.name,), "not applicable, because it prints no sum in signs")


def _lines(text: str) -> Iterator[re.Match[str]]:
    """The lines that may hold a sum, each of them whole."""
    for line in _LINE.finditer(text):
        if line.end() - line.start() <= LONGEST and _MAY.search(line.group()):
            yield line


def _holds(one: Equation, line: str) -> bool:
    given = one.comes_to([each.allowed for each in one.terms])
    if given is None or given.lower <= 0:
        return True
    if _meets(one, given):
        return True
    if one.led:
        return False
    ratio = one.result.value / given.upper
    others = (Decimal(each.replace(",", "")) for each in _DIGITS.findall(line))
    return not NEAR <= ratio <= FAR or any(given.lower <= each <= given.upper for each in others)


def _meets(one: Equation, given: Interval) -> bool:
    if one.whole and not one.converted:
        return one.result.value in given
    printed = one.result.rounded.positive()
    hidden = _hidden(one) if one.converted or not one.led else _prefixed(one)
    each = [by for some in hidden for by in (some, 1 / some)]
    return any(_close(given.scaled(by), printed, one) for by in (Decimal(1), *each))


def _hidden(one: Equation) -> list[Decimal]:
    """What the units of a sum may hide, by the words that stand behind its numbers."""
    said = " ".join(word for each in (*one.terms, one.result) for word in each.words)
    return [by for found, some in ((_OF_SIZE, _SIZES), (_OF_TIME, _TIMES)) if found.search(said) for by in some]


def _prefixed(one: Equation) -> list[Decimal]:
    """What the unit of a result hides where no term has one: of a batch over a rate the milliseconds of a second.

    "4,096 x 275 = 1.126 exaflops" hides two units, that of the terms too: any power of a thousand.
    """
    unit = one.result.words[0].rstrip(".") if one.bare else ""
    by = scale(unit) if dimension(unit) in _IN_BASE else None
    if by is None or by == 1:
        return []
    return [by] if dimension(unit) == "time" else [Decimal(1000) ** power for power in range(1, 7)]


def _close(given: Interval, printed: Interval, one: Equation) -> bool:
    """Whether two values meet, where units may hide one at any power of ten of the other."""
    power = (printed.upper / given.upper).adjusted() if one.converted or not one.led else 0
    return any(given.scaled(Decimal(1).scaleb(each)).distance(printed) <= ROUGH for each in (power, power + 1))


def _finding(one: Equation, document: Document, start: int, places: Places) -> Finding:
    first, last = one.terms[0], one.terms[-1]
    said = places.printed(document, start + one.result.start, start + one.result.end)
    sum_ = places.printed(document, start + first.start, start + last.end)
    given = one.comes_to([each.allowed for each in one.terms]) or one.result.allowed
    gap = given.distance(one.result.rounded.positive())
    sure = one.led and not one.converted
    text = document.text[start + first.start : start + last.end]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)) if sure else "low",
        message=f"{text} is {_plain((given.lower + given.upper) / 2)}, but {document.name} prints {said.quote}",
        arithmetic=f"{text} allows {given}, {said.quote} allows {one.result.rounded}: {apart(gap)}.",
        comparison=(document.name, text, one.result.number),
        evidence=(said, sum_),
        likely_wrong_why="one of the numbers, it cannot be told which",
    )


def _plain(value: Decimal) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".")
