"""Quantities with their dimensions: "1.5 million messages per second" is a count of messages over a time.

Whoever knows what a number counts and what it is divided by can tell which products must come out even.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.language.codes import sized_name
from checks.lib.language.printed import DIGITS, HEDGES, NO_NOUN, hedge
from checks.lib.quantities.dimensions import KINDS, Dims, noun, seconds_of, times, unit
from schemas.document import Document
from schemas.interval import Interval, readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import POWERS, UP_TO_BILLION, either, in_words

_WORDS = in_words(*range(2, 7), 8, 10, 12, 16)
_SCALES = {"k": 3, "M": 6, "B": 9, **POWERS}
_NUMBER = re.compile(
    rf"(?<![\w.,$€£-])(?:(?P<sign>[$€£])\s?)?(?P<n>{DIGITS}|\b(?i:{either(_WORDS)})\b)"
    rf"(?P<si>[kMB](?![\w/])|\s(?:{either(POWERS)})\b)?"
    r"(?!\s?(?:%|percent\b|per cent\b|[x×]\b|×|times\b|-?fold\b|[.,]?\d))"
)
# "a month", "an hour": one of it.
_ONE = re.compile(r"(?<!per )\b(?:for|in|over) (?:an?|one) (?P<unit>hour|day|week|month|year)\b")
_HEDGE = re.compile(rf"(?:{HEDGES})\s*(?:an?\s)?$", re.IGNORECASE)
_TOKEN = re.compile(r"\s?(?P<word>[A-Za-zµμ][\w]*)")
_HYPHEN = re.compile(r"-(?P<word>[A-Za-z]{3,})\b(?!-)")
_MANY = {**UP_TO_BILLION, "1,000": 3, "1M": 6, "1K": 3}
_DIVIDED = re.compile(
    r"(?:\s?/\s?|\s+(?:per|an?|for each|for every)\s+|(?<=[a-z])-(?=hours?\b))"
    rf"(?P<many>(?:{either(_MANY)})\s)?(?P<word>[A-Za-zµ]+)(?:\s(?P<more>[a-z]+s)\b)?"
)
_ALSO = re.compile(r"\s+(?:and|per|-)\s*(?P<word>hour|month|day|year|second)\b|[-\s](?P<hyphen>hour|month|day)s?\b")
_EACH = re.compile(r"\s*(?:,?\s*(?:each|apiece)\b|\s(?:per|from each|in each)\s(?P<word>[a-z]+)\b)")
FEW = 100  # numbers below, without decimals, are counted rather than rounded
_KEY = re.compile(
    r"\b(?:[a-z]+_)*?(?P<of>[a-z]{2,})_(?:per_(?P<by>s)(?:ec(?:ond)?)?|ps)[\"']?\s*[:=]\s*(?P<n>\d+(?:\.\d+)?)\b",
    re.IGNORECASE,
)
_NO_NOUN = NO_NOUN | frozenset(
    """
    has does takes costs runs uses draws gives makes needs reaches serves handles sustains this its less across plus
    minus bits bytes
    """.split()
)


@dataclass(frozen=True, slots=True)
class Term:
    """A quantity at [start, end) of its document, in base units, and what it may be of.

    `dims` says what it is as printed. `each` are what it may be besides because its clause speaks of each of something
    ("one step takes 250 ms"), `shared` because something is counted right before it ("16 streams at 60 frames/s").
    """

    document: Document
    start: int
    end: int
    value: Interval
    dims: Dims
    each: tuple[Dims, ...] = ()
    shared: tuple[Dims, ...] = ()

    @property
    def printed(self) -> str:
        """Its words."""
        return " ".join(self.document.text[self.start : self.end].split())


def terms(document: Document, start: int, end: int, vocabulary: Vocabulary) -> list[Term]:
    """The quantities of a stretch of text that say what they are of, left to right."""
    text = document.text[start:end]
    found: list[Term] = []
    for match in _NUMBER.finditer(text):
        if sized_name(text, match.start()):
            continue
        if one := _term(document, start, text, match, found, vocabulary):
            found.append(one)
    found += _ones(document, start, text, vocabulary)
    found += _keyed(document, start, text, vocabulary)
    return sorted(_spread(text, start, found), key=lambda one: one.start)


def _keyed(document: Document, start: int, text: str, vocabulary: Vocabulary) -> Iterator[Term]:
    """Values of JSON and its like whose key ends in their unit: "gb_per_s": 1.6."""
    for match in _KEY.finditer(text):
        rate = f"{match['of']}/{match['by'] or 's'}"
        spelled = next((one for one in (rate, f"{match['of'].upper()}/s") if unit(one, vocabulary)), "")
        known = (
            unit(spelled, vocabulary) if spelled else (frozenset({(noun(match["of"]), 1), ("time", -1)}), Decimal(1))
        )
        if known:
            value = readings(Decimal(match["n"]), ulp(match["n"]), "exact").rounded.positive()
            yield Term(document, start + match.start("n"), start + match.end("n"), value.scaled(known[1]), known[0])


def _ones(document: Document, start: int, text: str, vocabulary: Vocabulary) -> Iterator[Term]:
    for match in _ONE.finditer(text):
        scale = seconds_of(match["unit"], vocabulary)
        if scale:
            point = Interval(scale, scale)
            yield Term(document, start + match.start("unit"), start + match.end(), point, KINDS["time"])


def _term(
    document: Document, start: int, text: str, match: re.Match[str], before: Sequence[Term], vocabulary: Vocabulary
) -> Term | None:
    value, end = _value(text, match), match.end()
    dims: Dims = frozenset({(match["sign"], 1)}) if match["sign"] else frozenset()
    if not match["sign"]:
        head = _head(text, end, vocabulary)
        if head is None:
            return None
        dims, scale, end = head
        value = value.scaled(scale)
    while divided := _divided(text, end, dims, vocabulary):
        divisor, scale, end = divided
        dims, value = times(dims, divisor, -1), value.scaled(1 / scale)
    dims, end = _each(text, end, dims, before)
    return Term(document, start + match.start(), start + end, value, dims) if dims else None


def _value(text: str, match: re.Match[str]) -> Interval:
    word = match["n"].lower()
    printed = str(_WORDS[word]) if word in _WORDS else match["n"].replace(",", "")
    exponent = _SCALES[match["si"].strip()] if match["si"] else 0
    qualifier = hedge(_HEDGE.search(text[max(0, match.start() - 18) : match.start()]))
    # "$0.002 per GB" is what one pays, not a rounded value; "twelve hours" and "64 nodes" are counted.
    whole = "." not in printed and Decimal(printed) < FEW
    counted = qualifier == "exact" and not exponent and (whole or bool(match["sign"]))
    step = Decimal(0) if counted else ulp(printed, exponent)
    return readings(Decimal(printed).scaleb(exponent), step, qualifier).rounded.positive()


def _head(text: str, at: int, vocabulary: Vocabulary) -> tuple[Dims, Decimal, int] | None:
    """What follows a number: a unit of the vocabulary, or the noun that it counts."""
    hyphen = _HYPHEN.match(text, at)
    if hyphen:
        return frozenset({(noun(hyphen["word"]), 1)}), Decimal(1), hyphen.end()
    printed = re.compile(r"\s?(?P<unit>[A-Za-zµμ]+(?:/[A-Za-z]+)?)").match(text, at)
    known = unit(printed["unit"], vocabulary) if printed else None
    if printed and known:
        return _of_noun(text, *known, printed.end())
    words = list(_tokens(text, at))
    for count in (3, 2, 1):
        phrase = text[at : words[count - 1].end()].strip() if len(words) >= count else ""
        if phrase and (known := unit(phrase, vocabulary)):
            return *known, words[count - 1].end()
    return _counted(text, words)


def _of_noun(text: str, dims: Dims, scale: Decimal, end: int) -> tuple[Dims, Decimal, int]:
    """A size in front of a plural is that of each: "1 KB messages"."""
    follows = re.compile(r"\s(?P<word>[a-z]{3,}s)\b").match(text, end)
    if dims == KINDS["size"] and follows and follows["word"] not in _NO_NOUN:
        return times(dims, frozenset({(noun(follows["word"]), 1)}), -1), scale, follows.end()
    return dims, scale, end


def _tokens(text: str, at: int) -> Iterator[re.Match[str]]:
    for _ in range(3):
        match = _TOKEN.match(text, at)
        if not match or match["word"] in _NO_NOUN:
            return
        yield match
        at = match.end()


def _counted(text: str, words: Sequence[re.Match[str]]) -> tuple[Dims, Decimal, int] | None:
    """The first plural among the words behind a number, or a word that is divided at once: "450 req/s"."""
    for word in words:
        plural = word["word"].endswith("s") and not word["word"].endswith("ss") and len(word["word"]) > 2
        if plural or _DIVIDED.match(text, word.end()):
            return frozenset({(noun(word["word"]), 1)}), Decimal(1), word.end()
    return None


def _divided(text: str, at: int, dims: Dims, vocabulary: Vocabulary) -> tuple[Dims, Decimal, int] | None:
    """A divisor with its scale: "per GB", "/s", "per million tokens", and of a price the month behind it."""
    match = _DIVIDED.match(text, at)
    priced = any(name in "$€£" for name, _ in dims) and any(power < 0 for _, power in dims)
    also = _ALSO.match(text, at) if priced else None
    if also:
        seconds = seconds_of(also["word"] or also["hyphen"], vocabulary) or Decimal(1)
        return KINDS["time"], seconds, also.end()
    if not match or match["word"] in _NO_NOUN:
        return None
    many = Decimal(1).scaleb(_MANY[match["many"].strip()]) if match["many"] else Decimal(1)
    known = unit(match["word"], vocabulary)
    if known and match.group().startswith("-") and all(power > 0 for _, power in dims):
        return times(frozenset(), known[0], -1), 1 / known[1], match.end("word")  # "384 chip-hours": chips times hours
    if known:
        return known[0], known[1] * many, match.end("word")
    # "per million input tokens": the thing is the last word.
    plural = bool(match["many"] and match["more"])
    word, end = (match["more"], match.end()) if plural else (match["word"], match.end("word"))
    return frozenset({(noun(word), 1)}), many, end


def _each(text: str, at: int, dims: Dims, before: Sequence[Term]) -> tuple[Dims, int]:
    """Behind an amount, "each" divides it by what was counted last."""
    match = _EACH.match(text, at)
    counted = [one for one in before if is_count(one)]
    if not match or match["word"] or not counted:
        return dims, at
    return times(dims, counted[-1].dims, -1), match.end()


def is_count(one: Term) -> bool:
    """Whether it is a plain number of things."""
    return len(one.dims) == 1 and all(power == 1 and name not in (*KINDS, *"$€£", "flop") for name, power in one.dims)


_EVERY = re.compile(r"\b(?i:each|every|one|a single)\s+(?:[\w.-]+\s+){0,3}?(?P<noun>[a-z]{3,})\b")
_AT = re.compile(r"\b(?:at|with|of|for)\s+\S{0,3}$")
_CLAUSE = re.compile(r"[;.](?=\s|$)|,?\s(?:so|thus|hence|therefore|that is|which|making|for a total)\b")
REACH = 80  # characters from "each card" to what each does


def _spread(text: str, start: int, found: Sequence[Term]) -> Iterator[Term]:
    """Every term with what it may be of besides: of each thing that its clause speaks of, or that is counted before."""
    everys = [(match.end(), noun(match["noun"])) for match in _EVERY.finditer(text)]
    for index, one in enumerate(found):
        at = one.start - start
        near = [(end, name) for end, name in everys if 0 <= at - end < REACH and not _CLAUSE.search(text, end, at)]
        # "One training step takes 250 ms": which of the words is the thing, the rest of the sentence must say.
        named = {name for end, _ in near for name in _nouns_behind(text, end)} | {name for _, name in near}
        last = found[index - 1] if index else None
        counted = last is not None and is_count(last) and _AT.search(text, last.end - start, at)
        lent = {name for name, _ in last.dims} if last and counted else set()
        yield replace(one, each=_over(one.dims, named), shared=_over(one.dims, lent - named))


def _over(dims: Dims, names: set[str]) -> tuple[Dims, ...]:
    own = {name for name, _ in dims}
    return tuple(times(dims, frozenset({(name, 1)}), -1) for name in sorted(names - own))


def _nouns_behind(text: str, at: int) -> Iterator[str]:
    match = re.compile(r"\s(?P<a>[a-z]{3,})(?:\s(?P<b>[a-z]{3,}))?").match(text, at)
    for word in (match["a"], match["b"]) if match else ():
        if word:
            yield noun(word)
