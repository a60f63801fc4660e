"""A run's tables -> a release: held against the last one, written aside, renamed, and named by `versions.json` last.

Whoever reads `versions.json` finds complete releases only, whatever kills the process in between. Two releases at once
follow one another: they hold a lock on the folder, and the second one sees what the first published.
"""

import json
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

import polars as pl

from schemas.tables import CONTRACTS, validate
from tieout import atomic
from tieout.release import versions
from tieout.release.changes import Changes, diff
from tieout.release.gate import Line, judge
from tieout.release.settings import Settings
from tieout.release.shape import GROWTH, RENAMED, Change, Growth, Published, compare, shapes, with_aliases
from tieout.release.verify import SUMS, file_sha256
from tieout.release.versions import FIRST, POINTER, Entry, ReleaseError, TableEntry, Version, Versions
from tieout.release.write import Content, write
from tieout.store import SUMMARY

ASIDE = ".building-"


@dataclass(frozen=True, slots=True)
class Accepted:
    """That a person lets numbers beyond their bounds pass: why, and who."""

    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: `published` is None when the gate refused, or when nothing changed (`refused` is empty)."""

    published: Entry | None
    directory: Path | None
    lines: tuple[Line, ...]
    changes: Changes

    @property
    def refused(self) -> tuple[Line, ...]:
        """The numbers that kept it from being published."""
        return () if self.published else tuple(line for line in self.lines if not line.passes)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A release before it has a version."""

    frames: Mapping[str, pl.DataFrame]
    columns: Mapping[str, Change]
    changes: Changes
    lines: tuple[Line, ...]
    summary: Mapping[str, Any]  # the run's run.json


def release(run: Path, root: Path, settings: Settings, *, now: str, accepted: Accepted | None = None) -> Outcome:
    """Publish a run's folder into `root`, at `now` (UTC, ISO 8601); nothing when it is what the newest release holds.

    Raises:
        ReleaseError: there is no such run, or `root` lost its pointer.
        ContractError: the run's tables were written under another contract.
    """
    tables, summary = _read_run(run.resolve())
    root.mkdir(parents=True, exist_ok=True)
    with atomic.locked(root / ".lock"):
        published = _recover(root)
        draft = _draft(tables, summary, root, published.newest, settings)
        if all(_growth(draft, name) == "none" for name in tables):
            return Outcome(None, None, (), draft.changes)
        if not accepted and not all(line.passes for line in draft.lines):
            return Outcome(None, None, draft.lines, draft.changes)
        entry = _publish(root, published, _content(draft, published, settings, now, accepted))
        return Outcome(entry, root / entry.version, draft.lines, draft.changes)


def _read_run(run: Path) -> tuple[dict[str, pl.DataFrame], dict[str, Any]]:
    try:
        summary = json.loads((run / SUMMARY).read_bytes())
        tables = {name: validate(name, pl.read_parquet(run / f"{name}.parquet")) for name in CONTRACTS}
    except (OSError, ValueError, pl.exceptions.PolarsError) as error:
        raise ReleaseError(f"{run}: is no folder of a run ({error}); `tieout run` writes one") from error
    return tables, summary


def released(root: Path, entry: Entry) -> dict[str, pl.DataFrame]:
    """The tables of a release. Raises ReleaseError when a file is gone."""
    try:
        return {name: pl.read_parquet(root / entry.version / f"{name}.parquet") for name in entry.tables}
    except (OSError, pl.exceptions.PolarsError) as error:
        raise ReleaseError(f"{root / entry.version}: cannot be read: {error}") from error


def _recover(root: Path) -> Versions:
    """Put right what a killed release left; nobody else writes here while the lock is held."""
    _sweep(root)
    if not (root / POINTER).exists():
        if any((folder / SUMS).exists() for folder in root.iterdir() if folder.is_dir()):
            # To begin at 1.0.0 again would overwrite what somebody may have loaded under that name.
            raise ReleaseError(f"{root}: holds releases, but {POINTER} is gone; put it back before the next release")
        atomic.write_bytes(root / POINTER, Versions().dumps())
    return versions.load(root)


