"""One figure, told twice in much the same words."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.links_said import Link as Said
from checks.lib.labels.links_said import links_said
from checks.lib.labels.sections import by_own_tables
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.release_said import releases_said
from checks.lib.language.tokens import one_release
from checks.lib.linking.one_pair import told_again
from checks.lib.linking.same_words import Link, likeness, link
from checks.lib.quantities.amounts import alike
from checks.lib.statements.factors import times_apart
from checks.lib.statements.history import in_two_releases
from checks.lib.statements.items import in_one_list
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.telling.claimed import claimed
from checks.lib.telling.told import FACTOR, Fact, facts, in_turn
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import judge
from schemas.statement import Parsed

CODE = "told-twice"
ALIKE = 0.6  # share of the shorter one's words that the other must say too
LOOSE = 0.4  # of those that might be what is meant instead
SURE = 0.75  # for more than a medium finding
WORDS = 4  # shared words for that
NEAR = 40  # figures that one is held against
FAR = 60  # times apart: two things
AFTER = 60  # characters behind the second of two figures that may speak of both
_PARAGRAPH = re.compile(r"\n\s*\n|\n\s*[-*•#|]")
_BESIDE = re.compile(
    r"\b(?:also|too|as well|again|both (?:are|figures|numbers|hold|of)|the (?:former|latter|first|second|other)|"
    r"respectively|in turn|then)\b",
    re.IGNORECASE,
)
# "These operations", "This is": what it is of, the sentence before says.
_POINTS = re.compile(
    r"\b(?:these|those|this|that)\s(?!is\b|was\b)[a-z]{3,}|^(?:This|It|They|These|Those|That)\b", re.IGNORECASE
)
TELLING = 200  # figures that share a word; it tells nothing when more do
_SWITCH = re.compile(r"\b(?:on|off)(?=\s*[:;,.)])", re.IGNORECASE)
_CAME_TO = re.compile(
    r"\b(?:reduc|dropp?|fell|fall|shr[aiu]nk|lower|decreas|increas|grew|grow|rose|rais|went|brought|came)\w*\s+"
    r"(?:\w+\s+){0,2}?to\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)


@check(CODE, version=11, severity="medium", since="0.1.0")
def told_twice(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A figure that is told twice, in sentences, headings, captions or list items, is one figure.

    Why:
        The caption keeps the factor of the draft, the summary the peak of an earlier run. No table and no chart stands
        between the two; only their words say that they are one.

    Flags:
        Two factors, or two values of one document, whose sentences share most of their words and have nothing that
        tells their things apart ("8.8x as much audio per second" above the caption "6.2x as much audio per second"); a
        percentage against "from 42 ms to 17 ms"; a peak above what is "never more than" it. High only where at least
        four words and three quarters of the shorter sentence's words are shared; low where each factor stands in a
        section with tables of its own. Two factors of one name over one
        other ("v2.4 is 3.1x faster than v2.3", "Teal 7: 1.6x" below "relative to Teal 6") in any words, of
        which one says hardly any that the other does not: low.

    Passes:
        Rounded values; either reading of a percentage; values below a peak; bounds that leave room.

    Does not judge:
        Sentences that another one of the same document agrees with; that differ in a name, a number, a setting, a time,
        a modifier ("merge sort", "radix sort"), a place or a baseline; that print several such figures; documents of
        different dates (skipped); two releases; two sentences of a document that point back ("these
        operations"), each to another one; factors of two items of one list; figures that two values of their own lines
        give, each its own; what a thing came to after what it was ("reduced to 800 MB"); values of two documents
        (value-in-words does); what a note on a newer state of the page names as wrong ("an earlier version of this page
        said 4.1 times").
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    told = (one for parsed in corpus.parsed for one in _facts(parsed, index))
    every = [one for one in told if not withdrawn.has(one.document_id, one.text_of)]
    near = _Near(every)
    for at, one in enumerate(every):
        if one.alone:
            others = [every[number] for number in near.of(at)]
            yield from _check(one, others, index)
    links = [one for document in corpus.documents for one in links_said(index.sentences(document))]
    holding = [one for one in links if not withdrawn.has(one.sentence.passage.document.document_id, one.quote)]
    for pair in told_again(holding, index):
        if not _are_listed(*pair):
            yield from _of_two_names(*pair, index)


def _facts(parsed: Parsed, index: Index) -> Iterator[Fact]:
    before = None
    for sentence, claims in claimed(parsed, index):
        yield from (one for one in facts(sentence, claims) if one.kind != "count")
        if before:
            yield from in_turn(before, sentence)
        before = sentence


class _Near:
    """Figures by the words of their sentences: of one kind, with words in common, the nearest in text order first."""

    def __init__(self, every: Sequence[Fact]) -> None:
        self._every = every
        self._by_word: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, one in enumerate(every):
            for word in sorted(one.words):
                self._by_word[one.kind, word].append(number)

    def of(self, at: int) -> list[int]:
        """Those that share words with one, the most words first."""
        one = self._every[at]
        shared = Counter(
            number
            for word in sorted(one.words)
            if len(some := self._by_word[one.kind, word]) <= TELLING
            for number in some
            if number != at
        )
        return [number for number, _ in sorted(shared.items(), key=lambda found: (-found[1], found[0]))][:NEAR]


def _check(one: Fact, others: Sequence[Fact], index: Index) -> Iterator[Finding | Skip]:
    linked = [(other, found) for other in others if other.alone and (found := _linked(one, other, index))]
    against = [(other, found) for other, found in linked if not one.agrees(other)]
    if any(not left.agrees(right) for (left, _), (right, _) in itertools.combinations(against, 2)):
        return  # three values in the same words are a series that the words do not tell apart
    for other, found in against:
        if _place(one) > _place(other) or _too_far(one, other) or _meant(one, other, others, index):
            continue
        if (
            _later(one, other)
            or _in_one_breath(one, other)
            or _two_runs(one, other)
            or _of_two_antecedents(one, other)
            or _listed(one, other)
            or _switched(one) != _switched(other)
            or _of_releases(one, other)
        ):
            continue
        documents = one.sentence.passage.document, other.sentence.passage.document
        if index.of_two_editions(*documents):
            yield Skip(CODE, _key(one, other, found), OTHER_EDITION)
        else:
            yield _finding(one, other, found, index)


def _linked(one: Fact, other: Fact, index: Index) -> Link | None:
    values = one.kind != FACTOR and one.document_id != other.document_id  # the check value-in-words holds those
    found = None if values else link(one, other, index)
    return found if found and found.score >= ALIKE else None


def _meant(one: Fact, other: Fact, others: Sequence[Fact], index: Index) -> bool:
    """Whether a third figure agrees with one of the two in like words and is not linked with the other one."""
    for third in others:
        for mine, theirs in ((one, other), (other, one)):
            if third is other or not third.alike(mine) or not third.agrees(mine) or third.agrees(theirs):
                continue
            if likeness(third, mine).score >= LOOSE and not (third.alone and _linked(third, theirs, index)):
                return True
    return False


def _stand(one: Fact) -> tuple[Document, int]:
    return one.sentence.passage.document, one.start


def _of_releases(one: Fact, other: Fact) -> bool:
    mine, theirs = (releases_said(each.sentence.passage.words) for each in (one, other))
    named = mine and theirs and not one_release(mine, theirs)  # "version 5: 310 MB" above "version 6: 280 MB"
    return bool(named) or in_two_releases(*_stand(one), *_stand(other))


def _later(one: Fact, other: Fact) -> bool:
    """Whether one says what a thing came to and the other what it was: "more than 3 GB ... was reduced to 800 MB"."""
    first, second = sorted((one, other), key=_place)
    return one.document_id == other.document_id and _came_to(second) and not _came_to(first)


def _in_one_breath(one: Fact, other: Fact) -> bool:
    """Whether one paragraph gives a second figure beside the first: "It also does 2,480. Both are true: ..."."""
    first, second = (each.sentence.passage for each in sorted((one, other), key=_place))
    if first.document.document_id != second.document.document_id:
        return False
    between = first.document.text[first.end : second.end + AFTER]
    return not _PARAGRAPH.search(between[: second.start - first.end]) and bool(_BESIDE.search(between))


def _two_runs(one: Fact, other: Fact) -> bool:
    """Whether each factor stands beside the one value that it is of ("takes 69 ns, 1.8x faster"), and these differ."""
    amounts = [[some for some in each.sentence.amounts if some.amount.kind != "count"] for each in (one, other)]
    if one.kind != FACTOR or [len(some) for some in amounts] != [1, 1]:
        return False
    left, right = (some[0].amount for some in amounts)
    return alike(left, right) and judge(left.readings, right.readings) == "inconsistent"


def _of_two_antecedents(one: Fact, other: Fact) -> bool:
    """Whether two sentences of a document point back, each to another one: "these operations" of sets, and of maps."""
    texts = [each.sentence.passage.words for each in (one, other)]
    led = [each.sentence.scope[:1] for each in (one, other)]
    return one.document_id == other.document_id and led[0] != led[1] and all(map(_POINTS.search, texts))


def _listed(one: Fact, other: Fact) -> bool:
    """Whether two factors stand in two items of one list: each item tells its own case."""
    document = one.sentence.passage.document
    return one.kind == FACTOR and one.document_id == other.document_id and in_one_list(document, one.start, other.start)


def _switched(one: Fact) -> frozenset[str]:
    """What a line says to be on or off: "noise cancelling on: 30 h"."""
    return frozenset(match.group().lower() for match in _SWITCH.finditer(one.sentence.passage.words))


def _came_to(one: Fact) -> bool:
    passage = one.sentence.passage
    return bool(_CAME_TO.search(passage.words[: max(0, one.start - passage.start)]))


def _too_far(one: Fact, other: Fact) -> bool:
    return times_apart(one.readings[0].rounded, other.readings[0].rounded) > FAR


def _place(one: Fact) -> tuple[str, int, int]:
    return one.document_id, one.start, one.end


def _key(one: Fact, other: Fact, found: Link) -> tuple[str, ...]:
    documents = sorted((one.sentence.passage.document.name, other.sentence.passage.document.name))
    return *documents, one.kind, *sorted(found.shared)


def _finding(one: Fact, other: Fact, found: Link, index: Index) -> Finding:
    pairs = [(left, right) for left in one.readings for right in other.readings]
    left, right = min(pairs, key=lambda pair: pair[0].rounded.distance(pair[1].rounded))
    gap = left.rounded.distance(right.rounded)
    first, second = (_printed(each, index) for each in (one, other))
    sure = found.score >= SURE and len(found.shared) >= WORDS
    quotes = [" ".join(each.text_of.split()) for each in (one, other)]
    level = severity.of_gap(gap) if one.kind == FACTOR else severity.of_told(gap, slip_told(*quotes))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low" if _by_own_tables(one, other) else "high" if sure else "medium", level),
        message=f"{quotes[0]} in {first[0].document} against {quotes[1]} in {second[0].document}, in sentences that "
        f"share {found.score * 100:.0f} % of the shorter one's words: {', '.join(sorted(found.shared))}",
        arithmetic=f"{quotes[0]} allows {left.rounded}, {quotes[1]} allows {right.rounded} (in base units, factors as "
        f"the larger over the smaller): {apart(gap)}.",
        comparison=_key(one, other, found),
        evidence=(*first, *second),
        likely_wrong_why="one is told as often as the other",
    )


def _by_own_tables(one: Fact, other: Fact) -> bool:
    """Whether each of two factors of a page stands with the tables of its own section: of its own model, likely."""
    document = one.sentence.passage.document
    return (
        one.kind == FACTOR and one.document_id == other.document_id and by_own_tables(document, one.start, other.start)
    )


def _are_listed(one: Said, other: Said) -> bool:
    left, right = one.sentence.passage, other.sentence.passage
    return left.document is right.document and in_one_list(left.document, one.place[0], other.place[0])


def _of_two_names(one: Said, other: Said, index: Index) -> Iterator[Finding | Skip]:
    documents = one.sentence.passage.document, other.sentence.passage.document
    key = (documents[0].name, documents[1].name, one.upper, one.lower)
    if index.of_two_editions(*documents):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    first, second = (
        index.places.printed(each, *link.place) for each, link in zip(documents, (one, other), strict=True)
    )
    left, right = one.one.ways[0], other.one.ways[0]
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{one.upper} over {one.lower}: {first.quote} in {first.document} against {second.quote} in "
        f"{second.document}",
        arithmetic=f"{first.quote} allows {left}, {second.quote} allows {right}: {apart(left.distance(right))}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why="one is told as often as the other",
    )


def _printed(one: Fact, index: Index) -> list[Evidence]:
    document = one.sentence.passage.document
    return [index.places.printed(document, start, end) for start, end in one.spans]
