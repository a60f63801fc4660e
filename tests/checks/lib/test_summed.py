from decimal import Decimal

from checks.lib.quantities.summed import means, total, weighted
from schemas.interval import Interval


def _points(*values: str) -> list[Interval]:
    return [Interval(Decimal(value), Decimal(value)) for value in values]


def test_total_adds_both_ends() -> None:
    values = [Interval(Decimal("0.5"), Decimal("1.5")), Interval(Decimal("9.5"), Decimal("10.5"))]
    assert total(values) == Interval(Decimal(10), Decimal(12))


def test_means_by_name() -> None:
    found = {name: round(given.lower, 3) for name, given in means(_points("4", "22", "61"))}
    assert found == {
        "mean": Decimal("29.000"),
        "median": Decimal("22.000"),
        "geometric mean": Decimal("17.509"),
        "harmonic mean": Decimal("9.620"),
    }


def test_no_geometric_mean_of_what_is_not_positive() -> None:
    assert [name for name, _ in means(_points("-1", "3"))] == ["mean", "median"]


def test_weights_move_the_mean_and_none_is_given_without_any() -> None:
    values = _points("60", "90")
    assert weighted(values, [Decimal(1), Decimal(9)]) == Interval(Decimal(87), Decimal(87))
    assert weighted(values, [Decimal(0), Decimal(0)]) is None
