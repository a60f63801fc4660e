"""The heading and the title that a statement stands under: what a sentence leaves out, they say."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from checks.lib.statements.index import by
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.statement import CONDITIONS, Claim

LEAD = 80  # characters before a sentence that may label it
LONGEST = 500  # characters of a paragraph that says how its heading's figure was measured


NEAR = 120  # characters ahead of a number in which its sentence says that it was so before
_FORMER = re.compile(
    r"\b(?:at (?:the )?launch|originally|initially|at first|used to|formerly|previously|until (?:then|now|recently)|"
    r"up from|"
    r"down from|in the (?:first|previous|last) release)\b",
    re.IGNORECASE,
)


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

    def told_before(self, claim: Claim, other: Claim) -> bool:
        """Whether the text of another value tells a claim's number as a former one: "at launch it ran at 450"."""
        text = self._documents[other.document_id].text if other.document_id != claim.document_id else ""
        number = re.compile(rf"(?<![\w.,]){re.escape(claim.figure.literal)}(?![\w%]|[.,]\d)")
        sentences = (text[max(0, match.start() - NEAR) : match.start()] for match in number.finditer(text))
        return any(_FORMER.search(re.split(r"[.;!?]\s", one)[-1]) for one in sentences)

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


class Below:
    """The settings under headings: a factor that heads a section was measured as the paragraph below it says."""

    def __init__(self, corpus: Corpus) -> None:
        self._documents = {one.document_id: one for one in corpus.documents}
        self._settings = by((one for one in corpus.claims if one.metric in CONDITIONS), lambda one: one.document_id)

    def of(self, claim: Claim) -> Claim:
        """A claim with what the paragraph below its heading says besides; any other one as it is."""
        text = below(self._documents[claim.document_id], claim.figure.start)
        if not text:
            return claim
        told = (one for one in self._settings.get(claim.document_id, ()) if one.context in text)
        said = {one.metric: one.figure.literal for one in told} | dict(claim.subject.conditions)
        subject = replace(claim.subject, conditions=tuple(sorted(said.items())))
        return replace(claim, context=f"{claim.context} | {text}", subject=subject)


def below(document: Document, at: int) -> str:
    """The paragraph under the heading that a place stands in: how its figure was measured; "" for any other place."""
    inside = next((n for n, one in enumerate(document.blocks) if one.start <= at < one.end), None)
    if inside is None or document.blocks[inside].kind != "heading":
        return ""
    behind = next((one for one in document.blocks[inside + 1 : inside + 2] if one.kind == "paragraph"), None)
    return document.text[behind.start : min(behind.end, behind.start + LONGEST)] if behind else ""
