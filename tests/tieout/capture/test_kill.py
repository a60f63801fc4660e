"""A killed run leaves nothing wrong, and the next one completes; benchmarks/kill.py does it hundreds of times."""

from pathlib import Path

import pytest

from tests.killing import ground, rounds


@pytest.mark.slow
def test_a_dozen_kills_at_steps_and_at_random(tmp_path: Path) -> None:
    with ground(tmp_path) as place:
        kills = rounds(place, 3, every=12)
    assert sum(kills.values()) >= 9
    assert len(kills) >= 3
