"""What Prefect adds: the flow `parse` over small documents, against a bare process pool that does the same parses.

Whole programs are timed, with start-up. The flow starts a server of its own first, which costs the same however many
documents there are; it is measured with a corpus of one document. "Per document" is what is left without it, on both
sides, and is what the target is for at every size; "whole" has the target from 10,000 documents on.

Prefect's home is there already, as it is on every run but the first one in a place; "first start-up" is that one, which
also makes the database. What was parsed is never kept.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks import folders, measured
from benchmarks.frame import Row, Sizes, experiment
from benchmarks.measured import Took

MOST = 1.15
MANY = 10_000


@experiment("Flow overhead, against a bare process pool")
def overhead(sizes: Sizes) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as home:
        first, fixed = both(1, 1, home), both(1, sizes.rounds, home)
        for what, took in (("first start-up", first), ("start-up", fixed)):
            yield Row(what, 1, "documents", took["flow"].wall_s, "s", "bare pool", took["pool"].wall_s)
        for count in sizes.documents:
            yield from _rows(count, both(count, sizes.rounds, home), fixed)


def _rows(count: int, took: Mapping[str, Took], fixed: Mapping[str, Took]) -> Iterator[Row]:
    for unit, of in (("s", _wall), ("s CPU", _cpu)):
        ours, other = of(took["flow"]), of(took["pool"])
        yield Row("whole", count, "documents", ours, unit, "bare pool", other, MOST if count >= MANY else None)
        yield from _each(count, unit, ours - of(fixed["flow"]), other - of(fixed["pool"]), of(fixed["pool"]))


def _each(count: int, unit: str, ours: float, other: float, start: float) -> Iterator[Row]:
    """What a document costs without start-up; no verdict where start-up is most of it and the rest is noise."""
    if other > 0:
        enough = other > start / 2
        note = "" if enough else "too few documents to judge"
        each = 1000 / count
        bound = MOST if enough else None
        yield Row(
            "per document", count, "documents", ours * each, f"m{unit}", "bare pool", other * each, bound, note=note
        )


def both(count: int, rounds: int, home: str) -> dict[str, Took]:
    """The flow and the pool over the same corpus, each with nothing parsed, in turn; `home` is Prefect's, and kept."""
    with tempfile.TemporaryDirectory() as folder:
        sources = folders.corpus(Path(folder), count)
        return measured.in_turn(rounds, flow=_program("flow", sources, home), pool=_program("pool", sources, home))


def _program(who: str, sources: Path, home: str) -> Callable[[], Took]:
    def run() -> Took:
        with tempfile.TemporaryDirectory() as state:
            words = ("benchmarks.bare", who, sources, state)
            return measured.command(words, {"TIEOUT_STATE": state, "PREFECT_HOME": home}, codes=(0,))

    return run


def _wall(took: Took) -> float:
    return took.wall_s


def _cpu(took: Took) -> float:
    return took.cpu_s
