"""A paragraph that begins with "It" goes on about who the last one spoke of, and about nobody where it spoke of two."""

import pytest

from tests.parsers.lib.test_about import claims, only

LOOM = "Branching takes 0.9 seconds on Delta Loom."


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        pytest.param(f"{LOOM}\nIt is 40% cheaper.", "Delta Loom", id="it"),
        pytest.param(f"{LOOM}\nThat is 6x less than last year.", "Delta Loom", id="that"),
        pytest.param(f"{LOOM}\nIts bill is 20% lower, too.", "Delta Loom", id="its"),
        pytest.param("We launched the Heron 3.\nThe new version is 30% cheaper.", "Heron 3", id="the new version"),
        pytest.param(f"{LOOM}\nNothing else changed.\nIt is 40% cheaper.", "Delta Loom", id="over a paragraph"),
        pytest.param("Chiton, our video chip, is here.\nThis is 10x more for each watt.", "Chiton", id="apposed"),
        pytest.param("Loom 3 beats the Quarrel 2.\nIt is 40% cheaper.", "Loom 3", id="who is beaten is not meant"),
    ],
)
def test_goes_on_about_the_only_one(text: str, subject: str) -> None:
    assert claims(text)[-1].subject.name == subject


def test_two_can_be_meant() -> None:
    claim = only("Delta Loom answers in 3 ms and Quarrel 2 in 9 ms.\nIt is 40% cheaper.", "40%")
    assert claim.subject.name == ""
    assert "subject: the words before name Delta Loom and Quarrel 2, and any can be meant" in claim.unresolved


def test_the_pages_own_product_is_meant_before_others() -> None:
    text = "# Quarrel 2\nDelta Loom answers in 3 ms and Quarrel 2 in 9 ms.\nIt is 40% cheaper."
    assert only(text, "40%").subject.name == "Quarrel 2"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Our village held its fair.\nIt was 40% larger.", id="nothing that computes"),
        pytest.param(f"{LOOM}\n# Community\nIt was 40% larger.", id="a heading between"),
        pytest.param(f"{LOOM}\nOur picnic was 40% larger.", id="points at nothing"),
    ],
)
def test_another_matter(text: str) -> None:
    assert [one.quote for one in claims(text) if "%" in one.quote] == []
