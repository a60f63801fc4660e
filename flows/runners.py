"""Which task runner the flows take, by TIEOUT_RUNNER and TIEOUT_WORKERS; docs/scale.md says when to take which.

threads (the default), processes, dask (a local cluster, for this run), or dask:ADDRESS (a scheduler that is running, as
dask:tcp://10.0.0.7:8786). Whatever runs a task, paths go in and paths come out, and documents are read in children.
"""

import os
from collections.abc import Callable
from typing import Any

from prefect.task_runners import ProcessPoolTaskRunner, TaskRunner, ThreadPoolTaskRunner

from schemas.errors import TieoutError
from tieout.planning import SHARDS

HERE = 16  # shards that keep the children of one machine busy; each is a task, which the server works on as well
A_THREAD = 16  # children that one thread's shard of documents keeps busy


class RunnerError(TieoutError):
    """TIEOUT_RUNNER or TIEOUT_WORKERS says nothing that is known, or what it needs is not installed."""


def configured() -> TaskRunner[Any]:
    """The runner that the environment asks for. Raises RunnerError."""
    workers = os.environ.get("TIEOUT_WORKERS", "0")
    if not workers.isdigit():
        raise RunnerError(f"TIEOUT_WORKERS is {workers!r}, and must be a number")
    return runner(os.environ.get("TIEOUT_RUNNER", "threads"), int(workers))


def shards() -> int:
    """How many shards of documents the runner is worth: many machines take many, one machine's children share few."""
    return HERE if os.environ.get("TIEOUT_RUNNER", "threads") == "threads" else SHARDS


def runner(name: str, workers: int = 0) -> TaskRunner[Any]:
    """A runner by its name; `workers` at once, one a core when 0. Raises RunnerError."""
    kind, _, address = name.partition(":")
    if kind not in _KINDS or (address and kind != "dask"):
        raise RunnerError(f"TIEOUT_RUNNER is {name!r}; known are {', '.join(_KINDS)} and dask:ADDRESS")
    return _KINDS[kind](workers or os.cpu_count() or 1, address)


def _threads(workers: int, _: str) -> TaskRunner[Any]:
    # Threads only hand shards to the children that the run shares; two keep them busy while one waits for its last.
    found: TaskRunner[Any] = ThreadPoolTaskRunner(max_workers=2 + workers // A_THREAD)
    return found


def _processes(workers: int, _: str) -> TaskRunner[Any]:
    # Without a server that they share, each worker starts one of its own, and the run has been seen to wait for ever.
    if not os.environ.get("PREFECT_API_URL"):
        raise RunnerError("TIEOUT_RUNNER is processes, which needs a Prefect server: start one and set PREFECT_API_URL")
    return ProcessPoolTaskRunner(max_workers=workers)


def _dask(workers: int, address: str) -> TaskRunner[Any]:
    try:
        import dask
        from prefect_dask.task_runners import DaskTaskRunner
    except ImportError as error:
        raise RunnerError("TIEOUT_RUNNER is dask, which is not installed: pip install 'tieout[dask]'") from error
    if address:
        remote: TaskRunner[Any] = DaskTaskRunner(address=address)
        return remote
    # Otherwise workers are daemons, which may have no children of their own, and documents are read in children.
    dask.config.set({"distributed.worker.daemon": False})
    local = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    found: TaskRunner[Any] = DaskTaskRunner(cluster_kwargs=local)
    return found


_KINDS: dict[str, Callable[[int, str], TaskRunner[Any]]] = {
    "threads": _threads,
    "processes": _processes,
    "dask": _dask,
}
