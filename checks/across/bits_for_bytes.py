"""One number, once in bits and once in bytes."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.naming import Text, cover
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import GENERIC, names, one_release, roots, tokens, versions
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.sums.eightfold import eightfold
from checks.lib.sums.pools import pools
from checks.lib.telling.facts import Fact
from checks.lib.telling.told import VERBS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary

CODE = "bits-for-bytes"
EIGHT = 8
_EIGHT = re.compile(r"(?<![\w.,-])(?:8|eight)(?:x|×)?(?![\w.,%])", re.IGNORECASE)
_LINK = re.compile(
    r"\b(?:fabric|network\w*|Ethernet|InfiniBand|RoCE|NICs?|ports?|links?|interconnect|uplinks?|switch\w*|adapters?)\b",
    re.IGNORECASE,
)
NEAR = 50  # sentences under one name that one is held against
# Eight of one thing are eight times one: "Per lane 4 GB/s", "the slot moves 32 GB/s".
_ONE = re.compile(
    r"\b(?:one|each|every|single|per|an individual)\b(?!\s+(?:direction|way|second))|/(?:link|lane|port|pin|chip)\b",
    re.IGNORECASE,
)


@check(CODE, version=8, severity="high", since="0.1.0")
def bits_for_bytes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A rate that is printed in bytes in one place and with the same number in bits in another is one of the two.

    Why:
        "Gb/s" and "GB/s" differ by one letter and a factor of eight. Whoever copies the number takes the unit from
        memory.

    Flags:
        The number of a sentence in a cell of the same thing, or in a sentence or list item of another document, or
        a line of its own, with
        the other of the two units, where the sentence says a word of the cell's row or column, or of the other
        sentence, and no value of the table or of the other document is what it says; "1.6 gigabytes of imagery every
        second" beside "X-band downlink: 1.6 Gbit/s". Low where nothing but three digits and the names agree.

    Passes:
        24 GB/s beside 192 Gb/s; a table in which one value agrees with the sentence.

    Does not judge:
        Links and disks side by side, whose labels share no word with the sentence; "up to"; sentences of another
        release than the table's ("Link 3" over a table of Link 4); one lane and a slot, both in bytes, where
        eight of anything are counted; documents of different dates (skipped).
    """
    index = index_of(corpus)
    told: set[str] = set()
    for found in (*_beside_sheets(corpus, index), *_told_both_ways(corpus, index)):
        told |= {each.document_id for each in found.evidence} if isinstance(found, Finding) else set()
        yield found
    pairs = (two for pool in pools(corpus, index) for two in eightfold(pool, index))
    for two in pairs:
        if not {one.document.document_id for one in two} <= told:
            told |= {one.document.document_id for one in two}
            yield _of_facts(*two, index)
    loose = (two for pool in pools(corpus, index) for two in eightfold(pool, index, sure=False))
    for two in loose:
        if not {one.document.document_id for one in two} <= told:
            yield replace(_of_facts(*two, index), severity="low")


def _beside_sheets(corpus: Corpus, index: Index) -> Iterator[Finding | Skip]:
    for document in corpus.documents:
        for sentence in index.sentences(document):
            rated = [one for one in sentence.amounts if one.amount.kind == "bandwidth"]
            if rated and sentence.asserted and not sentence.past:
                for told in index.about(sentence):
                    for one in rated:
                        yield from _check(sentence, one, told, index, corpus.vocabulary)


def _of_facts(one: Fact, other: Fact, index: Index) -> Finding:
    said, printed = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    shared = sorted(one.words & other.words)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"{said.quote} in {one.document.name}, {printed.quote} in {other.document.name}, which share the words "
        f"{', '.join(shared)}: one number in bits and in bytes",
        arithmetic=f"In bytes per second {said.quote} allows {one.value}, {printed.quote} {other.value}: eight times "
        "apart.",
        comparison=(*sorted((one.document.name, other.document.name)), *shared),
        evidence=(said, printed),
        likely_wrong_why="one of the two units, it cannot be told which",
    )


