"""Events, notifications, artifacts: what people and automations learn of a run. Nothing here decides what is news."""

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from prefect.artifacts import create_link_artifact, create_table_artifact
from prefect.blocks.abstract import NotificationBlock
from prefect.blocks.core import Block
from prefect.events import emit_event
from prefect.settings import get_current_settings

from schemas.finding import Finding
from tieout import handover, told
from tieout.drift import Drift
from tieout.parsing import Outcome
from tieout.planning import Plan
from tieout.result import RunResult
from tieout.sources import Source

LOG = logging.getLogger(__name__)
MAX_ROWS = 500  # of a table artifact; the tables on disk have all
MAX_EVENTS = 50  # of a kind and run: a burst would be dropped by Prefect's server, and nobody would know which


def tell_sources(every: Iterable[Source], state: Path, notify: str) -> None:
    """Say which sources changed (`capture.changed`) and which are failing, stale, gone or back (`source.<state>`).

    `capture.news` is sent once for all changes together, after them: an automation that starts a run wants one of it.
    """
    if not _heard():
        return
    news = told.of_sources(every, told.load(state))
    for change in _some("capture.changed", news.changed):
        payload = {"source": change.source, "capture": change.capture, "previous": change.previous, "url": change.url}
        emit_event("capture.changed", _source(change.source), payload=payload)
    if news.changed:
        count = {"sources": len(news.changed)}
        emit_event("capture.news", {"prefect.resource.id": "tieout.captures"}, payload=count)
    for alert in _some("source", news.alerts):
        payload = {"source": alert.source, "was": alert.was, "since": alert.since, "reason": alert.reason}
        emit_event(f"source.{alert.state}", _source(alert.source), payload=payload)
    _notify(notify, "tieout: sources", [str(alert) for alert in news.alerts])
    told.keep(state, sources=news.known)


def tell_findings(result: RunResult, out: Path, state: Path, notify: str) -> None:
    """Say which findings were opened since a run was last told of (`finding.opened`)."""
    before = told.load(state)
    if before.run == result.run_id or not _heard():
        return
    opened = told.opened(result.findings, out, before)
    for one in _some("finding.opened", opened):
        resource = {
            "prefect.resource.id": f"tieout.finding.{one.fingerprint}",
            "prefect.resource.name": one.check,
            "tieout.severity": one.severity,  # in the resource, so that an automation can ask for it
        }
        payload = {"message": one.message, "run": result.run_id, "documents": sorted(_documents(one))}
        emit_event("finding.opened", resource, payload=payload)
    _notify(notify, f"tieout: {len(opened)} findings opened", [f"{one.severity}: {one.message}" for one in opened])
    told.keep(state, run=result.run_id)


def show_captures(every: Iterable[tuple[str, str, str]]) -> None:
    """A table of source, outcome, and why or what."""
    rows = [{"source": source, "outcome": outcome, "what": what} for source, outcome, what in every]
    create_table_artifact(rows[:MAX_ROWS], key="captures", description=f"{len(rows)} attempts.")


def show_parsed(plan: Plan, outcomes: Sequence[Outcome]) -> None:
    """A table of the documents that could not be read."""
    failures = [*plan.failures, *(failure for outcome in outcomes for failure in outcome.failures)]
    rows = [{"document": one.document, "place": one.place, "reason": one.reason} for one in failures]
    counts = f"{len(plan.jobs)} documents, {plan.n_cached} unchanged, {len(failures)} not read."
    create_table_artifact(rows[:MAX_ROWS], key="not-read", description=counts)


def show_reconciled(found: handover.ReconciledAll) -> None:
    """A table of findings that are not published yet."""
    _findings(found.reconciled.findings, "reconciled", f"{len(found.reconciled.findings)} findings, not published yet.")


def show_run(result: RunResult) -> None:
    """A table of findings, one of what changed, and a link to the report."""
    summary = f"Run {result.run_id}: {len(result.findings)} findings, {len(result.failures)} documents not read."
    _findings(result.findings, "findings", summary)
    if result.drift:
        rows = [_difference(document, one) for document, changes in result.drift.items() for one in changes]
        create_table_artifact(rows[:MAX_ROWS], key="drift", description=f"{len(rows)} changes of claims and rows.")
    create_link_artifact((result.directory / "report.html").as_uri(), link_text="report.html", key="report")


def _findings(findings: Sequence[Finding], key: str, summary: str) -> None:
    rows: list[dict[str, Any]] = [
        {
            "severity": one.severity,
            "check": one.check,
            "finding": one.message,
            "quotes": " | ".join(f"{item.quote} ({item.document})" for item in one.evidence),
            "id": one.finding_id,
        }
        for one in findings[:MAX_ROWS]
    ]
    create_table_artifact(rows, key=key, description=summary)


def _difference(document: str, one: Drift) -> dict[str, Any]:
    return {"document": document, "change": one.change, "about": one.about, "before": one.before, "after": one.after}


def _heard() -> bool:
    """Whether there is a server that outlives this run: on one of its own, events and blocks end with it."""
    return get_current_settings().api.url is not None


def _some(kind: str, news: Sequence[Any]) -> Sequence[Any]:
    if len(news) > MAX_EVENTS:
        LOG.warning("%s: %d events, of which the first %d are sent", kind, len(news), MAX_EVENTS)
    return news[:MAX_EVENTS]


def _notify(block: str, subject: str, lines: Sequence[str]) -> None:
    """Send lines through a notification block, "slack-webhook/auditors" say. That it is out of order stops no run."""
    if not block or not lines:
        return
    more = [f"... and {len(lines) - MAX_EVENTS} more"] if len(lines) > MAX_EVENTS else []
    try:
        loaded = Block.load(block)
        if not isinstance(loaded, NotificationBlock):
            LOG.error("notification: %s is no notification block", block)
            return
        send: Any = loaded.notify  # declared for async callers; called from here it waits until it is sent
        send("\n".join([*lines[:MAX_EVENTS], *more]), subject)
    except Exception:  # each kind of block raises what its service's library raises
        LOG.exception("notification: %s does not work; nobody was told: %s", block, subject)


def _source(name: str) -> dict[str, str]:
    return {"prefect.resource.id": f"tieout.source.{name}", "prefect.resource.name": name}


def _documents(one: Finding) -> set[str]:
    return {item.document for item in one.evidence}
