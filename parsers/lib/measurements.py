"""Measurements: the metric cells of results tables, each with its row's keys.

A column's header says what it holds, by the vocabulary of headers and by the unit it prints ("Throughput
(items/sec)", "p95 [ms]"). Every metric cell becomes a measurement, stands as blank or not applicable, or is
rejected with its reason: none is skipped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from parsers.lib.about import task_in
from parsers.lib.figures import figures, number, rate_unit
from schemas.document import Cell, Document, Rejected, Table
from schemas.names import Vocabulary
from schemas.statement import CONDITIONS, Figure, Kind, Measurement, Side, Status

_UNIT = re.compile(r"[\[(]([^\])]+)[\])]|,\s*([\w/%µ]+)$|\bin\s+([a-zµ]+)$")
_NUMBER = re.compile(
    r"[~<>≤≥]?\s?([$€£]?)\s?(\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)\s?([a-zA-Zµ%×][a-zA-Z/%µ. ]*)?"
)
_NOT_APPLICABLE = {"-", "–", "—", "n/a", "na", "none", "not applicable", "oom", "x", "✗", "…", "tbd", "--"}
_KINDS: dict[str, Kind] = {"time": "duration", "share": "absolute"}
_TIME_METRICS = {"s": "time_to_result", "minutes": "time_to_result", "hours": "time_to_result"}


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds. role "key": a fact about the row; "metric": figures; "": neither."""

    index: int
    header: str
    role: str
    name: str  # canonical header name or metric
    unit: str


def measurements(document: Document, vocabulary: Vocabulary) -> Iterator[Measurement | Rejected]:
    """Every metric cell of every table, in text order; cells that cannot be read come as Rejected."""
    for table in document.tables:
        columns = [_column(index, cell.text, vocabulary) for index, cell in enumerate(table.columns)]
        for number_of_row, row in enumerate(table.rows, 1):
            keys = _keys(columns, row)
            for column in columns:
                if column.role == "metric":
                    yield _measure(document, table, number_of_row, row, column, keys, vocabulary)


def _column(index: int, header: str, vocabulary: Vocabulary) -> Column:
    unit_printed = next((part for part in (_UNIT.search(header) or re.match("()", "")).groups() if part), "")  # type: ignore[union-attr]
    bare = _UNIT.sub("", header).strip()
    entry = vocabulary.resolve("headers", bare) or vocabulary.resolve("headers", header)
    unit, implied = _unit(unit_printed or header, vocabulary)
    if entry and entry.text("role") == "metric":
        return Column(index, header, "metric", entry.text("metric"), unit)
    if entry:
        return Column(index, header, entry.text("role"), entry.name, "")
    cue = next((m.name for m in vocabulary.find(header, "metrics") if not m.entry.flag("generic")), "")
    metric = cue or implied
    return Column(index, header, "metric" if metric and unit else "", metric, unit)


