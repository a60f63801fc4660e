"""From the bytes of a web page to a document: what its head says of it, and the text layer of its main content."""

import re
from dataclasses import replace

from bs4 import Tag

from parsers.lib import html_aria, html_grids, html_meta
from parsers.lib.charset import decode
from parsers.lib.garbage import no_collection
from parsers.lib.html_main import Content, main_content, shown
from parsers.lib.html_writer import Layer, text_layer
from parsers.lib.printed_tables import printed
from parsers.lib.registry import Raw, sniff
from parsers.lib.tree import body, parse
from schemas.document import Document
from schemas.errors import DocumentError

SUFFIXES = (".html", ".htm", ".xhtml")
MEDIA_TYPE = "text/html"
_TAG = re.compile(
    rb"<(?:!doctype\s+html|(?:html|body|div|p|table|h[1-6]|article|main|section|span|ul|ol|li|a|br|tr|td|pre|blockquote)"
    rb"[\s/>])",
    re.IGNORECASE,
)


def looks_like_html(data: bytes) -> bool:
    """Whether bytes are a web page: text with at least one tag that only web pages have."""
    return (sniff(data) == "text" or data.startswith((b"\xff\xfe", b"\xfe\xff"))) and bool(
        _TAG.search(ascii_view(data))
    )


def ascii_view(data: bytes) -> bytes:
    """The bytes with UTF-16 undone, so that tags can be looked for."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "ignore").encode()
    return data


def read_page(raw: Raw, keep_tables: bool) -> Document:
    """A page as a document; with `keep_tables` the main content reaches around every data table.

    Raises:
        DocumentError: bytes that do not decode, markup that cannot be parsed, or no readable text.
    """
    with no_collection():
        return _read(raw, keep_tables)


def _read(raw: Raw, keep_tables: bool) -> Document:
    decoded = decode(raw.name, raw.data, raw.declared_type)
    soup = parse(raw.name, decoded.text)
    main = body(soup)
    html_aria.as_tables(main)
    html_grids.as_tables(main, soup)
    tags = html_meta.tags_of(soup)
    content, layer = _main_layer(main, keep_tables)
    if not layer.text:
        raise DocumentError(raw.name, "whole file", f"no readable text in a page of {len(raw.data)} bytes")
    told = printed(layer.text, layer.blocks, len(layer.tables) + 1)
    facts = html_meta.read(tags, content.dropped, layer.text)
    return Document(
        text=layer.text,
        title=facts.title,
        publisher=facts.publisher,
        published_on=facts.published_on,
        blocks=layer.blocks,
        tables=tuple(sorted((*layer.tables, *told), key=lambda one: one.start)),
        rejected=layer.rejected,
        warnings=layer.warnings,
    )


def _main_layer(main: Tag, keep_tables: bool) -> tuple[Content, Layer]:
    content = main_content(main, keep_tables)
    layer = text_layer(main, content)
    if not layer.text:
        # All of it looked like boilerplate (a list of links, one long form): then that is what the page says.
        content = shown(main)
        layer = text_layer(main, content)
        layer = replace(layer, warnings=(*layer.warnings, "no main content found: everything that is shown was taken"))
    return content, layer
