"""Screening a claims table: it finds what comparing all pairs finds, whatever the order of rows and the shards."""

import itertools
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.interval import INFINITY, Interval
from schemas.names import vocabulary
from schemas.statement import Kind
from tieout.screen import KEY, Screened, flagged, screen

SCHEMA: dict[str, pl.DataType] = {
    "claim_id": pl.String(),
    **dict.fromkeys(KEY, pl.String()),
    "lower": pl.Float64(),
    "upper": pl.Float64(),
    "lower_closed": pl.Boolean(),
    "upper_closed": pl.Boolean(),
}
Row = tuple[str, Interval]


def table(rows: list[Row], *, kind: Kind = "ratio", metric: str = "throughput") -> pl.DataFrame:
    found = []
    for number, (workload, one) in enumerate(rows):
        about = dict(zip(KEY, (workload, "", "training", metric, "H100", "A100", kind, "x"), strict=True))
        ends = {"lower": one.lower_float, "upper": one.upper_float}
        closed = {"lower_closed": one.lower_closed, "upper_closed": one.upper_closed}
        found.append({"claim_id": f"{number:03d}", **about, **ends, **closed})
    return pl.DataFrame(found, SCHEMA)


def naive(rows: list[Row]) -> set[tuple[str, str]]:
    numbered = [(f"{number:03d}", *row) for number, row in enumerate(rows)]
    apart: set[tuple[str, str]] = set()
    for (a, key, one), (b, other_key, other) in itertools.permutations(numbered, 2):
        below = one.upper < other.lower or (one.upper == other.lower and not one.meets(other))
        if key == other_key and not one.meets(other) and below:
            apart.add((a, b))
    return apart


def listed(found: Screened) -> set[tuple[str, str]]:
    return set(found.pairs.select("below", "above").iter_rows())


def counts(found: Screened) -> dict[str, int]:
    return dict(found.groups.select("workload", "n_conflicts").iter_rows())


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    ends = sorted(draw(st.lists(st.integers(-3, 3), min_size=2, max_size=2)))
    lower, upper = (Decimal(end) for end in ends)
    lower = draw(st.sampled_from([lower, lower, lower, -INFINITY]))
    upper = draw(st.sampled_from([upper, upper, upper, INFINITY]))
    point = lower == upper
    return Interval(lower, upper, point or draw(st.booleans()), point or draw(st.booleans()))


rows_of_claims = st.lists(st.tuples(st.sampled_from("ABC"), intervals()), max_size=12)


@given(rows_of_claims)
def test_finds_what_all_pairs_find(rows: list[Row]) -> None:
    found, apart = screen(table(rows)), naive(rows)
    assert listed(found) == apart
    assert found.pairs.height == len(apart)
    expected = {key: sum(rows[int(one)][0] == key for one, _ in apart) for key, _ in rows}
    assert counts(found) == {key: count for key, count in expected.items() if count}


@given(rows_of_claims, st.integers(1, 7))
def test_shards_change_nothing(rows: list[Row], shards: int) -> None:
    whole, parts = screen(table(rows)), screen(table(rows), shards=shards)
    assert parts.groups.equals(whole.groups)
    assert parts.pairs.equals(whole.pairs)


@given(rows_of_claims, st.integers(1, 4))
def test_pieces_of_a_shard_change_nothing(rows: list[Row], most: int) -> None:
    whole = screen(table(rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tieout.screen.ROWS_A_PIECE", most)
        parts = screen(table(rows))
    assert parts.groups.equals(whole.groups)
    assert parts.pairs.equals(whole.pairs)


@given(rows_of_claims, st.randoms(use_true_random=False), st.integers(0, 4))
def test_the_order_of_rows_changes_nothing(rows: list[Row], random: st.DataObject, cap: int) -> None:
    frame = table(rows)
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    one, other = screen(frame, cap=cap), screen(frame[order], cap=cap)
    assert one.groups.equals(other.groups)
    assert one.pairs.equals(other.pairs)
    assert one.not_listed == other.not_listed


def test_a_file_in_shards_is_read_as_a_frame(tmp_path: Path) -> None:
    frame = table([(f"w{number % 17}", point(number % 3)) for number in range(200)])
    frame.write_parquet(tmp_path / "claims.parquet")
    found, whole = screen(tmp_path / "claims.parquet", shards=5), screen(frame)
    assert found.groups.equals(whole.groups)
    assert found.pairs.equals(whole.pairs)
    assert flagged(tmp_path / "claims.parquet", shards=5).height == found.groups.height == 17


def point(value: int) -> Interval:
    return Interval(Decimal(value), Decimal(value))


def test_what_the_cap_leaves_out_is_counted_and_said() -> None:
    rows = [("big", point(1)), ("big", point(1)), ("big", point(2)), ("a", point(3)), ("a", point(4))]
    found = screen(table(rows), cap=2)
    assert counts(found) == {"a": 1, "big": 2}
    assert listed(found) == {("003", "004")}
    (said,) = found.not_listed
    assert said.endswith(": 2 conflicting pairs of 3 claims are counted, not listed (over 2 claims)")


def test_values_and_claims_of_no_workload_are_not_compared() -> None:
    apart = [("a", point(1)), ("a", point(2))]
    assert screen(table(apart, kind="absolute")).groups.is_empty()
    assert screen(table([("", one) for _, one in apart])).groups.is_empty()


def test_names_of_one_thing_share_a_key_with_a_vocabulary() -> None:
    trained, result = (
        table([("a", point(number))], metric=metric).with_columns(claim_id=pl.lit(metric))
        for number, metric in enumerate(("time_to_train", "time_to_result"))
    )
    both = pl.concat([trained, result])
    assert screen(both).groups.is_empty()
    assert listed(screen(both, vocabulary=vocabulary())) == {("time_to_train", "time_to_result")}


def test_no_shards_are_refused() -> None:
    with pytest.raises(ValueError, match="0 shards"):
        screen(table([]), shards=0)
