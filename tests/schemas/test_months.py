"""Months by how texts print them."""

import pytest

from schemas.months import MONTHS, SHORT, UNMISTAKABLE, month


@pytest.mark.parametrize(
    ("name", "number"), [("January", 1), ("feb", 2), ("May", 5), ("Sept", 9), ("DECEMBER", 12), ("Monday", 0), ("", 0)]
)
def test_a_month_is_known_by_its_first_letters(name: str, number: int) -> None:
    assert month(name) == number


def test_all_forms_are_of_the_same_twelve() -> None:
    assert [month(name) for name in MONTHS] == [month(name) for name in SHORT.split("|")] == list(range(1, 13))
    assert set(MONTHS) - set(UNMISTAKABLE) == {"may"}
