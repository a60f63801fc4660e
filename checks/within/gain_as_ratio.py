"""A column of gains in percent that prints how many per cent the new value is of the old one."""

import re
from collections.abc import Iterator

from checks.lib.statements.beside import columns
from checks.lib.statements.cells import Column, summary
from checks.lib.statements.fits import Fit, chance, fits
from checks.lib.statements.formulas import CHANCE
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "gain-as-ratio"
FEWEST = 2  # rows that show how the column was made
_GAIN = re.compile(
    r"\b(?:improve(?:ment|s|d)?|increase[sd]?|gains?|faster|higher|better|more|uplift|savings?|growth|change)\b|Δ|delta",
    re.IGNORECASE,
)
# "Speed of baseline", "relative to eager": a share of the other, which such a column may well print.
_SHARE = re.compile(r"\bof\b|\brelative\b|\bratio\b|\bcompared\b|\bvs\.?\b|\bspeed-?up\b", re.IGNORECASE)


@check(CODE, version=1, severity="medium", since="0.1.0")
def gain_as_ratio(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A gain of so many per cent is what comes on top: twice as much is 100 % more, and not 200 %.

    Why:
        The column was made by dividing and formatting the cells as percentages. Each of its figures is then quoted a
        hundred too high: 248 against 49 is five times as much, and no "+506 %".

    Flags:
        A column headed "improvement", "gain", "% faster" or of cells with a plus sign, whose percentages are one value
        of the row divided by another, above 100 % in each row. Medium; one finding for the column.

    Passes:
        Columns of what is added (248 over 49: "+406 %"); factors; shares below 100 %.

    Does not judge:
        Headers that may mean a share of the other ("relative to", "speed-up") without a plus sign (skipped); columns
         that no two others give.
    """
    for document in corpus.documents:
        for table in document.tables:
            every = [_plain(one, table) for one in columns(table, corpus.vocabulary)]
            for target in every:
                if any(one.unit == "%" for one in target.numbers.values()):
                    yield from _judge(document, table, target, every)


def _plain(column: Column, table: Table) -> Column:
    rows = {row: one for row, one in column.numbers.items() if not summary(table.rows[row][0].text)}
    return Column(column.index, column.header, rows)


def _judge(document: Document, table: Table, target: Column, every: list[Column]) -> Iterator[Finding | Skip]:
    others = [one for one in every if one is not target and not any(n.unit in ("%", "x") for n in one.numbers.values())]
    signed = [row for row in target.numbers if table.rows[row][target.index].text.strip("*_ ").startswith("+")]
    named = _GAIN.search(target.header)
    if not (named or signed):
        return
    best = next((fit for fit in fits(target, others) if _shows(target, fit)), None)
    if best is None or best.reading != "share" or best.failing:
        return
    if any(best.formula.values[row].rounded.lower <= 1 for row in best.fitting):
        return
    name = (document.name, table.name, target.header)
    if _SHARE.search(target.header) and len(signed) < FEWEST:
        yield Skip(CODE, name, "not applicable, because the header may mean a share of the other")
    else:
        yield _finding(document, table, target, best)


def _shows(target: Column, fit: Fit) -> bool:
    """Whether the rows show that the column was made so, and no other way, by more than luck."""
    return len(fit.fitting) >= FEWEST and chance(target, fit) <= CHANCE


def _finding(document: Document, table: Table, target: Column, fit: Fit) -> Finding:
    row = fit.fitting[0]
    printed = table.rows[row][target.index].text
    values = " and ".join(table.rows[row][one.index].text for one in fit.formula.columns)
    cells = [cell(document, table, each + 1, target.index) for each in fit.fitting]
    made = [
        cell(document, table, each + 1, one.index, "supporting") for each in fit.fitting for one in fit.formula.columns
    ]
    times = fit.formula.values[row].rounded
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"table {table.name}: {target.header!r} prints {fit.formula.words} as percentages in all "
        f"{len(fit.fitting)} rows; what comes on top is 100 % less ({printed} of {values})",
        arithmetic=f"{values} give {times} times, which is {(times.lower - 1) * 100:.0f} to "
        f"{(times.upper - 1) * 100:.0f} % more; printed is {printed}.",
        comparison=(document.name, table.name, target.header),
        evidence=(*cells, *made),
        likely_wrong_why=f"the column {target.header!r}: it was divided and not reduced by one",
    )
