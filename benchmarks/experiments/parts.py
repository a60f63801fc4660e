"""Every check over a corpus on disk, whole and in four parts (tieout/parts.py): processor time, and memory by reach.

"compared" is one task that holds every document; "in parts" splits the statements by workload and compares each part in
a process of its own, as the flow does with a corpus of more than 512 MB. Both give the same findings. Memory is of the
largest process: of the parts by workload alone, and of all of them, where the checks that look at everything
(tieout/reach.py) still hold the whole corpus. Ten times the statements may cost twelve times as much. Documents are
compared only, not parsed and not judged by themselves; sizes are a hundredth of --statements.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import measured, statements
from benchmarks.check import GROWTH
from benchmarks.frame import Row, Sizes, experiment, tenfold
from benchmarks.measured import Work
from schemas.names import vocabulary
from tieout import comparing, judged, parsed_files, parts, reach
from tieout.link import link
from tieout.parsing import load_all
from tieout.reconcile import run
from tieout.tuning import tuning

FEWER = 100
PARTS = 4


@experiment("Comparing in parts, against all at once")
def in_parts(sizes: Sizes) -> Iterator[Row]:
    grown: list[Row] = []
    for size in (max(one // FEWER, 1_000) for one in sizes.statements):
        with tempfile.TemporaryDirectory() as name:
            measured.call(f"{__name__}:make", size, name)
            took = {how: measured.call(f"{__name__}:{how}", name) for how in ("whole", "parted", "by_workload")}
        if took["whole"].found != took["parted"].found:
            raise measured.BenchmarkError(f"{took['whole'].found} findings whole, {took['parted'].found} in parts")
        whole, parted, some = took["whole"], took["parted"], took["by_workload"]
        yield Row("compared", size, "statements", parted.cpu_s, "s CPU", "at once", whole.cpu_s)
        yield Row("largest process", size, "statements", parted.peak_mb, "MB", "at once", whole.peak_mb)
        yield Row("largest process, by workload", size, "statements", some.peak_mb, "MB", "at once", whole.peak_mb)
        grown.append(Row("in parts", size, "statements", parted.cpu_s, "s CPU", "", 0))
    yield from tenfold(grown, GROWTH)


def make(size: str, folder: str) -> Work:
    """Parsed documents of so many statements, as a run keeps them."""

    def work() -> int:
        for one in statements.documents(int(size)):
            parsed_files.save_parsed(parsed_files.parsed_path(Path(folder), one.document.document_id), one)
        return int(size)

    return work


def whole(folder: str) -> Work:
    """All documents in this process."""

    def work() -> int:
        corpus = link(load_all(_paths(folder)), vocabulary(), {})
        said = (item for check in reach.wide(tuning()) for item in run(check, corpus))
        return sum(1 for _ in said)

    return work


def parted(folder: str) -> Work:
    """Split, and every part in a process of its own."""
    return lambda: _compared(folder, ("corpus", "source", "workload"))


def by_workload(folder: str) -> Work:
    """As `parted`, without what looks at the whole corpus."""
    return lambda: _compared(folder, ("workload",))


def _compared(folder: str, which: tuple[str, ...]) -> int:
    with tempfile.TemporaryDirectory() as name:
        state = Path(name)
        piece = parts.load(parts.split(_paths(folder), PARTS, comparing.pieces(state)))
        cut = comparing.cut([piece], PARTS, {})
        if cut is None:
            raise measured.BenchmarkError("the corpus cannot be cut")
        left = [judged.load(comparing.compare(one, cut, state)) for one in cut.parts if one.reach in which]
        return sum(len(one.findings) + len(one.skips) for one in left if one)


def _paths(folder: str) -> list[Path]:
    return sorted((Path(folder) / "parsed").iterdir())
