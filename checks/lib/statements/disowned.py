"""Figures that a document calls wrong, wherever else they are printed: "forget the 18 % of that post"."""

import re
from collections.abc import Mapping

from checks.lib.statements.passages import passages
from checks.lib.statements.withdrawn import figures
from schemas.document import Document
from schemas.finding import Finding

_WRONG = re.compile(
    r"\b(?:withdr[ae]w\w*|retract\w*|disregard|(?:please )?forget (?:the|that|those|our)|by mistake|mistakenly|"
    r"in error|erroneous\w*|incorrect\w*|wrongly|misprint\w*|typo|(?:was|were|is|are) wrong|superseded|"
    r"no longer (?:valid|true|holds?|stands?|applies))\b",
    re.IGNORECASE,
)
LONG = 3  # digits of a number that needs no unit to be known again
REASON = "not comparable, because the one document says that the figure of the other is wrong"


def is_disowned(finding: Finding, documents: Mapping[str, Document]) -> bool:
    """Whether one of the documents that a finding quotes names a figure of another one as wrong.

    That the other still prints it is what `withdrawn-value` tells, where the two are of one day.
    """
    mine = {one.document_id for one in finding.evidence}
    if len(mine) < len(("one", "other")):
        return False
    wrong = {one: _wrong(documents[one]) for one in mine if one in documents}
    return any(
        number in numbers
        for item in finding.evidence
        for other, numbers in wrong.items()
        if other != item.document_id
        for number in _numbers(item.quote)
    )


def _wrong(document: Document) -> frozenset[tuple[str, str]]:
    """The figures of the sentences that call something wrong."""
    if not _WRONG.search(document.text):  # nearly every document
        return frozenset()
    said = (one.words for one in passages(document) if _WRONG.search(one.words))
    return frozenset(number for words in said for number in _numbers(words))


def _numbers(text: str) -> list[tuple[str, str]]:
    """Its figures; of long numbers without the word behind, which need not be a unit."""
    return [(number, "" if len(number) >= LONG else unit) for number, unit in figures(text)]
