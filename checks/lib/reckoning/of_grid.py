"""Whether a sentence can be of a table: it counts nothing that the table has not, and beside it names nothing else."""

import re
from collections.abc import Sequence
from decimal import Decimal

from checks.lib.language.tokens import every_root, names, root
from checks.lib.quantities.asserted import Sentence
from checks.lib.reckoning.figures import Figure
from checks.lib.reckoning.grid import Grid, digits_of

NEAR = Decimal("0.03")  # "some eight thousand tokens", of 8,192
_COUNT = re.compile(
    r"(?<![\w.,$€£%-])(?<!of every )(?<!in every )(?<!out of )(?P<n>\d[\d,]*)"
    r"(?:\s(?:[A-Za-z]\w*\s)?(?P<noun>[a-z]{3,}s)\b|-[a-z]+\b)"
)


_ACRONYM = re.compile(r"\b[A-Z]{2,5}s?\b")  # "SQL" is no machine


def _acronyms(words: str) -> frozenset[str]:
    return frozenset(root(match.group()) for match in _ACRONYM.finditer(words))


def of_grid(sentence: Sentence, every: Sequence[Figure], grid: Grid) -> bool:
    """Whether a grid has every number of things that a sentence speaks of and, of its own document, every name.

    That another document has all its names the index has seen to.
    """
    words = sentence.passage.words
    own = grid.document is sentence.passage.document
    above = grid.above(words)
    if own and names(words) - grid.said - every_root(above) - _acronyms(words):
        return False
    counts = [
        Decimal(match["n"].replace(",", ""))
        for match in _COUNT.finditer(words)
        if not any(one.start <= match.start() < one.end for one in every)
    ]
    known = [Decimal(one) for one in (*grid.numbers, *digits_of(above))]
    sizes = (Decimal(len(grid.rows)), Decimal(len(grid.rows) - len(grid.summaries)), Decimal(len(grid.columns) - 1))
    return all(any(abs(one - other) <= NEAR * one for other in (*known, *sizes)) for one in counts)
