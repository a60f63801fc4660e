"""A value that a sentence gives to one row of a table, and that the table prints in another row."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.sums_asked import is_difference
from checks.lib.language.tokens import GENERIC, every_root, root
from checks.lib.linking.reach import asserted
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.reckoning.beside import grids_of
from checks.lib.reckoning.grid import Entry, Grid
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, ulp

CODE = "neighbours-row"
TELLING, ROWS, WORDS = 2, 2, 2  # digits of a value, rows of a table, words of an abbreviation
LONG = 200  # characters from a sentence to the next one, which goes on about the same row
# Of whom the value is then, or what it is over, no label says.
_OTHERS = re.compile(
    r"\b(?:other|others|another|predecessor|successor|rivals?|former|latter|previous\w*|earlier|sister|sibling|respectively|"
    r"than|versus|vs|against|compared|instead|rather|whereas|while|unlike|from|between|both|up to|if|would|could|"
    r"(?:small|larg|bigg|old|new|fast|slow|cheap)er)\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(?:it|its|so|such|this|these|that|there)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_KEY = re.compile(r"(?P<n>\d[\d,]*(?:\.\d+)?)")
_EACH = re.compile(r"\beach\b", re.IGNORECASE)  # reads as a one elsewhere
_INITIALS = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Taken:
    """A value of a sentence with the cell that it should be, in the named row, and the one that it is, in another."""

    one: Asserted
    grid: Grid
    meant: Entry
    printed: Entry


@check(CODE, version=1, severity="low", since="0.1.0")
def neighbours_row(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence tells of one row of a table is in that row, not in the one beside it.

    Why:
        "Preset 6 runs at 96 frames per second" of a table in which preset 8 does and preset 6 does 41. Who types a
        sentence from a table slips by a line, and the number looks right, since the column has it.

    Flags:
        A value in a sentence that says the whole label of one row, and of no other, where only another row prints the
        value below the one column of its kind. A number that is a label is said beside the words of its header
        ("preset 6"); capitals stand for words with these initials ("HA"); a sentence that goes on ("it", "so") is of
        the row of the one before. Rows of another document are said by a code. Low.

    Passes:
        Rounded values; values that any cell of the row has too; what words say to lie between two values.

    Does not judge:
        Sentences that speak of another one without its label ("the smaller", "than before"), that name two rows, or
        that print the row's own value besides; values of one digit; tables with two columns of a kind that both print
        the value; documents of different dates (skipped).
    """
    index = index_of(corpus)
    grids = grids_of(corpus, index)
    every = [one for document in corpus.documents for one in grids.of(document) if len(one.rows) >= ROWS]
    for document in corpus.documents if every else ():
        for before, sentence in _paired(index.sentences(document)):
            if sentence.amounts and not sentence.past and not _OTHERS.search(sentence.passage.words):
                for grid in every:
                    for one in _taken(sentence, before, grid):
                        yield _judged(one, index)


def _paired(every: Sequence[Sentence]) -> Iterator[tuple[Sentence | None, Sentence]]:
    yield from zip((None, *every), every, strict=False)


def _taken(sentence: Sentence, before: Sentence | None, grid: Grid) -> Iterator[Taken]:
    row = _row(sentence, grid)
    if row is None and before and _goes_on(before, sentence):
        row = _row(before, grid)
    if row is None:
        return
    for one in sentence.amounts:
        start, end = one.amount.start, one.amount.end
        if asserted(sentence, start, end) and not is_difference(sentence.passage.words, start, end):
            yield from _of_row(one, grid, row, sentence)


