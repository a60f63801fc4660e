"""What blocks of output, or lists, print of one run each, by line: one tool prints all runs with the same lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, islice

from schemas.document import Document
from schemas.interval import ulp

LONGEST = 6000  # characters of a block; more is a log of many runs
MOST = 120  # blocks of a document
_NUMBER = re.compile(r"(?<![\w.,])[+-]?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d]|[.,:]\d)")
_SPACE = re.compile(r"\s+")
Key = tuple[str, int]  # the line without its numbers, and the number's place in it


@dataclass(frozen=True, slots=True)
class Slot:
    """A number of a block at [start, end) of the document."""

    start: int
    end: int
    value: Decimal
    last: Decimal  # worth of its last digit

    def meets(self, value: Decimal, last: Decimal) -> bool:
        """Whether the coarser of two prints may be the other one rounded."""
        return abs(self.value - value) <= max(self.last, last) / 2 if self.last != last else self.value == value


@dataclass(frozen=True, slots=True)
class Block:
    """The numbers of one block by line; lines of one form that it prints twice tell nothing."""

    slots: dict[Key, Slot]


def blocks(document: Document) -> list[Block]:
    """The blocks of output and the lists of a document."""
    spans = islice(_spans(document), MOST)
    found = [Block(_slots(document.text, start, end)) for start, end in spans if end - start <= LONGEST]
    return [one for one in found if one.slots]


def _spans(document: Document) -> Iterator[tuple[int, int]]:
    for kind, some in groupby(document.blocks, key=lambda one: one.kind):
        run = list(some)
        if kind == "code":
            yield from ((one.start, one.end) for one in run)
        elif kind == "list_item" and len(run) > 1:
            yield run[0].start, run[-1].end


def _slots(text: str, start: int, end: int) -> dict[Key, Slot]:
    found: dict[Key, Slot | None] = {}
    for line in re.finditer(r"[^\n]+", text[start:end]):
        shape = _SPACE.sub(" ", _NUMBER.sub("#", line[0])).strip(" \t-*+|")
        for at, match in enumerate(_NUMBER.finditer(line[0])):
            key = (shape, at)
            found[key] = None if key in found else _slot(start + line.start(), match)
    return {key: one for key, one in found.items() if one is not None}


def _slot(start: int, match: re.Match[str]) -> Slot:
    digits = match["n"].replace(",", "")
    value = -Decimal(digits) if match[0].startswith("-") else Decimal(digits)
    return Slot(start + match.start(), start + match.end(), value, ulp(digits))
