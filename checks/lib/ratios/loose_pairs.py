"""All pairs of values that a factor of a corpus can be of by words alone, and all that the printed values give."""

import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.labels.about import Index
from checks.lib.labels.couples import couples
from checks.lib.labels.drawn_lines import drawn_lines, in_unit, sheet_at, unit_over
from checks.lib.labels.keyed import keyed
from checks.lib.labels.line_tables import line_tables
from checks.lib.labels.line_values import line_values
from checks.lib.labels.loose_said import Loose, Said
from checks.lib.labels.other_setting import other_number, other_place, unlike_many
from checks.lib.labels.pair_lines import bar_lines, pair_lines
from checks.lib.labels.row_pairs import row_pairs
from checks.lib.labels.sheet_cells import cells
from checks.lib.labels.slots import Sheet, Slot
from checks.lib.language.asides import without_asides
from checks.lib.language.contrast_words import content
from checks.lib.language.release_said import releases_said
from checks.lib.language.tokens import coded, names
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import Near, near_pairs, within
from checks.lib.quantities.release_pairs import release_pairs
from checks.lib.quantities.two_changes import changes_of, of_two_changes
from checks.lib.ratios.headed import headed
from checks.lib.ratios.loosely_tied import Held, broad, firmly, of_couple
from checks.lib.ratios.near_tied import of_near
from checks.lib.ratios.of_couple import over
from checks.lib.ratios.row_moved import row_moved
from checks.lib.ratios.rows_named import rows_named
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.interval import Interval
from schemas.names import Vocabulary

MANY = 80  # values of a document whose quotients are all looked at
SAID_BY = 200  # documents that say a word; it tells nothing when more do
FURTHEST = 500  # the larger over the smaller; words tie a factor to both, so more than elsewhere
BASE = 4  # words of what a factor is over: "than FP32 with less than one point of F1 lost" names FP32
COUPLES = 300  # of one sheet, that a factor is held against
DOCUMENTS = 12  # that a factor is held against: its own, and those that say most of its words
# "Against Trillium, one chip brings 4.5 times the bandwidth": "Against" is no part of the name.
_FRONT = re.compile(r"^\s*(?:Against|Versus|Over|Compared|Relative)\b")


