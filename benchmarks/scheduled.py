"""A scheduled deployment on a real Prefect server, on the loopback: by its cron, three times, against a local site.

    uv run python -m benchmarks.scheduled [--kill] [--screenshots] [--keep FOLDER]

A server, a work pool, the deployment `audit/weekdays` of prefect.yaml with a cron of every minute, and a worker are
started, each in a process of its own. Between the second run and the third one claim of one page changes. With --kill a
later run is killed with its worker, and what the next one makes of that is shown. Takes four minutes; with --kill ten.
Exit code 1 when anything is not as it must be.
"""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen  # noqa: TID251  # asks Prefect's server, no site

import yaml

from tests.site import Site, site
from tieout import ledger

ROOT = Path(__file__).resolve().parent.parent
NAMES = ["launch", "article", "results"]
PATIENCE_S = 900.0
FIRST = "Our system trains ResNet-50 17x faster than the A100."
THEN = "Our system trains ResNet-50 27x faster than the A100."


@dataclass
class Place:
    """A folder with everything that is started here, and where the server answers."""

    root: Path
    port: int
    began: float = field(default_factory=time.monotonic)

    @property
    def state(self) -> Path:
        """The state folder of the runs."""
        return self.root / "state"

    @property
    def environment(self) -> dict[str, str]:
        """What server, worker and commands are started with."""
        api = f"http://127.0.0.1:{self.port}/api"
        own = {
            "PREFECT_HOME": str(self.root / "prefect"),
            "PREFECT_API_URL": api,
            "PREFECT_UI_URL": f"http://127.0.0.1:{self.port}",
            "PREFECT_SERVER_UI_API_URL": api,  # without it the pages ask port 4200 and stay empty
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "30",
            "DO_NOT_TRACK": "1",
            "TIEOUT_CHECKOUT": str(ROOT),
            "TIEOUT_STATE": str(self.state),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        return {**os.environ, **own}

    def say(self, text: str) -> None:
        """A line with the seconds since the start."""
        print(f"{time.monotonic() - self.began:6.0f} s  {text}", flush=True)

    def ask(self, path: str, body: object = None) -> Any:
        """What the server's API answers."""
        data = json.dumps({} if body is None else body).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"http://127.0.0.1:{self.port}/api/{path}", data, headers)
        with urlopen(request, timeout=30) as answer:  # noqa: S310
            return json.load(answer)

    def runs(self) -> list[dict[str, Any]]:
        """The flow runs of the deployment, in the order in which they began."""
        wanted = {"flows": {"name": {"any_": ["audit"]}}, "sort": "START_TIME_ASC"}
        return [one for one in self.ask("flow_runs/filter", wanted) if one["start_time"]]

    def completed(self) -> list[dict[str, Any]]:
        """Those that came to a good end."""
        return [one for one in self.runs() if one["state_type"] == "COMPLETED"]

    def artifacts(self, run: dict[str, Any]) -> dict[str, Any]:
        """The artifacts of a run and of the capture within it, by key."""
        of = [run["id"], *self.within(run)]
        found = self.ask("artifacts/filter", {"artifacts": {"flow_run_id": {"any_": of}}, "sort": "KEY_ASC"})
        return {one["key"]: one for one in found if one["key"]}

    def within(self, run: dict[str, Any]) -> list[str]:
        """The flow runs inside a run."""
        wanted = {"flow_runs": {"parent_flow_run_id": {"any_": [run["id"]]}}}
        return [one["id"] for one in self.ask("flow_runs/filter", wanted)]

    def events(self) -> Counter[str]:
        """Our events by name."""
        names = ["capture.changed", "capture.news", "finding.opened"]
        found = self.ask("events/filter", {"filter": {"event": {"name": names}}, "limit": 50})
        return Counter(one["event"] for one in found["events"])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--kill", action="store_true", help="kill a run and its worker afterwards")
    options.add_argument("--screenshots", action="store_true", help="write docs/images/operate-*.png")
    options.add_argument("--keep", type=Path, help="work in this folder and leave it")
    chosen = options.parse_args()
    with ExitStack() as stack:
        root = chosen.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        root.mkdir(parents=True, exist_ok=True)
        place = Place(root.resolve(), free_port())
        wrong = scheduled(place, stack, chosen.kill, chosen.screenshots)
    for one in wrong:
        print(f"WRONG: {one}")
    print(f"{len(wrong)} not as they must be")
    sys.exit(bool(wrong))


