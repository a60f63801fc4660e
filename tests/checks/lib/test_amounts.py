"""Amounts of sentences: where they stand, and which way a bound goes."""

from decimal import Decimal

import pytest

from checks.lib.quantities.amounts import Amount, amounts, unit_of
from schemas.names import vocabulary


def only(text: str) -> Amount:
    (found,) = amounts(text, vocabulary())
    return found


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        pytest.param("It holds more than 410 MB", "over", id="over"),
        pytest.param("It never held more than 410 MB", "under", id="never over is under"),
        pytest.param("It holds no more than 410 MB", "under", id="no more than is under by itself"),
        pytest.param("It does not need less than 410 MB", "over", id="not under is over"),
        pytest.param("No pause lasted longer than 20 ms", "under", id="a negation at the beginning of the clause"),
        pytest.param("No cache helps here, it needs more than 410 MB", "over", id="a negation of another clause"),
        pytest.param("It has passed 2 million requests per second", "over", id="passed"),
    ],
)
def test_bounds(text: str, qualifier: str) -> None:
    assert only(text).qualifier == qualifier


def test_spelled_durations_are_amounts_of_the_whole_words() -> None:
    text = "It plays music for six hours on one charge"
    found = only(text)
    assert text[found.start : found.end] == "six hours"
    assert found.readings.rounded.lower < Decimal(6 * 3600) < found.readings.rounded.upper


def test_spelled_counts_are_none() -> None:
    assert not list(amounts("the six members of the team", vocabulary()))


@pytest.mark.parametrize(("printed", "scale"), [("KIOPS", 1000), ("M req/s", 10**6), ("IOPS", 1)])
def test_thousands_of_a_known_rate(printed: str, scale: int) -> None:
    found = unit_of(printed, vocabulary())
    assert found is not None
    assert (found.kind, found.scale) == ("rate", Decimal(scale))


def test_a_word_that_begins_with_k_is_no_thousand() -> None:
    found = unit_of("keys/s", vocabulary())
    assert found is not None
    assert (found.scale, found.of) == (Decimal(1), frozenset({"key"}))


@pytest.mark.parametrize("text", ["the 5th generation", "at the 99th", "the 2nd of them"])
def test_an_ordinal_counts_nothing(text: str) -> None:
    assert not list(amounts(text, vocabulary()))
