"""Text captures (.txt): what a scraper left of a post, a chart note or a results page.

Published nowhere: they are what browsers and scrapers save. The text layer is the decoded file itself. Quirks:

- tables are flattened one cell a line, a blank cell being a line that holds only a no-break space;
- the pages of a chart note follow each other with a form feed, or a leading space where the form feed was;
- tables may be set with spaces or tabs instead (parsers/lib/text_aligned.py), and paragraphs wrapped at a margin;
- headings are short lines without a full stop, sometimes with no blank line around them.
"""

import bisect
import re
from dataclasses import replace

from parsers.lib.charset import utf8
from parsers.lib.registry import Raw, parser
from parsers.lib.text_aligned import aligned_tables
from parsers.lib.text_charts import charts
from parsers.lib.text_lines import Line, lines, outside
from parsers.lib.text_tables import tables
from parsers.lib.text_wraps import paragraphs
from parsers.lib.told_charts import told_charts
from schemas.document import Block, Chart, Document, Table
from schemas.errors import DocumentError
from schemas.months import SHORT, month

KIND = "text_capture"
VERSION = 8
MEDIA_TYPE = "text/plain"
HEADING_CHARS = 80
HEADING_WORDS = 12
_DATE = re.compile(rf"\b({SHORT})[a-z]*\.? (\d{{1,2}}), ((?:19|20)\d\d)\b")
_BULLET = re.compile(r"\s*(?:[•*·–-]|\d+[.)])\s+")


def accepts(data: bytes) -> int:
    """Any text; bytes that hold NUL or a known magic number are something else under a wrong name."""
    return 0 if b"\0" in data[:4096] or data[:4] in (b"%PDF", b"\x89PNG", b"PK\x03\x04") else 1


@parser(KIND, version=VERSION, suffixes=(".txt",), media_type=MEDIA_TYPE, accepts=accepts)
def parse(raw: Raw) -> Document:
    """The capture with its tables, charts and prose.

    Raises:
        DocumentError: the bytes are not UTF-8, or there is no text in them.
    """
    text = _decode(raw)
    every = lines(text)
    found, rejected = tables(every)
    typed = aligned_tables(outside(every, [(table.start, table.end) for table in found]), text, len(found) + 1)
    found = sorted((*found, *typed), key=lambda table: table.start)
    drawn = charts(every, [(table.start, table.end) for table in found])
    spans = [(table.start, table.end) for table in found] + [(chart.start, chart.end) for chart in drawn]
    told = told_charts(outside(every, spans), len(found) + 1)
    spans += [(table.start, table.end) for table in told]
    blocks = tuple(map(_block, paragraphs(outside(every, spans))))
    headings = [block for block in blocks if block.kind == "heading"]
    return Document(
        text=text,
        title=_title(blocks, text, drawn),
        published_on=_published(text),
        blocks=blocks,
        tables=tuple(_titled(table, headings, text) for table in sorted((*found, *told), key=lambda one: one.start)),
        charts=tuple(drawn),
        rejected=tuple(rejected),
    )


def _decode(raw: Raw) -> str:
    text = utf8(raw.name, raw.data)
    if not text.strip():
        raise DocumentError(raw.name, "whole file", "the file is empty")
    return text


def _block(wrapped: list[Line]) -> Block:
    line, last = wrapped[0], wrapped[-1]
    if line is not last:
        return Block("list_item" if _BULLET.match(line.words) else "paragraph", line.start, last.end)
    if _BULLET.match(line.words):
        return Block("list_item", line.start, line.end)
    if " | " in line.words:
        return Block("caption", line.start, line.end)
    if _is_heading(line.words):
        return Block("heading", line.start, line.end, 1)
    return Block("paragraph", line.start, line.end)


def _is_heading(words: str) -> bool:
    short = len(words) <= HEADING_CHARS and len(words.split()) <= HEADING_WORDS
    # A line that ends a sentence, trails off or speaks ("...:", "...,", "...”") is prose however short it is.
    open_end = re.search(r"[.!?,;:”\"’…]$", words)
    return short and words[0].isalnum() and not open_end


def _titled(table: Table, headings: list[Block], text: str) -> Table:
    above = bisect.bisect_right(headings, table.start, key=lambda heading: heading.end)
    title = text[headings[above - 1].start : headings[above - 1].end] if above else ""
    return replace(table, title=table.title or title, headings=(title,) if title else ())


def _title(blocks: tuple[Block, ...], text: str, drawn: list[Chart]) -> str:
    heading = next((block for block in blocks if block.kind == "heading"), None)
    return "" if heading is None or drawn else text[heading.start : heading.end]


def _published(text: str) -> str:
    match = _DATE.search(text)
    return f"{match[3]}-{month(match[1]):02d}-{int(match[2]):02d}" if match else ""