def scheduled(place: Place, stack: ExitStack, kill: bool, screenshots: bool) -> list[str]:
    """Start everything, wait for three runs, and hold what they left against what must be. Returns what is wrong."""
    pages = stack.enter_context(site(place.root / "site"))
    for name in NAMES:
        pages.write(name, FIRST if name == "launch" else f"The {name} says that it is 2.5x faster than the V100.")
    prepare(place, stack, pages)
    worker = stack.enter_context(started(place, "worker", "worker", "start", "--pool", "local"))
    wait(place, "the second capture", lambda: asked(pages, "launch") == 2)
    pages.write("launch", THEN)
    place.say("launch now says 27x")
    wait(place, "three completed runs", lambda: len(place.completed()) >= 3)
    wrong = [*judged(place, pages, place.completed()[:3])]
    if screenshots:
        from benchmarks.scheduled_pictures import pictures

        run = place.completed()[2]
        pictures(place.port, run["id"], place.artifacts(run), ROOT / "docs" / "images")
    return [*wrong, *killed(place, stack, worker)] if kill else wrong


@contextmanager
def served() -> Iterator[str]:
    """A Prefect server on the loopback for as long as this lasts; its address, for PREFECT_API_URL."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder), free_port())
        with _server(place):
            wait(place, "the server", lambda: bool(place.ask("flows/count") is not None))
            yield place.environment["PREFECT_API_URL"]


def _server(place: Place) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return started(place, "server", "server", "start", "--host", "127.0.0.1", "--port", str(place.port))


def prepare(place: Place, stack: ExitStack, pages: Site) -> None:
    """A server, a pool, and the deployment of prefect.yaml with places and a cron of our own."""
    stack.enter_context(_server(place))
    wait(place, "the server", lambda: bool(place.ask("flows/count") is not None))
    content = yaml.safe_load((ROOT / "prefect.yaml").read_text())
    (weekdays,) = [one for one in content["deployments"] if one["name"] == "weekdays"]
    weekdays["schedules"] = [{"cron": "* * * * *", "timezone": "Etc/UTC"}]
    path = pages.sources(place.root / "raw" / "sources.yml", NAMES)
    folders = {"sources": path, "out": place.root / "out", "state": place.state, "decisions": place.root / "decisions"}
    weekdays["parameters"] |= {key: str(value) for key, value in folders.items()}
    file = place.root / "prefect.yaml"
    file.write_text(yaml.safe_dump({**content, "deployments": [weekdays]}))
    command(place, "work-pool", "create", "--type", "process", "local")
    command(place, "--no-prompt", "deploy", "--prefect-file", str(file), "--name", "weekdays")
    place.say("deployed with a cron of every minute")


def judged(place: Place, pages: Site, runs: list[dict[str, Any]]) -> Iterator[str]:
    """What three runs left, printed, and what of it is wrong."""
    for run in runs:
        made = place.artifacts(run)
        captures = Counter(row["outcome"] for row in json.loads(made["captures"]["data"])) if "captures" in made else {}
        place.say(f"{run['name']}: due {run['expected_start_time'][11:19]}, took {run['total_run_time']:.0f} s,")
        place.say(f"  by {'its cron' if run['auto_scheduled'] else 'hand'}; {dict(captures)}; {sorted(made)}")
        if not run["auto_scheduled"]:
            yield f"{run['name']} was not started by the cron"
    answers = Counter(f"{path} {status}" for path, status in pages.asked())
    place.say(f"the site was asked: {dict(sorted(answers.items()))}")
    seen = [captured(place, run) for run in runs]
    wanted = [{"new": 3}, {"unchanged_304": 3}, {"new": 1, "unchanged_304": 2}]
    if seen != wanted:
        yield f"captured {seen} and not {wanted}"
    kept = Counter(path.parent.name for path in (place.root / "raw").glob("*/*.html"))
    if kept != {"launch": 2, "article": 1, "results": 1}:
        yield f"kept {dict(kept)}"
    yield from changed(place, runs[2])


def changed(place: Place, run: dict[str, Any]) -> Iterator[str]:
    """Drift and finding of the third run."""
    made = place.artifacts(run)
    drift = json.loads(made["drift"]["data"]) if "drift" in made else []
    place.say(f"drift: {[(one['document'], one['before'], one['after']) for one in drift]}")
    if [(one["before"], one["after"]) for one in drift] != [("17x", "27x")]:
        yield f"drift is {drift}"
    findings = json.loads(made["findings"]["data"])
    for one in findings:
        place.say(f"finding: {one['severity']} {one['check']}: {one['finding']}")
    if "figure-changed" not in {one["check"] for one in findings}:
        yield "the changed claim is no finding"
    # The server writes events down every few seconds, after their run has ended.
    wait(place, "the finding's event", lambda: place.events()["finding.opened"] > 0)
    events = place.events()
    place.say(f"events: {dict(events)}")
    if events != {"capture.changed": 4, "capture.news": 2, "finding.opened": len(findings)}:
        yield f"events are {dict(events)}"


def killed(place: Place, stack: ExitStack, worker: "subprocess.Popen[bytes]") -> Iterator[str]:
    """Kill a run with its worker in the middle; start a worker again and wait for the next run to put it right."""
    wait(place, "a run in the middle", lambda: under_way(place))
    # The run is in a group of its own, and would end by itself when its worker is gone: the lost machine takes both.
    for pid in [worker.pid, *descendants(worker.pid)]:
        os.kill(pid, signal.SIGKILL)
    worker.wait()
    dead = next(one for one in reversed(ledger.entries(place.state)) if one.outcome == "running")
    place.say(f"killed the worker and its run, in the stage {dead.stage}")
    n_before = len(place.completed())
    stack.enter_context(started(place, "worker-2", "worker", "start", "--pool", "local"))
    wait(place, "the next completed run", lambda: len(place.completed()) > n_before)
    outcomes = {one.name: one for one in ledger.entries(place.state)}
    place.say(f"the ledger says: {outcomes[dead.name].outcome}, {outcomes[dead.name].note}")
    if outcomes[dead.name].outcome != "killed":
        yield f"the ledger says {outcomes[dead.name].outcome} of a killed run"
    states = {one["id"]: one["state_type"] for one in place.runs()}
    gone = [state for state in states.values() if state == "CRASHED"]
    place.say(f"runs on the server: {dict(Counter(states.values()))}")
    if not gone:
        yield "the server has no crashed run"


def descendants(pid: int) -> list[int]:
    """Every process that a process started, and theirs."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [pid]
    for parent in found:
        found += [child for child, of in parents if of == parent]
    return found[1:]


