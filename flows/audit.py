"""The flow `audit`: capture -> parse in shards -> reconcile -> publish. The work itself is in tieout/run.py.

Runs with no server (Prefect starts one for the run) and, with PREFECT_API_URL set, against a running one.
"""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from pathlib import Path
from typing import Any, TypeVar, cast

from prefect import flow, task
from prefect.artifacts import create_link_artifact, create_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner
from prefect.utilities.annotations import quote
from pydantic import TypeAdapter

from parsers.lib.extract import VERSION
from schemas.errors import TieoutError
from schemas.names import vocabulary
from tieout import run
from tieout.atomic import locked
from tieout.reconcile import Reconciled
from tieout.sources import sources as load_sources

MAX_WORKERS = 2  # each parses in a process pool of its own once its shard is large
RUNNER: TaskRunner[Any] = ThreadPoolTaskRunner(max_workers=MAX_WORKERS)
MAX_ROWS = 500  # of the findings artifact; the tables on disk have all
SOURCES, OUT = Path("raw/sources.yml"), Path("out")
_OUTCOME = TypeAdapter(run.Outcome)
_Value = TypeVar("_Value")


def audit_run(sources: Path = SOURCES, out: Path = OUT, state: Path = quiet.STATE) -> run.RunResult:
    """Run the flow here and now; a second run in the same place waits for the first.

    Raises:
        SourcesError, VocabularyError: the configuration is wrong; said before anything is started.
    """
    load_sources(sources)
    vocabulary()
    # Two servers that start on one new database fail each other's migrations, with tracebacks; the second run waits.
    with locked(quiet.STATE / ".lock"):
        return audit(sources.absolute(), out.absolute(), state.absolute())


def _worth_retrying(_task: object, _task_run: object, state: Any) -> bool:
    # A document or a setting that is wrong stays wrong; disks and processes recover.
    return not isinstance(state.result(raise_on_failure=False), TieoutError)


def _parse_key(_context: object, arguments: dict[str, Any]) -> str:
    # Explicit: a path as input would miss changed content, the task's source a changed helper.
    return f"parse-v{VERSION}-{arguments['shard'].key}"


@task(retries=2, retry_delay_seconds=1, retry_condition_fn=_worth_retrying, cache_policy=NO_CACHE)
def capture(sources: Path, state: Path) -> run.Plan:
    """Every source's newest capture, in shards."""
    return run.plan(sources, state)


@task(
    retries=2,
    retry_delay_seconds=1,
    retry_condition_fn=_worth_retrying,
    persist_result=True,
    result_serializer="json",
    cache_key_fn=_parse_key,
)
def parse(shard: run.Shard) -> str:
    """Parse a shard; paths and failures as JSON, because that is what is kept between runs."""
    return _OUTCOME.dump_json(run.parse_shard(shard)).decode()


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=_worth_retrying, cache_policy=NO_CACHE)
def reconcile(plan: run.Plan, outcomes: list[run.Outcome]) -> Reconciled:
    """Every check over every document."""
    return run.reconcile_all((path for outcome in outcomes for path in outcome.parsed), plan.captured_at)


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=_worth_retrying, cache_policy=NO_CACHE)
def publish(plan: run.Plan, outcomes: list[run.Outcome], reconciled: Reconciled, out: Path) -> run.RunResult:
    """Tables, findings and report, and `out/latest`."""
    return run.publish(plan, outcomes, reconciled, out)


@flow(name="audit", task_runner=RUNNER, persist_result=False)
def audit(sources: Path = SOURCES, out: Path = OUT, state: Path = quiet.STATE) -> run.RunResult:
    """Tie out every source of a sources.yml: results under `out`, caches under `state`."""
    plan = capture(sources, state)
    futures = [_parse(shard, state) for shard in plan.shards]
    outcomes = [_OUTCOME.validate_json(future.result()) for future in futures]
    reconciled = reconcile(_as_is(plan), _as_is(outcomes))
    result = publish(_as_is(plan), _as_is(outcomes), _as_is(reconciled), out)
    _artifacts(result)
    return result


def _parse(shard: run.Shard, state: Path) -> Any:
    # Without refresh, a kept result could point at parsed documents that were deleted since, or repeat a failure.
    here = parse.with_options(result_storage=state / "results", refresh_cache=not shard.complete)
    return here.submit(_as_is(shard))


def _as_is(value: _Value) -> _Value:
    """Without this, Prefect walks through every part of every statement to look for futures in it."""
    return cast("_Value", quote(value))


def _artifacts(result: run.RunResult) -> None:
    rows: list[dict[str, Any]] = [
        {
            "severity": one.severity,
            "check": one.check,
            "finding": one.message,
            "quotes": " | ".join(f"{item.quote} ({item.document})" for item in one.evidence),
            "id": one.finding_id,
        }
        for one in result.findings[:MAX_ROWS]
    ]
    summary = f"Run {result.run_id}: {len(result.findings)} findings, {len(result.failures)} documents not read."
    create_table_artifact(rows, key="findings", description=summary)
    create_link_artifact((result.directory / "report.html").as_uri(), link_text="report.html", key="report")
