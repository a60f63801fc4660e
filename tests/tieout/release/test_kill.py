"""A release killed at a dozen of its steps, and two at once: what the pointer names is whole, the next one works."""

from pathlib import Path

import pytest

from benchmarks.kill_release import doubled, killed, steps

DOZEN = 12


@pytest.fixture(scope="module")
def count(tmp_path_factory: pytest.TempPathFactory) -> int:
    """How many steps a release has: files opened, renamed, made or removed."""
    found = steps(tmp_path_factory.mktemp("count"))
    assert found > 4 * DOZEN
    return found


@pytest.mark.slow
@pytest.mark.parametrize("part", range(DOZEN))
def test_killed_at_a_step_the_pointer_names_whole_releases_and_the_next_one_works(
    tmp_path: Path, count: int, part: int
) -> None:
    # The last parts fall on the rename of the folder and of the pointer, which are the last steps but a few.
    at = count - (DOZEN - 1 - part) if part >= DOZEN // 2 else 1 + count * part // (DOZEN // 2)
    assert killed(tmp_path, 0, at) == []


@pytest.mark.slow
def test_two_at_once_are_both_published_one_after_the_other(tmp_path: Path) -> None:
    assert doubled(tmp_path, 0) == []
