"""The flow `reconcile`: every check over what `parse` left. The work itself is in tieout/reconcile.py."""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from pathlib import Path

from prefect import flow, task
from prefect.cache_policies import NO_CACHE

from flows import telling
from flows.recorded import recorded
from flows.retries import as_is, worth_retrying
from tieout import handover, run
from tieout.reconcile import Reconciled


@task(retries=1, retry_delay_seconds=1, retry_condition_fn=worth_retrying, cache_policy=NO_CACHE)
def reconcile_all(planned: run.Plan, outcomes: list[run.Outcome]) -> Reconciled:
    """Every check over every document."""
    return run.reconcile_all((path for outcome in outcomes for path in outcome.parsed), planned.captured_at)


@flow(name="reconcile", persist_result=False)
def reconcile(state: Path = quiet.STATE) -> int:
    """Tie out what the flow `parse` left, for the flow `publish`. Returns the number of findings.

    Raises:
        HandoverError: it left nothing.
    """
    with recorded("reconcile", state) as entry:
        entry.stage("reconcile")
        taken = handover.parsed(state)
        found = handover.ReconciledAll(taken, reconcile_all(as_is(taken.plan), as_is(list(taken.outcomes))))
        handover.keep_reconciled(state, found)
        telling.show_reconciled(found)
    return len(found.reconciled.findings)
