"""Lines that say the same words around other numbers: "Ads: 44 min before, 19 min after". Each number is a column.

No separator, label or unit is asked for: what stays when the numbers go is the same in every line, which is what a
table is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby

from checks.lib.labels.pair_lines import Named
from checks.lib.language.printed import DIGITS
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.numbers_said import leading
from schemas.document import Cell, Document, Table
from schemas.interval import readings, ulp
from schemas.names import Vocabulary

LONGEST = 160  # characters; more are prose
LEAST, TWO = 3, 2  # lines, and numbers in each of them
MOST = 400  # lines of a document that are looked at
_LINE = re.compile(
    r"(?m)^[ \t]*(?:(?:[-*•+>]|\d+[.)])[ \t]+)?[*_`]*(?P<key>[^\s:|][^\n:|]{0,59}?)[*_`]*"
    r"(?::[*_`]*|[ \t][-–—=>]+|,)[ \t]+(?P<rest>[^\n|]*\d[^\n|]*)$"
)
_NUMBER = re.compile(
    rf"(?<![\w.,–-])[~≈]?(?P<sign>[$€£])?(?P<n>{DIGITS})(?P<power>[kKMB](?![\w/]))?(?P<times>\s?[x×](?!\w))?"
)
_PIECE = re.compile(r",(?=\s)|[;|()•·]|\s(?:/|and|vs\.?|versus|against)\s|[–—→]|->")


@dataclass(frozen=True, slots=True)
class _Line:
    key: str
    words: str  # what is the same in every line
    cells: tuple[Named, ...]


def line_columns(document: Document, vocabulary: Vocabulary) -> Iterator[list[Named]]:
    """The runs of lines with two numbers at least and the same words around them, as values by line and column."""
    spans = [(one.start, one.end) for one in document.tables]
    found = [
        _line(match, vocabulary)
        for match, _ in zip(_LINE.finditer(document.text), range(MOST), strict=False)
        if len(match.group()) <= LONGEST and not any(start <= match.start() < end for start, end in spans)
    ]
    for words, run in groupby(found, lambda one: one.words):
        lines = list(run)
        if words and len({one.key for one in lines}) == len(lines) >= LEAST:
            yield [cell for one in lines for cell in one.cells]


def _line(match: re.Match[str], vocabulary: Vocabulary) -> _Line:
    key, rest, at = match["key"].strip(" *_`"), match["rest"], match.start("rest")
    numbers = list(_NUMBER.finditer(rest))
    amounts = [_amount(one, rest, vocabulary) for one in numbers]
    names = _names(rest, amounts)
    if len(numbers) < TWO or len(set(names)) < len(names):
        return _Line(key, "", ())
    cells = [Named(key, name, at + amount.start, at + amount.end, amount)
             for name, amount in zip(names, amounts, strict=True)]  # fmt: skip
    return _Line(key, _blank(rest, numbers), tuple(cells))


def _blank(rest: str, numbers: Sequence[re.Match[str]]) -> str:
    for one in reversed(numbers):
        rest = f"{rest[: one.start()]}#{rest[one.end() :]}"
    return " ".join(rest.lower().strip(" .;,").split())


def _amount(one: re.Match[str], rest: str, vocabulary: Vocabulary) -> Amount:
    """A number with the unit behind it; of a factor and a bare one the number alone."""
    printed = one["n"].replace(",", "")
    if not one["times"] and (found := leading(rest[one.start() :], "value", vocabulary)):
        return replace(found, start=one.start(), end=one.start() + found.end)
    value = readings(Decimal(printed), ulp(printed), "exact")
    none = frozenset[str]()
    return Amount(one.start(), one.end(), "factor" if one["times"] else "count", none, none, value, "exact")


def _names(rest: str, numbers: Sequence[Amount]) -> list[str]:
    """What each number of a line is called: the words of its piece of the line, else those that lead to it."""
    cuts = [0, *(cut for one in _PIECE.finditer(rest) for cut in (one.start(), one.end())), len(rest)]
    pieces = [(cuts[at], cuts[at + 1]) for at in range(0, len(cuts), TWO)]
    return [_name(rest, one, numbers, pieces) for one in numbers]


def _name(rest: str, one: Amount, numbers: Sequence[Amount], pieces: Sequence[tuple[int, int]]) -> str:
    start, end = next((piece for piece in pieces if piece[0] <= one.start < piece[1]), (0, len(rest)))
    inside = [each for each in numbers if start <= each.start < end]
    if len(inside) > 1:
        first = max((each.end for each in inside if each.end <= one.start), default=start)
        return rest[first : one.start].strip(" .:=*_`")
    return " ".join(f"{rest[start : one.start]} {rest[one.end : end]}".split()).strip(" .:=*_`")


def as_table(run: Sequence[Named], document: Document) -> Table:
    """The values of such lines as a table: a row for each line, headed by what its numbers are called."""
    names = list(dict.fromkeys(one.name for one in run))
    start = document.text.rfind("\n", 0, run[0].start) + 1
    rows = []
    for key, line in groupby(run, key=lambda one: one.key):
        cells = list(line)
        at = document.text.rfind(key, 0, cells[0].start)
        values = [Cell(document.text[one.start : one.end], one.start, one.end) for one in cells]
        rows.append((Cell(key, at, at + len(key)), *values))
    heads = tuple(Cell(text, start, start) for text in ("", *names))
    return Table("", "", heads, tuple(rows), start, run[-1].end)