def _check(
    sentence: Sentence, asserted: Asserted, told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    slots = [one for one in told.slots if one.amount.kind == "bandwidth"]
    if any(judge(asserted.amount.readings, one.amount.readings) != "inconsistent" for one in slots):
        return
    text = Text.of(asserted.clause, sentence.passage.words, ())
    same = [one for one in slots if _eightfold(asserted.amount, one.amount) and _said(one, text, vocabulary)]
    if (
        len(same) != 1
        or _of_link(asserted, same[0])
        or _other_release(sentence, asserted, same[0])
        or _of_eight(asserted, same[0])
    ):
        return
    if index.of_two_editions(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, _key(asserted, same[0]), OTHER_EDITION)
        return
    yield _finding(asserted, same[0], index)


def _other_release(sentence: Sentence, asserted: Asserted, slot: Slot) -> bool:
    """Whether the sentence names a release of what the table is of, and all that is printed over it is another."""
    document = slot.sheet.document
    printed = " | ".join((document.title, slot.sheet.head, *(label for _, label in slot.labels)))
    mine, theirs = versions(asserted.clause) or versions(sentence.passage.words), versions(printed)
    return any(name in theirs and not one_release(numbers, theirs[name]) for name, numbers in mine.items())


def _of_link(asserted: Asserted, slot: Slot) -> bool:
    """Whether the sentence speaks of a network, and the cell of none: links have round numbers that disks have too."""
    labels = " | ".join(label for _, label in slot.labels)
    return bool(_LINK.search(asserted.passage.words)) and not _LINK.search(labels)


def _of_eight(asserted: Asserted, slot: Slot) -> bool:
    """Whether the two have one unit, and there are eight of something: eight lanes make a slot."""
    if asserted.amount.unit != slot.amount.unit:
        return False
    if any(_EIGHT.search(one.text) for one in (asserted.passage.document, slot.document)):
        return True
    labels = " | ".join(label for _, label in slot.labels)
    return bool(_ONE.search(labels)) != bool(_ONE.search(asserted.clause))


def _eightfold(one: Amount, other: Amount) -> bool:
    """Whether the printed number is the same and the units are eight apart."""
    left, right = one.readings.rounded, other.readings.rounded
    if not (left.bounded and right.bounded and left.lower > 0 and right.lower > 0):
        return False
    large, small = (left, right) if left.upper > right.upper else (right, left)
    units = max(one.unit, other.unit) / min(one.unit, other.unit) if one.unit and other.unit else 0
    middle = (large.lower + large.upper) / (small.lower + small.upper)
    return middle == EIGHT and units in (1, EIGHT)


def _said(slot: Slot, text: Text, vocabulary: Vocabulary) -> bool:
    """Whether the sentence says a word of substance of the cell's labels."""
    return any(
        text.weight(one.root) > 0
        for _, label in slot.labels
        for one in tokens(label)
        if one.root not in GENERIC and cover(one.root, text, vocabulary) > 0
    )


@dataclass(frozen=True, slots=True)
class _Rate:
    """A rate that a sentence asserts, with the names over it and the words that say what it is of."""

    asserted: Asserted
    sentence: Sentence
    names: frozenset[str]  # of the sentence; "400GbE" is no name
    over: frozenset[str]  # of the sentence and what stands over it
    words: frozenset[str]

    @property
    def document(self) -> Document:
        """Whose sentence it is."""
        return self.asserted.passage.document


def _told_both_ways(corpus: Corpus, index: Index) -> Iterator[Finding | Skip]:
    """Sentences of two documents that tell one rate of one thing, in bits and in bytes."""
    by_name: dict[str, list[_Rate]] = defaultdict(list)
    every = [one for document in corpus.documents for one in _rates(document, index)]
    for one in every:
        for name in sorted(one.over):
            by_name[name].append(one)
    for one in every:
        near = {id(other): other for name in sorted(one.over) for other in by_name[name][:NEAR]}
        for other in near.values():
            # Each pair once.
            if one.document.document_id < other.document.document_id and _one_rate(one, other, every, index):
                yield _both(one, other, index)


def _rates(document: Document, index: Index) -> Iterator[_Rate]:
    for sentence in index.sentences(document):
        rated = [one for one in sentence.amounts if one.amount.kind == "bandwidth" and one.amount.qualifier != "up_to"]
        if rated and sentence.asserted and not sentence.past:
            mine = frozenset(name for name in names(sentence.passage.words) if not name[0].isdigit())
            over = mine | frozenset(name for text in sentence.scope for name in names(text, title=True))
            for one in rated:
                plain = frozenset(word for word in roots(tokens(one.near)) if word.isalpha())
                yield _Rate(one, sentence, mine, over, plain - over - VERBS)


def _one_rate(one: _Rate, other: _Rate, every: list[_Rate], index: Index) -> bool:
    """Whether two rates are eight apart and of one thing, and neither document prints what the other one does."""
    amounts = one.asserted.amount, other.asserted.amount
    if not _eightfold(*amounts) or amounts[0].unit == amounts[1].unit or not one.words & other.words:
        return False
    for mine, theirs in ((one, other), (other, one)):
        if not mine.names <= index.words[theirs.document.document_id]:
            return False
        text = [theirs.asserted.near, theirs.sentence.passage.words, *theirs.sentence.scope[1:]]
        if index.unlike(mine.asserted, mine.sentence, text, theirs.document):
            return False
        if index.other_version(mine.sentence, theirs.document) or _printed_there(mine, theirs.document, every, index):
            return False
    return bool((one.names or one.over) & other.over and one.over & (other.names or other.over))


def _printed_there(one: _Rate, document: Document, every: list[_Rate], index: Index) -> bool:
    told = [other.asserted.amount for other in every if other.document.document_id == document.document_id]
    slots = [slot.amount for sheet in index.of(document) for slot in sheet.slots if slot.amount.kind == "bandwidth"]
    mine = one.asserted.amount.readings
    return any(judge(mine, other.readings) != "inconsistent" for other in (*told, *slots))


def _both(one: _Rate, other: _Rate, index: Index) -> Finding | Skip:
    documents = one.document, other.document
    shared = sorted(one.words & other.words)
    name = *sorted(each.name for each in documents), *shared
    if index.of_two_editions(*documents):
        return Skip(CODE, name, OTHER_EDITION)
    first, second = (
        index.places.printed(each.document, each.asserted.start, each.asserted.end) for each in (one, other)
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"{first.quote} in {first.document}, {second.quote} in {second.document}, in sentences that share the "
        f"words {', '.join(shared)}: one number in bits and in bytes",
        arithmetic=f"In bytes per second {first.quote} allows {one.asserted.amount.readings.rounded}, {second.quote} "
        f"{other.asserted.amount.readings.rounded}: eight times apart.",
        comparison=name,
        evidence=(first, second),
        likely_wrong_why="one of the two units, it cannot be told which",
    )


def _key(asserted: Asserted, slot: Slot) -> tuple[str, ...]:
    labels = (label for _, label in slot.labels)
    return asserted.passage.document.name, slot.sheet.document.name, slot.sheet.name, *labels


def _where(slot: Slot) -> str:
    return f"table {slot.sheet.name}" if slot.sheet.table else "the list"


def _finding(asserted: Asserted, slot: Slot, index: Index) -> Finding:
    said = index.places.printed(asserted.passage.document, asserted.start, asserted.end)
    cell = index.places.printed(slot.sheet.document, slot.start, slot.end)
    labels = ", ".join(label for _, label in slot.labels if label)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"the text of {asserted.passage.document.name} says {said.quote}, {_where(slot)} of "
        f"{slot.sheet.document.name} {cell.quote} ({labels}): one number in bits and in bytes",
        arithmetic=f"In bytes per second {said.quote} allows {asserted.amount.readings.rounded}, {cell.quote} "
        f"{slot.amount.readings.rounded}: eight times apart.",
        comparison=_key(asserted, slot),
        evidence=(said, cell),
        likely_wrong_why="one of the two units, it cannot be told which",
    )
