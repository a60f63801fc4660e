"""Metric cells: printed text -> status and figure, or the reason why it cannot be read.

A figure may have others beside it: a factor in brackets ("590 ms (2.1x)") says how it compares and is left alone; two
values with a stroke between them ("4.1 s / 0.8 s" under "Cold / warm") are two figures.
"""

import re
from dataclasses import dataclass, replace

from parsers.lib.columns import NOT_APPLICABLE, Column, text_of
from parsers.lib.figures import figures
from parsers.lib.numbers import number, qualifier
from parsers.lib.table_units import CURRENCY, HEDGE, HEDGED, POWERS, PRINTED_UNIT, main_of, powered
from schemas.document import Cell
from schemas.interval import Qualifier
from schemas.names import Vocabulary
from schemas.statement import Figure, Kind, Status

_NUMBER = re.compile(
    rf"(?P<hedge>[{HEDGE}]?)\s?(?:(?P<by>[xX×])(?=\d))?(?P<sign>[+−-]?)(?P<currency>[$€£]?)\s?"
    r"(?P<n>\d{1,15},(?:\d{1,2}|\d{4,15})(?![\d,])|"  # a comma before decimals
    r"(?:\d{1,3}(?P<part>[,'’\u2009\u202f\u00a0 ])\d{3}(?:(?P=part)\d{3})*(?!\d)|\d{1,15})"
    r"(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?"
    r"(?:[kKMBG](?![A-Za-z/]))?|\.\d{1,15})(?P<more>\+)?"
    r"(?:\s?(?P<first>[a-zA-Zµμ%]{1,12})?\s{0,4}(?:±|\+/-)\s{0,4}(?P<error>\d{1,15}(?:\.\d{1,15})?))?"
    r"\s?(?P<unit>(?:[a-zA-Zµμ%×]|/(?=s))[a-zA-Z/%µμ. ]*)?"
)
# "96 GB HBM3": words behind a figure that begins its cell.
_LED = re.compile(_NUMBER.pattern.replace("[a-zA-Z/%µμ. ]*)?", "[a-zA-Z/%µμ]*)") + r"(?=[\s,;])(?!.{0,60}\d\s)")
_PICTURE = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f]+")  # "🟩 3,844": marks the best
_STROKE = re.compile(r"\s+[/|]\s+|(?<=[\dkKMGBWs%])/(?=\d)")
_ASIDE = re.compile(r"\s*\([^\d()]{1,40}\)$")  # "1x (ref)"
_KINDS: dict[str, Kind] = {"time": "duration"}
# "2.58s avg" is of seconds; as a unit of its own it would stand in no column with the seconds beside it.
_STATISTIC = re.compile(r"(?<=\S)\s+(?:avg|average|mean|median|total|typical|typ|max|min|peak)\.?$", re.IGNORECASE)
LONGEST = 1000  # characters; in a longer cell the grammar of figures would look for one figure among hundreds
MOST = 4  # values in one cell
FACTORS = ("speedup", "efficiency", "scaling")

HEDGES: dict[str, Qualifier] = {
    **dict.fromkeys("~≈≃∼", "about"),
    "<": "under",
    ">": "over",
    "≤": "up_to",
    "≥": "at_least",
}


@dataclass(frozen=True, slots=True)
class Value:
    """What a cell says: its status, its figure and, when it cannot be read, why not. `part` names one of several."""

    status: Status
    figure: Figure | None
    why: str = ""
    part: str = ""
    cell: Cell | None = None  # what stands for it, when the whole cell holds several


def values_of(text: str, cell: Cell, column: Column, vocabulary: Vocabulary) -> list[Value]:
    """What a cell says: one value, or several where its header or its strokes part it. `text` is the text layer."""
    if "/" not in cell.text and "|" not in cell.text:
        return [value_of(text, cell, column, vocabulary)]  # nearly every cell
    names = [name.strip() for name in _STROKE.split(PRINTED_UNIT.sub("", column.header))]
    printed = _STROKE.split(text_of(cell))
    parted = len(printed) > 1 and (len(printed) == len(names) or re.search(r"\s[/|]\s", cell.text))
    parts = [_NUMBER.fullmatch(one.strip()) for one in printed] if parted and len(printed) <= MOST else []
    if not parts or not all(parts):
        return [value_of(text, cell, column, vocabulary)]
    last = (parts[-1]["unit"] or "") if parts[-1] else ""
    found, at = list[Value](), 0
    for number_, (one, match) in enumerate(zip(printed, parts, strict=True)):
        at = cell.text.index(one, at)
        start = cell.start + at
        unit = "" if match is None or match["unit"] or match["currency"] else last
        piece = Cell(one.strip(), min(start, cell.end), min(start + len(one), cell.end), cell.dom_path)
        shared = replace(column, unit=powered(unit, vocabulary)[0] or column.unit) if unit else column
        part = names[number_] if len(names) == len(printed) else ""
        found.append(replace(value_of(text, piece, shared, vocabulary), part=part, cell=piece))
        at += len(one)
    return found


