"""A killed run leaves nothing wrong, and the next one completes; benchmarks/kill.py does it hundreds of times."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_a_dozen_kills_at_steps_and_at_random() -> None:
    # A process of its own: forks of one in which other tests left threads (an engine's pool, a browser's) may hang.
    command = [sys.executable, "benchmarks/kill.py", "--random", "3", "--every", "12"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-8_000:]
    kills = [int(count) for count in re.findall(r"^ +(\d+)  \w+: ", done.stdout, re.MULTILINE)]
    assert sum(kills) >= 9
    assert len(kills) >= 3
