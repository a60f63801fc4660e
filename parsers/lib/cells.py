"""Metric cells: printed text -> status and figure, or the reason why it cannot be read."""

import re

from parsers.lib.columns import CURRENCY, NOT_APPLICABLE, POWERS, Column, powered, text_of
from parsers.lib.figures import figures
from parsers.lib.numbers import number
from schemas.document import Cell
from schemas.names import Vocabulary
from schemas.statement import Figure, Kind, Status

_NUMBER = re.compile(
    r"(?P<hedge>[~<>≤≥]?)\s?(?P<sign>[+−-]?)(?P<currency>[$€£]?)\s?"
    r"(?P<n>(?:\d{1,3}(?P<part>[,'’\u2009\u202f\u00a0 ])\d{3}(?:(?P=part)\d{3})*(?!\d)|\d{1,15})"
    r"(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?"
    r"(?:[kKMBG](?![A-Za-z/]))?|\.\d{1,15})"
    r"(?:\s?(?P<first>[a-zA-Zµμ%]{1,12})?\s?(?:±|\+/-)\s?(?P<error>\d{1,15}(?:\.\d{1,15})?))?"
    r"\s?(?P<unit>[a-zA-Zµμ%×][a-zA-Z/%µμ. ]*)?"
)
_ASIDE = re.compile(r"\s*\([^\d()]{1,40}\)$")  # "1x (ref)"
_KINDS: dict[str, Kind] = {"time": "duration"}
LONGEST = 1000  # characters; in a longer cell the grammar of figures would look for one figure among hundreds
FACTORS = ("speedup", "efficiency", "scaling")

Value = tuple[Status, Figure | None, str]


def value_of(text: str, cell: Cell, column: Column, vocabulary: Vocabulary) -> Value:
    """Status, figure and, when the cell cannot be read, why not ("" otherwise). `text` is the text layer."""
    printed = text_of(cell)
    if not printed:
        return "blank", None, ""
    if printed.lower() in NOT_APPLICABLE or printed.partition(" (")[0].lower() in NOT_APPLICABLE:
        # "n/a*" promises a footnote that changes what the cell means: a person has to look.
        return ("not_applicable", None, "") if printed == cell.text else _unreadable(cell)
    match = _NUMBER.fullmatch(printed) or _NUMBER.fullmatch(_ASIDE.sub("", printed))
    if match:
        return "ok", _figure(cell, match, column, vocabulary), ""
    if len(printed) > LONGEST:
        return _unreadable(cell)
    found = [one.figure for one in figures(text, cell.start, cell.end, vocabulary)]
    return ("ok", found[0], "") if len(found) == 1 else _unreadable(cell)


def _unreadable(cell: Cell) -> Value:
    return "ok", None, f"{cell.text!r} is not a number"


def _figure(cell: Cell, match: re.Match[str], column: Column, vocabulary: Vocabulary) -> Figure:
    suffix = (match["first"] or match["unit"] or "").strip()
    money = CURRENCY.get(match["currency"], "")
    unit, _, power = powered(suffix, vocabulary) if suffix else ("", "", 0)
    if not unit and suffix in POWERS and not (column.name == "size" and suffix == "B"):
        unit, power = "", POWERS[suffix] + column.power  # "585 k" under "Rows/s"
    elif not suffix:
        power = column.power
    else:
        unit = unit or _factor(suffix) or suffix
    value, last = number(match["n"])
    if match["error"]:
        last = 2 * number(match["error"])[0]
    at = cell.start + match.start("n")
    figure_kind, unit = _kind(unit or money or column.unit, match, column, vocabulary)
    signed = -value if match["sign"] in ("-", "−") else value
    end = at + len(match["n"])
    # The offsets are those of the printed number; where markup stands between, the cell itself is the quote.
    start, end = (at, end) if end <= cell.end else (cell.start, cell.end)
    return Figure(start, end, match["n"], figure_kind, signed.scaleb(power), unit, "exact", last.scaleb(power))


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
