"""How many times as much, or by which part more or less, a sentence says: in any words, with every way to take it.

No thing, metric or field is asked for: a number, a part or a percentage with the grammar of a comparison is all that is
read. What it is of, the values say that are printed around it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from schemas.goals import TARGET
from schemas.interval import INFINITY, Interval
from schemas.multiple_forms import BROKEN, PRINTED, TIMES, VERBS, WORDS, N
from schemas.number_words import ONES, PARTS, either, folded, share, spelled
from schemas.remembered import remembered
from schemas.which_way import left_of

HALF_STEP = Decimal("0.5")
SLACK, ROUGH = Decimal("0.03"), Decimal("0.08")  # of "a third", and of "nearly a third"
NO_SHARE, WHOLE = Decimal("0.001"), Decimal("0.999")  # what "less than half" and "more than half" end at
_WORTH = {**PARTS, "half": 2, "halve": 2}
_BROKEN_STEP = Decimal("0.1")  # of "two and a half"
_PART = re.compile(
    rf"\b(?:(?:(?P<n>an?|{either(ONES)}|\d)[\s-])(?:(?:mere|full|bare|scant|good)\s)?)?(?P<nth>{either(_WORTH)})s?\b(?!-)"
    r"(?!\s(?:an?\s)?(?:hour|minute|century|year|million|dozen|floor|generation|quarter|party|past)\b)|"
    r"(?<![\w./])(?P<over>[1-9])/(?P<under>[2-9]|[12]\d)(?:th|rd)?s?(?=\s(?:of|the)\b)",
    re.IGNORECASE,
)
# "Half of the gain": what it came from.
_OF_CHANGE = re.compile(
    r"\sof\s(?:the|that|this|its|our|all)\s(?:\w+\s)?(?:gains?|improvements?|speed-?ups?|savings?|differences?|gap)\b"
)
_ALONE = re.compile(r"\b(?:down|to|by)\s$", re.IGNORECASE)  # "by quarter"; "the third run" is no part
_PERCENT = re.compile(
    rf"(?<![\w.,$€£/])(?:(?<![–−-])|(?<=\d[–-])|(?<=[\s(][–−-])|(?<=^[–−-]))(?P<n>{N})(?:\s?%|[\s-]?per\s?cent\b)",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\bwithin\s$")  # "within 3% of what C gives": about as much
_POINTS = re.compile(r"[\s-](?:percentage\s)?points?\b|\s?[–-]\s?\d")
_NOT = re.compile(
    r"\b(?:averag\w+|geo(?:metric )?mean|mean of|the mean(?=[,.;]|\sor\b)|at best|"
    r"expect\w*|should|would|could(?!\s*(?:[.,;)]|$))|"  # no "than version 5 could"
    rf"might|{TARGET}|target(?:ed|ing)|goal|set out|planned|plans to)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\b(?:combined|in total|altogether|overall)\b", re.IGNORECASE)
_BOUGHT = re.compile(
    r"\b(?:per (?:watt|dollar|euro|joule|kwh|core)|"
    r"(?:for|with|from|per) (?:an?|each|every|one) (?:watt|joule|kwh|kilowatt|dollar|euro|pound)|"
    r"(?:an?|each|every|one) (?:single )?(?:watt|joule|kwh|(?:kilo)?watt-?hour|kilowatt|dollar|euro|pound) "
    r"(?:\w+ ){0,2}?[a-z]+s|efficien(?:t|tly|cy|cies)(?![\w-]*\d))\b",
    re.IGNORECASE,
)
# "30 to 50 times"; but a name ends in a number, and what stands behind it is of another thing: "YOLOv5 and 43%".
_RANGE = re.compile(r"(?<![\w.,-])\d[\d.,]*\s?%?\s?(?:to|or|and|–|-|—)\s?$")
_NAMED = re.compile(r"(?<=\w\s)[A-Z][\w-]*\s\d[\d.]*\sand\s$")
# The high end of a range whose low end is a factor, too: "1.9x to 3.8x", "between 40% and 90%"; no "from 40% to 20%".
_HIGH = re.compile(
    r"(?:(?<!from )\b\d[\d.,]*\s?[x×%]\s?(?:to|–|-|—)|\bbetween\s\d[\d.,]*\s?[x×%]\sand)\s?$", re.IGNORECASE
)
_TO_MORE = re.compile(r"\s?(?:to|–|-|—)\s?\d[\d.,]*\s?(?:[x×%]|times\b)")
_BETWEEN, _AND_MORE = re.compile(r"\bbetween\s$", re.IGNORECASE), re.compile(r"\sand\s\d[\d.,]*\s?(?:[x×%]|times\b)")
_DENIED = re.compile(r"\b(?:not|never|no longer|n['’]t)\s(?:[\w-]+\s){0,2}$", re.IGNORECASE)
_MOST = re.compile(r"\b(?:up to|as (?:much|many) as)\s(?:[a-z]+\s){0,2}$", re.IGNORECASE)
_NAME = re.compile(r"\s?[A-Z]")
HEDGED = 32  # characters ahead of a factor in which its hedge stands
AHEAD = 12  # characters ahead of a count in which what leads to it stands
_WHOLE_X = re.compile(r"\d+\s?[x×]")
_LED = re.compile(r"(?:^|[(:;,/+]|\b(?:with|of|on|using|and|by|vs\.?|versus|against|than|for|from|an?|the))\s?$")
_NUMBERED = re.compile(r"\s?[A-Z][\w-]*\d")  # "carries 8x A100"; "is 3x H100" is a factor
_IS = re.compile(r"\b(?:is|are|was|were|be|about|nearly|roughly|almost|over|than|at)\s$")
_PART_OF = re.compile(r"[,;:](?=\s)|\s(?:and|but|while|with|at)\s")
_CUT = re.compile(r"[;:](?=\s)")
BREAK = re.compile(r"[;:,](?=\s)|\s(?:and|but|while|whereas|although|though)\s")
_OVER, _UNDER, _ABOUT = (
    re.compile(rf"\b(?:{words})\s(?:an?\s)?$", re.IGNORECASE)
    for words in (
        "over|more than|at least|above|beyond|no less than|better than",
        "under|less than|fewer than|below|at most|no more than|not even",
        "about|around|roughly|some|nearly|almost|close to|approximately|just over|just under",
    )
)


@dataclass(frozen=True, slots=True)
class Multiple:
    """A factor at [start, end) of a sentence's words, and every factor above one that it can mean.

    `value` is what it prints: how many times, which share of one, how many percent.
    """

    start: int
    end: int
    ways: tuple[Interval, ...]
    bound: bool  # more than, less than
    told: Literal["times", "part", "percent"]
    value: Decimal
    most: bool = False  # "up to": the best of several cases
    bought: bool = False  # of what a watt or a dollar gives


@remembered
def multiples(words: str) -> tuple[Multiple, ...]:
    """The factors of a text, in text order; none that it says of an average or a goal."""
    return tuple(_multiples(words))


def _multiples(words: str) -> Iterator[Multiple]:
    spans = sorted({*figures(words)})
    for one in printed_multiples(words):
        own = _own(words, one, spans)
        bought = bool(_BOUGHT.search(own))
        # "1.5x faster, at twice the tokens per watt": whose the watt is nobody knows but of the nearest factor.
        if _said(words, one, own) and (not bought or is_bought(words, one.start, one.end)):
            yield replace(one, most=_is_most(words, one), bought=bought)


@remembered
def printed_multiples(words: str) -> tuple[Multiple, ...]:
    """The factors of a text, in text order, those of an average or a goal too."""
    return tuple(_printed(words))


def _printed(words: str) -> Iterator[Multiple]:
    end = -1
    for one in sorted((*_times(words), *_parts(words), *_percents(words)), key=lambda one: (one.start, -one.end)):
        if one.start >= end and one.ways:
            yield one
        end = max(end, one.end)


def is_bought(words: str, start: int, end: int) -> bool:
    """Whether a factor at [start, end) is of what a watt or a dollar gives."""
    return bool(_BOUGHT.search(_near(words, start, end)))


def figures(words: str) -> Iterator[tuple[int, int]]:
    """Where a text prints a factor, a part or a percentage, whether or not it can be taken for one."""
    for pattern in (TIMES, _PART, _PERCENT):
        yield from (one.span() for one in pattern.finditer(words))


def counts_machines(words: str, start: int, end: int) -> bool:
    """Whether "8x" says how many there are of what is named behind it: "a server with 8x Oryx 9100"."""
    ahead = words[max(0, start - AHEAD) : start]
    led = _LED.search(ahead) or (_NUMBERED.match(words, end) and not _IS.search(ahead))
    return bool(_WHOLE_X.fullmatch(words, start, end) and _NAME.match(words, end) and led)


def _near(words: str, start: int, end: int) -> str:
    ahead, behind = _PART_OF.split(words[:start])[-1], _PART_OF.split(words[end:])[0]
    return f"{ahead}{words[start:end]}{behind}"


def _own(words: str, one: Multiple, spans: Sequence[tuple[int, int]]) -> str:
    """What of a sentence is of this factor: "5x on average, and up to 9x at the tail" says no average of the 9x."""
    start, end = clause_of(words, one, spans)
    led = words[: min(start, spans[0][0])] if start else ""  # "On average, 2x faster and 3x smaller" is of both
    return f"{_CUT.split(led)[-1]} {_CUT.split(words[start : one.start])[-1]} {_CUT.split(words[one.end : end])[0]}"


def clause_of(words: str, one: Multiple, spans: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Where what belongs to a factor begins and ends, other figures standing at `spans`."""
    before = max((end for _, end in spans if end <= one.start), default=None)
    after = min((start for start, _ in spans if start >= one.end), default=None)
    return _start(words, one, before), _end(words, one, after)


