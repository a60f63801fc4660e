"""Kill -9 at every step: a process that captures, parses, reconciles and publishes is killed, and what it left is held
against what must be true: nothing lost, nothing doubled, nothing half-written, and the next run completes.

The process is forked from one that has everything imported, so that a kill costs a fraction of a second.
"""

import hashlib
import http.server
import multiprocessing
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from checks.registry import checks
from parsers.lib.registry import parsers
from schemas.names import vocabulary
from tests.made import Here
from tieout import codebase, handover, incremental, ledger, limited, parsing, run, steps, told, unchanged
from tieout.capture.attempt import Tools
from tieout.capture.client import Client
from tieout.capture.pacing import Pacing
from tieout.capture.schedule import capture_due
from tieout.sources import sources
from tieout.verify import verify

PAGES = 3
COMPLETE_S = 300.0  # a hang, not a busy machine
SOME_TIME = "some time"
IN_A_ROW = 4  # kills until a run is let come to its end


def page(number: int, version: int) -> bytes:
    """A page whose figures change with its version."""
    fast = 10 + 7 * (number + version)
    rows = "".join(f"<tr><td>ResNet-{n}<td>{fast * n:,}</tr>" for n in range(1, 20))
    text = f"It trains ResNet-50 {fast}x faster than the A100. ResNet-50 training is {fast + 9}x faster than the A100."
    return (
        f"<!doctype html><html><head><title>Page {number}</title></head><body><main><h1>Page {number}</h1><p>{text}</p>"
        f"<table><tr><th>Model<th>Throughput</tr>{rows}</table></main></body></html>"
    ).encode()


def serve(state: Path, ready: Any) -> None:
    """A server of pages in the version that the file `state` names; each with its true ETag."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            number = self.path.strip("/")
            body = page(int(number), int(state.read_text())) if number.isdigit() else b""
            etag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
            same = self.headers.get("If-None-Match") == etag
            self.send_response(404 if not body else 304 if same else 200)
            self.send_header("ETag", etag)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", "0" if same else str(len(body)))
            self.end_headers()
            self.wfile.write(b"" if same else body)

        def log_message(self, *_: Any) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_: Any) -> None:
            """A client that is killed resets its connection."""

    server = Server(("127.0.0.1", 0), Handler)
    ready.send(server.server_port)
    server.serve_forever()


@dataclass
class Ground:
    """A folder with sources, captures, state and results, and the server that it captures from."""

    root: Path
    port: int = 0
    version: int = 0
    kills: dict[str, int] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The sources."""
        return self.root / "raw" / "sources.yml"

    def prepare(self) -> None:
        """Write the sources."""
        entries = [
            f"- {{name: page-{n}, url: 'http://127.0.0.1:{self.port}/{n}', parser: html_post, local: true}}\n"
            for n in range(PAGES)
        ]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("sources:\n" + "".join(entries))
        self.change()

    def change(self) -> None:
        """The pages get other figures."""
        self.version += 1
        (self.root / "version").write_text(str(self.version))

    def stage(self) -> str:
        """Where the run is that began last, by the ledger; "start" before its first stage."""
        every = ledger.entries(self.root / "state")
        return every[-1].stage if every and every[-1].outcome == "running" and every[-1].stage else "start"

    def tell(self, news: Iterable[str]) -> None:
        """Note what is told."""
        with (self.root / "told").open("a") as file:
            file.writelines(f"{one}\n" for one in news)

    def captures(self) -> set[str]:
        """Every capture with its receipt."""
        held = self.path.parent.glob("*/*.html")
        return {str(path.relative_to(self.root)) for path in held if path.with_suffix(".receipt.json").exists()}


@contextmanager
def ground(root: Path) -> Iterator[Ground]:
    """A ground with its server, which lives in a process of its own."""
    warm()
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(root / "version", theirs), daemon=True)
    root.mkdir(parents=True, exist_ok=True)
    (root / "version").write_text("0")
    server.start()
    try:
        made = Ground(root, ours.recv())
        made.prepare()
        yield made
    finally:
        server.terminate()
        server.join()


