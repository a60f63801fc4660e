"""Evidence that quotes what stands at its place, with the marks that a cell's text is read without."""

import re
from collections.abc import Mapping
from dataclasses import replace

from schemas.document import Document
from schemas.finding import Evidence, Finding

_MARKS = re.compile(r"[*_`~\\]+")


def as_printed(finding: Finding, documents: Mapping[str, Document]) -> Finding:
    """The finding with quotes as they are printed, "**15.57s** (1.00x)"; documents by document_id."""
    return replace(finding, evidence=tuple(_in_place(one, documents[one.document_id]) for one in finding.evidence))


def _in_place(one: Evidence, document: Document) -> Evidence:
    printed = document.text[one.start : one.end]
    # A result log's value is the time between two of its stamps and stands at one: there is more than marks between.
    marked = printed != one.quote and _MARKS.sub("", printed) == _MARKS.sub("", one.quote)
    return replace(one, quote=printed) if marked else one
