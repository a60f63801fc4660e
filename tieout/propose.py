"""An address -> a proposed entry of sources.yml: what one polite look at the page tells, for a person to finish."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, count
from urllib.parse import urlsplit

import yaml
from bs4 import BeautifulSoup

from parsers.lib.registry import Raw, choose
from parsers.lib.tree import parse
from schemas.errors import DocumentError, SourcesError
from tieout.capture import kinds, web
from tieout.capture.attempt import Tools
from tieout.capture.client import Request
from tieout.capture.inspection import inspect
from tieout.capture.trouble import FetchError, PostponedError
from tieout.limited import OverLimitError

CRON = "0 4 * * 1"
ROWS = 3  # from which on a table is what the page is about


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page says of itself."""

    parser: str = ""
    title: str = ""
    language: str = ""
    publisher: str = ""
    rows: int = 0
    n_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """An entry as YAML, and what a person should know before it is taken over."""

    name: str
    text: str
    remarks: tuple[str, ...] = ()


def propose(url: str, taken: Iterable[str], tools: Tools | None, *, local: bool = False) -> Proposal:
    """Propose an entry; without tools, or when the page cannot be had, from the address alone.

    Raises:
        SourcesError: it is no web address.
    """
    try:
        asked = web.wire_url(url)
    except FetchError as error:
        raise SourcesError(str(error)) from error
    name = _name(asked, set(taken))
    seen, remarks = _look(asked, tools, local=local) if tools else (Seen(), ["the page was not looked at"])
    return Proposal(name, _entry(name, asked, seen, local=local), (*remarks, "fill in licence and owner"))


def _name(url: str, taken: set[str]) -> str:
    parts = urlsplit(url)
    host = re.sub(r"^www\.|\.[a-z]+$", "", parts.hostname or "")
    words = re.sub(r"\.[a-z0-9]{1,5}$", "", parts.path.rstrip("/")).rsplit("/", 1)[-1]
    name = re.sub(r"[^a-z0-9]+", "-", f"{host} {words}".lower()).strip("-")[:60].strip("-") or "source"
    numbered = (f"{name}-{number}" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in taken)


def _look(url: str, tools: Tools, *, local: bool) -> tuple[Seen, list[str]]:
    try:
        answer = tools.client.get(Request(url, local=local, limits=tools.limits))
    except (FetchError, PostponedError) as error:
        return Seen(), [f"the page could not be looked at: {error}"]
    if answer.status != 200:
        return Seen(), [f"the page could not be looked at: the site answers {answer.status}"]
    declared = web.value(answer.headers, "content-type")
    try:
        seen = tools.children.call(look, answer.body.data, declared, answer.url)
    except OverLimitError as error:
        return Seen(), [f"looking at the page {error}"]
    moved = [f"it leads to {web.safe_url(answer.url)}"] if answer.redirects else []
    return seen, [*moved, f"robots.txt: {answer.robots}"]


def look(data: bytes, declared: str, url: str) -> Seen:
    """What a page says of itself; runs in a child process."""
    measures = inspect(data, declared, ()).measures
    raw = Raw(f"page{kinds.ending(data, declared, url)}", data, declared)
    try:
        kind = choose(raw).kind
        soup = parse(raw.name, data.decode("utf-8", "replace")) if kinds.sniffed(data) == kinds.HTML else None
    except DocumentError:
        return Seen(n_bytes=len(data))
    language, publisher = (_attribute(soup, "html", "lang"), _site(soup)) if soup else ("", "")
    return Seen(kind, measures.title, language, publisher, measures.rows, len(data))


def _attribute(soup: BeautifulSoup, tag: str, name: str) -> str:
    found = soup.find(tag)
    return str(found.get(name, "")) if found else ""


def _site(soup: BeautifulSoup) -> str:
    found = soup.find("meta", property="og:site_name")
    return str(found.get("content", "")) if found else ""


def _entry(name: str, url: str, seen: Seen, *, local: bool) -> str:
    sentinels: dict[str, object] = {}
    if seen.n_bytes:
        sentinels["min_bytes"] = seen.n_bytes // 4
    if seen.rows >= ROWS:
        sentinels["min_rows"] = seen.rows // 2
    entry: dict[str, object] = {"name": name, "title": seen.title, "url": url, "parser": seen.parser, "cron": CRON}
    entry |= {"publisher": seen.publisher, "licence": "", "language": seen.language, "owner": ""}
    entry = {key: value for key, value in entry.items() if value or key in {"licence", "owner"}}
    entry |= {"sentinels": sentinels} if sentinels else {}
    entry |= {"local": True} if local else {}
    text = yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=110)
    return "".join(f"  {line}\n" for line in text.splitlines())