def warm() -> None:
    """Load here what every fork would load for itself."""
    checks()
    parsers()
    vocabulary()
    codebase.fingerprint()


def cycle(place: Ground) -> None:
    """What a scheduled run does, in this process: each stage by the functions that flows/ calls, in the same order."""
    state, out = place.root / "state", place.root / "out"
    ledger.heal(state)
    with ledger.running(state, "audit") as entry:
        entry.stage("capture")
        capture_all(place, state)
        tell_sources(place, state)
        entry.stage("parse")
        plan = run.plan(place.path, state)
        assert not plan.failures, plan.failures
        handover.keep_parsed(state, plan, [run.parse_shard(shard) for shard in plan.shards])
        entry.stage("reconcile")
        taken = handover.parsed(state)
        paths = (path for one in taken.outcomes for path in one.parsed)
        reconciled = incremental.reconcile_kept(paths, taken.plan.captured_at, state)
        handover.keep_reconciled(state, handover.ReconciledAll(taken, reconciled))
        entry.stage("publish")
        found = handover.reconciled(state)
        result = run.publish(found.parsed.plan, found.parsed.outcomes, found.reconciled, out)
        assert not result.failures, result.failures
        unchanged.keep(found.parsed.plan, found.parsed.outcomes, result, out, state)
        tell_findings(place, result, out)


def capture_all(place: Ground, state: Path) -> None:
    """Every source, due or not."""
    with Client("audit@example.org", state / "hosts", Pacing(delay_s=0.001)) as client:
        tools = Tools(client, Here())  # type: ignore[arg-type]  # children would take a second
        for done in capture_due(sources(place.path), tools):
            assert done.receipt, done.postponed
            assert done.receipt.good, done.receipt.reason


def tell_sources(place: Ground, state: Path) -> None:
    """As flows/telling.py does, into a file."""
    news = told.of_sources(sources(place.path), told.load(state))
    place.tell(f"{one.source}/{one.capture}" for one in news.changed)
    steps.reached("sources told")
    told.keep(state, sources=news.known)


def tell_findings(place: Ground, result: run.RunResult, out: Path) -> None:
    """As flows/telling.py does, into a file."""
    state = place.root / "state"
    place.tell(one.fingerprint for one in told.opened(result.findings, out, told.load(state)))
    steps.reached("findings told")
    told.keep(state, run=result.run_id)