def value_of(text: str, cell: Cell, column: Column, vocabulary: Vocabulary) -> Value:
    """What a cell of one value says. `text` is the text layer."""
    printed = text_of(cell)
    if not printed:
        return Value("blank", None)
    plain = _PICTURE.sub(lambda mark: " " * len(mark[0]), printed).rstrip()
    printed = plain if plain.strip() else printed
    if cell.text.rstrip().endswith("*") and printed.lower() in NOT_APPLICABLE:
        # "n/a*" promises a footnote that changes what the cell means: a person has to look.
        return _unreadable(cell)
    if printed.lower() in NOT_APPLICABLE or printed.partition(" (")[0].lower() in NOT_APPLICABLE:
        return Value("not_applicable", None)
    led = HEDGED.match(printed) if printed[:1].isalpha() else None
    at = led.end() if led else len(printed) - len(printed.lstrip())
    match = _NUMBER.fullmatch(printed, at) or _NUMBER.fullmatch(_ASIDE.sub("", printed), at)
    if len(printed) <= LONGEST:
        match = match or _NUMBER.fullmatch(main_of(printed), at)
    if match:
        return Value("ok", _figure(cell, match, column, vocabulary))
    if len(printed) > LONGEST:
        return _unreadable(cell)
    found = [one.figure for one in figures(text, cell.start, cell.end, vocabulary)]
    if len(found) == 1:
        return Value("ok", found[0])
    first = _LED.match(printed)
    known = first and powered(first["unit"].strip(), vocabulary)[0]
    return Value("ok", _figure(cell, first, column, vocabulary)) if first and known else _unreadable(cell)


def _unreadable(cell: Cell) -> Value:
    return Value("ok", None, f"{cell.text!r} is not a number")


def _figure(cell: Cell, match: re.Match[str], column: Column, vocabulary: Vocabulary) -> Figure:
    suffix = _STATISTIC.sub("", (match["first"] or match["unit"] or "").strip())
    money = CURRENCY.get(match["currency"], "")
    unit, _, power = powered(suffix, vocabulary) if suffix else ("", "", 0)
    if not unit and suffix in POWERS and not (column.name == "size" and suffix == "B"):
        unit, power = "", POWERS[suffix] + column.power  # "585 k" under "Rows/s"
    elif not suffix:
        power = column.power
    else:
        unit = _flowing(unit, column, vocabulary) or _factor(suffix) or suffix
    value, last = number(match["n"])
    if match["error"]:
        last = 2 * number(match["error"])[0]
        if match["first"] and match["unit"] == "%" != match["first"]:
            last *= value / 100  # "9.8 µs ± 2%"
    at = cell.start + match.start("n")
    led = "x" if match["by"] and not unit else ""  # "x3.04"
    figure_kind, unit = _kind(unit or money or led or column.unit, match, column, vocabulary)
    before = match.string[: match.start()].strip().lower()
    hedge = HEDGES.get(match["hedge"], "at_least" if match["more"] or before == "from" else qualifier(before, ""))
    signed = -value if match["sign"] in ("-", "−") else value
    end = at + len(match["n"])
    # The offsets are those of the printed number; where markup stands between, the cell itself is the quote.
    is_whole = end > cell.end or (at, end) == (cell.start, cell.end)
    start, end = (cell.start, cell.end) if is_whole else (at, end)
    if power:
        # Only then: a table of half a million cells would hold two new numbers for each.
        signed, last = signed.scaleb(power), last.scaleb(power)
    return Figure(start, end, match["n"], figure_kind, signed, unit, hedge, last)


def _flowing(unit: str, column: Column, vocabulary: Vocabulary) -> str:
    """A size under the header of a rate is one each second: "3.44MB" under "Transfer/sec"."""
    entry = vocabulary.resolve("units", unit) if column.unit.endswith("/s") and unit and "/" not in unit else None
    return f"{unit}/s" if entry and entry.text("dimension") == "size" else unit


def _factor(suffix: str) -> str:
    """The "x" of "1.32x faster", "" of anything else."""
    return "x" if suffix.split(maxsplit=1)[0].lower() in ("x", "×") else ""


def _kind(unit: str, match: re.Match[str], column: Column, vocabulary: Vocabulary) -> tuple[Kind, str]:
    if match["currency"] or (column.name == "price" and unit in CURRENCY.values()):
        return "price", unit
    if unit.lower() in ("x", "×") or (column.name in FACTORS and not unit):
        return "ratio", "x"
    if unit == "%" and (match["sign"] or column.name == "speedup"):
        return "percent_change", "%"
    entry = vocabulary.resolve("units", unit)
    return _KINDS.get(entry.text("dimension") if entry else "", "absolute"), unit
