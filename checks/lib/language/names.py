"""Words that look like names of products, models or data sets: letters and digits in one word."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schemas.document import Document
from schemas.names import key

_WORD = re.compile(r"(?<![\w/@#.-])[A-Za-z][\w+.-]*\d[\w+]*(?![\w/@-])")


@dataclass(frozen=True, slots=True)
class Printed:
    """A word in its place."""

    document: Document
    start: int
    end: int
    words: str

    @property
    def key(self) -> str:
        """How it is compared: without case, hyphens and dots."""
        return key(self.words)


def printed(documents: Iterable[Document]) -> Iterator[Printed]:
    """Every word of letters and digits, in text order; addresses and file names are none."""
    for document in documents:
        for match in _WORD.finditer(document.text):
            yield Printed(document, match.start(), match.end(), match.group())


def by_key(words: Iterable[Printed]) -> dict[str, list[Printed]]:
    """Words that are one name but for case and hyphens, by key."""
    found: dict[str, list[Printed]] = defaultdict(list)
    for one in words:
        found[one.key].append(one)
    return found


def letters(name: str) -> str:
    """The letters of a key."""
    return re.sub(r"\d", "", name)


def digits(name: str) -> tuple[str, ...]:
    """The runs of digits of a key."""
    return tuple(re.findall(r"\d+", name))
