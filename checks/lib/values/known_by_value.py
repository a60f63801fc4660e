"""Sentences that print the number of one cell, and say of it what another row or column of that table is called.

The number is the link: three digits that no other cell of the documents prints. Whatever the sentence then says of how
it was had must hold for the cell's own row and column.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.about import Index
from checks.lib.language.conditions import Condition, conditions
from checks.lib.language.tokens import GENERIC, every_root
from checks.lib.quantities.asserted import Sentence
from schemas.document import Cell, Document, Table
from schemas.number_words import ANY_NUMBER, count

DIGITS = 3  # of a number that two cells hardly share
ROWS, COLUMNS = 40, 14  # of a table that somebody reads a value from
ABOVE, BELOW = 700, 300  # characters around a table that say in what its numbers are
SHORT = 1000  # a lower whole number says nothing without its noun
_NUMBER = re.compile(r"(?<![\w.,$€£-])(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d]|[.,]\d|\s?[x×](?!\w))")
_SAID = re.compile(r"\d+(?:[.,]\d+)*[A-Za-z]*")
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_UNIT = re.compile(r"\s?(?P<unit>(?:[A-Za-zµ%][\w%/-]*\s?){1,2})")
# What comes before a number that was left behind, or that something is held against.
_FORMER = re.compile(
    r"\b(?:from|than|over|against|versus|vs\.?|instead of|before|was|were|had|previous\w*|earlier|last|old|up|"
    r"compared (?:to|with)|of the)\s(?:\w+\s){0,3}$",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"[^,;.]{0,60}?\b(?:before|earlier|previous\w*|last|old|in the (?:past|first))\b", re.IGNORECASE)
_BREAK = re.compile(r";\s|,\s|\s(?:and|while|whereas|but)\s")
_SINGLE = re.compile(r"\b(?:an? single|just one|only one)\b", re.IGNORECASE)
_COUNTED = re.compile(
    rf"(?<![\w.,-])(?P<n>\d{{1,5}}|{ANY_NUMBER})\s(?P<what>[A-Za-z][\w-]*(?:\s[A-Za-z][\w-]*)?)", re.IGNORECASE
)
_HEAD = re.compile(r"[A-Za-z#][\w# -]*s|[A-Za-z][\w ]*")  # of counts: a word or two, without a unit
_SHARED_OUT = re.compile(r"(?:\bper\b|\beach\b|/)\s?(?P<what>[A-Za-z][\w-]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class At:
    """A cell of a table that alone prints its number."""

    document: Document
    table: Table
    row: int
    column: int

    @property
    def label(self) -> str:
        """What its row is called."""
        return self.table.rows[self.row][0].text

    @property
    def head(self) -> str:
        """What its column is called."""
        return self.table.columns[self.column].text


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A number at [start, end) of a sentence's document, its cell, and the cell that contradicts what is said of it."""

    sentence: Sentence
    start: int
    end: int
    at: At
    meant: Cell
    said: str
    own: str


def known_cells(documents: Sequence[Document]) -> dict[str, At]:
    """The cells of small tables by their number, where no other cell prints it."""
    every: list[tuple[str, At]] = []
    printed: Counter[str] = Counter()
    for document in documents:
        for table in document.tables:
            for row, cells in enumerate(table.rows):
                numbers = {at: number for at, one in enumerate(cells) if (number := _of_cell(one.text))}
                printed.update(numbers.values())
                if len(table.rows) <= ROWS and len(table.columns) <= COLUMNS:
                    every += [(number, At(document, table, row, at)) for at, number in numbers.items() if at]
    return {number: one for number, one in every if printed[number] == 1}


def _of_cell(text: str) -> str:
    match = _NUMBER.search(text)
    alone = match and not _NUMBER.search(text, match.end())
    return _plain(match["n"]) if match and alone else ""


def _plain(number: str) -> str:
    plain = number.replace(",", "")
    return plain if sum(map(str.isdigit, plain)) >= DIGITS else ""


def misplaced(sentence: Sentence, known: dict[str, At], index: Index) -> Iterator[Misplaced]:
    """The numbers of a sentence that it says of another row or column than the one that prints them."""
    text, document = sentence.passage.words, sentence.passage.document
    for match in _NUMBER.finditer(text) if sentence.asserted and not sentence.past else ():
        at = known.get(_plain(match["n"]))
        if at is None or _inside(sentence, at) or not _of_it(sentence, match, at):
            continue
        mine = _own_part(text, match, known)
        found = _setting(mine, at) or _count(mine, at) or _next_column(mine, at) or _next_row(mine, at)
        if found and (at.document is document or not index.of_two_editions(document, at.document)):
            start = sentence.passage.start
            yield Misplaced(sentence, start + match.start(), start + match.end(), at, *found)


def _own_part(text: str, match: re.Match[str], known: dict[str, At]) -> str:
    """What a sentence says of one of several values: up to the break before and behind which another one stands."""
    others = [one for one in _NUMBER.finditer(text) if one.start() != match.start() and _plain(one["n"]) in known]
    before = [one.end() for one in others if one.end() <= match.start()]
    behind = [one.start() for one in others if one.start() >= match.end()]
    first = [one.end() for one in _BREAK.finditer(text, max(before), match.start())] if before else [0]
    last = [one.start() for one in _BREAK.finditer(text, match.end(), min(behind))] if behind else [len(text)]
    return text[first[0] if first else match.start() : last[-1] if last else match.end()]


