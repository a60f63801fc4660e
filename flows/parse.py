"""The flow `parse`: the newest captures, parsed in shards. The work itself is in tieout/run.py."""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from pathlib import Path
from typing import Any

from prefect import flow, task
from prefect.cache_policies import NO_CACHE
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner
from pydantic import TypeAdapter

from flows import telling
from flows.recorded import recorded
from flows.retries import as_is, worth_retrying
from parsers.lib.extract import VERSION
from tieout import handover, run

SOURCES = Path("raw/sources.yml")
MAX_WORKERS = 2  # each parses in a process pool of its own once its shard is large
RUNNER: TaskRunner[Any] = ThreadPoolTaskRunner(max_workers=MAX_WORKERS)
_OUTCOME = TypeAdapter(run.Outcome)


def _parse_key(_context: object, arguments: dict[str, Any]) -> str:
    # Explicit: a path as input would miss changed content, the task's source a changed helper.
    return f"parse-v{VERSION}-{arguments['shard'].key}"


@task(retries=2, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def plan(sources: Path, state: Path) -> run.Plan:
    """Every source's newest capture, in shards."""
    return run.plan(sources, state)


@task(
    retries=2,
    retry_delay_seconds=1,
    retry_condition_fn=worth_retrying,
    persist_result=True,
    result_serializer="json",
    cache_key_fn=_parse_key,
)
def parse_shard(shard: run.Shard) -> str:
    """Parse a shard; paths and failures as JSON, because that is what is kept between runs."""
    return _OUTCOME.dump_json(run.parse_shard(shard)).decode()


@flow(name="parse", task_runner=RUNNER, persist_result=False)
def parse(sources: Path = SOURCES, state: Path = quiet.STATE) -> int:
    """Parse the newest capture of every source, for the flow `reconcile`. Returns the number of documents."""
    with recorded("parse", state) as entry:
        entry.stage("parse")
        planned = plan(sources, state)
        outcomes = parsed(planned, state)
        handover.keep_parsed(state, planned, outcomes)
        telling.show_parsed(planned, outcomes)
    return sum(len(one.parsed) for one in outcomes)


def parsed(planned: run.Plan, state: Path) -> list[run.Outcome]:
    """What came of each shard, from within a flow."""
    futures = [_submit(shard, state) for shard in planned.shards]
    return [_OUTCOME.validate_json(future.result()) for future in futures]


def _submit(shard: run.Shard, state: Path) -> Any:
    # Without refresh, a kept result could point at parsed documents that were deleted since, or repeat a failure.
    here = parse_shard.with_options(result_storage=state / "results", refresh_cache=not shard.complete)
    return here.submit(as_is(shard))
