"""A value in words against the labelled value that its sentence names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.sections import settled
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import every_root
from checks.lib.language.told_beside import contrasted
from checks.lib.linking.reach import clause
from checks.lib.linking.same_value import settings_apart
from checks.lib.ordering.bounds_said import of_several
from checks.lib.quantities.amounts import Amount, alike, amounts
from checks.lib.quantities.asserted import Sentence, is_now
from checks.lib.quantities.reckoned_from import gives, middle, numbers_in
from checks.lib.statements.index import by
from checks.lib.telling.took_of import Took, told_otherwise, took
from checks.lib.values.named_value import Match, case_of, matches
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary

CODE = "value-against-labels"
_EVEN = "as many documents say one as the other"
FAR = 10  # times that the lower of two that are tied loosely must grow by, to be two things
WHOLE = 0.99  # share of the labels' words: all of them
SURE = 0.6  # share of the labels' words that a sentence must say for more than a low finding


@check(CODE, version=18, severity="high", since="0.1.0")
def value_against_labels(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value in words is the one that a table, data sheet or list prints under the labels that the sentence says.

    Why:
        A press release is written from a data sheet, a post from a table. A digit is swapped on the way, the value of
        the neighbour taken, gigabits printed for gigabytes, or one of the two updated.

    Flags:
        A value whose sentence says the labels of one value of its kind, and of no other, where that one is printed
        differently ("draws 85 W at full load" beside "Power at full load: 58 W" of the same product); low where the
        sentence says few of the label's words, or a condition, a count or a statistic that the labels and the section
        around them do not ("with two tiles in parallel"). A time for so many of something ("1,000 tokens are
        complete after 9.6 seconds") that their rate in the row, with or without a wait that it prints, does not give.
        Who prints a row's part number ("QX-4417G-TR") is of that row, whatever else the sentence names; its number
        with another unit is then a slip, low, however far apart.

    Passes:
        Values that a number of the sentence or of the labels makes of the other (eight of 16 are 128);
        What the same page's table prints in another cell, or the cell's own number, where words tie the two loosely;
        Rounded and cut-off values, other units of the same size; bounds that the printed value satisfies; what a
        change saves or adds; what the sentence makes of the cells: so many of one, a share, their sum or mean.

    Does not judge:
        Sentences that leave open which value they mean, or name something that the other document does not; goals,
        corrections and what others claim; an "up to" beside a value that is none; settings, versions and percentiles
        that differ; a value that a cell beside prints, unless its clause says whose it is; rows of another known
        machine or workload than the sentence names; rows that another table of the document has too, under another
        heading than the sentence; sentences that fit two tables which differ, and cells that two sentences of a
        document fit with different values (a log of changes), or that another amount of the sentence gives ("3.9
        instead of 48.6 seconds"); how it was run ("300 ms round trip"); labels that are said only as what is compared
        with; documents of different dates (skipped); what would be low on pages of more than sixty numbers (skipped).
    """
    index = index_of(corpus)
    every = [one for each in corpus.documents for one in index.sentences(each) if one.amounts and one.asserted]
    summed = {id(sentence): list(took(sentence, index)) for sentence in every}
    found = [
        match
        for sentence in every
        for match in matches(sentence, index, corpus.vocabulary)
        if (not sentence.past or is_now(match.asserted)) and not of_several(match.asserted)
        if not any(one.asserted is match.asserted for one in summed[id(sentence)])
    ]
    yield from _all_taken(every, summed, index)
    clear = list(_clear(found))
    for match in clear:
        if index.of_two_editions(match.asserted.passage.document, match.one.slot.sheet.document):
            yield Skip(CODE, match.key, OTHER_EDITION)
        elif not (
            _given(match)
            or _of_sibling(match, index)
            or _apart(match, corpus.vocabulary)
            or (not _sure(match) and _loose(match, index))
        ):
            yield _finding(match, index, "they are exchanged" if _exchanged(match, clear) else "")


def _all_taken(every: Sequence[Sentence], summed: Mapping[int, list[Took]], index: Index) -> Iterator[Finding | Skip]:
    """Times for so many of something that no sum of a row's cells gives."""
    for sentence in every:
        some = summed[id(sentence)]
        if not some or any(one.fits for one in some) or not told_otherwise(some[0], sentence, index):
            continue
        documents = sentence.passage.document, some[0].slots[0].sheet.document
        key = (*(one.name for one in documents), "time", *(label for _, label in some[0].slots[0].labels))
        if index.of_two_editions(*documents):
            yield Skip(CODE, key, OTHER_EDITION)
        else:
            yield _taken(some[0], key, index)