def _start(words: str, one: Multiple, before: int | None) -> int:
    cut = next(BREAK.finditer(words, before, one.start), None) if before else None
    return cut.end() if cut else before or 0


def _end(words: str, one: Multiple, after: int | None) -> int:
    cuts = list(BREAK.finditer(words, one.end, after)) if after else []
    # Of "4x faster than A, and beats B and C by 2x" the "and" between names cuts nothing off.
    cuts = [cut for cut in cuts if cut[0] in ",;:"] or cuts
    return cuts[-1].start() if cuts else after or len(words)


def _said(words: str, one: Multiple, own: str) -> bool:
    most = _MOST.search(words, 0, one.start)
    ahead, behind = words[: most.start() if most else one.start], words[one.end :]
    # The low end of a range: "30 to 50 times", "between 2x and 4x".
    low = _TO_MORE.match(behind) or (_BETWEEN.search(ahead) and _AND_MORE.match(behind))
    return not (
        low
        or (_RANGE.search(ahead) and not _HIGH.search(ahead) and not _NAMED.search(ahead))
        or _NOT.search(own)
        or _TOTAL.search(_near(words, one.start, one.end))
        or _DENIED.search(ahead)
    )


def _is_most(words: str, one: Multiple) -> bool:
    """Whether a factor is the best of several: "up to 9x", "between 2x and 9x"."""
    return bool(_MOST.search(words, 0, one.start) or _HIGH.search(words, 0, one.start))