def _goes_on(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence goes on about what the one right before it names, in one paragraph."""
    first, second = before.passage, sentence.passage
    between = first.document.text[first.end : second.start]
    return "\n\n" not in between and len(between) < LONG and bool(_AGAIN.search(second.words))


def _row(sentence: Sentence, grid: Grid) -> int | None:
    """The one row of a grid whose label a sentence says."""
    text = sentence.passage.words
    said = every_root(_EACH.sub(" ", text)) | _abbreviated(text)
    named = [at for at, label in enumerate(grid.rows) if at not in grid.summaries and _says(label, text, said, grid)]
    words = {at: every_root(_label(grid.rows[at])) for at in named}
    named = [at for at in named if not any(words[at] < words[other] for other in named)]
    if len(named) != 1:
        return None
    own = grid.document is sentence.passage.document
    return named[0] if own or _is_code(_label(grid.rows[named[0]])) else None


def _label(row: str) -> str:
    return row.split(" | ", maxsplit=1)[0]


def _is_code(label: str) -> bool:
    return any(map(str.isdigit, label)) and any(map(str.isalpha, label)) and " " not in label.strip()


def _says(label: str, text: str, said: frozenset[str], grid: Grid) -> bool:
    """Whether a text says all of a label; of a mere number beside a word of what stands over it."""
    first = _label(label).strip()
    if not _KEY.fullmatch(first):
        words = every_root(first) - GENERIC
        return bool(words) and words <= said and any(map(str.isalpha, first))
    nouns = every_root(grid.corner) - GENERIC
    number = re.escape(first)
    beside = re.finditer(
        rf"(?<![\w.,])(?:(?P<a>[A-Za-z]+) {number}(?![\w.,]*\d|\s?%)|{number}[ -](?P<b>[A-Za-z]+))", text
    )
    return any(root(one["a"] or one["b"]) in nouns for one in beside)


def _abbreviated(text: str) -> frozenset[str]:
    """The initials of words that stand side by side: "HA" of "high availability"."""
    words = _INITIALS.findall(text)
    pairs = (words[at : at + many] for many in (2, 3, 4) for at in range(len(words) - many + 1))
    return frozenset("".join(one[0] for one in some).lower() for some in pairs)


def _of_row(one: Asserted, grid: Grid, row: int, sentence: Sentence) -> Iterator[Taken]:
    mine = _value(one)
    able = [each for each in grid.entries if mine and alike(each.amount, one.amount) and each.row not in grid.summaries]
    columns = {each.column for each in able}
    if mine is None or len(columns) != 1:
        return
    own = [each for each in able if each.row == row]
    having = [each for each in able if each.value.meets(mine)]
    if len(own) != 1 or len(having) != 1 or having[0].row == row or _prints(sentence, own[0], one):
        return
    yield Taken(one, grid, own[0], having[0])


def _value(one: Asserted) -> Interval | None:
    """What the print of an amount allows, whatever bounds it: "at most 44 minutes" prints 44."""
    digits = _NUMBER.search(one.passage.words, one.amount.start, one.amount.end)
    if digits is None or sum(map(str.isdigit, digits.group())) < TELLING or one.amount.kind == "count":
        return None
    value, half = Decimal(digits.group().replace(",", "")), ulp(digits.group()) / 2
    return Interval(value - half, value + half).scaled(one.amount.unit * _power(one.amount, value))


def _power(amount: Amount, value: Decimal) -> Decimal:
    """What "million" or "K" behind the digits makes of them."""
    middle = amount.readings.rounded
    if not middle.bounded or not value or not amount.unit:
        return Decimal(1)
    times = (middle.lower + middle.upper) / 2 / amount.unit / value
    return next((power for power in (Decimal(1), Decimal(10) ** 3, Decimal(10) ** 6, Decimal(10) ** 9)
                 if abs(times / power - 1) < Decimal("0.2")), Decimal(1))  # fmt: skip


def _prints(sentence: Sentence, own: Entry, one: Asserted) -> bool:
    """Whether a sentence prints the row's own value besides."""
    others = (each.amount for each in sentence.amounts if each is not one)
    return any(alike(each, own.amount) and each.readings.rounded.meets(own.value) for each in others)


def _judged(one: Taken, index: Index) -> Finding | Skip:
    document, other = one.one.document, one.grid.document
    label = _label(one.grid.rows[one.meant.row])
    key = (document.name, other.name, one.grid.name, label, one.grid.columns[one.meant.column])
    if index.of_two_editions(document, other):
        return Skip(CODE, key, OTHER_EDITION)
    return _finding(one, label, key, document, index)


def _finding(one: Taken, label: str, key: tuple[str, ...], document: Document, index: Index) -> Finding:
    said = index.places.printed(document, one.one.start, one.one.end)
    meant, printed = (
        index.places.printed(one.grid.document, each.start, each.end) for each in (one.meant, one.printed)
    )
    neighbour = _label(one.grid.rows[one.printed.row])
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document} says {said.quote} of {label!r}, for which table {one.grid.name} of "
        f"{meant.document} prints {meant.quote}; {printed.quote} is that of {neighbour!r}",
        arithmetic=f"{key[-1]}: {label} {meant.quote}, {neighbour} {printed.quote}.",
        comparison=key,
        evidence=(said, meant),
        likely_wrong_why="the value of the row beside it",
    )
