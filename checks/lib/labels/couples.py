"""Pairs of labelled values that differ in one label, and the words that tell the two sides of each apart.

"Daemon start-up, Kestrel 2" and "Daemon start-up, Kestrel 3" are two labels of one kind, and so are the columns "v3"
and "v4": what both share is what was measured, what only one has is its side.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from checks.lib.labels.naming import label_tokens
from checks.lib.labels.slots import Slot
from checks.lib.labels.told_apart import joined_rows, told_apart
from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.amounts import Amount
from schemas.interval import Readings
from schemas.names import Vocabulary

MOST = 12  # labels of a kind; of more it takes two names to tell which two are meant, and the check for those exists
SHORT = 2  # letters of a word that says hardly anything
FURTHEST = 60  # the larger over the smaller; more are two things
_HELD = re.compile(r"^(?P<before>.*\S)\s*[(\[](?P<held>[^)\]]+)[)\]]\s*$")
_RELEASE = re.compile(r"v(\d+(?:\.\d+)*)")
# Ahead of a number that stands for a release or a year.
_LEADS = frozenset("version releas v in than from sinc to over of with on under against gen generat firmwar".split())
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNITS = re.compile(r"%|x|×|times|percent|ms|s|m|h|min|minutes?|seconds?|hours?|days?|[kmgt]i?b|w", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Side:
    """What a label says that the other one of its couple does not; `ahead` of a number: the word that leads to it."""

    label: str
    ways: tuple[tuple[tuple[str, str], ...], ...]  # each a list of words with the word ahead of it in the label

    def partly(self, text: str) -> bool:
        """Whether a text says a word of it that is no number, or its release: "FP8" of "FP8 per channel"."""
        words = _ordered(text)
        own = (word for way in self.ways for word, _ in way if any(map(str.isalpha, word)) and len(word) > SHORT)
        return any(word in words for word in own) or self._released(text)

    def _released(self, text: str) -> bool:
        """Whether a text says its release without its name: "version 0.6" of "quickparse 0.6"."""
        numbers = (one for way in self.ways for one in way if "." in one[0] and not any(map(str.isalpha, one[0])))
        return any(_says(word, ahead, text, self.label) for word, ahead in numbers)

    def said(self, text: str) -> bool:
        """Whether a text says it in one of the ways that it can be said."""
        return any(way and all(_says(word, ahead, text, self.label) for word, ahead in way) for way in self.ways)


@dataclass(frozen=True)
class Couple:
    """Two values of one thing, the two sides, and the words that their labels share."""

    left: Slot
    right: Slot
    sides: tuple[Side, Side]
    of: frozenset[str]  # words of the other labels and of what both sides share
    alone: bool  # whether their kind has no third label
    kind: str  # what the labels that tell them apart are called
    first: bool = False  # whether the left one leads its kind, and the right one ends it: releases come in order
    last: bool = False

    @cached_property
    def row(self) -> frozenset[str]:
        """The words of the labels that both have."""
        return roots(tokens(" | ".join(text for name, text in self.left.labels if name != self.kind)))

    @cached_property
    def labels(self) -> str:
        """What both are labelled."""
        return " | ".join(text for slot in (self.left, self.right) for _, text in slot.labels)

    @cached_property
    def factor(self) -> Readings:
        """The larger over the smaller."""
        smaller, larger = sorted(
            (one.amount.readings for one in (self.left, self.right)), key=lambda r: r.rounded.upper
        )
        return larger / smaller


def couples(slots: Sequence[Slot], vocabulary: Vocabulary, furthest: int = FURTHEST) -> Iterator[Couple]:
    """The couples of a sheet, by the kinds of its labels; rows that no single label parts, by all of theirs."""
    known = set[int]()
    for one in _couples(told_apart(slots), vocabulary, furthest):
        known |= {one.left.start, one.right.start}
        yield one
    for some in joined_rows(slots):
        if known.isdisjoint(one.start for one in some):
            yield from _couples(some, vocabulary, furthest)


def _couples(slots: Sequence[Slot], vocabulary: Vocabulary, furthest: int) -> Iterator[Couple]:
    for kind in dict.fromkeys(name for slot in slots for name, _ in slot.labels):
        groups: dict[object, list[Slot]] = defaultdict(list)
        for slot in slots:
            labels = dict(slot.labels)
            others = tuple(one for one in slot.labels if one[0] != kind)
            if labels.get(kind):
                groups[others, slot.amount.kind, _sort(slot.amount)].append(slot)
        for some in groups.values():
            texts = [dict(one.labels)[kind] for one in some]
            if 1 < len(some) <= MOST and len(set(texts)) == len(texts):
                yield from (
                    one for one in _of_kind(some, texts, kind, vocabulary) if one.factor.rounded.lower <= furthest
                )


def _sort(one: Amount) -> frozenset[str]:
    """What a rate is of, and what a price is paid for: an hour's is no million tokens'."""
    return one.of if one.kind == "rate" else one.per if one.kind == "price" else frozenset()


def _of_kind(slots: Sequence[Slot], texts: Sequence[str], kind: str, vocabulary: Vocabulary) -> Iterator[Couple]:
    for at, left in enumerate(slots):
        for number, right in enumerate(slots[at + 1 :], at + 1):
            sides = _sides(texts[at], texts[number], vocabulary)
            if sides and _plain(left) and _plain(right):
                shared = roots(tokens(texts[at])) & roots(tokens(texts[number]))
                rest = " ".join(text for name, text in left.labels if name != kind)
                ends = at == 0, number == len(slots) - 1
                couple = Couple(left, right, sides, shared | roots(tokens(rest)), len(slots) == 2, kind, *ends)
                yield couple


def _plain(slot: Slot) -> bool:
    readings = slot.amount.readings
    return readings.rounded.lower > 0 and readings.rounded.bounded and readings.widened.lower > 0


def _sides(left: str, right: str, vocabulary: Vocabulary) -> tuple[Side, Side] | None:
    """What tells two labels apart; None where it is nothing that has a word."""
    ways = [[_words(one, vocabulary) for one in _readings(text)] for text in (left, right)]
    shared = {word for word, _ in ways[0][0]} & {word for word, _ in ways[1][0]}
    own = [tuple(tuple(one for one in way if one[0] not in shared) for way in some) for some in ways]
    return (Side(left, own[0]), Side(right, own[1])) if any(own[0]) or any(own[1]) else None


@lru_cache(maxsize=4096)
def _readings(label: str) -> tuple[str, ...]:
    """A label, and that without what it holds in brackets, and that alone: "1.9 (column writer)"."""
    match = _HELD.match(label)
    return (label, match["before"], match["held"]) if match else (label,)


def _words(label: str, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    found = [_RELEASE.sub(r"\1", one.root) for one in label_tokens(label, vocabulary)]
    return list(zip(found, ("", *found), strict=False))


@lru_cache(maxsize=65536)
def _ordered(text: str) -> tuple[str, ...]:
    return tuple(_RELEASE.sub(r"\1", one.root) for one in tokens(text))


def _loose(word: str) -> bool:
    """Whether a number is told from others by itself: "4.2", the year 2024."""
    return "." in word or bool(_YEAR.fullmatch(word))


def _says(word: str, ahead: str, text: str, label: str) -> bool:
    """Whether a text says a word of a label; a number only behind what leads to it, and with no unit.

    A number that leads its label is said ahead of what follows there: "a one-year commitment".
    """
    words = _ordered(text)
    if not word[:1].isdigit() or any(map(str.isalpha, word)):
        return word in words
    follows = dict(pairwise(_ordered(label))).get(word, "") if not ahead else ""
    if follows.isalpha() and (word, follows) in pairwise(words):
        return True
    return any(
        one == word
        and ("" if not at else words[at - 1])
        in ({ahead} if ahead and not _loose(word) else {*_LEADS, ahead, words[at - 1] if "." in word else ""})
        and not (at + 1 < len(words) and _UNITS.fullmatch(words[at + 1]))
        for at, one in enumerate(words)
        if at or not ahead
    )
