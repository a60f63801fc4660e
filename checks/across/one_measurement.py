"""One measurement, told twice: what distinguishes each statement decides, not its wording."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from checks.lib.findings import severity
from checks.lib.findings.full_pages import are_full
from checks.lib.findings.slips import slip_told, too_far
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.assertions import is_said
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import roots, tokens
from checks.lib.linking.rivals import Rivals
from checks.lib.linking.same_value import agrees, known_to, same
from checks.lib.linking.scenes import statistics
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.lines_apart import apart as apart_lines
from checks.lib.quantities.reckoned_from import changes_in, gives, middle, numbers_in
from checks.lib.statements.history import in_two_releases
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.telling.grids import Cell, Grid, grids
from checks.lib.telling.holds import able
from checks.lib.telling.measured import SHARE, Said, measured
from checks.lib.telling.told import VERBS
from checks.lib.values.cell_meant import Met, cell_of
from checks.lib.values.linked import contradicting
from checks.lib.values.two_told import Shared, case_between, two_sentences
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip

CODE = "one-measurement"
GRIDS = 12  # tables and lists that a sentence is held against: those that share most words with it
TELLING = 200  # places that share a word; it tells nothing when more do
SURE = 4  # shared words for more than a low finding
MOST = 6  # and for any finding, where pages print many numbers


@check(CODE, version=10, severity="medium", since="0.1.0")
def one_measurement(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A measurement that two statements tell has one value, however each of them words it.

    Why:
        A post is written months before the table that it should agree with; one of them is updated. Scores, error
        rates and accuracies are copied as often as times and rates.

    Flags:
        A value in words that is printed otherwise in the only cell, or labelled line, whose row and column it says
        ("the readout error is 7.4e-3" beside "Readout | 9.4e-3"), or in another sentence that shares most of its
        words, or gives it to the same release ("3.2 stopped at 71,000" in the notes of 3.3, 88,000 requests per
        second in those of 3.2). Low where a sentence says a condition that the other statement does not; where the
        two are the only values of their kind in two documents that share a few words; where a row is said, none of
        its columns, and none prints the value; where the two count by nouns that only one of them knows
        ("photographs", "images").

    Passes:
        Rounded values, other units of one dimension; values that another cell of the row or column gives, alone or with
        the one that is named (a sum, a difference, so many of it), or that another statement linked with either of the
        two agrees with.

    Does not judge:
        Two sentences of a page that prints more than a dozen values: what they share is what the page is about, and
        they tell its steps, sizes and variants; what shares fewer than six words on pages of many numbers; cells of
        other sections there, or of a column that nothing is said of; statements in which one class of token has two
        values: releases, months, quarters, counts of one noun, numbers behind one noun ("level 3", "level 9"),
        statistics, reads and writes, modifiers of one noun ("test split"); releases of a driver, cached and uncached;
        names that the other document lacks; goals, corrections, what was before; series of one sentence that several
        cells fit; documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = [grid for document in corpus.documents for grid in grids(document, index, corpus.vocabulary)]
    lines = _lines(every)
    told = [
        one
        for document in corpus.documents
        for sentence in index.sentences(document)
        for part in apart_lines(sentence, lines[document.document_id])
        for one in measured(part, index)
    ]
    said = [
        one
        for one in told
        if able(one) and not withdrawn.has(one.document.document_id, _printed(one)) and not _of_list(one, lines)
    ]
    rivals = Rivals(told, every)
    told_once: set[frozenset[Evidence]] = set()  # a labelled line is a cell and a sentence
    for each in chain(
        _against_cells(said, every, lines, rivals, index, corpus),
        _against_sentences(said, lines, rivals, index, corpus),
    ):
        pair = frozenset(each.evidence) if isinstance(each, Finding) else frozenset()
        if pair not in told_once or not pair:
            told_once.add(pair)
            yield each


def _lines(every: Sequence[Grid]) -> dict[str, list[int]]:
    """Where the labelled lines of each document print their values."""
    found: dict[str, list[int]] = defaultdict(list)
    for grid in every:
        found[grid.document.document_id] += [cell.slot.start for cell in grid.cells if not cell.slot.sheet.table]
    return found


def _of_list(one: Said, lines: Mapping[str, list[int]], least: int = 2) -> bool:
    """Whether a sentence is a list that lost its breaks: so many of its lines have values with labels."""
    passage = one.sentence.passage
    return sum(passage.start <= at < passage.end for at in lines[one.document.document_id]) >= least


def _printed(one: Said) -> str:
    return one.document.text[one.asserted.start : one.asserted.end]


def _against_cells(
    said: Sequence[Said],
    every: Sequence[Grid],
    lines: Mapping[str, list[int]],
    rivals: Rivals,
    index: Index,
    corpus: Corpus,
) -> Iterator[Finding | Skip]:
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, grid in enumerate(every):
        for word in sorted(_words(grid)):
            by_word[word].append(number)
    for one in said:
        counts = Counter(number for word in sorted(one.words | one.over) for number in by_word.get(word, ())[:TELLING])
        best = sorted(counts, key=lambda number: (-counts[number], number))[:GRIDS]
        if _of_list(one, lines, 1):  # the lines of one list are its rows
            best = [number for number in best if every[number].document != one.document]
        met = [
            (every[at], found)
            for at in sorted(best)
            if (found := cell_of(one, every[at], index, corpus.vocabulary, rivals))
        ]
        yield from _check_cells(one, met, index)


def _words(grid: Grid) -> frozenset[str]:
    texts = {text for cell in grid.cells for text in (cell.row, cell.column)} | {grid.about}
    return roots(one for text in texts for one in tokens(text)) - VERBS


def _check_cells(one: Said, met: Sequence[tuple[Grid, Met]], index: Index) -> Iterator[Finding | Skip]:
    """One cell, or several of one value, none of which agrees, and none of their neighbours does."""
    if not met or any(agrees(one.amount, found.cell.slot.amount) for _, found in met):
        return
    grid, first = met[0]
    if any(not agrees(first.cell.slot.amount, found.cell.slot.amount) for _, found in met[1:]):
        return
    beside = (each for each in grid.cells if each.row == first.cell.row or each.column == first.cell.column)
    if any(each.kind == first.cell.kind and same(one.amount, each.slot.amount) for each in beside):
        return
    slot = first.cell.slot
    # "Theoretical maximum: 1,800 requests/s" is what nobody measured.
    if not is_said(first.cell.label) or _given(
        one, slot.amount, [each for each in grid.cells if _beside(each, first.cell)], grid.about
    ):
        return
    quote = grid.document.text[slot.start : slot.end]
    if known_to(one, grid.document, quote) or _crowded(one, grid.document, first.shared):
        return
    key = (one.document.name, grid.document.name, first.cell.kind, first.cell.label)
    if index.of_two_editions(one.document, grid.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    place = (grid.document, slot.start, slot.end)
    if not _far(one, slot.amount, quote):
        yield _finding(one, place, slot.amount, first.case, first.shared, key, index, sure=not first.loose)


def _beside(each: Cell, cell: Cell) -> bool:
    return each.kind == cell.kind and (each.row == cell.row or each.column == cell.column)


def _given(one: Said, other: Amount, beside: Sequence[Cell], about: str) -> bool:
    """Whether a value is what the cells beside the one that it names make: "1.3 GB less", eight of 144 GB."""
    words = one.sentence.passage.words
    ranked = any(True for _ in statistics(words))  # what a p99 has more than a p90 is of nothing
    some = {middle(each.slot.amount.readings.rounded) for each in beside if not ranked}
    texts = (words, about, *(each.label for each in beside))
    numbers = {each for each in numbers_in(texts) if each % 1 == 0} | changes_in((words, about))
    value = middle(other.readings.rounded)
    return gives(one.amount.readings.rounded, value, some, numbers, share=one.amount.kind == SHARE)


def _against_sentences(
    said: Sequence[Said], lines: Mapping[str, list[int]], rivals: Rivals, index: Index, corpus: Corpus
) -> Iterator[Finding | Skip]:
    def hold(one: Said, other: Said) -> Shared | None:
        # A full page compares sizes, steps and variants in the same words: two of its sentences are of two of them.
        own = one.document.document_id
        if other.document.document_id == own and rivals.crowded(own):
            return None
        return two_sentences(one, other, index, corpus.vocabulary, rivals)

    for at, number, shared in contradicting(said, hold, lambda one: _of_list(one, lines, 1)):
        one, other = sorted((said[at], said[number]), key=_place)
        yield from _two_told(one, other, shared, index)


def _two_told(one: Said, other: Said, shared: Shared, index: Index) -> Iterator[Finding | Skip]:
    # A later note may tell what an earlier release did.
    of_one = bool(one.release and other.release and (one.explicit or other.explicit))
    if known_to(one, other.document, _printed(other)) or _crowded(one, other.document, shared.words):
        return
    if not of_one and in_two_releases(*_place_of(one), *_place_of(other)):
        return
    key = (*sorted((one.document.name, other.document.name)), one.amount.kind, *sorted(shared.words))
    if not of_one and index.of_two_editions(one.document, other.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    both = (one, other), (other, one)
    if any(_given(mine, theirs.amount, (), theirs.sentence.passage.words) for mine, theirs in both):
        return
    place = (other.document, other.asserted.start, other.asserted.end)
    if _far(one, other.amount, _printed(other)):
        return
    case = case_between(one, other)
    yield _finding(one, place, other.amount, case, shared.words, key, index, sure=not shared.loose)


def _far(one: Said, other: Amount, printed: str) -> bool:
    return too_far(one.amount.readings.rounded.distance(other.readings.rounded), _printed(one), printed)


def _crowded(one: Said, other: Document, shared: frozenset[str]) -> bool:
    """Whether the words that two statements share are those that pages of many numbers repeat everywhere."""
    return len(shared) < MOST and are_full(one.document, other)


def _place(one: Said) -> tuple[str, int]:
    return one.document.document_id, one.asserted.start


def _place_of(one: Said) -> tuple[Document, int]:
    return one.document, one.asserted.start


def _finding(
    one: Said,
    place: tuple[Document, int, int],
    amount: Amount,
    case: str,
    shared: frozenset[str],
    key: tuple[str, ...],
    index: Index,
    *,
    sure: bool = True,
) -> Finding:
    first = index.places.printed(one.document, one.asserted.start, one.asserted.end)
    second = index.places.printed(*place)
    left, right = one.amount.readings.rounded, amount.readings.rounded
    gap = left.distance(right)
    level = severity.at_most("medium", severity.of_told(gap, slip_told(first.quote, second.quote)))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if case or len(shared) < SURE or not sure else level,
        message=f"{first.quote} in {first.document} against {second.quote} in {second.document}: both speak of "
        f"{', '.join(sorted(shared))}",
        arithmetic=f"In base units {first.quote} allows {left}, {second.quote} allows {right}: {apart(gap)}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why=f"one may be of another case: {case!r}" if case else "one is told as often as the other",
    )