class LoosePairs:
    """The sheets, the near values and the quotients of a corpus, each document's read once."""

    def __init__(self, corpus: Corpus, index: Index) -> None:
        """Nothing read yet."""
        self._index = index
        self._vocabulary = corpus.vocabulary
        self._documents = {one.document_id: one for one in corpus.documents}
        self._order = {key: at for at, key in enumerate(self._documents)}
        self._by_word: dict[str, list[str]] = defaultdict(list)
        for key in self._documents:
            for word in index.words[key]:
                self._by_word[word].append(key)
        self._by_word = {word: keys for word, keys in self._by_word.items() if len(keys) <= SAID_BY}
        self._read: dict[str, _Document] = {}
        self._printed: dict[str, tuple[tuple[str, Interval], ...]] = {}

    def of(self, said: Said) -> Iterator[Loose]:
        """The pairs that a factor can be of: what a watt gives is of no two watts, nor of two numbers without one."""
        return (one for one in self._every(said) if not said.one.bought or one.kind in said.kinds)

    def _every(self, said: Said) -> Iterator[Loose]:
        """The pairs of its own document, and of those that know what it names."""
        for document in self._about(said):
            read = self._of(document)
            for held in headed(read.narrow, said.clause):
                if not _unlike(said, held.sheet) and not other_number(said.clause, held.texts):
                    yield from (one for pair in held.couples if (one := of_couple(said, pair, held)))
            known = self._index.words[document.document_id]
            yield from (one for near in read.near if (one := of_near(said, near, known)))

        for document in self._saying(said):  # two numbers of a key name its rows, whatever else is named
            yield from row_pairs(said, document, self._of(document).slots)
            yield from rows_named(said, document, self._of(document).slots)
            yield from row_moved(said, document, self._of(document).slots)

    def printed(self, document: Document) -> tuple[tuple[str, Interval], ...]:
        """What any two like values of a document give: of a sheet's row or column, or of its sentences."""
        key = document.document_id
        if key not in self._printed:
            read = self._of(document)
            near = ((one.kind, one.factor) for one in read.near)
            every = (*_of_slots(read.slots), *_of_sentences(read.prose), *near)
            self._printed[key] = tuple(one for one in every if not broad(one[1]))
        return self._printed[key]

    def kinds_at(self, document: Document, start: int, end: int) -> frozenset[str]:
        """The kinds of the values that stand at a place, in a sheet or a sentence."""
        read = self._of(document)
        slots = ((one.start, one.amount) for one in read.slots)
        told = (
            (sentence.passage.start + one.amount.start, one.amount)
            for sentence in read.prose
            for one in sentence.amounts
        )
        return frozenset(amount.kind for at, amount in (*slots, *told) if start <= at < end)

    def with_own(self, said: Said) -> Iterator[Interval]:
        """What a value of a factor's sentence gives with any like value of the documents that it can be of."""
        yield from self.with_values_of(said.sentence, self._about(said))

    def with_values_of(self, sentence: Sentence, documents: Sequence[Document]) -> Iterator[Interval]:
        """What a value of a sentence gives with any like value of documents."""
        own = [one.amount for one in sentence.amounts if one.amount.kind != "count"]
        for document in documents if own else ():
            read = self._of(document)
            told = (one.amount for sentence in read.prose for one in sentence.amounts)
            for other in (*told, *(slot.amount for slot in read.slots)):
                yield from (factor for one in own if one.kind == other.kind for factor in _quotient(one, other))

    def _about(self, said: Said) -> list[Document]:
        """Its own document and those that say most of its words, but none that lacks what it names."""
        own = said.document
        return [one for one in self._saying(said) if one is own or not _foreign(said, one, self._index)]

    def _saying(self, said: Said) -> list[Document]:
        """Its own document and those that say most of its words."""
        own = said.document.document_id
        words = content(said.clause) | coded(said.clause)
        told = Counter(key for word in sorted(words) for key in self._by_word.get(word, ()) if key != own)
        best = heapq.nsmallest(DOCUMENTS, told, key=lambda key: (-told[key], self._order[key]))
        return [said.document, *(self._documents[key] for key in best)]

    def _of(self, document: Document) -> "_Document":
        key = document.document_id
        if key not in self._read:
            self._read[key] = _Document(document, self._index, self._vocabulary)
        return self._read[key]


class _Document:
    """What of a document a factor is held against."""

    def __init__(self, document: Document, index: Index, vocabulary: Vocabulary) -> None:
        tables = [(one.start, one.end) for one in document.tables]
        told = [one for one in index.of(document) if not one.sheet.drawn]
        drawn = [slots for _, slots in drawn_lines(document, vocabulary)]
        # The rows of a table of numbers only have no label: without that of its first column no two cells are a couple.
        lined = list(_of_tables(document, vocabulary))
        sheets = [
            *([*one.slots, *one.sides.rows] for one in told),
            *drawn,
            *_of_lines(document, vocabulary),
            *([*some, *keyed(some)] for some in lined),
        ]
        self.slots = [slot for slots in (*(one.slots for one in told), *drawn, *lined) for slot in slots]
        self.held = [Held.of(slots, some) for slots in sheets if (some := tuple(couples(slots, vocabulary, FURTHEST)))]
        # Of thousands of pairs many are as far apart as any factor says, and each sentence would be held against all.
        self.narrow = [one for one in self.held if len(one.couples) <= COUPLES]
        every = index.sentences(document)
        self.near: list[Near] = [*near_pairs(every, tables), *release_pairs(every, tables)]
        self.prose = [one for one in index.sentences(document) if not within(one, tables)]


