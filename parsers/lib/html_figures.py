"""What the figures of a page say, each read once for all the pictures and tables in it."""

from collections.abc import Callable

from bs4 import Tag

from parsers.lib.dom import text_of

NEAR = 20_000  # characters of a figure, and of each piece of text before a picture, that may say what its alt text says
NESTED = 3  # figures within figures further in are not read as a whole: each holds all of the next


class Figures:
    """The figures that are open as a page is read, innermost last. `dropped` elements say nothing (by id())."""

    def __init__(self, dropped: set[int]) -> None:
        self.open: list[Tag] = []
        self._dropped = dropped
        self._said: dict[tuple[str, int], str] = {}

    def enter(self, figure: Tag) -> None:
        """A figure begins."""
        self.open.append(figure)

    def leave(self) -> None:
        """The innermost one ends."""
        self.open.pop()

    def caption(self) -> str:
        """The caption of the innermost figure, "" when there is none."""

        def read(figure: Tag) -> str:
            caption = figure.find("figcaption")
            return text_of(caption, self._dropped) if caption is not None else ""

        return self._once("caption", read)

    def text(self) -> str:
        """What the innermost figure says, its caption included; "" outside of all."""
        return self._once("text", lambda figure: text_of(figure, self._dropped)[:NEAR])

    def _once(self, what: str, read: Callable[[Tag], str]) -> str:
        if not 0 < len(self.open) <= NESTED:
            return ""
        figure = self.open[-1]
        if (what, id(figure)) not in self._said:
            self._said[what, id(figure)] = read(figure)
        return self._said[what, id(figure)]
