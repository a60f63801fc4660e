"""What the columns of a results table hold, from their headers and, where a header says nothing, from their cells.

A header is read by the vocabulary of headers and by the unit it prints ("Throughput (items/sec)", "p95 [ms]"). A
table whose first column holds the metrics and whose headers name the machines is transposed: its rows are read as
columns are read elsewhere.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from parsers.lib.table_units import HEDGE, HEDGED, LONGEST, PRINTED_UNIT, cell_unit, main_of, unit_in, unit_of
from schemas.document import Cell, Table
from schemas.names import Entry, Vocabulary

Role = Literal["key", "rank", "metric", ""]
_LED = r"(?:[xX×](?=\d)(?!(?:86|64|32|26[456])\b))?"  # "x3.04", no "x86"
_BARE_NUMBER = re.compile(rf"[{HEDGE}+−-]?{_LED}[\d.,'\u202f]*\d(?:(?: \d{{3}})+|[kKM])?")
_NUMERIC = re.compile(rf"[{HEDGE}+−$€£-]?\s?\d")
_GAIN = re.compile(
    r"gain|sav|reduc|faster|speed|improve|change|delta|diff|\bvs\b|uplift|increase|decrease", re.IGNORECASE
)
# "Relative to alder", "Improvement over 2.0 (%)": a column that compares, whatever it compares with.
_COMPARES = re.compile(
    r"(?:%\s*)?(?:vs\b\.?|versus|relative (?:to|speed|perf\w*|time)|normali[sz]ed (?:to|by)|compared (?:to|with)|"
    r"(?:improvement|speed-?up|gain|change|delta|uplift|faster|slower|difference)s?\b)[^()]{0,60}|Δ.{0,20}",
    re.IGNORECASE,
)
_FACTOR = re.compile(rf"[{HEDGE}+−-]?\s?\d[\d.,]*\s?(?:[xX×%]|times|percent|p(?:oin)?ts?\b)|(?:same|equal)\b")
# What was asked for, beside a column of what was reached.
_OFFERED = re.compile(r"\b(?:offered|target(?:ed)?|requested|configured|injected|intended|scheduled)\b", re.IGNORECASE)
_MEASURES = frozenset(("time_to_result", "throughput", "bandwidth", "price", "power"))  # of a key header's unit
STATISTIC = frozenset("max min mean avg average median worst best maximum minimum typ typical nominal peak".split())
_PERCENTILE = re.compile(r"p?\d{2}(?:\.\d+)?\s?(?:%|th)?")  # "99.9%" beside "latency 99%"
MARKS = "*†‡§¶¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜᵈᵉᶠᵍʰ"
_TICKS = frozenset("y n yes no true false on off ok".split())
ENOUGH = 0.5  # share of a column's cells that must print a unit for the column to hold figures
NOT_APPLICABLE = frozenset(
    "- – — -- --- / ... n/a n.a. na nan none null x ✗ … tbd tba oom dnf dnr timeout failed fail error crash crashed "
    "unsupported unavailable pending skipped n/d n.d. n.r. nd ? ?? k.a. undisclosed killed aborted ✘".split()
) | {
    "not applicable", "out of memory", "timed out", "not supported", "no data", "did not finish", "did not run",
    "did not complete", "on request", "not tested", "not measured", "not available", "not run", "coming soon",
    "not reported", "not published", "not disclosed",
}  # fmt: skip

_JOINS = frozenset("per a an each and of in to for with at by on".split())


@dataclass(frozen=True, slots=True)
class Column:
    """What a column (or a row of a transposed table) holds.

    role "key": a fact about the row; "metric": figures; "": neither. `name` is the canonical header name or metric.
    `header` is as printed; `says` is true when the header itself names the metric, not only the cells' unit. `power`
    is that of ten which the unit was printed with ("Kops/s": 3).
    """

    index: int
    header: str
    role: Role
    name: str
    unit: str
    says: bool = True
    power: int = 0


def columns_of(table: Table, vocabulary: Vocabulary) -> tuple[Column, ...]:
    """The columns of a table, left to right, by their headers and, where those say nothing, by their cells."""
    headers = [cell.text for cell in table.columns]
    found = (read_header(index, _grouped(text, headers), vocabulary) for index, text in enumerate(headers))
    held = [_held(replace(column, header=headers[column.index]), table, vocabulary) for column in found]
    # "max" beside p50 and p99 is of the same thing.
    late = any(column.name == "latency" for column in held)
    return tuple(replace(one, name="latency") if late and _is_statistic(one) else one for one in held)


def _is_statistic(column: Column) -> bool:
    header = column.header.strip(" .").lower()
    if not _PERCENTILE.fullmatch(header) and (column.says or header not in STATISTIC):
        return False
    return column.name == "time_to_result"


def _grouped(header: str, headers: Sequence[str]) -> str:
    """A header with its last word as its unit, beside another of its group: "Kite 1 ms" beside "Kite 1 img/s"."""
    group, _, last = header.rpartition(" ")
    # "Images per second" beside "Images per second per watt" is in images, not in seconds.
    whole = not group or group.split()[-1].lower() in _JOINS
    shared = not whole and sum(other.startswith(f"{group} ") for other in headers) > 1
    series = len(last) == 1 and last.isupper()  # "Model S" beside "Model L" is in no seconds
    return f"{group} ({last})" if shared and last.isalpha() and not series else header


def _held(column: Column, table: Table, vocabulary: Vocabulary) -> Column:
    if column.role in ("key", "rank") and not (column.index and column.name in ("framework", "platform")):
        return column
    cells = stated(row[column.index].text for row in table.rows)
    if column.role == "key":
        # "Library" over figures, beside "Naive" and "Tiled": whose figures they are.
        figures = bool(cells) and all(map(is_bare, cells))
        return Column(column.index, column.header, "", "", "") if figures else column
    if column.role == "metric" and cells and all(map(_is_mark, cells)):
        return Column(column.index, column.header, "", "", "")  # "Faster" over Y, N and ✅
    if column.role == "metric" and sum(_is_name(text, vocabulary) for text in cells) * 2 > len(cells):
        # "Runtime" over "Lathe 3.1": the word of the header means the thing, and every cell would be rejected.
        return Column(column.index, column.header, "key", "framework" if column.index else "platform", "")
    if column.name == "speedup" and sum(map(_is_factor, cells)) * 2 < len(cells):
        return Column(column.index, column.header, "", "", "")  # "Changes" over words
    if column.name == "size" and not column.unit and (column.index == 0 or all(map(is_bare, cells))):
        # "Size" over 64, 256, 1024: what was set, not what came out.
        return Column(column.index, column.header, "key", "given", "")
    return by_cells(column, cells, vocabulary) if not column.role else column


def _is_name(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a cell under a metric's word begins like a name: not "Up to 7", not "EUR 5"."""
    return text[:1].isalpha() and not (HEDGED.match(text) or is_bare(text)) and not cell_unit(text, vocabulary)[0]


