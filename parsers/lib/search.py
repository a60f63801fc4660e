"""Looking for words whatever their case, several times as fast as `re.IGNORECASE` does.

A long alternation ("faster|slower|higher ...") that ignores case tries every word at every place; one that does not
skips those whose first letter is another. So the text is put into small letters, and the pattern too.
"""

import re

# The typographic signs that sentences print; other letters may have other cases than `lower` gives them.
_PLAIN = re.compile(r"[\x00-\x7f‐-•…′″×°±·]*")
_CAPITAL = re.compile(r"\\.|[A-Z]", re.DOTALL)
_OWN_FLAGS = re.compile(r"\(\?(?:[aiLmsuxP-])")
_small: dict[int, tuple[re.Pattern[str], re.Pattern[str] | None]] = {}


def holds(pattern: re.Pattern[str], words: str) -> bool:
    """Whether `pattern.search(words)` finds anything. The pattern must outlive the call, as a module's does."""
    # By id(), with the pattern kept alive: hashing a pattern goes through all of its code, as slow as a search.
    known = _small.get(id(pattern))
    if known is None:
        known = _small[id(pattern)] = pattern, _in_small_letters(pattern)
    if known[1] is None or not (words.isascii() or _PLAIN.fullmatch(words)):
        return pattern.search(words) is not None
    return known[1].search(words.lower()) is not None


def _in_small_letters(pattern: re.Pattern[str]) -> re.Pattern[str] | None:
    """The pattern for a text in small letters, None where it minds the case."""
    if not pattern.flags & re.IGNORECASE or _OWN_FLAGS.search(pattern.pattern):
        return None
    small = _CAPITAL.sub(lambda match: match[0] if match[0][0] == "\\" else match[0].lower(), pattern.pattern)
    return re.compile(small, pattern.flags & ~re.IGNORECASE)
