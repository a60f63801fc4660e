"""reStructuredText: READMEs and documentation pages of projects that use Sphinx.

Published in repositories, beside the page that is built from them. The text layer is the decoded file itself. Quirks:

- tables are drawn with borders ("grid", "simple") or written as lists, and their captions are directives;
- inline markup splits figures as in Markdown; they are read from `Document.reading` and placed in the file.
"""

from parsers.lib.printed_tables import printed
from parsers.lib.registry import Raw, parser
from parsers.lib.rst import read
from parsers.markdown import accepts, decode
from schemas.document import Document

KIND = "restructured_text"
VERSION = 6
MEDIA_TYPE = "text/x-rst"


@parser(KIND, version=VERSION, suffixes=(".rst",), media_type=MEDIA_TYPE, accepts=accepts)
def parse(raw: Raw) -> Document:
    """Every block and table of the file.

    Raises:
        DocumentError: the bytes are not UTF-8, or there is no text in them.
    """
    text = decode(raw)
    layout = read(text)
    blocks, tables, reading = layout.finish()
    return Document(
        text=text,
        title=layout.title(),
        blocks=blocks,
        tables=tuple(sorted((*tables, *printed(text, blocks, len(tables) + 1)), key=lambda one: one.start)),
        rejected=tuple(layout.rejected),
        warnings=tuple(layout.warnings),
        reading=reading,
    )
