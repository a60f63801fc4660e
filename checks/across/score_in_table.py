"""A score in words against the cell of the model and the benchmark that its sentence names."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.otherwise import otherwise, section
from checks.lib.language.tokens import names, roots, tokens
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.scanned import scanned
from checks.lib.quantities.scores import Score, Span, held, held_behind, nearest, said, scores, shots
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary

CODE = "score-in-table"
KINDS = ("count", "percent")  # of cells without a unit
HUNDRED = Decimal(100)
_PLAIN = re.compile(r"\d{1,3}(?:\.\d{1,3})?\s?%?")
_OF_MANY = re.compile(r"\s?(?:%|per ?cent) of ")
FAR = 4  # times apart: two measures


@check(CODE, version=8, severity="high", since="0.1.0")
def score_in_table(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A score that a sentence gives a model on a benchmark is the one that the table prints for the two.

    Why:
        A model card is written before the last checkpoint, and the table after it. Scores have no unit: nothing but the
        two names says which cell the number is, and nothing else would catch a slip.

    Flags:
        "Scores 83.7 on MATH" where the row MATH of that model's column prints 78.5; also where the models are the rows.

    Passes:
        Rounded scores; 0.785 beside 78.5; other tables that print what the sentence says; a sentence that says
        the cell's value as well, as a number of things.

    Does not judge:
        Sentences that name another model or benchmark than the labels do, word for word ("MMLU" is not "MMLU-Pro");
        gains, differences, numbers of one digit and those that count something; another number of shots, or another
        variant in brackets;
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            if sentence.asserted and not sentence.past and any(map(str.isdigit, sentence.passage.words)):
                yield from _check(sentence, index, corpus.vocabulary)


def _check(sentence: Sentence, index: Index, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    found = [one for one in scores(sentence.passage.words, vocabulary) if not _measured(one, sentence)]
    sheets = [told for told in index.about(sentence) if told.sheet.name] if found else []
    for score in found:
        named = [slot for told in sheets for slot in _named(sentence, score, told)]
        if len(named) != 1 or _agrees(score, named[0]) or _far(score, named[0]) or _is_part(score, sentence, named[0]):
            continue
        if _says(sentence, named[0], vocabulary):
            continue
        documents = sentence.passage.document, named[0].sheet.document
        if index.of_two_editions(*documents):
            yield Skip(CODE, _key(named[0], sentence), OTHER_EDITION)
        else:
            slots = [slot for told in sheets for slot in told.slots if slot.sheet is named[0].sheet]
            yield _finding(sentence, score, named[0], slots, index)


def _measured(score: Score, sentence: Sentence) -> bool:
    """Whether the number has a unit after all ("128 MiB"), or is too small to be no count: "on 1 chip"."""
    if re.fullmatch(r"\d", sentence.passage.words[score.start : score.end]):
        return True
    able = (one.amount for one in sentence.amounts if one.amount.kind != "count")
    return any(one.start < score.end and score.start < one.end for one in able)


def _named(sentence: Sentence, score: Score, told: Told) -> list[Slot]:
    """The cells of a sheet whose row and column the sentence names: one beside the number, the other anywhere."""
    slots = [slot for slot in told.slots if slot.amount.kind in KINDS and len(slot.labels) > 1 and _bare(slot)]
    rows = list(dict.fromkeys(_row(slot) for slot in slots))
    columns = list(dict.fromkeys(slot.column for slot in slots))
    text = sentence.passage.words
    both = [_sided(some, score, text, sentence.scope) for some in (rows, columns)]
    if not all(both) or not any(places for side in both for places in side.values()):
        return []
    known = names(text) | frozenset(name for over in sentence.scope for name in names(over, title=True))
    if known.isdisjoint(each.root for side in both for label in side for each in tokens(label)):
        return []  # "the default limit" names no model and no benchmark
    return [
        slot for slot in slots if _row(slot) in both[0] and slot.column in both[1] and _like(slot, both, sentence, told)
    ]


def _sided(labels: Sequence[str], score: Score, text: str, scope: Sequence[str]) -> dict[str, list[Span]]:
    """The one label of a side that a number is of, with its places in the sentence; none where its scope names it."""
    found = said(labels, text)
    # What stands behind the next number is of that one: "84.9 on MMLU and 71.6 on GPQA".
    here = {label: spans for label, spans in found.items() if any(one[0] < score.part[1] for one in spans)}
    if found and not here:
        return {}
    if len(here) > 1:
        near = nearest(score, text, [one for spans in here.values() for one in spans])
        here = {label: spans for label, spans in here.items() if set(spans) & set(near)}
    if here:
        return here if len(here) == 1 else {}
    for over in scope:
        if around := said(labels, over):
            return {label: [] for label in around} if len(around) == 1 else {}
    return {}


def _bare(slot: Slot) -> bool:
    return bool(_PLAIN.fullmatch(slot.sheet.document.text[slot.start : slot.end].strip("*_ ")))


def _row(slot: Slot) -> str:
    return slot.labels[0][1]


def _like(slot: Slot, both: Sequence[dict[str, list[Span]]], sentence: Sentence, told: Told) -> bool:
    """Whether nothing said of the number differs from the cell: shots, or a variant in brackets behind a name."""
    text = sentence.passage.words
    printed = [f"{header} {value}" for header, value in slot.settings]
    known = shots(*(f"{value}-shot" for header, value in slot.settings if "shot" in header.lower()), _row(slot))
    known = known or shots(slot.column, told.sheet.about)
    asked = shots(text)
    if asked and known and not asked & known:
        return False
    for side in both:
        for label, spans in side.items():
            mine = {word for span in spans for word in roots(tokens(held_behind(text, span)))}
            theirs = {word for words in held(label) for word in roots(tokens(words))}
            free = theirs | {
                word for words in (*printed, *(f"{one} shot" for one in known)) for word in roots(tokens(words))
            }
            if mine and not shots(*(held_behind(text, span) for span in spans)) and not mine & free:
                return False
    return True


def _agrees(score: Score, slot: Slot) -> bool:
    mine, theirs = score.amount.readings, slot.amount.readings
    pairs = ((mine, theirs), (mine.scaled(HUNDRED), theirs), (mine, theirs.scaled(HUNDRED)))
    return any(judge(one, other) != "inconsistent" for one, other in pairs)


def _says(sentence: Sentence, slot: Slot, vocabulary: Vocabulary) -> bool:
    """Whether a sentence prints the cell's value besides, as a number of things: "slide 5: eleven fans"."""
    said = (one.value for one in scanned(sentence.passage.words, 0, vocabulary) if one.kind == "count")
    return any(one.meets(slot.amount.readings.rounded) for one in said)


