"""Findings that hold the values of two known machines against each other, tied by the other words of their labels."""

from collections.abc import Iterator

from schemas.comparison import Corpus
from schemas.finding import Finding
from schemas.statement import Statement

WHY = "The two statements are of two known machines."


def of_two_machines(finding: Finding, corpus: Corpus) -> bool:
    """Whether what a finding disputes is said of two machines that the vocabulary knows as two: a rack and a board."""
    disputed = {one.statement_id: one.document_id for one in finding.evidence if one.role == "disputed"}
    subjects = {one.subject.name for one in _statements(corpus, set(disputed.values())) if one.statement_id in disputed}
    known = [name for name in sorted(subjects) if corpus.vocabulary.get("platforms", name)]
    return any(not corpus.vocabulary.related(one, other) for one in known for other in known)


def _statements(corpus: Corpus, documents: set[str]) -> Iterator[Statement]:
    for parsed in corpus.parsed:
        if parsed.document.document_id in documents:
            yield from parsed.claims
            yield from parsed.measurements
