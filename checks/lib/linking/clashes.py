"""Words that tell two statements apart by where they stand: behind one preposition, before one noun."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from checks.lib.language.tokens import root, tokens
from checks.lib.linking.scenes import gathered, telling

# Of which a thing has one: "the community edition", "validation split", "standard plan".
_PLACE = re.compile(
    r"\b(?P<by>over|on|in|at|for|under|using|via|through|from|across|by)\s(?:the\s|an?\s|our\s|its\s)?"
    r"(?P<what>(?:[A-Za-z][\w.'-]*\s?){1,2})",
    re.IGNORECASE,
)
_STATISTICS = frozenset(map(root, "average median mean total practice fact general all first last now".split()))
PLAIN = 3  # texts of a sentence: near, clause, sentence


def places_clash(left: Sequence[str], right: Sequence[str]) -> str:
    """Conditions of both that the other one says nowhere, behind one preposition: "over USB", "over Bluetooth"."""
    every = [frozenset(one.root for text in texts for one in tokens(text)) for texts in (left, right)]
    mine, theirs = (
        gathered(_places(left[-1 if len(left) < PLAIN else 2])),
        gathered(_places(right[-1 if len(right) < PLAIN else 2])),
    )
    for by in sorted(mine.keys() & theirs.keys()):
        own, other = mine[by] - every[1], theirs[by] - every[0]
        if own and other and not (mine[by] & theirs[by]):
            return f"{by} {', '.join(sorted(own))} against {', '.join(sorted(other))}"
    return ""


def _places(text: str) -> Iterator[tuple[str, str]]:
    for match in _PLACE.finditer(text):
        for one in tokens(match["what"]):
            if telling(one.root) and one.root not in _STATISTICS:
                yield match["by"].lower(), one.root


def modifiers_clash(left: str, right: str, mine_said: frozenset[str], theirs_said: frozenset[str]) -> str:
    """A noun of both that has another word before it in each: "test split", "validation split"; "" for none.

    A modifier that the other side says elsewhere tells nothing apart: `mine_said` are all words of the left one.
    """
    mine, theirs = gathered(_modified(left)), gathered(_modified(right))
    for noun in sorted(mine.keys() & theirs.keys()):
        own, other = mine[noun] - theirs_said, theirs[noun] - mine_said
        if own and other and not mine[noun] & theirs[noun]:
            return f"{', '.join(sorted(own))} {noun} against {', '.join(sorted(other))} {noun}"
    return ""


def _modified(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"[,;:|()]|\s(?:and|or|with|for|from|to|of)\s", text):
        for left, right in pairwise(tokens(part)):
            if all(telling(one.root) for one in (left, right)):
                yield right.root, left.root
