"""The data dictionary is complete: every column says what it means, every number its unit, and nothing is left over."""

from schemas.meanings import MEANINGS, UNITS
from tieout.release.shape import shapes

COLUMNS = [(table, column) for table, shape in shapes().items() for column in shape.columns]


def test_every_column_has_a_meaning() -> None:
    assert [f"{table}.{column.name}" for table, column in COLUMNS if not column.meaning] == []


def test_every_number_has_a_unit_and_nothing_else_has() -> None:
    numbers = {column.name for _, column in COLUMNS if column.kind in ("integer", "number")}
    assert set(UNITS) == numbers


def test_no_meaning_is_of_a_column_that_is_gone() -> None:
    assert set(MEANINGS) <= {column.name for _, column in COLUMNS}
