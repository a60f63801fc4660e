"""What else a document prints that a value of another one could be: where nothing else is, few shared words suffice."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checks.lib.linking.same_value import of_kind
from checks.lib.quantities.amounts import Amount
from checks.lib.statements.factors import times_apart
from checks.lib.telling.grids import Grid
from checks.lib.telling.measured import Said
from checks.lib.telling.told import VERBS

ENOUGH = 1.5  # what must speak for two values that nothing else can be: words of both, those of titles for less
FEW = 12  # values of a page that does not compare
NEAR = 20  # times apart: more is another thing
BESIDE = 0.6  # what a word that one says in its sentence and the other over it is worth of one that both sentences say
OVER = 0.3  # and one that stands over both


@dataclass(frozen=True, slots=True)
class Value:
    """A value that a document prints anywhere."""

    kind: str
    amount: Amount


class Rivals:
    """All values of a corpus by document: those of sentences, whether they are asserted or not, and of cells."""

    def __init__(self, said: Iterable[Said], every: Iterable[Grid]) -> None:
        self._by_document: dict[str, list[Value]] = defaultdict(list)
        for one in said:
            self._by_document[one.document.document_id].append(Value(one.amount.kind, one.amount))
        for grid in every:
            mine = (Value(cell.kind, cell.slot.amount) for cell in grid.cells)
            self._by_document[grid.document.document_id] += mine

    def crowded(self, document_id: str) -> bool:
        """Whether a document prints so many values that what its sentences share is what it is about."""
        return len(self._by_document[document_id]) > FEW

    def only(self, one: Amount, document_id: str) -> bool:
        """Whether a document prints one value that an amount of another document could be, and no second one."""
        # Rates of any noun: "410 litres per minute" is what a sheet calls "350 l/min".
        every = self._by_document[document_id]
        mine = (each for each in every if each.kind == one.kind == "rate" or of_kind(one, each.kind, each.amount))
        near = (each.amount.readings.rounded for each in mine if _near(one, each.amount))
        first = next(near, None)
        return first is not None and all(each == first for each in near)


def _near(one: Amount, other: Amount) -> bool:
    left, right = one.readings.rounded, other.readings.rounded
    return not (left.bounded and right.bounded) or times_apart(left, right) < NEAR


def evidence(one: Said, words: frozenset[str], over: frozenset[str], numbers: Sequence[str]) -> float:
    """How much speaks for a value being of what another one is of, whose words and titles these are."""
    mine = one.words - VERBS - frozenset(numbers)
    both = mine & words
    beside = ((mine & over) | (one.over & words)) - both - VERBS
    return len(both) + BESIDE * len(beside) + OVER * len((one.over & over) - both - beside - VERBS)
