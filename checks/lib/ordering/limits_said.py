"""Limits that a sentence sets for all, none, one or so many of several: a number and a quantifier, in any words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.language.counted_loosely import counted
from checks.lib.language.quantifiers import Quantifier
from checks.lib.language.tokens import root
from checks.lib.ordering.bounds_said import bound, counting, whole_value
from checks.lib.ordering.clauses import Part, parts
from checks.lib.quantities.amounts import Amount, amounts
from checks.lib.quantities.asserted import Sentence, is_difference
from checks.lib.quantities.numbers_said import Number, numbers
from checks.lib.quantities.scanned import scanned
from schemas.interval import Interval, Readings, readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import HALF, PARTS, WORD_NUMBER, in_words, part_of, spelled

ROUND = 2  # digits of a limit that are no zeros
_N = rf"\d[\d,]*(?:\.\d+)?|{WORD_NUMBER}"
# "The thousand-frame mark", "a 40-ms ceiling", "past one second": units that are no plural.
_ONE = re.compile(
    rf"(?<![\w.,$€£-])(?:(?P<n>{_N})-(?P<unit>[A-Za-zµ/]+)(?=\s[a-z])|"
    r"(?P<one>one|(?:half|an? (?:third|quarter|fifth|tenth|hundredth) of) an?)\s"
    r"(?P<of>second|minute|hour|day|week|month|year|degree|per ?cent|point|(?:milli|kilo|centi)?met(?:re|er)|litre|"
    r"kilo|gigabyte|megabyte|millisecond)\b)",
    re.IGNORECASE,
)
_PLACES = {"single": 1, "double": 2, "triple": 3, **in_words(1, 2, 3, 4, 5, 6)}
_DIGITS = re.compile(
    r"\b(?P<many>single|double|triple|one|two|three|four|five|six|\d)-(?:digit|figure)s?\b(?:\s(?P<unit>[A-Za-zµ%]+))?",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:[A-Z][\w-]*|\b(?:version|release|round|level|software|driver))\s$")
# "Within 5 % of the mean", "20 mV apart": what lies between two values, and no value.
_BETWEEN = re.compile(
    r"\s?(?:[\w-]+\s){0,2}?(?:apart\b|of (?:each|one an)other\b|of (?:the|its|their) (?:mean|average|median|others?)\b|"
    r"either way\b|(?:off|from(?!\s[\w-]+\s(?:to|until)\b)|away)\b)|"
    r"\s?(?:[\w-]+\s){0,2}?(?:more|less|fewer|better|worse|[a-z]+er)\sthan\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\bby\s(?:[\w.]+\s){0,4}$|\b(?:differ\w*|spread|gap)\b[^,;:]{0,40}$", re.IGNORECASE)
# A limit by what stands around it, whichever way it is meant: "clears 60 fps", "the 60 fps line".
_CROSSED = re.compile(
    r"\b(?:clear|beat|break|reach|hit|mak|manag|pass|top|cross|exceed|touch|crack|surpass|hold|held|meet|met|"
    r"achiev|attain|broke|mad|go)(?:e?s|es|ed|ing|e)?\s(?:(?:the|an?|past|over|through|even|full|some)\s){0,2}[$€£]?$",
    re.IGNORECASE,
)
_OR_MORE = re.compile(r"[^,;.]{0,24}?\sor (?:more|less|[a-z]+er)\b")
_LINE = re.compile(
    r"[\s-](?:mark|line|barrier|threshold|limit|ceiling|floor|hurdle|bar|cap|border|boundary|wall|level)\b"
)


@dataclass(frozen=True, slots=True)
class Limit:
    """So many of several are said to be on one side of a number: under it (True), over it, or None: either."""

    part: Part
    number: Number
    under: bool | None
    quantifier: Quantifier

    @property
    def value(self) -> Decimal:
        """The limit in base units."""
        return whole_value(self.number)

    @property
    def bounded(self) -> bool:
        """Whether its grammar makes it a limit."""
        words, amount = self.number.sentence.passage.words, self.number.amount
        behind, ahead = words[amount.end :], words[: amount.start]
        return self.under is not None or bool(_CROSSED.search(ahead) or _LINE.match(behind) or _OR_MORE.match(behind))

    @property
    def round(self) -> bool:
        """Whether it is as round as limits are: 200, 1.5, 90,000."""
        return len(self.value.normalize().as_tuple().digits) <= ROUND


def limits(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[Limit]:
    """The limits of a sentence; that there is one, a quantifier and a number of its clause are enough to say."""
    found = _numbers(sentence, vocabulary)
    for part in parts(sentence) if found else ():
        one = counted(part.whole)
        for number in found if one else ():
            if one and part.has(number.amount.start) and not _is_counted(number, part, one) and not _is_between(number):
                yield Limit(part, number, _under(number, part), counting(one, number, part))


def _under(number: Number, part: Part) -> bool | None:
    """Which side is meant; ten of what has a single digit is a bound by itself."""
    return True if _DIGITS.match(number.sentence.passage.words, number.amount.start) else bound(number, part)


def _is_counted(number: Number, part: Part, one: Quantifier) -> bool:
    """Whether a number is the quantifier's own: "all 48 clips"."""
    shift = part.start - (len(part.whole) - len(part.text))
    return one.start + shift <= number.amount.start < one.end + shift


