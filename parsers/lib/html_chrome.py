"""Which part of a page is boilerplate: by its element or role, by the words of its class or id, by what it says."""

import re
from itertools import islice

from bs4 import Tag

from parsers.lib.dom import HEADINGS, attribute, text_of, words
from parsers.lib.grid import NOTE_MARK
from parsers.lib.html_outline import Node

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
NUMBERED = re.compile(r"\d{1,2}[.)]?\s")  # "1. Eight-hour shift, December 2024: ..."
NOTES = 10_000  # characters of a footer that can be footnotes
NOTE_PARTS = 300  # elements
NOTE_LINES = 50  # of them that are looked at
PRINTED_FIGURE = re.compile(
    r"\d\s?(?:[xX×](?!\w)|%|percent\b|times\b|[mµn]?s\b|min(?:utes)?\b|h(?:ours?)?\b|seconds?\b|[KMGT]i?B|[GMk]?W\b|fps\b|"
    r"[\w-]+(?:/s|\sper\s(?:second|minute|hour|day|watt)))"
)
# What a note says of a test besides its results: how it was set, and that somebody ran it.
_SET_UP = re.compile(
    r"\b(?:(?:FP|BF|INT|TF)\d{1,2}|batch(?:\ssizes?)?\s\d|\d[\d,]*\s(?:tokens|GPUs|nodes|sockets|accelerators|threads))\b"
)
_TESTED = re.compile(r"\b(?:[Mm]easured|[Tt]ested|[Bb]enchmarked|[Tt]est(?:s|ing)?\s(?:by|conducted|run|done|were))\b")
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
_SITE_WORDS = frozenset("site global top main masthead".split())
LISTS = frozenset("ul ol div section p dl td".split())
NEVER_CHROME = frozenset("h1 h2 h3 h4 h5 h6 main article table tbody thead tr b strong em pre".split())


def is_chrome(node: Node, enough: float, keep_tables: bool) -> bool:
    """Whether a part is navigation, sharing, a footer and the like; never what holds `enough` of the prose."""
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


def is_byline(node: Node) -> bool:
    """Whether a part only says how long reading takes."""
    # "5 min read" is a duration to whoever looks for figures.
    return (
        node.text < 80
        and node.size < 12
        and not node.headings
        and READING_TIME.fullmatch(text_of(node.tag)) is not None
    )


def is_forgettable(node: Node) -> bool:
    """Whether a heading stands over what is no part of the article: "Related posts", "Share this"."""
    is_short = node.tag.name in HEADINGS and node.text < 60 and node.size < 20
    return is_short and FORGETTABLE.fullmatch(text_of(node.tag)) is not None


def is_notes(node: Node) -> bool:
    """Whether a footer is notes: a line with a note's mark, or of a test, prints a figure or a setting."""
    if node.text > NOTES or node.size > NOTE_PARTS or node.is_links:
        return False  # whatever is nested there must not be read over and over
    parts = islice(node.tag.find_all(["p", "li", "small", "div"]), NOTE_LINES)
    lines = (text_of(part) for part in (node.tag, *parts))
    return any(map(_is_note, lines))


def _is_note(line: str) -> bool:
    marked = NOTE_MARK.match(line) or NUMBERED.match(line) or _TESTED.search(line)
    return bool(marked and (PRINTED_FIGURE.search(line) or _SET_UP.search(line)))


def _is_content_part(node: Node) -> bool:
    if node.tag.name == "header":
        return node.sectioned or node.titles > 0
    if node.tag.name == "footer":
        quoted = any(parent.name in {"blockquote", "figure"} for parent in islice(node.tag.parents, 3))
        return quoted or bool(words(attribute(node.tag, "class")) & CONTENT_WORDS) or is_notes(node)
    return False


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