def _is_mark(text: str) -> bool:
    """Whether a cell ticks a box: "yes", "N", an emoji."""
    return text.lower() in _TICKS or not any(map(str.isalnum, text))


def _is_factor(text: str) -> bool:
    return is_bare(text) or (len(text) <= LONGEST and _FACTOR.match(text) is not None)


def stated(texts: Iterable[str]) -> list[str]:
    """The cells that say something: not blank, not "n/a"."""
    return [text for text in texts if text and text.rstrip(MARKS).lower() not in NOT_APPLICABLE]


def is_bare(text: str) -> bool:
    """Whether a cell is a number and nothing else."""
    return len(text) <= LONGEST and (
        _BARE_NUMBER.fullmatch(text) is not None or _BARE_NUMBER.fullmatch(main_of(text)) is not None
    )


# "Relative throughput, Merle = 1.0": whatever it is of, what stands below are factors.
_BASED = re.compile(
    r"\b(?:relative|normali[sz]ed)\b[^|]{1,60}=\s?1(?:\.0+)?(?![\d.]*\d)|\(\w[^()=]{0,30}=\s?1(?:\.0+)?\)",
    re.IGNORECASE,
)


_RELATIVE = re.compile(r"relative (?:\w+ ){0,2}(?:speed|performance|throughput)\b(?! per\b)", re.IGNORECASE)


def read_header(index: int, header: str, vocabulary: Vocabulary) -> Column:
    """What one header says: "Batch Size", "Latency (ms)", "p99, us", "Images/s", "7.1 TPS", "Price ($/h)"."""
    unit, implied, power = unit_in(header, vocabulary)
    if _BASED.search(header):
        return Column(index, header, "metric", "speedup", "x")
    if unit in ("", "%", "x") and _RELATIVE.match(header):
        return Column(index, header, "metric", "speedup", unit)
    entry = _entry(header, unit, vocabulary, measures=implied in _MEASURES)
    if _OFFERED.search(header) and (implied == "throughput" or (entry and entry.name == "throughput")):
        return Column(index, header, "key", "load_setting", "")
    if entry and entry.text("role") == "metric":
        return Column(index, header, "metric", entry.text("metric"), unit, power=power)
    if entry and entry.text("role") in ("key", "rank"):
        return Column(index, header, "rank" if entry.text("role") == "rank" else "key", entry.name, "")
    if index and unit in ("", "%") and (ran := _scored(header, vocabulary)):
        return Column(index, ran, "metric", "accuracy", unit, says=False)
    cues = [m.entry for m in vocabulary.find(header, "metrics") if not m.entry.flag("generic")]
    if not cues and unit in ("", "%", "x") and _COMPARES.fullmatch(PRINTED_UNIT.sub("", header).strip(" :%")):
        return Column(index, header, "metric", "speedup", unit)
    metric = _cued(_fitting(cues, unit, implied), implied)
    known = bool(metric and (unit or (cues and cues[0].flag("unitless"))))
    return Column(index, header, "metric" if known else "", metric, unit, power=power)


