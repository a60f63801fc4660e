"""What the review page works on: the newest run's desk, and the decisions on disk as they are right now.

Both are read again when they change: a run may finish, or another reviewer decide, while the page is open. Decision
files never change once written, so each is read once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock

import polars as pl

from tieout import desk as desks
from tieout.decisions import files, ladder
from tieout.decisions.model import Decision, Thread, threads
from tieout.report.overview import Overview, overview
from tieout.report.page import keys
from tieout.report.view import Desk, Item
from tieout.rows import Tables
from tieout.store import LATEST

TABLES = ("documents", "claims", "measurements", "findings", "rejected")


@dataclass(frozen=True)
class Run:
    """A published run, its tables read when somebody looks at them."""

    directory: Path
    desk: Desk

    @cached_property
    def items(self) -> dict[str, Item]:
        """By what the permalink says."""
        return dict(keys(self.desk.items))

    @cached_property
    def tables(self) -> Tables:
        """The tables of the run."""
        return Tables(**{name: pl.read_parquet(self.directory / f"{name}.parquet") for name in TABLES})

    @cached_property
    def overview(self) -> Overview:
        """The plots."""
        return overview(self.desk, self.tables)


@dataclass(frozen=True, slots=True)
class Now:
    """A run and what was decided on it, at one moment; `version` changes with any of the two."""

    run: Run
    threads: Mapping[str, Thread]
    applied: ladder.Applied
    version: str


class Room:
    """The folders behind the page."""

    def __init__(self, out: Path, decisions: Path) -> None:
        self.out, self.decisions = out, decisions
        self._lock = Lock()  # handlers run in threads
        self._run: Run | None = None
        self._known: dict[str, Decision] = {}
        self._now: Now | None = None

    def now(self) -> Now:
        """The newest run and all decisions.

        Raises:
            DeskError: there is no run. DecisionError: a decision file is malformed.
        """
        with self._lock:
            run, names = self._newest(), self._read()
            version = f"{run.desk.run_id}-{len(names)}-{hash(names) & 0xFFFFFFFF:08x}"
            if self._now is None or self._now.version != version:
                every = threads(self._known.values())
                findings = [one.finding for one in run.desk.items]
                today = desks.read_of(run.desk, files.now()[:10])
                self._now = Now(run, every, ladder.apply(every, findings, today), version)
            return self._now

    def _newest(self) -> Run:
        directory = (self.out / LATEST).resolve()
        if self._run is None or self._run.directory != directory:
            self._run = Run(directory, desks.load(directory))
        return self._run

    def _read(self) -> tuple[str, ...]:
        paths = {path.name: path for path in self.decisions.glob(f"*{files.ENDING}") if not path.name.startswith(".")}
        for name in paths.keys() - self._known.keys():
            self._known[name] = files.parse(paths[name])
        for name in self._known.keys() - paths.keys():  # taken out by hand, or by git
            del self._known[name]
        return tuple(sorted(paths))
