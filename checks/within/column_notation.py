"""A column that prints shares in percent in one row and as fractions in another."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.rows import cell, header_cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Finding, Skip

CODE = "column-notation"
ROWS = 3  # fewer rows are no column
MOST = 2  # cells of each notation that a finding quotes
_PERCENT = re.compile(r"\d+(?:\.\d+)?\s?%")
_FRACTION = re.compile(r"0?\.\d+(?![\d.]*\s?(?:%|[A-Za-zµ]{1,3}\b))")
Numbered = list[tuple[int, Cell]]


@check(CODE, version=1, severity="low", since="0.1.0")
def column_notation(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A column prints its shares in one notation, in percent or as fractions.

    Why:
        A target of 75.90 % beside one of 0.72: a program that reads the column takes the second for less than one
        percent, and a reader has to know what each is a share of.

    Flags:
        Columns with cells that begin with a percentage and cells that begin with a fraction below one; one finding a
        column.

    Passes:
        One notation throughout; fractions with a unit ("0.5 ms"); blank cells and dashes.

    Does not judge:
        Columns of fewer than three rows (skipped); whether the shares are of one thing.
    """
    for document in corpus.documents:
        for table in document.tables:
            for column in range(len(table.columns)):
                cells = [(number, row[column]) for number, row in enumerate(table.rows, 1)]
                percents = [one for one in cells if _PERCENT.match(one[1].text)]
                fractions = [one for one in cells if _FRACTION.match(one[1].text)]
                if not table.columns[column].text:
                    continue  # a list of properties: each row is of something else
                if percents and fractions and len(cells) < ROWS:
                    yield Skip(CODE, (document.name, table.name), "not applicable, because it has too few rows")
                elif percents and fractions:
                    yield _finding(document, table, column, percents, fractions)


def _finding(document: Document, table: Table, column: int, percents: Numbered, fractions: Numbered) -> Finding:
    shown = [one for some in (percents, fractions) for one in {c.text: (n, c) for n, c in reversed(some)}.values()]
    name = table.columns[column].text
    first = listed(repr(some[0][1].text) for some in (percents, fractions))
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"table {table.name}: {name!r} prints shares in two notations: {first}",
        arithmetic=f"{len(percents)} cells in percent, {len(fractions)} as fractions.",
        comparison=(document.name, table.name, name),
        evidence=(
            *(cell(document, table, number, column) for number, _ in shown[: MOST * 2]),
            header_cell(document, table, column),
        ),
        likely_wrong_why="nothing is wrong as printed; the two have to be brought to one notation first",
    )
