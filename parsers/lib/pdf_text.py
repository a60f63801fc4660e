"""The text layer of a PDF, with the place of each word."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from parsers.lib.pdf_page import Print
from schemas.document import Box, Word


class TextLayer:
    """The text of a document as it is laid out line by line, with the place of each word."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._words: list[Word] = []
        self.length = 0
        self.back: Callable[[Print], Print] | None = None  # of a turned sheet: where the page displays a word

    def add(self, text: str) -> None:
        """Append text that is printed nowhere, such as a line end."""
        self._parts.append(text)
        self.length += len(text)

    def line(self, page: int, words: Sequence[Print]) -> tuple[int, int]:
        """Append words with a space between them; returns their span."""
        start = self.length
        for index, word in enumerate(words):
            if index:
                self.add(" ")
            begin = self.length
            self.add(word.text)
            shown = self.back(word) if self.back else word
            self._words.append(Word(begin, self.length, Box(page, shown.x0, shown.top, shown.x1, shown.bottom)))
        return start, self.length

    def cut(self) -> None:
        """Take back the last character: a hyphen that only the line's end has put there."""
        last = self._words[-1]
        self._parts[-1] = self._parts[-1][:-1]
        self._words[-1] = replace(last, end=last.end - 1)
        self.length -= 1

    @property
    def text(self) -> str:
        """Everything so far."""
        return "".join(self._parts)

    @property
    def words(self) -> tuple[Word, ...]:
        """Words in text order."""
        return tuple(self._words)