def _is_between(number: Number) -> bool:
    words, amount = number.sentence.passage.words, number.amount
    behind, ahead = words[amount.end :], words[: amount.start]
    named = number.bare and _NAMED.search(ahead)
    return bool(named or is_difference(behind) or _BETWEEN.match(behind) or _CHANGED.search(ahead))


def _numbers(sentence: Sentence, vocabulary: Vocabulary) -> list[Number]:
    """The numbers of a sentence, with those that no plural makes an amount."""
    found = numbers(sentence)
    for amount in _others(sentence.passage.words, vocabulary):
        if not any(one.amount.start < amount.end and amount.start < one.amount.end for one in found):
            found.append(Number(sentence, amount))
    return found


def _others(words: str, vocabulary: Vocabulary) -> Iterator[Amount]:
    for match in _DIGITS.finditer(words):
        yield _below(match, vocabulary)
    for match in _ONE.finditer(words):
        yield _of(match["n"] or str(_worth(match["one"])), match["unit"] or match["of"], match, vocabulary)
    for one in scanned(words, 0, vocabulary):
        if one.kind == "count" and not one.anonymous:
            yield Amount(one.start, one.end, "count", one.of, frozenset(), Readings.of(one.value), "exact")


def _worth(words: str) -> Decimal:
    """What "one", "half a" and "a tenth of a" are of a unit."""
    part = next((word for word in words.lower().split() if word in PARTS or word == HALF), "")
    return part_of(part) if part else Decimal(1)


def _below(match: re.Match[str], vocabulary: Vocabulary) -> Amount:
    """Ten of what has a single digit, as a bound from above."""
    many = _PLACES.get(match["many"].lower()) or int(match["many"])
    one = _of(str(10**many), match["unit"] or "", match, vocabulary)
    value = one.readings.rounded
    middle = (value.lower + value.upper) / 2
    return replace(one, readings=Readings.of(Interval(middle / 10, middle)), qualifier="under")


def _of(number: str, unit: str, match: re.Match[str], vocabulary: Vocabulary) -> Amount:
    """So many of a unit or noun, at the place of a match."""
    digits = number.replace(",", "") if number[0].isdigit() else str(spelled(number) or 0)
    read = next(iter(amounts(f"{digits} {unit}", vocabulary)), None)
    if read and read.kind != "count":
        return replace(read, start=match.start(), end=match.end())
    of = frozenset({root(unit)}) if unit else frozenset[str]()
    value = readings(Decimal(digits), ulp(digits), "exact")
    return Amount(match.start(), match.end(), "count", of, frozenset(), value, "exact")
