"""Rows of results pages by date: the least that any page newer than a given day prints, without looking at each."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from checks.lib.statements.absolutes import based
from schemas.interval import Interval
from schemas.names import Vocabulary
from schemas.statement import Figure, Measurement

Ranked = tuple[Measurement, Interval]


class Dated:
    """Rows with a figure, of one unit (at least one); `dated` has the day of each row's document, ISO or ""."""

    def __init__(self, rows: Sequence[Measurement], dated: Mapping[str, str], vocabulary: Vocabulary) -> None:
        self._documents = {row.document_id for row in rows}
        figures = [(row, row.figure) for row in sorted(rows, key=lambda row: dated[row.document_id]) if row.figure]
        self.figure: Figure = figures[0][1]
        self._days = [dated[row.document_id] for row, _ in figures]
        newest_first = [(row, based(figure, vocabulary).rounded) for row, figure in reversed(figures)]
        self._lowest = list(accumulate(newest_first, _lower))
        self._slowest = list(accumulate(newest_first, _slower))

    def outside(self, document_id: str) -> bool:
        """Whether a row stands in another document."""
        return bool(self._documents - {document_id})

    def least(self, *, timed: bool, after: str) -> Measurement | None:
        """The worst row of the documents newer than a day: the slowest time, or the lowest rate; None without any.

        "Worst" by what its print allows at the least, so that every newer row is at least as good.
        """
        newer = len(self._days) - bisect_right(self._days, after)
        found = self._slowest if timed else self._lowest
        return found[newer - 1][0] if newer else None


def _slower(one: Ranked, other: Ranked) -> Ranked:
    return max(one, other, key=lambda ranked: ranked[1].upper) if one[1].upper != other[1].upper else _first(one, other)


def _lower(one: Ranked, other: Ranked) -> Ranked:
    return min(one, other, key=lambda ranked: ranked[1].lower) if one[1].lower != other[1].lower else _first(one, other)


def _first(one: Ranked, other: Ranked) -> Ranked:
    """Of two equals, by name: which one it is does not hang on the order of documents."""
    return min(one, other, key=lambda ranked: ranked[0].statement_id)
