"""The two sides of a factor by their codes alone: "m9.4xlarge" is row "4xlarge" and column "m9", "x265" "x265 slower".

For sentences that print no label word by word. A code is a name with a digit or a release; of all labels of a kind that
say nothing else, one only may be said on either side.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from checks.lib.labels.sides import Pair, Sides, alike_but
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.codes import codes
from checks.lib.language.tokens import roots, tokens

_THAN = re.compile(
    r"\b(?:than|over|versus|vs\.?|against|relative to|compared (?:to|with)|"
    r"(?:throughput|speed|rate|performance|price|cost|bandwidth|latency|size) of|from|what)\s+"
    r"(?P<base>.*?)(?=[,;:(]|\s(?:when|on|in|for|with|at|by|while|and|to)\s|$)",
    re.DOTALL,
)


def coded_pairs(sides: Sides, sentence: str) -> list[Pair]:
    """The pairs of values of the two sides that a sentence says by their codes; [] where it cannot be told."""
    base, rest = _two_sides(sentence)
    if not base or not rest:
        return []
    for kind in sides.kinds:
        labels = kind.codes
        if kind.every_code.isdisjoint(base) or kind.every_code.isdisjoint(rest):
            continue
        left, right = _only(labels, rest), _only(labels, base)
        if left and right and left != right:
            return _paired(sides.slots, kind.name, (left, right), base | rest, sentence)
    return []


@lru_cache(maxsize=1024)
def _two_sides(sentence: str) -> tuple[frozenset[str], frozenset[str]]:
    """The codes of what a sentence compares with, and those of its rest."""
    match = _THAN.search(sentence)
    if match is None:
        return frozenset(), frozenset()
    return codes(match["base"]), codes(sentence[: match.start()] + sentence[match.end() :])


def _only(labels: Mapping[str, frozenset[str]], said: frozenset[str]) -> str:
    """The one label whose codes are all said, that with the most of them; "" where there are several or none."""
    able = sorted((text for text, mine in labels.items() if mine <= said), key=lambda one: -len(labels[one]))
    alone = len(able) == 1 or (len(able) > 1 and len(labels[able[0]]) > len(labels[able[1]]))
    return able[0] if alone else ""


def _paired(slots: Sequence[Slot], kind: str, two: tuple[str, str], said: frozenset[str], sentence: str) -> list[Pair]:
    meant = _meant(slots, kind, said, sentence)
    sides = [[one for one in meant if dict(one.labels)[kind] == side] for side in two]
    found = [Pair(left, right, kind) for left in sides[0] for right in sides[1] if alike_but(left, right, {kind})]
    lefts = (one.left for one in found)  # a slot's hash would be that of its whole document
    return found if len({(one.start, one.end, one.amount, one.labels) for one in lefts}) == len(found) else []


def _meant(slots: Sequence[Slot], kind: str, said: frozenset[str], sentence: str) -> list[Slot]:
    """The cells whose other labels the sentence means: by their codes, columns by their words too, if it says any."""
    every = [one for one in slots if kind in dict(one.labels)]
    words = roots(tokens(sentence))
    for other in dict.fromkeys(name for one in every for name, _ in one.labels if name != kind):
        labels = {dict(one.labels).get(other, "") for one in every}
        coded = {text for text in labels if (mine := codes(text)) and mine <= said}
        worded = {text for text in labels if other == COLUMN and roots(tokens(text)) & words}
        if some := coded or worded:
            every = [one for one in every if dict(one.labels).get(other, "") in some]
    return every
