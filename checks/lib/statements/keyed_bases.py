"""Which row each factor of a table is over, where the rows that print none are the baselines, one for each group.

"Improvement over the stock library" is blank in the rows of the stock library, wherever they stand: a table ranked from
fast to slow has them at its end, one for each machine. The baseline of a row is the blank one that shares its keys.
"""

from collections.abc import Mapping

from checks.lib.statements.cells import Column
from schemas.document import Table

MOST = 4  # baselines; a column that is blank in more rows is one that was not filled


def keyed_bases(table: Table, target: Column) -> Mapping[int, int]:
    """The baseline row by row, counted from 0; rows that two blank ones are as near to have none."""
    blank = [row for row, cells in enumerate(table.rows) if row not in target.numbers and _is_row(table, row)]
    if not 0 < len(blank) <= MOST or len(blank) * 2 > len(target.numbers) + 1:
        return {}
    nearest = {row: _nearest(table, row, blank) for row in target.numbers}
    return {row: base for row, base in nearest.items() if base is not None}


def _is_row(table: Table, row: int) -> bool:
    """Whether a row is one of values, not a heading among them."""
    return any(any(map(str.isdigit, cell.text)) for cell in table.rows[row][1:])


def _nearest(table: Table, row: int, blank: list[int]) -> int | None:
    shared = {base: _shared(table, row, base) for base in blank}
    most = max(shared.values())
    best = [base for base, count in shared.items() if count == most]
    return best[0] if len(best) == 1 and (most or len(blank) == 1) else None


def _shared(table: Table, row: int, base: int) -> int:
    pairs = zip(table.rows[row], table.rows[base], strict=True)
    return sum(bool(one.text) and one.text == other.text for one, other in pairs)
