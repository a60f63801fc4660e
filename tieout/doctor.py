"""What should be looked at before the next run: sources.yml, each source's standing, and what lies in raw/ for nobody.

Reads names and one receipt a source, never the captures themselves; `tieout verify` does that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tieout.capture.adopt import bare
from tieout.capture.files import files_of
from tieout.capture.past import latest
from tieout.capture.reading import captures
from tieout.capture.receipts import Receipt, moment
from tieout.capture.states import due, patience
from tieout.environment import Ailment
from tieout.sources import Source, Sources, read

BAD = frozenset({"failing", "stale", "gone"})


@dataclass(frozen=True, slots=True)
class Examined:
    """How many sources were looked at, and what was found, worst first."""

    n_sources: int
    ailments: tuple[Ailment, ...]


def examine(path: Path, now: datetime | None = None) -> Examined:
    """Look at a sources.yml and all that hangs on it. Never raises for what is wrong with them."""
    loaded, wrong = read(path)
    if wrong:
        return Examined(0, tuple(Ailment("error", *_parted(one)) for one in wrong))
    found = [*_file(path, loaded), *_folders(path, loaded)]
    for source in loaded.entries:
        found += _source(source, now or datetime.now(UTC))
    order = ("error", "warning", "note")
    return Examined(len(loaded.entries), tuple(sorted(found, key=lambda one: order.index(one.level))))


def _parted(line: str) -> tuple[str, str]:
    where, _, what = line.partition(": ")
    return where, what


def _file(path: Path, loaded: Sources) -> Iterator[Ailment]:
    fetched = [one for one in loaded.entries if not one.manual]
    if fetched and not loaded.contact:
        what = f"says no contact; the {len(fetched)} sources that are not manual are not fetched without one"
        yield Ailment("warning", str(path), what)
    urls: dict[str, str] = {}
    for one in loaded.entries:
        if (other := urls.setdefault(one.url, one.name)) != one.name:
            yield Ailment("warning", one.name, f"has the address of {other}: one of the two is enough")
        if not one.licence:
            yield Ailment("note", one.name, "says nothing of the licence of what it publishes")


def _folders(path: Path, loaded: Sources) -> Iterator[Ailment]:
    known = {one.name for one in loaded.entries}
    for folder in sorted(path.parent.iterdir()) if not loaded.store else []:
        if folder.is_dir() and folder.name not in known and not folder.name.startswith("."):
            yield Ailment("warning", str(folder), "belongs to no source of the file")


def _source(source: Source, now: datetime) -> Iterator[Ailment]:
    files = files_of(source)
    names = files.names()
    if not captures(names) and not source.listing:
        yield Ailment("note" if not names else "warning", source.name, "has no capture yet")
    if not source.store:
        for path in bare(source):
            yield Ailment("note", source.name, f"{path.name} has no receipt: not finished, or to be adopted")
    last = latest(files, names)
    if last and last.method == "http":
        yield from _standing(source, last, now)


def _standing(source: Source, last: Receipt, now: datetime) -> Iterator[Ailment]:
    standing = last.standing
    if standing.state in BAD:
        yield Ailment("warning", source.name, f"{standing.state} since {standing.since}: {last.reason}")
    elif standing.last_good and now - moment(standing.last_good) > patience(source.cron, now):
        yield Ailment("warning", source.name, f"stale: last seen well at {standing.last_good}, and not tried since")
    elif source.cron and due(source.cron, moment(last.captured_at), now):
        yield Ailment("note", source.name, f"due: last tried at {last.captured_at}")
    for warning in last.warnings:
        yield Ailment("note", source.name, warning)
