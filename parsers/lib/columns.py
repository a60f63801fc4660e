"""What the columns of a results table hold, from their headers and, where a header says nothing, from their cells.

A header is read by the vocabulary of headers and by the unit it prints ("Throughput (items/sec)", "p95 [ms]"). A
table whose first column holds the metrics and whose headers name the machines is transposed: its rows are read as
columns are read elsewhere.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from parsers.lib.units import rate_unit
from schemas.document import Cell, Table
from schemas.names import Vocabulary

Role = Literal["key", "rank", "metric", ""]
# A bracket is closed within 200 characters: of many open ones each would be read to the end.
_UNIT = re.compile(r"[\[(]([^\])]{1,200})[\])]|,\s*([\w/%µ]+)$|\bin\s+([a-zµ]+)$|\s([A-Za-z]+/[A-Za-z/]+)$")
_WITH_UNIT = re.compile(r"[~<>≤≥+−-]?\s?[$€£]?\s?[\d.,' \u202f]+\s?(?P<unit>[a-zA-Zµμ%×][\w/%µμ]{,40})\W*")
_BARE_NUMBER = re.compile(r"[~<>≤≥+−-]?[\d.,'\u202f]*\d(?: \d{3})*")
_NUMERIC = re.compile(r"[~<>≤≥+−$€£-]?\s?\d")
_ERROR = re.compile(r"\s?(?:±|\+/-)\s?[\d.,]{1,20}")
_MONEY = re.compile(r"\s*(?:(?P<sign>(?:US|C|A)?[$€£])|(?P<code>USD|EUR|GBP)\b)")
_LASTS = re.compile(
    r"\d+\s?(?:d|days?|h|hrs?|hours?|m|mins?|minutes?)\s?\d{1,2}\s?(?:h|m|mins?|s|secs?|seconds?)\b.*|\d{1,3}(?::\d\d){1,2}"
)
_GAIN = re.compile(
    r"gain|sav|reduc|faster|speed|improve|change|delta|diff|\bvs\b|uplift|increase|decrease", re.IGNORECASE
)
CURRENCY = {"$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "USD": "USD", "EUR": "EUR", "GBP": "GBP"}
LONGEST = 60  # characters of a cell that is a figure
ENOUGH = 0.5  # share of a column's cells that must print a unit for the column to hold figures
NOT_APPLICABLE = frozenset(
    "- – — -- --- n/a n.a. na nan none null x ✗ … tbd tba oom dnf dnr timeout failed fail error crash crashed "
    "unsupported unavailable pending skipped".split()
) | {
    "not applicable", "out of memory", "timed out", "not supported", "no data", "did not finish", "did not run",
    "did not complete", "on request", "not tested", "not measured", "not available", "not run", "coming soon",
}  # fmt: skip


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
    found = (read_header(index, cell.text, vocabulary) for index, cell in enumerate(table.columns))
    return tuple(_held(column, table, vocabulary) for column in found)


def _held(column: Column, table: Table, vocabulary: Vocabulary) -> Column:
    if column.role in ("key", "rank"):
        return column
    cells = stated(row[column.index].text for row in table.rows)
    if column.role == "metric" and sum(text[:1].isalpha() for text in cells) * 2 > len(cells):
        # "Runtime" over "Lathe 3.1": the word of the header means the thing, and every cell would be rejected.
        return Column(column.index, column.header, "key", "framework" if column.index else "platform", "")
    if column.name == "size" and not column.unit and (column.index == 0 or all(map(is_bare, cells))):
        # "Size" over 64, 256, 1024: what was set, not what came out.
        return Column(column.index, column.header, "key", "setting", "")
    return by_cells(column, cells, vocabulary) if not column.role else column


def stated(texts: Iterable[str]) -> list[str]:
    """The cells that say something: not blank, not "n/a"."""
    return [text for text in texts if text and text.lower() not in NOT_APPLICABLE]


def is_bare(text: str) -> bool:
    """Whether a cell is a number and nothing else."""
    return len(text) <= LONGEST and _BARE_NUMBER.fullmatch(text) is not None


def read_header(index: int, header: str, vocabulary: Vocabulary) -> Column:
    """What one header says: "Batch Size", "Latency (ms)", "p99, us", "Images/s", "7.1 TPS", "Price ($/h)"."""
    match = _UNIT.search(header)
    printed = next((part for part in match.groups() if part), "") if match else ""
    bare = _UNIT.sub("", header).strip(" :")
    entry = vocabulary.resolve("headers", bare) or vocabulary.resolve("headers", header)
    unit, implied, power = _unit_in(printed, header, vocabulary)
    if entry and entry.text("role") == "metric":
        return Column(index, header, "metric", entry.text("metric"), unit, power=power)
    if entry:
        return Column(index, header, "rank" if entry.text("role") == "rank" else "key", entry.name, "")
    cues = [m.entry for m in vocabulary.find(header, "metrics") if not m.entry.flag("generic")]
    metric = _cued(cues[0].name if cues else "", implied)
    known = bool(metric and (unit or (cues and cues[0].flag("unitless"))))
    return Column(index, header, "metric" if known else "", metric, unit, power=power)


def _cued(cue: str, implied: str) -> str:
    """The metric by the header's words, unless its unit knows better: "fps per watt" is no throughput."""
    return (
        implied if implied in ("price", "energy_efficiency") and cue in ("", "throughput", "price") else cue or implied
    )


