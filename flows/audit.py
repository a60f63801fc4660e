"""The flow `audit`: capture -> parse in shards -> reconcile -> publish, in one run; each stage is a file beside it.

Runs with no server (Prefect starts one for the run) and, with PREFECT_API_URL set, against a running one.
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
from schemas.names import vocabulary
from tieout import run, unchanged
from tieout.atomic import locked
from tieout.sources import sources as load_sources

SOURCES, OUT, DECISIONS = Path("raw/sources.yml"), Path("out"), Path("decisions")


def audit_run(
    sources: Path = SOURCES, out: Path = OUT, state: Path = quiet.STATE, decisions: Path = DECISIONS
) -> run.RunResult:
    """Run the flow here and now over what was captured; a second run in the same place waits for the first.

    Raises:
        SourcesError, VocabularyError: the configuration is wrong; said before anything is started.
    """
    load_sources(sources)
    vocabulary()
    # Two servers that start on one new database fail each other's migrations, with tracebacks; the second run waits.
    with locked(quiet.STATE / ".lock"):
        return audit(sources.absolute(), out.absolute(), state.absolute(), decisions.absolute())


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
