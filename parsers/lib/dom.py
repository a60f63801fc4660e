"""From text to a tree, and small questions about its elements. Nothing here recurses: pages can be 100,000 deep."""

import re
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Any, ClassVar, TypeGuard

from bs4 import BeautifulSoup, Tag, XMLParsedAsHTMLWarning
from bs4.builder import TreeBuilder
from bs4.element import AttributeValueList, NavigableString, PageElement
from bs4.exceptions import ParserRejectedMarkup

from schemas.errors import DocumentError

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody "
    "td tfoot th thead tr ul caption h1 h2 h3 h4 h5 h6".split()
)
PERMALINKS = frozenset("# ¶ § 🔗 ↩ ↩︎ ⏎ ^".split())
MAX_DEPTH = 200  # deeper than this an element gets no path
_NOT_CSS = re.compile(r"([^\w-])")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


class Text(NavigableString):
    """A string of a page in 170 bytes; BeautifulSoup's own takes 460, most of it for a dictionary of its own."""

    __slots__ = ("hidden", "next_element", "next_sibling", "parent", "previous_element", "previous_sibling")


class Element(Tag):
    """An element in 190 bytes, not 440: what is the same for all elements of a page is kept once, in the class.

    Elements without attributes share one empty dictionary.
    """

    __slots__ = (
        "attrs",
        "contents",
        "name",
        "next_element",
        "next_sibling",
        "parent",
        "previous_element",
        "previous_sibling",
    )
    _namespaces: dict[str, str] = {}  # noqa: RUF012 - declared so by BeautifulSoup
    _no_attributes: ClassVar[dict[str, Any]] = {}
    attribute_value_list_class = AttributeValueList
    can_be_empty_element = False
    cdata_list_attributes = None
    hidden = False
    interesting_string_types = Tag.MAIN_CONTENT_STRING_TYPES | {Text}
    known_xml = False
    namespace = None
    parser_class = BeautifulSoup
    prefix = None
    preserve_whitespace_tags = None
    sourceline = None
    sourcepos = None

    def __init__(
        self,
        parser: BeautifulSoup,
        builder: TreeBuilder,
        name: str,
        namespace: str | None,
        prefix: str | None,
        attrs: Any,
        parent: Tag,
        previous: PageElement,
        **_: Any,
    ) -> None:
        # Not super().__init__: it writes all of the above into each element.
        self.name = f"{prefix}:{name}" if prefix else name
        if prefix:
            self.prefix = prefix
        # The only step of it that makes lists of classes.
        split = builder._replace_cdata_list_attribute_values  # noqa: SLF001
        self.attrs = split(name, attrs) if attrs else self._no_attributes
        self.contents = []
        self.setup(parent, previous)
        if name in builder.string_containers:
            self.interesting_string_types = {builder.string_containers[name]}
        if name == "meta":
            builder.set_up_substitutions(self)


class _Soup(BeautifulSoup):
    """A tree of the elements above."""

    def string_container(self, base_class: type[NavigableString] | None = None) -> type[NavigableString]:
        # Not by `element_classes`: with it scripts and styles would be text of the page.
        found = super().string_container(base_class)
        return Text if found is NavigableString else found


def parse(name: str, text: str) -> BeautifulSoup:
    """The tree that BeautifulSoup builds with lxml.

    Raises:
        DocumentError: markup that lxml gives up on.
    """
    # lxml ends the page at a NUL in some releases, and in silence.
    text = text.replace("\0", "")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
            warnings.simplefilter("ignore", UserWarning)  # "looks like a file name": short pages do
            return _Soup(text, "lxml", element_classes={Tag: Element})
    except (ParserRejectedMarkup, AssertionError, ValueError) as error:
        raise DocumentError(name, "whole file", f"the markup cannot be parsed: {error}") from error


def body(soup: BeautifulSoup) -> Tag:
    """The <body>, or the whole tree when there is none (a frameset, a fragment)."""
    head, found = soup.head, soup.body
    strays = [tag for tag in head.find_all(True, recursive=False) if tag.name in BLOCKS] if head else []
    if head and strays and (found is None or head in found.parents):
        # Without a <body> tag libxml2 leaves <main>, which it does not know, in the head: the page would be empty.
        # A <body> within one of its tables stays there: put into that <body>, the table would hold itself for ever.
        head.name = "body"
        return head
    for place, tag in enumerate(strays if found else ()):
        found.insert(place, tag.extract())  # type: ignore[union-attr]
    return found or soup


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


def release(tag: Tag, kept: Collection[str]) -> None:
    """Let go of what an element holds, unless one of these names is in it; the element itself stays.

    A tree is all cycles: without this a page of tables is in memory twice, as a tree and as what was read from it.
    """
    nodes = list(tag.contents)
    for node in nodes:
        if isinstance(node, Tag):
            if node.name in kept:
                return
            nodes.extend(node.contents)  # the loop goes on through them
    for node in nodes:
        node.parent = node.next_element = node.previous_element = node.next_sibling = node.previous_sibling = None
        if isinstance(node, Tag):
            node.contents = []
    tag.contents, tag.next_element = [], None


def is_text(node: object) -> TypeGuard[NavigableString]:
    """Whether a node is text on the page: comments, doctypes and scripts are subclasses of its strings."""
    return type(node) is Text or type(node) is NavigableString


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
