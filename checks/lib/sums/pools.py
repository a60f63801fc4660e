"""The facts that those of a document may be held against: its own, and those of documents on the same thing."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain, islice
from weakref import WeakKeyDictionary

from checks.lib.labels.about import Index
from checks.lib.language.tokens import GENERIC, coded, names, tokens
from checks.lib.linking.reach import COMMON, PLAIN
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact, facts, said_before
from schemas.comparison import Corpus
from schemas.document import Document

FEW = 4  # documents that somebody checks together: these are of one thing, unless their names say otherwise
MOST = 400  # facts; of more, something gives any value
NEAREST = 12  # documents besides, those that share its rarest names: of a crawl, each would be held against all
FIRST = 12  # related documents that a check which divides their tables looks at
WIDELY = 50  # documents that say a name; one that more say brings none together
BEFORE = 2  # sentences before a fact, of which one may name what it is of
HEADS, LONG = 3, 90  # blocks that a document begins with, and characters of those that are titles


@dataclass(frozen=True, slots=True)
class Pool:
    """A document with the facts of those that name the same thing, and of all that may be on it."""

    document: Document
    own: tuple[Fact, ...]
    near: tuple[Fact, ...]
    far: tuple[Fact, ...]  # with those of documents that share no name
    other: tuple[Fact, ...]  # with those of other dates or editions

    def joins(self, one: Fact, given: Given, index: Index, *, named: bool = False, loosely: bool = False) -> bool:
        """Whether what is given by documents that share no name may yet be of a fact: its names and nouns are there.

        `named` where the document of the fact is known to say what the others are of; `loosely` where some of the
        names will do: "512 (H100 80GB SXM5)" for "eight H100 GPUs", the site of which both are.
        """
        near = {each.document.document_id for each in (*self.own, *self.near)}
        strangers = [each for each in given.of if each.document.document_id not in near]
        codes, proper = coded(one.text) | coded(self.document.title), names(said_before(one, index, BEFORE))
        said = [index.words[each.document.document_id] for each in strangers]
        known = all(_knows(words, codes, loosely) or (loosely and proper & words) for words in said)
        nouns = frozenset[str]().union(*(each.per | each.of for each in given.of))
        return not strangers or (known and (named or bool(nouns & one.words)))


def _knows(words: Container[str], names: frozenset[str], loosely: bool) -> bool:
    known = [name in words for name in names]
    return any(known) or not known if loosely else all(known)


_kept: WeakKeyDictionary[Index, tuple[Pool, ...]] = WeakKeyDictionary()  # four checks ask; let go of with the index


def pools(corpus: Corpus, index: Index) -> tuple[Pool, ...]:
    """Each document with the facts that its own may be held against; none for documents with too many."""
    if index not in _kept:
        _kept[index] = tuple(_pools(corpus, index))
    return _kept[index]


def _pools(corpus: Corpus, index: Index) -> Iterator[Pool]:
    for document, named in _named(corpus, index):
        related = [one for one in named if not index.of_two_editions(document, one)]
        loose = related
        if len(corpus.documents) <= FEW:
            loose = [one for one in corpus.documents if one in related or not index.of_two_editions(document, one)]
        own = facts(document, index, corpus.vocabulary)
        if len(own) <= MOST:
            near, far, other = (tuple(islice(_all(some, corpus, index), MOST + 1)) for some in (related, loose, named))
            if len(near) <= MOST:
                yield Pool(document, own, near, *(one if len(one) <= MOST else near for one in (far, other)))


def related(corpus: Corpus, index: Index) -> dict[str, list[str]]:
    """The documents that may be on the thing of each: of all, some would print a value of any kind."""
    few = [one.document_id for one in corpus.documents] if len(corpus.documents) <= FEW else []
    near = {one.document_id: {*few, one.document_id} for one in corpus.documents}
    for document, named in _named(corpus, index):
        for one in named:
            near[document.document_id].add(one.document_id)
            near[one.document_id].add(document.document_id)
    return {document_id: sorted(some) for document_id, some in near.items()}


def first_related(document_id: str, near: Sequence[str]) -> list[str]:
    """A document and the first few related to it: one whose title all others say is related to thousands."""
    return [document_id, *[one for one in near if one != document_id][:FIRST]]


def _named(corpus: Corpus, index: Index) -> Iterator[tuple[Document, list[Document]]]:
    """Each document with those that say a name of its titles, or in whose titles a name stands that it says."""
    names = {one.document_id: _names(one) for one in corpus.documents}
    saying, titled = _saying(corpus, index, names)
    for place, document in enumerate(corpus.documents):
        # The title in a file's properties may have names that no text has.
        mine, said = names[document.document_id] & saying.keys(), index.words[document.document_id] & titled.keys()
        near: Counter[int] = Counter()
        for name, some in chain(((one, saying[one]) for one in mine), ((one, titled[one]) for one in said)):
            if len(saying[name]) <= WIDELY:
                near.update(dict.fromkeys(some, WIDELY // len(saying[name])))
        at = {place, *nsmallest(NEAREST, near, key=lambda each: (-near[each], each))}
        yield document, [corpus.documents[each] for each in sorted(at)]


Places = Mapping[str, Sequence[int]]


def _saying(corpus: Corpus, index: Index, names: Mapping[str, frozenset[str]]) -> tuple[Places, Places]:
    """Where among the documents each name is said, and where it stands in a title: the others are not related."""
    every = frozenset[str]().union(*names.values())
    saying: dict[str, list[int]] = defaultdict(list)
    titled: dict[str, list[int]] = defaultdict(list)
    for at, document in enumerate(corpus.documents):
        for name in every & index.words[document.document_id]:
            saying[name].append(at)
        for name in names[document.document_id]:
            titled[name].append(at)
    return dict(saying), dict(titled)


def _all(documents: Sequence[Document], corpus: Corpus, index: Index) -> Iterator[Fact]:
    for document in documents:
        yield from facts(document, index, corpus.vocabulary)


def _names(document: Document) -> frozenset[str]:
    heads = (one for one in document.blocks[:HEADS] if one.kind in ("heading", "paragraph"))
    titles = [document.text[one.start : one.end] for one in heads if one.end - one.start < LONG]
    found = tokens(" | ".join((document.title, *titles[:2])))
    plain = PLAIN | COMMON | GENERIC
    return frozenset(one.root for one in found if (one.capital or one.name) and len(one.root) > 1) - plain
