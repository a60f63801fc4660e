"""Results pages: tables of measurements under section headings.

Published as "Performance Results" on vendors' sites, in documentation and as rendered READMEs; updated in place.

Quirks: the tables may lie outside what reads as the article, or behind tabs; blank cells are no-break spaces; a
header may span two rows; notes follow the table; the date is a sentence at the end ("last updated on ...").
"""

import re
from dataclasses import dataclass

from parsers.lib.html import MEDIA_TYPE, SUFFIXES, ascii_view, looks_like_html, read_page
from parsers.lib.registry import Raw, parser
from schemas.document import Document

KIND = "html_results"
VERSION = 9
FIT, MISFIT = 20, 5  # html_post gives every page 10
MANY_TABLES, MANY_ROWS = 2, 20

# "<" ends the search for ">": otherwise a page of open brackets takes hours.
_TAG = re.compile(rb"<[^<>]*>|\s+")
_PART = re.compile(rb"<(/?)(table|tr|th|td|p|li|script|style)(?=[\s/>])[^<>]*>", re.IGNORECASE)


@dataclass(slots=True)
class Sizes:
    """What a page holds by a look at its tags: tables of two rows or more, rows, bytes in tables and in prose."""

    tables: int = 0
    rows: int = 0
    tabled: int = 0
    prose: int = 0


def accepts(data: bytes) -> int:
    """FIT where data tables dominate, MISFIT for other web pages, 0 for other bytes."""
    if not looks_like_html(data):
        return 0
    sizes = weigh(ascii_view(data))
    many = sizes.tables >= MANY_TABLES or sizes.rows >= MANY_ROWS
    return FIT if many and sizes.tabled > sizes.prose else MISFIT


def weigh(data: bytes) -> Sizes:
    """Count tables and text without parsing; one pass over the bytes."""
    sizes, depth, rows, inside, at = Sizes(), 0, 0, b"", 0
    for tag in _PART.finditer(data):
        size = len(_TAG.sub(b"", data[at : tag.start()]))
        if depth and inside not in {b"script", b"style"}:
            sizes.tabled += size
        elif inside in {b"p", b"li"}:
            sizes.prose += size
        at, closing, name = tag.end(), bool(tag[1]), tag[2].lower()
        inside = b"" if closing else name
        if name == b"table":
            sizes.tables += closing and rows >= 2
            depth, rows = max(depth + (-1 if closing else 1), 0), 0
        elif name == b"tr" and not closing:
            rows, sizes.rows = rows + 1, sizes.rows + 1
    return sizes


@parser(KIND, version=VERSION, suffixes=SUFFIXES, media_type=MEDIA_TYPE, accepts=accepts)
def parse(raw: Raw) -> Document:
    """Every table of a results page. Raises DocumentError for bytes that do not decode or show no text."""
    return read_page(raw, keep_tables=True)