def _taken(one: Took, key: tuple[str, ...], index: Index) -> Finding:
    places = index.places
    said = places.printed(one.asserted.passage.document, one.asserted.start, one.asserted.end)
    cells = [places.printed(each.sheet.document, each.start, each.end) for each in one.slots]
    sum_ = " + ".join((*(cell.quote for cell in cells[1:]), f"{one.number} / {cells[0].quote}"))
    mine = one.asserted.amount.readings.rounded
    gap = one.given.distance(mine)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low" if one.loose else "medium", severity.of_gap(gap)),
        message=f"the text of {said.document} says {said.quote}; what {cells[0].document} prints for what it names "
        f"comes to another time, {sum_}",
        arithmetic=f"In base units {sum_} allows {one.given}, {said.quote} allows {mine}: {apart(gap)}.",
        comparison=key,
        evidence=(said, *cells),
        likely_wrong_why=_EVEN,
    )


def _clear(found: Sequence[Match]) -> Iterator[Match]:
    """The contradictions of which it is plain what is held against what.

    A log of changes prints a value after each of them: which of its tables a sentence is about cannot be told where
    two tables fit it and differ, or where two of its sentences fit one cell and differ.
    """
    by_amount = by(found, lambda one: (one.asserted.passage.document.document_id, one.asserted.start))
    by_slot = by(found, lambda one: (one.one.slot.sheet.document.document_id, one.one.slot.start))
    for match in found:
        asserted, slot = match.asserted, match.one.slot
        tables = by_amount[asserted.passage.document.document_id, asserted.start]
        mine = by_slot[slot.sheet.document.document_id, slot.start]
        amounts = [one.asserted.amount for one in mine if one.asserted.passage.document == asserted.passage.document]
        agreed = any(one.agrees for one in (*tables, *mine))
        if (
            not agreed
            and not _of_one_line(match)
            and not _anothers(match, by_amount)
            and _settled(match)
            and _one(one.one.slot.amount for one in tables)
            and _one(amounts)
        ):
            yield match


def _of_one_line(match: Match) -> bool:
    """Whether a line prints the value beside the cell that it was read as: "first token 212 ms, each further 24.1"."""
    document, slot = match.asserted.passage.document, match.one.slot
    between = slice(*sorted((match.asserted.start, slot.start)))
    return slot.sheet.document.document_id == document.document_id and "\n" not in document.text[between]


def _anothers(match: Match, by_amount: Mapping[tuple[str, int], Sequence[Match]]) -> bool:
    """Whether the cell prints another amount of the sentence, which names no other: "from 1,120 ms to 460 ms"."""
    slot, document_id = match.one.slot, match.asserted.passage.document.document_id
    for other in match.others:
        elsewhere = (one.one.slot.start != slot.start for one in by_amount.get((document_id, other.start), ()))
        if alike(other.amount, slot.amount) and _one((other.amount, slot.amount)):
            return not any(elsewhere)  # "88 ms from Oslo and 140 ms from Bern": each of a row of its own
    amount = match.asserted.amount
    if _says(match):
        return True
    printed = slot.sheet.document.text[slot.start : slot.end]
    return contrasted(match.asserted.passage.words, amount.start, amount.end, printed)


def _says(match: Match) -> bool:
    """Whether the sentence prints the cell's number besides, without a noun: "24 inside; with nine shelves 240"."""
    slot, words = match.one.slot, match.asserted.passage.words
    number = re.match(r"\d[\d,.]*\d", slot.sheet.document.text[slot.start : slot.end])
    spans = [(one.amount.start, one.amount.end) for one in (match.asserted, *match.others)]
    found = re.finditer(rf"(?<![\w.,]){re.escape(number.group())}(?![\w%]|[.,]\d)", words) if number else ()
    return any(not any(start <= one.start() < end for start, end in spans) for one in found)


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


def _given(match: Match) -> bool:
    """Whether numbers that the sentence or the labels say make the one value of the other: 128 is 8 of 16."""
    asserted, slot = match.asserted, match.one.slot
    texts = (asserted.passage.words[: asserted.amount.start], asserted.passage.words[asserted.amount.end :])
    numbers = numbers_in((*texts, *(label for _, label in slot.labels), slot.sheet.about))
    left, right = asserted.amount.readings.rounded, slot.amount.readings.rounded
    share = asserted.amount.kind in ("share", "percent")
    return any(gives(one, middle(other), (), numbers, share=share) for one, other in ((left, right), (right, left)))


