"""Which place in an ordered sample a text names, in any words: p95, "the middle request", "99 of 100", "worst".

A label names one; a sentence may name several, each with a value of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from checks.lib.quantities.plain_values import Value
from schemas.interval import INFINITY, Interval
from schemas.number_words import ANY_NUMBER, ONES, ORDINALS, SCALES, TENS, either, spelled

ALL, HALF = Decimal(100), Decimal(50)
FAR = 90  # characters from a place to its value
NEAR = 24  # characters from a value to the place behind it
ROUND = (10, 20, 25, 40, 50, 100, 200, 250, 400, 500, 1000, 2000, 10_000, 100_000, 1_000_000)  # "one in twenty"
_COUNT = rf"(?:\d[\d,]*(?:\.\d+)?|{ANY_NUMBER})"
_NTH = rf"(?:(?P<tens>{either(TENS)})[- ])?(?P<nth>{either((*ORDINALS, 'first'))})"
_SLOW = r"(?P<slow>\b(?:slowest|worst|longest|unluckiest|last|top)\s(?:served\s)?)?"
# The middle one of five runs is no request in the middle of all.
_NO_RUNS = rf"(?!(?:[\s-]\w+){{0,3}}?\s(?:of|over|from|across|in)\s(?:the\s)?(?:\d|(?:{either((*ONES, *TENS))})\b))"
_PLACES = (
    re.compile(r"(?<![\w.-])p(?P<p>1|5|10|25|50|75|80|90|95|98|99(?:\.\d+|9{1,3})?)(?![\w%]|[.,]\d)", re.IGNORECASE),
    re.compile(
        r"(?<![\w.-])(?P<p>\d{1,2}(?:\.\d+)?)\s?(?:st|nd|rd|th|%)?[- ]?(?:percentile|pctl|pct|centile|%-?ile)\b",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:percentile|pctl|centile)\s(?P<p>\d{1,2}(?:\.\d+)?)(?![\w%]|[.,]\d)", re.IGNORECASE),
    re.compile(r"\b(?:quantile\s)?(?P<q>0?\.\d{1,5})[- ]quantile\b|\bquantile\s(?P<r>0?\.\d{1,5})\b", re.IGNORECASE),
    re.compile(rf"\b{_NTH}[- ](?:percentile|centile)\b", re.IGNORECASE),
    re.compile(r"\bmedian\b" + _NO_RUNS, re.IGNORECASE),
    re.compile(
        r"\bmiddle\s(?!of\b|tier|layer|east|ground|rack|box|row|part|third|size)[a-z]+\b" + _NO_RUNS, re.IGNORECASE
    ),
)
_ENDS = (
    (ALL, re.compile(r"\b(?:max(?:imum)?|worst(?:[ -]case)?|slowest|longest)\b(?!\))" + _NO_RUNS, re.IGNORECASE)),
    (
        Decimal(0),
        re.compile(
            r"\b(?:min(?:imum)?|best(?:[ -]case)?|fastest|quickest|shortest)\b(?!\s*\))" + _NO_RUNS, re.IGNORECASE
        ),
    ),
)
_BUT = r"(?P<but>\ball but\s(?:the\s)?)?"
_PARTS = (
    re.compile(
        rf"{_BUT}{_SLOW}(?<![\w.,-])(?P<a>{_COUNT})\s(?:(?!(?:in|of|out|from|per)\b)[a-z-]+\s){{0,2}}"
        r"(?:in|of|out of|from|per)\s(?:every\s|each\s|any\s|an?\s|the\s)?(?:one\s)?"
        rf"(?P<b>{_COUNT}|{either(SCALES)})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_BUT}{_SLOW}(?<![\w.,-])(?P<n>\d{{1,2}}(?:\.\d+)?|{either((*ONES, *TENS))}(?:[- ](?:{either(ONES)}))?)"
        r"\s?(?:%|per ?cent\b)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?P<slow>slowest|worst)\s(?P<one>per ?cent)\b", re.IGNORECASE),
    re.compile(r"\b(?P<half>half)\s(?:of\b|the\b|all\b|its\b|our\b|these\b)", re.IGNORECASE),
)
_OVER = re.compile(
    r"\b(?:longer|more|slower|over|above|beyond|exceed\w*|at least)\b(?:\sthan)?\s(?:an?\s)?$", re.IGNORECASE
)
_ROW = re.compile(r"\s?(?:,\sand|,|/|;|and|the|\s)+(?:the\s)?", re.IGNORECASE)
_OR_MORE = re.compile(r"\s?(?:or|and)\s(?:more|longer|worse|up)\b", re.IGNORECASE)
_OF_CASES = re.compile(r"\W*(?:$|of\b|in\b|within\b|under\b|below\b)", re.IGNORECASE)
# "At half of the maximum load" is when, and no place of the latency that follows.
_LOADED = re.compile(r"\b(?:of|under|near)\s(?:(?:the|its|our|their)\s)?$", re.IGNORECASE)
_BY_SHARE = re.compile(r"\b(?:by|than|another|saves?|cuts?|grew|rose|fell|down|up|about)\s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a sample that text[start:end] names; `share`: a part of all; `slow`: those at the end."""

    start: int
    end: int
    rank: Decimal
    share: bool = False
    slow: bool = False
    extreme: bool = False  # the first or the last of all


def places(text: str) -> list[Place]:
    """The places that a text names, left to right."""
    found = [*_plain(text), *_parts(text)]
    taken = [(one.start, one.end) for one in found]
    for rank, pattern in _ENDS:
        found += [
            Place(match.start(), match.end(), rank, extreme=True)
            for match in pattern.finditer(text)
            if not any(start < match.end() and match.start() < end for start, end in taken)
            and not _LOADED.search(text[: match.start()])
        ]
    return sorted(found, key=lambda one: one.start)