def _times(words: str) -> Iterator[Multiple]:
    for match in TIMES.finditer(words):
        way = _worth(match)
        if way and (way.lower >= 1 or way.upper < 1) and not counts_machines(words, *match.span()):
            above = way if way.lower >= 1 else Interval(1 / way.upper, 1 / way.lower)  # "0.65x of the rate"
            hedged = _hedged(above, _lead(words, match.start()), INFINITY)
            value = (way.lower + way.upper) / 2
            yield Multiple(*match.span(), (hedged,), _is_bound(words, match.start()), "times", value)


def _worth(match: re.Match[str]) -> Interval | None:
    """The factor of a number, or of a word, which is meant more exactly: "twice" is no 2.4."""
    if printed := next((match[group] for group in PRINTED if match[group]), None):
        whole, broken = _allowed(printed), match["plus"] or match["more"]
        return _and_a(printed, broken) if whole and broken else whole
    verb = match["verb"] or match["bare"]
    value = VERBS[folded(verb)] if verb else WORDS[folded(match["word"] or match["much"])]
    return Interval(value - 2 * SLACK, value + 2 * SLACK)


def _and_a(printed: str, broken: str) -> Interval:
    value = Decimal(spelled(printed) or printed.replace(",", "")) + BROKEN[re.split(r"[\s-]", folded(broken))[-1]]
    return Interval(value - _BROKEN_STEP, value + _BROKEN_STEP)


