"""A value in words against the labelled value that its sentence names."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib import severity
from checks.lib.about import Index, Told, index_of
from checks.lib.amounts import Amount, alike
from checks.lib.asserted import Asserted, Sentence
from checks.lib.index import by
from checks.lib.known import of_others
from checks.lib.naming import (
    COLUMN,
    Named,
    Text,
    at_setting,
    best,
    cover,
    label_tokens,
    of_another,
    plainer,
    possible,
    words_of,
)
from checks.lib.sections import settled
from checks.lib.sheets import Slot
from checks.lib.tokens import coded, names, settings
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Severity, Skip
from schemas.interval import Interval, Readings, judge
from schemas.names import Vocabulary

CODE = "value-against-labels"
SURE = 0.6  # share of the labels' words that a sentence must say for more than a low finding
LEAST = 0.33  # and for any
CLOSE = Decimal("0.005")  # two bests within one per cent are one
FAR = 60  # times apart: two things, unless the digits are the same
# What a change adds or saves is no value of the thing itself.
_LISTED = re.compile(r"\d\s*(?:,|(?:and|or|to))\s+$")
_DIFFERENCE = re.compile(
    r"\b(?:gap|differences?|overhead|extra|adds?|added|saves?|saved|saving|buys|shaves?|shaved|costs? another|"
    r"remaining|of which|account(?:s|ed|ing)? for|within\s+of)\b",
    re.IGNORECASE,
)
_LEVELS: tuple[Severity, ...] = ("high", "medium", "low", "info")


@check(CODE, version=3, severity="high", since="0.1.0")
def value_against_labels(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value in words is the one that a table, data sheet or list prints under the labels that the sentence says.

    Why:
        A press release is written from a data sheet, a post from a table. A digit is swapped on the way, the value of
        the neighbour taken, gigabits printed for gigabytes, or one of the two updated.

    Flags:
        A value whose sentence says the labels of one value of its kind, and of no other, where that one is printed
        differently ("draws 85 W at full load" beside "Power at full load: 58 W" of the same product); low where the
        sentence says few of the label's words.

    Passes:
        Rounded and cut-off values, other units of the same size; bounds that the printed value satisfies; what a
        change saves or adds.

    Does not judge:
        Sentences that leave open which value they mean, or name something that the other document does not; goals,
        corrections and what others claim; an "up to" beside a value that is none; settings, versions and percentiles
        that differ; rows of another known machine or workload than the sentence names; rows that another table of the
        document has too, under another heading than the sentence; sentences that fit two tables which differ, and
        cells that two sentences of a document fit with different values (a log of changes); documents of different
        dates (skipped).
    """
    index = index_of(corpus)
    matches = [
        match
        for document in corpus.documents
        for sentence in index.sentences(document)
        if sentence.amounts and sentence.asserted and not sentence.past
        for match in _matches(sentence, index, corpus.vocabulary)
    ]
    for match in _clear(matches):
        if index.of_two_editions(match.asserted.passage.document, match.one.slot.sheet.document):
            yield Skip(CODE, match.key, "not comparable, because the documents are of different dates or editions")
        else:
            yield _finding(match.asserted, match.one, index)


@dataclass(frozen=True, slots=True)
class Match:
    """An amount of a sentence, and the one labelled value that it names."""

    asserted: Asserted
    one: Named

    @property
    def agrees(self) -> bool:
        """Whether both can be true."""
        return _agrees(self.asserted, self.one.slot)

    @property
    def key(self) -> tuple[str, ...]:
        """What is compared, for a finding's name."""
        return _key(self.asserted, self.one)


def _matches(sentence: Sentence, index: Index, vocabulary: Vocabulary) -> Iterator[Match]:
    for told in index.about(sentence):
        for asserted in sentence.amounts:
            if _DIFFERENCE.search(asserted.near) or _is_of_list(asserted):
                continue
            bound = asserted.amount.qualifier == "up_to"
            mine, theirs = (_top(asserted), _tops(told)) if bound else (asserted, told)
            one = _meant(sentence, mine, theirs, index, vocabulary)
            if one:
                yield Match(mine, one)


def _is_of_list(asserted: Asserted) -> bool:
    """Whether a count is one of several that there are: "slices of 4, 16 and 64 chips"."""
    amount = asserted.amount
    return amount.kind == "count" and bool(_LISTED.search(asserted.passage.words[: amount.start]))


def _top(asserted: Asserted) -> Asserted:
    return replace(asserted, amount=_best(asserted.amount))


def _tops(told: Told) -> Told:
    """A sheet's bounds as values: "up to 12 GB/s" and "up to 14 GB/s" are two bests of one thing."""
    able = [one for one in told.slots if one.amount.qualifier == "up_to" and one.amount.readings.rounded.bounded]
    return replace(told, slots=[replace(one, amount=_best(one.amount)) for one in able])


