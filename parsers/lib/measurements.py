"""Measurements: the metric cells of results tables, each with its row's keys.

Every metric cell becomes a measurement, stands as blank or not applicable, or is rejected with its reason: none is
skipped.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from parsers.lib.about import task_in
from parsers.lib.cells import value_of
from parsers.lib.columns import Column, columns_of, transposed
from schemas.document import Cell, Document, Rejected, Table
from schemas.names import Vocabulary
from schemas.statement import CONDITIONS, Measurement, Side

ABOVE = 160  # characters from a table up within which a line still speaks of it


@dataclass(frozen=True, slots=True)
class Row:
    """A table row with what its key columns say of it; `number` counts from 1."""

    table: Table
    number: int
    cells: tuple[Cell, ...]
    keys: Mapping[str, str]


def measurements(document: Document, vocabulary: Vocabulary) -> Iterator[Measurement | Rejected]:
    """Every metric cell of every table, in text order; cells that cannot be read come as Rejected."""
    for table in document.tables:
        columns = columns_of(table, vocabulary, _above(document, table))
        rows = transposed(table, columns, vocabulary)
        yield from _down(document, table, rows, vocabulary) if rows else _across(document, table, columns, vocabulary)


def _above(document: Document, table: Table) -> str:
    """The words of the block that ends right above a table, with its title."""
    ends = [block for block in document.blocks if block.end <= table.start and table.start - block.end <= ABOVE]
    last = document.text[ends[-1].start : ends[-1].end] if ends and ends[-1].kind != "code" else ""
    return f"{table.title}\n{last[-ABOVE:]}"


def _across(
    document: Document, table: Table, columns: tuple[Column, ...], vocabulary: Vocabulary
) -> Iterator[Measurement | Rejected]:
    for number, cells in enumerate(table.rows, 1):
        row = Row(table, number, cells, _keys(columns, cells))
        for column in columns:
            if column.role == "metric":
                yield _measure(document, row, cells[column.index], column, vocabulary)


def _down(
    document: Document, table: Table, rows: tuple[Column, ...], vocabulary: Vocabulary
) -> Iterator[Measurement | Rejected]:
    """A transposed table: the header names who was measured, the first cell of a row what."""
    for number, (cells, metric) in enumerate(zip(table.rows, rows, strict=True), 1):
        for header, cell in zip(table.columns[1:], cells[1:], strict=True):
            if metric.role == "metric":
                row = Row(table, number, cells, {"platform": header.text})
                yield _measure(document, row, cell, replace(metric, header=header.text), vocabulary)


def _keys(columns: tuple[Column, ...], cells: tuple[Cell, ...]) -> dict[str, str]:
    keys = {column.name: cells[column.index].text for column in columns if column.role in ("key", "rank")}
    first = columns[0]
    if not keys and first.role == "" and not re.match(r"[\d.,]+$", cells[0].text):
        # A first column without a known header names the rows: who was measured.
        keys["platform"] = cells[0].text
    return keys


def _measure(
    document: Document, row: Row, cell: Cell, column: Column, vocabulary: Vocabulary
) -> Measurement | Rejected:
    status, figure, why = value_of(document.text, cell, column, vocabulary)
    if why:
        place = f"table {row.table.name}, row {row.number}, column {column.header!r}"
        return Rejected(place, why, tuple(one.text for one in row.cells), *_span(row.cells))
    start, end = _span(row.cells)
    workload, workload_raw = _workload(row, column, vocabulary)
    return Measurement(
        document_id=document.document_id,
        document=document.name,
        table=row.table.name,
        row=row.number,
        column=column.header,
        literal=cell.text,
        start=cell.start,
        end=cell.end,
        metric=column.name or (figure.kind if figure and figure.kind == "price" else ""),
        unit=figure.unit if figure else column.unit,
        status=status,
        figure=figure,
        workload=workload,
        workload_raw=workload_raw,
        variant=row.keys.get("variant", "" if column.says else column.header),
        task=_task(row, column),
        subject=_side(row.keys, vocabulary),
        devices=_devices(row.keys.get("devices", "")),
        submission_id=row.keys.get("submission_id", ""),
        quality_target=row.keys.get("quality_target", ""),
        context=" | ".join(one.text for one in row.cells),
        row_start=start,
        row_end=end,
        box=document.box(cell.start, cell.end),
        dom_path=cell.dom_path,
    )


def _span(cells: tuple[Cell, ...]) -> tuple[int, int]:
    return min(cell.start for cell in cells), max(cell.end for cell in cells)


def _workload(row: Row, column: Column, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical workload and as printed: the row's key, else what header, title or headings name alone."""
    raw = row.keys.get("workload", "")
    if raw:
        entry = vocabulary.resolve("workloads", raw)
        return (entry.name if entry else _only(vocabulary, "workloads", raw) or raw), raw
    for words in (column.header, row.table.title, *reversed(row.table.headings)):
        if name := _only(vocabulary, "workloads", words):
            return name, ""
    return "", ""


def _only(vocabulary: Vocabulary, kind: str, raw: str) -> str:
    """The one known name in a text, "" when there are none or several."""
    names = {mention.name for mention in vocabulary.find(raw, kind)}
    return names.pop() if len(names) == 1 else ""


def _side(keys: Mapping[str, str], vocabulary: Vocabulary) -> Side:
    raw = keys.get("platform") or keys.get("framework", "")
    count = re.match(r"(\d+)\s?x\s+", raw)
    entry = vocabulary.resolve("platforms", raw)
    name = entry.name if entry else _only(vocabulary, "platforms", raw) or raw
    conditions = tuple((name, keys[name]) for name in CONDITIONS if keys.get(name))
    return Side(name, raw, int(count[1]) if count else None, conditions)


def _task(row: Row, column: Column) -> str:
    if column.name == "time_to_train":
        return "training"
    for words in (row.keys.get("variant", ""), row.table.title, *reversed(row.table.headings)):
        if task := task_in(words):
            return task
    return ""


def _devices(printed: str) -> int | None:
    digits = printed.replace(",", "")
    return int(digits) if digits.isdigit() else None
