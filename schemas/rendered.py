"""A document as checks read it: no markup, one notation of factors, and the file's place of every letter."""

from collections.abc import Mapping
from dataclasses import dataclass

from schemas.reading import Reading
from schemas.statement import Parsed


@dataclass(frozen=True, slots=True)
class Rendered:
    """`parsed` has its offsets in `reading.text`, its document's text; `statements` leads from its ids to the file's.

    `file` is the document's text layer as it was parsed.
    """

    parsed: Parsed
    reading: Reading
    file: str
    statements: Mapping[str, str]
