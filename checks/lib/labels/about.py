"""Which sheets a sentence can be about: those that have every name it says, and no other version or setting."""

import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from checks.lib.findings.places import Places
from checks.lib.labels.attributed import attributed
from checks.lib.labels.heads import headed_apart
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.part_numbers import shared_parts
from checks.lib.labels.sheets import sheets
from checks.lib.labels.sides import Sides
from checks.lib.labels.slots import Sheet, Slot
from checks.lib.labels.versions_of import versions_of
from checks.lib.language.codes import sized_codes
from checks.lib.language.editions import Editions
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, every_root, names, one_release, root, roots, software, tokens, versions
from checks.lib.quantities.asserted import Asserted, Sentence, sentences, unspoken
from checks.lib.statements import kept
from schemas import remembered
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.names import Vocabulary
from schemas.statement import Claim

NAMELESS = 3  # words that a sentence without any name must share with a sheet
SHARED = 2  # words that a sentence must share with one that attributes values, beside names
SHEETS = 24  # sheets of its own document that a sentence is held against
OTHERS = 8  # and of other documents: those that say most of its words
SAID_BY = 200  # sheets that say a word; it tells nothing when more do
_COUNTED = re.compile(r"(?<![\w.,$€£-])(?<!out of )(?P<n>\d(?:[\d,]*\d)?)[ -](?P<noun>[A-Za-z]{3,})")
_NUMBERED = re.compile(r"\b(?P<noun>[A-Za-z]{3,})(?:(?: of| size)? |-)(?P<n>\d(?:[\d,]*\d)?)(?![\w.%])")
_BESIDE = re.compile(
    r"\b(?:than|that of|those of|over|versus|vs\.?|against|compared (?:to|with))\b[^,;.]*", re.IGNORECASE
)
_FILE = re.compile(r"(?<!\w)(?<!\w[.-])\b[\w-]+(?:\.[\w-]+)*\.(?:txt|md|rst|html?|pdf|csv|log|json)\b")
# Titles that are no product's name.
_NO_PRODUCT = frozenset(
    map(root, "bench benchmark benchmarks readme results performance overview documentation notes blog news".split())
)
_DOING = re.compile(r"^[A-Z][a-z]+ing\b")  # "Serving benchmarks" names no product
_RELEASE = re.compile(r"v?\d+(?:\.\d+)+")
_PERCENTILE = re.compile(r"p\d\d.*")
_RELEASED = re.compile(
    r"(?<![\w.,$€£])v?\d+\.\d+(?:\.\d+)*(?![\w%]|[.,]\d|\s?(?:[KMGT]?i?B|[KMGT]?[bW]|ms|s|x|×|million|billion|percent)\b)"
)


def alone(text: str) -> str:
    """A text without what it compares with."""
    return _BESIDE.sub(" ", text)


