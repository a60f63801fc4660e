"""The flow `reconcile`: every check over what `parse` left. The work itself is in tieout/reconcile.py."""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from collections.abc import Iterator, Sequence
from pathlib import Path

from prefect import flow, task
from prefect.cache_policies import NO_CACHE

from flows import telling
from flows.parse import RUNNER, brought_back, settle
from flows.recorded import recorded
from flows.retries import as_is, worth_retrying
from tieout import handover, incremental, judged, parsing, run
from tieout.reconcile import Reconciled

A_TASK = 8 * run.SHARD_SIZE  # documents: judging one takes a twentieth of parsing it


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def judge_shard(paths: tuple[Path, ...], state: Path, home: int) -> int:
    """The checks that look at one document, over each of these; what they say is kept. `home` is the flow's process."""
    settle(home)
    return judged.judge_shard(paths, state)


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def reconcile_all(planned: run.Plan, outcomes: list[run.Outcome], state: Path) -> Reconciled:
    """Every check over every document, from what is kept."""
    return incremental.reconcile_kept(_paths(outcomes), planned.captured_at, state)


@flow(name="reconcile", task_runner=RUNNER, persist_result=False)
def reconcile(state: Path = quiet.STATE) -> int:
    """Tie out what the flow `parse` left, for the flow `publish`. Returns the number of findings.

    Raises:
        HandoverError: it left nothing.
    """
    with recorded("reconcile", state) as entry:
        entry.stage("reconcile")
        taken = handover.parsed(state)
        found = handover.ReconciledAll(taken, reconciled(taken.plan, taken.outcomes, state))
        handover.keep_reconciled(state, found)
        telling.show_reconciled(found)
    return len(found.reconciled.findings)


def reconciled(planned: run.Plan, outcomes: Sequence[run.Outcome], state: Path) -> Reconciled:
    """What every check says, from within a flow; each document is judged by itself first, in shards."""
    left = judged.left(_current(planned, outcomes), state)
    shards = [tuple(left[first : first + A_TASK]) for first in range(0, len(left), A_TASK)]
    with parsing.shared_children(len(left)):
        brought_back(judge_shard, shards, lambda one: judged.judge_shard(one, state), state)
    return reconcile_all(as_is(planned), as_is(list(outcomes)), state)


def _current(planned: run.Plan, outcomes: Sequence[run.Outcome]) -> list[Path]:
    """Without captures that newer ones have replaced: what those say by themselves, nobody asks."""
    earlier = {job.parsed for job in planned.jobs if job.earlier}
    return [path for path in _paths(outcomes) if path not in earlier]


def _paths(outcomes: Sequence[run.Outcome]) -> Iterator[Path]:
    return (path for outcome in outcomes for path in outcome.parsed)
