"""What a page says of itself: title, publisher, date."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bs4 import BeautifulSoup, Tag

from parsers.lib.dom import attribute, squeeze, text_of
from schemas.months import month

DATE_PROPERTIES = ("article:published_time", "og:article:published_time", "datepublished")
DATE_NAMES = ("date", "publish-date", "publication_date", "pubdate", "dc.date", "dcterms.date", "dc.date.issued")
TAIL = 3000  # characters at the end of the text layer in which "last updated on ..." is looked for

FEW = 50  # elements of a kind that are looked at: asking each of 100,000 nested ones for its parents takes minutes

_JSON_LD = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)")
_MONTH_FIRST = re.compile(r"\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b")
_DAY_FIRST = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3,9})\.?,? (\d{4})\b")
_UPDATED = re.compile(r"(?:last\s+)?(?:updated|modified|revised)(?:\s+on)?\s*:?\s([^\n]{6,60})", re.IGNORECASE)


TELLING = ("meta", "h1", "title", "time", "script")


@dataclass(frozen=True, slots=True)
class Facts:
    """og:title, else the first <h1>, else <title>; og:site_name; ISO date. Each "" when the page does not say."""

    title: str
    publisher: str
    published_on: str


def tags_of(soup: BeautifulSoup) -> dict[str, list[Tag]]:
    """The elements that can say one of the facts, by name, in document order."""
    tags: dict[str, list[Tag]] = {name: [] for name in TELLING}
    for tag in soup.descendants:
        if isinstance(tag, Tag) and tag.name in tags:
            tags[tag.name].append(tag)
    return tags


def read(tags: dict[str, list[Tag]], dropped: set[int], text: str) -> Facts:
    """The facts; `dropped` are the elements (by id()) whose <time> is not the page's own, `text` the text layer."""
    meta = _meta(tags["meta"])
    headings = (tag for tag in tags["h1"][:FEW] if not _is_dropped(tag, dropped))  # not the logo
    title = meta.get("og:title") or next(filter(None, map(text_of, headings)), "")
    # Not text_of: for BeautifulSoup the text of a title is text of its own kind.
    title = title or next((squeeze(tag.get_text()) for tag in tags["title"]), "")
    dates = filter(None, map(iso_date, _dates(meta, tags, dropped, text)))
    return Facts(title, meta.get("og:site_name", ""), next(dates, ""))


def _meta(tags: list[Tag]) -> dict[str, str]:
    found: dict[str, str] = {}
    for tag in tags:
        if content := squeeze(attribute(tag, "content")):
            for key in ("property", "name", "itemprop"):
                found.setdefault(attribute(tag, key).lower(), content)
    return found


def _dates(meta: dict[str, str], tags: dict[str, list[Tag]], dropped: set[int], text: str) -> Iterator[str]:
    """article:published_time, <time datetime> in the content, JSON-LD, meta date, a visible "last updated on"."""
    yield from (meta.get(name, "") for name in DATE_PROPERTIES)
    # Dates in a list of related posts belong to those posts.
    yield from (attribute(tag, "datetime") for tag in tags["time"][:FEW] if not _is_dropped(tag, dropped))
    for script in tags["script"]:
        if attribute(script, "type") == "application/ld+json":
            yield from _JSON_LD.findall(script.get_text())
    yield from (meta.get(name, "") for name in DATE_NAMES)
    yield from reversed(_UPDATED.findall(text[-TAIL:]))


def _is_dropped(tag: Tag, dropped: set[int]) -> bool:
    return id(tag) in dropped or any(id(parent) in dropped for parent in tag.parents)


def iso_date(text: str) -> str:
    """The first date in a text ("2020-12-09T10:00:00Z", "July 4, 2023", "4 July 2023") as ISO, else ""."""
    if found := _ISO.search(text):
        return _checked(int(found[1]), int(found[2]), int(found[3]))
    if found := _MONTH_FIRST.search(text):
        return _checked(int(found[3]), month(found[1]), int(found[2]))
    if found := _DAY_FIRST.search(text):
        return _checked(int(found[3]), month(found[2]), int(found[1]))
    return ""


def _checked(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