def _unit_in(printed: str, header: str, vocabulary: Vocabulary) -> tuple[str, str, int]:
    """Unit, implied metric and power of ten of a header; ("", "", 0) when it prints no unit."""
    if money := _MONEY.match(printed):
        return CURRENCY.get(money["sign"] or money["code"], "USD"), "price", 0
    last = header.rsplit(maxsplit=1)[-1] if header.strip() else ""
    for number, words in enumerate((printed or header, last)):
        unit, implied, power = powered(words, vocabulary)
        # A last word counts only when nothing but a metric is called so: "A100 8 h" ends in a size of the machine.
        if unit and (number == 0 or implied in ("throughput", "bandwidth", "compute")):
            return unit, implied, power
    return "", "", 0


def powered(printed: str, vocabulary: Vocabulary) -> tuple[str, str, int]:
    """Canonical unit, implied metric and power of ten: "Kops/s" is operations/s by a thousand."""
    match = _PREFIXED.fullmatch(printed)
    if match and not vocabulary.resolve("units", printed):
        unit, implied = unit_of(match["rest"], vocabulary)
        if implied == "throughput":
            return unit, implied, POWERS[match["power"]]
    return (*unit_of(printed, vocabulary), 0)


POWERS = {"k": 3, "K": 3, "M": 6, "G": 9, "B": 9, "T": 12, "bn": 9, "thousand": 3, "million": 6, "mn": 6, "billion": 9}
_PREFIXED = re.compile(
    r"(?P<power>[kKMG])\s?(?P<rest>(?:IOPS|QPS|RPS|TPS|(?:ops?|reqs?|txns?|msgs?|messages|rows|keys|records|events|items|"
    r"samples|tok|toks|tokens|images|imgs?|queries|lookups|inserts|reads|writes|points|pixels|packets)/s(?:ec)?))"
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


def cell_unit(text: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical unit and implied metric that a cell prints; ("", "") when it prints none."""
    if len(text) > LONGEST:
        return "", ""
    if money := _MONEY.match(text):
        return CURRENCY.get(money["sign"] or money["code"], "USD"), "price"
    if _LASTS.fullmatch(text):
        return "s", "time_to_result"
    match = _WITH_UNIT.fullmatch(_ERROR.sub("", text))
    return unit_of(match["unit"], vocabulary) if match else ("", "")


# "tokens/s/GPU", "fps per watt": a rate by the thing that shares it.
_SHARED = re.compile(
    r"(?P<unit>\S+/\w+|fps|FPS|QPS|IOPS|\w+ per second)(?:\s?/\s?|\sper\s)"
    r"(?P<of>W|[Ww]att|GPU|card|chip|node|core|socket|device|accelerator|server|thread)"
)


def unit_of(printed: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical unit and the metric it implies, of "items/sec", "ms", "mins"; ("", "") when it is no unit."""
    if printed.lower() in ("x", "×"):
        return "x", ""
    if (shared := _SHARED.fullmatch(printed)) and (base := unit_of(shared["unit"], vocabulary))[0]:
        watt = shared["of"].lower() in ("w", "watt")
        return f"{base[0]}/{'W' if watt else shared['of']}", "energy_efficiency" if watt else base[1]
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
    bare = cell.text.rstrip("*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰")
    return bare if bare == cell.text else bare.rstrip()
