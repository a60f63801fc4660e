"""The flow `reconcile`: every check over what `parse` left. The work itself is in tieout/reconcile.py."""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from prefect import flow, task
from prefect.cache_policies import NO_CACHE

from flows import telling
from flows.parse import RUNNER, brought_back, settle
from flows.recorded import recorded
from flows.retries import Whole, worth_retrying
from tieout import comparing, handover, incremental, judged, parsing, parts, planning
from tieout.reconcile import Reconciled

A_TASK = 8 * planning.SHARD_SIZE  # documents: judging one takes a twentieth of parsing it


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def judge_shard(paths: Whole[tuple[Path, ...]], state: Path, home: int) -> int:
    """The checks that look at one document, over each of these; what they say is kept. `home` is the flow's process."""
    settle(home)
    return judged.judge_shard(paths.value, state)


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def split_shard(paths: Whole[tuple[Path, ...]], count: int, state: Path, home: int) -> Path:
    """The statements of these documents in `count` buckets by workload; where they are is returned."""
    settle(home)
    with parsing.children(len(paths.value)) as children:
        return children.call(parts.split, paths.value, count, comparing.pieces(state))


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def compare_part(part: Whole[parts.Part], of: Whole[comparing.Cut], state: Path, home: int) -> Path:
    """The checks that look at a source, a workload or everything, over a part; where what they say is kept."""
    settle(home)
    return comparing.compare(part.value, of.value, state)


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def reconcile_all(
    planned: Whole[planning.Plan],
    outcomes: Whole[Sequence[parsing.Outcome]],
    compared: Whole[incremental.Compared | None],
    state: Path,
) -> Reconciled:
    """Every check over every document, from what is kept."""
    return incremental.reconcile_kept(_paths(outcomes.value), planned.value.captured_at, state, compared.value)


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


def reconciled(planned: planning.Plan, outcomes: Sequence[parsing.Outcome], state: Path) -> Reconciled:
    """What every check says, from within a flow; each document is judged by itself first, in shards."""
    compared = None
    if not incremental.known(_paths(outcomes), planned.captured_at, state):
        left = judged.left(_current(planned, outcomes), state)
        with parsing.shared_children(len(left)):
            brought_back(judge_shard, _shards(left), lambda one: judged.judge_shard(one, state), state)
        compared = _compared(list(_paths(outcomes)), planned.captured_at, state)
    return reconcile_all(Whole(planned), Whole(outcomes), Whole(compared), state)


def _compared(paths: list[Path], captured_at: Mapping[str, str], state: Path) -> incremental.Compared | None:
    """What the other checks say, part by part; None of a corpus so small that one task looks at all of it."""
    count = parts.wanted(paths)
    if count == 1:
        return None
    folder = comparing.pieces(state)
    with parsing.shared_children(len(paths)):
        split = brought_back(split_shard, _shards(paths), lambda one: parts.split(one, count, folder), count, state)
    cut = comparing.cut([parts.load(one) for one in split], count, captured_at)
    if cut is None:
        return None
    return cut, brought_back(compare_part, cut.parts, lambda one: comparing.compare(one, cut, state), Whole(cut), state)


def _shards(paths: Sequence[Path]) -> list[tuple[Path, ...]]:
    return [tuple(paths[first : first + A_TASK]) for first in range(0, len(paths), A_TASK)]


def _current(planned: planning.Plan, outcomes: Sequence[parsing.Outcome]) -> list[Path]:
    """Without captures that newer ones have replaced: what those say by themselves, nobody asks."""
    earlier = {job.parsed for job in planned.jobs if job.earlier}
    return [path for path in _paths(outcomes) if path not in earlier]


def _paths(outcomes: Sequence[parsing.Outcome]) -> Iterator[Path]:
    return (path for outcome in outcomes for path in outcome.parsed)
