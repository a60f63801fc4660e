"""The small tables that stand beside a sentence, or that its page alone has."""

from collections.abc import Iterator

from checks.lib.labels.about import Index
from checks.lib.labels.sections import in_section
from checks.lib.quantities.asserted import Sentence
from checks.lib.reckoning.grid import Grid, grid
from schemas.comparison import Corpus

FEW = 2  # tables of a page, any of which a sentence may be of


class Grids:
    """The grids of a corpus by their documents."""

    def __init__(self, corpus: Corpus, index: Index) -> None:
        self._of = {
            document.document_id: [
                (found, told.sheet.about)
                for told in index.of(document)
                if (found := grid(told, index.words[document.document_id]))
            ]
            for document in corpus.documents
        }

    def __bool__(self) -> bool:
        return any(self._of.values())

    def beside(self, sentence: Sentence) -> list[tuple[Grid, str]]:
        """The grids of its section, with what stands over them but for the sentence itself."""
        document, words = sentence.passage.document, sentence.passage.words
        return list(self._near(self._of[document.document_id], document, sentence.passage.start, words))

    @staticmethod
    def _near(some, document, start: int, words: str) -> Iterator[tuple[Grid, str]]:
        for one, about in some:
            inside = one.entries[0].start <= start <= one.entries[-1].end
            if not inside and (len(some) == 1 or in_section(document, start, [one.entries[0].start])[0]):
                yield one, " ".join(about.split()).replace(" ".join(words.split()), " ")


def grids_of(corpus: Corpus, index: Index) -> Grids:
    """The grids of a corpus."""
    return Grids(corpus, index)
