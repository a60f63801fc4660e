"""Statements that order values ("only", "none", "all but one below", "second best", "ahead of") against the values."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from checks.lib.columns.boards import Board, Boards, boards_of
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_section
from checks.lib.language.axes import which
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.held_back import HELD_BACK, unaddressed
from checks.lib.language.orders import BODIES, COMPARATIVES, SUPERLATIVES, Order, positive
from checks.lib.language.tokens import GENERIC, coded, root, roots, tokens
from checks.lib.linking.other_codes import other_codes
from checks.lib.linking.reach import asserted, strange
from checks.lib.ordering.against_said import Against
from checks.lib.ordering.bounds_said import Bound
from checks.lib.ordering.ordered import Said, ordered
from checks.lib.ordering.ranks_said import Rank
from checks.lib.ordering.standing import Reading, named
from checks.lib.ordering.trends import Trend
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import quoted
from checks.lib.telling.told import VERBS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Severity, Skip

CODE = "order-in-words"
SHOWN = 4  # cells that a finding quotes
TWO = 2  # names in a headline
TIED = 3  # words, names and headers that a statement shares with a board of another document
_HELD_BACK = re.compile(
    rf"{HELD_BACK}|"
    r"(?<!do)(?<!does)(?<!did)n[’']t\b|\?|\[\^\w|[†‡]|"
    r"\bcan\b|\bno[ -]longer\b|^\W*(?:which|what|who|how|for the best|for best)\b|\bthe next\b|"
    r"\bnot\b(?! (?:a single|one|once)\b)",
    re.IGNORECASE,
)
# What moved did so when something else was done: that it was is no condition.
_HELD_FROM = re.compile(
    r"\b(?:if|unless|almost|nearly|might|could|would|should|may|so far|ever|to date|expect\w*|aims?|goals?|targets?|"
    r"guarantee\w*|must|can)\b|n[’']t\b|\?|\bnot\b(?! (?:a single|one|once)\b)|\bno[ -]longer\b",
    re.IGNORECASE,
)
_ORDERS = frozenset(map(root, (*COMPARATIVES, *SUPERLATIVES)))
_PER = re.compile(r"\bper ([a-z]+)")
# "The fastest in 44% of them": first in some cases, and nothing of all together.
_OFTEN = re.compile(r"\bin\s(?:(?:about|some|only|just|nearly|over|almost)\s)?\d+(?:\.\d+)?\s?(?:%|per\s?cent\b)")
_FIELD = re.compile(r"\b(?:category|class|division|segment|tier|league)\b", re.IGNORECASE)


@check(CODE, version=11, severity="high", since="0.1.0")
def order_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to be the lowest, the only one, all or none of some, or ahead of another, is so in the values.

    Why:
        "No other entrant needed less than ten minutes" has one figure, and that one is right. What is wrong is a row
        that the sentence does not name, and only who reads all of them finds it.

    Flags:
        How many are under a bound or over it ("all", "none", "only Corvid", "five of the six", "all but two"); one set
        before or behind another, or before all others, in so many cases too; places ("second best", "the two fastest",
        "first or second in six of the seven"), also against a column that prints them ("Rank");
        "1.6 times as long" of the quicker one; what rose, fell or got better between two rows or columns ("climbed with
        7.3", "fewer in autumn than in summer"), for how many of them, and by no more than so much; averages outside of
        the values that they are taken of. Held against columns, rows and lists by the kind of value and the words of
        the header, where none that they can mean bears it out.

    Passes:
        Ties, and values that rounding may put on either side of a bound; of "the only open engine" the rows that no
        cell calls open.

    Does not judge:
        Bounds of what a code names that some rows have in their labels; percentages of columns that print none in a
        table that is read by its columns; places and comparisons under a condition that the table knows nothing of, of
        another field than the table's or of another number of rows; hedged ones; adjectives of another kind of value
        than the column's ("longer" of a
        rate); moves without two ends that the sentence, or the order of times or releases, gives. Moves, averages,
        bounds under such a condition and all that says no word of a column's header, where there are others, say "low";
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    boards = boards_of(corpus, index)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            if sentence.past:
                continue
            for one in ordered(sentence):
                held = _HELD_FROM if isinstance(one, Trend) else _HELD_BACK
                if not held.search(unaddressed(one.part.whole)) and asserted(
                    sentence, one.part.start, one.part.start + len(one.part.text)
                ):
                    yield from _check(sentence, one, boards, index)


def _check(sentence: Sentence, one: Said, boards: Boards, index: Index) -> Iterator[Finding | Skip]:
    words = roots(tokens(" | ".join((sentence.passage.words, *sentence.scope))))
    found = []
    for board in boards.near(words, sentence.passage.document):
        if _able(sentence, one, board, index):
            lacking = coded(sentence.passage.words) - index.words[board.document.document_id]
            known = _known(sentence, one, board, index)
            found += [
                _weighed(each, known=known and not lacking)
                for each in one.readings(board)
                if _fits(one, each)
                and _linked(sentence, each)
                and (known or (each.evidence and isinstance(one, Bound)))
            ]
    if not found or not all(each.wrong for each in found):
        return
    best = max(found, key=lambda each: each.evidence)
    if index.of_two_editions(sentence.passage.document, best.board.document):
        yield Skip(CODE, _key(sentence, best), OTHER_EDITION)
    else:
        yield _finding(sentence, one, best, index)


def _weighed(reading: Reading, *, known: bool) -> Reading:
    """A reading that is sure where words of a header are said, or nothing else is printed that could be meant.

    `known` is whether a board speaks of all the conditions of a clause: else it may be of others.
    """
    tied = known and (reading.evidence or reading.board.width == 1)
    return replace(reading, sure=reading.sure and bool(tied))


def _fits(one: Said, reading: Reading) -> bool:
    """Whether a column beside others can be what an adjective orders: "the strongest cup" is of no number of cups."""
    order = _order(one) if isinstance(one, Against | Rank) else None
    if order is None or order.kinds != BODIES or reading.board.width == 1:
        return True
    return bool(roots(tokens(order.called)) & roots(tokens(reading.field.label)))


def _order(one: Against | Rank) -> Order:
    return one.at.order if isinstance(one, Against) else one.order


def _able(sentence: Sentence, one: Said, board: Board, index: Index) -> bool:
    """Whether a board can be of what a sentence is: no other version, setting or field."""
    document, text = board.document, sentence.passage.words
    here = index.words[document.document_id]
    field = _FIELD.search(text)
    if field and not (roots(tokens(field.group())) & here):
        return False
    if isinstance(one, Rank) and _OFTEN.search(text):
        return False
    own = document.document_id == sentence.passage.document.document_id
    if not own and (other_codes(text, here) or index.other_version(sentence, document)):
        return False
    labels = [each.label for each in board.fields]
    rest = unaddressed(one.rest)
    bare = replace(sentence, passage=replace(sentence.passage, words=rest))
    if index.unlike(None, bare, [" | ".join((board.about, *labels))], document):
        return False
    moved = isinstance(one, Trend) and _rated(text, labels) & frozenset(map(root, _PER.findall(one.part.whole.lower())))
    return not (own and moved)


def _known(sentence: Sentence, one: Said, board: Board, index: Index) -> bool:
    """Whether a board speaks of every condition of a clause."""
    document, text, rest = board.document, sentence.passage.words, unaddressed(one.rest)
    own = document.document_id == sentence.passage.document.document_id
    if own and isinstance(one, Trend):  # why it moved is no condition
        return True
    here, labels = index.words[document.document_id], [each.label for each in board.fields]
    over = roots(tokens(" | ".join((sentence.passage.document.title, *sentence.scope[1:]))))
    known = board.words | over | ((VERBS | _ORDERS) - positive(one.rest)) | (frozenset() if own else here)
    # "In all four workloads": how many there are ties them, whatever they are called.
    many = getattr(one, "quantifier", None)
    known |= roots(tokens(many.noun)) if many and many.m else frozenset()
    # A code that a page only leaves out is no condition of another one.
    known |= coded(text) if not other_codes(text, here) else frozenset()
    return not _strange(rest, known - _rated(text, labels), labels)


def _rated(text: str, labels: Sequence[str]) -> frozenset[str]:
    """What a clause counts by, of which no header speaks: "per gigabyte", where a price is for a seat."""
    return frozenset(map(root, _PER.findall(text.lower()))) - roots(tokens(" | ".join(labels)))


def _strange(text: str, known: frozenset[str], labels: Sequence[str]) -> bool:
    """Whether a clause says a condition of which nothing is known: but for the last word behind one that is."""
    # "Per tonne" is what "kWh/t" says.
    per = {root(one) for one in _PER.findall(text) if any(f"/{one[0]}" in label.replace(" ", "") for label in labels)}
    odd = strange(text, known | per)
    if not odd:
        return False
    ordered_ = [each.root for each in tokens(text)]
    before = {word: ordered_[at - 1] if at else "" for at, word in enumerate(ordered_)}
    return any(before.get(word, "") not in known or before[word] in GENERIC for word in odd)


def _linked(sentence: Sentence, reading: Reading) -> bool:
    """Whether a statement and a board share enough for the one to be of the other."""
    board = reading.board
    text = sentence.passage.words
    said = named(board.who, text)
    heads = which([each.label for each in board.fields], text)
    if not said and len(heads) == TWO:  # rows that only a number tells apart: the columns are the sides
        said = list(heads)
    names = len(said)
    if board.document.document_id == sentence.passage.document.document_id:
        near = in_section(board.document, sentence.passage.start, [board.start])[0]
        return (near and bool(names or reading.evidence)) or (names >= TWO and _only(board, said))
    over = " | ".join((text, *sentence.scope))
    topic = len(roots(tokens(over)) & (board.topic | roots(tokens(board.noun))))
    return 2 * min(names, 2) + min(topic, 3) + min(reading.evidence, 2) >= TIED


def _only(board: Board, labels: Sequence[str]) -> bool:
    """Whether no other table of its document has these labels: a headline may stand far from the only one."""
    tables = board.document.tables
    texts = ({cell.text for row in (table.columns, *table.rows) for cell in row} for table in tables)
    return bool(board.table) and sum(len(each.intersection(labels)) == len(labels) for each in texts) == 1


def _severity(reading: Reading, *, far: bool) -> Severity:
    """How bad it is that a statement is wrong; a loose link says "low"."""
    return "low" if not reading.sure else "high" if far else "medium"


def _key(sentence: Sentence, reading: Reading) -> tuple[str, ...]:
    board = reading.board
    return sentence.passage.document.name, board.document.name, board.table, reading.field.label, board.noun


def _finding(sentence: Sentence, one: Said, reading: Reading, index: Index) -> Finding:
    board, passage = reading.board, sentence.passage
    shown = reading.cells[:SHOWN]
    cells = [index.places.printed(board.document, place.start, place.end) for _, place in shown]
    start = passage.start + one.part.start
    text = one.part.text
    left = len(text) - len(text.lstrip())
    said = quoted(passage.document, start + left, start + len(text.rstrip()))
    where = f"{board.table} of {board.document.name}" if board.table else f"the list of {board.document.name}"
    printed = any(re.search(rf"(?<![\w.,]){re.escape(one.quote)}(?![\w]|[.,]\d)", passage.words) for one in cells)
    values = ", ".join(f"{label} {cell.quote}" for (label, _), cell in zip(shown, cells, strict=True))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=_severity(reading, far=printed or board.document is not passage.document),
        message=f"{passage.document.name} says '{said.quote}'; in {where} ({reading.field.label or board.about}) "
        f"{reading.told}",
        arithmetic=f"the values that decide: {values or 'none'}.",
        comparison=_key(sentence, reading),
        evidence=(said, *cells),
        likely_wrong_why="the words sum up the values, the table prints them",
    )
