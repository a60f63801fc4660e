"""Evidence by place: the statement that stands at a stretch of text, else the text itself."""

from bisect import bisect_right

from checks.lib.statements.passages import quoted
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Role
from schemas.statement import Statement


class Places:
    """Statements of a corpus by where they stand."""

    def __init__(self, corpus: Corpus) -> None:
        self._by_document: dict[str, list[tuple[int, int, Statement]]] = {}
        for parsed in corpus.parsed:
            every: list[tuple[int, int, Statement]] = [
                *((one.figure.start, one.figure.end, one) for one in parsed.claims),
                *((one.start, one.end, one) for one in parsed.measurements),
            ]
            every.sort(key=lambda place: (place[0], place[1], place[2].statement_id))
            self._by_document[parsed.document.document_id] = every

    def at(self, document: Document, start: int, end: int) -> Statement | None:
        """The statement that overlaps a stretch of text."""
        every = self._by_document.get(document.document_id, [])
        first = bisect_right(every, start, key=lambda place: place[0])
        near = every[max(0, first - 2) : first + 2]
        return next((one for left, right, one in near if left < end and start < right), None)

    def printed(self, document: Document, start: int, end: int, role: Role = "disputed") -> Evidence:
        """The evidence that stands there."""
        known = self.at(document, start, end)
        return Evidence.of(known, role) if known else quoted(document, start, end, role)
