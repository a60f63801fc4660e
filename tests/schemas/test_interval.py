"""What a print allows, and when two prints can both be true."""

from decimal import Decimal
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from schemas.interval import INFINITY, Interval, Qualifier, Readings, Verdict, judge, readings, short, ulp

D = Decimal
QUALIFIERS: tuple[Qualifier, ...] = get_args(Qualifier)


def numbers(low: str = "-100000", high: str = "100000") -> st.SearchStrategy[Decimal]:
    return st.decimals(low, high, allow_nan=False, allow_infinity=False, places=3)


@st.composite
def intervals(draw: st.DrawFn, low: str = "-100000") -> Interval:
    """Bounded, half-unbounded and unbounded ones, open and closed, points included."""
    first, second = sorted((draw(numbers(low)), draw(numbers(low))))
    if first == second:
        return Interval(first, second)
    lower = -INFINITY if D(low) < 0 and draw(st.integers(0, 5)) == 0 else first
    upper = INFINITY if draw(st.integers(0, 5)) == 0 else second
    return Interval(lower, upper, draw(st.booleans()), draw(st.booleans()))


@st.composite
def member(draw: st.DrawFn, of: Interval) -> Decimal:
    """A number inside: an end that belongs, or one in between."""
    lower = of.lower if of.lower.is_finite() else min(of.upper, D(0)) - 1000
    upper = of.upper if of.upper.is_finite() else max(of.lower, D(0)) + 1000
    value = draw(st.sampled_from([lower, upper, (lower + upper) / 2, lower + (upper - lower) / 7]))
    assume(value in of)
    return value


@st.composite
def prints(draw: st.DrawFn) -> Readings:
    """What a printed positive figure allows."""
    literal = str(draw(st.decimals("0.01", "100000", places=draw(st.integers(0, 3)))))
    assume(D(literal) > 0)
    return readings(D(literal), ulp(literal), draw(st.sampled_from(QUALIFIERS)))


def printed(literal: str, qualifier: Qualifier = "exact") -> Readings:
    return readings(D(literal), ulp(literal), qualifier)


def exactly(of: Interval, value: Fraction) -> bool:
    """Whether an unrounded fraction lies inside."""
    above = not of.lower.is_finite() or Fraction(of.lower) < value or (Fraction(of.lower) == value and of.lower_closed)
    below = not of.upper.is_finite() or value < Fraction(of.upper) or (Fraction(of.upper) == value and of.upper_closed)
    return above and below


class TestInterval:
    def test_an_end_at_infinity_is_open(self) -> None:
        assert Interval(D(1), INFINITY, True, True) == Interval(D(1), INFINITY, True, False)

    @pytest.mark.parametrize(
        ("lower", "upper", "closed"),
        [
            pytest.param(D(2), D(1), True, id="upside down"),
            pytest.param(D(1), D(1), False, id="a point that does not belong to itself"),
            pytest.param(INFINITY, INFINITY, True, id="a point at infinity"),
        ],
    )
    def test_an_empty_interval_cannot_be_made(self, lower: Decimal, upper: Decimal, closed: bool) -> None:
        with pytest.raises(ValueError, match="empty interval"):
            Interval(lower, upper, closed, True)

    def test_nan_is_no_end(self) -> None:
        with pytest.raises(ValueError, match="NaN"):
            Interval(D("NaN"), D(1))

    def test_prints_its_openness(self) -> None:
        assert str(Interval(D("5.75"), D("5.85"))) == "[5.75, 5.85]"
        assert str(Interval(-INFINITY, D(3), False, False)) == "(-inf, 3)"


class TestMeets:
    @given(intervals(), intervals())
    def test_is_symmetric(self, a: Interval, b: Interval) -> None:
        assert a.meets(b) == b.meets(a)

    @given(intervals())
    def test_every_interval_meets_itself(self, a: Interval) -> None:
        assert a.meets(a)

    @given(st.data(), intervals(), intervals())
    def test_sharing_a_number_is_meeting(self, data: st.DataObject, a: Interval, b: Interval) -> None:
        shared = data.draw(member(a))
        assume(shared in b)
        assert a.meets(b)

    @pytest.mark.parametrize(
        ("left_closed", "right_closed", "meets"), [(True, True, True), (True, False, False), (False, False, False)]
    )
    def test_touching_takes_two_closed_ends(self, left_closed: bool, right_closed: bool, meets: bool) -> None:
        left, right = Interval(D(1), D(2), True, left_closed), Interval(D(2), D(3), right_closed, True)
        assert left.meets(right) is meets
        assert right.meets(left) is meets

    @given(intervals(), intervals())
    def test_distance_is_zero_where_they_meet_and_symmetric(self, a: Interval, b: Interval) -> None:
        assert a.distance(b) == b.distance(a)
        if a.meets(b):
            assert a.distance(b) == 0

    def test_distance_is_relative(self) -> None:
        assert Interval(D(16), D(18)).distance(Interval(D(27), D(28))) == D("0.5")

    @given(intervals(), numbers())
    def test_negation_mirrors(self, a: Interval, value: Decimal) -> None:
        assert (value in a) == (-value in -a)


