"""The lines of a plain text, as spans."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MAX_EMPTY = 1000  # a file of nothing but line ends would take two hundred times its size


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line without its line end and outer white space.

    `blank_cell` marks a line of no-break spaces, `spaces` one of plain spaces.
    """

    number: int  # counted from 1
    start: int
    end: int
    words: str
    blank_cell: bool
    page_start: bool  # follows a form feed, or the space that a scraper left of one
    spaces: bool = False
    indent: int = 0  # characters of white space in front of it


def lines(text: str) -> list[Line]:
    """Every line of a text; of empty ones that follow each other the first MAX_EMPTY, for a gap is a gap."""
    found = []
    at = empty = 0
    for number, printed in enumerate(text.split("\n"), 1):
        empty = 0 if printed else empty + 1
        if empty > MAX_EMPTY:
            at += 1
            continue
        words = printed.strip()
        start = at + len(printed) - len(printed.lstrip())
        blank = not words and "\u00a0" in printed
        page = printed.startswith("\f") or (printed.startswith(" ") and not printed.startswith("  ") and bool(words))
        spaces = not words and not blank and printed.startswith(" ")
        found.append(Line(number, start, start + len(words), words, blank, page, spaces, start - at))
        at += len(printed) + 1
    return found


def outside(every: Sequence[Line], spans: Iterable[tuple[int, int]]) -> list[Line]:
    """The lines that stand in none of the spans; one pass, as a capture can hold as many tables as lines."""
    waiting = sorted(spans, reverse=True)
    found = []
    reach = -1  # the furthest end of the spans that have begun
    for line in every:
        while waiting and waiting[-1][0] <= line.start:
            reach = max(reach, waiting.pop()[1])
        if line.end > reach:
            found.append(line)
    return found