def _entry(header: str, unit: str, vocabulary: Vocabulary, *, measures: bool) -> Entry | None:
    """What the vocabulary knows a header as; a share or a time of a thing ("CPU %", "Query (ms)") is not the thing."""
    bare = PRINTED_UNIT.sub("", header).strip(" :")
    whole = vocabulary.resolve("headers", header)
    entry = vocabulary.resolve("headers", bare) or whole
    if entry and entry.text("role") == "key" and (unit == "%" or (measures and entry.name != "quality_target")):
        return whole if whole is not entry else None
    return entry


def _scored(header: str, vocabulary: Vocabulary) -> str:
    """The header of a column that holds scores in what it names: "MMLU ↑", "GSM8K (8-shot)"; "" for any other."""
    bare = PRINTED_UNIT.sub("", header).strip(" :%↑↓")
    entry = vocabulary.resolve("workloads", bare)
    return header.strip(" ↑↓") if entry and entry.flag("scored") else ""


def _fitting(cues: Sequence[Entry], unit: str, implied: str) -> str:
    """Of the metrics that a header names the one whose unit it prints: "Recall@10 = 0.95 p99 (ms)" is a latency."""
    if implied == "time_to_result":
        cues = [cue for cue in cues if cue.flag("timed")] or [cue for cue in cues if not cue.flag("unitless")]
    elif unit not in ("", "%", "x"):
        cues = [cue for cue in cues if not cue.flag("unitless")]
    if cues and not cues[0].flag("speed") and any(cue.name == implied for cue in cues):
        return implied  # "Peak memory bandwidth (TB/s)"
    return cues[0].name if cues else ""


def _cued(cue: str, implied: str) -> str:
    """The metric by the header's words, unless its unit knows better: "fps per watt" is no throughput."""
    if implied == "price_performance":
        return implied
    return (
        implied if implied in ("price", "energy_efficiency") and cue in ("", "throughput", "price") else cue or implied
    )


def by_cells(column: Column, cells: Sequence[str], vocabulary: Vocabulary) -> Column:
    """A column whose header says nothing holds figures when its cells print units, prices or times."""
    known = [unit for text in cells if (unit := cell_unit(text, vocabulary))[0]]
    if not cells or len(known) < ENOUGH * len(cells):
        numeric = sum(map(is_bare, cells)) + len(known)
        if column.name and cells and numeric >= ENOUGH * len(cells):
            # "p99 latency" without a unit anywhere: still a figure; a check says that its unit is missing.
            return Column(column.index, column.header, "metric", column.name, column.unit, power=column.power)
        return column
    implied = next((metric for _, metric in known if metric), "") or _factor(column.header, cells, known[0][0])
    name = column.name or implied
    return Column(column.index, column.header, "metric", name, column.unit, says=bool(column.name), power=column.power)


def _factor(header: str, cells: Sequence[str], unit: str) -> str:
    """A column of factors or changes compares; one of plain shares ("0.01%") may hold anything."""
    changes = any(text[:1] in "+-−" for text in cells) or _GAIN.search(header)
    return "speedup" if unit == "x" or (unit == "%" and changes) else ""


def is_header(words: str, vocabulary: Vocabulary) -> bool:
    """Whether a cell reads as a header: a known header word, or words with a known unit in brackets."""
    if not words or _NUMERIC.match(words):
        return False
    bare = PRINTED_UNIT.sub("", words).strip(" :")
    if vocabulary.resolve("headers", bare) or vocabulary.resolve("headers", words):
        return True
    match = PRINTED_UNIT.search(words)
    return bool(match and match[1] and unit_of(match[1], vocabulary)[0])


def text_of(cell: Cell) -> str:
    """A cell's text without footnote marks at its end."""
    bare = cell.text.rstrip(MARKS)
    return bare if bare == cell.text else bare.rstrip()