@dataclass(frozen=True, slots=True)
class Told:
    """A sheet with its values and words, read once for all the sentences that are held against it."""

    sheet: Sheet
    slots: list[Slot]
    words: frozenset[str]
    sides: Sides
    columns: frozenset[str]  # their labels
    topic: frozenset[str]  # the words over it
    labels: frozenset[str]  # all words of its labels
    rows: frozenset[str]  # of a table, the labels of its rows

    @classmethod
    def of(cls, sheet: Sheet, slots: list[Slot], vocabulary: Vocabulary) -> "Told":
        """The sheet with what is asked of it again and again."""
        columns = frozenset(label for slot in slots for kind, label in slot.labels if kind == COLUMN)
        labels = frozenset().union(*map(every_root, {label for slot in slots for _, label in slot.labels}))
        topic = roots(tokens(sheet.head))
        every = (label for slot in slots for kind, label in slot.labels if kind != COLUMN)
        rows = frozenset(every if sheet.table else ())
        return cls(sheet, slots, _words(sheet, slots), Sides.of(slots, vocabulary), columns, topic, labels, rows)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a sentence must find in a sheet that it is about."""

    sentence: Sentence
    names: frozenset[str]
    over: frozenset[str]  # names of what stands over it
    generic: frozenset[str]
    words: frozenset[str]
    subjects: frozenset[str]  # names, but for what it is compared with
    scored: frozenset[str]  # models in lower case whose scores it tells
    titled: frozenset[str]  # names with a digit of its title
    versions: Mapping[str, set[str]]


_latest: list[tuple[Corpus, "Index"]] = []  # a dozen checks ask for one corpus


def index_of(corpus: Corpus) -> "Index":
    """The index of a corpus; that of the latest one is kept."""
    if not _latest or _latest[0][0] is not corpus:
        kept.forget()
        _latest[:] = [(corpus, Index(corpus))]
    return _latest[0][1]


def forget() -> None:
    """Let the latest corpus go: a report is built after the checks, and needs the memory."""
    _latest.clear()
    kept.forget()
    remembered.forget()


class Index:
    """Sheets by the words of their labels and titles; the words of documents."""

    def __init__(self, corpus: Corpus) -> None:
        self._vocabulary = corpus.vocabulary
        makers = (one.text("vendor") for one in corpus.vocabulary.entries("platforms"))
        self._vendors = frozenset(one.root for maker in makers for one in tokens(maker))
        self._told: list[Told] = []
        self._own: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self.words = {one.document_id: frozenset(t.root for t in tokens(one.text)) for one in corpus.documents}
        self.versions = {one.document_id: versions_of(one) for one in corpus.documents}
        self._software = {one.document_id: software(one.text) for one in corpus.documents}
        self.releases = frozenset(number for one in corpus.documents for number in _released(one))
        self.places = Places(corpus)
        self._editions = Editions(corpus.documents)
        self._files = {one.document_id: frozenset(_FILE.findall(one.text)) for one in corpus.documents}
        self._named: dict[str, list[int]] = defaultdict(list)
        self._documents = corpus.documents
        self._by_side: dict[str, list[Told]] = {}  # sentences that attribute values: read when a check asks
        self._sentences: dict[str, tuple[Sentence, ...]] = {}
        for parsed in corpus.parsed:
            units = {one.start: one.unit for one in parsed.measurements}
            for sheet, slots in sheets(parsed.document, corpus.vocabulary, units):
                if slots:
                    self._add(Told.of(sheet, slots, corpus.vocabulary))

    def _add(self, told: Told) -> None:
        for word in told.words:
            self._by_word[word].append(len(self._told))
        self._named[told.sheet.document.name].append(len(self._told))
        self._own[told.sheet.document.document_id].append(len(self._told))
        self._told.append(told)

    def about(self, sentence: Sentence) -> Iterator[Told]:
        """The sheets that can be of what a sentence is, in the corpus' order."""
        asked = self._asked(sentence)
        words = asked.names | asked.over or asked.words
        own = frozenset(self._own[sentence.passage.document.document_id][:SHEETS])
        said = Counter(number for word in words for number in self._by_word.get(word, ())[:SAID_BY])
        others = (number for number in said if number not in own)
        best = heapq.nsmallest(OTHERS, others, key=lambda number: (-said[number], number))
        found = {*self._referred(sentence.passage.document)[:SHEETS], *best, *(own & said.keys())}
        if not asked.names:  # a sentence that names nothing is of the tables beside it
            found |= own
        return (told for told in (self._told[number] for number in sorted(found)) if self._same_thing(asked, told))

    def attributed(self, sentence: Sentence) -> Iterator[Told]:
        """The values that other sentences attribute to the sides of this one, of its document or of another."""
        asked = self._asked(sentence)
        self._by_side = self._by_side or self._attributing()
        said = every_root(sentence.passage.words)
        found = (one for word in sorted(said | asked.over) for one in self._by_side.get(word, ())[:SHEETS])
        for told in {id(one): one for one in found}.values():
            document = told.sheet.document
            own = document.document_id == sentence.passage.document.document_id
            if own and told.slots[0].start < sentence.passage.end and sentence.passage.start < told.slots[-1].end:
                continue  # the check from-to and its like judge one sentence
            topic = (told.topic - roots(tokens(document.title)) - frozenset(self._by_side)) | told.slots[0].amount.of
            if len(topic & said) >= SHARED and (own or self._same_thing(asked, told)):
                yield told

    def _attributing(self) -> dict[str, list[Told]]:
        """The sentences that attribute values, by the words of the names in them; "" has none, so that it is known."""
        found: dict[str, list[Told]] = defaultdict(list, {"": []})
        every = (pairwise((None, *self.sentences(document))) for document in self._documents)
        for before, sentence in (two for some in every for two in some):
            for sheet, slots in attributed(sentence, before) if sentence else ():
                told = Told.of(sheet, slots, self._vocabulary)
                for word in roots(one for slot in slots for _, label in slot.labels for one in tokens(label)):
                    found[word].append(told)
        return found

    def _asked(self, sentence: Sentence) -> _Asked:
        text = sentence.passage.words
        mine = names(unspoken(text))
        mine = (mine - self._vendors) or mine  # "eight NVIDIA H200" are H200 wherever their maker is left out
        titled = tokens(sentence.passage.document.title)
        product = {one.root for one in titled if len(titled) == 1 and one.root not in _NO_PRODUCT}  # "glintcheck"
        return _Asked(
            sentence,
            mine,
            over=frozenset(word for over in sentence.scope for word in names(over, title=True)) | product,
            generic=self._generic(text) | {word for word in mine if _PERCENTILE.fullmatch(word)},
            words=roots(tokens(text)),
            subjects=names(alone(text)),
            scored=self._scored(text),
            titled=coded(sentence.scope[-1]) if sentence.scope else frozenset(),
            versions=_versions(sentence),
        )

    def _referred(self, document: Document) -> list[int]:
        """The sheets of the documents that a document names by their file: "everything is in run-0412.txt"."""
        return [number for name in sorted(self._files[document.document_id]) for number in self._named.get(name, ())]

    def _refers(self, one: Document, other: Document) -> bool:
        return other.name in self._files[one.document_id] and one.document_id != other.document_id

    def sentences(self, document: Document) -> tuple[Sentence, ...]:
        """The sentences of a document, read once for all the checks that go through them."""
        if document.document_id not in self._sentences:
            self._sentences[document.document_id] = tuple(sentences(document, self._vocabulary))
        return self._sentences[document.document_id]

    def sentence_at(self, document_id: str, at: int) -> Sentence | None:
        """The sentence of a document that a place of its text is in."""
        mine = (one for one in self._documents if one.document_id == document_id)
        every = (one for document in mine for one in self.sentences(document))
        return next((one for one in every if one.passage.start <= at < one.passage.end), None)

    def of(self, document: Document) -> list[Told]:
        """The sheets of one document."""
        return [self._told[number] for number in self._own[document.document_id]]

    def of_two_editions(self, *documents: Document) -> bool:
        """Whether documents are of other dates, releases or rounds."""
        return any(self._editions.differ(one.document_id, other.document_id) for one, other in pairwise(documents))

    def _same_thing(self, asked: _Asked, told: Told) -> bool:
        """Whether a sheet has every name of the sentence, no other version, and a name that is no workload's."""
        document, mine = told.sheet.document, asked.sentence.passage.document
        missing = asked.names - self.words[document.document_id]
        parts = missing and shared_parts(asked.sentence.passage.words, told.rows)
        if missing and not parts and not (missing <= asked.over and _of_bare_releases(asked, told)):
            return False
        if self._other(asked.versions, document):
            return False
        if any(headed_apart(one, asked.sentence.passage.words, told.sheet.head) for one in asked.sentence.scope[-2:-1]):
            return False
        if document.document_id == mine.document_id:
            return told.sheet.table  # the lines of its own list are the sentence's neighbours, hardly its source
        if self._refers(mine, document):
            return True
        if not asked.names | asked.over:
            return len(asked.words & told.words) >= NAMELESS
        if (asked.subjects & told.words) - asked.generic or _of_models(asked.scored, told):
            return True
        # Only its title names what the sentence is of: "Peak M3" is not the "Peak M2" of another sheet.
        return bool((asked.over & told.words) - asked.generic) and asked.titled <= told.words

    def _generic(self, text: str) -> frozenset[str]:
        """The words of workloads: many run ResNet-50."""
        known = self._vocabulary.find(text, "workloads")
        return frozenset(root(word) for one in known for word in re.findall(r"[^\W_]+", one.raw))

    def _scored(self, text: str) -> frozenset[str]:
        """The models that a sentence tells scores of; where it tells how fast they run they are the work."""
        known = self._vocabulary.find(text, "workloads")
        return sized_codes(alone(text)) if any(one.entry.flag("scored") for one in known) else frozenset()

    def other_version(self, sentence: Sentence, document: Document) -> bool:
        """Whether the text names a version ("Pannier 4.2") of which the document has only others."""
        return self._other(_versions(sentence), document)

    def _of_software(self, sentence: Sentence, document: Document) -> bool:
        """Whether the text, or what stands over it, says a driver's release of which the document has only others."""
        theirs = self._software[document.document_id]
        every = (software(text) for text in (sentence.passage.words, *sentence.scope) if theirs)
        return any(
            name in theirs and not one_release(numbers, theirs[name])
            for some in every
            for name, numbers in some.items()
        )

    def _other(self, mine: Mapping[str, set[str]], document: Document) -> bool:
        theirs = self.versions[document.document_id]
        return any(name in theirs and not one_release(numbers, theirs[name]) for name, numbers in mine.items())

    def unlike(
        self, one: Asserted | Claim | None, sentence: Sentence, theirs: Sequence[str], document: Document
    ) -> bool:
        """Whether the texts say settings that differ: read and write, mean and p99, 64 clients and 8.

        `one` is the figure of the sentence, None where it is all of the sentence.
        """
        whole = one.context if isinstance(one, Claim) else sentence.passage.words
        near, clause = (one.near, one.clause) if isinstance(one, Asserted) else (whole, whole)
        if any(opposed([near, sentence.passage.words, *sentence.scope[1:]], theirs)):
            return True
        if self._of_software(sentence, document):
            return True
        words = self.words[document.document_id]
        return any(
            noun in words and number not in words and not _releases(noun, number, document)
            for number, noun in _settings(clause)
        )


