"""Headings that tell cases apart: what stands under "70B results" is not of the table titled "8B results"."""

import re
from collections import defaultdict
from functools import lru_cache

_CODE = re.compile(r"(?<![\w.])(?=\w*\d)(?=\w*[A-Za-z])[\w]+(?:\.\d+\w*)?(?!\w)")
_CLAIM = re.compile(r"\d+(?:\.\d+)?x", re.IGNORECASE)  # "2x faster" is a claim; "8x" counts


@lru_cache(maxsize=4096)
def _codes(text: str) -> dict[str, frozenset[str]]:
    """The codes of a text by what they are without their digits: "8b" and "70b" are two of one kind."""
    found: dict[str, set[str]] = defaultdict(set)
    for match in _CODE.findall(text):
        if not _CLAIM.fullmatch(match):
            found[re.sub(r"\d+(?:\.\d+)?", "0", match.lower())].add(match.lower())
    return {kind: frozenset(some) for kind, some in found.items()}


def headed_apart(heading: str, text: str, head: str) -> bool:
    """Whether a heading over a text has another code than the head of a table, which the text does not say either."""
    mine, theirs, said = _codes(heading), _codes(head), _codes(text)
    return any(
        mine[kind].isdisjoint(theirs[kind]) and said.get(kind, frozenset()).isdisjoint(theirs[kind])
        for kind in mine.keys() & theirs.keys()
    )