class TestArithmetic:
    @given(st.data(), intervals(), intervals())
    def test_products_hold_every_pointwise_product(self, data: st.DataObject, a: Interval, b: Interval) -> None:
        x, y = data.draw(member(a)), data.draw(member(b))
        assert exactly(a * b, Fraction(x) * Fraction(y))

    @given(st.data(), intervals(), intervals("0.001"), st.booleans())
    def test_quotients_hold_every_pointwise_quotient(
        self, data: st.DataObject, a: Interval, b: Interval, negative: bool
    ) -> None:
        divisor = -b if negative else b
        x, y = data.draw(member(a)), data.draw(member(divisor))
        assert exactly(a / divisor, Fraction(x) / Fraction(y))

    @given(intervals(), intervals())
    def test_products_commute(self, a: Interval, b: Interval) -> None:
        assert a * b == b * a

    def test_an_open_end_stays_open(self) -> None:
        assert Interval(D(2), D(3), False, True) * Interval(D(5), D(7)) == Interval(D(10), D(21), False, True)

    def test_a_closed_zero_reaches_zero_whatever_it_is_multiplied_with(self) -> None:
        assert Interval(D(0), D(1)) * Interval(D(2), D(3), False, False) == Interval(D(0), D(3), True, False)
        assert Interval(D(0), D(0)) * Interval(D(2), INFINITY, False) == Interval(D(0), D(0))

    def test_dividing_by_a_time_that_may_be_almost_nothing_is_unbounded(self) -> None:
        assert Interval(D(48), D(48)) / Interval(D(0), D(3), False, False) == Interval(D(16), INFINITY, False, False)

    def test_a_quotient_that_comes_out_even_is_a_point(self) -> None:
        assert Interval(D(9), D(9)) / Interval(D(3), D(3)) == Interval(D(3), D(3))
        assert not (Interval(D(9), D(9)) / Interval(D(3), D(3))).meets(Interval(D(3), INFINITY, False))

    def test_half_lines_divide(self) -> None:
        above = Interval(D(1), INFINITY, False)
        assert above / above == Interval(D(0), INFINITY, False, False)

    @pytest.mark.parametrize("divisor", [Interval(D(-1), D(1)), Interval(D(0), D(1)), Interval(D(-1), D(0))], ids=str)
    def test_zero_inside_the_divisor_is_refused(self, divisor: Interval) -> None:
        with pytest.raises(ZeroDivisionError):
            Interval(D(1), D(2)) / divisor


