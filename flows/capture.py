"""The flow `capture`: fetch what is due, a task a host. The work itself is in tieout/capture/."""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prefect import flow, task
from prefect.cache_policies import NO_CACHE
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows import telling
from flows.limits import slot
from flows.recorded import recorded
from flows.retries import Whole, worth_retrying
from schemas.errors import SourcesError
from tieout.capture import web
from tieout.capture.attempt import Tools
from tieout.capture.record import Attempt
from tieout.capture.schedule import HOSTS_AT_ONCE, capture_source, due, equipped
from tieout.sources import Source, Sources, load

SOURCES = Path("raw/sources.yml")
RUNNER: TaskRunner[Any] = ThreadPoolTaskRunner(max_workers=HOSTS_AT_ONCE)


@task(
    task_run_name="{host}",
    retries=2,
    retry_delay_seconds=2,
    retry_condition_fn=worth_retrying,
    cache_policy=NO_CACHE,
)
def capture_host(host: str, some: Whole[Sequence[Source]], tools: Whole[Tools], full: bool) -> list[Attempt]:
    """The sources of one host, one after the other. Retried when the disk is in the way: sites are retried below."""
    with slot(host):
        return [one for source in some.value for one in capture_source(source, tools.value, full=full)]


@flow(name="capture", task_runner=RUNNER, persist_result=False)
def capture(
    sources: Path = SOURCES, state: Path = quiet.STATE, force: bool = False, full: bool = False, notify: str = ""
) -> dict[str, int]:
    """Fetch what is due, everything with `force`; `notify` names a block. Returns the number of attempts by outcome."""
    with recorded("capture", state) as run:
        run.stage("capture")
        done = captured(sources, state, force=force, full=full)
        run.stage("telling")
        telling.tell_sources((one.source for one in done), state, notify)
    return counts(done)


def captured(sources: Path, state: Path, *, force: bool = False, full: bool = False) -> list[Attempt]:
    """Every attempt, from within a flow.

    Raises:
        SourcesError: the sources are wrong, or name nobody whom a site's owner can write to.
    """
    loaded = load(sources)
    todo = _todo(loaded, force)
    if not todo:
        return []
    if not loaded.contact:
        raise SourcesError(f"{sources}: contact: say whom a site's owner can write to before anything is fetched")
    with equipped(loaded.contact, state) as tools:
        futures = [capture_host.submit(host, Whole(some), Whole(tools), full) for host, some in _hosts(todo).items()]
        done = [one for future in futures for one in future.result()]
    telling.show_captures((one.source.name, one.outcome, one.reason or one.capture) for one in done)
    return done


def counts(done: Sequence[Attempt]) -> dict[str, int]:
    """Attempts by outcome."""
    found: dict[str, int] = defaultdict(int)
    for one in done:
        found[one.outcome] += 1
    return dict(found)


def _todo(loaded: Sources, force: bool) -> list[Source]:
    fetched = [one for one in loaded.entries if not one.manual]
    return fetched if force else list(due(fetched, datetime.now(UTC)))


def _hosts(todo: Sequence[Source]) -> dict[str, list[Source]]:
    by_host: dict[str, list[Source]] = defaultdict(list)
    for source in todo:
        by_host[web.host(source.url)].append(source)
    return by_host
