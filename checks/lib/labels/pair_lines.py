"""Lines that set names side by side, as labels of bars do: "Tue: A 28.1 / C 29.3", "Series X: 8K 0.5, 32K 2.2"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.numbers_said import leading
from schemas.document import Document
from schemas.names import Vocabulary

LONGEST = 120  # characters; more are prose
LINES = 200
_LINE = re.compile(
    r"(?m)^[ \t]*(?:(?:[-*•+>]|\d+[.)])[ \t]+)?[*_`]*(?P<key>[^\s:|][^\n:|]{0,59}?)[*_`]*"
    r"(?::[*_`]*|[ \t][-–—=>]+|[ \t]{2,}|\t)[ \t]*(?P<rest>[^\n]*\d[^\n]*)$"
)
_APART = re.compile(r"\s*(?:[/|;·•]|,(?!\d)|\s(?:vs\.?|versus|and|against)\s|[ \t]{2,}|\t)\s*")
_HARD = re.compile(r"\s*[;|•]\s*")  # a line that has one is cut there only: "disk: 31; disk and cache: 6.2"
_BEFORE = re.compile(
    r"(?P<name>[A-Za-z][\w .+-]{0,40}?)[ \t]*[:=]?[ \t]+(?P<value>[~$€£]?\d[\d.,]*(?!\s\d)[^\n]{0,24})"
)
_BEHIND = re.compile(
    r"(?P<value>[~$€£]?\d[\d.,]*\s?(?:[a-zµ%/]+\s)?)[ \t]*(?:\(|for\s|with\s|on\s)?(?P<name>[A-Z][\w .+-]{0,30})\)?"
)
# "8K 0.5", "64 nodes 158": a point of a series, by its place on the axis.
_POINT = re.compile(
    r"(?P<name>\d[\d.,]*[A-Za-z]{0,3}(?: [A-Za-z]{2,12})?)[ \t]*[:=]?[ \t]+(?P<value>[~$€£]?\d[^\s\d]?[^\s]*)"
)
_WHOLE = re.compile(r"(?m)^[ \t]*(?:[-*•+>][ \t]+)?(?P<key>)(?P<rest>[A-Z][^\n|]*\d[^\n]*)$")


@dataclass(frozen=True, slots=True)
class Named:
    """A value at [start, end) of a document, of one name in a line called `key`."""

    key: str
    name: str
    start: int
    end: int
    amount: Amount


def pair_lines(document: Document, vocabulary: Vocabulary) -> Iterator[list[Named]]:
    """The runs of lines that print a value for each of the same names: two lines of two at least."""
    lines = [_named(match, vocabulary) for match in _matches(_LINE, document)]
    for names, run in groupby(lines, lambda line: tuple(one.name for one in line)):
        found = list(run)
        keys = {line[0].key for line in found if line}
        if len(set(names)) == len(names) >= 2 <= len(found) == len(keys):
            yield [one for line in found for one in line]


def bar_lines(document: Document, vocabulary: Vocabulary) -> Iterator[list[Named]]:
    """The lines that print one sort of value behind each of several names: "Bars: heap 46, disk 22.5"."""
    for pattern in (_LINE, _WHOLE):
        for match in _matches(pattern, document):
            found = _named(match, vocabulary, (_BEFORE,))
            alike = len({(one.amount.kind, one.amount.per) for one in found}) == 1
            if alike and len({one.name for one in found}) == len(found) >= 2:
                yield found


def _matches(pattern: re.Pattern[str], document: Document) -> Iterator[re.Match[str]]:
    """The first short lines of a document, outside its tables, that are of a form."""
    spans = [(one.start, one.end) for one in document.tables]
    for match in islice(pattern.finditer(document.text), LINES):
        if len(match.group()) <= LONGEST and not any(start <= match.start() < end for start, end in spans):
            yield match


def _named(
    match: re.Match[str], vocabulary: Vocabulary, forms: Sequence[re.Pattern[str]] = (_BEFORE, _POINT, _BEHIND)
) -> list[Named]:
    """The values of a line by their names; none where a piece of it is anything else."""
    found, at = [], match.start("rest")
    rest = match["rest"].strip(" \t.")
    pieces = (_HARD if _HARD.search(rest) else _APART).split(rest)
    for piece in pieces:
        start = match.string.index(piece, at)
        at = start + len(piece)
        one = next(filter(None, (form.fullmatch(piece) for form in forms)), None)
        amount = leading(one["value"], "value", vocabulary) if one else None
        if one is None or amount is None:
            return []
        begin = start + one.start("value")
        found.append(
            Named(match["key"].strip(" *_`"), one["name"].strip(), begin + amount.start, begin + amount.end, amount)
        )
    return found