def in_fork(work: Callable[[], None]) -> int:
    """Start work in a forked process; returns its id."""
    child = os.fork()
    if child:
        return child
    code = 1
    for module in (parsing, limited):
        setattr(module, "Children", Here)  # noqa: B010  # a child takes a second to start
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001  # whatever it is, the fork must not go on as a second test run
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def killed_at(place: Ground, number: int) -> str:
    """Have a cycle kill itself at its n-th step. Returns stage and step, "" when it came to its end before."""
    log = place.root / "step"
    log.unlink(missing_ok=True)
    seen = [0]

    def listener(step: str) -> None:
        seen[0] += 1
        if seen[0] == number:
            log.write_text(f"{place.stage()}: {step}")
            os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        steps.listen(listener)
        cycle(place)

    _, status = os.waitpid(in_fork(work), 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the cycle failed by itself"
    return log.read_text() if os.WIFSIGNALED(status) else ""


def killed_after(place: Ground, seconds: float) -> str:
    """Kill a cycle from outside after some time. Returns its stage, or "" when it was done by then."""
    child = in_fork(lambda: cycle(place))
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return f"{place.stage()}: {SOME_TIME}" if os.WIFSIGNALED(status) else ""


def complete(place: Ground) -> float:
    """Run a cycle to its end. Returns its seconds."""
    began = time.monotonic()
    finished(in_fork(lambda: cycle(place)))
    return time.monotonic() - began


def finished(child: int) -> None:
    """Wait for a fork that must come to a good end."""
    ends = time.monotonic() + COMPLETE_S
    while time.monotonic() < ends:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            assert status == 0, "it did not complete after the kill"
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise AssertionError(f"it did not come to its end within {COMPLETE_S:g} s")


def check_clean(place: Ground) -> None:
    """What must be true right after a kill: nothing that is there is wrong."""
    latest = place.root / "out" / "latest"
    if latest.is_symlink():
        assert (latest / "findings.parquet").exists(), "out/latest leads to no whole run"
    checked = verify(sources(place.path), latest if latest.exists() else None)
    assert checked.wrong == (), checked.wrong
    state = place.root / "state"
    assert len(ledger.entries(state)) == len(list((state / "ledger").glob("[0-9]*.json"))), "half an entry"


def check_told(place: Ground) -> None:
    """What must be true after a whole run: the ledger knows every run's end, and nothing that is news was kept back."""
    state = place.root / "state"
    assert {one.outcome for one in ledger.entries(state)} <= {"finished", "killed"}
    assert ledger.entries(state)[-1].outcome == "finished"
    assert not list((state / "ledger").glob("[0-9]*.lock"))
    said = set((place.root / "told").read_text().splitlines())
    newest = {one.name: max(path.name for path in one.directory.glob("*.html")) for one in sources(place.path)}
    assert {f"{source}/{name}" for source, name in newest.items()} <= said, "a change was not told"
    findings = pl.read_parquet(place.root / "out" / "latest" / "findings.parquet", columns=["fingerprint", "state"])
    present = findings.filter(pl.col("state") != "absent")
    assert len(present) > 0
    assert set(present["fingerprint"]) <= said, "a finding was not told"


def check_whole(place: Ground, before: set[str]) -> None:
    """What must be true after the next run: every version once, nothing lost, nothing left over."""
    check_clean(place)
    now = place.captures()
    assert before <= now, before - now
    checked = verify(sources(place.path))
    assert checked.notes == (), checked.notes
    for source in sources(place.path):
        bodies = [path.read_bytes() for path in source.directory.glob("*.html")]
        assert len(bodies) == len(set(bodies)), "a version is there twice"
        assert page(int(source.name[-1]), place.version) in bodies, "the newest version is missing"
    assert not list(place.path.parent.rglob(".tmp-*"))
    assert not list((place.root / "out").glob(".building-*"))
    assert not list((place.root / "out").glob(".replaced-*"))
    check_told(place)


def rounds(
    place: Ground, n_random: int, every: int = 1, tell: Callable[[str], None] = lambda _: None
) -> dict[str, int]:
    """Kill at each `every`-th step of a cycle until it has no more, then `n_random` times at random.

    After each kill what is there is checked; after every few, in a row and none repaired between, the next run must
    complete. Returns kills by step.
    """
    usual = complete(place)
    number, chance = 1, random.Random(20_260_302)  # noqa: S311  # to be the same in every run
    while number > 0:
        step = _killed(place, partial(killed_at, place, number), tell)
        number = number + every if step else 0
    while (
        sum(count for step, count in place.kills.items() if step.endswith(SOME_TIME)) < n_random
    ):  # a run that was done by then was not killed
        _killed(place, lambda: killed_after(place, chance.uniform(0, usual)), tell)
    _completes(place, place.captures())
    return place.kills


def _killed(place: Ground, kill: Callable[[], str], tell: Callable[[str], None]) -> str:
    place.change()
    before = place.captures()
    step = kill()
    if step:
        place.kills[step] = place.kills.get(step, 0) + 1
        tell(step)
    # In forks too: the children that verify starts leave threads here, and a fork of a process with threads may hang.
    finished(in_fork(lambda: check_clean(place)))
    if not step or sum(place.kills.values()) % IN_A_ROW == 0:
        _completes(place, before)
    return step


def _completes(place: Ground, before: set[str]) -> None:
    complete(place)
    finished(in_fork(lambda: check_whole(place, before)))
