"""Where a document tells its releases one after the other: what one of them says, a later one may have changed.

NEWS files and changelogs keep "32 KiB at a time" of one release below "64 KiB at a time" of the next. Neither is wrong.
"""

import re
from bisect import bisect_right
from functools import lru_cache

from schemas.document import Document

ENOUGH = 3  # heads that make a history
_VERSION = r"v?\d+\.\d+(?:[.\w-]{0,20})"
_HEAD = re.compile(
    r"^[ \t]{0,3}(?:[#=*]{1,6}[ \t]*)?(?:"
    rf"(?:noteworthy\s+|user-visible\s+)?changes?\s+(?:in|since|from|between|for|to)\b.{{0,60}}{_VERSION}|"
    rf"(?:news|what'?s\s+new)\s+(?:for|in|since)\b.{{0,60}}{_VERSION}|"
    rf"(?:\w+\s+)?(?:release|version)s?:?\s+{_VERSION}\b|"
    rf"\[?(?:[A-Za-z][\w-]{{1,20}}[ -])?{_VERSION}\]?[ \t]*(?:[:(–—-].{{0,60}}|\d{{4}}-\d\d-\d\d.{{0,20}})?$"
    r")",
    re.IGNORECASE | re.MULTILINE,
)


def in_two_releases(left: Document, start: int, right: Document, other: int) -> bool:
    """Whether two places of one document stand under two of its releases."""
    if left.document_id != right.document_id:
        return False
    heads = _heads(left.text)
    return len(heads) >= ENOUGH and bisect_right(heads, start) != bisect_right(heads, other)


@lru_cache(maxsize=64)
def _heads(text: str) -> tuple[int, ...]:
    return tuple(match.start() for match in _HEAD.finditer(text))
