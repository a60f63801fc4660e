"""Which table of its own document a sentence can only mean: that of its section, or the only one with such a row."""

from bisect import bisect_right
from collections.abc import Collection

from schemas.document import Document


def settled(document: Document, start: int, at: int, labels: Collection[str]) -> bool:
    """Whether text at `start` can only be of the table at `at` of the same document, of whose row these are labels.

    A report prints "fflate" in a table for each machine and month; what it says of it under another heading, or in its
    summary, is of any of them.
    """
    heads = sorted(one.start for one in document.blocks if one.kind == "heading")
    if bisect_right(heads, start) == bisect_right(heads, at):
        return True
    asked = {label for label in labels if label}
    having = (any(asked & {cell.text for cell in row} for row in table.rows) for table in document.tables)
    return sum(having) <= 1
