"""An internet of this machine: real HTTP servers on the loopback under public names, and a clock that does not wait.

A `Site` answers with whatever bytes a test writes, as slowly as it likes, and keeps a log of who came when. `Internet`
has the names: each site has a public address that leads to its port, so that what is checked is what a real one has.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tieout.capture.attempt import Tools, attempt
from tieout.capture.client import Client, World
from tieout.capture.limits import Limits
from tieout.capture.pacing import Pacing
from tieout.capture.record import Attempt
from tieout.limited import Children
from tieout.sources import Source

START = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
SMALL = Limits(wire_bytes=200_000, decoded_bytes=3_000_000, total_s=3.0, step_s=1.0)
PAGE = b"<!doctype html><title>Results</title><main><h1>Results</h1><p>It trains 17x faster.</p></main>"


@dataclass
class Visit:
    """A request as the server saw it, with the server's own times (monotonic) and how many were open beside it."""

    path: str
    headers: dict[str, str]
    began: float
    ended: float = 0.0
    at: datetime = START
    beside: int = 0


Send = Callable[[bytes], None]
Handler = Callable[[Visit, Send], None]


@dataclass
class Site:
    """One server: handlers by path, and its log. A path without handler answers 404."""

    clock: "FakeClock"
    handlers: dict[str, Handler] = field(default_factory=dict)
    log: list[Visit] = field(default_factory=list)
    port: int = 0
    open: int = 0
    tls: Any = None
    closing: threading.Event = field(default_factory=threading.Event)

    def on(self, path: str, handler: Handler | bytes) -> None:
        """Answer at a path with a handler or with these bytes."""
        self.handlers[path] = handler if callable(handler) else lambda _, send: send(handler)

    def page(self, path: str, body: bytes = PAGE, status: str = "200 OK", **headers: str) -> None:
        """Answer at a path with a body; `headers` are named with underscores."""
        self.on(path, answer(body, status, **headers))

    def visits(self, path: str) -> list[Visit]:
        """Who came for a path."""
        return [one for one in self.log if one.path == path]

    def serve(self, listener: socket.socket) -> None:
        """Accept until closed."""
        listener.settimeout(0.05)
        while not self.closing.is_set():
            with suppress(TimeoutError):
                connection, _ = listener.accept()
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()
        listener.close()

    def _talk(self, connection: socket.socket) -> None:
        with suppress(OSError, ValueError):
            connection.settimeout(10)
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            with connection:
                while visit := self._request(connection):
                    self._answer(connection, visit)

    def _request(self, connection: socket.socket) -> Visit | None:
        head = b""
        while b"\r\n\r\n" not in head:
            data = connection.recv(65536)
            if not data:
                return None
            head += data
        lines = head.decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines[1:] if line)
        headers = {name.lower(): text.strip() for name, _, text in pairs}
        self.open += 1
        visit = Visit(lines[0].split()[1], headers, time.monotonic(), at=self.clock.now(), beside=self.open - 1)
        self.log.append(visit)
        return visit

    def _answer(self, connection: socket.socket, visit: Visit) -> None:
        try:
            self.handlers.get(visit.path, answer(b"", "404 Not Found"))(visit, connection.sendall)
        finally:
            visit.ended = time.monotonic()
            self.open -= 1


def answer(body: bytes, status: str = "200 OK", **headers: str) -> Handler:
    """A handler that answers with a body and its length."""
    named = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))}
    named |= {name.replace("_", "-"): text for name, text in headers.items()}
    named = {name: text for name, text in {key.title(): text for key, text in named.items()}.items() if text}
    head = "".join(f"{name}: {text}\r\n" for name, text in named.items())
    whole = f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body
    return lambda _, send: send(whole)


def redirect(to: str, status: str = "302 Found") -> Handler:
    """A handler that sends on."""
    return answer(b"", status, location=to)


class FakeClock:
    """A clock that is advanced by sleeping; only deadlines of sockets run in real seconds."""

    def __init__(self) -> None:
        self.time = START
        self.slept: list[float] = []

    def now(self) -> datetime:
        """The time."""
        return self.time

    def monotonic(self) -> float:
        """Real seconds."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Advance."""
        self.slept.append(seconds)
        self.time += timedelta(seconds=seconds)

    def pass_(self, **more: float) -> None:
        """Let time pass without anybody waiting for it."""
        self.time += timedelta(**more)


@dataclass
class Internet:
    """Names, addresses, sites, and the tools that see them."""

    root: Path
    children: Children
    clock: Any = field(default_factory=FakeClock)
    dns: dict[str, list[str] | Callable[[], list[str]]] = field(default_factory=dict)
    routes: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    pacing: Pacing = field(default_factory=Pacing)
    limits: Limits = field(default_factory=lambda: SMALL)
    tls: Any = None
    sites: list[Site] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)

    def site(self, name: str, tls: Any = None) -> Site:
        """A running server under a name, at a public address of its own."""
        address = f"1.1.1.{len(self.routes) + 1}"
        site = self.bare(tls)
        self.dns[name], self.routes[address] = [address], site.port
        return site

    def bare(self, tls: Any = None) -> Site:
        """A running server on the loopback, without a public name."""
        listener = socket.create_server(("127.0.0.1", 0))
        site = Site(self.clock, port=listener.getsockname()[1], tls=tls)
        self.sites.append(site)
        threading.Thread(target=site.serve, args=(listener,), daemon=True).start()
        return site

    def source(self, url: str, name: str = "page", **more: Any) -> Source:
        """A source with its folder."""
        return Source(name, url, self.root / "raw" / name, **more)

    @property
    def tools(self) -> Tools:
        """Tools as a new process would have them: what is known of hosts is on disk."""
        world = World(self.clock, self._resolve, self._dial, self.tls)
        client = Client("audit@example.org", self.root / "state" / "hosts", self.pacing, world)
        self.clients.append(client)
        return Tools(client, self.children, self.limits)

    def capture(self, source: Source, **more: Any) -> Attempt:
        """One attempt, a minute after whatever was before."""
        if isinstance(self.clock, FakeClock):
            self.clock.pass_(minutes=1)
        return attempt(source, self.tools, **more)

    def close(self) -> None:
        """End every server and connection."""
        for client in self.clients:
            client.close()
        for site in self.sites:
            site.closing.set()

    def _resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        found = self.dns.get(host)
        if found is None:
            try:
                socket.inet_aton(host)
            except OSError:
                raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from None
            return [host]
        return found() if callable(found) else found

    def _dial(self, address: str, port: int) -> tuple[str, int]:
        return ("127.0.0.1", self.routes[address]) if address in self.routes else (address, port)


@contextmanager
def peak_memory() -> Iterator[Callable[[], int]]:
    """Bytes of memory that Python's objects took at most since the beginning."""
    import tracemalloc

    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
