"""How bad a disagreement is."""

from decimal import Decimal

import pytest

from checks.lib.findings.severity import at_most, of_gap, of_slip
from schemas.finding import SEVERITIES, Severity


def test_the_worst_comes_first() -> None:
    assert SEVERITIES == ("high", "medium", "low", "info")


@pytest.mark.parametrize(
    ("most", "level", "given"),
    [("medium", "high", "medium"), ("medium", "low", "low"), ("low", "medium", "low"), ("high", "info", "info")],
)
def test_a_bound_makes_nothing_worse(most: Severity, level: Severity, given: Severity) -> None:
    assert at_most(most, level) == given


@pytest.mark.parametrize(
    ("gap", "why", "given"), [("0.9", "", "medium"), ("0.9", "one digit", "high"), ("0.01", "one digit", "low")]
)
def test_a_wide_gap_is_high_only_where_a_slip_explains_it(gap: str, why: str, given: Severity) -> None:
    assert of_slip(Decimal(gap), why) == given
    assert of_gap(Decimal("0.9")) == "high"
