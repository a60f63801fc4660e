"""One value, told by two documents in much the same words."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, alone, index_of
from checks.lib.labels.known import of_others, roots_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import coded, every_root, names, roots, tokens
from checks.lib.language.two_products import led_apart, of_sisters
from checks.lib.linking.clashes import modifiers_clash
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.reckoned_from import gives, middle, numbers_in
from checks.lib.statements.factors import times_apart
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.telling.holds import around
from checks.lib.telling.told import SHORT, VERBS, in_name, is_before
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary

CODE = "value-in-words"
ALIKE = 0.6  # share of the shorter sentence's words that the other must have too
NAMED = 5  # words, names among them, that two clauses share where names are counted
SURE = 3  # shared words for more than a low finding
NEAR = 20  # amounts under one name that one is held against
FAR = 60  # times apart: two things
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class _Told:
    """An amount with its sentence, its names and its other words."""

    asserted: Asserted
    sentence: Sentence
    names: frozenset[str]  # of the sentence
    over: frozenset[str]  # of the sentence and what stands over it
    words: frozenset[str]
    clause: frozenset[str]  # all words of its clause that say something, names and numbers too

    @property
    def document_id(self) -> str:
        """Whose sentence it is."""
        return self.asserted.passage.document.document_id


@check(CODE, version=10, severity="medium", since="0.1.0")
def value_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value that two documents tell of one thing in the same words is one value.

    Why:
        A FAQ keeps an old figure, a press release swaps two digits. Both sentences name the thing, and a reader of
        either cannot know of the other.

    Flags:
        Two values of one kind in sentences of two documents that name the same and share most of their other words,
        whose intervals do not meet (at most medium; low where few words are shared).

    Passes:
        Rounded and cut-off values, other units; a value that numbers said with either make of the other; a
        sentence that another one of the same document agrees with, or
        another value of that sentence.

    Does not judge:
        Sentences that name a product, version or setting that the other document does not, or another known machine or
        workload; sentences that share only what every sentence says; several values that the sentence may mean; goals
        and corrections, and what a note on a newer state of the page names as wrong; "up to"; documents of different
        dates (skipped); what would be low on pages of more than sixty numbers (skipped).
    """
    index = index_of(corpus)
    every = (one for document in corpus.documents for one in _told(_asserting(document, index), corpus.vocabulary))
    withdrawn = withdrawn_of(corpus)
    told = [one for one in every if not withdrawn.has(one.document_id, _printed(one.asserted))]
    by_name: dict[tuple[str, str], list[_Told]] = defaultdict(list)
    for one in told:
        for name in one.over:
            by_name[one.asserted.amount.kind, name].append(one)
    for one in told:
        near = {
            id(other): other for name in sorted(one.over) for other in by_name[one.asserted.amount.kind, name][:NEAR]
        }
        yield from _check(one, list(near.values()), index, corpus.vocabulary)


def _printed(one: Asserted) -> str:
    return one.passage.document.text[one.start : one.end]


def _asserting(document: Document, index: Index) -> Iterator[Sentence]:
    """The sentences that assert an amount."""
    return (one for one in index.sentences(document) if one.amounts and one.asserted and not one.past)


def _told(found: Iterator[Sentence], vocabulary: Vocabulary) -> Iterator[_Told]:
    for sentence in found:
        mine = names(sentence.passage.words)
        over = mine | frozenset(word for text in sentence.scope for word in names(text, title=True))
        for one in sentence.amounts:
            counted = one.amount.kind == "count" and any(each.amount.kind != "count" for each in sentence.amounts)
            if counted:  # "on 16 nodes" of what takes 14.9 minutes: how it was run
                continue
            if one.amount.qualifier != "up_to" and not is_before(one) and not in_name(one) and not one.operand:
                words = roots(tokens(one.clause)) - over - VERBS - roots_of(one.clause, vocabulary)
                clause = roots(tokens(alone(one.clause))) - VERBS
                yield _Told(one, sentence, mine, over, frozenset(filter(_says, words)), clause)


def _says(word: str) -> bool:
    """Whether a word can be what two sentences share: the "r" of "Mask R-CNN" is none."""
    return len(word) > SHORT and not word[0].isdigit()


