"""The kinds of one thing that a sentence counts, against how many of it there are in all.

"An 18-node cluster": "12 data nodes, 3 manager nodes and 2 coordinating nodes" are 17. No verb ties the two, the noun
that every part ends in does.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.columns.series import Item
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.counts import NUMBER, singular
from schemas.interval import readings
from schemas.number_words import count

FEW = 3  # kinds; two of them need not be all
_STOPS = r"(?!(?:and|or|of|in|per|for|the|to|at|is|are|on|from|by|as|with|has|have|was|were|than|that|each|more)\b)"
_KIND = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>{NUMBER})\s(?P<kind>(?:{_STOPS}[A-Za-z][\w-]*\s){{1,3}}?)(?P<noun>[a-z]{{3,}}s)\b"
    r"(?:\s\([^()]*\))?",
    re.IGNORECASE,
)
_AND = re.compile(r"\s?(?:,|;|,?\s?\b(?:and|plus|as well as)\b)\s?(?:and\s)?")
_HEDGED = re.compile(
    r"\b(?:about|around|some|nearly|almost|over|than|to|least|most|another|other|further)\s$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Kinds:
    """A whole number of things at [start, end) of a document, and the kinds of them that are counted beside it."""

    start: int
    end: int
    whole: int
    items: tuple[Item, ...]


def kinds_listed(sentences: Sequence[Sentence]) -> Iterator[Kinds]:
    """The wholes whose kinds their own sentence or the next one lists; those with a rest that is counted are none."""
    for before, one in pairwise([None, *sentences]):
        kinds = _kinds(one) if one else []
        if one is None or len(kinds) < FEW:
            continue
        noun = singular(kinds[0]["noun"])
        own = _wholes(one.passage.words[: kinds[0].start()], noun)
        there = before if before is not None and not own else one
        wholes = own or (_wholes(there.passage.words, noun) if there is not one else [])
        if len(wholes) == 1 and not _has_rest(wholes[0], kinds, noun, sentences):
            yield _found(there, wholes[0], one, kinds)


def _kinds(one: Sentence) -> list[re.Match[str]]:
    """The counts of a sentence that follow one another, each of another kind of one noun."""
    text, run = one.passage.words, list[re.Match[str]]()
    for match in _KIND.finditer(text):
        goes_on = run and match["noun"] == run[-1]["noun"] and _AND.fullmatch(text, run[-1].end(), match.start())
        if run and not goes_on and len(run) >= FEW:
            break
        run = [*run, match] if goes_on else [match]
    return run if len({each["kind"].lower() for each in run}) == len(run) else []


def _wholes(text: str, noun: str) -> list[re.Match[str]]:
    """The numbers of a thing that nothing tells the kind of."""
    said = re.compile(rf"(?<![\w.,$€£-])(?P<n>{NUMBER})[\s-]{re.escape(noun)}(?:e?s)?\b(?!-)", re.IGNORECASE)
    return [one for one in said.finditer(text) if not _HEDGED.search(text, 0, one.start())]


def _has_rest(whole: re.Match[str], kinds: Sequence[re.Match[str]], noun: str, sentences: Sequence[Sentence]) -> bool:
    """Whether the kinds come to the whole, or another sentence counts what is missing of it."""
    rest = count(whole["n"]) - sum(count(one["n"]) for one in kinds)
    said = re.compile(
        rf"(?<![\w.,$€£-])(?P<n>{NUMBER}|an?)\s(?:{_STOPS}[\w-]+\s){{0,3}}?{re.escape(noun)}(?:e?s)?\b", re.IGNORECASE
    )
    others = (one for each in sentences for one in said.finditer(each.passage.words))
    return rest == 0 or any((1 if one["n"].lower() in ("a", "an") else count(one["n"])) == rest for one in others)


def _found(there: Sentence, whole: re.Match[str], one: Sentence, kinds: Sequence[re.Match[str]]) -> Kinds:
    items = tuple(_item(one, match) for match in kinds)
    start = there.passage.start
    return Kinds(start + whole.start(), start + whole.end(), count(whole["n"]), items)


def _item(one: Sentence, match: re.Match[str]) -> Item:
    value = readings(Decimal(count(match["n"])), Decimal(1), "exact")
    end = match.end("noun")
    amount = Amount(match.start(), end, "count", frozenset(), frozenset(), value, "exact")
    start = one.passage.start
    return Item(match["kind"].strip(), start + match.start(), start + end, amount)
