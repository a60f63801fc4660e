"""The same parses by the flow `parse` and by a bare process pool, each as a program of its own.

python -m benchmarks.bare flow|pool SOURCES STATE
"""

import os
import sys
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path


def pool(sources: Path, state: Path) -> None:
    """Plan, then every document through a pool of one process a core: what one would write without Prefect."""
    from tieout import parsing, planning

    planned = planning.plan(sources, state)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as workers:
        deque(workers.map(parsing.parse_one, planned.jobs, chunksize=planning.SHARD_SIZE), maxlen=0)


def flow(sources: Path, state: Path) -> None:
    """The flow, with its server, as `tieout run` starts it."""
    from flows.server import served

    with served():
        from flows.parse import parse

        parse(sources, state)


if __name__ == "__main__":
    {"flow": flow, "pool": pool}[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
