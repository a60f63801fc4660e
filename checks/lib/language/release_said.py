"""The releases that a text says: "with 2.5", "version 8", "Kettle 2.4"."""

import re
from functools import lru_cache

from checks.lib.language.tokens import versions

# Behind "with" and "on" only what has a point is a release; "version 8" is one anyhow.
_POINTED = re.compile(
    r"\b(?:with|on|in|of|under|than|over|to|from|at|since|until|for)\sv?(\d+(?:\.\d+)+)"
    r"(?![\d]*(?:\s?[%x×°$€£]|\s?[A-Za-zµ]+/|\s(?:times|[a-z]*seconds?|minutes?|hours?|[kmgtp]?i?b|m?s|h|k?wh?|[kmgt]?hz)\b))",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:version|release|patch|firmware|generation|gen|round|edition|revision|rev|mark|mk|driver|build|model\syear)\s?"
    r"v?(\d+(?:\.\d+)*)|\bv(\d+(?:\.\d+)*)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)  # a clause is held against thousands of values
def releases_said(text: str) -> frozenset[str]:
    """The numbers of a text that stand for releases."""
    plain = (one or other for one, other in _NUMBERED.findall(text))
    named = (number for some in versions(text).values() for number in some)
    return frozenset((*_POINTED.findall(text), *plain, *named))
