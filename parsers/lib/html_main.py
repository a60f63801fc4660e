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
from dataclasses import dataclass

from bs4 import Tag

from parsers.lib.dom import HEADINGS, attribute, is_text, text_of, walk, words
from parsers.lib.html_table import data_tables, is_data

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
    "outbrain taboola addtoany sharethis jetpack toolbar offcanvas megamenu backtotop".split()
)
# These need to stand among their own kind: "share-buttons", not "market-share".
WEAK = frozenset(
    "nav menu footer share sharing social socials related recommended recommendations comment comments respond "
    "reply promo promotion ad ads sponsored sponsor modal overlay skip pager toc byline author tags widget widgets "
    "signup upsell banner topbar login trending popular meta cta aside".split()
)
NEUTRAL = frozenset(
    "site page post posts entry article articles list item items link links button buttons icon icons bar box area "
    "section block container wrapper wrap inner outer content main left right top bottom primary secondary "
    "form title global header nav to for us the more read form bio info card cards el m js col row".split()
)
CONTENT_WORDS = frozenset("footnote footnotes endnotes disclaimer disclaimers table chart figure methodology".split())
SCREEN_READER = frozenset(
    ("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "katex-mathml", "MJX_Assistive_MathML")
)
HIDDEN_CLASSES = frozenset(("hidden", "d-none", "is-hidden", "hide", "u-hidden", "display-none"))
FOLDS = frozenset("tab tabs tabpanel pane accordion collapse collapsible fold toggle expandable details".split())
FORGETTABLE = re.compile(
    r"(?:you (?:may|might) also (?:like|enjoy|be interested in)|"
    r"(?:related|recommended|more|recent|latest|popular|similar|trending|further) "
    r"(?:posts?|articles?|stories|reading|content|news|blogs?|topics)|read (?:next|more)|"
    r"share(?: (?:this|on|via)\b.{0,30})?|leave a (?:reply|comment)|\d* ?(?:comments?|responses|replies)|"
    r"(?:subscribe|sign up|stay in touch)\b.{0,40}|join .{0,40}(?:newsletter|mailing list|conversation|community)|"
    r"newsletter|follow us.{0,20}|about the authors?|more from .{1,40}|"
    r"table of contents|on this page|in this article|contents|tags|categories)\W*",
    re.IGNORECASE,
)
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SITE_WORDS = frozenset("site global top main masthead".split())

TOO_MUCH = 0.4  # share of the page's prose from which an element is content whatever it is called
MOST = 0.6  # share of its parent's prose from which a child is gone down into
PARAGRAPH = 140  # characters of prose that make a neighbour content
LINKS = 0.75  # share of link text from which a list is navigation
FLOW = frozenset("p h1 h2 h3 h4 h5 h6 ul ol dl table figure blockquote pre section hr br".split())
DESCENDABLE = frozenset("html body div section article main form td tr tbody table center span font".split())


@dataclass(slots=True)
class Mass:
    """What an element holds, its descendants included: characters of text, those in links, links, headings 1-3."""

    text: int = 0
    linked: int = 0
    links: int = 0
    headings: int = 0

    @property
    def prose(self) -> int:
        """Characters outside links."""
        return self.text - self.linked

    @property
    def is_links(self) -> bool:
        """Nearly all of it is link text."""
        return self.links > 0 and self.linked >= LINKS * self.text


def unwanted(body: Tag, keep_tables: bool) -> set[int]:
    """id() of each element below `body` that is not main content; what lies within them is not listed.

    With `keep_tables` the container reaches around every data table that is shown.
    """
    hidden = not_shown(body)
    dropped = hidden | _boilerplate(body, hidden)
    _outside(body, dropped, keep_tables)
    return dropped


def not_shown(body: Tag) -> set[int]:
    """id() of the elements that a reader does not get to see."""
    found: set[int] = set()
    for node in walk(body, set(), lambda tag: id(tag) not in found):
        if isinstance(node, Tag) and _is_unshown(node):
            found.add(id(node))
    return found


def _is_unshown(tag: Tag) -> bool:
    if tag.name in UNSHOWN:
        return not _is_heading_button(tag)
    return bool(tag.attrs) and _is_hidden(tag)


def _is_heading_button(tag: Tag) -> bool:
    # Accordions put the words of their headings into buttons.
    return tag.name == "button" and any(parent.name in HEADINGS for parent in list(tag.parents)[:3])


def _is_hidden(tag: Tag) -> bool:
    if attribute(tag, "role") == "tabpanel":
        return False
    classes = attribute(tag, "class").split()
    if not SCREEN_READER.isdisjoint(classes):
        return True
    hides = (
        ("hidden" in tag.attrs and attribute(tag, "hidden") != "until-found")
        or (not HIDDEN_CLASSES.isdisjoint(classes) and not _shows_again(classes))
        or _HIDING.search(attribute(tag, "style")) is not None
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
    return tag.name not in {"span", "b", "strong", "em", "i", "a", "p"} or not any(map(str.isalnum, text_of(tag)))


def measure(body: Tag, dropped: set[int]) -> dict[int, Mass]:
    """The mass of each element below `body` that is not dropped, and of `body`, by id()."""
    masses = {id(body): Mass()}
    order: list[tuple[Mass, Mass]] = []
    stack: list[tuple[object, Mass, bool]] = [(child, masses[id(body)], False) for child in body.contents]
    while stack:
        node, above, linked = stack.pop()
        if isinstance(node, Tag):
            if id(node) not in dropped:
                link = linked or node.name == "a"
                mine = masses[id(node)] = Mass(0, 0, int(node.name == "a"), int(HEADINGS.get(node.name, 9) <= 3))
                order.append((mine, above))
                stack.extend((child, mine, link) for child in node.contents)
        elif is_text(node) and (size := len(node.strip())):
            above.text += size
            above.linked += size if linked else 0
    for mine, above in reversed(order):  # children come after their parents
        above.text += mine.text
        above.linked += mine.linked
        above.links += mine.links
        above.headings += mine.headings
    return masses


def _boilerplate(body: Tag, hidden: set[int]) -> set[int]:
    masses = measure(body, hidden)
    enough = TOO_MUCH * max(masses[id(body)].prose, 1)
    data = {id(table) for table in data_tables(body, hidden)}
    found: set[int] = set()
    for node in walk(body, hidden, lambda tag: id(tag) not in found and id(tag) not in data):
        if isinstance(node, Tag) and id(node) not in found and node.name not in {"html", "body"}:
            mass = masses[id(node)]
            if _is_chrome(node, mass, enough):
                found.add(id(node))
            elif node.name in HEADINGS and mass.text < 60 and FORGETTABLE.fullmatch(text_of(node, hidden)):
                found.update(_under(node, masses, enough))
    return found


def _is_chrome(tag: Tag, mass: Mass, enough: float) -> bool:
    if mass.prose > enough and not (tag.name == "nav" and mass.is_links):
        return False
    if tag.name in CHROME or attribute(tag, "role").lower() in CHROME_ROLES:
        return not _is_content_part(tag)
    if tag.name in HEADINGS or tag.name in {"main", "article", "table", "tbody", "thead", "b", "strong", "em", "pre"}:
        return False
    if tag.attrs and _is_named_so(tag):
        return True
    lists = tag.name in {"ul", "ol", "div", "section", "p", "dl", "td"}
    return lists and mass.links >= 4 and mass.is_links and not data_tables(tag, set())


def _is_content_part(tag: Tag) -> bool:
    if tag.name == "header":
        inside = tag.find_parent(["article", "main", "section"]) is not None
        return inside or any(not heading.find("a") for heading in tag.find_all("h1"))
    if tag.name == "footer":
        quoted = tag.find_parent(["blockquote", "figure"]) is not None
        return quoted or bool(words(attribute(tag, "class")) & CONTENT_WORDS)
    return False


def _is_named_so(tag: Tag) -> bool:
    names = [*attribute(tag, "class").split(), attribute(tag, "id")]
    return any(name and _names_boilerplate(words(name)) for name in names)


def _names_boilerplate(tokens: frozenset[str]) -> bool:
    if tokens & CONTENT_WORDS or tokens & {"no", "has", "with", "without", "layout"}:
        return False
    if tokens & STRONG:
        return True
    if "header" in tokens and tokens & _SITE_WORDS and tokens <= NEUTRAL | _SITE_WORDS:
        return True
    return bool(tokens & WEAK) and all(token in WEAK or token in NEUTRAL or token.isdigit() for token in tokens)


def _under(heading: Tag, masses: dict[int, Mass], enough: float) -> set[int]:
    """A heading such as "Related posts" with all that it stands over: its parent, or what follows it."""
    parent = heading.parent
    if parent is None:
        return {id(heading)}
    children = [child for child in parent.contents if isinstance(child, Tag) and id(child) in masses]
    if children and children[0] is heading and parent.name != "body" and masses[id(parent)].prose < enough / 2:
        return {id(parent)}
    found = {id(heading)}
    for sibling in children[children.index(heading) + 1 :]:
        if HEADINGS.get(sibling.name, 9) <= HEADINGS[heading.name] or masses[id(sibling)].prose > enough / 2:
            break
        found.add(id(sibling))
    return found


def _outside(body: Tag, dropped: set[int], keep_tables: bool) -> None:
    masses = measure(body, dropped)
    root = _semantic(body, masses)
    trusted = root is not None
    if root is None:
        root = _heaviest(body, masses, dropped)
    if keep_tables:
        root = _around([root, *data_tables(body, dropped)], body)
    at = root
    while at is not body and at.parent is not None:
        _drop_siblings(at, masses, dropped, trusted)
        at = at.parent


def _semantic(body: Tag, masses: dict[int, Mass]) -> Tag | None:
    """The innermost <article>, <main> or articleBody that holds most of the prose that its outer one holds."""
    found: Tag | None = None
    least = TOO_MUCH * masses[id(body)].prose
    for tag in body.find_all(_is_semantic):
        mass = masses.get(id(tag))
        if mass is not None and mass.prose > 0 and mass.prose >= least and (found is None or found in tag.parents):
            found, least = tag, MOST * mass.prose
    return found


def _is_semantic(tag: Tag) -> bool:
    if tag.name in {"article", "main"}:
        return True
    return bool(tag.attrs) and ("articleBody" in attribute(tag, "itemprop") or attribute(tag, "role") == "main")


def _heaviest(body: Tag, masses: dict[int, Mass], dropped: set[int]) -> Tag:
    at = body
    while True:
        children = [child for child in at.contents if isinstance(child, Tag) and id(child) in masses]
        best = max(children, key=lambda child: masses[id(child)].prose, default=None)
        if best is None or best.name not in DESCENDABLE or (best.name == "table" and is_data(best, dropped)):
            return at
        if masses[id(best)].prose < MOST * masses[id(at)].prose or not masses[id(best)].prose:
            return at
        at = best


def _around(tags: list[Tag], body: Tag) -> Tag:
    """The innermost element that holds all of these."""
    common: list[Tag] = []
    for number, tag in enumerate(tags):
        chain = [tag, *(parent for parent in tag.parents)]
        kept = {id(one) for one in chain}
        common = chain if number == 0 else [one for one in common if id(one) in kept]
    return common[0] if common and common[0].name not in {"html", "[document]"} else body


def _drop_siblings(kept: Tag, masses: dict[int, Mass], dropped: set[int], trusted: bool) -> None:
    before = True
    for sibling in kept.parent.contents if kept.parent is not None else ():
        if sibling is kept:
            before = False
        elif (
            isinstance(sibling, Tag)
            and id(sibling) in masses
            and not _is_content(sibling, masses[id(sibling)], before, trusted, kept.name)
        ):
            dropped.add(id(sibling))


def _is_content(tag: Tag, mass: Mass, before: bool, trusted: bool, like: str) -> bool:
    if mass.is_links:
        return False
    # A hero with the page's title often stands in front of the <main> that we trust.
    titled = before and (tag.name == "h1" or tag.find("h1") is not None)
    if trusted:
        return titled
    headed = mass.headings > 0 and (before or tag.name == like)
    return titled or headed or tag.name in FLOW or mass.prose >= PARAGRAPH
