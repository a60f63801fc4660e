"""What keeps two claims from being held against each other: what both state and state differently."""

from decimal import Decimal

import pytest

from checks.lib.statements.alike import differences
from schemas.names import vocabulary
from schemas.statement import Claim, Figure, Side

FIGURE = Figure(0, 2, "3", "ratio", Decimal(3), "x", "exact", Decimal(1))


def claim(subject: Side, baseline: Side) -> Claim:
    return Claim("a", "a.txt", FIGURE, "prose", "3x", "3x", 0, subject=subject, baseline=baseline)


def side(name: str = "A100", count: int | None = None, **conditions: str) -> Side:
    return Side(name, name, count, tuple(conditions.items()))


def found(left: Side, right: Side) -> list[str]:
    return differences(claim(side("H100"), left), claim(side("H100"), right), vocabulary())


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        pytest.param(side(), side(), [], id="alike"),
        pytest.param(side(), side("A100 80GB"), [], id="a variant of the same"),
        pytest.param(side(), side("A100-SXM4-80GB"), [], id="a variant of a variant"),
        pytest.param(
            side("A100 40GB"), side("A100 80GB"), ["baseline: A100 40GB against A100 80GB"], id="two variants"
        ),
        pytest.param(side(), side("V100"), ["baseline: A100 against V100"], id="two machines"),
        pytest.param(side(), side("DGX A100"), ["baseline: A100 against DGX A100"], id="a chip and a system of it"),
        pytest.param(side(count=8), side(count=4), ["baseline count: 8 against 4"], id="counts"),
        pytest.param(side(count=8), side(), [], id="a count that one does not state"),
        pytest.param(
            side(batch_size="8"), side(batch_size="16"), ["baseline batch size: 8 against 16"], id="batch size"
        ),
        pytest.param(side(batch_size="8"), side(), [], id="a batch size that one does not state"),
        pytest.param(side(precision="FP 16.16"), side(precision="fp16.16"), [], id="two spellings of one precision"),
        pytest.param(
            side(precision="FP16"), side(precision="FP32"), ["baseline precision: FP16 against FP32"], id="precision"
        ),
        pytest.param(
            side(sequence_length="128"),
            side(sequence_length="384"),
            ["baseline sequence length: 128 against 384"],
            id="sequence length",
        ),
        pytest.param(
            side(division="Open"), side(division="Closed"), ["baseline division: Open against Closed"], id="division"
        ),
        pytest.param(side(framework="PyTorch"), side(framework="JAX"), [], id="frameworks do not matter here"),
        pytest.param(
            side("V100", 8, batch_size="8"),
            side("A100", 4, batch_size="16"),
            ["baseline: V100 against A100", "baseline count: 8 against 4", "baseline batch size: 8 against 16"],
            id="everything that differs",
        ),
    ],
)
def test_differences(left: Side, right: Side, expected: list[str]) -> None:
    assert found(left, right) == expected


def test_both_sides_are_looked_at() -> None:
    one, other = claim(side("H100", 1), side("A100")), claim(side("H200", 2), side("A100"))
    assert differences(one, other, vocabulary()) == ["subject: H100 against H200", "subject count: 1 against 2"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("A100-SXM4-80GB", ["A100 80GB", "A100"]), ("A100 80GB", ["A100"]), ("A100", []), ("Zorb 1", []), ("", [])],
)
def test_ancestors_nearest_first(name: str, expected: list[str]) -> None:
    assert vocabulary().ancestors(name) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("A100", "A100-SXM4-80GB", True),
        ("A100 40GB", "A100-SXM4-80GB", False),
        ("Zorb", "Zorb", True),
        ("Zorb", "", False),
    ],
)
def test_related_both_ways(left: str, right: str, expected: bool) -> None:
    assert vocabulary().related(left, right) is vocabulary().related(right, left) is expected
