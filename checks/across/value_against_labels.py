"""A value in words against the labelled value that its sentence names."""

from collections.abc import Iterator

from checks.lib import severity
from checks.lib.about import Index, Told, index_of
from checks.lib.amounts import alike
from checks.lib.asserted import Asserted, Sentence, sentences
from checks.lib.naming import Named, Text, at_setting, best, of_another, possible, words_of
from checks.lib.sheets import Slot
from checks.lib.tokens import coded, settings
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Severity, Skip
from schemas.interval import judge
from schemas.names import Vocabulary

CODE = "value-against-labels"
SURE = 0.6  # share of the labels' words that a sentence must say for more than a low finding
LEAST = 0.33  # and for any
FAR = 60  # times apart: two things, unless the digits are the same
_LEVELS: tuple[Severity, ...] = ("high", "medium", "low", "info")


@check(CODE, version=1, severity="high", since="0.1.0")
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
        Rounded and cut-off values, other units of the same size; bounds that the printed value satisfies.

    Does not judge:
        Sentences that leave open which value they mean, or name something that the other document does not; goals,
        corrections and what others claim; "up to"; settings, versions and percentiles that differ; documents of
        different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in sentences(document, corpus.vocabulary):
            if sentence.amounts and sentence.asserted and not sentence.past:
                yield from _check(sentence, index, corpus.vocabulary)


def _check(sentence: Sentence, index: Index, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    for told in index.about(sentence):
        for asserted in sentence.amounts:
            if asserted.amount.qualifier != "up_to":
                yield from _judge(sentence, asserted, told, index, vocabulary)


def _judge(
    sentence: Sentence, asserted: Asserted, told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    slots = [one for one in told.slots if alike(asserted.amount, one.amount) and not _itself(asserted, one)]
    if not slots:
        return
    others = [one.clause for one in sentence.amounts if one is not asserted and alike(one.amount, asserted.amount)]
    numbers = _numbers(asserted)
    text = Text.of(asserted.clause, sentence.passage.words, sentence.scope, others)
    named = best(slots, numbers, text, vocabulary)
    if len({(one.slot.start, one.slot.end) for one in named}) != 1 or named[0].said < LEAST:
        return
    one = named[0]
    if judge(asserted.amount.readings, one.slot.amount.readings) != "inconsistent" or _of_another(asserted, one.slot):
        return
    if one.said < 0.99 and any(
        _agrees(asserted, slot) for slot in possible(at_setting(slots, numbers), text, vocabulary)
    ):
        return
    labels = " ".join(label for _, label in one.slot.labels)
    document = told.sheet.document
    beside = "" if told.sheet.table else _line(one.slot)
    if _too_far(asserted, one.slot) or index.unlike(asserted, sentence, [labels, beside, told.sheet.about], document):
        return
    if index.of_two_dates(asserted.passage.document, document):
        yield Skip(CODE, _key(asserted, one), "not comparable, because the documents are of different dates")
        return
    yield _finding(asserted, one, index)


def _itself(asserted: Asserted, slot: Slot) -> bool:
    same = slot.sheet.document.document_id == asserted.passage.document.document_id
    return same and slot.start < asserted.end and asserted.start < slot.end


def _of_another(asserted: Asserted, slot: Slot) -> bool:
    """Whether the clause says a code that the labels do not: "IPU-POD64" is not the row "IPU"."""
    line = "" if slot.sheet.table else _line(slot)
    printed = (slot.sheet.head, line, *(text for label in (*slot.labels, *slot.settings) for text in label))
    return not coded(asserted.clause) <= words_of(printed) or of_another(asserted.passage.words, printed)


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
        check_version=1,
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
