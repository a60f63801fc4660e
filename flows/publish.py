"""The flow `publish`: a run's folder from what `reconcile` left. The work itself is in tieout/run.py and store.py."""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from pathlib import Path

from prefect import flow, task
from prefect.cache_policies import NO_CACHE

from flows import telling
from flows.recorded import recorded
from flows.retries import Whole, worth_retrying
from tieout import handover, run
from tieout.reconcile import Reconciled

OUT, DECISIONS = Path("out"), Path("decisions")


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def publish_run(
    planned: Whole[run.Plan],
    outcomes: Whole[list[run.Outcome]],
    reconciled: Whole[Reconciled],
    out: Path,
    decisions: Path,
) -> run.RunResult:
    """Tables, findings and report, and `out/latest`."""
    return run.publish(planned.value, outcomes.value, reconciled.value, out, decisions)


@flow(name="publish", persist_result=False)
def publish(state: Path = quiet.STATE, out: Path = OUT, decisions: Path = DECISIONS, notify: str = "") -> run.RunResult:
    """Publish what the flow `reconcile` left, and say what is new; `notify` names a block.

    Raises:
        HandoverError: it left nothing.
    """
    with recorded("publish", state) as entry:
        entry.stage("publish")
        found = handover.reconciled(state)
        result = published(found.parsed.plan, list(found.parsed.outcomes), found.reconciled, out, decisions)
        telling.show_run(result)
        entry.stage("telling", f"run {result.run_id}")
        telling.tell_findings(result, out, state, notify)
    return result


def published(
    planned: run.Plan, outcomes: list[run.Outcome], reconciled: Reconciled, out: Path, decisions: Path
) -> run.RunResult:
    """A published run, from within a flow."""
    return publish_run(Whole(planned), Whole(outcomes), Whole(reconciled), out, decisions)
