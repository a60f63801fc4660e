"""Changes by key, of every kind, in any order of rows."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from tieout.release.changes import SHOWN, diff, page
from tieout.release.shape import Change, Column, Shape

SHAPE = Shape("t", "", (Column("id", "string", False), Column("v", "integer", True)), ("id",), ())
tables = st.dictionaries(st.sampled_from("abcdef"), st.none() | st.integers(0, 2))


def frame(rows: dict[str, int | None]) -> pl.DataFrame:
    return pl.DataFrame({"id": list(rows), "v": list(rows.values())}, {"id": pl.String, "v": pl.Int64})


@given(tables, tables)
def test_every_row_is_added_changed_removed_or_the_same(
    before: dict[str, int | None], after: dict[str, int | None]
) -> None:
    found = diff({"t": frame(before)}, {"t": frame(after)}, {"t": SHAPE}).rows
    said = {(row["change"], row["key"]) for row in found.to_dicts()}
    expected = {("added", one) for one in after.keys() - before.keys()}
    expected |= {("removed", one) for one in before.keys() - after.keys()}
    expected |= {("changed", one) for one in before.keys() & after.keys() if before[one] != after[one]}
    assert said == expected
    assert all(row["columns"] == "v" for row in found.to_dicts() if row["change"] == "changed")


@given(tables, tables)
def test_backwards_what_was_added_is_removed(before: dict[str, int | None], after: dict[str, int | None]) -> None:
    there = diff({"t": frame(before)}, {"t": frame(after)}, {"t": SHAPE})
    back = diff({"t": frame(after)}, {"t": frame(before)}, {"t": SHAPE})
    assert there.count("t", "added") == back.count("t", "removed")
    assert there.count("t", "changed") == back.count("t", "changed")


def test_nested_values_and_a_table_without_key_are_compared_too() -> None:
    one = pl.DataFrame({"id": ["a", "b"], "v": [[{"x": 1}], [{"x": 2}]]})
    other = pl.DataFrame({"id": ["a", "b"], "v": [[{"x": 1}], [{"x": 3}]]})
    (row,) = diff({"t": one}, {"t": other}, {"t": SHAPE}).rows.to_dicts()
    assert (row["change"], row["key"], row["columns"]) == ("changed", "b", "v")
    keyless = Shape("t", "", SHAPE.columns, (), ())
    changes = diff({"t": frame({"a": 1})}, {"t": frame({"a": 2})}, {"t": keyless})
    assert (changes.count("t", "added"), changes.count("t", "removed")) == (1, 1)


def test_a_column_of_another_type_differs_only_where_its_text_does() -> None:
    text = pl.DataFrame({"id": ["a", "b"], "v": ["1", "x"]})
    changes = diff({"t": text}, {"t": frame({"a": 1, "b": 2})}, {"t": SHAPE})
    assert changes.rows["key"].to_list() == ["b"]


def test_the_page_counts_everything_and_lists_the_first() -> None:
    many = frame({f"{number:03d}": 1 for number in range(SHOWN + 5)})
    text = page(diff({"t": many.clear()}, {"t": many}, {"t": SHAPE}), {"t": Change("none")}, "title", "1.0.0")
    assert f"| t | {SHOWN + 5} | 0 | 0 |" in text
    assert "- t: 5 more" in text
    assert text.count("\n- t 0") == SHOWN
