"""Kill a release at 50 places, and start two at once 20 times: the pointer must always name whole releases.

    uv run python -m benchmarks.kill_release [--kills 50] [--doubles 20]

Kills are SIGKILL. Half of them come at a step of the release: the opening, renaming, making or removing of a file below
the releases folder, as Python's audit events count them. The other half come at a random moment. Exit code 1 when
anything was not as it must be.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.released import made_run, released
from tieout.release import versions
from tieout.release.verify import verify_release

ROOT = Path(__file__).resolve().parent.parent
STEPS = ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate")


def worker(root: Path, run: Path, die_at: int) -> int:
    """Release in this process, and die at a step (0: never). Returns how many steps there were."""
    met = 0
    inside = str(root)

    def count(event: str, args: tuple[Any, ...]) -> None:
        nonlocal met
        if event in STEPS and str(args[0]).startswith(inside):
            met += 1
            if met == die_at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    print("ready", flush=True)
    released(root, run)
    return met


def start(root: Path, run: Path, die_at: int = 0) -> "subprocess.Popen[str]":
    """A worker in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.kill_release", "--worker", str(root), str(run), str(die_at)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def steps(base: Path) -> int:
    """How many steps a second release has."""
    root = base / "counted"
    released(root, made_run(base / "out", "17x", "27x"))
    done, _ = start(root, made_run(base / "out", "17x", "27x", "3x")).communicate()
    return int(done.split()[-1])


def troubles(root: Path) -> list[str]:
    """What is not as it must be after a release was killed or raced."""
    found = [str(one) for one in verify_release(root)]
    newest = versions.load(root).newest
    return found if newest or not root.exists() else [*found, "no release is named"]


def killed(base: Path, number: int, die_at: int, after_s: float = 0.0) -> list[str]:
    """Kill one release at a step or after some time, look, then release again and look."""
    root, out = base / f"kill-{number}", base / "out"
    released(root, made_run(out, "17x", "27x"))
    process = start(root, made_run(out, "17x", "27x", "3x"), die_at)
    if after_s and process.stdout:
        process.stdout.readline()  # a moment of the release, not of Python's start
        time.sleep(after_s)
        process.kill()
    process.communicate()
    found = troubles(root)
    again = released(root, made_run(out, "17x", "27x", "4x"))
    found += troubles(root)
    found += [f"left over: {one.name}" for one in root.iterdir() if one.name.startswith((".building-", ".tmp-"))]
    return found if again.published else [*found, "the next release was not published"]


def doubled(base: Path, number: int) -> list[str]:
    """Two releases of two runs at once: both must be published, one after the other."""
    root, out = base / f"double-{number}", base / "out"
    both = [start(root, made_run(out, "17x", "27x")), start(root, made_run(out, "17x", "3x"))]
    for one in both:
        one.communicate()
    said = [one.version for one in versions.load(root).releases]
    found = troubles(root)
    return found if said == ["1.0.0", "1.0.1"] else [*found, f"published: {said}"]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--doubles", type=int, default=20)
    options.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.worker:
        root, run, die_at = chosen.worker
        print(worker(Path(root), Path(run), int(die_at)))
        return
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        count = steps(base)
        places = [1 + count * number // (chosen.kills // 2) for number in range(chosen.kills // 2)]
        moments = random.Random(7)  # noqa: S311 - moments, not secrets
        work = [("step", at, 0.0) for at in places]
        work += [("moment", 0, moments.uniform(0.02, 0.9)) for _ in range(chosen.kills - len(places))]
        for number, (kind, at, after_s) in enumerate(work):
            found = killed(base, number, at, after_s)
            bad += bool(found)
            print(f"kill {number + 1}: {kind} {at or f'{after_s:.2f} s'}: {found or 'whole'}", flush=True)
        for number in range(chosen.doubles):
            found = doubled(base, number)
            bad += bool(found)
            print(f"double {number + 1}: {found or 'both published, one after the other'}", flush=True)
    print(f"{len(work)} kills over {count} steps, {chosen.doubles} doubles: {bad} not as they must be")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