def place_of(label: str) -> tuple[Decimal, str] | None:
    """The one place that a label names, and the label without it."""
    found = places(label)
    if len(found) == 2 and found[0].rank == found[1].rank:  # "median (p50)"
        label, found = f"{label[: found[1].start]} {label[found[1].end :]}", found[:1]
    if len(found) != 1:
        return None
    one = found[0]
    if one.share and not one.slow and (one.rank < HALF or not _OF_CASES.match(label, one.end)):
        return None  # "500M rows, 10% dead" and "at 80 % reflectivity" name a case
    return one.rank, f"{label[: one.start]} {label[one.end :]}"


def without(text: str) -> str:
    """A text of the same length without the places that it names."""
    for one in places(text):
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


def _plain(text: str) -> Iterator[Place]:
    for pattern in _PLACES:
        for match in pattern.finditer(text):
            yield Place(match.start(), match.end(), _rank(match.groupdict()))


def _rank(found: dict[str, str | None]) -> Decimal:
    if found.get("p"):
        digits = found["p"] or ""
        return Decimal(digits if "." in digits or len(digits) < 3 else f"{digits[:2]}.{digits[2:]}")  # p999
    if found.get("q") or found.get("r"):
        return Decimal(found.get("q") or found.get("r") or 0) * 100
    if found.get("nth"):
        ones = (found["nth"] or "").lower()
        return Decimal(TENS.get((found["tens"] or "").lower(), 0) + {**ORDINALS, "first": 1}[ones])
    return HALF


def _parts(text: str) -> Iterator[Place]:
    taken: list[tuple[int, int]] = []
    for pattern in _PARTS:
        for match in pattern.finditer(text):
            share = _share(match.groupdict())
            if (
                share is None
                or _BY_SHARE.search(text[: match.start()])
                or any(a < match.end() and match.start() < b for a, b in taken)
            ):
                continue
            taken.append((match.start(), match.end()))
            slow = bool(match.groupdict().get("slow"))
            rank = ALL - share if slow or match.groupdict().get("but") else share
            yield Place(match.start(), match.end(), rank, share=True, slow=slow)


def _share(found: dict[str, str | None]) -> Decimal | None:
    """How many of a hundred a part is; None for what is no usual part of a sample: 3 of 16 nodes."""
    if found.get("half"):
        return HALF
    if found.get("one"):
        return Decimal(1)
    if found.get("n"):
        share = _number(found["n"] or "")
    else:
        whole = SCALES.get((found["b"] or "").lower()) or _number(found["b"] or "")
        if whole not in ROUND or not 0 < _number(found["a"] or "") < whole:
            return None
        share = _number(found["a"] or "") * 100 / Decimal(whole)
    return share if share >= HALF or 0 < share <= 20 else None


def _number(printed: str) -> Decimal:
    plain = printed.replace(",", "")
    return Decimal(plain) if plain[:1].isdigit() else Decimal(spelled(plain) or 0)


def placed(text: str, every: Sequence[Value]) -> Iterator[tuple[Place, Value, Interval]]:
    """The values of a sentence that are at a place, with what each allows that place to have."""
    found = places(text)
    if all(one.extreme for one in found):
        found = []  # "the slowest of our machines took 9 s"
    listed = _listed(found, text, every)
    for at, one in enumerate(found):
        start = found[at - 1].end if at else 0
        end = found[at + 1].start if at + 1 < len(found) else len(text)
        value = listed.get(at) or _value_of(one, text, every, start, end)
        if value:
            rank, allowed = _meant(one, value, text)
            yield replace(one, rank=rank), value, allowed


def _listed(found: Sequence[Place], text: str, every: Sequence[Value]) -> dict[int, Value]:
    """The values of places that are named in a row before as many values: "p50 and p99 are 3 and 9 ms"."""
    first = next((at for at in range(len(every)) if found and every[at].start >= found[-1].end), len(every))
    behind = every[first:]
    gaps = [(one.end, other.start) for one, other in pairwise(found)]
    gaps += [(one.end, other.start) for one, other in pairwise(behind)]
    plain = all(_ROW.fullmatch(text[end:start]) for end, start in gaps)
    between = any(found[0].end <= each.start < found[-1].start for each in every) if found else True
    if len(found) < 2 or len(found) != len(behind) or between or not plain:
        return {}
    return dict(enumerate(behind))


def _value_of(one: Place, text: str, every: Sequence[Value], start: int, end: int) -> Value | None:
    """The next value behind a place before the next place, or the one that it stands right behind."""
    behind = [each for each in every if one.end <= each.start < min(end, one.end + FAR)]
    ahead = [each for each in every if start <= each.end <= one.start and one.start - each.end < NEAR]
    if ahead and not re.search(r"[;.:,]\s|\band\b|\bwhile\b", text[ahead[-1].end : one.start]):
        return ahead[-1]
    return behind[0] if behind and not re.search(r"[;.]\s", text[one.end : behind[0].start]) else None


def _meant(one: Place, value: Value, text: str) -> tuple[Decimal, Interval]:
    """The rank that a value is of, and what it says of that: so many within it, or so many beyond."""
    allowed = value.readings.rounded
    if not one.share:
        return one.rank, allowed
    if _OVER.search(text[: value.start]) or _OR_MORE.match(text, value.end) or value.qualifier == "over":
        least = max(allowed.lower, Decimal(0))
        return one.rank if one.slow else ALL - one.rank, Interval(least, INFINITY, upper_closed=False)
    if one.slow:
        return one.rank, allowed
    if one.rank >= HALF or value.qualifier in ("under", "up_to"):
        return one.rank, Interval(Decimal(0), allowed.upper, lower_closed=False)
    return ALL - one.rank, allowed
