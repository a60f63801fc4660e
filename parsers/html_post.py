"""Blog posts and articles.

Published on vendors' blogs and by the trade press. Prose with headings, charts as pictures, at times a table.

Quirks: the page around the article prints figures of its own ("Save 20%", phone numbers, teasers of other posts);
figures are split by markup ("<b>5</b>x") and entities ("10&times;").
"""

from parsers.lib.html import MEDIA_TYPE, SUFFIXES, looks_like_html, read_page
from parsers.lib.registry import Raw, parser
from schemas.document import Document

KIND = "html_post"
VERSION = 9
FIT = 10  # between what html_results gives a page of tables (20) and a page of prose (5)


def accepts(data: bytes) -> int:
    """FIT for any web page, 0 for other bytes."""
    return FIT if looks_like_html(data) else 0


@parser(KIND, version=VERSION, suffixes=SUFFIXES, media_type=MEDIA_TYPE, accepts=accepts)
def parse(raw: Raw) -> Document:
    """The main content of a post. Raises DocumentError for bytes that do not decode or show no text."""
    return read_page(raw, keep_tables=False)
