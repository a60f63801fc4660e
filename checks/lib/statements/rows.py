"""Rows of results tables: the metric cells of one row joined with its keys, and the cells as evidence.

A row's key cells ("Batch Size 8,196") are no statements of their own; as evidence they carry their place alone.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Evidence, Role
from schemas.names import Vocabulary, key
from schemas.statement import Measurement

UNIT = re.compile(r"\s*[\[(][^\])]*[\])]\s*")  # behind what a header names
_DIGITS = re.compile(r"\d[\d,]*")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its metric cells in column order (at least one), and the table that it stands in."""

    document: Document
    table: Table
    cells: tuple[Measurement, ...]
    framework: str  # canonical where the vocabulary knows it, else as compared

    @property
    def number(self) -> int:
        """The row's number, counted from 1."""
        return self.cells[0].row

    @property
    def keys(self) -> Measurement:
        """Any cell of the row: all carry the same keys."""
        return self.cells[0]

    @property
    def workload(self) -> str:
        """What was run."""
        return self.keys.workload

    @property
    def platform(self) -> str:
        """What it ran on."""
        return self.keys.subject.name

    @property
    def batch(self) -> Decimal | None:
        """The batch size, None when it is blank or no count."""
        return count(self.condition("batch_size"))

    def condition(self, name: str) -> str:
        """A condition as printed, "" when it is not stated."""
        return self.keys.subject.condition(name)

    def same(self, *names: str) -> tuple[str, ...]:
        """Conditions as they are compared: case and hyphens do not matter."""
        return tuple(self.framework if name == "framework" else key(self.condition(name)) for name in names)

    def metric(self, name: str) -> Measurement | None:
        """The first cell of a metric, None when the table has no such column."""
        return next((cell for cell in self.cells if cell.metric == name), None)

    def unread(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """The numbers under headers that say nothing to the vocabulary ("Prefill Length 64"): settings, most likely."""
        measured = {one.column for one in self.cells}
        columns = enumerate(self.table.columns)
        texts = [
            self.printed(at) for at, one in columns if one.text not in measured and not header(one.text, vocabulary)[0]
        ]
        return tuple(text for text in texts if count(text))

    def printed(self, column: int) -> str:
        """The text of one of its cells."""
        return self.table.rows[self.number - 1][column].text

    def evidence(self, column: int, role: Role = "disputed") -> Evidence:
        """A cell of this row as evidence, a statement or not."""
        statement = next((one for one in self.cells if one.column == self.table.columns[column].text), None)
        return Evidence.of(statement, role) if statement else cell(self.document, self.table, self.number, column, role)

    def key_cell(self, name: str, vocabulary: Vocabulary, role: Role = "disputed") -> Evidence:
        """The cell of a key ("batch_size") as evidence; the row's first cell when the table has no such column."""
        return self.evidence(column_of(self.table, name, vocabulary) or 0, role)


def rows(corpus: Corpus) -> list[Row]:
    """Every row that holds a metric cell, by document, table and number."""
    joined: dict[tuple[str, str, int], list[Measurement]] = defaultdict(list)
    for one in corpus.measurements:
        joined[one.document_id, one.table, one.row].append(one)
    documents = {document.document_id: document for document in corpus.documents}
    tables = {(key_, table.name): table for key_, document in documents.items() for table in document.tables}
    found = [
        Row(
            documents[document],
            tables[document, table],
            tuple(sorted(cells, key=lambda one: (one.start, one.column))),
            _framework(cells[0], corpus.vocabulary),
        )
        for (document, table, _), cells in joined.items()
    ]
    return sorted(found, key=lambda row: (row.document.name, row.document.document_id, row.table.start, row.number))


def _framework(row: Measurement, vocabulary: Vocabulary) -> str:
    printed = row.subject.condition("framework")
    known = vocabulary.resolve("frameworks", printed)
    return known.name if known else key(printed)


def count(printed: str) -> Decimal | None:
    """A count as printed ("8,196"), None when the text is anything else."""
    text = printed.strip()
    value = Decimal(text.replace(",", "")) if _DIGITS.fullmatch(text) else Decimal(0)
    return value if value > 0 else None


def cell(document: Document, table: Table, number: int, column: int, role: Role = "disputed") -> Evidence:
    """Any cell of a table as evidence; `number` counts rows from 1."""
    printed = table.rows[number - 1]
    return _of(document, table, printed[column], role, number=number, column=column)


def header_cell(document: Document, table: Table, column: int, role: Role = "context") -> Evidence:
    """A column's header as evidence."""
    return _of(document, table, table.columns[column], role, column=column)


def _of(document: Document, table: Table, one: Cell, role: Role, *, column: int, number: int | None = None) -> Evidence:
    line = table.rows[number - 1] if number else table.columns
    return Evidence(
        document.document_id,
        document.name,
        one.start,
        one.end,
        one.text,
        role,
        context=" | ".join(other.text for other in line),
        context_start=min(other.start for other in line),
        table=table.name,
        row=number,
        column=table.columns[column].text,
        box=document.box(one.start, one.end),
        dom_path=one.dom_path or "",
    )


def column_of(table: Table, name: str, vocabulary: Vocabulary) -> int | None:
    """The first column whose header means `name` ("batch_size"), None when there is none."""
    headers = (header(one.text, vocabulary) for one in table.columns)
    return next((index for index, (meant, _) in enumerate(headers) if meant == name), None)


@lru_cache(maxsize=4096)
def header(printed: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """What a header means and its role (key, metric, rank); ("", "") when the vocabulary does not know it."""
    entry = vocabulary.resolve("headers", UNIT.sub(" ", printed).strip()) or vocabulary.resolve("headers", printed)
    return (entry.name, entry.text("role")) if entry else ("", "")


def grouped(every: Iterable[Row], *names: str) -> dict[tuple[str, ...], list[Row]]:
    """Rows by document, workload, variant, task and the named conditions, in order of their keys."""
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in every:
        groups[(row.document.name, row.workload, key(row.keys.variant), row.keys.task, *row.same(*names))].append(row)
    return dict(sorted(groups.items()))
