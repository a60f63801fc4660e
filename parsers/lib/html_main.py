"""Where a page's main content is: everything else is dropped, for a reason that can be said in one line.

1. Not shown: scripts, media, `hidden`, display:none. Panels behind a tab or a fold are content.
2. Boilerplate by its element or role (nav, aside, form ...), by the words of its class or id (share, cookie,
   related ...), by its heading ("Related posts"), or because it is nearly all links.
3. Outside the container: an <article> or <main> that holds most of the prose, else the element that we get to by
   going down from <body> as long as one child holds most of it. Neighbours on the way down stay when they read
   as content themselves.

What holds much of the page's prose is never boilerplate, whatever it is called.
"""

import re
from copy import copy
from dataclasses import dataclass, field
from itertools import islice

from bs4 import Tag
from bs4.element import PageElement

from parsers.lib.dom import HEADINGS, attribute, is_text, text_of, walk, words
from parsers.lib.grid import NOTE_MARK
from parsers.lib.html_table import DataTable, data_table, own_parts

UNSHOWN = frozenset(
    "script style template noscript iframe object embed canvas svg video audio map head title meta link datalist "
    "select option textarea input button math-assistive".split()
)
CHROME = frozenset("nav aside footer header form dialog menu".split())
CHROME_ROLES = frozenset(
    "navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip alert".split()
)
# One of these words in a class or id is enough.
STRONG = frozenset(
    "cookie cookies cookiebar consent gdpr onetrust navbar navigation breadcrumb breadcrumbs sidebar sidenav "
    "newsletter subscribe subscription disqus advertisement advert adsense masthead popup pagination sharedaddy "
    "relatedposts outbrain taboola addtoany sharethis jetpack toolbar offcanvas megamenu backtotop".split()
)
# These need to stand among their own kind: "share-buttons", not "market-share".
WEAK = frozenset(
    "nav menu footer share sharing social socials related recommended recommendations comment comments respond "
    "reply promo promotion ad ads sponsored sponsor modal overlay skip pager toc byline author tags "
    "signup upsell banner topbar login trending popular meta cta aside".split()
)
NEUTRAL = frozenset(
    "site page post posts entry article articles list item items link links button buttons icon icons bar box area "
    "section block container wrapper wrap inner outer content main left right top bottom primary secondary "
    "form title global header nav to for us the more read form bio info card cards el m js col row tabs".split()
)
# Site builders call every part of a page "something-widget".
WIDGET = frozenset(("widget", "widgets"))
PRIVACY = frozenset("cookie cookies cookiebar consent gdpr onetrust".split())
CONTENT_WORDS = frozenset("footnote footnotes endnotes disclaimer disclaimers table chart figure methodology".split())
SCREEN_READER = frozenset(
    ("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "katex-mathml", "MJX_Assistive_MathML")
)
HIDDEN_CLASSES = frozenset(("hidden", "d-none", "is-hidden", "hide", "u-hidden", "display-none"))
NOTES = 10_000  # characters of a footer that can be footnotes
NOTE_PARTS = 300  # elements
NOTE_LINES = 50  # of them that are looked at
PRINTED_FIGURE = re.compile(
    r"\d\s?(?:[xX×](?!\w)|%|percent\b|times\b|[mµn]?s\b|min(?:utes)?\b|h(?:ours?)?\b|seconds?\b|[KMGT]i?B|[GMk]?W\b|fps\b|[\w-]+(?:/s|\sper\ssecond))"
)
FOLDS = frozenset("tab tabs tabpanel pane accordion collapse collapsible fold toggle expandable details".split())
FORGETTABLE = re.compile(
    r"(?:you (?:may|might) also (?:like|enjoy|be interested in)|"
    r"related|(?:related|recommended|more|recent|latest|popular|similar|trending|further) "
    r"(?:posts?|articles?|stories|reading|content|news|blogs?|topics)|read (?:next|more)|"
    r"share(?: (?:this|on|via)\b.{0,30})?|leave a (?:reply|comment)|\d* ?(?:comments?|responses|replies)|"
    r"(?:subscribe|sign up|stay in touch)\b.{0,40}|join .{0,40}(?:newsletter|mailing list|conversation|community)|"
    r"newsletter|follow us.{0,20}|about the authors?|more from .{1,40}|"
    r"table of contents|on this page|in this article|contents|tags|categories)\W*",
    re.IGNORECASE,
)
READING_TIME = re.compile(r".{0,60}\b\d+[- ]?min(?:ute)?s?\.? read\b.{0,20}", re.IGNORECASE)
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SITE_WORDS = frozenset("site global top main masthead".split())

TOO_MUCH = 0.4  # share of the page's prose from which an element is content whatever it is called
MOST = 0.6  # share of its parent's prose from which a child is gone down into
PARAGRAPH = 140  # characters of prose that make a neighbour content
LINKS = 0.75  # share of link text from which a list is navigation
FLOW = frozenset("p h1 h2 h3 h4 h5 h6 ul ol dl table figure blockquote pre section hr br".split())
SECTIONING = frozenset("article main section".split())
LISTS = frozenset("ul ol div section p dl td".split())
NEVER_CHROME = frozenset("h1 h2 h3 h4 h5 h6 main article table tbody thead tr b strong em pre".split())
DESCENDABLE = frozenset("html body div section article main form td tr tbody table center span font".split())


@dataclass(frozen=True, slots=True)
class Content:
    """id() of the elements that are not content (what lies within them is not listed), and the data tables."""

    dropped: set[int]
    tables: dict[int, DataTable]


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


def shown(body: Tag) -> Content:
    """Everything that a reader gets to see, boilerplate included."""
    outline = _outline(body)
    return Content(outline.hidden, outline.tables)


def main_content(body: Tag, keep_tables: bool) -> Content:
    """The main content; with `keep_tables` the container reaches around every data table that is shown."""
    outline = _outline(body)
    own = [copy(node) for node in outline.nodes]
    _sum(outline, set())
    dropped = _boilerplate(outline, keep_tables)
    outline.nodes = own  # so that what was dropped counts no more
    _sum(outline, dropped)
    _outside(body, outline, dropped, keep_tables)
    return Content(outline.hidden | dropped, outline.tables)


def _outline(body: Tag) -> Outline:
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
    return bool(tag.attrs) and _is_hidden(tag)


def _is_heading_button(tag: Tag) -> bool:
    # Accordions put the words of their headings into buttons.
    return tag.name == "button" and any(parent.name in HEADINGS for parent in islice(tag.parents, 3))


def _is_hidden(tag: Tag) -> bool:
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


def _sum(outline: Outline, dropped: set[int]) -> None:
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


def _boilerplate(outline: Outline, keep_tables: bool) -> set[int]:
    enough = TOO_MUCH * max(outline.nodes[0].prose, 1)
    found: set[int] = set()
    gone = bytearray(len(outline.nodes))
    for index, node in enumerate(outline.nodes[1:], start=1):
        if gone[node.above] or id(outline.nodes[node.above].tag) in found or id(node.tag) in found:
            gone[index] = 1
        elif _is_chrome(node, enough, keep_tables) or _is_byline(node):
            found.add(id(node.tag))
        elif _is_forgettable(node):
            found.update(_under(node.tag, outline, enough))
    return found


def _is_byline(node: Node) -> bool:
    # "5 min read" is a duration to whoever looks for figures.
    return (
        node.text < 80
        and node.size < 12
        and not node.headings
        and READING_TIME.fullmatch(text_of(node.tag)) is not None
    )


def _is_chrome(node: Node, enough: float, keep_tables: bool) -> bool:
    tag = node.tag
    if node.prose > enough and not (tag.name == "nav" and node.is_links):
        return False
    if node.tables and (tag.name == "form" or keep_tables) and not _is_private(tag):
        return False
    if tag.name in CHROME or attribute(tag, "role").lower() in CHROME_ROLES:
        return not _is_content_part(node)
    if tag.name in NEVER_CHROME:
        return False
    if tag.attrs and _is_named_so(tag):
        return True
    return tag.name in LISTS and node.links >= 4 and node.is_links and not node.tables


def _is_content_part(node: Node) -> bool:
    if node.tag.name == "header":
        return node.sectioned or node.titles > 0
    if node.tag.name == "footer":
        quoted = any(parent.name in {"blockquote", "figure"} for parent in islice(node.tag.parents, 3))
        return quoted or bool(words(attribute(node.tag, "class")) & CONTENT_WORDS) or _is_notes(node)
    return False


def _is_notes(node: Node) -> bool:
    """Whether a footer is the page's footnotes: a line with a note's mark prints a figure."""
    if node.text > NOTES or node.size > NOTE_PARTS or node.is_links:
        return False  # whatever is nested there must not be read over and over
    parts = islice(node.tag.find_all(["p", "li", "small", "div"]), NOTE_LINES)
    lines = (text_of(part) for part in (node.tag, *parts))
    return any(NOTE_MARK.match(line) and PRINTED_FIGURE.search(line) for line in lines)


def _is_private(tag: Tag) -> bool:
    # Lists of cookies are tables too.
    named = words(f"{attribute(tag, 'class')} {attribute(tag, 'id')}")
    return tag.name in {"nav", "footer", "dialog"} or "dialog" in attribute(tag, "role") or bool(named & PRIVACY)


def _is_named_so(tag: Tag) -> bool:
    names = [*attribute(tag, "class").split(), attribute(tag, "id")]
    return any(name and _names_boilerplate(words(name)) for name in names)


def _names_boilerplate(tokens: frozenset[str]) -> bool:
    if tokens & CONTENT_WORDS or tokens & {"no", "has", "with", "without", "layout"}:
        return False
    if tokens & STRONG:
        return True
    if tokens & WIDGET:
        return tokens <= WIDGET | {"area"}
    if "header" in tokens and tokens & _SITE_WORDS and tokens <= NEUTRAL | _SITE_WORDS:
        return True
    return bool(tokens & WEAK) and all(token in WEAK or token in NEUTRAL or token.isdigit() for token in tokens)


def _is_forgettable(node: Node) -> bool:
    is_short = node.tag.name in HEADINGS and node.text < 60 and node.size < 20
    return is_short and FORGETTABLE.fullmatch(text_of(node.tag)) is not None


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
    if node.tag.name == "footer" and _is_notes(node):
        return True
    # A hero with the page's title often stands in front of the <main> that we trust.
    titled = before and node.titles > 0
    if trusted:
        return titled
    headed = node.headings > 0 and (before or node.tag.name == like)
    return titled or headed or node.tag.name in FLOW or node.prose >= PARAGRAPH
