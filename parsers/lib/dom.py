"""Small questions about the elements of a tree, and its text. Nothing here recurses: pages can be 100,000 deep."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from bs4 import Tag
from bs4.element import NavigableString, PageElement

from parsers.lib.tree import BLOCKS, is_text

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
PERMALINKS = frozenset("# ¶ § 🔗 ↩ ↩︎ ⏎ ^".split())
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def attribute(tag: Tag, name: str) -> str:
    """An attribute as one string, "" when absent; lists (class) are joined by a space."""
    value = tag.attrs.get(name)
    if value is None:
        return ""
    return value if isinstance(value, str) else " ".join(value)


def span(tag: Tag, name: str) -> int:
    """A colspan or rowspan as printed; 1 when it is absent or not a number. A rowspan may be 0."""
    value = attribute(tag, name).strip()
    if not (value.isascii() and value.isdigit()):
        return 1
    return int(value[:9]) if name == "rowspan" else max(int(value[:9]), 1)


@lru_cache(maxsize=4096)
def words(name: str) -> frozenset[str]:
    """The words of a class name or id: "relatedPosts-list" -> {related, posts, list}."""
    return frozenset(word.lower() for word in _WORD.findall(name))


def _always(_: Tag) -> bool:
    return True


def walk(root: Tag, dropped: set[int], enter: Callable[[Tag], bool] = _always) -> Iterator[Tag | NavigableString]:
    """Elements and visible strings below `root` in document order, without the dropped ones (by id()).

    An element for which `enter` is false is given, but not what it holds.
    """
    stack: list[PageElement] = list(reversed(root.contents))
    while stack:
        node = stack.pop()
        if isinstance(node, Tag):
            if id(node) not in dropped:
                yield node
                if enter(node):
                    stack.extend(reversed(node.contents))
        elif is_text(node):
            yield node


def squeeze(text: str) -> str:
    """White space of every kind (no-break, thin, line ends) as single spaces, none at the ends."""
    return " ".join(text.translate(_INVISIBLE).split())


# Soft hyphens and zero-width characters: shown as nothing, yet they would split "17\u200bx" in two.
_INVISIBLE = {0x00AD: None, 0x200B: None, 0x2060: None, 0xFEFF: None}


def text_of(tag: Tag, dropped: set[int] | None = None) -> str:
    """The visible text of an element on one line; blocks stand apart, inline markup splits nothing."""
    only = tag.contents[0] if len(tag.contents) == 1 else None
    if is_text(only):
        return squeeze(only)
    pieces: list[str] = []
    stack: list[PageElement | str] = list(reversed(tag.contents))
    while stack:
        node = stack.pop()
        if not isinstance(node, Tag):
            if is_text(node) or type(node) is str:
                pieces.append(str(node))
        elif dropped is None or id(node) not in dropped:
            stack.extend(_inside(node, pieces))
    return squeeze("".join(pieces))


def _inside(tag: Tag, pieces: list[str]) -> list[PageElement | str]:
    if tag.name == "sup":
        return [raised("".join(pieces[-3:]), tag)]
    if is_permalink(tag):
        return []
    if tag.name in BLOCKS or tag.name == "br":
        return [" ", *reversed(tag.contents), " "]
    return list(reversed(tag.contents))


def raised(before: str, sup: Tag) -> str:
    """A <sup> as text: an exponent clings to its base ("10⁶"), a footnote mark stands apart ("17x ¹"), "th" stays.

    Without this "5,600<sup>2</sup>" would read 5,6002.
    """
    mark = squeeze("".join(node for node in walk(sup, set()) if isinstance(node, str)))
    if not _MARK.fullmatch(mark):
        return mark
    shown = mark.translate(_RAISED)
    is_power = _TEN.search(before) or (_UNIT.search(before) and mark[0] in "23-−")
    return shown if is_power or not before or before[-1].isspace() else f" {shown}"


_MARK = re.compile(r"[-−+]?[\d,\s\[\]()]*\d[\])]?|[a-f]|[*†‡§]+")
_TEN = re.compile(r"(?:^|[^\d.,])10$")
_UNIT = re.compile(r"(?:^|[\s(])(?:[a-wyzA-WYZ]|mm|cm|km|m/s)$|\d(?:m|mm|cm|km)$")
_RAISED = str.maketrans("0123456789-−+()abcdef", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺⁽⁾ᵃᵇᶜᵈᵉᶠ")


def is_permalink(tag: Tag) -> bool:
    """Whether an element is the "#" or "¶" beside a heading that links to it."""
    only = tag.contents[0] if tag.name == "a" and len(tag.contents) == 1 else None
    # Text only: a nested element as a string is its whole markup, once for each level of nesting.
    return is_text(only) and str(only).strip() in PERMALINKS
