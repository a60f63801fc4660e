"""Words that a line's end parts with a hyphen: "through-" over "put".

Left apart, no metric and no name is found in them. A plain hyphen may be the word's own ("key-" over "value"): it goes
where the document prints the word whole, or where most lines' ends show that a program parts words and none of the
two parts stands alone.
"""

import re
from collections.abc import Iterable, Sequence

from parsers.lib.pdf_page import Line

SOFT = "\u2010\u00ad"
MANY = 3  # lines of a page that end in hyphens
SHARE = 0.04  # of the lines of a page
_PARTED = re.compile(rf"\w*[^\W\d_]{{2}}[-{SOFT}]")
_OWN = re.compile(r"\S*[^\W_]-")
_AND = frozenset("and or to und et".split())  # "single- and multi-node"
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Hyphens:
    """The words of a document as far as it is read, and whether its pages part words."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._parts = False

    def page(self, lines: Sequence[Line]) -> None:
        """Take in the lines of the next page."""
        ends = [text[-1] for line in lines if _PARTED.fullmatch(text := line.words[-1].text)]
        # A program that parts words with hyphens of its own leaves the plain ones to the words.
        self._parts = ends.count("-") == len(ends) >= max(MANY, SHARE * len(lines))
        self._words |= set(_inner(lines))

    def parted(self, last: str, first: str) -> bool:
        """Whether the hyphen that ends a line only parts a word, by the words around the line's end."""
        match = _WORD.match(first)
        if not _PARTED.fullmatch(last) or match is None or not match.group()[0].islower():
            return False
        if last[-1] in SOFT:
            return True
        head, tail = last[:-1].lower(), match.group().lower()
        if head + tail in self._words:
            return True
        return self._parts and f"{head}-{tail}" not in self._words and not {head, tail} <= self._words

    def compound(self, last: str, first: str) -> bool:
        """Whether a line ends at the hyphen of a name ("A-" over "Series") or of a word that stands whole elsewhere."""
        match = _WORD.match(first)
        if match is None or first in _AND or not _OWN.fullmatch(last):
            return False
        return any(char.isupper() or char.isdigit() for char in last) or f"{last}{match.group()}".lower() in self._words


def _inner(lines: Iterable[Line]) -> Iterable[str]:
    """The words of lines but those at their ends, where they may be parted."""
    for line in lines:
        yield from (found.lower() for word in line.words[1:-1] for found in _WORD.findall(word.text))