def _check(one: _Told, near: Sequence[_Told], index: Index, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    by_document: dict[str, list[_Told]] = defaultdict(list)
    for other in near:
        # Each pair once: of a pair the one whose document comes first is held against the other.
        if one.document_id < other.document_id and _alike(one, other, index, vocabulary):
            by_document[other.document_id].append(other)
    own = [other for other in near if other.document_id == one.document_id and other is not one]
    for some in by_document.values():
        if any(_agree(one, other) for other in some):
            continue
        if len(some) > 1 or any(_agree(mine, some[0]) and _share(mine, some[0]) >= ALIKE for mine in own):
            continue
        documents = one.asserted.passage.document, some[0].asserted.passage.document
        if index.of_two_editions(*documents):
            yield Skip(CODE, _key(one, some[0]), OTHER_EDITION)
        elif not _accounted(one, some[0]):
            yield _finding(one, some[0], index)


def _alike(one: _Told, other: _Told, index: Index, vocabulary: Vocabulary) -> bool:
    """Whether two sentences are about one thing: names, versions and settings of each fit the other's document."""
    documents = one.asserted.passage.document, other.asserted.passage.document
    if not alike(one.asserted.amount, other.asserted.amount) or _share(one, other) < ALIKE:
        return False
    if not (
        one.names <= index.words[documents[1].document_id] and other.names <= index.words[documents[0].document_id]
    ):
        return False
    if not (_of_one(one, other, index) and _of_one(other, one, index)) or _two_products(one, other):
        return False
    if index.other_version(one.sentence, documents[1]) or index.other_version(other.sentence, documents[0]):
        return False
    said = documents[0], one.sentence.passage.words, documents[1], other.sentence.passage.words
    if _of_others(one, other, vocabulary) or of_sisters(*said) or led_apart(*said):
        return False
    texts = around(one.asserted), around(other.asserted)
    words = (every_root(" ".join(some)) for some in texts)
    if two_cases(*texts) or modifiers_clash(texts[0][2], texts[1][2], *words):
        return False
    left = [other.asserted.near, other.sentence.passage.words, *other.sentence.scope[1:]]
    right = [one.asserted.near, one.sentence.passage.words, *one.sentence.scope[1:]]
    if index.unlike(one.asserted, one.sentence, left, documents[1]):
        return False
    return not index.unlike(other.asserted, other.sentence, right, documents[0]) and not _too_far(one, other)


def _told_beside(one: _Told, other: _Told) -> bool:
    """Whether a value is another one of the other's sentence: "2.1 ms with the ring, 1.7 ms with the variant"."""
    mine = one.asserted.amount
    beside = (each.amount for each in other.sentence.amounts if each.amount != other.asserted.amount)
    said = any(alike(mine, each) and judge(mine.readings, each.readings) != "inconsistent" for each in beside)
    rest = other.sentence.passage.words.replace(_printed(other.asserted), " ")  # "7.0 GiB/s" says no 7.0 GB/s
    return said or _bare(one.asserted) in _NUMBER.findall(rest)


def _bare(one: Asserted) -> str:
    """The number of an amount without its unit: "420 tokens per second, up from 300" says the old value too."""
    match = _NUMBER.search(_printed(one))
    return match.group() if match else ""


def _of_one(one: _Told, other: _Told, index: Index) -> bool:
    """Whether a sentence names what the other is of; where only its title does, the other must know all of that."""
    known = index.words[other.document_id]
    return bool(one.names & other.over) or (bool(one.sentence.scope) and coded(one.sentence.scope[-1]) <= known)


def _two_products(one: _Told, other: _Told) -> bool:
    """Whether each sentence names a code that the other one does not, or one of them has both values."""
    if _told_beside(one, other) or _told_beside(other, one):
        return True
    left, right = (coded(each.sentence.passage.words) for each in (one, other))
    return bool(left - right and right - left)


def _of_others(one: _Told, other: _Told, vocabulary: Vocabulary) -> bool:
    """Whether the sentences, or the clauses that the amounts stand in, name other machines or workloads."""
    left, right = one.sentence.passage.words, other.sentence.passage.words
    return of_others(left, right, vocabulary) or of_others(one.asserted.near, other.asserted.near, vocabulary)


def _share(one: _Told, other: _Told) -> float:
    """How much of the shorter one's words the other says too; names count where many are shared."""
    named = len(one.clause & other.clause) >= NAMED and not _own_names(one, other)
    return max(_of_shorter(one.words, other.words), _of_shorter(one.clause, other.clause) if named else 0.0)


def _of_shorter(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def _own_names(one: _Told, other: _Told) -> bool:
    """Whether each clause has a name that neither the other sentence nor what stands over it says."""
    left, right = (one.names & one.clause) - other.over, (other.names & other.clause) - one.over
    return bool(left and right)


def _agree(one: _Told, other: _Told) -> bool:
    same = alike(one.asserted.amount, other.asserted.amount)
    return same and judge(one.asserted.amount.readings, other.asserted.amount.readings) != "inconsistent"


def _too_far(one: _Told, other: _Told) -> bool:
    left, right = (each.asserted.amount.readings.rounded for each in (one, other))
    return times_apart(left, right) > FAR


def _accounted(one: _Told, other: _Told) -> bool:
    """Whether the one is what numbers or values told with the other make of it."""
    return _given(one, other) or _given(other, one)


def _given(one: _Told, other: _Told) -> bool:
    mine = one.asserted.amount
    beside = {
        middle(each.amount.readings.rounded)
        for told in (one, other)
        for each in told.sentence.amounts
        if alike(mine, each.amount) and each.amount not in (mine, other.asserted.amount)
    }
    numbers = numbers_in([_around(each) for each in (one, other)])
    value = middle(other.asserted.amount.readings.rounded)
    return gives(mine.readings.rounded, value, beside, numbers, share=mine.kind in ("share", "percent"))


def _around(one: _Told) -> str:
    return one.sentence.passage.words.replace(_printed(one.asserted), " ")


def _key(one: _Told, other: _Told) -> tuple[str, ...]:
    documents = sorted((one.asserted.passage.document.name, other.asserted.passage.document.name))
    return *documents, one.asserted.amount.kind, *sorted(one.words & other.words)


def _finding(one: _Told, other: _Told, index: Index) -> Finding:
    left, right = one.asserted.amount.readings.rounded, other.asserted.amount.readings.rounded
    gap = left.distance(right)
    first, second = (
        index.places.printed(each.asserted.passage.document, each.asserted.start, each.asserted.end)
        for each in (one, other)
    )
    level = severity.at_most("medium", severity.of_told(gap, slip_told(first.quote, second.quote)))
    shared = one.words & other.words or one.clause & other.clause
    sure = len(shared) >= SURE
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level if sure else "low",
        message=f"{first.quote} in {first.document} against {second.quote} in {second.document}, in sentences that "
        f"share the words {', '.join(sorted(shared))}",
        arithmetic=f"In base units {first.quote} allows {left}, {second.quote} allows {right}: {apart(gap)}.",
        comparison=_key(one, other),
        evidence=(first, second),
        likely_wrong_why="as many documents say one as the other",
    )
