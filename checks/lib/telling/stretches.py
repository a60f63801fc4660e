"""Stretches of text with their quantities: a sentence, or two in a row of one paragraph, and what each quantity is of.

A count and its time are told in one breath; what they come to may be printed in another document.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.labels.about import Index
from checks.lib.language.printed import DIGITS
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.dimensions import KINDS, Dims, noun, seconds_of
from checks.lib.quantities.terms import Term, is_count, terms
from schemas.document import Document
from schemas.interval import readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import UP_TO_BILLION, either

Role = tuple[str, str]  # ("rate", "row"): what kind of quantity, and the root of what it counts or is per
_TIME, _ENERGY = "time", "energy"
_HOURS = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>{DIGITS})(?P<si>[kM](?!\w)|\s(?:{either(UP_TO_BILLION)})\b)?\s"
    r"(?P<of>(?:[A-Za-z][\w.]*[ -]){1,3}?)(?P<unit>hours|days|years)\b"
)
_SCALES = {"k": 3, "M": 6, **UP_TO_BILLION}
# "12 wall-clock hours", "30 consecutive days": plain times.
_NO_THING = frozenset(
    "wall wallclock clock full consecutive working business whole more calendar straight to or and".split()
)
# What leads to the time that the whole of something took.
_TOOK = re.compile(
    r"\b(?:took|takes?|taking|in|within|after|for|over|lasted|needed|needs|ran|spent|during)\s+"
    r"(?:(?:just|only|about|around|roughly|under|less than|over|a total of|some|nearly|almost|exactly)\s+)*$",
    re.IGNORECASE,
)
_OTHER_TIME = re.compile(
    r"\b(?:latenc\w*|time[- ]to[- ]first|first token|response|delay|timeout|interval|percentile|median|p\d\d|average|"
    r"per|each|every|ago|later|start-?up|boot\w*|old|until|trial|free|within the)\b",
    re.IGNORECASE,
)
NEAR = 48  # characters around a time that say which time it is


@dataclass(frozen=True, slots=True)
class Stretch:
    """One or two sentences with their quantities, left to right."""

    sentences: tuple[Sentence, ...]
    terms: tuple[Term, ...]

    @property
    def document(self) -> Document:
        """Where they stand."""
        return self.sentences[0].passage.document

    @property
    def words(self) -> str:
        """What they say."""
        return " ".join(one.passage.words for one in self.sentences)

    @property
    def scope(self) -> tuple[str, ...]:
        """The headings and the title over them."""
        return self.sentences[0].scope[-2:]

    @property
    def bare(self) -> str:
        """What they say besides their quantities."""
        return " | ".join(bare(one, self.terms) for one in self.sentences)

    def ahead(self, one: Term) -> str:
        """The words of its sentence before a quantity."""
        passage = next(each.passage for each in self.sentences if each.passage.start <= one.start < each.passage.end)
        return passage.words[: one.start - passage.start]


def bare(sentence: Sentence, terms: Sequence[Term]) -> str:
    """A sentence without these quantities, and without its values."""
    text, at = sentence.passage.words, sentence.passage.start
    spans = {(one.start - at, one.end - at) for one in sentence.amounts if one.amount.kind != "count"}
    spans |= {(one.start - at, one.end - at) for one in terms if at <= one.start < sentence.passage.end}
    for left, right in sorted(spans, reverse=True):
        text = f"{text[:left]} | {text[right:]}"
    return text


def stretches(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Stretch]:
    """The sentences of a document that assert quantities, alone and with the next one of their paragraph."""
    blocks = [one for one in document.blocks if one.kind in ("paragraph", "list_item")]
    starts = [one.start for one in blocks]
    every = [_read(one, vocabulary) for one in index.sentences(document) if one.asserted and not one.past]
    yield from (one for one in every if one.terms)
    for left, right in pairwise(every):
        at = bisect_right(starts, left.sentences[0].passage.start) - 1
        together = at >= 0 and right.sentences[0].passage.end <= blocks[at].end
        if left.terms and right.terms and together:
            yield Stretch((*left.sentences, *right.sentences), (*left.terms, *right.terms))


def _read(sentence: Sentence, vocabulary: Vocabulary) -> Stretch:
    passage = sentence.passage
    if not any(map(str.isdigit, passage.words)):
        return Stretch((sentence,), ())
    hours = list(_hours(passage.document, passage.start, passage.words, vocabulary))
    spans = [(one.start, one.end) for one in hours]
    plain = terms(passage.document, passage.start, passage.end, vocabulary)
    found = [one for one in plain if not any(left < one.end and one.start < right for left, right in spans)]
    return Stretch((sentence,), tuple(sorted((*found, *hours), key=lambda one: one.start)))


def _hours(document: Document, start: int, text: str, vocabulary: Vocabulary) -> Iterator[Term]:
    """Machine times: "520,000 H100 GPU-hours" are so many GPUs times hours, or H100s times hours."""
    for match in _HOURS.finditer(text):
        words = re.findall(r"[A-Za-z][\w.]*", match["of"])
        seconds = seconds_of(match["unit"], vocabulary)
        if not seconds or any(word.lower() in _NO_THING for word in words):
            continue
        printed, exponent = match["n"].replace(",", ""), _SCALES[match["si"].strip()] if match["si"] else 0
        value = readings(Decimal(printed).scaleb(exponent), ulp(printed, exponent), "exact").rounded.positive()
        read: list[Dims] = [frozenset({(noun(word), 1), (_TIME, 1)}) for word in reversed(words)]
        scaled = value.scaled(seconds)
        yield Term(document, start + match.start(), start + match.end(), scaled, read[0], tuple(read[1:]))


def roles(one: Term) -> list[Role]:
    """What a quantity can be: ("count", "row"), ("rate", "row"), ("time", ""), ("energy per", "image"), ..."""
    machine = _role(one.dims)[0] == "machine time"
    found = [_role(dims) for dims in (one.dims, *(one.each if machine else ()))]
    if is_count(one):
        found = [("count", next(iter(one.dims))[0])]
    return [role for role in found if role[0]]


def _role(dims: Dims) -> Role:
    plain = next((name for name, known in KINDS.items() if known == dims), "")
    if plain in (_TIME, _ENERGY, "power"):
        return plain, ""
    if plain in ("size", "bandwidth"):
        return ("count" if plain == "size" else "rate"), "size"
    things = [(name, power) for name, power in dims if name not in (_TIME, _ENERGY)]
    if len(things) != 1 or things[0][0] in "$€£":
        return "", ""
    (thing, power), rest = things[0], dict(dims) | {things[0][0]: 0}
    shape = power, rest.get(_TIME, 0), rest.get(_ENERGY, 0)
    kinds = {(1, -1, 0): "rate", (1, 1, 0): "machine time", (-1, 0, 1): "energy per", (1, 0, -1): "per energy"}
    return kinds.get(shape, ""), thing


def took(one: Term, stretch: Stretch) -> bool:
    """Whether a time is that which all of something took, by the words around it."""
    passage = next(each.passage for each in stretch.sentences if each.passage.start <= one.start < each.passage.end)
    ahead = stretch.ahead(one)
    behind = re.split(r"[,;.]\s", passage.words[one.end - passage.start :])[0][:NEAR]
    clause = re.split(r"[,;]\s", ahead)[-1][-NEAR:]
    return bool(_TOOK.search(ahead.replace("\n", " "))) and not _OTHER_TIME.search(f"{clause} | {behind}")