def _best(amount: Amount) -> Amount:
    top = amount.readings.rounded.upper
    allowed = Interval(top * (1 - CLOSE), top * (1 + CLOSE))
    return replace(amount, readings=Readings(allowed, allowed, allowed), qualifier="exact")


def _meant(sentence: Sentence, asserted: Asserted, told: Told, index: Index, vocabulary: Vocabulary) -> Named | None:
    """The labelled value of a sheet that an amount can only be, if there is one."""
    slots = [one for one in told.slots if alike(asserted.amount, one.amount) and not _itself(asserted, one)]
    if not slots:
        return None
    others = [one.clause for one in sentence.amounts if one is not asserted and alike(one.amount, asserted.amount)]
    numbers = _numbers(asserted)
    text = Text.of(asserted.clause, sentence.passage.words, sentence.scope, others)
    named = best(slots, numbers, text, vocabulary)
    if len({(one.slot.start, one.slot.end) for one in named}) != 1 or named[0].said < LEAST:
        return None
    one = named[0]
    if _of_another(asserted, one.slot) or _of_other_row(asserted, one.slot, told, text, vocabulary):
        return None
    if _is_setting(asserted, told) or _only_by_unit(one.slot, text, told, vocabulary):
        return None
    if one.slot.sheet.document == asserted.passage.document:
        own = Text.of(asserted.clause, sentence.passage.words, sentence.scope[-2:], others)
        if not _measure_said(one.slot, text, vocabulary) or _row_elsewhere(one.slot, text, own, vocabulary):
            return None
    near = possible(at_setting(slots, numbers), text, vocabulary)
    if one.said < 0.99 and not _agrees(asserted, one.slot) and any(_agrees(asserted, slot) for slot in near):
        return None
    labels = " ".join(label for _, label in one.slot.labels)
    beside = "" if told.sheet.table else _line(one.slot)
    unlike = index.unlike(asserted, sentence, [labels, beside, told.sheet.about], told.sheet.document)
    return None if unlike or _too_far(asserted, one.slot) else one


def _only_by_unit(slot: Slot, text: Text, told: Told, vocabulary: Vocabulary) -> bool:
    """Whether nothing but the unit leads to a row of a sheet of products: "8K at 60 frames per second"."""
    rows = [label for kind, label in slot.labels if kind != COLUMN]
    words = {token.root for label in rows for token in label_tokens(label, vocabulary)}
    every = {label for one in told.slots for kind, label in one.labels if kind != COLUMN}
    said = any(text.weight(word) for word in words)
    return told.sheet.table and len(rows) == 1 and len(every) > 1 and bool(words) and not said


def _is_setting(asserted: Asserted, told: Told) -> bool:
    """Whether the amount is printed in a label or title of the sheet: "Text file (20 MB)" is what was measured on."""
    printed = asserted.passage.words[asserted.amount.start : asserted.amount.end]
    head = told.sheet.head
    titled = printed in head and asserted.passage.words.strip("*_ \n") not in head  # a caption is no title of itself
    return titled or any(printed in text for slot in told.slots for _, text in slot.labels)


def _measure_said(slot: Slot, text: Text, vocabulary: Vocabulary) -> bool:
    """Whether the column is said where the unit alone does not tell what is measured: bytes of what? how many what?

    Of another document the names have been asked for already; in its own, a sentence may be of anything there.
    """
    column = next((label for kind, label in slot.labels if kind == COLUMN), "")
    words = label_tokens(column, vocabulary)
    if slot.amount.kind not in ("size", "count") or not words:
        return True
    return cover(column, text, vocabulary) > 0


def _row_elsewhere(slot: Slot, text: Text, own: Text, vocabulary: Vocabulary) -> bool:
    """Whether only the sentence before says the row: "... the link is the limit. Reads reach 189 Gb/s" is no link."""
    rows = [label for kind, label in slot.labels if kind != COLUMN]
    said = [any(cover(label, one, vocabulary) > 0 for label in rows) for one in (text, own)]
    return said == [True, False]


def _clear(matches: Sequence[Match]) -> Iterator[Match]:
    """The contradictions of which it is plain what is held against what.

    A log of changes prints a value after each of them: which of its tables a sentence is about cannot be told where
    two tables fit it and differ, or where two of its sentences fit one cell and differ.
    """
    by_amount = by(matches, lambda one: (one.asserted.passage.document.document_id, one.asserted.start))
    by_slot = by(matches, lambda one: (one.one.slot.sheet.document.document_id, one.one.slot.start))
    for match in matches:
        asserted, slot = match.asserted, match.one.slot
        tables = by_amount[asserted.passage.document.document_id, asserted.start]
        mine = by_slot[slot.sheet.document.document_id, slot.start]
        amounts = [one.asserted.amount for one in mine if one.asserted.passage.document == asserted.passage.document]
        agreed = any(one.agrees for one in (*tables, *mine))
        if not agreed and _settled(match) and _one(one.one.slot.amount for one in tables) and _one(amounts):
            yield match


