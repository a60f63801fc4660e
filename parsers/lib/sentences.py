"""Sentences of a stretch of text, as spans. Decimal points, abbreviations and quotes do not end one."""

import re
from collections.abc import Iterator

_ABBREVIATION = re.compile(
    r"(?<!\d)(?<!\d\s)\b(?:vs|e\.g|i\.e|etc|approx|ca|fig|no|inc|ltd|co|dr|mr|ms|sec|resp|cf|st|al|(?-i:[A-Z]))\.$",
    re.IGNORECASE,
)
# Behind a full stop a footnote's mark, without which the next sentence would be a part of this one.
_END = re.compile(
    r"[.!?…](?:[\"'”’)\]]*)(?:[¹²³⁴⁵⁶⁷⁸⁹⁰†‡§]+|(?:\[\^?[\w-]{1,8}\])+)?"
    r"(?=\s+(?:`\w|[\"'“‘(\[]?[^\Wa-z]))|\n\s*\n|(?<=[.!?])\s*\n|[.!?][\"”]\s"
)


LONGEST = 1500  # characters; a longer "sentence" is a list or minified junk, and reading it would cost its square


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Spans of the sentences in text[start:end], white space stripped, never empty."""
    begin = start
    for match in _END.finditer(text, start, end):
        if _ABBREVIATION.search(text[max(begin, match.start() - 8) : match.start() + 1]):
            continue
        yield from _strip(text, begin, match.end())
        begin = match.end()
    yield from _strip(text, begin, end)


def _strip(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        cut = text.rfind(" ", start, start + LONGEST) + 1 or start + LONGEST
        yield from _strip(text, start, cut)
        start = cut
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = end - (len(piece) - len(piece.rstrip()))
    if left < right:
        yield left, right