def _unit(printed: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical unit and the metric it implies, of "items/sec", "ms", "mins"; ("", "") when there is none."""
    rate = rate_unit(vocabulary, printed)
    if rate:
        return rate
    entry = vocabulary.resolve("units", printed) or vocabulary.resolve("units", printed.lower())
    if entry is None:
        return "", ""
    implied = "latency" if entry.name in ("ms", "us", "ns") else _TIME_METRICS.get(entry.name, "")
    return entry.name, entry.text("metric") or implied


def _keys(columns: list[Column], row: tuple[Cell, ...]) -> dict[str, str]:
    return {column.name: row[column.index].text for column in columns if column.role in ("key", "rank")}


def _measure(
    document: Document,
    table: Table,
    number_of_row: int,
    row: tuple[Cell, ...],
    column: Column,
    keys: dict[str, str],
    vocabulary: Vocabulary,
) -> Measurement | Rejected:
    cell = row[column.index]
    status, figure, why = _value(document.text, cell, column, vocabulary)
    if why:
        place = f"table {table.name}, row {number_of_row}, column {column.header!r}"
        return Rejected(place, why, tuple(one.text for one in row), row[0].start, row[-1].end)
    workload_raw = keys.get("workload", "")
    entry = vocabulary.resolve("workloads", workload_raw)
    known = entry.name if entry else _only(vocabulary, "workloads", workload_raw)
    return Measurement(
        document_id=document.document_id,
        document=document.name,
        table=table.name,
        row=number_of_row,
        column=column.header,
        literal=cell.text,
        start=cell.start,
        end=cell.end,
        metric=column.name,
        unit=figure.unit if figure else column.unit,
        status=status,
        figure=figure,
        workload=known or workload_raw,
        workload_raw=workload_raw,
        variant=keys.get("variant", ""),
        task=_task(table, keys, column),
        subject=_side(keys, vocabulary),
        devices=_devices(keys.get("devices", "")),
        submission_id=keys.get("submission_id", ""),
        quality_target=keys.get("quality_target", ""),
        context=" | ".join(one.text for one in row),
        row_start=min(one.start for one in row),
        row_end=max(one.end for one in row),
        box=document.box(cell.start, cell.end),
        dom_path=cell.dom_path,
    )


def _only(vocabulary: Vocabulary, kind: str, raw: str) -> str:
    """The one known name in a cell, "" when there are none or several."""
    names = {mention.name for mention in vocabulary.find(raw, kind)}
    return names.pop() if len(names) == 1 else ""


def _side(keys: dict[str, str], vocabulary: Vocabulary) -> Side:
    raw = keys.get("platform", "")
    count = re.match(r"(\d+)\s?x\s+", raw)
    entry = vocabulary.resolve("platforms", raw)
    name = entry.name if entry else _only(vocabulary, "platforms", raw) or raw
    conditions = tuple((name, keys[name]) for name in CONDITIONS if keys.get(name))
    return Side(name, raw, int(count[1]) if count else None, conditions)


def _task(table: Table, keys: dict[str, str], column: Column) -> str:
    if column.name == "time_to_train":
        return "training"
    for words in (keys.get("variant", ""), table.title, *reversed(table.headings)):
        if task := task_in(words):
            return task
    return ""


def _devices(printed: str) -> int | None:
    digits = printed.replace(",", "")
    return int(digits) if digits.isdigit() else None


def _value(text: str, cell: Cell, column: Column, vocabulary: Vocabulary) -> tuple[Status, Figure | None, str]:
    """Status, figure and, when the cell cannot be read, why not."""
    printed = cell.text
    if not printed:
        return "blank", None, ""
    if printed.lower() in _NOT_APPLICABLE:
        return "not_applicable", None, ""
    match = _NUMBER.fullmatch(printed.rstrip("*†‡§ ")) if re.search(r"\d", printed) else None
    if match:
        return "ok", _figure(cell, match, column, vocabulary), ""
    found = figures(text, cell.start, cell.end, vocabulary)
    if len(found) == 1:
        return "ok", found[0].figure, ""
    return "ok", None, f"{printed!r} is not a number"


def _figure(cell: Cell, match: re.Match[str], column: Column, vocabulary: Vocabulary) -> Figure:
    suffix = (match[3] or "").strip()
    unit = _unit(suffix, vocabulary)[0] or suffix or column.unit
    value, last = number(match[2])
    entry = vocabulary.resolve("units", unit)
    kind: Kind = _KINDS.get(entry.text("dimension"), "absolute") if entry else "absolute"
    if unit.lower() == "x" or (column.name in ("speedup", "efficiency") and not unit):
        kind, unit = "ratio", "x"
    if match[1]:
        kind = "price"
    at = cell.start + match.start(2)
    return Figure(at, at + len(match[2]), match[2], kind, value, unit, "exact", last)


def rescale(figure: Figure, vocabulary: Vocabulary) -> Decimal | None:
    """How many base units (s, bytes, W) one of the figure's unit is; None when the unit has no scale."""
    entry = vocabulary.resolve("units", figure.unit)
    scale = entry.text("scale") if entry else ""
    return Decimal(scale) if scale else None
