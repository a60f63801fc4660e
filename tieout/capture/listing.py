"""Listings: a page of links or a sitemap that yields many documents, each a source of its own below it.

`raw/<listing>/` holds the captures of the listing itself, `raw/<listing>/<document>/` those of each document. A
document's folder is named by its address, so that it is the same folder in every run and on every machine.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from lxml import etree
from pydantic import ValidationError

from tieout.capture.files import files_of
from tieout.capture.receipts import SUFFIX, loads
from tieout.sources import Listing, Source

WORDS = 60  # of the address, in a folder's name


def documents(source: Source) -> Iterator[Source]:
    """The sources that hold documents: itself, or for a listing those that were captured below it."""
    if not source.listing:
        yield source
        return
    for folder in files_of(source).folders():
        one = child(source, folder)
        if url := _requested(one):
            yield replace(one, url=url)


def _requested(one: Source) -> str:
    files = files_of(one)
    for name in reversed(files.names()):
        if name.endswith(SUFFIX):
            try:
                return loads(files.read(name)).requested_url
            except (OSError, ValidationError):
                continue
    return ""


def child(source: Source, folder: str, url: str = "") -> Source:
    """The source of one document of a listing."""
    store = f"{source.store}/{folder}" if source.store else ""
    name = f"{source.name}/{folder}"
    return replace(source, name=name, url=url, directory=source.directory / folder, store=store, listing=None)


def children(source: Source, data: bytes, base: str) -> list[Source]:
    """The documents that a listing names, in its order, at most as many as it may yield."""
    wanted = source.listing or Listing("")
    urls = _sitemap(data) if wanted.kind == "sitemap" else _links(data, base)
    fitting = dict.fromkeys(url for url in urls if _fits(url, wanted.pattern, source.url))
    return [child(source, folder_of(url), url) for url in list(fitting)[: wanted.limit]]


def folder_of(url: str) -> str:
    """A folder name for an address: its last words, and a hash that keeps two of them apart."""
    words = re.sub(r"[^a-z0-9]+", "-", unquote(urlsplit(url).path).lower()).strip("-")
    digest = hashlib.sha256(url.encode()).hexdigest()[:6]
    return f"{words[-WORDS:].strip('-')}-{digest}".lstrip("-")


def _fits(url: str, pattern: str, origin: str) -> bool:
    try:
        parts, own = urlsplit(url), urlsplit(origin)
    except ValueError:
        return False
    # A listing speaks for its own host: a link to another one would be fetched under rules meant for this one.
    return parts.scheme in {"http", "https"} and parts.netloc == own.netloc and bool(re.search(pattern, url))


def _links(data: bytes, base: str) -> Iterator[str]:
    tree = _tree(data, etree.HTMLParser(no_network=True, recover=True))
    for link in [] if tree is None else tree.iter("a"):
        if href := (link.get("href") or "").strip():
            try:
                yield urldefrag(urljoin(base, href)).url
            except ValueError:
                continue  # "http://[" is no address


def _sitemap(data: bytes) -> Iterator[str]:
    # No entities and no network: a sitemap is another's file.
    tree = _tree(data, etree.XMLParser(resolve_entities=False, no_network=True, recover=True, load_dtd=False))
    for place in [] if tree is None else tree.iter("{*}loc"):
        if place.text:
            yield urldefrag(place.text.strip()).url


def _tree(data: bytes, parser: etree.XMLParser | etree.HTMLParser) -> etree._Element | None:
    try:
        return etree.fromstring(data, parser) if data.strip() else None
    except (etree.LxmlError, ValueError):
        return None
