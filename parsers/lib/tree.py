"""From text to a tree of small elements, and letting go of them. Nothing here recurses: pages can be 100,000 deep."""

import warnings
from collections.abc import Collection
from typing import Any, ClassVar, TypeGuard

from bs4 import BeautifulSoup, Tag, XMLParsedAsHTMLWarning
from bs4.builder import TreeBuilder
from bs4.element import AttributeValueList, NavigableString, PageElement
from bs4.exceptions import ParserRejectedMarkup

from schemas.errors import DocumentError

BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody "
    "td tfoot th thead tr ul caption h1 h2 h3 h4 h5 h6".split()
)


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
        parent: Tag | None = None,
        previous: PageElement | None = None,
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


def is_text(node: object) -> TypeGuard[NavigableString]:
    """Whether a node is text on the page: comments, doctypes and scripts are subclasses of its strings."""
    return type(node) is Text or type(node) is NavigableString


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
