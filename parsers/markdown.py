"""Markdown: READMEs, posts and documentation kept in a repository.

Published by open-source projects and by vendors' developer sites. The text layer is the decoded file itself. Quirks:

- inline markup splits figures ("**5**x"); they are read from `Document.reading` and placed in the file;
- results stand in pipe tables, and in HTML tables where spans were wanted;
- charts are told in lines beside them or instead of them (parsers/lib/told_charts.py);
- badges and pictures print nothing; of code only the tables that programs printed are read; the date, when there is
  one, is in the front matter.
"""

from parsers.lib.charset import utf8
from parsers.lib.html_meta import iso_date
from parsers.lib.markdown import read
from parsers.lib.markdown_source import end_of_front, front_matter
from parsers.lib.printed_tables import headed, printed
from parsers.lib.registry import Raw, parser, sniff
from parsers.lib.text_lines import lines, outside
from parsers.lib.told_charts import told_charts, without
from schemas.document import Document
from schemas.errors import DocumentError

KIND = "markdown"
VERSION = 12
MEDIA_TYPE = "text/markdown"


def accepts(data: bytes) -> int:
    """1 for text without NUL, 0 for anything else."""
    return int(b"\0" not in data and sniff(data) == "text")


def decode(raw: Raw) -> str:
    """The file as text, untouched.

    Raises:
        DocumentError: the bytes are not UTF-8, or there is no text in them.
    """
    text = utf8(raw.name, raw.data)
    if not text.strip("\ufeff \t\r\n"):
        raise DocumentError(raw.name, "whole file", "the file is empty")
    return text


@parser(KIND, version=VERSION, suffixes=(".md", ".markdown"), media_type=MEDIA_TYPE, accepts=accepts)
def parse(raw: Raw) -> Document:
    """Every block and table of the file.

    Raises:
        DocumentError: the bytes are not UTF-8, or there is no text in them.
    """
    text = decode(raw)
    layout, facts = read(raw.name, text), front_matter(text)
    blocks, tables, reading = layout.finish()
    apart = [(one.start, one.end) for one in tables] + [(one.start, one.end) for one in blocks if one.kind == "code"]
    starts = (*(start for start, _ in apart), *(one.start for one in blocks))
    begins = min((start for start in starts if start >= end_of_front(text)), default=0)
    tables = (*tables, *printed(text, blocks, len(tables) + 1))
    told = told_charts([one for one in outside(lines(text), apart) if one.start >= begins], len(tables) + 1)
    return Document(
        text=text,
        title=facts.get("title") or layout.title(),
        publisher=facts.get("publisher", ""),
        published_on=iso_date(facts.get("date", "")),
        blocks=tuple(without(blocks, told, text)),
        tables=tuple(sorted((*tables, *headed(told, blocks, text)), key=lambda one: one.start)),
        rejected=tuple(layout.rejected),
        warnings=tuple(layout.warnings),
        reading=reading,
    )