def _inside(sentence: Sentence, at: At) -> bool:
    own = sentence.passage.document is at.document
    return own and at.table.start <= sentence.passage.start < at.table.end


def _of_it(sentence: Sentence, match: re.Match[str], at: At) -> bool:
    """Whether a number is that of the cell: in its unit, of a thing that its row names, and of today."""
    text = sentence.passage.words
    unit = _UNIT.match(text, match.end())
    around = at.document.text[max(0, at.table.start - ABOVE) : at.table.end + BELOW]
    of_unit = unit is None or bool(every_root(unit["unit"]) & every_root(f"{around} {at.table.title}"))
    label = every_root(at.label) - GENERIC
    named = label & every_root(" | ".join((text, *sentence.scope[-1:])))
    left = _FORMER.search(text[: match.start()]) or _BEHIND.match(text, match.end())
    return of_unit and any(not one.isdigit() for one in named) and not left


def _setting(part: str, at: At) -> tuple[Cell, str, str] | None:
    """The cell of the row that prints another value of a setting than the sentence says, and another row has."""
    text = _SINGLE.sub("one", part)
    said = conditions(text)
    shared_out = frozenset().union(*(every_root(one["what"]) for one in _SHARED_OUT.finditer(at.head)))
    for column, cell in enumerate(at.table.rows[at.row]):
        if not column or column == at.column:
            continue
        head = at.table.columns[column].text
        mine = _condition(head, cell.text)
        others = [each for row in at.table.rows if (each := _condition(head, row[column].text))]
        if mine is None or mine.of & shared_out or len(others) < len(at.table.rows):
            continue
        alike = [one for one in said if _same(one, mine)]
        if len(alike) == 1 and any(alike[0].value == one.value for one in others) and alike[0].value != mine.value:
            return cell, text[alike[0].start : alike[0].end], f"{head} {cell.text}"
    return None


def _count(text: str, at: At) -> tuple[Cell, str, str] | None:
    """The cell of the row that counts what a sentence counts, and has another number of it, which another row has."""
    for column, cell in enumerate(at.table.rows[at.row]):
        head = at.table.columns[column].text
        counts = [row[column].text for row in at.table.rows]
        if not column or column == at.column or not _HEAD.fullmatch(head) or not all(map(str.isdigit, counts)):
            continue
        told = {count(one["n"]): one for one in _COUNTED.finditer(_SINGLE.sub("one", text)) if _counts(one, head, at)}
        many = next(iter(told), int(cell.text))
        if len(told) == 1 and many != int(cell.text) and str(many) in counts:
            return cell, " ".join(told[many].group().split()), f"{head} {cell.text}"
    return None


def _counts(match: re.Match[str], head: str, at: At) -> bool:
    """Whether a number counts what heads a column, and not what each of the values is divided by."""
    things = every_root(head) - GENERIC
    shared_out = (every_root(one["what"]) for one in _SHARED_OUT.finditer(at.head))
    return bool(things & every_root(match["what"])) and not any(things & one for one in shared_out)


def _condition(head: str, text: str) -> Condition | None:
    """A cell as a setting of what heads its column; None for a result or words."""
    found = conditions(f"{head} {text}")
    whole = len(found) == 1 and found[0].end == len(head) + 1 + len(text)
    return found[0] if whole else None


def _same(one: Condition, other: Condition) -> bool:
    return one.same_setting(other) and one.coded == other.coded


def _next_column(text: str, at: At) -> tuple[Cell, str, str] | None:
    row = at.table.rows[at.row]
    heads = [(one.text, row[n]) for n, one in enumerate(at.table.columns) if n and n < len(row) and n != at.column]
    return _sister(text, at.head, heads)


def _next_row(text: str, at: At) -> tuple[Cell, str, str] | None:
    rows = [
        (one[0].text, one[at.column]) for n, one in enumerate(at.table.rows) if n != at.row and at.column < len(one)
    ]
    return _sister(text, at.label, rows)


def _sister(text: str, own: str, others: Sequence[tuple[str, Cell]]) -> tuple[Cell, str, str] | None:
    """The cell whose label differs from the own one in its number only, where a text says that and not its own."""
    said = Counter(_numbers(text))
    for label, cell in others:
        alike = {one.lower() for one in _LETTERS.findall(label)} == {one.lower() for one in _LETTERS.findall(own)}
        theirs, mine = set(_numbers(label)) - set(_numbers(own)), set(_numbers(own)) - set(_numbers(label))
        told = theirs and mine and theirs <= said.keys() and not mine & said.keys()
        if alike and told and all(_telling(one, text, label) for one in theirs) and _plain_in(cell.text, said):
            return cell, label, own
    return None


def _plain_in(text: str, said: Counter[str]) -> bool:
    """Whether a cell has a number, and the text does not print it too: then it tells of both."""
    numbers = _numbers(text)
    return bool(numbers) and not set(numbers) & said.keys()


def _numbers(text: str) -> list[str]:
    return [one.replace(",", "").lower() for one in _SAID.findall(text)]


def _telling(number: str, text: str, label: str) -> bool:
    """Whether a number can be that of a label: with a point or letters, a large one, or beside the label's noun."""
    if not number.isdigit() or int(number) >= SHORT:
        return True
    beside = re.search(rf"(?:([A-Za-z]+)\s)?(?<!\d){number}\s?-?([A-Za-z]+)?", text)
    words = every_root(" ".join(filter(None, beside.groups()))) if beside else frozenset[str]()
    return bool(words & every_root(" ".join(_LETTERS.findall(label))))
