"""What a sentence concedes: "half the cost per token, even though an hour is dearer: $8.20 in place of $5.60".

Parsers look elsewhere for what a figure is about; checks keep what is conceded apart from the factor of the sentence.
"""

import re
from collections.abc import Iterator

_CONCEDES = re.compile(
    r"\b(?:even though|even if|although|though|despite|in spite of|notwithstanding|albeit)\b", re.IGNORECASE
)
_ENDS = re.compile(r",(?=\s(?!(?:and|or)\b))|[;.](?=\s|$)")


def concessions(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The concessions in text[start:end], each from its first word to the comma or full stop that ends it."""
    for match in _CONCEDES.finditer(text, start, end):
        close = _ENDS.search(text, match.end(), end)
        yield match.start(), close.start() if close else end
