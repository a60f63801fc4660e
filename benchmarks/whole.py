"""`tieout run` as a user calls it, over a corpus: cold, again, and with one in a hundred changed."""

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks import folders, measured
from benchmarks.measured import Took


@dataclass(frozen=True, slots=True)
class Runs:
    """What three runs after one another took; each is a process of its own with start-up."""

    cold: Took
    unchanged: Took
    changed: Took


@cache
def runs(count: int) -> Runs:
    """Three runs over one corpus; two experiments read different columns of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = folders.corpus(folder, count)
        cold, unchanged = _run(folder, sources), _run(folder, sources)
        folders.change(sources, max(count // 100, 1))
        return Runs(cold, unchanged, _run(folder, sources))


def _run(folder: Path, sources: Path) -> Took:
    places = {"sources": sources, "out": folder / "out", "state": folder / "state", "decisions": folder / "decisions"}
    options = [word for key, value in places.items() for word in (f"--{key}", value)]
    return measured.command(("tieout", "run", *options))
