"""The ledger knows who was killed, and only who was."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tieout import ledger

CODE = """
import sys, time
from pathlib import Path
from tieout import ledger
with ledger.running(Path(sys.argv[1]), "audit", "abc") as run:
    run.stage("parse")
    print("ready", flush=True)
    time.sleep(60)
"""


def started(state: Path, root: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen([sys.executable, "-c", CODE, state], cwd=root, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def test_a_run_that_ends_says_how(tmp_path: Path) -> None:
    with ledger.running(tmp_path, "audit") as run:
        run.stage("parse")
        (seen,) = ledger.entries(tmp_path)
        assert (seen.outcome, seen.stage) == ("running", "parse")
    with pytest.raises(ValueError, match="no such"), ledger.running(tmp_path, "capture"):
        raise ValueError("no such disk")
    by_flow = {one.flow: one for one in ledger.entries(tmp_path)}
    assert by_flow["audit"].outcome == "finished"
    assert (by_flow["capture"].outcome, by_flow["capture"].note) == ("failed", "ValueError: no such disk")
    assert not list((tmp_path / "ledger").glob("[0-9]*.lock"))


def test_a_killed_run_is_found_out_once(tmp_path: Path, root: Path) -> None:
    process = started(tmp_path, root)
    assert ledger.heal(tmp_path) == [], "it lives"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    (dead,) = ledger.heal(tmp_path)
    assert (dead.outcome, dead.stage, dead.external) == ("killed", "parse", "abc")
    assert dead.ended
    assert ledger.heal(tmp_path) == []
    assert ledger.entries(tmp_path) == [dead]


def test_a_run_that_lives_is_left_alone_whatever_else_happens(tmp_path: Path, root: Path) -> None:
    process = started(tmp_path, root)
    try:
        with ledger.running(tmp_path, "capture"):
            assert ledger.heal(tmp_path) == []
        assert sorted(one.outcome for one in ledger.entries(tmp_path)) == ["finished", "running"]
    finally:
        process.kill()
        process.communicate()


def test_a_lock_without_an_entry_and_half_an_entry_are_no_runs(tmp_path: Path) -> None:
    directory = tmp_path / "ledger"
    directory.mkdir()
    (directory / "20260101T000000Z-aa.lock").touch()
    half = directory / ".tmp-1"
    half.write_text('{"name"')
    long_ago = time.time() - 90_000
    os.utime(half, (long_ago, long_ago))
    (directory / "20260101T000000Z-bb.json").write_text("{}")
    assert ledger.heal(tmp_path) == []
    assert sorted(one.name for one in directory.iterdir()) == [".lock", "20260101T000000Z-bb.json"]


def test_the_lock_of_a_run_that_was_killed_at_its_very_end_goes(tmp_path: Path) -> None:
    with ledger.running(tmp_path, "audit") as run:
        lock = run.path.with_suffix(".lock")
        assert lock.exists()
    lock.touch()
    assert ledger.heal(tmp_path) == []
    assert not lock.exists()


def test_the_ledger_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "KEPT", 3)
    for _ in range(5):
        with ledger.running(tmp_path, "audit"):
            pass
    names = [one.name for one in ledger.entries(tmp_path)]
    ledger.heal(tmp_path)
    assert [one.name for one in ledger.entries(tmp_path)] == names[2:]
