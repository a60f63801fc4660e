"""Cells of tables that a value in words can be: the row and the column that its sentence names.

A row is named by its key cells ("Mixtral-8x7B", "64" under Batch, "7.68 TB"), a column by what its header says beside
the unit ("Tarn T2", "p99", "Random read"). Of the cells of a table those are taken that the sentence names most of.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.language.stems import stem
from checks.lib.language.table_names import Words, rest_of, run, words
from checks.lib.quantities.asserted import is_difference, is_former
from checks.lib.statements.absolutes import based
from checks.lib.statements.factors import times_apart
from checks.lib.statements.rows import UNIT
from checks.lib.statements.table_pairs import Grid, Label
from schemas.names import Vocabulary
from schemas.statement import Claim, Measurement

_NUMBER = re.compile(r"[\d,.]+")
_PERCENTILE = re.compile(r"p\d\d(?:\.\d+)?|median|average|mean")
_MEDIAN = {"median": "p50"}
_WHOSE = re.compile(r"\s+(?:of|on|for|with|by|in)\s", re.IGNORECASE)
FAR = 60  # times apart: two things


@dataclass(frozen=True, slots=True)
class Named:
    """A cell with the labels of its row and column that the sentence says, and those that it does not."""

    cell: Measurement
    said: tuple[str, ...]
    unsaid: tuple[str, ...]  # only labels that are not the same in all rows or columns


def named(claim: Claim, grid: Grid, cells: Sequence[tuple[int, int]], vocabulary: Vocabulary) -> list[Named]:
    """Of the cells at these places (row, column) those that the sentence names most labels of."""
    context = words(claim.context)
    varying = _varying(grid, {row for row, _ in cells})
    saying = _Saying(claim, context, vocabulary)
    judged = [_named(saying, grid, place, varying) for place in cells]
    most = max((len(one.said) for one in judged), default=0)
    return [one for one in judged if len(one.said) == most]


def _varying(grid: Grid, rows: set[int]) -> set[str]:
    """Headers of key columns whose cells differ between rows."""
    seen: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for header, text in grid.rows[row]:
            seen[header].add(text)
    return {header for header, texts in seen.items() if len(texts) > 1}


class _Saying:
    """What a sentence says of labels and headers, each read once: a table has the same ones in row after row."""

    def __init__(self, claim: Claim, context: Words, vocabulary: Vocabulary) -> None:
        self._claim, self._context, self._vocabulary = claim, context, vocabulary
        self._labels: dict[str, bool] = {}
        self._headers: dict[str, list[str]] = {}

    def label(self, label: Label) -> bool:
        """Whether it says a key of a row."""
        if label[1] not in self._labels:
            self._labels[label[1]] = says(self._claim, self._context, label, self._vocabulary)
        return self._labels[label[1]]

    def header(self, text: str) -> list[str]:
        """What it says of a column's header: that it is the subject's, and words of it."""
        if text not in self._headers:
            header = UNIT.sub(" ", text)
            rest = rest_of(header, self._claim.subject, self._vocabulary)
            words_ = _telling(header if rest is None else " ".join(rest))
            own = [] if rest is None else [header]
            self._headers[text] = [*own, *(word for word in words_ if _in(word, self._context))]
        return self._headers[text]


def _named(saying: _Saying, grid: Grid, place: tuple[int, int], varying: set[str]) -> Named:
    row, column = place
    labels = [label for label in grid.rows[row] if label[0] in varying]
    said = [label[1] for label in labels if saying.label(label)]
    unsaid = [label[1] for label in labels if label[1] not in said]
    said += saying.header(grid.table.columns[column].text)
    return Named(grid.at[place], tuple(said), tuple(unsaid))


def _telling(header: str) -> Iterator[str]:
    """A header's words, a percentile by its number."""
    for word in words(header.replace("th percentile", "")):
        yield _MEDIAN.get(word, word)


def _in(word: str, context: Words) -> bool:
    return any(_MEDIAN.get(other, other) == word or stem(other) == stem(word) for other in context)


def says(claim: Claim, context: Words, label: Label, vocabulary: Vocabulary) -> bool:
    """Whether a sentence says a key of a row: its words, its number, or the subject that it names."""
    text = label[1]
    if _NUMBER.fullmatch(text):
        return text.replace(",", "") in {one.replace(",", "") for one in _numbers(claim)}
    return run(words(text), context) >= 0 or rest_of(text, claim.subject, vocabulary) is not None


def _numbers(claim: Claim) -> Iterator[str]:
    """The numbers of a sentence that may be settings: not the figure, and beside a noun."""
    at = claim.at[0]
    text = claim.context[:at] + " " + claim.context[at + len(claim.quote) :] if at >= 0 else claim.context
    yield from (one.strip(".,") for one in re.findall(r"(?<![\w.$€£])\d[\d,.]*(?=[ -]|\W*$)", text))


def percentiles(text: str) -> set[str]:
    """The percentiles and means that a text names: "median" is p50."""
    plain = re.sub(r"(\d\d(?:\.\d+)?)th percentile", r"p\1", text.lower())
    return {_MEDIAN.get(one, one) for one in _PERCENTILE.findall(plain)}


def too_far(claim: Claim, cell: Measurement, vocabulary: Vocabulary) -> bool:
    """Whether they are two things: many times apart, and not the same digits in another unit."""
    assert cell.figure  # noqa: S101 - a Grid holds cells with figures only
    figures = claim.figure, cell.figure
    times = times_apart(*(based(one, vocabulary).rounded for one in figures))
    digits = {one.value.normalize().as_tuple().digits for one in figures}
    return times > FAR and len(digits) > 1


def is_other(claim: Claim) -> bool:
    """Whether the value is a difference, or what the subject's stands against and nobody's: "31 min against 9 h"."""
    return is_difference(claim.behind) or (is_former(claim.before) and not _WHOSE.match(claim.behind))
