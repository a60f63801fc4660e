"""The lines of a plain text, as spans."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line without its line end and outer white space; `blank_cell` marks a line of no-break spaces."""

    number: int  # counted from 1
    start: int
    end: int
    words: str
    blank_cell: bool
    page_start: bool  # follows a form feed, or the space that a scraper left of one


def lines(text: str) -> list[Line]:
    """Every line of a text, blank ones too."""
    found = []
    at = 0
    for number, printed in enumerate(text.split("\n"), 1):
        words = printed.strip()
        start = at + len(printed) - len(printed.lstrip())
        blank = not words and "\u00a0" in printed
        page = printed.startswith("\f") or (printed.startswith(" ") and not printed.startswith("  ") and bool(words))
        found.append(Line(number, start, start + len(words), words, blank, page))
        at += len(printed) + 1
    return found
