"""Nested lists of a plain text layer: the line that an item stands under."""

import re

MOST = 30  # lines up; a longer list has lost its head
_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[*•+-]|\d{1,3}[.)])?[ \t]*")


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


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))
