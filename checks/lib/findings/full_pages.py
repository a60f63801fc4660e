"""Whether a finding stands on pages that print so many numbers that words alone tie no two of them."""

import re
from collections.abc import Mapping
from itertools import islice

from checks.lib.findings.slips import slip_told
from schemas.document import Document
from schemas.finding import Finding

# Right pages of 28 to 170 numbers had nearly all findings by words alone where they print more than this.
FULL = 60
MANY = 15  # numbers on which a finding that words tie has weight only where a slip explains it
WHY = "Words alone tie these, on pages of many numbers: it may be of something else."
REASON = "not comparable, because words alone tie them, on pages of many numbers"
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*")


def on_full_pages(finding: Finding, documents: Mapping[str, Document], most: int = FULL) -> bool:
    """Whether the documents that a finding quotes print more numbers together than words can tell apart."""
    return are_full(*(documents[one.document_id] for one in finding.evidence), most=most)


def slipped(finding: Finding) -> bool:
    """Whether one slip makes the first print that a finding disputes of another one that it quotes."""
    first, *others = [one.quote for one in finding.evidence if one.role != "context"]
    return any(slip_told(first, one) for one in others)


def are_full(*some: Document, most: int = FULL) -> bool:
    """Whether documents print more numbers together than `most`, which words can tell apart."""
    once = {one.document_id: one for one in some}.values()
    numbers = (match for one in once for match in _NUMBER.finditer(one.text))
    return next(islice(numbers, most, None), None) is not None