def _sweep(root: Path) -> None:
    for aside in root.glob(f"{ASIDE}*"):
        shutil.rmtree(aside)
    atomic.sweep(root, older_than_s=0)


def _draft(
    tables: Mapping[str, pl.DataFrame], summary: Mapping[str, Any], root: Path, newest: Entry | None, settings: Settings
) -> _Draft:
    every = shapes()
    before = released(root, newest) if newest else None
    columns = {
        name: compare(columns_of(root / newest.version, name), every[name], RENAMED.get(name, {}))
        if newest and name in newest.tables
        else Change("minor")
        for name in tables
    }
    frames = {name: with_aliases(frame, columns[name].aliases) for name, frame in tables.items()}
    return _Draft(frames, columns, diff(before or {}, frames, every), judge(before, tables, settings.gate), summary)


def columns_of(folder: Path, table: str) -> tuple[Published, ...]:
    """The columns of a released table, from its Table Schema. Raises ReleaseError when that is unreadable."""
    path = folder / f"{table}.tableschema.json"
    try:
        fields = json.loads(path.read_bytes())["fields"]
        return tuple(Published(one["name"], one["type"], one.get("tieout:aliasOf", "")) for one in fields)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReleaseError(f"{path}: cannot be read: {error}") from error


def _content(draft: _Draft, published: Versions, settings: Settings, now: str, accepted: Accepted | None) -> Content:
    every, newest = shapes(), published.newest
    growths: dict[str, Growth] = {name: _growth(draft, name) for name in draft.frames}
    largest: Growth = max(growths.values(), key=GROWTH.index)
    version = Version.of(newest.version).grown(largest) if newest else FIRST
    tables = {name: str(_grown(newest, name, growth)) for name, growth in growths.items()}
    beyond = [line.measure for line in draft.lines if not line.passes]
    override = {**asdict(accepted), "at": now, "measures": beyond} if accepted and beyond else {}
    with_old_names = {
        name: replace(shape, columns=(*shape.columns, *draft.columns[name].aliases)) for name, shape in every.items()
    }
    return Content(
        version=str(version),
        tool=installed("tieout"),
        published_at=now,
        about=settings.package,
        frames=draft.frames,
        shapes=with_old_names,
        versions=tables,
        columns=draft.columns,
        changes=draft.changes,
        previous=newest.version if newest else "",
        record=_record(draft, newest, tables, override, now),
    )


def _growth(draft: _Draft, table: str) -> Growth:
    columns = draft.columns[table].growth
    return "patch" if columns == "none" and draft.changes.touches(table) else columns


def _grown(newest: Entry | None, table: str, growth: Growth) -> Version:
    return Version.of(newest.tables[table].version).grown(growth) if newest and table in newest.tables else FIRST


def _record(
    draft: _Draft, newest: Entry | None, tables: Mapping[str, str], override: Mapping[str, Any], now: str
) -> dict[str, Any]:
    """How the release came about, for release.json."""
    return {
        "published_at": now,
        "previous": newest.version if newest else None,
        "run": {name: draft.summary.get(name) for name in ("run_id", "inputs", "tieout", "captures", "failures")},
        "tables": {
            name: {"version": tables[name], "rows": frame.height, "columns": list(draft.columns[name].notes)}
            for name, frame in draft.frames.items()
        },
        "gate": [{**asdict(line), "passes": line.passes} for line in draft.lines],
        "override": override or None,
    }


def _publish(root: Path, published: Versions, content: Content) -> Entry:
    building, target = root / f"{ASIDE}{secrets.token_hex(8)}", root / content.version
    building.mkdir()
    write(content, building)
    if target.exists():  # a release that was killed before the pointer named it
        target.rename(root / f"{ASIDE}{secrets.token_hex(8)}")
    building.rename(target)
    atomic.sync_directory(root)
    tables = {name: TableEntry(content.versions[name], frame.height) for name, frame in content.frames.items()}
    run_id = str(content.record["run"]["run_id"])
    override = content.record["override"] or {}
    entry = Entry(content.version, content.published_at, run_id, file_sha256(target / SUMS), tables, override)
    atomic.write_bytes(root / POINTER, Versions((*published.releases, entry)).dumps())
    _sweep(root)
    return entry
