"""Lists: the line that an item of a nested one stands under, and which items stand in one list."""

import re
from bisect import bisect_right
from itertools import pairwise

from schemas.document import Document

MOST = 30  # lines up; a longer list has lost its head
_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[*•+-]|\d{1,3}[.)])?[ \t]*")
_WORD = re.compile(r"[^\W\d_]{2}")


def head_of(text: str, at: int) -> tuple[int, int] | None:
    """Start and end of the line under which the item at `at` stands: the nearest one above that is indented less.

    None for what is no item, and where a paragraph or a heading lies between.
    """
    start = text.rfind("\n", 0, at) + 1
    own = _LINE.match(text, start)
    if own is None or not own["mark"]:
        return None
    indent = _width(own["indent"])
    for _ in range(MOST):
        if start == 0:
            return None
        end = start - 1
        start = text.rfind("\n", 0, end) + 1
        if not text[start:end].strip():
            continue
        line = _LINE.match(text, start)
        mark, width = (line["mark"], _width(line["indent"])) if line else (None, 0)
        if mark and width < indent:
            return start, end
        if not mark:
            # "Indexing is 3.5x faster:" is the head of the list below it; another paragraph ends the search.
            return (
                (start, end)
                if text[start:end].rstrip(" *_").endswith(":") and not text.startswith("#", start)
                else None
            )
    return None


def in_one_list(document: Document, left: int, right: int) -> bool:
    """Whether two places stand in two items of one list: nobody tells one result in two of them."""
    starts = [one.start for one in document.blocks]
    first, last = sorted(bisect_right(starts, at) - 1 for at in (left, right))
    between = document.blocks[max(0, first) : last + 1]
    # Text and tables between two items make two lists of them; a blank line does not.
    apart = (document.text[one.end : other.start] for one, other in pairwise(between))
    return first < last and all(one.kind == "list_item" for one in between) and not any(map(_WORD.search, apart))


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))
