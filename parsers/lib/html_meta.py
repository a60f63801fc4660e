"""What a page says of itself: title, publisher, date."""

import re
from collections.abc import Iterator
from datetime import date

from bs4 import BeautifulSoup, Tag

from parsers.lib.dom import attribute, squeeze, text_of

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DATE_PROPERTIES = ("article:published_time", "og:article:published_time", "datepublished")
DATE_NAMES = ("date", "publish-date", "publication_date", "pubdate", "dc.date", "dcterms.date", "dc.date.issued")
TAIL = 3000  # characters at the end of the text layer in which "last updated on ..." is looked for

_JSON_LD = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)")
_MONTH_FIRST = re.compile(r"\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b")
_DAY_FIRST = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3,9})\.?,? (\d{4})\b")
_UPDATED = re.compile(r"(?:last\s+)?(?:updated|modified|revised)(?:\s+on)?\s*:?\s([^\n]{6,60})", re.IGNORECASE)


def title(soup: BeautifulSoup) -> str:
    """og:title, else the first <h1>, else <title>; "" when there is none."""
    heading = soup.find("h1")
    named = soup.find("title")
    return (
        _meta(soup, "og:title") or (text_of(heading) if heading else "") or (squeeze(named.get_text()) if named else "")
    )


def publisher(soup: BeautifulSoup) -> str:
    """og:site_name, "" when absent."""
    return _meta(soup, "og:site_name")


def published_on(soup: BeautifulSoup, main: Tag, dropped: set[int], text: str) -> str:
    """ISO date of publication, "" when the page does not say.

    In this order: article:published_time, <time datetime> in the main content, JSON-LD, meta date, and a visible
    "last updated on Tuesday, July 4, 2023" near the end of `text`.
    """
    for candidate in _candidates(soup, main, dropped, text):
        if found := iso_date(candidate):
            return found
    return ""


def _candidates(soup: BeautifulSoup, main: Tag, dropped: set[int], text: str) -> Iterator[str]:
    yield from (_meta(soup, name) for name in DATE_PROPERTIES)
    # Dates in a list of related posts belong to those posts.
    yield from (attribute(tag, "datetime") for tag in main.find_all("time") if not _is_dropped(tag, dropped))
    for script in soup.find_all("script", type="application/ld+json"):
        yield from _JSON_LD.findall(script.get_text())
    yield from (_meta(soup, name) for name in DATE_NAMES)
    yield from _UPDATED.findall(text[-TAIL:])


def _is_dropped(tag: Tag, dropped: set[int]) -> bool:
    return id(tag) in dropped or any(id(parent) in dropped for parent in tag.parents)


def _meta(soup: BeautifulSoup, name: str) -> str:
    for tag in soup.find_all("meta"):
        keys = {attribute(tag, key).lower() for key in ("property", "name", "itemprop")}
        if name in keys and (content := squeeze(attribute(tag, "content"))):
            return content
    return ""


def iso_date(text: str) -> str:
    """The first date in a text ("2020-12-09T10:00:00Z", "July 4, 2023", "4 July 2023") as ISO, else ""."""
    if found := _ISO.search(text):
        return _checked(int(found[1]), int(found[2]), int(found[3]))
    if found := _MONTH_FIRST.search(text):
        return _checked(int(found[3]), _month(found[1]), int(found[2]))
    if found := _DAY_FIRST.search(text):
        return _checked(int(found[3]), _month(found[2]), int(found[1]))
    return ""


def _month(name: str) -> int:
    head = name[:3].lower()
    return MONTHS.index(head) + 1 if head in MONTHS else 0


def _checked(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
