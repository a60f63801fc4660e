"""Kill -9 a run at every one of its steps, then at random, and hold what it left against what must be true.

    uv run python benchmarks/kill.py [--random 100] [--every 1]

tests/killing.py has the harness; tests/tieout/capture/test_kill.py has this do a dozen.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.killing import ground, rounds


def main() -> None:
    """Print kills by step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=100, help="kills at random times after those at every step")
    parser.add_argument("--every", type=int, default=1, help="of the steps, each so many-th")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ground(Path(folder)) as place:
        kills = rounds(place, given.random, given.every, lambda step: print(".", end="", flush=True) if step else None)
    print()
    for step, count in sorted(kills.items()):
        print(f"{count:5}  {step}")
    print(f"{sum(kills.values()):5}  kills in {time.monotonic() - began:.0f} s: nothing lost, doubled or half-written")


if __name__ == "__main__":
    main()
