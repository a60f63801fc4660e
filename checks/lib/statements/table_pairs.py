"""Pairs of cells that give a factor: the same thing measured for a claim's subject and for its baseline.

The sides stand in the headers of two columns, or in a key cell of two rows. Whatever else the labels say (the
workload, the number of devices) must be the same for both cells, and comes with the pair.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from checks.lib.language.stems import stems
from checks.lib.language.table_names import Words, machine, rest_of, words
from checks.lib.statements.absolutes import based, same_dimension
from checks.lib.statements.cells import summary
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.interval import Readings
from schemas.names import Vocabulary
from schemas.statement import Figure, Measurement, Side

SAME_KEYS = 4  # rows with the same keys for one side; more are repeats that no pair can be told from
FACTOR_UNITS = ("x", "%")
_RATE = re.compile(r"[A-Za-z]/[A-Za-z]|\bper\b")
_BARE = re.compile(r"[\d.,]+")
Label = tuple[str, str]  # a key column's header and the row's cell


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells and the factor that they give. `labels` are shared; `differs` names key columns that are not."""

    subject: Measurement
    baseline: Measurement
    labels: tuple[Label, ...]
    header: Words  # what the column's header says besides the name of a side
    readings: Readings
    differs: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[Measurement, ...]:
        """The cells that give the factor: two, or the one of a column of factors."""
        return (self.subject,) if self.subject is self.baseline else (self.subject, self.baseline)

    @property
    def summary(self) -> bool:
        """Whether it stands in a row of totals or means."""
        return any(summary(text) for _, text in self.labels)


