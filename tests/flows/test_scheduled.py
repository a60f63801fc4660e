"""What a scheduled run does on a server, without waiting for its cron: benchmarks/scheduled.py waits."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site import Site
from tests.site import site as serving

# Prefect leaves sockets and streams for the garbage collector; what it warns of is not ours.
pytestmark = [pytest.mark.flow, pytest.mark.slow, pytest.mark.filterwarnings("default")]

FIRST = "Our system trains ResNet-50 17x faster than the A100."
THEN = "Our system trains ResNet-50 27x faster than the A100."
OTHER = "The system was 2.5x faster than the V100 in BERT-Large inference, by our measure."


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with serving(tmp_path / "site") as found:
        found.write("launch", FIRST)
        found.write("article", OTHER)
        yield found


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Every event that is sent from now on: its name, and the resource that it is about."""
    from prefect.events import emit_event

    from flows import telling

    sent: list[tuple[str, str]] = []

    def record(event: str, resource: dict[str, str], **more: Any) -> None:
        sent.append((event, resource["prefect.resource.id"]))
        real(event, resource, **more)

    real = emit_event
    monkeypatch.setattr(telling, "emit_event", record)
    return sent


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second between requests is for sites of others."""
    from tieout.capture import client, pacing

    def least(delay_s: float = 0.001, **_: Any) -> pacing.Pacing:
        return pacing.Pacing(delay_s)

    monkeypatch.setattr(client, "Pacing", least)


def webhook(site: Site) -> str:
    """A notification block that posts to the site."""
    from prefect.blocks.notifications import CustomWebhookNotificationBlock

    block = CustomWebhookNotificationBlock(
        name="auditors",
        url=site.url("hook"),
        json_data={"subject": "{{subject}}", "text": "{{body}}"},
        headers=None,
        cookies=None,
    )
    block.save("auditors", overwrite=True)
    return "custom-webhook/auditors"


def artifact(key: str) -> Any:
    from prefect.artifacts import Artifact

    return vars(Artifact.get(key))


def test_three_runs_capture_what_changed_and_tell_it_once(
    tmp_path: Path, site: Site, events: list[tuple[str, str]]
) -> None:
    from flows.audit import audit
    from tieout import ledger

    path, block = site.sources(tmp_path / "raw" / "sources.yml", ["launch", "article"]), webhook(site)
    places = {"sources": path, "out": tmp_path / "out", "state": tmp_path / "state", "decisions": tmp_path / "none"}

    first = audit(**places, fetch=True, notify=block)
    assert first.counts["documents"] == 2
    assert sorted(events[:2]) == [
        ("capture.changed", "tieout.source.article"),
        ("capture.changed", "tieout.source.launch"),
    ]
    assert events[2] == ("capture.news", "tieout.captures")
    n_events = len(events)

    second = audit(**places, fetch=True, notify=block)
    assert (second.run_id, second.n_parsed) == (first.run_id, 0)
    assert len(events) == n_events, "nothing changed, and nothing was told"
    assert [status for path, status in site.asked() if path in {"/launch", "/article"}] == [200, 200, 304, 304]

    site.write("launch", THEN)
    third = audit(**places, fetch=True, notify=block)
    assert (third.n_parsed, third.n_cached) == (1, 2)
    assert events[n_events] == ("capture.changed", "tieout.source.launch")
    (changed,) = [one for one in third.findings if one.check == "figure-changed"]
    assert ("finding.opened", f"tieout.finding.{changed.fingerprint}") in events[n_events:]
    (drift,) = json.loads((third.directory / "drift.json").read_bytes())
    assert (drift["before"], drift["after"]) == ("17x", "27x")
    assert json.loads(artifact("drift")["data"])[0]["after"] == "27x"
    assert changed.message in json.loads(site.posted[-1])["text"]
    assert [one.outcome for one in ledger.entries(tmp_path / "state")] == ["finished"] * 6


def test_a_source_that_goes_away_is_told_once_and_stops_nothing(
    tmp_path: Path, site: Site, events: list[tuple[str, str]]
) -> None:
    from flows.capture import capture

    path, block = site.sources(tmp_path / "raw" / "sources.yml", ["launch", "article"]), webhook(site)
    state = tmp_path / "state"
    assert capture(path, state, notify=block) == {"new": 2}
    (site.directory / "article.html").unlink()
    assert capture(path, state, notify=block) == {"unchanged_304": 1, "failed": 1}
    assert capture(path, state, notify=block) == {"unchanged_304": 1, "failed": 1}
    assert [one for one in events if one[0].startswith("source.")] == [("source.failing", "tieout.source.article")]
    (posted,) = site.posted
    assert "article: failing since" in posted
    rows = json.loads(artifact("captures")["data"])
    assert {row["source"]: row["outcome"] for row in rows} == {"launch": "unchanged_304", "article": "failed"}


def test_the_stages_one_by_one_come_to_the_run_of_the_audit(tmp_path: Path, site: Site) -> None:
    from flows.audit import audit
    from flows.capture import capture
    from flows.parse import parse
    from flows.publish import publish
    from flows.reconcile import reconcile

    path, state = site.sources(tmp_path / "raw" / "sources.yml", ["launch", "article"]), tmp_path / "state"
    capture(path, state)
    assert parse(path, state) == 2
    assert reconcile(state) >= 0
    staged = publish(state, tmp_path / "staged", tmp_path / "none")
    whole = audit(path, tmp_path / "whole", tmp_path / "other", tmp_path / "none")
    assert staged.run_id == whole.run_id
    held = [{one.name: one.read_bytes() for one in run.directory.iterdir()} for run in (staged, whole)]
    assert held[0] == held[1]


def test_a_stage_without_the_one_before_says_which(tmp_path: Path) -> None:
    from flows.publish import publish
    from flows.reconcile import reconcile
    from tieout.handover import HandoverError

    with pytest.raises(HandoverError, match="run the flow `parse` first"):
        reconcile(tmp_path)
    with pytest.raises(HandoverError, match="run the flow `reconcile` first"):
        publish(tmp_path, tmp_path / "out", tmp_path / "none")


def test_a_notification_that_does_not_work_stops_no_run(tmp_path: Path, site: Site) -> None:
    from flows.audit import audit

    path = site.sources(tmp_path / "raw" / "sources.yml", ["launch"])
    places = {"sources": path, "out": tmp_path / "out", "state": tmp_path / "state", "decisions": tmp_path / "none"}
    site.write("launch", FIRST, THEN)
    result = audit(**places, fetch=True, notify="slack-webhook/nobody")
    assert result.counts["findings"] > 0


def test_a_run_that_was_killed_is_crashed_on_the_server_too(tmp_path: Path, site: Site) -> None:
    from prefect import get_client
    from prefect.states import Running

    from flows.capture import capture
    from tieout import ledger

    path, state = site.sources(tmp_path / "raw" / "sources.yml", ["launch"]), tmp_path / "state"
    with get_client(sync_client=True) as client:
        dead = client.create_flow_run(capture, state=Running())
        with ledger.running(state, "capture", str(dead.id)) as entry:
            entry.stage("capture")
            # As a killed process leaves it: the entry says "running" and the lock is free.
            held = entry.path.read_bytes()
        entry.path.write_bytes(held)
        capture(path, state)
        found = client.read_flow_run(dead.id).state
    assert found is not None
    assert found.is_crashed()
    assert [one.outcome for one in ledger.entries(state)] == ["killed", "finished"]


def test_a_host_has_one_slot(tmp_path: Path, site: Site) -> None:
    from prefect import get_client
    from prefect.concurrency.sync import concurrency

    from flows import limits
    from flows.capture import capture
    from tieout.capture import web

    capture(site.sources(tmp_path / "raw" / "sources.yml", ["launch"]), tmp_path / "state")
    name = limits.name(web.host(site.url("")))
    with get_client(sync_client=True) as client:
        limit = client.read_global_concurrency_limit_by_name(name)
        assert (limit.limit, limit.active_slots) == (1, 0), "free again after the capture"
        with limits.slot("127.0.0.1"):
            assert client.read_global_concurrency_limit_by_name(name).active_slots == 1
            # A second worker: it sets the limit again, and must not get the slot.
            client.upsert_global_concurrency_limit_by_name(name, 1)
            with pytest.raises(TimeoutError), concurrency(name, timeout_seconds=2):
                pass
