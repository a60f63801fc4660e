"""The ledger of runs: which began, in which stage each is, how each ended. It heals itself.

A file a run, `<state>/ledger/<time>-<id>.json`, and beside it a lock that the run holds while it lives. The lock ends
with its process, however that ends: a file that says "running" beside a free lock is of a run that was killed, and
whoever opens the ledger next writes that down. Nothing is started again from here: every stage finds what is done by
content, so the next run takes up what the killed one left.
"""

import fcntl
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from tieout import atomic, steps
from tieout.capture.receipts import iso

How = Literal["running", "finished", "failed", "killed"]
KEPT = 1000  # entries; older ones make way


@dataclass(frozen=True, slots=True)
class Entry:
    """A run. Times are UTC, ISO 8601; `stage` is where it is or where it ended, `external` a scheduler's id of it."""

    name: str
    flow: str
    began: str
    outcome: How = "running"
    stage: str = ""
    ended: str = ""
    note: str = ""
    external: str = ""


_ENTRY = TypeAdapter(Entry)


class Run:
    """A run that is under way; `running` hands it out."""

    def __init__(self, path: Path, entry: Entry) -> None:
        self.path, self.entry = path, entry

    def stage(self, name: str, note: str = "") -> None:
        """Say that the run is in this stage now."""
        self._write(replace(self.entry, stage=name, note=note or self.entry.note))
        steps.reached(f"stage {name}")

    def end(self, outcome: How, note: str = "") -> None:
        """Say how it ended."""
        self._write(replace(self.entry, outcome=outcome, ended=_now(), note=note or self.entry.note))

    def _write(self, entry: Entry) -> None:
        self.entry = entry
        _write(self.path, entry)


@contextmanager
def running(state: Path, flow: str, external: str = "") -> Iterator[Run]:
    """Enter a run into the ledger for as long as the block lasts; what it raises is noted and goes on."""
    directory = state / "ledger"
    with _begun(directory, flow, external) as run:
        try:
            yield run
        except BaseException as error:
            run.end("failed", f"{type(error).__name__}: {error}"[:500])
            raise
        run.end("finished")


def heal(state: Path) -> list[Entry]:
    """Write down which runs were killed. Returns those that were not known to be until now."""
    directory = state / "ledger"
    if not directory.is_dir():
        return []
    with atomic.locked(directory / ".lock"):
        killed = [
            _killed(directory, one) for one in entries(state) if one.outcome == "running" and _dead(directory, one)
        ]
        _tidy(directory, entries(state))
    return killed


def entries(state: Path) -> list[Entry]:
    """Every entry, oldest first. One that cannot be read is passed over: it was never whole, or is of another time."""
    return [entry for path in sorted((state / "ledger").glob("[0-9]*.json")) if (entry := _read(path))]


@contextmanager
def _begun(directory: Path, flow: str, external: str) -> Iterator[Run]:
    now = datetime.now(UTC)
    # To the microsecond: names sort as runs began.
    entry = Entry(f"{now:%Y%m%dT%H%M%S.%fZ}-{secrets.token_hex(4)}", flow, iso(now), external=external)
    lock = _lock(directory, entry)
    with atomic.locked(directory / ".lock"):
        # Both under the ledger's lock: a healer must never see an entry whose lock is not held yet.
        file = lock.open("a")
        fcntl.flock(file, fcntl.LOCK_EX)
        _write(directory / f"{entry.name}.json", entry)
    try:
        yield Run(directory / f"{entry.name}.json", entry)
    finally:
        lock.unlink(missing_ok=True)
        file.close()


def _killed(directory: Path, entry: Entry) -> Entry:
    where = f" in its stage {entry.stage}" if entry.stage else ""
    dead = replace(entry, outcome="killed", ended=_now(), note=f"its process was gone{where}")
    _write(directory / f"{entry.name}.json", dead)
    _lock(directory, entry).unlink(missing_ok=True)
    return dead


def _dead(directory: Path, entry: Entry) -> bool:
    """Whether nobody holds a run's lock."""
    try:
        handle = os.open(_lock(directory, entry), os.O_RDWR)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def _tidy(directory: Path, every: Sequence[Entry]) -> None:
    """Remove what killed runs left beside the entries, and the oldest entries; the ledger's lock is held."""
    atomic.sweep(directory)
    for entry in every[:-KEPT]:
        (directory / f"{entry.name}.json").unlink(missing_ok=True)
    alive = {entry.name for entry in every if entry.outcome == "running"}
    for lock in directory.glob("[0-9]*.lock"):
        if lock.name.removesuffix(".lock") not in alive:
            lock.unlink(missing_ok=True)


def _lock(directory: Path, entry: Entry) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    return directory / f"{entry.name}.lock"


def _write(path: Path, entry: Entry) -> None:
    atomic.write_bytes(path, _ENTRY.dump_json(entry, indent=1) + b"\n")


def _read(path: Path) -> Entry | None:
    try:
        return _ENTRY.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def _now() -> str:
    return iso(datetime.now(UTC))


def shown(every: Iterable[Entry]) -> Iterator[str]:
    """A line a run, for people."""
    for one in every:
        ended = one.ended or "".ljust(20)
        yield f"{one.began}  {ended}  {one.outcome:<9} {one.flow:<10} {one.stage:<10} {one.note}".rstrip()