def _is_part(score: Score, sentence: Sentence, slot: Slot) -> bool:
    """Whether a percentage is what a number of things are of all: "71.5% of the 200 models" of 143."""
    words = sentence.passage.words
    said = "%" in words[score.start : score.end + 2] or _OF_MANY.match(words, score.end)
    return bool(said) and slot.amount.readings.rounded.lower > HUNDRED


def _far(score: Score, slot: Slot) -> bool:
    left, right = score.amount.readings.rounded, slot.amount.readings.rounded
    if not (left.bounded and right.bounded) or left.lower <= 0 or right.lower <= 0:
        return not (left.bounded and right.bounded and left.upper > 0 and right.upper > 0)
    return max(left.lower / right.upper, right.lower / left.upper) > FAR


def _key(slot: Slot, sentence: Sentence) -> tuple[str, ...]:
    return sentence.passage.document.name, slot.sheet.document.name, slot.sheet.name, _row(slot), slot.column


def _case(sentence: Sentence, score: Score, slot: Slot, slots: Sequence[Slot]) -> str:
    """Why the number may be of another case than the cell, "" where nothing says so."""
    if any(one.column == slot.column and _agrees(score, one) for one in slots):
        return "another row of the column prints it"
    labels = (text for label in (*slot.labels, *slot.settings) for text in label)
    around = section(slot.sheet.document, slot.start, sentence.passage.document.document_id, sentence.passage.start)
    case = otherwise(sentence.passage.words, score.start, score.end, (*labels, slot.sheet.about, *around))
    return f"the text may be of another case: {case!r}" if case else ""


def _finding(sentence: Sentence, score: Score, slot: Slot, slots: Sequence[Slot], index: Index) -> Finding:
    start = sentence.passage.start
    mine = index.places.printed(sentence.passage.document, start + score.start, start + score.end)
    cell = index.places.printed(slot.sheet.document, slot.start, slot.end)
    left, right = score.amount.readings.rounded, slot.amount.readings.rounded
    gap = left.distance(right)
    case = _case(sentence, score, slot, slots)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(gap)) if case else severity.of_gap(gap),
        message=f"the text of {mine.document} says {mine.quote}; table {slot.sheet.name} of {cell.document} prints "
        f"{cell.quote} for {_row(slot)}, {slot.column}",
        arithmetic=f"{mine.quote} allows {left}, {cell.quote} allows {right}: {apart(gap)}.",
        comparison=_key(slot, sentence),
        evidence=(mine, cell),
        likely_wrong_why=case or "the text may be of another checkpoint than the table, or one of them has a slip",
    )
