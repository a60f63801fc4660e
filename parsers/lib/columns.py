"""What the columns of a results table hold, from their headers and, where a header says nothing, from their cells.

A header is read by the vocabulary of headers and by the unit it prints ("Throughput (items/sec)", "p95 [ms]"). A
table whose first column holds the metrics and whose headers name the machines is transposed: its rows are read as
columns are read elsewhere.
"""

import re
from dataclasses import dataclass
from typing import Literal

from parsers.lib.units import rate_unit
from schemas.document import Cell, Table
from schemas.names import Vocabulary

Role = Literal["key", "rank", "metric", ""]
_UNIT = re.compile(r"[\[(]([^\])]+)[\])]|,\s*([\w/%µ]+)$|\bin\s+([a-zµ]+)$|\s([a-z]+/[a-z]+)$")
_WITH_UNIT = re.compile(r"[~<>≤≥+−-]?\s?[$€£]?\s?[\d.,]+(?:\s?±\s?[\d.,]+)?\s?(?P<unit>[a-zA-Zµμ%×][\w/%µμ]*)\W*")
_BARE_NUMBER = re.compile(r"[\d.,]+")
_NUMERIC = re.compile(r"[~<>≤≥+−$€£-]?\s?\d")
ENOUGH = 0.5  # share of a column's cells that must print a unit for the column to hold figures


@dataclass(frozen=True, slots=True)
class Column:
    """What a column (or a row of a transposed table) holds.

    role "key": a fact about the row; "metric": figures; "": neither. `name` is the canonical header name or metric.
    `header` is as printed; `says` is true when the header itself names the metric, not only the cells' unit.
    """

    index: int
    header: str
    role: Role
    name: str
    unit: str
    says: bool = True


def columns_of(table: Table, vocabulary: Vocabulary, above: str = "") -> tuple[Column, ...]:
    """The columns of a table, left to right. `above` is the line that leads to it ("Seconds on an M1 Pro")."""
    found = [read_header(index, cell.text, vocabulary) for index, cell in enumerate(table.columns)]
    read = tuple(column if column.role else _by_cells(column, table, vocabulary) for column in found)
    if any(column.role == "metric" for column in read):
        return read
    metric, unit = _said_above(above, vocabulary)
    return tuple(_numeric(column, table, metric, unit) for column in read) if unit else read


def _said_above(above: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Metric and unit that the line above gives to all figures of a table; ("", "") when it gives no unit."""
    for match in re.finditer(r"[A-Za-zµ]+(?:/[a-z]+| per [a-z]+)?", above):
        unit, implied = unit_of(match.group(), vocabulary)
        if unit and (len(match.group()) > 1):
            cues = [m.name for m in vocabulary.find(above, "metrics") if not m.entry.flag("generic")]
            return (cues[0] if cues else implied), unit
    return "", ""


def _numeric(column: Column, table: Table, metric: str, unit: str) -> Column:
    cells = [row[column.index].text for row in table.rows if row[column.index].text]
    numeric = sum(bool(_BARE_NUMBER.fullmatch(text)) for text in cells)
    if column.role or not cells or numeric < ENOUGH * len(cells):
        return column
    return Column(column.index, column.header, "metric", metric, unit, says=False)


def transposed(table: Table, columns: tuple[Column, ...], vocabulary: Vocabulary) -> tuple[Column, ...]:
    """The metrics down the first column of a transposed table, one a row; () when the table is not one."""
    if any(column.role == "metric" and column.says for column in columns) or len(table.columns) < 2:
        return ()
    rows = tuple(read_header(index, row[0].text, vocabulary) for index, row in enumerate(table.rows))
    metrics = [row for row in rows if row.role == "metric"]
    others = [cell.text for row in table.rows for cell in row[1:] if cell.text]
    numeric = sum(bool(_NUMERIC.match(text)) for text in others)
    enough = len(metrics) * 2 >= len(rows) and numeric * 2 >= len(others)
    return rows if metrics and enough else ()


def read_header(index: int, header: str, vocabulary: Vocabulary) -> Column:
    """What one header says: "Batch Size", "Latency (ms)", "p99, us", "Images/s"."""
    match = _UNIT.search(header)
    printed = next((part for part in match.groups() if part), "") if match else ""
    bare = _UNIT.sub("", header).strip(" :")
    entry = vocabulary.resolve("headers", bare) or vocabulary.resolve("headers", header)
    unit, implied = unit_of(printed or header, vocabulary)
    if entry and entry.text("role") == "metric":
        return Column(index, header, "metric", entry.text("metric"), unit)
    if entry:
        return Column(index, header, "rank" if entry.text("role") == "rank" else "key", entry.name, "")
    cues = [m.entry for m in vocabulary.find(header, "metrics") if not m.entry.flag("generic")]
    metric = cues[0].name if cues else implied
    known = bool(metric and (unit or (cues and cues[0].flag("unitless"))))
    return Column(index, header, "metric" if known else "", metric, unit)


def _by_cells(column: Column, table: Table, vocabulary: Vocabulary) -> Column:
    """A column whose header says nothing holds figures when its cells print units."""
    cells = [row[column.index].text for row in table.rows if row[column.index].text]
    units = [unit_of(match["unit"], vocabulary) for text in cells if (match := _WITH_UNIT.fullmatch(text))]
    known = [unit for unit in units if unit[0]]
    numeric = sum(bool(_BARE_NUMBER.fullmatch(text)) for text in cells)
    if column.name and cells and numeric >= ENOUGH * len(cells):
        # "p99 latency" without a unit anywhere: still a figure; a check says that its unit is missing.
        return Column(column.index, column.header, "metric", column.name, "")
    if not cells or len(known) < ENOUGH * len(cells):
        return column
    implied = next((metric for _, metric in known if metric), "") or ("speedup" if known[0][0] in ("x", "%") else "")
    return Column(column.index, column.header, "metric", column.name or implied, "", says=False)


def unit_of(printed: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical unit and the metric it implies, of "items/sec", "ms", "mins"; ("", "") when it is no unit."""
    if printed.lower() in ("x", "×"):
        return "x", ""
    rate = rate_unit(vocabulary, printed)
    if rate:
        return rate
    entry = vocabulary.resolve("units", printed) or vocabulary.resolve("units", printed.lower())
    if entry is None:
        scaled = re.fullmatch(r"([kKMG])\s(\S+)", printed)
        unit, implied = unit_of(scaled[2], vocabulary) if scaled else ("", "")
        return (f"{scaled[1]} {unit}", implied) if scaled and unit else ("", "")
    implied = {"time": "time_to_result", "size": "size"}.get(entry.text("dimension"), "")
    return entry.name, entry.text("metric") or implied


def is_header(words: str, vocabulary: Vocabulary) -> bool:
    """Whether a cell reads as a header: a known header word, or words with a known unit in brackets."""
    if not words or _NUMERIC.match(words):
        return False
    bare = _UNIT.sub("", words).strip(" :")
    if vocabulary.resolve("headers", bare) or vocabulary.resolve("headers", words):
        return True
    match = _UNIT.search(words)
    return bool(match and match[1] and unit_of(match[1], vocabulary)[0])


def text_of(cell: Cell) -> str:
    """A cell's text without footnote marks at its end."""
    return re.sub(r"\s*[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]+$", "", cell.text)
