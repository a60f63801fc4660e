"""Figures of sentences that can be reckoned from a table, with the sums that their words ask for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.language.sums_asked import asked, is_difference, is_share, is_supposed, per, quantities
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.bare_values import bare_values
from checks.lib.quantities.numbers_said import numbers
from schemas.interval import INFINITY, Interval
from schemas.multiples import printed_multiples, shares

FACTOR = "factor"
AHEAD = 80  # characters
HAIR = Decimal("0.12")  # of a value: what "a little over" leaves
# "A common 40 kW feed", "a 24 GB card": what something is called.
_CALLED = re.compile(
    r"\b(?:an?|the|one|every|each|our|its|single|common|\d+|two|three|four|ten)\s(?:[a-z-]+\s)?$", re.IGNORECASE
)
_THING = re.compile(
    r"(?:-\w+)?\s(?!(?:of|in|on|at|per|for|from|to|and|or|but|with|when|while|than|each|every|a|an|the|by|as|is|was|"
    r"more|less|fewer|over|under|after|before|without|against|across)\b)[a-z]{3,}"
)
_UNIT = re.compile(r"\S+(?:[ -][A-Za-z/µ]+)?")
# "A little over 65 dollars" is hardly more: no bound.
_TIGHT = re.compile(
    r"\b(?:(?:just|a (?:little|bit|shade|touch|hair)|slightly|barely|only just|not much) "
    r"(?:over|under|above|below|more than|less than|short of)|not quite|close to|nearly|almost|just shy of)\s[$€£]?$",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"\b(?:rather than|instead of|up from|down from|compared (?:to|with)|previous\w*|earlier|against)"
    r" (?:\w+ ){0,2}[$€£]?$",
    re.IGNORECASE,
)
_NO_LESS = re.compile(r"\b(?:no(?:ne|body|thing)?|not|never)\b[^.,;]{0,60}\bless than\s$", re.IGNORECASE)
_UP_TO = re.compile(r"\bup to\b", re.IGNORECASE)
_UP_TO_HERE = re.compile(r"\bup to\s(?:[a-z]+\s){0,3}[$€£]?$", re.IGNORECASE)
_NO_PART = re.compile(r"[ -](?:precision|duplex|an hour|a|the time)\b")  # "half precision"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a sentence at words[start:end]: a value of a kind, or a factor with every way to take it.

    `share` is the part of one that it prints ("a fifth", "78%"), None for others; `value` a factor as printed.
    """

    sentence: Sentence
    start: int
    end: int
    kind: str
    ways: tuple[Interval, ...]
    asks: frozenset[str]
    loose: bool
    amount: Amount | None = None
    share: Interval | None = None
    value: Decimal | None = None
    per: str = ""  # all that its sentence tells something per
    quantities: frozenset[str] = frozenset()  # what its sentence is of

    @property
    def text(self) -> str:
        """Its words."""
        return self.sentence.passage.words[self.start : self.end]


def figures(sentence: Sentence) -> list[Figure]:
    """The figures of a sentence that it asserts, left to right."""
    words = sentence.passage.words
    if is_supposed(words):
        return []
    found = sorted((*_factors(sentence), *_values(sentence)), key=lambda one: (one.start, one.kind != FACTOR))
    taken: list[Figure] = []
    for one in found:
        if not any(other.start < one.end and one.start < other.end for other in taken):
            asks = one.asks - ({"most"} if _leads_elsewhere(words, one.start) else set())
            taken.append(replace(one, asks=asks, per=per(words), quantities=quantities(words)))
    return taken


def _leads_elsewhere(words: str, start: int) -> bool:
    """Whether "up to" leads to another thing than the figure: "up to half load it stays under 4 ms"."""
    return bool(_UP_TO.search(words)) and not _UP_TO_HERE.search(words, max(0, start - AHEAD), start)


def _factors(sentence: Sentence) -> Iterator[Figure]:
    """Factors, parts and percentages."""
    words = sentence.passage.words
    asks = asked(words)
    parts = {start: (end, share) for start, end, share in shares(words)}
    for one in printed_multiples(words):
        _, share = parts.pop(one.start, (0, None))
        if one.told == "part" and _NO_PART.match(words, one.end):
            continue
        mine = asks | {"share"} if share and is_share(words, one.start, one.end) else asks
        no_less = _NO_LESS.search(words, max(0, one.start - AHEAD), one.start)
        ways = tuple(map(_at_least, one.ways)) if no_less else one.ways
        value = one.value if one.told == "times" else None
        loose = one.bound or one.told == "part"
        yield Figure(sentence, one.start, one.end, FACTOR, ways, mine, loose, None, share, value)
    for start, (end, share) in parts.items():
        yield Figure(sentence, start, end, FACTOR, (), asks | {"share"}, True, None, share)


def _at_least(way: Interval) -> Interval:
    return Interval(way.upper, INFINITY) if way.bounded else way


def _ahead(words: str, amount: Amount) -> str:
    """What stands right ahead of an amount: all that is before it would be read again for each of many."""
    return words[max(0, amount.start - AHEAD) : amount.start]


def _values(sentence: Sentence) -> Iterator[Figure]:
    """Values with a unit, and the bare ones that words join to them: "used to cost 94 s and is now done in 12"."""
    words, last = sentence.passage.words, None
    asks = asked(words)
    bare = {one.start: one for one in bare_values(sentence) if one.joined}
    for one in numbers(sentence):
        amount, joined = one.amount, bare.get(one.amount.start)
        if one.bare and joined and last:
            mine = replace(last, start=joined.start, end=joined.end)
            yield Figure(
                sentence, joined.start, joined.end, last.kind, (joined.span.scaled(last.unit),), asks, False, mine
            )
        elif not one.bare and _is_value(words, amount, asks):
            last = amount
            if not _is_called(words, amount) and not _FORMER.search(_ahead(words, amount)):
                yield _value(sentence, amount, asks)


def _is_value(words: str, amount: Amount, asks: frozenset[str]) -> bool:
    """Whether an amount can be reckoned: a bound only where an end of several values is asked for."""
    bounded = amount.readings.widened.bounded or _TIGHT.search(_ahead(words, amount)) or asks & {"most", "least"}
    return bool(bounded) and amount.kind != "percent" and bool(amount.kind != "count" or amount.of)


def _value(sentence: Sentence, amount: Amount, asks: frozenset[str]) -> Figure:
    words = sentence.passage.words
    if is_difference(words, amount.start, amount.end):
        asks |= {"difference"}
    tight = bool(_TIGHT.search(_ahead(words, amount)))
    loose = tight or amount.qualifier != "exact"
    value = amount.readings.widened if loose else amount.readings.rounded
    if tight and not value.bounded:
        value = Interval(value.lower * (1 - HAIR), value.lower * (1 + HAIR))
    return Figure(sentence, amount.start, amount.end, amount.kind, (value,), asks, loose, amount)


def _is_called(words: str, amount: Amount) -> bool:
    """Whether a value is part of what a thing is called."""
    unit = _UNIT.match(words, amount.start)
    named = unit and _CALLED.search(_ahead(words, amount)) and _THING.match(words, unit.end())
    return amount.kind not in ("count", "rate") and bool(named)