def _allowed(printed: str) -> Interval | None:
    """What a printed number allows: half a step of its last digit more or less."""
    plain = printed.replace(",", "")
    digits = plain[0].isdigit()
    value = Decimal(plain) if digits else Decimal(spelled(plain) or 0)
    half = HALF_STEP.scaleb(-len(plain.partition(".")[2])) if digits else HALF_STEP
    return Interval(value - half, value + half) if value > half else None


def _parts(words: str) -> Iterator[Multiple]:
    for match, part in _shares(words):
        if not _OF_CHANGE.match(words, match.end()):
            yield _part(words, match, Interval(part * (1 - SLACK), part * (1 + SLACK)), "part", part)


def shares(words: str) -> Iterator[tuple[int, int, Interval]]:
    """The parts and percentages of a text as shares of one, compared or not: "about a fifth", "78%"."""
    for match, part in _shares(words):
        share = Interval(part * (1 - SLACK), part * (1 + SLACK))
        yield *match.span(), _hedged(share, _lead(words, match.start()), WHOLE)
    for match in _PERCENT.finditer(words):
        printed = _allowed(match["n"])
        if printed and not _POINTS.match(words, match.end()):
            share = Interval(printed.lower / 100, printed.upper / 100)
            yield *match.span(), _hedged(share, _lead(words, match.start()), max(WHOLE, share.upper))


def _shares(words: str) -> Iterator[tuple[re.Match[str], Decimal]]:
    for match in _PART.finditer(words):
        part = _share(match, words)
        if part and part < 1:
            yield match, part


def _share(match: re.Match[str], words: str) -> Decimal | None:
    """The share of one that "two thirds", "1/20th" or "half" is; None of an ordinal: "the third run"."""
    if match["under"]:
        return share(int(match["over"]), int(match["under"]))
    nth, many = folded(match["nth"]), folded(match["n"] or "a")
    if match["n"] is None and nth != "half" and not _ALONE.search(words[: match.start()]):
        return None
    of = int(many) if many.isdigit() else 1 if many in ("a", "an") else spelled(many) or 1
    return share(of, _WORTH[nth])


def _percents(words: str) -> Iterator[Multiple]:
    for match in _PERCENT.finditer(words):
        printed = _allowed(match["n"])
        if printed and not _POINTS.match(words, match.end()) and not _WITHIN.search(words, 0, match.start()):
            part = Interval(printed.lower / 100, printed.upper / 100)
            yield _part(words, match, part, "percent", (printed.lower + printed.upper) / 2)


def _part(
    words: str, match: re.Match[str], part: Interval, told: Literal["part", "percent"], value: Decimal
) -> Multiple:
    start, end = match.span()
    hedged = _hedged(part, _lead(words, start), max(WHOLE, part.upper))
    ways = tuple(left_of(words, start, end, hedged, of=told == "part"))
    return Multiple(start, end, ways, _is_bound(words, start), told, value)


def _is_bound(words: str, start: int) -> bool:
    ahead = _lead(words, start)
    return bool(_OVER.search(ahead) or _UNDER.search(ahead))


def _lead(words: str, start: int) -> str:
    return words[max(0, start - HEDGED) : start]


def _hedged(way: Interval, ahead: str, most: Decimal) -> Interval:
    """A factor or share with what "more than", "less than" and "about" allow."""
    if _ABOUT.search(ahead):
        return Interval(way.lower * (1 - ROUGH), min(way.upper * (1 + ROUGH), most))
    if _OVER.search(ahead):
        return Interval(way.lower, most)
    if _UNDER.search(ahead):
        return Interval(Decimal(1) if most == INFINITY else min(NO_SHARE, way.lower), way.upper)
    return way
