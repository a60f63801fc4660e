"""The factors of a chart or table against the times or rates that a sentence or note lists for its rows."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.ahead import LARGE_WINS
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge
from schemas.number_words import ONES

CODE = "factors-of-runs"
KINDS = ("time", "rate", "bandwidth", "energy", "compute")
LEAST = 2  # runs that a sentence lists
FAR = 50  # times apart: two things
_WORD = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*")
_STOP = frozenset(
    "on in with for using by at of the a an and or to from under took takes needed needs is was it its our run runs "
    "than while against versus vs only just about respectively system time".split()
)
_BREAK = re.compile(r"[;,:](?=\s)|\s(?:and|while|but|whereas|against|versus|vs\.?|compared|to|than)\s|[()]")


Columns = dict[str, list[Slot]]


@dataclass(frozen=True, slots=True)
class _Run:
    """A value of a sentence, and the row of factors that its words name."""

    value: Asserted
    row: Slot


@check(CODE, version=1, severity="high", since="0.1.0")
def factors_of_runs(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A column of factors is what the times or rates that a sentence lists for its rows give over the row of 1x.

    Why:
        The bars say 1x, 4.5x and 12x, the footnote the hours that they were made of. Whoever divides finds 8x for the
        last one, and nobody divides a footnote.

    Flags:
        "62.4 hours on 32 CPU cores, 13.9 hours on one G80, 7.8 hours on four G80" beside bars of these three that are
        labelled 1x, 4.5x and 12x: every value whose words are of one row only, over that of the row that prints 1.

    Passes:
        Factors within rounding; a sentence that lists no value for the row of 1x.

    Does not judge:
        Values whose words fit several rows; lists of which no factor agrees in another document; documents of different
        dates (skipped).
    """
    index = index_of(corpus)
    known: dict[int, Columns] = {}  # of each sheet, read once for all sentences
    for document in corpus.documents:
        for sentence in index.sentences(document):
            able = [one for one in sentence.amounts if one.amount.kind in KINDS]
            if len(able) >= LEAST and sentence.asserted and not sentence.past:
                sheets = {id(one): one for one in (*index.of(document), *index.about(sentence)) if one.sheet.table}
                for told in sheets.values():
                    if id(told) not in known:
                        known[id(told)] = _columns(told)
                    yield from _check(sentence, able, told, known[id(told)], index)


def _columns(told: Told) -> Columns:
    columns: Columns = defaultdict(list)
    for slot in told.slots:
        if slot.amount.kind == "factor":
            columns[slot.column].append(slot)
    return columns


def _check(
    sentence: Sentence, able: Sequence[Asserted], told: Told, columns: Columns, index: Index
) -> Iterator[Finding | Skip]:
    for column, slots in columns.items():
        runs = _runs(sentence, able, slots)
        base = next((one for one in runs if Decimal(1) in one.row.amount.readings.rounded), None)
        others = [one for one in runs if one is not base]
        if base is None or not others or not all(alike(one.value.amount, base.value.amount) for one in others):
            continue
        wrong = [one for one in others if judge(one.row.amount.readings, _given(base, one)) == "inconsistent"]
        own = told.sheet.document.document_id == sentence.passage.document.document_id
        if not wrong or (len(wrong) == len(others) and not (own and len(others) == 1)):
            continue
        key = (sentence.passage.document.name, told.sheet.document.name, told.sheet.name, column)
        if index.of_two_editions(sentence.passage.document, told.sheet.document):
            yield Skip(CODE, key, OTHER_EDITION)
        else:
            yield from (_finding(base, one, told, index, key) for one in wrong if _gap(base, one) < FAR)


def _runs(sentence: Sentence, able: Sequence[Asserted], slots: Sequence[Slot]) -> list[_Run]:
    """Each value with the one row whose words are all those that are said of it; no row twice."""
    labels = {id(slot): _words(" ".join(label for kind, label in slot.labels if kind != COLUMN)) for slot in slots}
    found = []
    for value, phrases in zip(able, _phrases(sentence, able), strict=True):
        for words in filter(None, map(_words, phrases)):
            rows = [slot for slot in slots if words <= labels[id(slot)]]
            if len(rows) == 1:
                found.append(_Run(value, rows[0]))
                break
    rows_ = [id(one.row) for one in found]
    return found if len(set(rows_)) == len(rows_) else []


def _phrases(sentence: Sentence, able: Sequence[Asserted]) -> Iterator[tuple[str, str]]:
    """What is said behind each value up to the next break, and before it from the last one."""
    text = sentence.passage.words
    before = [0, *(one.amount.end for one in able[:-1])]
    following = [*(one.amount.start for one in able[1:]), len(text)]
    for one, last, first in zip(able, before, following, strict=True):
        behind = text[one.amount.end : first].lstrip(" (")
        yield _BREAK.split(behind, maxsplit=1)[0], _BREAK.split(text[last : one.amount.start])[-1]


def _words(text: str) -> frozenset[str]:
    found = (match.group().lower() for match in _WORD.finditer(text))
    return frozenset(str(ONES.get(word, word)).removesuffix("s") for word in found if word not in _STOP)


def _given(base: _Run, one: _Run) -> Readings:
    """How many times better than the base a run is, by their values."""
    left, right = base.value.amount.readings, one.value.amount.readings
    return right / left if one.value.amount.kind in LARGE_WINS else left / right


def _gap(base: _Run, one: _Run) -> Decimal:
    return one.row.amount.readings.rounded.distance(_given(base, one).rounded)


def _finding(base: _Run, one: _Run, told: Told, index: Index, key: tuple[str, ...]) -> Finding:
    document = one.value.passage.document
    values = [index.places.printed(document, each.value.start, each.value.end) for each in (base, one)]
    cell = index.places.printed(told.sheet.document, one.row.start, one.row.end)
    given, allowed = _given(base, one).rounded, one.row.amount.readings.rounded
    label = " ".join(label for kind, label in one.row.labels if kind != COLUMN)
    gap = _gap(base, one)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{told.sheet.document.name} prints {cell.quote} for {label}; {document.name} lists {values[0].quote} "
        f"and {values[1].quote}, which give {come_to(given)}",
        arithmetic=f"{cell.quote} allows {allowed}; {values[0].quote} and {values[1].quote} allow {given}: "
        f"{apart(gap)}.",
        comparison=(*key, label),
        evidence=(cell, *values),
        likely_wrong_why="the factor, or one of the two values that it was made of",
    )
