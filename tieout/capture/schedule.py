"""Which sources are due, and all of them captured: hosts beside one another, the sources of one host in turn.

with equipped(loaded.contact, Path(".tieout")) as tools:
    for attempt in capture_due(loaded.entries, tools):
        ...
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from tieout.capture import listing, web
from tieout.capture.attempt import LOOK, Tools, attempt
from tieout.capture.client import Client, World
from tieout.capture.files import files_of
from tieout.capture.limits import Limits
from tieout.capture.pacing import Pacing
from tieout.capture.past import last_attempt, past
from tieout.capture.record import Attempt
from tieout.capture.states import due as is_due
from tieout.limited import Children, OverLimitError
from tieout.sources import Source

HOSTS_AT_ONCE = 8


@contextmanager
def equipped(
    contact: str, state: Path, *, pacing: Pacing | None = None, world: World | None = None, limits: Limits | None = None
) -> Iterator[Tools]:
    """A client and child processes; what is known of hosts is kept under `state`/hosts."""
    with Client(contact, state / "hosts", pacing, world) as client, Children(1, LOOK) as children:
        yield Tools(client, children, limits or Limits())


def due(every: Iterable[Source], now: datetime) -> Iterator[Source]:
    """The sources whose schedule came by since they were last tried; manual ones never are."""
    for source in every:
        if not source.manual and is_due(source.cron, last_attempt(files_of(source)), now):
            yield source


def capture_source(source: Source, tools: Tools, *, full: bool = False) -> Iterator[Attempt]:
    """A source captured now: one attempt, or for a listing its own and one for each document that it names or named.

    Raises:
        OSError: something cannot be written.
    """
    first = attempt(source, tools, full=full)
    yield first
    if source.listing and first.capture:
        for one in _documents(source, first, tools):
            yield attempt(one, tools, full=full)


def capture_due(every: Sequence[Source], tools: Tools, *, full: bool = False) -> Iterator[Attempt]:
    """Every one of these sources captured, as they are done. Raises OSError as `capture_source` does."""
    by_host: dict[str, list[Source]] = defaultdict(list)
    for source in every:
        by_host[web.host(source.url)].append(source)
    with ThreadPoolExecutor(HOSTS_AT_ONCE, thread_name_prefix="capture") as threads:
        # A thread for a host and not for a source: eight sources of one slow host would keep all others waiting.
        running = [threads.submit(_host, some, tools, full=full) for some in by_host.values()]
        for done in as_completed(running):
            yield from done.result()


def _host(some: Sequence[Source], tools: Tools, *, full: bool) -> list[Attempt]:
    return [one for source in some for one in capture_source(source, tools, full=full)]


def _documents(source: Source, listed: Attempt, tools: Tools) -> list[Source]:
    files = files_of(source)
    known = {one.name: one for one in listing.documents(source)}
    held = past(files)
    base = held.good.final_url if held.good else source.url
    try:
        named = tools.children.call(listing.children, source, files.read(listed.capture), base)
    except OverLimitError:
        named = []
    # What the listing no longer names is asked for all the same: a page that is gone is news.
    return list({**{one.name: one for one in named}, **known}.values())
