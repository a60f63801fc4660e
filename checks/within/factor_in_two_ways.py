"""A comparison that one clause tells in two notations: "0.36, or 2.8 times faster", "a 60% cut, that is 2.5x"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.findings.places import Places
from checks.lib.ratios.apart import nearest_apart
from checks.lib.statements.passages import Passage, passages
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short
from schemas.multiples import Multiple, printed_multiples

CODE = "factor-in-two-ways"
NEAREST, FURTHEST = Decimal("1.05"), Decimal(4)  # times apart: less is rounding, more is of two things
HUNDRED, HALF = Decimal(100), Decimal("0.5")
_OR = (
    r"(?:,?\s(?:or|i\.\s?e\.,?|that is,?|meaning|in other words,?|which (?:is|means|makes)|equivalent to|equal to)|"
    r"\s?[(=]|\s[–—]|,?\sso)\s?"
)
# "0.36 or", "a 60% cut in time, or", "38% (": no name and no other number stands between the two.
_JOIN = re.compile(
    rf"(?:\s(?!(?:and|but|while)\b)[a-z][a-z-]*){{0,4}}{_OR}(?:(?:it|they|that)\s(?:is|are|runs?)\s)?"
    r"(?:(?:an?|about|around|roughly|nearly|almost|just|over|the|some|[A-Z][\w-]*\sis)\s)*",
    re.DOTALL,
)
_COMMA = re.compile(r",\s(?:an?\s|about\s|roughly\s)*")
_SHARE = re.compile(rf"(?<![\w.,$€£/-])0\.\d+(?=,\s|{_OR})")
_RELATIVE = re.compile(r"\bnormali[sz]ed\b|\brelative to\b|\b(?:geometric|geo)[ -]?mean\b|\bbaseline\b", re.IGNORECASE)
_PERCENT = re.compile(r"(?P<n>\d+(?:\.\d+)?)\s?(?:%|per)")
_TWO = re.compile(r"\bdepend\w+|\brespectively\b|\bwhichever\b|\beither\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """A comparison at [start, end) of a sentence, in one notation, with every factor above one that it can mean."""

    start: int
    end: int
    notation: str
    ways: tuple[Interval, ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def factor_in_two_ways(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A comparison that a clause tells in two notations is one comparison.

    Why:
        "The geometric average is 0.36, or 4.8 times faster": the average was updated, what it means was not.

    Flags:
        A relative value below one, a percentage or a factor, and behind "or", "that is", "i.e." or in brackets another
        notation of it, where no reading of the one meets any of the other.

    Passes:
        0.36 beside 2.8 times; 60 % less beside 2.5 times; 150 % more beside 2.5 times.

    Does not judge:
        Two in one notation; two of which one is per watt or dollar; alternatives ("depending on", "either"); what is
        more than four times apart, which is of two things.
    """
    places = Places(corpus)
    for document in corpus.documents:
        relative = bool(_RELATIVE.search(document.text))
        for one in passages(document):
            for left, right in pairwise(_told(one.words, relative=relative)):
                if _joined(one.words, left, right) and NEAREST < nearest_apart(left.ways, right.ways) <= FURTHEST:
                    yield _judged(one, left, right, places)


def _judged(said: Passage, left: Told, right: Told, places: Places) -> Finding | Skip:
    if _TWO.search(said.words):
        return Skip(CODE, (said.document.name, said.words), "not comparable, because the sentence tells two cases")
    return _finding(said, left, right, places)


def _told(words: str, *, relative: bool) -> list[Told]:
    """The comparisons of a sentence in text order; a bare value below one is one where a document is of such."""
    found = [_of(words, one) for one in printed_multiples(words) if not (one.bought or one.most)]
    taken = [(one.start, one.end) for one in found]
    shares = [match for match in _SHARE.finditer(words) if relative and Decimal(match[0])]
    free = [one for one in shares if not any(start < one.end() and one.start() < end for start, end in taken)]
    found += [Told(*one.span(), "share", (_inverse(Decimal(one[0])),)) for one in free]
    return sorted(found, key=lambda one: one.start)


def _of(words: str, one: Multiple) -> Told:
    printed = words[one.start : one.end]
    percent = _PERCENT.match(printed)
    if not percent:
        return Told(one.start, one.end, "part" if one.ways[0].lower < 1 else "times", one.ways)
    share = Decimal(percent["n"]) / HUNDRED
    ways = [*one.ways, _around(1 + share), *([_around(share)] if share > 1 else []), *_less(share)]
    return Told(one.start, one.end, "percent", tuple(ways))


def _less(share: Decimal) -> list[Interval]:
    return [_around(1 / (1 - share)), _around(1 / share)] if 0 < share < 1 else []


def _around(factor: Decimal) -> Interval:
    """A factor with the half percent that a printed percentage leaves open."""
    slack = factor * factor * HALF / HUNDRED
    return Interval(factor - slack, factor + slack)


def _inverse(value: Decimal) -> Interval:
    exponent = value.as_tuple().exponent
    half = HALF.scaleb(exponent if isinstance(exponent, int) else 0)
    return Interval(1 / (value + half), 1 / (value - half))


def _joined(words: str, left: Told, right: Told) -> bool:
    """Whether the right one only says the left one again."""
    between = words[left.end : right.start]
    share = "share" in (left.notation, right.notation)
    return left.notation != right.notation and bool(_JOIN.fullmatch(between) or (share and _COMMA.fullmatch(between)))


def _finding(said: Passage, left: Told, right: Told, places: Places) -> Finding:
    sides = [places.printed(said.document, said.start + one.start, said.start + one.end) for one in (left, right)]
    first, second = (" or ".join(map(str, one.ways[:2])) for one in (left, right))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{sides[0].quote} and {sides[1].quote} are said to be one comparison in two notations",
        arithmetic=f"{sides[0].quote} allows {first}; {sides[1].quote} allows {second}: "
        f"{short(nearest_apart(left.ways, right.ways))} times apart.",
        comparison=(said.document.name, sides[0].quote, sides[1].quote),
        evidence=(*sides,),
        likely_wrong_why="one of the two notations was not updated with the other",
    )
