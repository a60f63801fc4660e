"""Tables as rows of texts and values, with what their labels and headers say, and which of them share labels."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from checks.lib.labels.about import Index, Told
from checks.lib.labels.chart_tables import tables_of
from checks.lib.labels.naming import label_tokens
from checks.lib.labels.slots import Slot
from schemas.comparison import Corpus
from schemas.document import Table
from schemas.names import Vocabulary

Words = frozenset[str]
Place = tuple[int, int]  # row and column
KEYS = 3  # columns that may hold a row's label
ROWS = 2  # labels that two tables must share


@dataclass(frozen=True)
class View:
    """A table as rows of texts and slots; `heads` are its column headers. Rows and columns keep their numbers."""

    told: Told
    texts: Mapping[Place, str]
    slots: Mapping[Place, Slot]
    heads: Mapping[int, str]
    vocabulary: Vocabulary

    @classmethod
    def of(cls, told: Told, table: Table, vocabulary: Vocabulary) -> "View":
        """The view of a sheet that is this table; its header line is row 0."""
        starts = {slot.start: slot for slot in told.slots}
        every = {
            (number, at): cell
            for number, row in enumerate((table.columns, *table.rows))
            for at, cell in enumerate(row)
            if cell.text
        }
        slots = {place: starts[cell.start] for place, cell in every.items() if cell.start in starts}
        rows = {row for row, _ in slots}
        # A header line is only a row where it holds values.
        texts = {place: cell.text for place, cell in every.items() if place[0] in rows}
        heads = {at: slot.column for (_, at), slot in slots.items()}
        return cls(
            told, texts, slots, {**{at: cell.text for at, cell in enumerate(table.columns)}, **heads}, vocabulary
        )

    @cached_property
    def turned(self) -> "View":
        """The same with its columns as rows: products down in one document, across in the other."""
        texts = {(at, row): text for (row, at), text in self.texts.items() if (row, at) in self.slots}
        slots = {(at, row): slot for (row, at), slot in self.slots.items()}
        columns = {at for _, at in self.slots}
        corner = {(at, -1): self.heads[at] for at in columns if self.heads.get(at)}
        heads = {row: text for (row, at), text in self.texts.items() if at == 0}
        return View(self.told, {**corner, **texts}, slots, heads, self.vocabulary)

    @cached_property
    def keys(self) -> Mapping[int, Mapping[int, Words]]:
        """Of each column that may hold labels, the words of each row's; by the first columns that hold any."""
        columns = sorted({at for _, at in self.texts})[:KEYS]
        return {
            at: {row: self.words(self.texts[row, at]) for row in self.rows if (row, at) in self.texts} for at in columns
        }

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The numbers of its rows."""
        return tuple(sorted({row for row, _ in self.texts}))

    @cached_property
    def print(self) -> Hashable:
        """What is printed in it: that of a copy is the same."""
        return tuple(sorted(self.texts.items())), tuple(sorted(self.heads.items()))

    @cached_property
    def labels(self) -> frozenset[Words]:
        """The labels of its rows, and its headers: by these its twins are found."""
        first = (words for some in self.keys.values() for words in some.values())
        return frozenset((*first, *map(self.words, self.heads.values()))) - {frozenset()}

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The numbers of the columns that hold values."""
        return tuple(sorted({at for _, at in self.slots}))

    def words(self, label: str) -> Words:
        """What a label says, in any order and spelling of its words."""
        return _words(label, self.vocabulary)


@lru_cache(maxsize=65536)
def _words(label: str, vocabulary: Vocabulary) -> Words:
    found = frozenset(one.root for one in label_tokens(label, vocabulary))
    return found or frozenset(label.lower().split())


def views_of(corpus: Corpus, index: Index) -> list[View]:
    """The tables of a corpus that hold values, in its order."""
    return [
        View.of(told, table, corpus.vocabulary)
        for document in corpus.documents
        for table in tables_of(document)
        for told in index.of(document)
        if told.sheet.table and told.sheet.name == table.name
    ]


def near(views: Sequence[View], most: int, telling: int) -> Iterator[tuple[View, View]]:
    """Tables of two documents that share labels, each with those that share the most.

    Of a label that more tables print than `telling`, only so many are looked at.
    """
    by_label: dict[Words, list[int]] = defaultdict(list)
    for number, view in enumerate(views):
        for label in view.labels:
            by_label[label].append(number)
    documents = [view.told.sheet.document.document_id for view in views]
    seen: set[tuple[int, int]] = set()
    for number, view in enumerate(views):
        others = (other for label in view.labels for other in by_label[label][:telling])
        shared = Counter(other for other in others if documents[other] != documents[number])
        for other, count in sorted(shared.items(), key=lambda one: (-one[1], one[0]))[:most]:
            pair = min(number, other), max(number, other)
            if count >= ROWS and pair not in seen:
                seen.add(pair)
                yield views[pair[0]], views[pair[1]]
