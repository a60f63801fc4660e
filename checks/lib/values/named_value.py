"""Which labelled value an amount of a sentence can only be: that whose labels it says, where no other has them too."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.findings.slips import OTHER_UNIT, slip_told
from checks.lib.labels.about import Index, Told
from checks.lib.labels.explained import explained
from checks.lib.labels.known import of_others
from checks.lib.labels.naming import (
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
from checks.lib.labels.other_value import of_another_value, sisters
from checks.lib.labels.part_numbers import shared_parts
from checks.lib.labels.slots import Slot
from checks.lib.language.otherwise import otherwise, section
from checks.lib.language.tokens import coded, every_root, names, settings
from checks.lib.language.told_beside import bracket, is_set, is_start
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Asserted, Sentence, is_difference, is_now
from checks.lib.statements.factors import times_apart
from checks.lib.telling.taken import taken
from schemas.interval import Interval, Readings, judge
from schemas.names import Vocabulary

LEAST = 0.33  # share of the labels' words that a sentence must say
SURE = 0.99  # of them all
CLOSE = Decimal("0.005")  # two bests within one per cent are one
FAR = 60  # times apart: two things, unless the digits are the same
_LISTED = re.compile(r"\d\s*(?:,|(?:and|or|to))\s+$")
# What a change adds or saves is no value of the thing itself.
_DIFFERENCE = re.compile(
    r"\b(?:gap|differences?|overhead|extra|adds?|added|saves?|saved|saving|buys|shaves?|shaved|costs? another|"
    r"remaining|of which|account(?:s|ed|ing)? for|within\s+of)\b",
    re.IGNORECASE,
)

# "With messages of 64 bytes", "on files of 2 GB": what something was measured with.
_MEASURED_ON = re.compile(r"\b(?:with|for|on|at|in)\s(?:[\w-]+\s){1,2}of\s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Match:
    """An amount of a sentence, and the one labelled value that it names."""

    asserted: Asserted
    one: Named
    others: tuple[Asserted, ...] = ()  # amounts of the sentence
    rivalled: bool = False  # whether the clause says words that are another row's alone

    @property
    def agrees(self) -> bool:
        """Whether both can be true."""
        return _agrees(self.asserted, self.one.slot)

    @property
    def key(self) -> tuple[str, ...]:
        """What is compared, for a finding's name."""
        slot, amount = self.one.slot, self.asserted.amount
        labels = (label for _, label in slot.labels)
        return self.asserted.passage.document.name, slot.sheet.document.name, amount.kind, *labels


def matches(sentence: Sentence, index: Index, vocabulary: Vocabulary) -> Iterator[Match]:
    """The amounts of a sentence with the value that each can only be, in every sheet that the sentence can be about."""
    for told in index.about(sentence):
        for asserted in sentence.amounts:
            if _is_beside(asserted):
                continue
            bound = asserted.amount.qualifier == "up_to"
            mine, theirs = (_top(asserted), _tops(told)) if bound else (asserted, told)
            one = _meant(sentence, mine, theirs, index, vocabulary)
            if one:
                others = tuple(other for other in sentence.amounts if other is not asserted)
                yield Match(mine, one, others, _rivalled(one.slot, told, asserted, vocabulary))


def _is_beside(asserted: Asserted) -> bool:
    """Whether an amount is no value of its own: a difference, what a change starts from, what something was run on."""
    words, start, end = asserted.passage.words, asserted.amount.start, asserted.amount.end
    between = is_difference(words[end:]) or _DIFFERENCE.search(asserted.near) or is_start(words, start, end)
    return bool(between or _MEASURED_ON.search(words[:start]) or _is_of_list(asserted) or asserted.operand)


def _is_key(slot: Slot, told: Told) -> bool:
    """Whether a number only says which row it is: "37 qubits" is no other value of the row of 30 qubits."""
    if len(slot.labels) != 1 or slot.amount.kind != "count":
        return False
    return any(len(one.labels) == 1 and one.settings and one.settings[0][0] == slot.column for one in told.slots)


def _rivalled(slot: Slot, told: Told, asserted: Asserted, vocabulary: Vocabulary) -> bool:
    """Whether a sentence leaves out words of a row, and its clause says some that only another has.

    "A month of one series" is not of the row "One day, one series", although it says less of "One month, 1,000 series".
    """
    every, said = every_root(asserted.passage.words), every_root(asserted.clause)
    mine = {kind: label for kind, label in slot.labels if kind != COLUMN}
    for kind, label in {label for one in told.slots for label in one.labels if label[0] in mine}:
        own, theirs = ({one.root for one in label_tokens(text, vocabulary)} for text in (mine[kind], label))
        if own - every and (theirs - own) & said:
            return True
    return False


def _is_of_list(asserted: Asserted) -> bool:
    """Whether a count is one of several that there are ("slices of 4, 16 and 64 chips"), or a name ("400GbE")."""
    amount, words = asserted.amount, asserted.passage.words
    named = words[amount.end - 1 : amount.end].isdigit() and words[amount.end : amount.end + 1].isalpha()
    return amount.kind == "count" and (named or bool(_LISTED.search(words[: amount.start])))


