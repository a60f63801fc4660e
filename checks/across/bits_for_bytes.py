"""One number, once in bits and once in bytes."""

from collections.abc import Iterator

from checks.lib.about import Index, Told, index_of
from checks.lib.amounts import Amount
from checks.lib.asserted import Asserted, Sentence
from checks.lib.naming import Text, cover
from checks.lib.sheets import Slot
from checks.lib.tokens import GENERIC, tokens
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary

CODE = "bits-for-bytes"
EIGHT = 8


@check(CODE, version=1, severity="high", since="0.1.0")
def bits_for_bytes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A rate that the text prints in bytes and the table with the same number in bits is one of the two.

    Why:
        "Gb/s" and "GB/s" differ by one letter and a factor of eight. Whoever copies the number takes the unit from
        memory.

    Flags:
        The number of a sentence in a cell of the same thing, with the other of the two units, where the sentence says a
        word of the cell's row or column and no value of the table is what it says.

    Passes:
        24 GB/s beside 192 Gb/s; a table in which one value agrees with the sentence.

    Does not judge:
        Links and disks side by side, whose labels share no word with the sentence; "up to"; documents of different
        dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            rated = [one for one in sentence.amounts if one.amount.kind == "bandwidth"]
            if rated and sentence.asserted and not sentence.past:
                for told in index.about(sentence):
                    for one in rated:
                        yield from _check(sentence, one, told, index, corpus.vocabulary)


def _check(
    sentence: Sentence, asserted: Asserted, told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    slots = [one for one in told.slots if one.amount.kind == "bandwidth"]
    if any(judge(asserted.amount.readings, one.amount.readings) != "inconsistent" for one in slots):
        return
    text = Text.of(asserted.clause, sentence.passage.words, ())
    same = [one for one in slots if _eightfold(asserted.amount, one.amount) and _said(one, text, vocabulary)]
    if len(same) != 1:
        return
    if index.of_two_dates(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, _key(asserted, same[0]), "not comparable, because the documents are of different dates")
        return
    yield _finding(asserted, same[0], index)


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


def _key(asserted: Asserted, slot: Slot) -> tuple[str, ...]:
    labels = (label for _, label in slot.labels)
    return asserted.passage.document.name, slot.sheet.document.name, slot.sheet.name, *labels


def _finding(asserted: Asserted, slot: Slot, index: Index) -> Finding:
    said = index.places.printed(asserted.passage.document, asserted.start, asserted.end)
    cell = index.places.printed(slot.sheet.document, slot.start, slot.end)
    labels = ", ".join(label for _, label in slot.labels if label)
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity="high",
        message=f"the text of {asserted.passage.document.name} says {said.quote}, table {slot.sheet.name} of "
        f"{slot.sheet.document.name} {cell.quote} ({labels}): one number in bits and in bytes",
        arithmetic=f"In bytes per second {said.quote} allows {asserted.amount.readings.rounded}, {cell.quote} "
        f"{slot.amount.readings.rounded}: eight times apart.",
        comparison=_key(asserted, slot),
        evidence=(said, cell),
        likely_wrong_why="one of the two units, it cannot be told which",
    )
