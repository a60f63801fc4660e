"""prefect.yaml and automations.yaml say what the flows take and send."""

import inspect
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

pytestmark = [pytest.mark.flow, pytest.mark.filterwarnings("default")]


SYSTEMD = shutil.which("systemd-analyze") or ""


def deployments(root: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((root / "prefect.yaml").read_text())["deployments"]
    return found


def test_every_stage_has_a_deployment_with_a_schedule_or_a_trigger(root: Path) -> None:
    stages = {one["entrypoint"].split(".")[1] for one in deployments(root)}
    assert stages == {"audit", "capture", "parse", "reconcile", "publish"}
    for one in deployments(root):
        schedules, triggers = one.get("schedules", []), one.get("triggers", [])
        assert schedules or triggers, one["name"]
        assert all(len(schedule["cron"].split()) == 5 and schedule["timezone"] for schedule in schedules)
        assert one["concurrency_limit"]["limit"] == 1


def test_deployments_name_flows_by_module_and_parameters_that_they_take(root: Path) -> None:
    from prefect.flows import load_flow_from_entrypoint

    for one in deployments(root):
        flow: Any = load_flow_from_entrypoint(one["entrypoint"])
        assert one["entrypoint"] == f"flows.{flow.name}.{flow.name}"
        assert set(one["parameters"]) <= set(inspect.signature(flow.fn).parameters), one["name"]
        assert flow.validate_parameters(one["parameters"])


def test_only_one_kind_of_schedule_is_active(root: Path) -> None:
    active = [one["name"] for one in deployments(root) for each in one.get("schedules", []) if each.get("active", True)]
    assert active == ["weekdays"]


def test_triggers_expect_events_that_are_sent(root: Path) -> None:
    from prefect.events.schemas.deployment_triggers import DeploymentEventTrigger

    triggers = [trigger for one in deployments(root) for trigger in one.get("triggers", [])]
    assert triggers
    for trigger in triggers:
        assert DeploymentEventTrigger.model_validate(trigger).expect <= sent(root)


def test_automations_are_valid_and_expect_events_that_are_sent(root: Path) -> None:
    from prefect.events.schemas.automations import AutomationCore

    automations = yaml.safe_load((root / "automations.yaml").read_text())["automations"]
    assert len(automations) >= 3
    for one in automations:
        AutomationCore.model_validate(one)
        expected = {event for event in one["trigger"]["expect"] if not event.startswith("prefect.")}
        assert expected <= sent(root), one["name"]


def test_services_mount_volumes_that_are_declared_and_the_image_says_what_to_keep(root: Path) -> None:
    compose = yaml.safe_load((root / "deploy" / "compose.yaml").read_text())
    mounted = [one for service in compose["services"].values() for one in service.get("volumes", [])]
    assert {one.partition(":")[0] for one in mounted} == set(compose["volumes"])
    kept = json.loads(re.findall(r"^VOLUME (.+)$", (root / "deploy" / "Containerfile").read_text(), re.MULTILINE)[0])
    worker = [one.partition(":")[2] for one in compose["services"]["worker"]["volumes"]]
    assert sorted(worker) == sorted(kept)


@pytest.mark.skipif(not SYSTEMD, reason="needs systemd")
@pytest.mark.parametrize("unit", ["tieout.service", "tieout.timer", "tieout-server.service", "tieout-worker.service"])
def test_systemd_takes_the_units(root: Path, unit: str) -> None:
    path = root / "deploy" / "systemd" / unit
    said = subprocess.run([SYSTEMD, "verify", path], capture_output=True, text=True, check=False).stderr
    lines = [one for one in said.splitlines() if one.startswith(str(path)) or f"{unit}:" in one]
    assert [one for one in lines if "is not executable" not in one] == []


def sent(root: Path) -> set[str]:
    """The names of the events in flows/, those of states written out."""
    text = (root / "flows" / "telling.py").read_text()
    names = set(re.findall(r'emit_event\(f?"([^"]+)"', text))
    assert "source.{alert.state}" in names
    return (names - {"source.{alert.state}"}) | {f"source.{one}" for one in ("healthy", "failing", "stale", "gone")}
