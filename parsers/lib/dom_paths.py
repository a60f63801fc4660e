"""Where an element stands: its CSS path."""

import re
from collections import Counter
from functools import lru_cache

from bs4 import Tag

MAX_DEPTH = 200  # deeper than this an element gets no path
_NOT_CSS = re.compile(r"([^\w-])")


class Paths:
    """CSS paths of elements in the tree of the parser of record: "html > body > p:nth-of-type(2)".

    Asked for in document order, as a page is read. Only the elements around the last one are kept: a path and a number
    for each element of a page of tables would fill the memory.
    """

    def __init__(self) -> None:
        self._levels: list[_Level] = []
        self._at: dict[int, int] = {}  # id() of an element -> its number in `_levels`

    def of(self, tag: Tag) -> str | None:
        """The path of an element, None when it lies too deep for a path to be of use."""
        last = self._levels[-1] if self._levels else None
        if last and tag.parent is last.tag and len(self._levels) <= MAX_DEPTH + 1:
            return f"{last.path} > {last.step(tag)}" if last.path else last.step(tag)  # as for the next cell of a row
        if id(tag) in self._at:
            return self._levels[self._at[id(tag)]].path
        chain = [tag]
        while chain[-1].parent is not None and id(chain[-1].parent) not in self._at:
            chain.append(chain[-1].parent)
            if len(chain) > MAX_DEPTH:
                return None
        top = chain[-1].parent
        if top is None:
            self._leave(0)
            self._enter(chain.pop(), "")
        else:
            self._leave(self._at[id(top)] + 1)
        while chain and len(self._levels) <= MAX_DEPTH + 1:  # the tree itself is a level too
            above, one = self._levels[-1], chain.pop()
            path = f"{above.path} > {above.step(one)}" if above.path else above.step(one)
            if not chain:
                return path
            self._enter(one, path)
        return None

    def _enter(self, tag: Tag, path: str) -> None:
        self._at[id(tag)] = len(self._levels)
        self._levels.append(_Level(tag, path))

    def _leave(self, size: int) -> None:
        while len(self._levels) > size:
            del self._at[id(self._levels.pop().tag)]


class _Level:
    """An element around the last one asked for, and how far its children have been numbered."""

    def __init__(self, tag: Tag, path: str) -> None:
        self.tag, self.path = tag, path
        self.total = Counter(child.name for child in tag.contents if isinstance(child, Tag))
        self.counts: Counter[str] = Counter()
        self.next = 0  # in the contents: asking each child for its earlier siblings is quadratic on 10,000 rows
        self.last: tuple[Tag | None, str] = None, ""

    def step(self, child: Tag) -> str:
        """The last step of a child's path."""
        if self.last[0] is not child:
            if not self._number(child):
                self.next, self.counts = 0, Counter()
                self._number(child)
            number = self.counts[child.name] if self.total[child.name] > 1 else 0
            self.last = child, _nth(child.name, number)
        return self.last[1]

    def _number(self, child: Tag) -> bool:
        for at in range(self.next, len(self.tag.contents)):
            node = self.tag.contents[at]
            if isinstance(node, Tag):
                self.counts[node.name] += 1
            if node is child:
                self.next = at + 1
                return True
        return False


@lru_cache(maxsize=4096)
def _nth(name: str, number: int) -> str:
    escaped = _NOT_CSS.sub(r"\\\1", name)
    return f"{escaped}:nth-of-type({number})" if number else escaped
