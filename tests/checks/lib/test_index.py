"""Lookups give what comparing each with each gives."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from checks.lib.statements.index import Intervals, Printed, by
from schemas.interval import INFINITY, Interval, Qualifier, Readings, judge, readings, ulp

ends = st.integers(-4, 4).map(Decimal)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    lower, upper = sorted((draw(ends), draw(ends)))
    point = lower == upper
    low = draw(st.sampled_from([lower, lower, -INFINITY]))
    high = draw(st.sampled_from([upper, upper, INFINITY]))
    return Interval(low, high, point or draw(st.booleans()), point or draw(st.booleans()))


@st.composite
def printed(draw: st.DrawFn) -> Readings:
    literal = draw(st.sampled_from("1 1.0 1.5 1.6 2 2.0 2.4 3 13 13.6".split()))
    hedges: list[Qualifier] = ["exact", "exact", "over", "under", "up_to", "about", "nearly", "at_least"]
    return readings(Decimal(literal), ulp(literal), draw(st.sampled_from(hedges)))


@given(st.lists(intervals(), max_size=6), intervals())
def test_some_interval_meets(many: list[Interval], one: Interval) -> None:
    assert Intervals(many).meet(one) == any(other.meets(one) for other in many)


@given(st.lists(printed(), max_size=6), printed())
def test_every_figure_contradicts(many: list[Readings], one: Readings) -> None:
    assert Printed(many).contradict(one) == all(judge(one, other) == "inconsistent" for other in many)


def test_groups_keep_the_order_of_their_items() -> None:
    assert by([3, 1, 4, 5], lambda number: number % 2) == {1: [3, 1, 5], 0: [4]}
