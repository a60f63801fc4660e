"""Differences in a unit that a sentence says: "two points up", "saves 23 minutes", "an hour and ten minutes less"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.spans_said import spans
from checks.lib.language.tokens import root
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, numbers
from checks.lib.ratios.differences import KINDS, ROUGH, is_difference, is_end
from schemas.document import Document
from schemas.interval import Interval, Qualifier, readings
from schemas.number_words import WORD_NUMBER, spelled

_OTHER = re.compile(
    r"\b(?:if|too|another|planned|would|could|up to|as much as|at best|further|also|additional|again|forecast|until|"
    r"each other|of which|on top|expected|in all|altogether|total|together|annual\w*|yearly|"
    r"(?:per|each|every|an?|over the|over an?) (?:day|week|month|year|hour|quarter|season|life\w*))\b",
    re.IGNORECASE,
)
_TOO = re.compile(r"\b(?:too|as well|also|on top)\b", re.IGNORECASE)
_POINTS = re.compile(
    rf"(?<![\w-])(?P<n>{WORD_NUMBER}|\d+(?:\.\d+)?)(?:\sand\sa\shalf)?\s(?:percentage\s|full\s)?points?\b",
    re.IGNORECASE,
)
_UP = re.compile(
    r"\s(?:up|down|better|worse|ahead|behind|clear|more|less|higher|lower|in front|above|below|short)\b"
    r"|\s(?:\w+\s){0,3}?(?:less|more|fewer|sooner|earlier|later|quicker|faster|slower|lighter|heavier|longer|shorter|"
    r"cheaper|dearer|higher|lower|back|saved|gained|freed|spared)\b",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:sav\w+|sheds?|shedding|shav\w+|trim\w*|gain\w*|adds?|added|adding|los[et]\w*|lost|cuts?|cutting|drop\w*|"
    r"f[ae]ll\w*|rose|rises?|risen|gr[eo]w\w*|climb\w*|improv\w+|up|down|shrank|shrunk|frees?|freed|spares?|spared|"
    r"wins?|won|"
    r"g[ai]ves?(?: \w+){0,2} back|takes? off|took off|knock\w*|worth of|apart|separat\w+|difference|"
    r"gap|lead|margin|ahead|"
    r"behind|puts? on|put on)\b",
    re.IGNORECASE,
)
_HEDGED: dict[str, Qualifier] = {"over": "over", "under": "under", "about": "about"}
NEAR = 48  # characters before a difference in which a word moves it


@dataclass(frozen=True, slots=True)
class Difference(Number):
    """An amount that is said to lie between two others."""

    loose: bool = False  # by a word further off

    @property
    def document(self) -> Document:
        """The document that prints it."""
        return self.sentence.passage.document

    def allows(self, given: Interval) -> bool:
        """Whether what lies between two values is the difference, or one that its hedge allows."""
        if self.amount.qualifier == "about":
            return given.distance(self.amount.readings.widened) < ROUGH
        return given.meets(self.amount.readings.rounded) or given.meets(self.amount.readings.truncated)


def differences(sentence: Sentence) -> Iterator[Difference]:
    """The amounts of a sentence that lie between two values, by a word beside them or further off."""
    text = sentence.passage.words
    for one in said_numbers(sentence):
        able = one.points or (one.amount.kind in KINDS and not one.bare)
        tight = is_difference(one)
        # "Warmed up by five updates": a count is of anything, and half of all sentences say a word of movement.
        moved = tight or ((one.points or one.amount.kind != "count") and _moves(one) and not is_end(one))
        if able and moved and one.amount.readings.rounded.bounded:
            mine = clause(text, one.amount.start, one.amount.end)
            mine = mine.replace(text[one.amount.start : one.amount.end], " | ")  # "an hour and ten minutes" is no rate
            if _TOO.search(text) or _is_charge(one):
                continue
            if asserted(sentence, one.amount.start, one.amount.end) and not _OTHER.search(mine):
                yield Difference(sentence, one.amount, loose=not tight)


def _is_charge(one: Number) -> bool:
    """Whether an amount is what its line charges by itself: "before noon: 1.50 more" is of no two values."""
    text = one.sentence.passage.words
    named = re.fullmatch(r"[^:]{2,40}:\s(?:\+\s?)?[$€£]?", text[: one.amount.start])
    # "Storage adds less than $10".
    added = one.amount.kind == "price" and re.search(
        r"\badd(?:s|ed|ing)?\s(?:[a-z]+\s){0,3}[$€£]?$", text[: one.amount.start]
    )
    return bool(added) or (
        bool(named) and bool(re.match(r"(?:\s\w+)?\s(?:more|extra|on top)\b", text[one.amount.end :]))
    )


def _moves(one: Number) -> bool:
    text = one.sentence.passage.words
    lead = text[max(0, one.amount.start - NEAR) : one.amount.start]
    # "Fell from 40 ms", "rose to 40 ms": where it was and where it is.
    at = re.search(r"\b(?:from|to|at|was|is|are|were|than|of|against|versus)\s(?:\w+\s)?[$€£]?$", lead)
    return bool(_UP.match(text, one.amount.end)) or (not at and bool(_MOVED.search(re.split(r"[,;.]\s", lead)[-1])))


def said_numbers(sentence: Sentence) -> list[Number]:
    """The numbers of a sentence, with points and lengths of time in words: "two points", "an hour and a half"."""
    found = numbers(sentence)
    more = [one for one in (*_points(sentence), *_lengths(sentence)) if not any(_within(one, each) for each in found)]
    kept = [one for one in found if not any(_within(one, each) for each in more)]
    free = [one for one in more if one not in kept]
    return sorted((*kept, *free), key=lambda one: one.amount.start)


def _within(one: Number, other: Number) -> bool:
    """Whether a number is a part of another one: the minutes of "an hour and ten minutes"."""
    inside = other.amount.start <= one.amount.start and one.amount.end <= other.amount.end
    return inside and not (other.bare and not one.bare)


def _lengths(sentence: Sentence) -> Iterator[Number]:
    for span in spans(sentence.passage.words, every=True):
        value = readings(span.seconds / span.unit, Decimal(1), _HEDGED.get(span.hedge, "exact")).scaled(span.unit)
        amount = Amount(
            span.start, span.end, "time", frozenset(), frozenset(), value, _HEDGED.get(span.hedge, "exact"), span.unit
        )
        yield Number(sentence, amount)


def _points(sentence: Sentence) -> Iterator[Number]:
    """Points in words, and those that "percentage" parts from their number."""
    for match in _POINTS.finditer(sentence.passage.words):
        number = Decimal(match["n"]) if match["n"][0].isdigit() else Decimal(spelled(match["n"]) or 0)
        number += Decimal("0.5") if "half" in match.group() else 0
        fine = Decimal(1).scaleb(min(0, int(number.as_tuple().exponent)))
        value = readings(number, fine, "exact")
        amount = Amount(match.start(), match.end(), "count", frozenset({root("points")}), frozenset(), value, "exact")
        yield Number(sentence, amount)
