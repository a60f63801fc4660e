import pytest

from checks.lib.labels.about import index_of
from checks.lib.telling.stretches import Stretch, roles, stretches, took
from schemas.names import vocabulary
from tests.gold.score import read
from tieout.link import link


def _stretches(text: str) -> list[Stretch]:
    corpus = link([read("a.md", text.encode())], vocabulary())
    return list(stretches(corpus.documents[0], index_of(corpus), vocabulary()))


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("It used 520,000 GPU-hours.", ("machine time", "gpu")),
        ("It used 1,300 chip-days.", ("machine time", "chip")),
        ("It loaded 1.2 billion rows.", ("count", "row")),
        ("It loads 5 million rows per second.", ("rate", "row")),
        ("It reads 3.4 GB/s.", ("rate", "size")),
        ("It draws 1.9 W.", ("power", "")),
        ("It spends 9 mJ per image.", ("energy per", "imag")),
        ("It gives 90 images per joule.", ("per energy", "imag")),
    ],
)
def test_a_quantity_has_its_role(text: str, role: tuple[str, str]) -> None:
    (one,) = [term for stretch in _stretches(text) for term in stretch.terms]
    assert role in roles(one)


def test_wall_clock_hours_are_a_plain_time() -> None:
    found = [
        role for stretch in _stretches("It took 12 wall-clock hours.") for one in stretch.terms for role in roles(one)
    ]
    assert not any(kind == "machine time" for kind, _ in found)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("The import finished in 240 seconds.", True),
        ("The run took 30 days.", True),
        ("Time to first token is in the mean 310 ms.", False),
        ("The trial is free for 30 days.", False),
    ],
)
def test_a_time_that_all_of_something_took(text: str, whole: bool) -> None:
    stretch = _stretches(text)[0]
    assert took(stretch.terms[0], stretch) is whole


def test_two_sentences_of_one_paragraph_are_read_together() -> None:
    found = _stretches("We used 512 GPUs. It took 30 days.\n\nWe had 12 nodes.")
    assert [len(one.sentences) for one in found] == [1, 1, 1, 2]
    assert "512" not in found[-1].bare
    assert "30 days" not in found[-1].bare
