"""Claims parted by topic: each joins the first part whose head may be about the same thing (tieout/topics.py).

Holding every claim against the head of every part would cost claims times parts, and of claims without a workload
nearly each is a part of its own. Heads are looked up by their rarest words instead.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from heapq import nsmallest
from math import ceil

from checks.lib.language.topics import ALIKE, share, words_of
from schemas.names import Vocabulary
from schemas.statement import Claim
from tieout import topics


def parted(claims: Sequence[Claim], vocabulary: Vocabulary) -> list[list[Claim]]:
    """The parts, in the order in which their heads are given."""
    words = [words_of(claim, vocabulary) for claim in claims]
    heads = _Heads(Counter(word for some in words for word in some))
    parts: dict[int, list[Claim]] = {}
    for at, claim in enumerate(claims):
        likely = (head for head in heads.likely(words[at]) if share(words[head], words[at]) >= ALIKE)
        head = next((one for one in likely if topics.alike(claims[one], claim, vocabulary)), None)
        if head is None:
            heads.add(at, words[at])
        parts.setdefault(at if head is None else head, []).append(claim)
    return list(parts.values())


class _Heads:
    """Places of heads by their words.

    Two sets that share ALIKE of the smaller one's words share one of its rarest: as many as may be missing, and one.
    So a head that may fit has one of the claim's rarest words, or one of its own rarest is among the claim's.
    """

    def __init__(self, met: Mapping[str, int]) -> None:
        self._met = met
        self._all: list[int] = []
        self._wordless: list[int] = []
        self._by_any: dict[str, list[int]] = defaultdict(list)
        self._by_rare: dict[str, list[int]] = defaultdict(list)

    def add(self, head: int, words: frozenset[str]) -> None:
        """One more; heads come in the order of their claims."""
        self._all.append(head)
        if not words:
            self._wordless.append(head)
        for word in words:
            self._by_any[word].append(head)
        for word in self._rarest(words):
            self._by_rare[word].append(head)

    def likely(self, words: frozenset[str]) -> Sequence[int]:
        """Heads that share enough words or may do so, in the order of their claims; none that does is missing."""
        if not words:
            return self._all
        found = set(self._wordless)
        found.update(*(self._by_any.get(word, ()) for word in self._rarest(words)))
        found.update(*(self._by_rare.get(word, ()) for word in words))
        return sorted(found)

    def _rarest(self, words: frozenset[str]) -> list[str]:
        missing = len(words) - ceil(ALIKE * len(words))
        return nsmallest(missing + 1, words, key=lambda word: (self._met[word], word)) if words else []
