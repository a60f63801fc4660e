"""Rows of factors in a table, against the rows of the two sides that stand above them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from checks.lib.findings import severity
from checks.lib.statements.beside import main
from checks.lib.statements.cells import Number
from checks.lib.statements.formulas import positive
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge

CODE = "factor-rows"
SIDES = 2
SHOWN = 2  # factors that fit, before one that does not is more than doubtful
_FACTORS = re.compile(
    r"\W*(?:speed-?\s?ups?|gains?|ratios?|improvements?|factors?|advantage|uplift|acceleration)\b.{0,40}", re.IGNORECASE
)

_ByKeys = dict[tuple[str, ...], list[int]]


@dataclass(frozen=True, slots=True)
class Cells:
    """A factor and the two cells that it is of; `at` are row and column, rows counted from 0."""

    factor: Number
    row: int
    sides: tuple[int, int]
    column: int
    ways: tuple[Readings, Readings]

    @property
    def fits(self) -> bool:
        """Whether one of the quotients may be printed so."""
        return any(judge(self.factor.readings, way) != "inconsistent" for way in self.ways)


@check(CODE, version=1, severity="medium", since="0.1.0")
def factor_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A row of factors below the rows of two sides is what the two give.

    Why:
        "New", "Old" and "Speedup" stand below one another, each with a row for every setting. The last part is copied
        from an earlier release of the page while the rows above it are measured again.

    Flags:
        A factor of a part of a table titled "Speedup", "Gain" or "Ratio" whose row of the same labels in the two other
        parts gives another one either way round; so too the last row of a table of three.
        Medium where two other factors of the part fit, else low.

    Passes:
        Rates and times side by side (the larger over the smaller); factors cut off instead of rounded.

    Does not judge:
        Tables of more than two sides; rows of which a part has none or two of the same labels; parts none of whose
        factors fits.
    """
    for document in corpus.documents:
        for table in document.tables:
            found = list(_factors(table))
            shown = sum(one.fits for one in found)
            if shown and shown * 2 >= len(found):
                yield from (_finding(document, table, one, shown) for one in found if not one.fits)
            elif found:
                yield Skip(
                    CODE, (document.name, table.name), "unchecked, because its rows of factors follow no two rows"
                )


def _factors(table: Table) -> Iterator[Cells]:
    parts = _parts(table)
    named = [title for title in parts if _FACTORS.fullmatch(title)]
    sides = [rows for title, rows in parts.items() if title not in named]
    if len(named) != 1 or len(sides) != SIDES:
        return
    known: dict[tuple[int, ...], list[_ByKeys]] = {}  # by the columns of factors, of which a table has few sets
    for row in parts[named[0]]:
        columns = [at for at, one in enumerate(table.rows[row]) if (read := main(one.text)) and read.unit == "x"]
        if tuple(columns) not in known:
            known[tuple(columns)] = [_by_keys(table, rows, columns) for rows in sides]
        pair = [
            rows if len(rows) == 1 else by_keys.get(_keys(table, row, columns), [])
            for rows, by_keys in zip(sides, known[tuple(columns)], strict=True)
        ]  # a part of one row is that one
        if columns and all(len(one) == 1 for one in pair):
            yield from _cells(table, row, (pair[0][0], pair[1][0]), columns)


def _parts(table: Table) -> Mapping[str, list[int]]:
    """The rows below each line of the table that holds a title only; in a table of three rows each by its label."""
    titles: dict[str, list[int]] = {}
    title = ""
    for at, row in enumerate(table.rows):
        if not any(one.text for one in row[1:]):
            title = row[0].text.strip()
        else:
            titles.setdefault(table.groups[at] if table.groups else title, []).append(at)
    if len(titles) == 1 and len(table.rows) == SIDES + 1:
        return {row[0].text.strip(): [at] for at, row in enumerate(table.rows)}
    return titles


def _by_keys(table: Table, rows: Sequence[int], columns: Sequence[int]) -> _ByKeys:
    """The rows of a part by what they say in all columns but those of factors."""
    found: _ByKeys = {}
    for row in rows:
        found.setdefault(_keys(table, row, columns), []).append(row)
    return found


def _keys(table: Table, row: int, columns: Sequence[int]) -> tuple[str, ...]:
    return tuple(table.rows[row][at].text for at in range(len(table.columns)) if at not in columns)


def _cells(table: Table, row: int, sides: tuple[int, int], columns: list[int]) -> Iterator[Cells]:
    for at in columns:
        factor, one, other = (main(table.rows[each][at].text) for each in (row, *sides))
        usable = factor and one and other and all(map(positive, (factor, one, other)))
        if usable and factor and one and other and one.unit == other.unit != "x":
            ways = one.readings / other.readings, other.readings / one.readings
            yield Cells(factor, row, sides, at, ways)


def _finding(document: Document, table: Table, one: Cells, shown: int) -> Finding:
    way = min(one.ways, key=lambda each: one.factor.readings.rounded.distance(each.rounded))
    texts = [table.rows[each][one.column].text for each in (one.row, *one.sides)]
    head = table.columns[one.column].text
    gap = severity.of_gap(one.factor.readings.rounded.distance(way.rounded))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium" if shown >= SHOWN else "low", gap),
        message=f"table {table.name}, {table.rows[one.row][0].text}: {texts[0]} in {head!r}, but the rows of the two "
        f"sides print {texts[1]} and {texts[2]}",
        arithmetic=f"{texts[1]} and {texts[2]} give {way.rounded}; {shown} other factors of the table fit.",
        comparison=(document.name, table.name, head, str(one.row)),
        evidence=(
            cell(document, table, one.row + 1, one.column),
            *(cell(document, table, each + 1, one.column, "supporting") for each in one.sides),
        ),
        likely_wrong_why="the factor, or one of the two values: the other factors of the table follow theirs",
    )