def under_way(place: Place) -> bool:
    """Whether a run is past its capture right now, by the ledger."""
    return any(one.outcome == "running" and one.stage == "parse" for one in ledger.entries(place.state))


def captured(place: Place, run: dict[str, Any]) -> dict[str, int]:
    """Attempts of a run by outcome, from its artifact."""
    made = place.artifacts(run)
    return dict(Counter(row["outcome"] for row in json.loads(made["captures"]["data"]))) if "captures" in made else {}


def asked(pages: Site, name: str) -> int:
    """How often a page was asked for."""
    return sum(path == f"/{name}" for path, _ in pages.asked())


def command(place: Place, *words: str) -> None:
    """A prefect command; its output only when it fails."""
    done = subprocess.run(["prefect", *words], cwd=ROOT, env=place.environment, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"prefect {' '.join(words)}: {done.stdout.decode()}{done.stderr.decode()}")


@contextmanager
def started(place: Place, name: str, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A prefect process with children in a group of its own, killed at the end; what it says is in NAME.log."""
    with (place.root / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            ["prefect", *words], cwd=ROOT, env=place.environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def wait(place: Place, what: str, until: Callable[[], bool]) -> None:
    """Look once a second until something is so."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        try:
            if until():
                place.say(f"{what}: there")
                return
        except OSError:
            pass  # the server is not up yet
        time.sleep(0.2 if "middle" in what else 1)
    sys.exit(f"{what}: not within {PATIENCE_S:g} s; see the logs in {place.root}")


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


if __name__ == "__main__":
    main()
