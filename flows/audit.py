"""The flow `audit`: capture -> parse in shards -> reconcile -> publish, in one run; each stage is a file beside it.

flows/here.py runs it here and now, with a server of its own where PREFECT_API_URL names none.
"""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

from pathlib import Path

from prefect import flow

from flows import telling
from flows.capture import capture
from flows.parse import RUNNER, parsed, plan
from flows.publish import published
from flows.reconcile import reconciled
from flows.recorded import recorded
from tieout import run, unchanged

SOURCES, OUT, DECISIONS = Path("raw/sources.yml"), Path("out"), Path("decisions")


@flow(name="audit", task_runner=RUNNER, persist_result=False)
def audit(
    sources: Path = SOURCES,
    out: Path = OUT,
    state: Path = quiet.STATE,
    decisions: Path = DECISIONS,
    fetch: bool = False,
    notify: str = "",
) -> run.RunResult:
    """Tie out every source of a sources.yml: results under `out`, caches under `state`, decisions read, not written.

    With `fetch`, what is due is captured first. `notify` names a notification block ("slack-webhook/auditors"), which
    hears of sources that are down and of findings that are new.
    """
    with recorded("audit", state) as entry:
        if fetch:
            entry.stage("capture")
            capture(sources, state, notify=notify)  # a flow of its own inside this one: it takes more threads at once
        entry.stage("parse")
        planned = plan(sources, state)
        outcomes = parsed(planned)
        result = unchanged.unchanged(planned, outcomes, out, state, decisions)
        if result is None:
            entry.stage("reconcile")
            found = reconciled(planned, outcomes, state)
            entry.stage("publish")
            result = published(planned, outcomes, found, out, decisions)
            unchanged.keep(planned, outcomes, result, out, state, decisions)
        telling.show_run(result)
        entry.stage("telling", f"run {result.run_id}")
        telling.tell_findings(result, out, state, notify)
    return result
