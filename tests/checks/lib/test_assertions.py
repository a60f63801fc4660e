"""What a text asserts: a wish or a plan is so in its own clause, a correction or a condition in all of the sentence."""

import pytest

from checks.lib.language.assertions import is_said

SAID = (
    "Our largest entry took 12.2 hours, with the same convergence target as all the others",
    "The new nodes ship in spring, which we hope for, and hold 128 GB each",
    "On our production trace replay the wait is 10x lower",
    "Competitor: a server with four Knot cards, FP8",
    "Every vector keeps 14 bytes of error correction values",
)
UNSAID = (
    "With two replicas the service would reach 400",
    "We aim for 4x and expect 5x",
    "If all is cached, it answers in 2 ms",
    "An earlier version of this post said 2.6x",
    "Correction: the first version said 2.9x",
    "We hope to halve the time",
    "In our production service it was 3x faster",
)


@pytest.mark.parametrize("text", SAID)
def test_what_a_clause_without_a_number_wishes_leaves_the_rest_said(text: str) -> None:
    assert is_said(text)


@pytest.mark.parametrize("text", UNSAID)
def test_numbers_of_a_wish_a_condition_or_a_correction_are_not_said(text: str) -> None:
    assert not is_said(text)