def _of_sibling(match: Match, index: Index) -> bool:
    """Whether a cell beside prints the very value, and its clause says nothing that only the one held against it has.

    "1.9 answers 310,000; 1.8 answered 230,000": what stands behind the semicolon is the other value's.
    """
    slot, asserted = match.one.slot, match.asserted
    mine = clause(asserted.passage.words, asserted.amount.start, asserted.amount.end)
    for told in index.of(slot.sheet.document):
        for other in told.slots:
            apart = set(slot.labels) - set(other.labels)
            both = other.amount.readings.rounded, asserted.amount.readings.rounded
            same = alike(other.amount, asserted.amount) and both[0] == both[1]
            if same and len(apart) == 1 and not every_root(next(iter(apart))[1]) & every_root(mine):
                return True
    return False


def _exchanged(match: Match, clear: Sequence[Match]) -> bool:
    """Whether another value of the document has the cell of this one, and this one the other's."""
    mine, document = match.asserted.amount, match.asserted.passage.document
    return any(
        other.asserted.passage.document is document
        and _one((mine, other.one.slot.amount))
        and _one((other.asserted.amount, match.one.slot.amount))
        for other in clear
        if alike(mine, other.one.slot.amount)
    )


def _sure(match: Match) -> bool:
    """Whether a sentence says the labels of a value, and no case, rival or count by which it may be of another."""
    mine, theirs = match.asserted.amount, match.one.slot.amount
    per = mine.kind == "price" and bool(mine.per) != bool(theirs.per)  # a day, or a query?
    return match.one.said >= SURE and not case_of(match) and not match.rivalled and not per


def _apart(match: Match, vocabulary: Vocabulary) -> bool:
    """Whether sentence and labels each say a size of what was measured, and not the same: 1 KB and 1 MB."""
    labels = amounts(" | ".join(label for _, label in match.one.slot.labels), vocabulary)
    every = [one.amount for one in match.others], list(labels)
    mine, theirs = ([one for one in some if one.kind == "size" != match.one.slot.amount.kind] for some in every)
    return settings_apart(mine, theirs)


def _loose(match: Match, index: Index) -> bool:
    """Whether what ties a value to a label is too little: a rival row, its size, what its own page's table prints."""
    asserted, slot = match.asserted, match.one.slot
    document, sheet = asserted.passage.document, slot.sheet.document
    quotes = document.text[asserted.start : asserted.end], sheet.text[slot.start : slot.end]
    gap = asserted.amount.readings.rounded.distance(slot.amount.readings.rounded)
    if match.rivalled or (gap > FAR and not slip_told(*quotes)):
        return True
    every = [one for told in index.of(sheet) if told.sheet is slot.sheet for one in told.slots]
    # Of another document a value of the next row is a likely slip; a page tells the rows of its table one by one.
    if sheet is not document or (match.one.said > WHOLE and not _is_within(slot, every)):
        return False
    beside = [one.amount for one in every if alike(one.amount, asserted.amount)]
    return any(_one((each, one)) for each in beside for one in (asserted.amount, *_alike(match)))


def _is_within(slot: Slot, every: Sequence[Slot]) -> bool:
    """Whether the row's words are a part of those of another one: of "fp16" beside "fp16 + fused" who says "fp16"?"""
    mine = {kind: every_root(label) for kind, label in slot.labels if kind != COLUMN}
    return any(words < every_root(dict(one.labels).get(kind, "")) for kind, words in mine.items() for one in every)


def _alike(match: Match) -> list[Amount]:
    """The other amounts of its kind in a value's sentence."""
    mine = match.asserted.amount
    return [one.amount for one in match.others if alike(one.amount, mine)]


def _finding(match: Match, index: Index, why: str) -> Finding:
    asserted, slot = match.asserted, match.one.slot
    left, right = asserted.amount.readings.rounded, slot.amount.readings.rounded
    gap = left.distance(right)
    said, printed = (
        index.places.printed(asserted.passage.document, asserted.start, asserted.end),
        index.places.printed(slot.sheet.document, slot.start, slot.end),
    )
    labels = ", ".join(label for _, label in slot.labels if label)
    case = case_of(match)
    level = severity.of_told(gap, why or slip_told(said.quote, printed.quote))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level if _sure(match) else "low",
        message=f"the text of {asserted.passage.document.name} says {said.quote}; {slot.sheet.document.name} prints "
        f"{printed.quote} for what it names ({labels})",
        arithmetic=f"In base units {said.quote} allows {left}, {printed.quote} allows {right}: {apart(gap)}.",
        comparison=match.key,
        evidence=(said, printed),
        likely_wrong_why=f"the text may be of another case: {case!r}" if case else _EVEN,
    )