def _of_lines(document: Document, vocabulary: Vocabulary) -> Iterator[list[Slot]]:
    """The lines that set names side by side, each with its unit: "Tue: A 28.1 / C 29.3", "Bars: heap 46, disk 7.5"."""
    keyed = list(pair_lines(document, vocabulary))
    taken = {one.start for run in keyed for one in run}  # a line of several is read with its key
    for run in (*keyed, *(one for one in bar_lines(document, vocabulary) if one[0].start not in taken)):
        sheet, several = sheet_at(document, run[0].start), run[0].start in taken
        unit = unit_over(sheet.head)
        yield [
            Slot(
                sheet,
                one.start,
                one.end,
                in_unit(one.amount, document.text[one.start : one.end], unit_over(one.key) or unit, vocabulary),
                (("key", one.key), ("name", one.name)) if several else (("name", one.name),),
            )
            for one in run
        ]
    yield from line_values(document, vocabulary)


def _of_tables(document: Document, vocabulary: Vocabulary) -> Iterator[list[Slot]]:
    """The cells of the tables that lines stand for."""
    for table in line_tables(document):
        head = " | ".join((document.title, *table.headings, table.title, table.columns[0].text))
        yield list(cells(Sheet(document, table.name, head, table=True), table, {}, vocabulary))


def _foreign(said: Said, document: Document, index: Index) -> bool:
    """Whether a sentence names mostly what a document knows nothing of, its baseline, or another release."""
    known, named = index.words[document.document_id], _named(said)
    missing = named - known
    if 2 * len(missing) < len(named) and (not missing & _bases(said) or _knows_base(said, known)):
        missing = frozenset()  # of "on the T4 with ONNX Runtime and IO binding" one name may be left out elsewhere
    strange = [one for one in missing if not any(each.startswith(one) for each in known)]  # "CO2" is their "CO2e"
    releases = {one for one in releases_said(f"{said.clause} {said.above}") if "." in one}
    if releases and releases <= known:
        return len(strange) > 1  # "the Deckard under 1.11" is "the handheld" of a text about 1.11
    return bool(strange) or index.other_version(said.sentence, document)


def _named(said: Said) -> frozenset[str]:
    """The names of what a factor is of; every word of a heading may begin with a capital."""
    text = _FRONT.sub("", without_asides(said.led))
    words = [word for word in text.split() if word[:1].isalpha() and len(word) > len("from")]
    heading = len(words) > 1 and all(word[0].isupper() for word in words)
    return coded(text) if heading else names(text)


def _bases(said: Said) -> frozenset[str]:
    """The names that stand first behind what a factor is said to be over."""
    return names(" | ".join(" ".join(text.split()[:BASE]) for text in over(said.clause)))


def _knows_base(said: Said, known: frozenset[str]) -> bool:
    """Whether a document knows the code of what a factor is held against: of "than Cloud TPU v5e" the "v5e"."""
    codes = coded(" | ".join(firmly(said.clause)))
    return bool(codes) and codes <= known


def _unlike(said: Said, sheet: Sheet) -> bool:
    words = said.sentence.passage.words
    return other_place(words, [sheet.above]) or unlike_many(words, [sheet.about, sheet.document.title])


def _of_slots(slots: Sequence[Slot]) -> Iterator[tuple[str, Interval]]:
    for left, right in combinations(slots[:MANY], 2):
        mine, theirs = dict(left.labels), dict(right.labels)
        apart = sum(mine.get(kind) != theirs.get(kind) for kind in mine.keys() | theirs.keys())
        if left.amount.kind == right.amount.kind and (apart < 2 or not left.sheet.table):
            yield from ((left.amount.kind, factor) for factor in _quotient(left.amount, right.amount))


def _of_sentences(every: Sequence[Sentence]) -> Iterator[tuple[str, Interval]]:
    values, changes = [one for sentence in every for one in sentence.amounts][:MANY], changes_of(every)
    for one, other in combinations(values, 2):
        left, right = one.amount, other.amount
        alike = left.kind == right.kind and (left.kind != "count" or left.of & right.of)
        if alike and not of_two_changes(one.start, other.start, changes):
            yield from ((left.kind, factor) for factor in _quotient(left, right))


def _quotient(left: Amount, right: Amount) -> Iterator[Interval]:
    small, large = sorted((left.readings.rounded, right.readings.rounded), key=lambda one: one.upper)
    if small.lower > 0 and large.bounded:
        yield large / small
