"""What sentences say that each of some parts does, what all of them do, and how many there are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from schemas.number_words import count, either, in_words

KINDS = ("rate", "bandwidth", "compute")
MOST = 100_000
REACH = 64  # characters from "each card" to what each does
_NUMBERS = in_words(*range(2, 11), 12, 16, 24, 32, 64)
_NUMBER = rf"(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+|{either(_NUMBERS)})"
_SYSTEM = (
    r"(?:system|server|box|chassis|node|rack|cluster|machine|configuration|config|set-?up|pod|appliance|platform|array|"
    r"installation|deployment|tray|cabinet)"
)
# "the eight-card system": how many there are stands beside what all of them do.
_COMPOUND = re.compile(
    rf"(?<![\w.,$€£-]){_NUMBER}-(?P<words>[A-Za-z]+)\s(?:[\w.-]+\s){{0,2}}?{_SYSTEM}\b", re.IGNORECASE
)
_COUNT = re.compile(
    rf"(?<![\w.,$€£-]){_NUMBER}\s(?:of (?:its|the|our|these)\s)?"
    r"(?P<words>(?:[A-Za-z][\w-]*\s){0,3}?[A-Za-z][\w-]*s)\b",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each|every)\s(?:one\s)?(?:of (?:the|these|its|our)\s)?(?P<words>(?:[\w-]+\s?){1,3})", re.IGNORECASE
)
_PER = re.compile(r"\s*(?:per|for each|for every|/)\s?(?P<words>(?:[\w-]+\s?){1,2})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """A value of a sentence; `words` are the roots of what it is said of each of, none where it is said of all."""

    sentence: Sentence
    value: Asserted
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of what, at a match in its sentence; `words` are the roots of what is counted."""

    sentence: Sentence
    match: re.Match[str]
    number: int
    words: frozenset[str]


def values_of(sentence: Sentence) -> Iterator[Said]:
    """The only value of its kind in a sentence, of each or of all."""
    for one in sentence.amounts:
        same = [other for other in sentence.amounts if alike(other.amount, one.amount)]
        if one.amount.kind in KINDS and one.amount.qualifier == "exact" and len(same) == 1:
            yield Said(sentence, one, _of_each(one))


def _of_each(one: Asserted) -> frozenset[str]:
    """The words of what a value is said of each of: before it, or right behind it."""
    text, start, end = one.passage.words, one.amount.start, one.amount.end
    found = [match for match in _EACH.finditer(text, 0, start) if start - match.end() < REACH]
    ahead = [match for match in found if not re.search(r"[;.](?=\s)", text[match.end() : start])]
    match = _PER.match(text, end) or (ahead[-1] if ahead else None)
    return roots(tokens(match["words"])) if match else frozenset()


def counts_of(sentence: Sentence) -> Iterator[Counted]:
    """How many of what a sentence says there are; "the eight-card system" counts too."""
    text = sentence.passage.words
    for pattern in (_COMPOUND, _COUNT):
        for match in pattern.finditer(text):
            number = count(match["n"])
            if 1 < number < MOST:
                yield Counted(sentence, match, number, roots(tokens(match["words"])))
