"""The couples of the sheets that a factor's sentence may be of: its own document's, and those with its words."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator

from checks.lib.labels.about import Index, Told
from checks.lib.labels.couples import Couple, couples
from checks.lib.language.tokens import every_root
from checks.lib.ratios.of_couple import Spoken
from schemas.comparison import Corpus

SHEETS = 12  # of other documents that a sentence is held against
SAID_BY = 200  # sheets that say a word; it tells nothing when more do
LEAST = 2  # words that a sentence and its titles share with a sheet


class Coupled:
    """The couples of a corpus by the words of their sheets, each sheet read when the first sentence asks for it."""

    def __init__(self, corpus: Corpus, index: Index) -> None:
        self._told: list[Told] = [told for one in corpus.documents for told in index.of(one)]
        self._vocabulary = corpus.vocabulary
        self._read: dict[int, tuple[Couple, ...]] = {}
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._own: dict[str, list[int]] = defaultdict(list)
        for at, told in enumerate(self._told):
            self._own[told.sheet.document.document_id].append(at)
            for word in told.words:
                self._by_word[word].append(at)

    def of(self, one: Spoken) -> Iterator[tuple[Told, tuple[Couple, ...]]]:
        """The sheets that a sentence may be of, in the corpus' order, with their couples."""
        words = one.roots.union(*map(every_root, one.sentence.scope))
        said = Counter(
            at for word in sorted(words) if len(every := self._by_word.get(word, ())) <= SAID_BY for at in every
        )
        able = [at for at, count in said.items() if count >= LEAST]
        best = heapq.nsmallest(SHEETS, able, key=lambda at: (-said[at], at))
        own = self._own[one.sentence.passage.document.document_id][:SHEETS]
        for at in sorted({*best, *own}):
            if at not in self._read:
                told = self._told[at]
                self._read[at] = tuple(couples([*told.slots, *told.sides.rows], self._vocabulary))
            yield self._told[at], self._read[at]
