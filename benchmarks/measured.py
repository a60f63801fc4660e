"""Run something in a process of its own, and what that took: time, processor time, memory.

    measured.call("benchmarks.module:function", *texts)

calls `function(*texts)` in a fresh interpreter. What it returns is the work: a function without arguments that returns
how much it found. What has to be there first (imports, statements) is done before and is not timed.
"""

import importlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
Work = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds by the clock, seconds of processor time with all child processes, peak MB of the largest process."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    found: int = 0


class BenchmarkError(Exception):
    """What was to be measured did not run."""


def call(target: str, *arguments: object) -> Took:
    """Measure the work that `target` ("module:function") prepares. Raises BenchmarkError when it fails."""
    command = [sys.executable, "-m", "benchmarks.measured", target, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BenchmarkError(f"{target} {arguments}: {done.stderr[-2000:]}")
    return Took(**json.loads(done.stdout.splitlines()[-1]))


def command(
    words: Sequence[object], environment: Mapping[str, str] | None = None, codes: Sequence[int] = (0, 1)
) -> Took:
    """Measure a whole process with every process that it waited for. Raises BenchmarkError for other exit codes."""
    with tempfile.TemporaryFile("w+") as told:
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", *map(str, words)],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.DEVNULL,
            stderr=told,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        took = time.perf_counter() - began
        if process.returncode not in codes:
            told.seek(0)
            raise BenchmarkError(f"{' '.join(map(str, words))} ended with {process.returncode}: {told.read()[-2000:]}")
    return Took(took, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def fastest(runs: Sequence[Took]) -> Took:
    """The least time and processor time of some runs, and the greatest memory: a busy machine only ever adds time."""
    least = min(runs, key=lambda one: one.cpu_s)
    return Took(min(one.wall_s for one in runs), least.cpu_s, max(one.peak_mb for one in runs), least.found)


def in_turn(rounds: int, **works: Callable[[], Took]) -> dict[str, Took]:
    """The fastest of each; they take turns, so that a busy machine disturbs all alike."""
    runs: dict[str, list[Took]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            runs[name].append(work())
    return {name: fastest(some) for name, some in runs.items()}


def _worker(target: str, *arguments: str) -> Took:
    module, _, name = target.partition(":")
    work: Work = getattr(importlib.import_module(module), name)(*arguments)
    wall, cpu = time.perf_counter(), _cpu()
    found = work()
    wall, cpu = time.perf_counter() - wall, _cpu() - cpu
    return Took(wall, cpu, _peak(), found)


def _cpu() -> float:
    ended = os.times()  # of children that were waited for; in hundredths of a second, unlike our own
    return time.process_time() + ended.children_user + ended.children_system


def _peak() -> float:
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(one).ru_maxrss for one in whose) / 1024


if __name__ == "__main__":
    print(json.dumps(asdict(_worker(*sys.argv[1:]))))