def _top(asserted: Asserted) -> Asserted:
    return replace(asserted, amount=_best(asserted.amount))


def _tops(told: Told) -> Told:
    """A sheet's bounds as values: "up to 12 GB/s" and "up to 14 GB/s" are two bests of one thing."""
    able = [one for one in told.slots if one.amount.qualifier == "up_to" and one.amount.readings.rounded.bounded]
    return replace(told, slots=[replace(one, amount=_best(one.amount)) for one in able])


def _best(amount: Amount) -> Amount:
    top = amount.readings.rounded.upper
    allowed = Interval(top * (1 - CLOSE), top * (1 + CLOSE))
    return replace(amount, readings=Readings.of(allowed), qualifier="exact")


def _meant(sentence: Sentence, asserted: Asserted, told: Told, index: Index, vocabulary: Vocabulary) -> Named | None:
    """The labelled value of a sheet that an amount can only be, if there is one."""
    able = (one for one in told.slots if alike(asserted.amount, one.amount) and not _itself(asserted, one))
    slots = [one for one in able if not _is_key(one, told)]
    if not slots:
        return None
    rivals = [one for one in sentence.amounts if one is not asserted and alike(one.amount, asserted.amount)]
    # "The nightly run used to take an hour, and now it is done in two minutes": of the same run.
    others = [] if sentence.past and is_now(asserted) else [one.clause for one in rivals]
    numbers = _numbers(asserted, slots)
    text = Text.of(asserted.clause, sentence.passage.words, sentence.scope, others)
    named = _best_named(asserted, slots, numbers, text, vocabulary)
    if len({(one.slot.start, one.slot.end) for one in named}) != 1 or named[0].said < LEAST:
        return None
    one = named[0]
    if _of_another(asserted, one.slot) or _of_other_row(asserted, one.slot, told, text, vocabulary):
        return None
    if (
        of_another_value(asserted, one.slot, sentence, vocabulary)
        or _is_setting(asserted, told)
        or _is_of_run(asserted, one.slot, sentence)
        or _only_by_unit(one.slot, text, told, vocabulary)
        or (not _agrees(asserted, one.slot) and explained(asserted, one.slot, slots, sentence, text, vocabulary))
    ):
        return None
    if one.slot.sheet.document == asserted.passage.document:
        own = Text.of(asserted.clause, sentence.passage.words, sentence.scope[-2:], others)
        if not _measure_said(one.slot, text, vocabulary) or _row_elsewhere(one.slot, text, own, vocabulary):
            return None
    near = possible(at_setting(slots, numbers), text, vocabulary) if one.said < SURE else []
    near += [slot for slot in slots if sisters(one.slot, slot, sentence)]
    fitting = [] if _agrees(asserted, one.slot) else [slot for slot in near if _agrees(asserted, slot)]
    if fitting and not {slot.start for slot in fitting} <= taken(asserted, sentence, slots, index, vocabulary):
        return None
    labels = " ".join(label for _, label in one.slot.labels)
    beside = "" if told.sheet.table else _line(one.slot)
    unlike = index.unlike(asserted, sentence, [labels, beside, told.sheet.about], told.sheet.document)
    return None if unlike or _too_far(asserted, one.slot, vocabulary) else one


def _best_named(
    asserted: Asserted, slots: Sequence[Slot], numbers: frozenset[str], text: Text, vocabulary: Vocabulary
) -> list[Named]:
    """The slots that are named most; of several those that are said up to the end of the amount's own part.

    "p95 is 38 ms, and even the p99 stays low": the row that is said behind it is of what follows.
    """
    named = best(slots, numbers, text, vocabulary)
    if len(named) <= 1:
        return named
    return best(slots, numbers, replace(text, clause=every_root(_up_to_part(asserted))), vocabulary)


def _up_to_part(asserted: Asserted) -> str:
    """The clause of an amount up to the end of its own part of it."""
    own = asserted.near.strip()
    at = asserted.clause.find(own)
    return asserted.clause[: at + len(own)] if at >= 0 else asserted.clause


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


def _is_of_run(asserted: Asserted, slot: Slot, sentence: Sentence) -> bool:
    """Whether the amount says how it was run: "300 ms round trip"; in brackets with a label's "(1.5 Mb/s, 300 ms)"."""
    words, amount = asserted.passage.words, asserted.amount
    labels = " | ".join((slot.sheet.head, *(label for _, label in slot.labels)))
    if amount.kind == "time" and is_set(words, amount.start, amount.end, labels):
        return True
    around = bracket(words, amount.start, amount.end)
    others = (one.amount for one in sentence.amounts if around and one is not asserted)
    inside = (one for one in others if around and around[0] < one.start and one.end <= around[1])
    return any(words[one.start : one.end] in labels for one in inside)


