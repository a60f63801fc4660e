"""What is news since somebody was last told: sources that changed, sources that went down or came back, findings.

`<state>/told.json` says what was told. It is compared with receipts and runs and not with what one run did, so that
news of a run which was killed before it could tell is told after the next look at the source, or by the next run. Told
twice is possible (a kill between telling and writing it down), never told is not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl
from pydantic import TypeAdapter, ValidationError

from schemas.finding import Finding
from tieout import atomic
from tieout.capture.files import files_of
from tieout.capture.past import past
from tieout.capture.receipts import State
from tieout.capture.states import Alert, alert
from tieout.sources import Source

FILE = "told.json"


@dataclass(frozen=True, slots=True)
class Known:
    """What was told of a source: the capture that it showed, and its state."""

    capture: str = ""
    state: State = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told: of each source, and the run whose findings are known."""

    run: str = ""
    sources: Mapping[str, Known] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """A source that shows something else: its capture, and the one that was known ("" for none)."""

    source: str
    capture: str
    previous: str
    url: str


@dataclass(frozen=True, slots=True)
class News:
    """News of sources, and what is known once they are told."""

    changed: tuple[Changed, ...]
    alerts: tuple[Alert, ...]
    known: Mapping[str, Known]


_TOLD = TypeAdapter(Told)


def load(state: Path) -> Told:
    """What was told; nothing when the file is gone or unreadable: then everything is news."""
    try:
        return _TOLD.validate_json((state / FILE).read_bytes())
    except (OSError, ValidationError):
        return Told()


def of_sources(every: Iterable[Source], told: Told) -> News:
    """What is news of these sources."""
    changed: list[Changed] = []
    alerts: list[Alert] = []
    known: dict[str, Known] = {}
    for source in every:
        before, held = told.sources.get(source.name, Known()), past(files_of(source))
        now = known[source.name] = Known(held.name, held.standing.state)
        if now.capture and now.capture != before.capture:
            changed.append(Changed(source.name, now.capture, before.capture, source.url))
        reason = held.last.reason if held.last else ""
        if found := alert(source.name, replace(held.standing, was=before.state), reason):
            alerts.append(found)
    return News(tuple(changed), tuple(alerts), known)


def opened(findings: Iterable[Finding], out: Path, told: Told) -> tuple[Finding, ...]:
    """The findings that those who know the run `told.run` do not know, in their order."""
    known = _fingerprints(out / told.run) if told.run else frozenset[str]()
    return tuple(one for one in findings if one.fingerprint not in known)


def keep(state: Path, *, run: str = "", sources: Mapping[str, Known] | None = None) -> None:
    """Write down that a run's findings were told, or news of sources; what else was told stays."""
    with atomic.locked(state / f".{FILE}.lock"):
        now = load(state)
        merged = Told(run or now.run, {**now.sources, **(sources or {})})
        if merged != now:
            atomic.write_bytes(state / FILE, _TOLD.dump_json(merged, indent=1) + b"\n")


def _fingerprints(run: Path) -> frozenset[str]:
    try:
        frame = pl.read_parquet(run / "findings.parquet", columns=["fingerprint", "state"])
    except (OSError, pl.exceptions.PolarsError):
        return frozenset()
    return frozenset(frame.filter(pl.col("state") != "absent")["fingerprint"])
