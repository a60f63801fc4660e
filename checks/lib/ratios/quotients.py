"""Every two values of one kind that a corpus prints as two sides of one thing, and what their quotients are.

Whoever holds a factor against a page first looks for the two values that give it. Here are all that can be meant: the
couples of tables and lists, and the contrasts of sentences.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import combinations

from checks.lib.labels.about import Index, Told
from checks.lib.labels.contrasted import Contrast
from checks.lib.labels.contrasts import Told as Contrasted
from checks.lib.labels.contrasts import contrasts
from checks.lib.labels.couples import Couple, couples
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import every_root
from checks.lib.quantities.asserted import Asserted
from checks.lib.quantities.overlaps import Overlaps, hull
from checks.lib.ratios.coupled import Coupled
from checks.lib.ratios.of_couple import Spoken
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.interval import Readings

CONTRASTS = 12  # of other documents that a sentence is held against
SAID_BY = 200  # contrasts that say a word; it tells nothing when more do
COUNT = "count"
VALUES = 60  # of a sheet, or of a document's sentences, whose quotients are all looked at


@dataclass(frozen=True)
class Quotient:
    """Two values of one thing, with the sheet or the sentences that print them."""

    pair: Couple | Contrast
    told: Told | Contrasted

    @property
    def values(self) -> tuple[Slot | Asserted, Slot | Asserted]:
        """The two values."""
        return self.pair.left, self.pair.right

    @property
    def document(self) -> Document:
        """The document that prints them."""
        return self.pair.left.document

    @property
    def kind(self) -> str:
        """What kind of values they are."""
        return self.pair.left.amount.kind

    @cached_property
    def words(self) -> frozenset[str]:
        """What is said of them: labels and headings, or their sentences and those before."""
        if isinstance(self.told, Contrasted):
            return every_root(f"{self.told.words} {self.told.lead}")
        labels = " ".join(text for one in self.values if isinstance(one, Slot) for _, text in one.labels)
        return every_root(f"{labels} {self.told.sheet.about} {self.document.title}")


class _Sheet:
    """The quotients of a sheet by their kinds and values: each sentence can be of few of thousands."""

    def __init__(self, every: Sequence[Quotient]) -> None:
        self.every = every
        self._by_kind: dict[str, list[int]] = defaultdict(list)
        self._counts: dict[str, list[int]] = defaultdict(list)
        by_value: dict[str, list[tuple[Decimal, Decimal, int]]] = defaultdict(list)
        for at, one in enumerate(every):
            self._by_kind[one.kind].append(at)
            for word in _counted(one):
                self._counts[word].append(at)
            by_value[one.kind] += ((*hull(each.amount.readings), at) for each in one.values)
        self._by_value = {kind: Overlaps(some) for kind, some in by_value.items()}

    def having(self, own: Mapping[str, Sequence[Readings]], topic: frozenset[str]) -> Iterator[Quotient]:
        """Those of some kinds, of which a sentence prints these values too; of counts those of which it says a word."""
        found: set[int] = set()
        for kind, values in own.items():
            if not values and kind == COUNT:
                found.update(at for word in topic for at in self._counts.get(word, ()))
            elif not values:
                found.update(self._by_kind.get(kind, ()))
            elif len(values) == 1 and kind in self._by_value:
                found.update(self._by_value[kind].meeting(*hull(values[0])))
        yield from (self.every[at] for at in sorted(found))


def _counted(one: Quotient) -> frozenset[str]:
    """What two counts are of, in all words that say so."""
    couple = one.pair
    return couple.of | couple.left.amount.of if isinstance(couple, Couple) and one.kind == COUNT else frozenset()


class Quotients:
    """The quotients of a corpus by the words of their sheets and sentences."""

    def __init__(self, corpus: Corpus, index: Index) -> None:
        self._index = index
        self._vocabulary = corpus.vocabulary
        self._coupled = Coupled(corpus, index)
        every = (one for document in corpus.documents for one in contrasts(index.sentences(document)))
        self._told = [one for one in every if one.kind != "count"]
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._own: dict[str, list[int]] = defaultdict(list)
        self._every: dict[str, tuple[tuple[str, Readings], ...]] = {}
        self._read: dict[int, _Sheet] = {}  # by the identity of what the index keeps
        for at, told in enumerate(self._told):
            self._own[told.contrast.left.document.document_id].append(at)
            for word in every_root(told.words):
                self._by_word[word].append(at)

    def of(self, one: Spoken) -> Iterator[Quotient]:
        """Those that a factor's sentence may be of: its own document's, and those with its words."""
        for some in self._sheets(one):
            yield from some.every
        yield from self._told_of(one)

    def able(self, one: Spoken, own: Mapping[str, Sequence[Readings]], topic: frozenset[str]) -> Iterator[Quotient]:
        """Those of kinds that may be meant beside the values of these kinds that a sentence prints too.

        Of one value those that have it: where it is none of the two, it is of something else. Of several none. Counts
        are of anything, and so of nothing of which a sentence says no word.
        """
        for some in self._sheets(one):
            yield from some.having(own, topic)
        yield from (each for each in self._told_of(one) if each.kind in own)

    def _sheets(self, one: Spoken) -> Iterator["_Sheet"]:
        for told, some in self._coupled.of(one):
            if id(told) not in self._read:
                self._read[id(told)] = _Sheet([Quotient(couple, told) for couple in some])
            yield self._read[id(told)]

    def _told_of(self, one: Spoken) -> Iterator[Quotient]:
        for told in self._index.attributed(one.sentence):
            yield from (Quotient(couple, told) for couple in couples(told.slots, self._vocabulary))
        own = self._own[one.sentence.passage.document.document_id]
        said: dict[int, int] = defaultdict(int)
        for word in sorted(one.roots):
            if len(every := self._by_word.get(word, ())) <= SAID_BY:
                for at in every:
                    said[at] += 1
        best = sorted(said, key=lambda at: (-said[at], at))[:CONTRASTS]
        yield from (Quotient(self._told[at].contrast, self._told[at]) for at in sorted({*best, *own[:CONTRASTS]}))

    def printed(self, document: Document) -> tuple[tuple[str, Readings], ...]:
        """What any two values of a kind give that stand in one sheet, or in the text, of a document."""
        if document.document_id not in self._every:
            self._every[document.document_id] = tuple(self._any(document))
        return self._every[document.document_id]

    def _any(self, document: Document) -> Iterator[tuple[str, Readings]]:
        for told in self._index.of(document):
            yield from _each([*told.slots, *told.sides.rows][:VALUES], told.sheet.table)
        prose = [one for sentence in self._index.sentences(document) for one in sentence.amounts]
        yield from _each(prose[:VALUES], False)


def _each(values: Sequence[Slot | Asserted], table: bool) -> Iterator[tuple[str, Readings]]:
    for left, right in combinations(values, 2):
        if left.amount.kind == right.amount.kind and not (table and _apart(left, right)):
            smaller, larger = sorted((left.amount.readings, right.amount.readings), key=lambda one: one.rounded.upper)
            if smaller.widened.lower > 0 and larger.rounded.bounded:
                yield left.amount.kind, larger / smaller


def _apart(left: Slot | Asserted, right: Slot | Asserted) -> bool:
    """Whether two cells differ in more than a row or a column."""
    if not (isinstance(left, Slot) and isinstance(right, Slot)):
        return False
    mine, theirs = dict(left.labels), dict(right.labels)
    return sum(mine.get(kind) != theirs.get(kind) for kind in mine.keys() | theirs.keys()) > 1
