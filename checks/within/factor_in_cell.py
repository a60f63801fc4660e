"""Cells that print a value and what it is over another row's: "3m30s (13.5x)"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.quantities.output_values import Printed, values
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval, ulp

CODE = "factor-in-cell"
# "0.167s (2.04x)", "1.2 GB/s [x3.1]", "3m30s / 13.5×"; the value may be set in bold.
_CELL = re.compile(
    r"[*_`~≈\s]*(?P<value>\d[^()\[\]|/]{0,24}?(?:/s(?:ec)?)?)[*_`\s]*[(\[/]\s*[~≈]?[xX×]?\s?"
    r"(?P<factor>\d+(?:\.\d+)?)\s?(?P<times>[xX×])?\s*[)\]]?[*_`\s]*"
)
_BASE = re.compile(r"1(?:\.0+)?")
ROOM = Decimal("0.05")  # the factor is of values before they were rounded, or of a mean of quotients


@dataclass(frozen=True, slots=True)
class Pair:
    """A cell with its value and its factor; `row` counts from 0."""

    row: int
    value: Printed
    factor: Interval
    printed: str

    def fits(self, base: "Pair", *, rises: bool) -> bool:
        """Whether the factor is its value over that of the base, or the other way round."""
        over = self.value.allowed / base.value.allowed if rises else base.value.allowed / self.value.allowed
        return over.distance(self.factor) <= ROOM


@check(CODE, version=1, severity="medium", since="0.1.0")
def factor_in_cell(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor printed beside a value in its cell is that value over the one of the row that prints 1x.

    Why:
        Both numbers of such a cell come from one run, and 1x says what the factors of its column are over. A value
        that was measured anew leaves its factor behind.

    Flags:
        Medium: "3m30s (32.7x)" in a column where "15.6s (1.00x)" stands, and the other cells' factors fit. Low where no
        other cell is there to show which way the factors are meant.

    Passes:
        Factors that are off by rounding; columns in which the factors fall as the values rise.

    Does not judge:
        Columns without a cell of 1x, or with several that differ; values of different units; columns in which most
        factors do not fit, which are over something else.
    """
    for document in corpus.documents:
        for table in document.tables:
            for column in range(len(table.columns)):
                yield from _column(document, table, column)


def _column(document: Document, table: Table, column: int) -> Iterator[Finding | Skip]:
    pairs = [one for row in range(len(table.rows)) if (one := _pair(table, row, column))]
    bases = [one for one in pairs if _BASE.fullmatch(one.printed)]
    if pairs and not bases:
        name = (document.name, table.name, str(column))
        yield Skip(CODE, name, "not applicable, because no cell prints 1x")
    if not bases or len({one.value.middle for one in bases}) > 1 or bases[0].value.middle <= 0:
        return
    base = bases[0]
    others = [one for one in pairs if one not in bases and one.value.unit == base.value.unit and one.value.middle > 0]
    fitting = {rises: [one for one in others if one.fits(base, rises=rises)] for rises in (True, False)}
    best = max(fitting.values(), key=len)
    wrong = [one for one in others if one not in best]
    # Where few of them fit, the column's factors are over something that it does not print.
    if wrong and (len(wrong) <= len(best) or (len(others) == 1 and not any(fitting.values()))):
        for one in wrong:
            yield _finding(document, table, column, (one, base), alone=not best)


def _pair(table: Table, row: int, column: int) -> Pair | None:
    one = table.rows[row][column]
    match = _CELL.fullmatch(one.text)
    if match is None or not (match["times"] or re.search(r"[xX×]\s?\d", one.text)):
        return None
    value = next(values(one.text, *match.span("value")), None)
    factor, last = Decimal(match["factor"]), ulp(match["factor"])
    if value is None or value.allowed.lower <= 0 or factor <= last / 2:
        return None
    return Pair(row, value, Interval(factor - last / 2, factor + last / 2), match["factor"])


def _finding(document: Document, table: Table, column: int, sides: tuple[Pair, Pair], *, alone: bool) -> Finding:
    one, base = sides
    texts = [table.rows[side.row][column].text for side in sides]
    name = table.columns[column].text
    rises = one.value.allowed / base.value.allowed
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if alone else "medium",
        message=f"table {table.name}, {name!r}: {texts[0]} does not fit {texts[1]}",
        arithmetic=f"{texts[0]} over {texts[1]} allows {rises}, {one.printed}x is printed.",
        comparison=(document.name, table.name, name, str(one.row)),
        evidence=tuple(cell(document, table, side.row + 1, column) for side in sides),
        likely_wrong_why="the value or the factor of the cell",
    )
