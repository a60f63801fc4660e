"""Whether time and memory grow with the size of a document and no faster, for every kind and every hostile shape.

    uv run python -m benchmarks.scaling [--kind markdown ...] [--shape "one line" ...] [--size 125000] [--all] [--write]

Each shape of benchmarks/shapes.py is read at a size, twice and four times that, in a process of its own with a bound on
CPU seconds. CPU time counts, not the clock, so that a busy machine disturbs little. Prints the shapes that grow
by more than FASTER when the size doubles, or all of them; exit code 1 when there are any.
"""

import argparse
import contextlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.shapes import SHAPES, SUFFIXES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks-scaling.md"
FASTER = 2.6  # growth of the time from one size to its double; 2 is linear
SMALL = 0.15  # seconds below which a time says nothing
CPU_SECONDS = 120
MEMORY = 3 << 30


@dataclass(frozen=True, slots=True)
class Growth:
    """CPU seconds at a size, its double and its fourfold (fewer when the bound was met), and peak memory."""

    kind: str
    shape: str
    size: int
    seconds: tuple[float, ...]
    peak_mb: float
    trouble: str = ""

    @property
    def growth(self) -> float:
        """By how much the last doubling multiplied the time; 0 when the times are too short to say."""
        short = len(self.seconds) < 2 or self.seconds[-1] < SMALL
        return 0.0 if short else self.seconds[-1] / max(self.seconds[-2], 0.001)

    @property
    def is_bad(self) -> bool:
        """Whether it grows faster than the size, or could not be read at all."""
        return bool(self.trouble) or self.growth > FASTER


def worker(kind: str, shape: str, size: int) -> None:
    """Measure one shape in this process; a line of JSON for each size."""
    from parsers.lib.extract import extract
    from parsers.lib.registry import Raw, parsers
    from schemas.errors import TieoutError
    from schemas.names import vocabulary

    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    parser, words = parsers()[kind], vocabulary()
    for at in (2_000, size, 2 * size, 4 * size):  # the first one warms up
        data = SHAPES[kind][shape](at)
        start = time.process_time()
        parser.accepts(data)
        with contextlib.suppress(TieoutError):
            extract(parser.parse(Raw(f"shape{SUFFIXES[kind]}", data)), words)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"size": at, "seconds": time.process_time() - start, "peak_mb": peak}), flush=True)


def measure(kind: str, shape: str, size: int) -> Growth:
    """Run a worker."""
    command = [sys.executable, "-m", "benchmarks.scaling", "--worker", kind, shape, str(size)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    trouble = ""
    if done.returncode:
        error = (done.stderr.strip().splitlines() or [""])[-1]
        trouble = error or f"not done within {CPU_SECONDS} CPU seconds"
    seconds = tuple(line["seconds"] for line in lines[1:])
    return Growth(kind, shape, size, seconds, max((line["peak_mb"] for line in lines), default=0), trouble)


def measured(kinds: list[str], shapes: list[str] | None, size: int) -> Iterator[Growth]:
    """Every shape of these kinds; one that seems to grow too fast is measured again, for a busy machine."""
    for kind in kinds:
        for shape in shapes or SHAPES[kind]:
            if shape in SHAPES[kind]:
                first = measure(kind, shape, size)
                yield measure(kind, shape, size) if first.is_bad and not first.trouble else first


def line(one: Growth) -> str:
    """A row of the table."""
    times = " / ".join(f"{seconds:.2f}" for seconds in one.seconds)
    growth = f"{one.growth:.1f}" if one.growth else "-"
    return f"| {one.kind} | {one.shape} | {times} | {growth} | {one.peak_mb:.0f} | {one.trouble} |"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--kind", nargs="*", choices=SHAPES, default=list(SHAPES))
    options.add_argument("--shape", nargs="*", help="only these")
    options.add_argument("--size", type=int, default=125_000, help="bytes; twice and four times as many are read too")
    options.add_argument("--all", action="store_true", help="print shapes that are fine too")
    options.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.worker:
        worker(chosen.worker[0], chosen.worker[1], int(chosen.worker[2]))
        return
    head = ["| kind | shape | CPU s at 1, 2, 4 sizes | last growth | peak MB | trouble |", "|---|---|--:|--:|--:|---|"]
    print("\n".join(head), flush=True)
    found: list[Growth] = []
    for one in measured(chosen.kind, chosen.shape, chosen.size):
        found.append(one)
        if chosen.all or one.is_bad:
            print(line(one), flush=True)
    bad = sum(one.is_bad for one in found)
    print(f"{len(found)} shapes, {bad} grow faster than their size")
    if chosen.write:
        PAGE.write_text(_page(found, head, chosen.size), encoding="utf-8")
    sys.exit(bool(bad))


def _page(found: list[Growth], head: list[str], size: int) -> str:
    intro = (
        "# Extraction: how time grows with size\n\nWritten by `uv run python -m benchmarks.scaling --write`: "
        f"hostile shapes of {size:,} bytes, twice and four times that. Linear growth is 2; "
        f'"-" stands where less than {SMALL} s says nothing.\n\n'
    )
    return intro + "\n".join([*head, *map(line, found)]) + "\n"


if __name__ == "__main__":
    main()
