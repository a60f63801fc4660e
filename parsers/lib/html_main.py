"""Where a page's main content is: everything else is dropped, for a reason that can be said in one line.

1. Not shown: scripts, media, `hidden`, display:none. Panels behind a tab or a fold are content.
2. Boilerplate by its element or role (nav, aside, form ...), by the words of its class or id (share, cookie,
   related ...), by its heading ("Related posts"), or because it is nearly all links.
3. Outside the container: an <article> or <main> that holds most of the prose, else the element that we get to by
   going down from <body> as long as one child holds most of it. Neighbours on the way down stay when they read
   as content themselves.

What holds much of the page's prose is never boilerplate, whatever it is called.
"""

from copy import copy
from dataclasses import dataclass

from bs4 import Tag

from parsers.lib.dom import HEADINGS, attribute
from parsers.lib.html_chrome import is_byline, is_chrome, is_forgettable, is_notes
from parsers.lib.html_outline import Node, Outline, outline_of, sum_up
from parsers.lib.html_table import DataTable

TOO_MUCH = 0.4  # share of the page's prose from which an element is content whatever it is called
MOST = 0.6  # share of its parent's prose from which a child is gone down into
PARAGRAPH = 140  # characters of prose that make a neighbour content
FLOW = frozenset("p h1 h2 h3 h4 h5 h6 ul ol dl table figure blockquote pre section hr br".split())
DESCENDABLE = frozenset("html body div section article main form td tr tbody table center span font".split())


@dataclass(frozen=True, slots=True)
class Content:
    """id() of the elements that are not content (what lies within them is not listed), and the data tables."""

    dropped: set[int]
    tables: dict[int, DataTable]


def shown(body: Tag) -> Content:
    """Everything that a reader gets to see, boilerplate included."""
    outline = outline_of(body)
    return Content(outline.hidden, outline.tables)


def main_content(body: Tag, keep_tables: bool) -> Content:
    """The main content; with `keep_tables` the container reaches around every data table that is shown."""
    outline = outline_of(body)
    own = [copy(node) for node in outline.nodes]
    sum_up(outline, set())
    dropped = _boilerplate(outline, keep_tables)
    outline.nodes = own  # so that what was dropped counts no more
    sum_up(outline, dropped)
    _outside(body, outline, dropped, keep_tables)
    return Content(outline.hidden | dropped, outline.tables)


def _boilerplate(outline: Outline, keep_tables: bool) -> set[int]:
    enough = TOO_MUCH * max(outline.nodes[0].prose, 1)
    found: set[int] = set()
    gone = bytearray(len(outline.nodes))
    for index, node in enumerate(outline.nodes[1:], start=1):
        if gone[node.above] or id(outline.nodes[node.above].tag) in found or id(node.tag) in found:
            gone[index] = 1
        elif is_chrome(node, enough, keep_tables) or is_byline(node):
            found.add(id(node.tag))
        elif is_forgettable(node):
            found.update(_under(node.tag, outline, enough))
    return found


def _under(heading: Tag, outline: Outline, enough: float) -> set[int]:
    """A heading such as "Related posts" with all that it stands over: its parent, or what follows it."""
    parent = heading.parent
    if parent is None:
        return {id(heading)}
    first = next(child for child in parent.contents if isinstance(child, Tag) and id(child) in outline.at)
    if first is heading and parent.name != "body" and outline.node(parent).prose < enough / 2:
        return {id(parent)}
    found = {id(heading)}
    for sibling in heading.next_siblings:
        if isinstance(sibling, Tag) and id(sibling) in outline.at:
            if HEADINGS.get(sibling.name, 9) <= HEADINGS[heading.name] or outline.node(sibling).prose > enough / 2:
                break
            found.add(id(sibling))
    return found


def _outside(body: Tag, outline: Outline, dropped: set[int], keep_tables: bool) -> None:
    kept = _kept(outline, dropped)
    root = _semantic(outline, kept)
    trusted = root is not None
    if root is None:
        root = _heaviest(body, outline, dropped)
    if keep_tables:
        tables = [node.tag for node in kept if id(node.tag) in outline.tables]
        root = _around([root, *tables], body)
    at = root
    while at is not body and at.parent is not None:
        _drop_siblings(at, outline, dropped, trusted)
        at = at.parent


def _kept(outline: Outline, dropped: set[int]) -> list[Node]:
    gone = bytearray(len(outline.nodes))
    for index, node in enumerate(outline.nodes):
        gone[index] = id(node.tag) in dropped or (node.above >= 0 and gone[node.above])
    return [node for index, node in enumerate(outline.nodes) if not gone[index]]


def _semantic(outline: Outline, kept: list[Node]) -> Tag | None:
    """The innermost <article>, <main> or articleBody that holds most of the prose that its outer one holds."""
    found: Node | None = None
    least, end = TOO_MUCH * outline.nodes[0].prose, 0
    for index, node in enumerate(kept):
        if node.prose > 0 and node.prose >= least and (found is None or index < end) and _is_semantic(node.tag):
            found, least, end = node, MOST * node.prose, index + node.size
    return found.tag if found else None


def _is_semantic(tag: Tag) -> bool:
    if tag.name in {"article", "main"}:
        return True
    return bool(tag.attrs) and ("articleBody" in attribute(tag, "itemprop") or attribute(tag, "role") == "main")


def _heaviest(body: Tag, outline: Outline, dropped: set[int]) -> Tag:
    at = body
    while True:
        children = [child for child in outline.children(at) if id(child) not in dropped]
        best = max(children, key=lambda child: outline.node(child).prose, default=None)
        if best is None or best.name not in DESCENDABLE or id(best) in outline.tables:
            return at
        prose = outline.node(best).prose
        if not prose or prose < MOST * outline.node(at).prose:
            return at
        at = best


def _around(tags: list[Tag], body: Tag) -> Tag:
    """The innermost element that holds all of these."""
    common = [tags[0], *tags[0].parents]
    for tag in tags[1:]:
        above = {id(tag), *map(id, tag.parents)}
        common = [one for one in common if id(one) in above]
    return common[0] if common and common[0].name not in {"html", "[document]"} else body


def _drop_siblings(kept: Tag, outline: Outline, dropped: set[int], trusted: bool) -> None:
    before = True
    for sibling in outline.children(kept.parent) if kept.parent is not None else ():
        if sibling is kept:
            before = False
        elif not _is_content(outline.node(sibling), before, trusted, kept.name):
            dropped.add(id(sibling))


def _is_content(node: Node, before: bool, trusted: bool, like: str) -> bool:
    if node.is_links:
        return False
    if node.tag.name == "footer" and is_notes(node):
        return True
    # A hero with the page's title often stands in front of the <main> that we trust.
    titled = before and node.titles > 0
    if trusted:
        return titled
    headed = node.headings > 0 and (before or node.tag.name == like)
    return titled or headed or node.tag.name in FLOW or node.prose >= PARAGRAPH
