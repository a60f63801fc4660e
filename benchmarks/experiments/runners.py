"""The same flow on each task runner (TIEOUT_RUNNER), over chart notes as PDF, two workers each, against threads.

Whole programs by the clock, since what counts is how soon two workers are done. Dask, where installed, is also held
against itself with one worker, from nothing and without what it costs to start; and every runner must leave the same
parsed documents, byte for byte. All of them share one Prefect server, which `processes` cannot do without and which is
started before: with threads alone a run starts one of its own, in ten to forty seconds.
"""

import hashlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks import folders, measured
from benchmarks.frame import Row, Sizes, experiment
from benchmarks.measured import Took
from benchmarks.scheduled import served

MOST = 1_000  # documents: minutes for the slowest runner
TWICE = 1.6


@dataclass(frozen=True, slots=True)
class Ran:
    """What a runner took, and the names and hashes of what it left."""

    took: Took
    left: frozenset[tuple[str, str]]


@experiment("Runners, against threads")
def runners(sizes: Sizes) -> Iterator[Row]:
    count = min(max(sizes.documents), MOST)
    names = ["threads", "processes", *(["dask"] if find_spec("prefect_dask") else [])]
    with tempfile.TemporaryDirectory() as folder, served() as server:
        sources = folders.corpus(Path(folder) / "many", count, folders.chart_notes, ".pdf")
        ran = {name: _ran(name, 2, sources, server) for name in names}
        threads = ran["threads"]
        for name in names[1:]:
            one = ran[name]
            yield Row(name, count, "PDFs", one.took.wall_s, "s", "threads", threads.took.wall_s)
            alike = len(one.left & threads.left)
            yield Row(f"{name}: documents alike", count, "PDFs", alike, "", "all", len(threads.left), 1, at_least=True)
        if "dask" in names:
            first = folders.corpus(Path(folder) / "one", 1, folders.chart_notes, ".pdf")
            yield from _alone(count, sources, first, ran["dask"], server)


def _alone(count: int, sources: Path, first: Path, two: Ran, server: str) -> Iterator[Row]:
    """Dask with one worker, with start-up and without."""
    one = _ran("dask", 1, sources, server)
    start, start_two = _ran("dask", 1, first, server), _ran("dask", 2, first, server)
    slow, fast = one.took.wall_s, two.took.wall_s
    yield Row("dask, one worker", count, "PDFs", slow, "s", "two workers", fast, note="with start-up")
    rest, rest_two = slow - start.took.wall_s, fast - start_two.took.wall_s
    if rest_two > 0:
        yield Row("dask, one worker", count, "PDFs", rest, "s", "two workers", rest_two, TWICE, at_least=True)


def _ran(runner: str, workers: int, sources: Path, server: str) -> Ran:
    with tempfile.TemporaryDirectory() as state:
        settings = {
            "TIEOUT_STATE": state,
            "TIEOUT_RUNNER": runner,
            "TIEOUT_WORKERS": str(workers),
            "PREFECT_API_URL": server,
        }
        took = measured.command(("benchmarks.bare", "flow", sources, state), settings, codes=(0,))
        kept = sorted((Path(state) / "parsed").rglob("*.*"))
        return Ran(took, frozenset((one.name, hashlib.sha256(one.read_bytes()).hexdigest()) for one in kept))