def _measure_said(slot: Slot, text: Text, vocabulary: Vocabulary) -> bool:
    """Whether the column is said where the unit alone does not tell what is measured: bytes of what? how many what?

    Of another document the names have been asked for already; in its own, a sentence may be of anything there.
    """
    column = slot.column
    words = label_tokens(column, vocabulary)
    if slot.amount.kind not in ("size", "count") or not words:
        return True
    return cover(column, text, vocabulary) > 0


def _row_elsewhere(slot: Slot, text: Text, own: Text, vocabulary: Vocabulary) -> bool:
    """Whether only the sentence before says the row: "... the link is the limit. Reads reach 189 Gb/s" is no link."""
    rows = [label for kind, label in slot.labels if kind != COLUMN]
    said = [any(cover(label, one, vocabulary) > 0 for label in rows) for one in (text, own)]
    return said == [True, False]


def _itself(asserted: Asserted, slot: Slot) -> bool:
    overlaps = slot.start < asserted.end and asserted.start < slot.end
    return overlaps and slot.sheet.document.document_id == asserted.passage.document.document_id


def _of_another(asserted: Asserted, slot: Slot) -> bool:
    """Whether the clause says a code that the labels do not: "IPU-POD64" is not the row "IPU"."""
    line = "" if slot.sheet.table else _line(slot)
    printed = (slot.sheet.about, line, *(text for label in (*slot.labels, *slot.settings) for text in label))
    parts = shared_parts(asserted.passage.words, (label for _, label in slot.labels))
    other = not (parts or coded(asserted.clause) <= words_of(printed)) or of_another(asserted.passage.words, printed)
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


def case_of(match: Match) -> str:
    """What the sentence says of its value by which it is of another case than the labelled one; "" for nothing."""
    slot, passage, amount = match.one.slot, match.asserted.passage, match.asserted.amount
    labels = (text for label in (*slot.labels, *slot.settings) for text in label)
    around = section(slot.sheet.document, slot.start, passage.document.document_id, match.asserted.start)
    return otherwise(passage.words, amount.start, amount.end, (*labels, _line(slot), slot.sheet.about, *around))


def _line(slot: Slot) -> str:
    """The line that a labelled value stands in: "median latency 9 ms" is no mean, whatever its label says."""
    text = slot.sheet.document.text
    end = text.find("\n", slot.end)
    return text[text.rfind("\n", 0, slot.start) + 1 : end if end >= 0 else len(text)]


def _agrees(asserted: Asserted, slot: Slot) -> bool:
    return judge(asserted.amount.readings, slot.amount.readings) != "inconsistent"


def _numbers(asserted: Asserted, slots: Sequence[Slot]) -> frozenset[str]:
    """The settings that a clause says, else its sentence, else the one before it where that says what they are of.

    "A single image takes 4 ms. It also classifies 3,200 a second": of no batch of 1.
    """
    before = " ".join(asserted.scope[:1])
    over, here = settings(f"then. {before}"), every_root(before)  # at the beginning "Assume 10,000" looks like a name
    printed = {(header, text.replace(",", "")) for slot in slots for header, text in slot.settings}
    scene = frozenset(text for header, text in printed if text in over and here & every_root(header))
    return settings(asserted.clause) or (settings(asserted.passage.words) | scene)


def _too_far(asserted: Asserted, slot: Slot, vocabulary: Vocabulary) -> bool:
    """Whether two values are of two things by their size; the same digits with another unit may be a slip of that."""
    amounts = asserted.amount, slot.amount
    if times_apart(*(one.readings.rounded for one in amounts)) <= FAR:
        return False
    # As printed: 41.2 minutes and 41.2 hours have no digit in common in seconds.
    middles = ((one.readings.rounded.lower + one.readings.rounded.upper) / (one.unit or 1) for one in amounts)
    digits = {Decimal(f"{one:.9g}").normalize().as_tuple().digits for one in middles}  # a sixtieth is no decimal
    slipped = slip_told(*(text[start:end] for text, start, end in _prints(asserted, slot))) == OTHER_UNIT
    if len(digits) > 1 and not slipped:  # "twenty hours" of "19.6 min" is rounded as well
        return True
    if slipped and _all_said(asserted, slot, vocabulary):
        return False
    if shared_parts(asserted.passage.words, [label for _, label in slot.labels]):
        return False
    measured = [one for _, label in slot.labels for one in label_tokens(label, vocabulary) if not one.name]
    of_anything = slot.amount.kind in ("time", "size") and bool(measured)
    here = every_root(asserted.passage.words)
    return of_anything and not any(one.root in here for one in measured if not one.number)


def _prints(asserted: Asserted, slot: Slot) -> tuple[tuple[str, int, int], ...]:
    """Where the two values are printed."""
    mine, theirs = asserted.passage.document.text, slot.sheet.document.text
    return (mine, asserted.start, asserted.end), (theirs, slot.start, slot.end)


def _all_said(asserted: Asserted, slot: Slot, vocabulary: Vocabulary) -> bool:
    """Whether a sentence says every word of the labels, and one of them is a name with a digit."""
    labels = " | ".join(label for _, label in slot.labels)
    words = {one.root for one in label_tokens(labels, vocabulary)}
    return bool(coded(labels)) and words <= every_root(asserted.passage.words)
