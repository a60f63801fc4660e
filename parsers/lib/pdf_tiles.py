"""Large figures with what they are of printed under each, side by side ("2.4x | 61% | 9 ms" over three texts) or alone.

Read row by row the figures part from their words, and nobody can tell what they are figures of.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from parsers.lib.pdf_page import Line

Row = list[Line]
LARGE = 1.3  # of the type of the words below
LONGEST = 24  # characters of a figure with its qualifier and unit
MOST_ROWS = 4  # of words below a figure
SAME = 0.1  # points
NEAR = 0.65  # of the type size: lines of one text
# "2024" and "7060X6 Series" may head a paragraph.
_ALONE = re.compile(
    r"(?:(?:up to|over|about|only|just|nearly|more than)\s)?[<>~≈+−-]?"
    r"(?:[$€£]\d[\d.,]*\s?[kKMBT]?|(?!(?:19|20)\d\d\b)\d[\d.,]*(?:\s?[%x×+]|\s?[A-Za-zµμ/]{1,8}(?:\s[a-z]{1,8})?))",
    re.IGNORECASE,
)
_ONE = r"[$€£]?\d[\d.,]*\s?[^\s\d]?.{0,12}"
_FIGURE = re.compile(rf"(?:[A-Za-z]{{2,7}}\s){{0,2}}[<>~≈+−-]?{_ONE}(?:\s?(?:→|⟶|->|to)\s?{_ONE})?")


def tiled(rows: Iterable[Row]) -> Iterator[tuple[Row, int]]:
    """Rows as they are read, each with what it is: 0 for a row as any, 1 for a tile's figure, 2 for the words below."""
    waiting = list(rows)
    at = 0
    while at < len(waiting):
        head = waiting[at]
        at += 1
        under = list(_under(head, waiting[at : at + MOST_ROWS])) if _is_head(head) else []
        torn = len(head) == 1 and (_goes_on(waiting[: at - 1], [head]) or _goes_on(under, waiting[at + len(under) :]))
        if not under or torn or any(not words for words in _columns(head, under)):
            yield head, 0
            continue
        at += len(under)
        for line, words in zip(head, _columns(head, under), strict=True):
            yield [line], 1
            yield from (([word], 2) for word in words)


def _is_head(row: Row) -> bool:
    if len(row) == 1:
        return _ALONE.fullmatch(row[0].text) is not None
    return all(len(line.text) <= LONGEST and _FIGURE.fullmatch(line.text) for line in row)


def _goes_on(before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Whether the last of some rows and the first of others are lines of one text."""
    if not before or not after:
        return False
    last, line = before[-1][0], after[0][0]
    alike = line.font == last.font and abs(line.size - last.size) < SAME
    return alike and abs(line.top - last.bottom) < NEAR * line.size


def _under(head: Row, rows: Sequence[Row]) -> Iterator[Row]:
    """The rows of words that stand under the figures, each text under one of them."""
    last = head
    for row in rows:
        gap = min(line.top for line in row) - max(line.bottom for line in last)
        small = all(line.size * LARGE <= min(one.size for one in head) for line in row)
        near = gap <= 1.2 * (head if last is head else row)[0].size
        if not small or not near or any(_tile(head, line) is None for line in row):
            return
        if last is not head and row[0].font != last[0].font and len(row) == 1:
            return
        yield row
        last = row


def _tile(head: Row, line: Line) -> int | None:
    """The figure that a text stands under, flush with it or centred below it; None when it spans several."""
    for index, figure in enumerate(head):
        following = head[index + 1].x0 if index + 1 < len(head) else float("inf")
        flush = abs(figure.x0 - line.x0) <= 0.6 * figure.size
        centred = abs(figure.x - line.x) <= 0.6 * figure.size
        if (flush or centred) and line.x1 < following:
            return index
    return None


def _columns(head: Row, under: Sequence[Row]) -> list[list[Line]]:
    return [[line for row in under for line in row if _tile(head, line) == index] for index in range(len(head))]
