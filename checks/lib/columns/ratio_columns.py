"""Whether a column of a table prints what two other columns of it give when divided."""

from decimal import Decimal
from itertools import permutations

from checks.lib.statements.cells import parsed
from schemas.document import Table
from schemas.interval import Interval

ROUGH = Decimal("0.02")  # what a quotient of rounded cells may be off by
FEWEST = 2  # rows that must bear it out: of one row any number is nearly some quotient


def is_ratio_column(table: Table, column: int) -> bool:
    """Whether some two columns give each number of a column: it has no unit, whatever its rows are of."""
    rows = [[_value(cell.text) for cell in row] for row in table.rows]
    others = [at for at in range(len(table.columns)) if at != column]
    return any(_gives(rows, column, left, right) for left, right in permutations(others, 2))


def _gives(rows: list[list[Interval | None]], column: int, left: int, right: int) -> bool:
    found = [(row[column], row[left], row[right]) for row in rows]
    whole = [(one, a, b) for one, a, b in found if one and a and b]
    return len(whole) >= FEWEST and all(_is_quotient(*each) for each in whole)


def _is_quotient(one: Interval, left: Interval, right: Interval) -> bool:
    """Whether a cell is a quotient as far as all three are rounded, or nearly."""
    given = left / right
    return one.meets(given) or abs((one.lower + one.upper) / (given.lower + given.upper) - 1) < ROUGH


def _value(text: str) -> Interval | None:
    found = parsed(text)
    return found.readings.rounded if found and found.readings.rounded.lower > 0 else None
