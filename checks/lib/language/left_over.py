"""The numbers of a text that a sum of it does not use: they may go into the result, or be meant by it."""

import re
from collections.abc import Sequence

from schemas.number_words import ONES, either

_NUMBER = re.compile(
    r"(?<![\w.,-])[$€£]?(?!(?:19|20)\d\d\b)\d[\d,]*(?:\.\d+)?(?!\d|[\w-]*\d)"
    rf"|(?<![\w-])(?:{either(list(ONES)[1:])})(?![\w-])",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:[A-Z][\w-]*|#|\bv)\s?$")  # "Llama 3", "Table 2"


def left_over(text: str, used: Sequence[tuple[int, int]]) -> list[str]:
    """The numbers outside of these places; no year, and none that a name ends in."""
    return [
        match.group()
        for match in _NUMBER.finditer(text)
        if not _NAMED.search(text[: match.start()])
        and not any(start < match.end() and match.start() < end for start, end in used)
    ]
