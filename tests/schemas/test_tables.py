"""The contracts hold values, not only types: one bad value a table, an extra column, a forbidden null."""

from typing import Any

import polars as pl
import pytest

from schemas.errors import ContractError
from schemas.statement import Parsed
from schemas.tables import CONTRACTS, empty, validate
from tests.made import claim, document, finding, measurement, table_document
from tieout.failures import Failure
from tieout.history import Seen
from tieout.rows import finding_rows, tables


@pytest.fixture(scope="module")
def good() -> dict[str, pl.DataFrame]:
    """A valid table of each kind with at least one row."""
    post, page = document("It is 17x faster, or 27x."), table_document()
    claims = (claim(post, "17x"), claim(post, "27x"))
    one = finding(*claims)
    found = finding_rows([one], {"same-comparison": "across"}, {one.finding_id: Seen("", "", "new")}, empty("findings"))
    parsed = [Parsed(post, claims, (), ()), Parsed(page, (), (measurement(page),), ())]
    return dict(tables(parsed, {}, [Failure("a.pdf", "page 1", "is torn")], found).items())


@pytest.mark.parametrize("table", CONTRACTS)
def test_a_good_row_passes(good: dict[str, pl.DataFrame], table: str) -> None:
    assert good[table].height > 0
    assert validate(table, good[table]).equals(good[table])


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("documents", "n_bytes", -1),
        ("documents", "sha256", "beef"),
        ("documents", "published_on", "June 2021"),
        ("documents", "document", ""),
        ("documents", "parser_version", 0),
        ("claims", "kind", "guess"),
        ("claims", "qualifier", "roughly"),
        ("claims", "place", "sidebar"),
        ("claims", "task", "tuning"),
        ("claims", "start", -1),
        ("claims", "end", 0),
        ("claims", "upper", -5.0),
        ("claims", "page", 0),
        ("claims", "quote", ""),
        ("claims", "claim_id", "not an id"),
        ("claims", "subject_count", -1),
        ("measurements", "row", 0),
        ("measurements", "status", "fine"),
        ("measurements", "value", None),
        ("measurements", "devices", -2),
        ("findings", "severity", "dreadful"),
        ("findings", "verdict", "wrong"),
        ("findings", "level", ""),
        ("findings", "message", ""),
        ("findings", "evidence", []),
        ("findings", "state", "old"),
        ("rejected", "reason", ""),
    ],
)
def test_a_bad_value_fails(good: dict[str, pl.DataFrame], table: str, column: str, value: Any) -> None:
    series = pl.Series(column, [value] * good[table].height, dtype=good[table].schema[column])
    with pytest.raises(ContractError, match=f"table {table}: "):
        validate(table, good[table].with_columns(series))


@pytest.mark.parametrize("table", CONTRACTS)
def test_an_extra_column_fails(good: dict[str, pl.DataFrame], table: str) -> None:
    with pytest.raises(ContractError, match="surprise"):
        validate(table, good[table].with_columns(surprise=pl.lit(1)))


@pytest.mark.parametrize("table", CONTRACTS)
def test_a_missing_column_fails(good: dict[str, pl.DataFrame], table: str) -> None:
    column = good[table].columns[-1]
    with pytest.raises(ContractError, match=f"column {column} is missing"):
        validate(table, good[table].drop(column))


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("documents", "title"),
        ("claims", "quote"),
        ("measurements", "literal"),
        ("findings", "arithmetic"),
        ("rejected", "document"),
    ],
)
def test_a_null_where_none_is_allowed_fails(good: dict[str, pl.DataFrame], table: str, column: str) -> None:
    nothing = pl.lit(None, dtype=good[table].schema[column])
    with pytest.raises(ContractError, match=column):
        validate(table, good[table].with_columns(nothing.alias(column)))


@pytest.mark.parametrize("table", ["documents", "claims", "measurements", "findings"])
def test_an_id_used_twice_fails(good: dict[str, pl.DataFrame], table: str) -> None:
    with pytest.raises(ContractError, match="uniqueness"):
        validate(table, pl.concat([good[table].head(1), good[table].head(1)]))


@pytest.mark.parametrize("table", CONTRACTS)
def test_an_empty_table_is_valid(table: str) -> None:
    assert validate(table, empty(table)).height == 0
