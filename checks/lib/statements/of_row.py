"""A ratio that a row prints beside the two values it can only be of: "size before | size after | ratio", in one row.

What a column is computed from, rows show by agreeing. One or two rows show it where the column says that it is a ratio
and the table has two columns of one quantity, and no third: then neither way round gives another value by right.
"""

import re
from collections.abc import Mapping, Sequence

from checks.lib.statements.cells import Column
from checks.lib.statements.counted import counts
from checks.lib.statements.fits import Fit, meanings
from checks.lib.statements.formulas import Formula, positive
from schemas.document import Table
from schemas.interval import Readings, judge

MOST_ROWS = 2
_RATIO = re.compile(
    r"\bratio\b|speed-?\s?up|^(?:delta|change|factor)$|\b(?:%|percent) change\b|\bfaster\b", re.IGNORECASE
)
_TURNED = re.compile(
    r"\b(?:before|after|old|new|with|without|baseline|base|previous|current|original|optimi[sz]ed|default|tuned|first|second|"
    r"un\w{4,}|plain)\b|(?<!\w)w/(?:o\b)?",
    re.IGNORECASE,
)
# What a header says its bare numbers are in, where that is a rate, a time or a size: "(tok/s/GPU)", "[ms]".
_HEADED = re.compile(
    r"[(\[,]\s*(?P<unit>[\w ]{0,24}(?:/\s?s(?:ec(?:ond)?)?\b|\bper second)[^)\]]{0,12}|[mnuµ]?s|secs?|seconds?|"
    r"min|minutes|hours|[KMGT]i?B)\s*[)\]]?\s*$",
    re.IGNORECASE,
)
_STEM = re.compile(r"[A-Za-z]{4,}")


def of_row(target: Column, others: Sequence[Column], table: Table) -> Fit | None:
    """The rows whose ratio neither quotient of the table's only two columns of one quantity gives."""
    pair = [one for one in others if not counts(one) and _unit(one)]
    if len(pair) != 2 or len(table.rows) > MOST_ROWS or not _RATIO.search(target.header.replace("_", " ")):
        return None
    one, other = pair
    turned = "ratio" in target.header.lower() or any(_TURNED.search(each.header.replace("_", " ")) for each in pair)
    # "Prefill time" and "decode time" share a word, and a speedup beside them is over a third thing.
    if not turned or _unit(one) != _unit(other) or not _alike(one.header, other.header):
        return None
    ways = [Formula(f"{a.header} / {b.header}", _quotients(a, b), (a, b)) for a, b in ((one, other), (other, one))]
    fits = [_fit(target, way, name) for way in ways for name in meanings(target)]
    good = {row for fit in fits for row in fit.fitting}
    bad = {row for fit in fits for row in fit.failing} - good
    whole = [fit for fit in fits if set(fit.failing) == bad and set(fit.fitting) == good]
    return min(whole, key=_apart) if bad and whole else None


def _unit(column: Column) -> frozenset[str]:
    printed = frozenset(one.unit for one in column.numbers.values()) - {"", "x", "%"}
    headed = _HEADED.search(column.header)
    return printed or frozenset({headed["unit"].lower()} if headed else ())


def _alike(one: str, other: str) -> bool:
    """Whether two headers name one quantity: "compressed size" and "uncompressed size" share a word."""
    mine, theirs = ({each.lower() for each in _STEM.findall(said.replace("_", " "))} for said in (one, other))
    return bool(mine & theirs) or not (mine or theirs)


def _quotients(a: Column, b: Column) -> dict[int, Readings]:
    rows = sorted(set(a.numbers) & set(b.numbers))
    return {
        row: a.numbers[row].readings / b.numbers[row].readings
        for row in rows
        if positive(a.numbers[row]) and positive(b.numbers[row])
    }


def _fit(target: Column, formula: Formula, reading: str) -> Fit:
    read = meanings(target)[reading]
    printed = {row: said for row, one in target.numbers.items() if (said := read(one)) is not None}
    rows = [row for row in sorted(printed) if row in formula.values]
    good = tuple(row for row in rows if judge(printed[row], formula.values[row]) != "inconsistent")
    return Fit(formula, reading, printed, good, tuple(row for row in rows if row not in good))


def _apart(fit: Fit) -> float:
    return max(_gap(fit.printed, fit.formula.values, row) for row in fit.failing)


def _gap(printed: Mapping[int, Readings], values: Mapping[int, Readings], row: int) -> float:
    return float(printed[row].rounded.distance(values[row].rounded))
