"""Which values of sentences are ends of two changes: the old median and the new tail are compared by nobody."""

import re
from collections.abc import Iterable, Mapping

from checks.lib.quantities.asserted import Sentence

_HEDGE = r"(?:(?:about|around|roughly|some|nearly|almost|just|only|over|under)\s)?"
_FROM_TO = re.compile(
    rf"\bfrom\s{_HEDGE}(?P<old>[$€£]?\d)[^;:()]{{0,40}}?\s(?:(?:down|up|all the way)\s)?to\s{_HEDGE}(?P<new>[$€£]?\d)"
)


def changes_of(sentences: Iterable[Sentence]) -> dict[int, int]:
    """Where both ends of each "from 1,240 ms to 640 ms" begin in their document, with where its first one does."""
    found: dict[int, int] = {}
    for sentence in sentences:
        start = sentence.passage.start
        for match in _FROM_TO.finditer(sentence.passage.words):
            found |= dict.fromkeys((start + match.start("old"), start + match.start("new")), start + match.start("old"))
    return found


def of_two_changes(left: int, right: int, changes: Mapping[int, int]) -> bool:
    """Whether values that begin at two places are ends of two changes."""
    return left in changes and right in changes and changes[left] != changes[right]