class TestReadings:
    @given(st.integers(-10_000_000, 10_000_000), st.integers(0, 6))
    def test_the_unit_of_the_last_digit_survives_printing(self, digits: int, decimals: int) -> None:
        value = D(digits).scaleb(-decimals)
        assert ulp(f"{value:,f}") == D(1).scaleb(-decimals)

    @given(st.integers(1, 999), st.integers(0, 9))
    def test_a_suffix_moves_the_unit(self, digits: int, exponent: int) -> None:
        assert ulp(str(digits), exponent) == D(10) ** exponent

    @given(numbers(), st.integers(0, 3))
    def test_a_number_lies_within_what_its_print_allows(self, value: Decimal, decimals: int) -> None:
        shown = f"{value:.{decimals}f}"
        assert value in readings(D(shown), ulp(shown), "exact").rounded

    @given(numbers("0"), st.integers(0, 3))
    def test_a_number_lies_within_what_its_cut_off_print_allows(self, value: Decimal, decimals: int) -> None:
        unit = D(1).scaleb(-decimals)
        assert value in readings(value // unit * unit, unit, "exact").truncated

    @given(prints())
    def test_one_unit_off_holds_the_rounded_reading(self, one: Readings) -> None:
        assert one.widened.lower <= one.rounded.lower
        assert one.rounded.upper <= one.widened.upper

    def test_a_count_is_a_point(self) -> None:
        assert readings(D(16), D(0), "exact").rounded == Interval(D(16), D(16))

    def test_a_range_spans_its_hull(self) -> None:
        assert readings(D("1.5"), D("0.1"), "exact", D(2)).rounded == Interval(D("1.45"), D("2.05"))

    @pytest.mark.parametrize(
        ("literal", "qualifier", "allows"),
        [
            ("5.8", "exact", "[5.75, 5.85]"),
            ("58,112", "exact", "[58,112, 58,112]"),
            ("3", "under", "(-inf, 3)"),
            ("60", "over", "(60, inf)"),
            ("10", "at_least", "[10, inf)"),
            ("16", "up_to", "(-inf, 16.5]"),
            ("40", "about", "[38, 42]"),
            ("2", "about", "[1, 3]"),
            ("40", "nearly", "[36, 40)"),
            ("40", "just_over", "(40, 44]"),
            ("10", "orders_of_magnitude", "[10, inf)"),
        ],
    )
    def test_qualifiers(self, literal: str, qualifier: Qualifier, allows: str) -> None:
        bare = literal.replace(",", "")
        unit = D(0) if "," in literal else ulp(literal)  # the one with a separator is taken as a count
        assert str(readings(D(bare), unit, qualifier).rounded) == allows


class TestJudge:
    @given(prints(), prints())
    def test_is_symmetric(self, a: Readings, b: Readings) -> None:
        assert judge(a, b) == judge(b, a)

    @given(prints())
    def test_no_print_contradicts_itself(self, a: Readings) -> None:
        assert judge(a, a) in {"consistent", "compatible_not_implied"}

    @given(numbers("1", "1000"), numbers("1", "1000"), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
    def test_a_speed_up_rounded_from_rounded_times_never_contradicts_them(
        self, old: Decimal, new: Decimal, d_old: int, d_new: int, d_ratio: int
    ) -> None:
        shown_old, shown_new = f"{old:.{d_old}f}", f"{new:.{d_new}f}"
        ratio = f"{old / new:.{d_ratio}f}"
        assume(D(ratio) > 0)
        assert judge(printed(ratio), printed(shown_old).positive() / printed(shown_new).positive()) == "consistent"

    @pytest.mark.parametrize(
        ("left", "right", "verdict"),
        [
            pytest.param(printed("5.8"), printed("471") / printed("82"), "consistent", id="471 / 82 is 5.8"),
            pytest.param(printed("13"), printed("13.6"), "consistent_truncated", id="13 is 13.6 cut off"),
            pytest.param(printed("13", "over"), printed("13.6"), "compatible_not_implied", id="over 13 leaves 13.6"),
            pytest.param(printed("17"), printed("27"), "inconsistent", id="17 is not 27"),
            pytest.param(printed("5.8"), printed("6.0"), "inconsistent", id="5.8 is not 6.0"),
            pytest.param(printed("5.8"), printed("5.9"), "consistent", id="5.8 and 5.9 touch at 5.85, both closed"),
            pytest.param(printed("11"), printed("10.3"), "consistent_1ulp", id="11 is 10.3 rounded up"),
            pytest.param(printed("3", "over"), printed("3", "under"), "inconsistent", id="over 3 is not under 3"),
            pytest.param(printed("16", "up_to"), printed("9"), "compatible_not_implied", id="up to 16 leaves 9"),
        ],
    )
    def test_verdicts(self, left: Readings, right: Readings, verdict: Verdict) -> None:
        assert judge(left, right) == verdict

    @pytest.mark.parametrize("factor", ["17", "27"])
    def test_under_3_of_48_hours_fits_17_and_27_alike_and_proves_neither(self, factor: str) -> None:
        speed_up = printed("48").positive() / printed("3", "under").positive()
        assert judge(speed_up, printed(factor)) == "compatible_not_implied"

    def test_under_3_of_48_hours_contradicts_12(self) -> None:
        speed_up = printed("48").positive() / printed("3", "under").positive()
        assert judge(speed_up, printed("12")) == "inconsistent"


class TestManyDigits:
    @pytest.mark.parametrize("digits", ["9" * 30, "123456789012345.123456789012345", "1E+60"])
    @pytest.mark.parametrize("qualifier", QUALIFIERS)
    def test_more_digits_than_are_carried_are_taken_as_printed(self, digits: str, qualifier: Qualifier) -> None:
        value = D(digits)
        found = readings(value, D(1) if "." not in digits else D("1E-15"), qualifier)
        assert found.rounded.lower <= found.rounded.upper
        assert str(found.widened)


class TestShort:
    @given(numbers("-1e12", "1e12"))
    def test_reads_back_to_five_digits(self, number: Decimal) -> None:
        back = D(short(number).replace(",", ""))
        assert abs(back - number) <= abs(number) * D("0.00005")

    @pytest.mark.parametrize(
        ("number", "shown"),
        [
            ("2.823529", "2.8235"),
            ("58112", "58,112"),
            ("149000", "149,000"),
            ("0.10", "0.1"),
            ("1E+3", "1000"),
            ("1E+30", f"1{',000' * 10}"),
        ],
    )
    def test_is_what_a_person_writes(self, number: str, shown: str) -> None:
        assert short(D(number)) == shown


class TestPositive:
    @pytest.mark.parametrize("literal", ["35", "0.4", "100"])
    def test_a_change_below_zero_stays_as_it_is(self, literal: str) -> None:
        below = readings(-D(literal), ulp(literal), "exact")
        assert below.positive() == below

    def test_what_reaches_below_zero_is_cut_there(self) -> None:
        assert Interval(D(-1), D(2)).positive() == Interval(D(0), D(2), lower_closed=False)
