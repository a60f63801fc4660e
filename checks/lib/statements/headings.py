"""The heading and the title that a statement stands under: what a sentence leaves out, they say."""

from bisect import bisect_right
from collections.abc import Iterable

from schemas.document import Document
from schemas.statement import Claim

LEAD = 80  # characters before a sentence that may label it


class Headings:
    """Headings of documents by place."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = {one.document_id: one for one in documents}
        self._starts: dict[str, list[tuple[int, int]]] = {}

    def over(self, claim: Claim) -> list[str]:
        """The nearest heading above a claim, and the document's title; fewer where there are none."""
        document = self._documents[claim.document_id]
        spans = self._spans(document)
        at = bisect_right(spans, (claim.figure.start, 0)) - 1
        heading = [document.text[slice(*spans[at])]] if at >= 0 else []
        first = [document.text[slice(*spans[0])]] if spans and not document.title else []
        return list(dict.fromkeys([*heading, *filter(None, [document.title]), *first]))

    def before(self, claim: Claim) -> str:
        """What stands on the line before a claim's sentence: "*Figure 2. "."""
        text = self._documents[claim.document_id].text
        first = max(0, claim.context_start - LEAD)  # a file may be one line
        return text[max(first, text.rfind("\n", first, claim.context_start) + 1) : claim.context_start]

    def _spans(self, document: Document) -> list[tuple[int, int]]:
        if document.document_id not in self._starts:
            found = sorted((one.start, one.end) for one in document.blocks if one.kind == "heading")
            self._starts[document.document_id] = found
        return self._starts[document.document_id]
