"""Factors that printed values give: which over which, in which unit, as wide as the prints allow."""

from decimal import Decimal

import pytest

from checks.lib.statements.absolutes import based, quotient, quotients, same_dimension, scale
from schemas.interval import Qualifier, ulp
from schemas.names import vocabulary
from schemas.statement import Claim, Direction, Figure, Kind, Side

D = Decimal


def figure(literal: str, unit: str, qualifier: Qualifier = "exact") -> Figure:
    kind: Kind = "absolute" if "/" in unit or unit in ("x", "W") else "duration"
    kind = "ratio" if unit == "x" else kind
    return Figure(0, len(literal), literal, kind, D(literal), unit, qualifier, ulp(literal))


def value(
    literal: str,
    unit: str,
    machine: str,
    *,
    qualifier: Qualifier = "exact",
    direction: Direction = "",
    baseline: str = "",
) -> Claim:
    return Claim(
        "a", "a.txt", figure(literal, unit, qualifier), "prose", literal, literal, 0, direction=direction,
        subject=Side(machine, machine), baseline=Side(baseline, baseline),
    )  # fmt: skip


class TestUnits:
    @pytest.mark.parametrize(
        ("unit", "expected"),
        [("hours", "3600"), ("h", "3600"), ("ms", "0.001"), ("days", "86400"), ("images/s", "1"), ("widgets", "1")],
    )
    def test_scale(self, unit: str, expected: str) -> None:
        assert scale(figure("1", unit), vocabulary()) == D(expected)

    def test_based_is_in_base_units_and_above_zero(self) -> None:
        assert str(based(figure("3", "hours"), vocabulary()).rounded) == "[9000, 12,600]"
        assert str(based(figure("3", "hours", "under"), vocabulary()).rounded) == "(0, 10,800)"

    @pytest.mark.parametrize(
        ("left", "right", "expected"),
        [
            ("hours", "ms", True),
            ("images/s", "images/s", True),
            ("images/s", "tokens/s", False),
            ("hours", "images/s", False),
            ("widgets", "widgets", True),
        ],
    )
    def test_same_dimension(self, left: str, right: str, expected: bool) -> None:
        assert same_dimension(figure("1", left), figure("2", right), vocabulary()) is expected
        assert same_dimension(figure("2", right), figure("1", left), vocabulary()) is expected


class TestQuotient:
    def test_of_times_is_old_over_new(self) -> None:
        new, old = value("40", "ms", "H100"), value("100", "ms", "A100")
        one = quotient(new, old, vocabulary())
        assert (one.of, one.by, one.subject, one.baseline) == (old, new, new, old)
        assert D("2.5") in one.readings.rounded

    def test_of_rates_is_new_over_old(self) -> None:
        new, old = value("471", "images/s", "H100"), value("82", "images/s", "A100")
        one = quotient(new, old, vocabulary())
        assert (one.of, one.by) == (new, old)
        rounded = one.readings.rounded
        assert abs(rounded.lower - D("470.5") / D("82.5")) < D("1e-20")
        assert abs(rounded.upper - D("471.5") / D("81.5")) < D("1e-20")

    def test_of_what_is_better_lower_is_old_over_new(self) -> None:
        new, old = value("300", "W", "H100", direction="lower_is_better"), value("600", "W", "A100")
        assert D(2) in quotient(new, old, vocabulary()).readings.rounded

    def test_in_two_units(self) -> None:
        one = quotient(value("30", "minutes", "H100"), value("2", "hours", "A100"), vocabulary())
        assert D(4) in one.readings.rounded
        assert one.readings.rounded.upper < 6

    def test_of_a_bound_is_a_bound(self) -> None:
        one = quotient(value("3", "hours", "H100", qualifier="under"), value("48", "hours", "A100"), vocabulary())
        assert str(one.readings.rounded) == "(15.833, inf)"


class TestQuotients:
    FACTOR = value("3", "x", "H100", baseline="A100")

    def pairs(self, *values: Claim, factor: Claim = FACTOR) -> list[tuple[str, str]]:
        return [(one.subject.quote, one.baseline.quote) for one in quotients(factor, values, vocabulary())]

    def test_every_pair_of_both_sides(self) -> None:
        values = (
            value("1", "ms", "H100"),
            value("2", "ms", "H100"),
            value("5", "ms", "A100"),
            value("7", "ms", "A100"),
        )
        assert self.pairs(*values) == [("1", "5"), ("1", "7"), ("2", "5"), ("2", "7")]

    def test_values_of_other_machines_are_none(self) -> None:
        assert self.pairs(value("1", "ms", "H100"), value("5", "ms", "V100"), value("6", "ms", "")) == []

    def test_a_side_without_a_name_has_no_values(self) -> None:
        nobody = value("3", "x", "H100")
        assert self.pairs(value("1", "ms", "H100"), value("5", "ms", ""), factor=nobody) == []

    def test_values_of_two_dimensions_are_no_pair(self) -> None:
        assert self.pairs(value("1", "ms", "H100"), value("5", "images/s", "A100")) == []

    def test_values_may_come_from_a_generator(self) -> None:
        values = (one for one in (value("1", "ms", "H100"), value("5", "ms", "A100")))
        assert [one.of.quote for one in quotients(self.FACTOR, values, vocabulary())] == ["5"]
