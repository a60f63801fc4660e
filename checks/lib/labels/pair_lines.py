"""Lines that each set the same names side by side, as labels of bars do: "Tue: A 28.1 / C 29.3"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.numbers_said import leading
from schemas.document import Document
from schemas.names import Vocabulary

LONGEST = 120  # characters; more are prose
LINES = 200
_LINE = re.compile(
    r"(?m)^[ \t]*(?:(?:[-*•+>]|\d+[.)])[ \t]+)?[*_`]*(?P<key>[^\s:|][^\n:|]{0,39}?)[*_`]*"
    r"(?::[*_`]*|[ \t][-–—=>]+|[ \t]{2,}|\t)[ \t]*(?P<rest>[^\n]*\d[^\n]*)$"
)
_APART = re.compile(r"\s*(?:[/|;·•]|,(?!\d)|\s(?:vs\.?|versus|and|against)\s|[ \t]{2,}|\t)\s*")
_BEFORE = re.compile(
    r"(?P<name>[A-Za-z][\w .+-]{0,30}?)[ \t]*[:=]?[ \t]+(?P<value>[~$€£]?\d[\d.,]*(?!\s\d)[^\n]{0,24})"
)
_BEHIND = re.compile(
    r"(?P<value>[~$€£]?\d[\d.,]*\s?(?:[a-zµ%/]+\s)?)[ \t]*(?:\(|for\s|with\s|on\s)?(?P<name>[A-Z][\w .+-]{0,30})\)?"
)


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
    spans = [(one.start, one.end) for one in document.tables]
    lines = [
        _named(match, vocabulary)
        for match in [*_LINE.finditer(document.text)][:LINES]
        if len(match.group()) <= LONGEST and not any(start <= match.start() < end for start, end in spans)
    ]
    for names, run in groupby(lines, lambda line: tuple(one.name for one in line)):
        found = list(run)
        keys = {line[0].key for line in found if line}
        if len(set(names)) == len(names) >= 2 <= len(found) == len(keys):
            yield [one for line in found for one in line]


def _named(match: re.Match[str], vocabulary: Vocabulary) -> list[Named]:
    """The values of a line by their names; none where a piece of it is anything else."""
    found, at = [], match.start("rest")
    pieces = _APART.split(match["rest"].strip(" \t."))
    for piece in pieces:
        start = match.string.index(piece, at)
        at = start + len(piece)
        one = _BEFORE.fullmatch(piece) or _BEHIND.fullmatch(piece)
        amount = leading(one["value"], "value", vocabulary) if one else None
        if one is None or amount is None:
            return []
        begin = start + one.start("value")
        found.append(
            Named(match["key"].strip(" *_`"), one["name"].strip(), begin + amount.start, begin + amount.end, amount)
        )
    return found