class Grid:
    """A table with the measurements at its cells."""

    def __init__(self, document: Document, table: Table, cells: list[Measurement], vocabulary: Vocabulary) -> None:
        self.document, self.table, self._vocabulary = document, table, vocabulary
        self._rests: dict[tuple[str, str, str], Words | None] = {}
        starts = {
            (number, cell.start): column for number, row in enumerate(table.rows, 1) for column, cell in enumerate(row)
        }
        self.at: Mapping[tuple[int, int], Measurement] = {
            (one.row, starts[one.row, one.start]): one
            for one in cells
            if one.figure and one.figure.value > 0 and (one.row, one.start) in starts
        }

    @cached_property
    def columns(self) -> list[int]:
        """Columns that hold figures other than factors."""
        return sorted({column for (_, column), one in self.at.items() if one.unit not in FACTOR_UNITS})

    @cached_property
    def rows(self) -> dict[int, tuple[Label, ...]]:
        """The key cells of each row, by its number; "7.68 TB" in the first column names a row, measured or not."""
        measured = {column for _, column in self.at}
        return {
            number: tuple(
                (self.table.columns[column].text, cell.text)
                for column, cell in enumerate(row)
                if cell.text and (column == 0 or (column not in measured and not self._is_rate(column, cell.text)))
            )
            for number, row in enumerate(self.table.rows, 1)
        }

    def _is_rate(self, column: int, text: str) -> bool:
        """Whether a number is one of a result that nobody knows ("allocs/op"), and sets no row apart."""
        return bool(_RATE.search(self.table.columns[column].text) and _BARE.fullmatch(text))

    @cached_property
    def in_row(self) -> Mapping[int, list[tuple[int, Measurement]]]:
        """The measurements of each row, with their columns."""
        found: dict[int, list[tuple[int, Measurement]]] = defaultdict(list)
        for (row, column), one in self.at.items():
            found[row].append((column, one))
        return found

    @cached_property
    def in_column(self) -> Mapping[int, list[Measurement]]:
        """The measurements of each column."""
        found: dict[int, list[Measurement]] = defaultdict(list)
        for (_, column), one in self.at.items():
            found[column].append(one)
        return found

    def columns_of(self, units: tuple[str, ...]) -> list[int]:
        """Columns that hold figures of these units."""
        return sorted({column for (_, column), one in self.at.items() if one.unit in units})

    @cached_property
    def workloads(self) -> frozenset[str]:
        """What its measurements are of, "" for those that do not say."""
        return frozenset(one.workload for one in self.at.values())

    @cached_property
    def stems(self) -> frozenset[str]:
        """The content words of its titles, headings, headers and keys."""
        keys = (text for labels in self.rows.values() for _, text in labels)
        headers = (column.text for column in self.table.columns)
        return stems(" ".join((self.document.title, self.table.title, *self.table.headings, *headers, *keys)))

    def pairs(self, subject: Side, baseline: Side) -> Iterator[Pair]:
        """Every pair of cells, one of the subject's and one of the baseline's."""
        yield from self._beside(subject, baseline)
        yield from self._below(subject, baseline)
        yield from self._stated(subject, baseline)

    def _beside(self, subject: Side, baseline: Side) -> Iterator[Pair]:
        """The sides head two columns: pairs within a row."""
        mine, theirs = self._headed(subject), self._headed(baseline)
        for left, said in mine.items():
            for right in (column for column, rest in theirs.items() if rest == said and column not in mine):
                for number, labels in self.rows.items():
                    yield from self._pair((number, left), (number, right), labels, said)

    def _rest_of(self, label: str, side: Side) -> Words | None:
        """What a label says besides a side's name, read once: hundreds of claims are of the same few machines."""
        key = label, side.name, side.raw
        if key not in self._rests:
            self._rests[key] = rest_of(label, side, self._vocabulary)
        return self._rests[key]

    def _headed(self, side: Side, units: tuple[str, ...] = ()) -> dict[int, Words]:
        columns = self.columns_of(units) if units else self.columns
        rests = {c: self._rest_of(self.table.columns[c].text, side) for c in columns}
        return {column: rest for column, rest in rests.items() if rest is not None}

    def _below(self, subject: Side, baseline: Side) -> Iterator[Pair]:
        """The sides are named in the rows' keys: pairs within a column, of rows whose other keys are the same."""
        mine, theirs = self._named(subject), self._named(baseline)
        shared = [keys for keys in mine if keys in theirs]
        for keys in shared:
            for left in mine[keys][:SAME_KEYS]:
                for right in theirs[keys][:SAME_KEYS]:
                    yield from self._column_pairs(left, right, keys, ())
        rows = [(row, keys) for keys, some in mine.items() for row in some]
        others = [(row, keys) for keys, some in theirs.items() for row in some]
        # One row of the one side, and the other in several forms: "encoding/json struct", "encoding/json interface{}".
        if not shared and 1 in (len(rows), len(others)) and max(len(rows), len(others)) <= SAME_KEYS:
            for (left, keys), (right, their_keys) in product(rows, others):
                common = tuple(label for label in keys if label in their_keys)
                unlike = tuple(header for header, _ in keys if header not in dict(common))
                yield from self._column_pairs(left, right, common, unlike)

    def _stated(self, subject: Side, baseline: Side) -> Iterator[Pair]:
        """A column of factors over the baseline: the subject's rows, or all where the rows name nobody."""
        headed = self._headed(baseline, FACTOR_UNITS[:1])
        named = [row for rows in self._named(subject).values() for row in rows]
        # A row of the baseline itself ("M1: 1.0") says that the rows are sides, and those of nobody else.
        sided = self._named(baseline) or any(self._machines(labels) for labels in self.rows.values())
        rows = named or ([] if sided else list(self.rows))
        for column, said in headed.items():
            for number in rows:
                one = self.at.get((number, column))
                if one and one.figure and column not in self.columns and not self._scaled(number):
                    yield Pair(one, one, self.rows[number], said, one.figure.readings)

    def _scaled(self, number: int) -> bool:
        """Whether a row prints everybody's factor over one of its own columns, which is 1: "1.0x | 2.4x | 3.1x"."""
        of_row = [
            one.figure.value for (row, _), one in self.at.items() if row == number and one.unit == "x" and one.figure
        ]
        return len(of_row) > 1 and 1 in of_row

    def _machines(self, labels: tuple[Label, ...]) -> bool:
        return any(machine(text, self._vocabulary) for _, text in labels)

    def _named(self, side: Side) -> dict[tuple[Label, ...], list[int]]:
        """Rows of a side by their other keys."""
        found: dict[tuple[Label, ...], list[int]] = defaultdict(list)
        for number, labels in self.rows.items():
            rests = [self._rest_of(text, side) for _, text in labels]
            if any(rest is not None for rest in rests):
                others = [
                    (header, text if rest is None else " ".join(rest))
                    for (header, text), rest in zip(labels, rests, strict=True)
                ]
                found[tuple(label for label in others if label[1])].append(number)
        return found

    def _column_pairs(
        self, left: int, right: int, labels: tuple[Label, ...], differs: tuple[str, ...]
    ) -> Iterator[Pair]:
        if left != right:
            for column in self.columns:
                header = words(self.table.columns[column].text)
                yield from self._pair((left, column), (right, column), labels, header, differs)

    def _pair(
        self,
        left: tuple[int, int],
        right: tuple[int, int],
        labels: tuple[Label, ...],
        header: Words,
        differs: tuple[str, ...] = (),
    ) -> Iterator[Pair]:
        mine, theirs = self.at.get(left), self.at.get(right)
        if not mine or not theirs or not mine.figure or not theirs.figure or mine.metric != theirs.metric:
            return
        if same_dimension(mine.figure, theirs.figure, self._vocabulary):
            found = factor(mine, theirs, self._vocabulary)
            yield Pair(mine, theirs, labels, header, found, differs)


def factor(subject: Measurement, baseline: Measurement, vocabulary: Vocabulary) -> Readings:
    """The subject's advantage: old over new where less is better, new over old elsewhere."""
    assert subject.figure  # noqa: S101 - a Grid holds cells with figures only
    assert baseline.figure  # noqa: S101
    mine, theirs = based(subject.figure, vocabulary), based(baseline.figure, vocabulary)
    return theirs / mine if lower_wins(subject.metric, subject.figure, vocabulary) else mine / theirs


def lower_wins(metric: str, figure: Figure, vocabulary: Vocabulary) -> bool:
    """Whether less of it is better: by the metric, or because it is a time."""
    entry = vocabulary.get("metrics", metric)
    unit = vocabulary.resolve("units", figure.unit)
    timed = bool(unit and unit.text("dimension") == "time")
    return timed or bool(entry and entry.text("direction") == "lower_is_better")


def grids(corpus: Corpus) -> list[Grid]:
    """Every table that holds measurements, in the corpus' order."""
    found = []
    for parsed in corpus.parsed:
        cells: dict[str, list[Measurement]] = defaultdict(list)
        for one in parsed.measurements:
            cells[one.table].append(one)
        tables = (table for table in parsed.document.tables if cells[table.name])
        found += [Grid(parsed.document, table, cells[table.name], corpus.vocabulary) for table in tables]
    return found
