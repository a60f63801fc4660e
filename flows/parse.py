"""The flow `parse`: the newest captures, parsed in shards. The work itself is in tieout/planning.py and parsing.py.

Neither loads a library for tables, which would take every worker two seconds more to start.
"""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from prefect import flow, task
from prefect.cache_policies import NO_CACHE
from pydantic import TypeAdapter

from flows import runners, telling
from flows.recorded import recorded
from flows.retries import Whole, worth_retrying
from schemas.errors import TieoutError
from tieout import handover, parsing, planning
from tieout.limited import KilledError

LOG = logging.getLogger(__name__)
SOURCES = Path("raw/sources.yml")
RUNNER = runners.configured()
_OUTCOME = TypeAdapter(parsing.Outcome)
_Part = TypeVar("_Part")
_Made = TypeVar("_Made")


@task(retries=2, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def plan(sources: Path, state: Path) -> planning.Plan:
    """Every source's newest capture, in shards."""
    return planning.plan(sources, state, runners.shards())


@task(retries=2, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def parse_shard(shard: Whole[planning.Shard], home: int) -> str:
    """Parse a shard; paths and failures as JSON. `home` is the process of the flow."""
    settle(home)
    return _OUTCOME.dump_json(parsing.parse_shard(shard.value)).decode()


def settle(home: int) -> None:
    """In a worker's process: from its first task to its end it has one child, and not a new one for each task."""
    if os.getpid() != home:
        parsing.keep_child()


@flow(name="parse", task_runner=RUNNER, persist_result=False)
def parse(sources: Path = SOURCES, state: Path = quiet.STATE) -> int:
    """Parse the newest capture of every source, for the flow `reconcile`. Returns the number of documents."""
    with recorded("parse", state) as entry:
        entry.stage("parse")
        planned = plan(sources, state)
        outcomes = parsed(planned)
        handover.keep_parsed(state, planned, outcomes)
        telling.show_parsed(planned, outcomes)
    return sum(len(one.parsed) for one in outcomes)


def parsed(planned: planning.Plan) -> list[parsing.Outcome]:
    """What came of each shard, from within a flow. A shard of which everything is kept needs no task."""
    kept = [parsing.kept(one) for one in planned.shards if one.complete]
    left = [one for one in planned.shards if not one.complete]
    with parsing.shared_children(sum(len(one.jobs) for one in left)):
        made = brought_back(parse_shard, left, lambda one: _OUTCOME.dump_json(parsing.parse_shard(one)).decode())
    return [*kept, *(_OUTCOME.validate_json(one) for one in made)]


def brought_back(submitted: Any, parts: Sequence[_Part], here: Callable[[_Part], _Made], *more: Any) -> list[_Made]:
    """What a task makes of each part, wherever it runs; what a worker died over is made `here`.

    Everything that a task makes is kept on disk as it is made, so nothing is made twice.
    """
    futures = [submitted.submit(Whole(part), *more, os.getpid()) for part in parts]
    made = []
    for part, future in zip(parts, futures, strict=True):
        try:
            made.append(future.result())
        except Exception as error:  # each runner has its own for a worker that was killed
            if isinstance(error, TieoutError) and not isinstance(error, KilledError):
                raise
            LOG.warning(
                "a worker brought nothing back (%s: %s); this process does its part", type(error).__name__, error
            )
            made.append(here(part))
    return made
