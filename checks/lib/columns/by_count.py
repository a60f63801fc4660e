"""Rates and times by how many of something did them: the columns and lists of which each row says a count."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.columns.boards import Board, Boards
from checks.lib.labels.about import Index, Told
from checks.lib.labels.slots import COLUMN
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.amounts import Amount
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.number_words import either, in_words

RATES = frozenset({"rate", "compute", "bandwidth"})
LEAST = 2  # counts of one column
_WORDS = in_words(*range(1, 17), 32, 64) | {"single": 1}
_LABEL = re.compile(
    rf"\W*(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+|(?i:{either(_WORDS)})(?=\s))(?:[\s-]?[x×])?"
    r"(?:[\s-](?P<noun>[A-Za-z][\w-]*)s?\b.*)?"
)


@dataclass(frozen=True, slots=True)
class At:
    """A value at [start, end) of its document."""

    start: int
    end: int
    amount: Amount
    document: Document | None = None  # where it is another one than that of its column


@dataclass(frozen=True, slots=True)
class ByCount:
    """The values of one column by the number of what `nouns` call: GPUs, nodes."""

    document: Document
    table: str
    label: str
    nouns: frozenset[str]
    values: dict[int, At]
    words: frozenset[str]

    @property
    def start(self) -> int:
        """Where the first value stands."""
        return min(one.start for one in self.values.values())


def by_count(corpus: Corpus, index: Index, boards: Boards) -> list[ByCount]:
    """The columns of all documents whose rows are so many of something."""
    told = [one for document in corpus.documents for each in index.of(document) for one in _tabled(each)]
    lists = [one for board in boards.every if not board.table for one in _listed(board)]
    return [one for one in (*told, *lists) if len(one.values) >= LEAST]


def _tabled(told: Told) -> Iterator[ByCount]:
    found: dict[tuple[str, str, str], dict[int, At]] = defaultdict(dict)
    corner = _corner(told)
    for slot in told.slots if told.sheet.table else ():
        keys = [
            *slot.settings,
            *((corner if kind == COLUMN else kind.partition(" ")[2], text) for kind, text in slot.labels),
        ]
        for header, text in keys:
            if match := _LABEL.fullmatch(text):
                others = ", ".join(each for _, each in slot.labels if each != text)
                found[f"{header} {_noun(match)}", others, slot.amount.kind].setdefault(
                    _number(match), At(slot.start, slot.end, slot.amount)
                )
    for (noun, label, _), values in found.items():
        words = roots(tokens(" | ".join((told.sheet.about, noun, label))))
        yield ByCount(told.sheet.document, told.sheet.name, label, _nouns(noun), values, words)


def _corner(told: Told) -> str:
    """What stands above the row labels: of "Pods | 1 | 4 | 12" the columns are so many pods."""
    tables = told.sheet.document.tables
    return next((one.columns[0].text for one in tables if one.name == told.sheet.name and one.columns), "")


def _listed(board: Board) -> Iterator[ByCount]:
    for field in board.fields:
        read = {key: match for key in field.places if (match := _LABEL.fullmatch(key)) and match["noun"]}
        values = {
            _number(match): At(one.start, one.end, one.amount)
            for key, match in read.items()
            for one in (field.places[key],)
        }
        if len(values) == len(field.places):
            nouns = _nouns(" ".join(match["noun"] for match in read.values()))
            yield ByCount(board.document, "", field.label, nouns, values, board.words)


def _noun(match: re.Match[str]) -> str:
    """What a label counts, in one form: "1 node" and "8 nodes" are of one column."""
    return root(match["noun"]) if match["noun"] else ""


def _nouns(text: str) -> frozenset[str]:
    return roots(tokens(text)) | {root(word) for word in re.findall(r"[A-Za-z]+", text)}


def _number(match: re.Match[str]) -> int:
    return _WORDS.get(match["n"].lower()) or int(match["n"].replace(",", ""))
