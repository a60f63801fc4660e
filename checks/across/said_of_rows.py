"""What a sentence says of all, none or so many rows of a table or list, or of the best of them, against these rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.columns.boards import Board, Boards, Place, boards_of
from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_section
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.held_back import held_back
from checks.lib.language.orders import COMPARATIVES
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.linking.other_codes import other_codes
from checks.lib.linking.reach import asserted
from checks.lib.ordering.bests_said import bests
from checks.lib.ordering.changes_of_rows import Changed, changed, changes
from checks.lib.ordering.limits_said import limits
from checks.lib.ordering.rows_limited import Side, sides
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, numbers
from checks.lib.quantities.scanned import content
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "said-of-rows"
SHOWN = 4  # cells that a finding quotes
TOPIC = 2  # words of a table's titles that a change of another document says
_ORDERS = frozenset(map(root, COMPARATIVES))


@dataclass(frozen=True, slots=True)
class _Unmet:
    """What is said at [start, end) of a document, and the cells of a board that speak against it."""

    sentence: Sentence
    start: int
    end: int
    board: Board
    column: str
    cells: Sequence[Place]
    told: str  # what the rows give


@check(CODE, version=5, severity="low", since="0.1.0")
def said_of_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said of all rows of a table or list, of none, of one, of so many or of the best of them, holds for them.

    Why:
        "Not one runtime goes over 200 ms" is true of the draft. Then a row is measured again, and the sentence has
        neither its name nor its value in it.

    Flags:
        A number of the unit or noun of a column, list or chart in a clause that says how many of several are on its
        side: "not one over 200 ms" with a row of 231, "each clears the 60 fps line", "three go past one second" where
        two do, "alone in getting past the thousand-frame mark", "single-digit milliseconds in every region". A factor
        or percentage of change that is said of all ("every laboratory does 20 % more") or of the best ("up to 45 %
        less"), where no two columns of one kind give it. "At its fastest row 210 MB/s" that no row prints. Always low.

    Passes:
        What any column that can be meant about as well bears out; rows of which print leaves the side open; rows
        against it that the sentence names itself ("all but", "Welsh apart"); sums and values that are said elsewhere.

    Does not judge:
        Changes that are said in another section of the page, or in a document that says neither a column's header nor
        two words of the table's titles, or of some rows only that a word of their labels tells from the others; numbers
        without the grammar of a limit that are less round than limits are; clauses that say a word of some rows only,
        or a condition on the rows; means, goals and the past; columns of fewer than two rows; documents that lack a
        name or have another release; other dates (skipped).
    """
    index = index_of(corpus)
    boards = boards_of(corpus, index)
    printed = [one for each in corpus.documents for some in index.sentences(each) for one in numbers(some)]
    for document in corpus.documents:
        for sentence in index.sentences(document):
            if not sentence.past:
                for one in _unmet(sentence, _able(sentence, boards, index), printed, corpus.vocabulary):
                    if asserted(sentence, one.start - sentence.passage.start, one.end - sentence.passage.start):
                        yield _judged(one, index)


def _able(sentence: Sentence, boards: Boards, index: Index) -> list[Board]:
    """The boards that a sentence can be of: none of a document that lacks what it names, or of another release."""
    text = sentence.passage.words
    near = boards.near(roots(tokens(" | ".join((text, *sentence.scope)))), sentence.passage.document)
    return [one for one in near if not _foreign(sentence, one, index)]


def _foreign(sentence: Sentence, board: Board, index: Index) -> bool:
    document = board.document
    if document.document_id == sentence.passage.document.document_id:
        return False
    known = index.words[document.document_id]
    return other_codes(sentence.passage.words, known) or index.other_version(sentence, document)


def _unmet(
    sentence: Sentence, boards: Sequence[Board], printed: Sequence[Number], vocabulary: Vocabulary
) -> Iterator[_Unmet]:
    """The limits, changes and extremes of a sentence that no column that it can mean bears out."""
    for limit in limits(sentence, vocabulary):
        if not held_back(limit.part.whole) and (side := _least(list(sides(limit, boards)))):
            yield _of_side(sentence, side)
    for best in bests(sentence):
        if side := best.beaten(list(sides(best.limit, boards)), printed):
            ends = sorted(side.field.places.values(), key=lambda one: one.value.lower)
            told = "the least and the most are others"
            at = best.limit.number.start, best.limit.number.end
            yield _Unmet(sentence, *at, side.board, side.field.label, (ends[-1], ends[0]), told)
    for change in changes(sentence):
        found = list(changed(change, boards))
        meant = [one for one in found if _tied(sentence, one)]
        if meant and all(one.wrong for one in found):
            yield _of_change(sentence, meant[0])


def _tied(sentence: Sentence, one: Changed) -> bool:
    """Whether a change is of two columns: of its own section, or of another document whose columns or titles it says.

    "Up to 32x" is true of some thing on every page of a vendor; of which, hardly ever a table further down.
    """
    board, document = one.board, sentence.passage.document
    if board.document is document:
        return in_section(document, sentence.passage.start, [board.start])[0]
    words = content(one.change.part.whole)
    headed = words & content(f"{one.left.label} | {one.right.label}")
    return bool(headed) or len((words & board.topic) - _ORDERS) >= TOPIC


def _least(every: Sequence[Side]) -> Side | None:
    """Of the columns that a limit is most likely of the one that comes nearest to it; None where one bears it out."""
    best = max((one.points for one in every), default=0)
    top = [one for one in every if one.points == best]
    wrong = top and all(one.wrong and one.split and one.tied and not one.told for one in top)
    return min(top, key=lambda one: len(one.against)) if wrong else None


def _of_side(sentence: Sentence, side: Side) -> _Unmet:
    number, field = side.limit.number, side.field
    many = [sum(one is way for one in side.truths.values()) for way in (True, False)]
    told = f"{many[0]} of {len(side.truths)} are below it and {many[1]} above"
    cells = [field.places[key] for key in side.against]
    return _Unmet(sentence, number.start, number.end, side.board, field.label, cells, told)


def _of_change(sentence: Sentence, one: Changed) -> _Unmet:
    start, multiple = sentence.passage.start, one.change.multiple
    cells = [field.places[key] for key in one.against for field in (one.left, one.right)]
    column = f"{one.left.label}, {one.right.label}"
    told = f"{listed(one.against)} come to {listed(str(one.factors[key]) for key in one.against)} times"
    return _Unmet(sentence, start + multiple.start, start + multiple.end, one.board, column, cells, told)


def _judged(one: _Unmet, index: Index) -> Finding | Skip:
    passage, board = one.sentence.passage, one.board
    key = passage.document.name, board.document.name, board.table, one.column, board.noun
    if index.of_two_editions(passage.document, board.document):
        return Skip(CODE, key, OTHER_EDITION)
    said = index.places.printed(passage.document, one.start, one.end)
    cells = [index.places.printed(board.document, each.start, each.end) for each in one.cells[:SHOWN]]
    where = f"{board.table} of {board.document.name}" if board.table else f"the list of {board.document.name}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says {said.quote!r} of rows; in {where} ({one.column or board.about}) "
        f"{one.told}",
        arithmetic=f"the values that decide: {listed(cell.quote for cell in cells)}.",
        comparison=key,
        evidence=(said, *cells),
        likely_wrong_why="the words sum up the rows, or a row that was changed after them",
    )
