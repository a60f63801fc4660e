"""What a page weighs and shows, without reading a figure: enough to tell whether it is itself, and whether it changed.

Runs in a child process (tieout/limited.py): the bytes are anybody's.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag
from bs4.element import CData, PageElement

from parsers.lib.charset import decode
from parsers.lib.tree import is_text, parse
from schemas.errors import DocumentError
from tieout.capture import kinds
from tieout.capture.receipts import Measures

SILENT = frozenset({"script", "style", "link", "noscript", "template", "svg"})
SPOKEN = ("alt", "title", "datetime", "colspan", "rowspan", "scope", "hidden", "content", "value")
NOISE_META = re.compile(r"csrf|token|nonce|generator|verification|request-id|build|version|timestamp", re.IGNORECASE)
# A PDF that is made anew on each request differs in these and shows the same.
PDF_NOISE = re.compile(
    rb"/(?:CreationDate|ModDate)\s*\((?:\\.|[^()\\]){0,100}\)|/ID\s*\[[^\]]{0,200}\]"
    rb"|<xmp:(?:CreateDate|ModifyDate|MetadataDate)>[^<]{0,60}<|<xmpMM:(?:DocumentID|InstanceID)>[^<]{0,100}<"
)
TITLE_CHARS = 300


@dataclass(frozen=True, slots=True)
class Inspection:
    """Measures, selectors that matched nothing, whether a password is asked for, main heading, why it is unreadable."""

    measures: Measures
    unmatched: tuple[str, ...] = ()
    asks_password: bool = False
    heading: str = ""
    unreadable: str = ""


def inspect(data: bytes, declared: str, selectors: tuple[str, ...], *, links: bool = False) -> Inspection:
    """Look at a page; with `links`, where they lead is part of what it shows. Never raises for what is in it."""
    kind = kinds.sniffed(data)
    if kind == kinds.PDF:
        return Inspection(Measures(content_sha256=_hash(PDF_NOISE.sub(b"", data))))
    if kind == kinds.BINARY:
        return Inspection(Measures(content_sha256=_hash(data)))
    try:
        text = decode("", data, declared).text
        html = kinds.ending(data, declared, "") == ".html"
        return _page(parse("", text), selectors, links=links) if html else _plain(text)
    except DocumentError as error:
        return Inspection(Measures(content_sha256=_hash(data)), selectors, unreadable=f"{error.place}: {error.reason}")


def _plain(text: str) -> Inspection:
    lines = [" ".join(line.split()) for line in text.splitlines()]
    filled = [line for line in lines if line]
    shown = "\n".join(filled)
    return Inspection(Measures(len(filled), len(shown), "", _hash(shown.encode("utf-8", "surrogatepass"))))


def _page(soup: BeautifulSoup, selectors: tuple[str, ...], *, links: bool) -> Inspection:
    shown = list(_shown(soup, (*SPOKEN, "href") if links else SPOKEN))
    words = " ".join(part for part in shown if not part.startswith("<"))
    heading = soup.find("h1")
    content = " ".join("\n".join(shown).split())
    return Inspection(
        Measures(_rows(soup), len(words), _title(soup), _hash(content.encode("utf-8", "surrogatepass"))),
        tuple(one for one in selectors if soup.select_one(one) is None),
        soup.find("input", type="password") is not None,
        " ".join(heading.get_text(" ").split())[:TITLE_CHARS] if heading else "",
    )


def _rows(soup: BeautifulSoup) -> int:
    return sum(len(row.find_all("td", recursive=False)) > 1 for row in soup.find_all("tr"))


def _title(soup: BeautifulSoup) -> str:
    found = soup.find("title")
    return " ".join(found.get_text(" ").split())[:TITLE_CHARS] if found else ""


def _shown(node: Tag, spoken: tuple[str, ...]) -> Iterator[str]:
    """What a page shows: its elements by name with what they say in attributes, and its text; no markup beyond that."""
    # By hand: recursion ends at a thousand elements within each other, and hostile pages have more.
    waiting: list[PageElement] = list(reversed(node.contents))
    while waiting:
        one = waiting.pop()
        if isinstance(one, Tag):
            if _speaks(one):
                yield _element(one, spoken)
                waiting.extend(reversed(one.contents))
        elif is_text(one) or type(one) is CData:
            yield from str(one).split()
        elif one.parent is not None and one.parent.name == "script":
            yield " ".join(str(one).split())


def _speaks(tag: Tag) -> bool:
    if tag.name == "script":
        return str(tag.get("type", "")).lower() == "application/ld+json"  # dates of publication stand there
    if tag.name == "meta":
        return not NOISE_META.search(f"{tag.get('name', '')} {tag.get('property', '')} {tag.get('http-equiv', '')}")
    return tag.name not in SILENT and not (tag.name == "input" and tag.get("type") == "hidden")


def _element(tag: Tag, spoken: tuple[str, ...]) -> str:
    said = [f"{name}={tag[name]}" for name in spoken if tag.has_attr(name)]
    style = str(tag.get("style", ""))
    said += [f"style={style}"] if "display" in style else []
    return f"<{tag.name} {' '.join(said)}>"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
