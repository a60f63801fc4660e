"""Numbers that a text prints, with a unit or without: amounts, percentages, points, and bare ones."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.language.printed import DIGITS, HEDGES, hedge
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.amounts import Amount, amounts
from checks.lib.quantities.asserted import Sentence
from schemas.interval import readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import ANY_NUMBER, SHORT_POWERS, count

PERCENT = "percent"
POINTS = frozenset(map(root, ("point", "points", "pp")))
LEAD = 16  # characters before a number in which it is hedged
_HEDGE = re.compile(rf"(?:{HEDGES})\s*(?:an?\s)?[$€£]?$", re.IGNORECASE)
_SHARE = re.compile(
    rf"(?<![\w.,–-])(?:(?P<n>{DIGITS})\s?(?:%|per ?cent\b)|(?P<word>{ANY_NUMBER})\sper ?cent\b)", re.IGNORECASE
)
_BARE = re.compile(rf"(?<![\w.,$€£–/-])(?P<n>{DIGITS})(?![\w%×]|[.,]\d|\s?%)")
_SHORT = re.compile(rf"(?P<n>{DIGITS})(?P<si>[kKMB])(?![\w/])")  # "Tokens a month: 400M"
_BARE_DIGITS = re.compile(DIGITS)


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a sentence at words[start:end]."""

    sentence: Sentence
    amount: Amount
    bare: bool = False  # without a unit or a noun

    @property
    def start(self) -> int:
        """Where it begins in the document's text."""
        return self.sentence.passage.start + self.amount.start

    @property
    def end(self) -> int:
        """Where it ends there."""
        return self.sentence.passage.start + self.amount.end

    @property
    def points(self) -> bool:
        """Whether it counts points: of a score or a percentage."""
        return self.amount.kind == "count" and bool(self.amount.of & POINTS)


def numbers(sentence: Sentence) -> list[Number]:
    """The numbers of a sentence, left to right."""
    text = sentence.passage.words
    found = [Number(sentence, one.amount) for one in sentence.amounts]
    found += [Number(sentence, one) for one in _shares(text)]
    taken = [(one.amount.start, one.amount.end) for one in found]
    for match in _BARE.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found.append(Number(sentence, _amount(match, text, "count"), bare=True))
    return sorted(found, key=lambda one: one.amount.start)


def exactly(one: Number) -> Number:
    """A bound as the value that it prints."""
    return replace(one, amount=exact(one.amount, one.sentence.passage.words))


def exact(one: Amount, text: str) -> Amount:
    """An amount of a text as the number that it prints, without its bound."""
    match = _BARE_DIGITS.search(text, one.start)
    if match is None:
        return one
    digits = match.group().replace(",", "")
    # "1.42 million": the power is part of what it allows, not of the unit.
    power = round((one.readings.rounded.upper / (Decimal(digits) * one.unit)).log10()) if Decimal(digits) else 0
    exact = readings(Decimal(digits), ulp(digits), "exact").scaled(one.unit * Decimal(10) ** power)
    return replace(one, readings=exact, qualifier="exact")


def _shares(text: str) -> Iterator[Amount]:
    return (_amount(match, text, PERCENT) for match in _SHARE.finditer(text))


def _amount(match: re.Match[str], text: str, kind: str) -> Amount:
    digits = (match["n"] or str(count(match["word"]))).replace(",", "")
    qualifier = hedge(_HEDGE.search(text, max(0, match.start() - LEAD), match.start()))
    value = readings(Decimal(digits), ulp(digits), qualifier)
    return Amount(match.start(), match.end(), kind, frozenset(), frozenset(), value, qualifier)


def leading(value: str, key: str, vocabulary: Vocabulary) -> Amount | None:
    """The amount that a labelled value begins with; of a bare number the label says what it counts."""
    share = _SHARE.match(value)
    if share:
        return _amount(share, value, PERCENT)
    found = next(iter(amounts(value, vocabulary)), None)
    if found and found.start <= 1:
        return found
    bare = _BARE.match(value) or _SHORT.match(value)
    if bare is None or not key:
        return None
    plain = _amount(bare, value, "count")
    short = bare.groupdict().get("si")
    scaled = plain.readings.scaled(Decimal(10) ** SHORT_POWERS[short.lower()]) if short else plain.readings
    return replace(plain, of=roots(tokens(key)), readings=scaled)
