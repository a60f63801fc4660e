"""Whether two documents are each of a product of its own: "Plumb Community" and "Plumb Enterprise", Vela 19 and 21."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from checks.lib.language.tokens import names, one_release, tokens, versions
from schemas.document import Document

_ENDS = re.compile(r"\n|(?<=[.;!?])\s")


def of_sisters(one: Document, said: str, other: Document, beside: str) -> bool:
    """Whether two titles add another word each to one name, and one of the sentences is of its own document's word."""
    mine, theirs = _added(one), _added(other)
    for name in mine.keys() & theirs.keys():
        left, right = mine[name], theirs[name]
        if left != right and (_of(left, right, said, beside) or _of(right, left, beside, said)):
            return True
    return False


def led_apart(one: Document, said: str, other: Document, beside: str) -> bool:
    """Whether two documents first speak of two releases of what a title names, and neither sentence says one itself."""
    mine, theirs = _led(one.text), _led(other.text)
    titled = frozenset(word.root for each in (one, other) for word in tokens(title_of(each)))
    told = versions(said).keys() | versions(beside).keys()
    return any(not one_release(mine[name], theirs[name]) for name in (mine.keys() & theirs.keys() & titled) - told)


def _of(own: str, foreign: str, said: str, beside: str) -> bool:
    """Whether a sentence names what its title adds, which the other sentence does not."""
    first = next(iter(tokens(said)), None)
    named = names(said) | (frozenset({first.root}) if first and first.capital else frozenset())
    return own in named and foreign not in named and own not in {word.root for word in tokens(beside)}


def title_of(document: Document) -> str:
    """A document's title, or its first heading."""
    heads = (one for one in document.blocks if one.kind == "heading")
    first = next(heads, None)
    return document.title or (document.text[first.start : first.end] if first else "")


def _added(document: Document) -> dict[str, str]:
    """The capital words of a title behind each of its capital words."""
    every = tokens(title_of(document))
    return {left.root: right.root for left, right in pairwise(every) if left.capital and right.capital}


@lru_cache(maxsize=256)
def _led(text: str) -> Mapping[str, set[str]]:
    """The release of each name that a text says first."""
    found: dict[str, set[str]] = {}
    for sentence in _ENDS.split(text):
        for name, numbers in versions(sentence).items():
            found.setdefault(name, numbers)
    return found