def _releases(name: str, number: str, document: Document) -> bool:
    """Whether a document prints a release that a number begins: "webpack 5" is its "webpack 5.90"."""
    return bool(re.search(rf"\b{re.escape(name)}\w* {re.escape(number)}\.\d", document.text, re.IGNORECASE))


def _released(document: Document) -> Iterator[str]:
    """The releases that a document names, or that stand in its title and headings alone: "## 3.1"."""
    heads = [document.text[one.start : one.end] for one in document.blocks if one.kind == "heading"]
    for numbers in versions_of(document).values():
        yield from (number for number in numbers if "." in number)
    for text in (document.title, *heads):
        yield from (match.group().removeprefix("v") for match in _RELEASED.finditer(text))


def _versions(sentence: Sentence) -> Mapping[str, set[str]]:
    """The versions that a sentence names, or what stands over it, but for that which it is compared with."""
    return _versions_told(sentence.passage.words, sentence.scope[-2:])


@lru_cache(maxsize=8192)  # of a sentence, which document after document is held against
def _versions_told(words: str, over: tuple[str, ...]) -> Mapping[str, set[str]]:
    mine = versions(alone(words))
    for text in over:
        for name, numbers in versions(text).items():
            mine.setdefault(name, numbers)
    return mine


def _of_bare_releases(asked: _Asked, told: Told) -> bool:
    """Whether the sheet's rows or columns are two releases that a sentence says, and no title says of what.

    "2.4x the throughput of 0.8" is of the page's own product, whose benchmarks have rows "0.8" and "0.9".
    """
    every = {*told.sides.numbers.words, *(label for slot in told.slots for _, label in slot.labels)}
    labels = {label for label in every if _RELEASE.fullmatch(label)}
    said = {one.root for one in tokens(asked.sentence.passage.words)}
    titled = names(_DOING.sub("", told.sheet.document.title), title=True) - _NO_PRODUCT
    return len(said & {label.removeprefix("v") for label in labels}) > 1 and not titled


def _words(sheet: Sheet, slots: Iterable[Slot]) -> frozenset[str]:
    labels = {label for slot in slots for _, label in (*slot.labels, *slot.settings[:1])}
    return roots(one for text in (sheet.about, *labels) for one in tokens(text))


def _of_models(models: frozenset[str], told: Told) -> bool:
    """Whether a sheet's labels, or what stands over it, name one of the models."""
    texts = (told.sheet.about, *told.columns, *told.rows) if models else ()
    return any(models & sized_codes(text) for text in texts)


def _settings(clause: str) -> Iterator[tuple[str, str]]:
    """The numbers of a clause without its amount, with the noun beside each."""
    for words in (_COUNTED, _NUMBERED):  # one after the other: "with 12 brokers" is no number of "with" alone
        for match in words.finditer(clause):
            yield root(match["n"]), root(match["noun"])
