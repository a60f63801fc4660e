"""The small tables that stand beside a sentence, or that its page alone has."""

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from checks.lib.labels.about import Index
from checks.lib.labels.sections import in_section
from checks.lib.quantities.asserted import Sentence
from checks.lib.reckoning.grid import Grid, grid
from schemas.comparison import Corpus
from schemas.document import Document

BORNE_OUT = "not applicable, because other values that it can be of bear it out"


class Grids:
    """The grids of a corpus by their documents."""

    def __init__(self, corpus: Corpus, index: Index) -> None:
        self._of = {
            document.document_id: [(found, told.sheet.about) for told in index.of(document) if (found := grid(told))]
            for document in corpus.documents
        }

    def named(self, document_id: str, table: str) -> Grid | None:
        """The grid of a table by its name; None where it is none."""
        return next((one for one, _ in self._of[document_id] if one.name == table), None)

    def of(self, document: Document) -> list[Grid]:
        """The grids of a document."""
        return [one for one, _ in self._of[document.document_id]]

    def __bool__(self) -> bool:
        """Whether there are any."""
        return any(self._of.values())

    def beside(self, sentence: Sentence) -> list[tuple[Grid, str]]:
        """The grids of its section, with what stands over them but for the sentence itself."""
        document, words = sentence.passage.document, sentence.passage.words
        return list(self._near(self._of[document.document_id], document, sentence.passage.start, words))

    @staticmethod
    def _near(
        some: Sequence[tuple[Grid, str]], document: Document, start: int, words: str
    ) -> Iterator[tuple[Grid, str]]:
        for one, about in some:
            inside = one.entries[0].start <= start <= one.entries[-1].end
            if not inside and (len(some) == 1 or in_section(document, start, [one.entries[0].start])[0]):
                yield one, " ".join(about.split()).replace(" ".join(words.split()), " ")


_kept: WeakKeyDictionary[Index, Grids] = WeakKeyDictionary()


def grids_of(corpus: Corpus, index: Index) -> Grids:
    """The grids of a corpus, read once for all the checks of words beside them."""
    if index not in _kept:
        _kept[index] = Grids(corpus, index)
    return _kept[index]
