"""Which tables may name both sides of a claim, so that not every claim is held against every table of a corpus."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from checks.lib.language.table_names import machine, words
from checks.lib.statements.table_pairs import FACTOR_UNITS, Grid
from schemas.names import Vocabulary
from schemas.statement import Side


class GridIndex:
    """Tables by what their headers and key cells say. A side that `rest_of` finds in a label is found here too."""

    def __init__(self, grids: Sequence[Grid], vocabulary: Vocabulary) -> None:
        self._grids = grids
        self._labels = _Labels(vocabulary)
        self._factors = _Labels(vocabulary)
        for number, grid in enumerate(grids):
            for column in grid.table.columns:
                self._labels.add(column.text, number)
            for text in {text for labels in grid.rows.values() for _, text in labels}:
                self._labels.add(text, number)
            for place in grid.columns_of(FACTOR_UNITS[:1]):
                self._factors.add(grid.table.columns[place].text, number)

    def naming(self, subject: Side, baseline: Side) -> Iterator[Grid]:
        """In the corpus' order: tables of both sides, and those with a column of factors over the baseline."""
        both = self._labels.of(subject) & self._labels.of(baseline)
        return (self._grids[number] for number in sorted(both | self._factors.of(baseline)))


class _Labels:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._by_word: dict[str, set[int]] = defaultdict(set)
        self._by_machine: dict[str, set[int]] = defaultdict(set)
        self._by_ancestor: dict[str, set[int]] = defaultdict(set)
        self._known: dict[Side, frozenset[int]] = {}

    def add(self, label: str, number: int) -> None:
        for word in words(label):
            self._by_word[word].add(number)
        if known := machine(label, self._vocabulary):
            self._by_machine[known].add(number)
            for ancestor in self._vocabulary.ancestors(known):
                self._by_ancestor[ancestor].add(number)

    def of(self, side: Side) -> frozenset[int]:
        """Tables with a label that holds every word of the side's name, or names a machine that it can mean."""
        if side not in self._known:
            self._known[side] = frozenset(self._printed(side) | self._related(side.name))
        return self._known[side]

    def _printed(self, side: Side) -> set[int]:
        return set().union(*(self._with_all(words(name)) for name in (side.name, side.raw)))

    def _with_all(self, printed: Iterable[str]) -> set[int]:
        found = sorted((self._by_word.get(word, set()) for word in printed), key=len)
        return set.intersection(*found) if found else set()

    def _related(self, name: str) -> set[int]:
        names = (name, *self._vocabulary.ancestors(name))
        return self._by_ancestor.get(name, set()).union(*(self._by_machine.get(one, set()) for one in names))