def _settled(match: Match) -> bool:
    """Whether no other table of its own document can be what the sentence means."""
    slot, passage = match.one.slot, match.asserted.passage
    if slot.sheet.document.document_id != passage.document.document_id:
        return True
    rows = [label for kind, label in slot.labels if kind != COLUMN]
    return settled(passage.document, match.asserted.start, slot.start, rows)


def _one(amounts: Iterable[Amount]) -> bool:
    """Whether amounts can all be one value."""
    first, *others = amounts
    return all(judge(first.readings, one.readings) != "inconsistent" for one in others)


def _itself(asserted: Asserted, slot: Slot) -> bool:
    same = slot.sheet.document.document_id == asserted.passage.document.document_id
    return same and slot.start < asserted.end and asserted.start < slot.end


def _of_another(asserted: Asserted, slot: Slot) -> bool:
    """Whether the clause says a code that the labels do not: "IPU-POD64" is not the row "IPU"."""
    line = "" if slot.sheet.table else _line(slot)
    printed = (slot.sheet.head, line, *(text for label in (*slot.labels, *slot.settings) for text in label))
    other = not coded(asserted.clause) <= words_of(printed) or of_another(asserted.passage.words, printed)
    same = slot.sheet.document.document_id == asserted.passage.document.document_id
    return other or (same and plainer(asserted.passage.words, printed))


def _of_other_row(asserted: Asserted, slot: Slot, told: Told, text: Text, vocabulary: Vocabulary) -> bool:
    """Whether a sentence is of another row: of another known machine or workload, or of a name that the sheet lacks.

    A label that all rows share is asked of no sentence; where nothing of it is said, it must be about what is named.
    """
    rows = [label for kind, label in slot.labels if kind != COLUMN and label]
    if of_others(asserted.passage.words, " | ".join(label for _, label in slot.labels), vocabulary):
        return True
    foreign = names(asserted.passage.words) - told.words
    return bool(foreign) and any(cover(label, text, vocabulary) == 0 for label in rows)


def _line(slot: Slot) -> str:
    """The line that a labelled value stands in: "median latency 9 ms" is no mean, whatever its label says."""
    text = slot.sheet.document.text
    end = text.find("\n", slot.end)
    return text[text.rfind("\n", 0, slot.start) + 1 : end if end >= 0 else len(text)]


def _agrees(asserted: Asserted, slot: Slot) -> bool:
    return judge(asserted.amount.readings, slot.amount.readings) != "inconsistent"


def _numbers(asserted: Asserted) -> frozenset[str]:
    return settings(asserted.clause) or settings(f"{asserted.passage.words}. {' '.join(asserted.scope[:1])}")


def _too_far(asserted: Asserted, slot: Slot) -> bool:
    left, right = asserted.amount.readings.rounded, slot.amount.readings.rounded
    if not (left.bounded and right.bounded) or not left.lower or not right.lower:
        return False
    times = max(left.upper / right.lower, right.upper / left.lower)
    digits = ((one.lower + one.upper).normalize().as_tuple().digits for one in (left, right))
    return times > FAR and len(set(digits)) > 1


def _key(asserted: Asserted, one: Named) -> tuple[str, ...]:
    labels = (label for _, label in one.slot.labels)
    return asserted.passage.document.name, one.slot.sheet.document.name, asserted.amount.kind, *labels


def _finding(asserted: Asserted, one: Named, index: Index) -> Finding:
    slot = one.slot
    left, right = asserted.amount.readings.rounded, slot.amount.readings.rounded
    gap = left.distance(right)
    level: Severity = severity.of_gap(gap)
    said, printed = (
        index.places.printed(asserted.passage.document, asserted.start, asserted.end),
        index.places.printed(slot.sheet.document, slot.start, slot.end),
    )
    labels = ", ".join(label for _, label in slot.labels if label)
    return Finding(
        check=CODE,
        check_version=3,
        verdict="inconsistent",
        severity=level if one.said >= SURE else max("low", level, key=_LEVELS.index),
        message=f"the text of {asserted.passage.document.name} says {said.quote}; {slot.sheet.document.name} prints "
        f"{printed.quote} for what it names ({labels})",
        arithmetic=f"In base units {said.quote} allows {left}, {printed.quote} allows {right}: they do not meet, a gap "
        f"of {gap * 100:.0f} %.",
        comparison=_key(asserted, one),
        evidence=(said, printed),
        likely_wrong_why="as many documents say one as the other",
    )
