"""What is found in plain Markdown is found in the way that real pages print it."""

from functools import cache
from itertools import islice

import pytest

from tests.gold.renderings import RENDERINGS, found, is_lost
from tests.gold.score import Label

MOST = 12  # conflicts; the module prints the whole


@cache
def conflicts() -> tuple[tuple[Label, frozenset[str]], ...]:
    return tuple(islice(found("94"), MOST))


@pytest.mark.parametrize("name", RENDERINGS)
def test_a_rendering_loses_hardly_a_conflict(name: str) -> None:
    lost = [entry["id"] for entry, codes in conflicts() if is_lost(entry, codes, RENDERINGS[name])]
    assert len(conflicts()) == MOST
    assert len(lost) <= 1, lost


def test_a_rendering_changes_what_is_printed() -> None:
    texts = [text for entry, _ in conflicts() for text in entry["documents"].values()]
    assert all(any(rendering(text) != text for text in texts) for rendering in RENDERINGS.values())
