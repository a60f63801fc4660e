"""Systems with so many parts each in one document, and the number of all those parts in another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod

from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.counts import NOUN, NUMBER, Count, counts
from schemas.names import key

_LED = re.compile(r",?\s(?:(?:each|all)\s)?(?:with|of|having|holding|carrying|hosting)\s(?:exactly\s)?$", re.IGNORECASE)
_EACH = re.compile(r"\s(?:each|apiece|per|in each)\b", re.IGNORECASE)
# What a number of parts must be of: all that a run or a system has.
_ALL = re.compile(
    r"\b(?:entire|whole|all|total\w*|altogether|(?:run|runs|ran|running|trained|train(?:s|ing)?|built|carried out|"
    r"spans?|spanned|spread|comprises?|comprised|used|uses|consists?)\b[^.;]{0,40}?\b(?:on|over|across|of|from|with|in))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]{3,}")
_COUNTED = re.compile(rf"{NUMBER}\s(?:[A-Za-z][\w/-]*\s){{0,3}}?{NOUN}\b", re.IGNORECASE)
_PLAIN = frozenset(
    map(root, "the and for with each was were our all one this that from used use its has have are which are".split())
)


@dataclass(frozen=True, slots=True)
class Parts:
    """So many systems with so many parts each, or a number of parts alone; `name` is that of the part."""

    sentence: Sentence
    counts: tuple[Count, ...]
    name: str

    @property
    def number(self) -> int:
        """How many parts there are in all."""
        return prod(one.value for one in self.counts)


def parts_of(sentence: Sentence) -> Iterator[Parts]:
    """The named parts that a sentence counts: "96 nodes with eight Veldt V3 accelerators each", or all 768 of them."""
    every = counts(sentence.passage)
    text = sentence.passage.words
    for at, one in enumerate(every):
        name = _name(one)
        before = every[at - 1] if at else None
        led = before and before.noun != one.noun and _LED.fullmatch(text[before.match.end() : one.match.start()])
        each = bool(_EACH.match(text, one.match.end()))
        if name and before and led and (each or "each" in text[before.match.end() : one.match.start()].lower()):
            yield Parts(sentence, (before, one), name)
        elif name and not led and not each and _ALL.search(text[: one.match.start()]):
            yield Parts(sentence, (one,), name)


def _name(one: Count) -> str:
    """What stands between number and noun with a capital or digit: "Veldt V3"; "" for "fast accelerators"."""
    words = one.match.group().split()[1:-1]
    return key(" ".join(words)) if any(word[:1].isupper() for word in words) else ""


def counted_otherwise(parts: Parts, every: Sequence[Sentence]) -> bool:
    """Whether a document counts these parts, or the systems that hold them, in another way too."""
    mine = {one.noun: one.value for one in parts.counts}
    found = (one for sentence in every for one in counts(sentence.passage) if one.noun in mine)
    return any(one.value not in (mine[one.noun], 1) for one in found)


def uncounted(parts: Parts) -> Sentence:
    """The sentence up to its last count with the numbers blank: how the parts are used changes nothing in how many."""
    sentence = parts.sentence
    words = sentence.passage.words[: parts.counts[-1].match.end()]
    for one in parts.counts:
        start, end = one.match.span("n")
        words = f"{words[:start]}{' ' * (end - start)}{words[end:]}"
    return replace(sentence, passage=replace(sentence.passage, words=words))


def of_one_run(one: Sentence, other: Sentence) -> bool:
    """Whether two sentences share a plain word beside what they count: "the whole training run", "the entire run"."""
    plain = (_COUNTED.sub(" ", sentence.passage.words) for sentence in (one, other))
    left, right = (roots(tokens(text)) for text in plain)
    return any(_WORD.fullmatch(word) and word not in _PLAIN for word in left & right)
