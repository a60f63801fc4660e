"""What is shown of a page: its elements in document order, each with what it holds, down to data tables.

Not shown are scripts, media, `hidden` and display:none. Panels behind a tab or a fold are content.
"""

import re
from dataclasses import dataclass, field
from itertools import islice

from bs4 import Tag
from bs4.element import PageElement

from parsers.lib.dom import HEADINGS, attribute, walk, words
from parsers.lib.html_table import DataTable, data_table, own_parts
from parsers.lib.tree import is_text

UNSHOWN = frozenset(
    "script style template noscript iframe object embed canvas svg video audio map head title meta link datalist "
    "select option textarea input button math-assistive".split()
)
SCREEN_READER = frozenset(
    ("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "katex-mathml", "MJX_Assistive_MathML")
)
HIDDEN_CLASSES = frozenset(("hidden", "d-none", "is-hidden", "hide", "u-hidden", "display-none"))
FOLDS = frozenset("tab tabs tabpanel pane accordion collapse collapsible fold toggle expandable details".split())
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
LINKS = 0.75  # share of link text from which a list is navigation
SECTIONING = frozenset("article main section".split())


@dataclass(slots=True)
class Node:
    """An element that is shown. The counts are of itself at first, and with its descendants once summed."""

    tag: Tag
    above: int  # index of its parent; -1 for the body
    linked_in: bool  # within a link
    sectioned: bool  # within an <article>, <main> or <section>
    text: int = 0  # characters
    linked: int = 0  # characters in links
    links: int = 0
    headings: int = 0  # of levels 1 to 3
    titles: int = 0  # <h1> that are not just a linked logo
    tables: int = 0  # that hold data
    size: int = 1  # elements

    @property
    def prose(self) -> int:
        """Characters outside links."""
        return self.text - self.linked

    @property
    def is_links(self) -> bool:
        """Nearly all of it is link text."""
        return self.links > 0 and self.linked >= LINKS * self.text


@dataclass(slots=True)
class Outline:
    """What is shown of a page: its elements in document order down to data tables, which are leaves."""

    nodes: list[Node] = field(default_factory=list)
    at: dict[int, int] = field(default_factory=dict)  # id() of an element -> index of its node
    hidden: set[int] = field(default_factory=set)
    tables: dict[int, DataTable] = field(default_factory=dict)

    def node(self, tag: Tag) -> Node:
        """The node of an element that is shown."""
        return self.nodes[self.at[id(tag)]]

    def children(self, tag: Tag) -> list[Tag]:
        """The children of an element that are shown."""
        return [child for child in tag.contents if isinstance(child, Tag) and id(child) in self.at]


def outline_of(body: Tag) -> Outline:
    """The outline of a page, each element with what it holds itself."""
    outline = Outline()
    stack: list[tuple[object, int, bool, bool]] = [(body, -1, False, False)]
    while stack:
        item, above, linked, sectioned = stack.pop()
        if isinstance(item, Tag):
            if item is not body and _is_unshown(item):
                outline.hidden.add(id(item))
                continue
            index = outline.at[id(item)] = len(outline.nodes)
            node = Node(item, above, linked, sectioned, headings=int(HEADINGS.get(item.name, 9) <= 3))
            outline.nodes.append(node)
            if item.name == "table" and _is_leaf(item, node, outline):
                continue
            node.links = int(item.name == "a")
            inner = linked or item.name == "a", sectioned or item.name in SECTIONING
            stack.extend((child, index, *inner) for child in reversed(item.contents))
        elif is_text(item) and (size := len(item.strip())):
            outline.nodes[above].text += size
            outline.nodes[above].linked += size * linked
    return outline


def _is_leaf(table: Tag, node: Node, outline: Outline) -> bool:
    found = data_table(table)
    if found is None:
        return False
    before = len(outline.hidden)
    stack: list[PageElement] = list(table.contents)
    while stack:
        inner = stack.pop()
        if isinstance(inner, Tag):
            if _is_unshown(inner):
                outline.hidden.add(id(inner))
            else:
                stack.extend(inner.contents)
        elif is_text(inner):
            node.text += len(inner.strip())
    outline.tables[id(table)] = found if len(outline.hidden) == before else own_parts(table, outline.hidden)
    node.tables = 1
    return True


def _is_unshown(tag: Tag) -> bool:
    if tag.name in UNSHOWN:
        return not _is_heading_button(tag)
    return bool(tag.attrs) and is_hidden(tag)


def _is_heading_button(tag: Tag) -> bool:
    # Accordions put the words of their headings into buttons.
    return tag.name == "button" and any(parent.name in HEADINGS for parent in islice(tag.parents, 3))


def is_hidden(tag: Tag) -> bool:
    """Whether an element is not shown, by its attributes: hidden, display:none, for screen readers only."""
    if attribute(tag, "role") == "tabpanel":
        return False
    classes = attribute(tag, "class").split()
    if not SCREEN_READER.isdisjoint(classes):
        return True
    hides = (
        ("hidden" in tag.attrs and attribute(tag, "hidden") != "until-found")
        or (not HIDDEN_CLASSES.isdisjoint(classes) and not _shows_again(classes))
        or ("style" in tag.attrs and _HIDING.search(attribute(tag, "style")) is not None)
        or _is_silent(tag)
    )
    return hides and not any(words(name) & FOLDS for name in classes)


def _shows_again(classes: list[str]) -> bool:
    # "hidden md:block", "d-none d-lg-flex": hidden on small screens only.
    return any(":" in name or re.match(r"d-\w+-(?!none)", name) for name in classes)


def _is_silent(tag: Tag) -> bool:
    if attribute(tag, "aria-hidden") != "true":
        return False
    # On an inline element it hides a number from screen readers that everybody else sees.
    near = "".join(node for node in islice(walk(tag, set()), 50) if isinstance(node, str))
    return tag.name not in {"span", "b", "strong", "em", "i", "a", "p"} or not any(map(str.isalnum, near))


def sum_up(outline: Outline, dropped: set[int]) -> None:
    """Add to each element what its descendants hold, those in `dropped` (by id()) left out."""
    for node in reversed(outline.nodes):  # children come after their parents
        if node.tag.name == "h1" and node.prose > 0:
            node.titles += 1
        if node.above >= 0 and id(node.tag) not in dropped:
            above = outline.nodes[node.above]
            above.text += node.text
            above.linked += node.linked
            above.links += node.links
            above.headings += node.headings
            above.titles += node.titles
            above.tables += node.tables
            above.size += node.size
