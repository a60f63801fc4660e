"""The client: one answer for one request, with robots.txt asked, turns kept, redirects followed and retries made.

Every hop of a redirect is a request of its own: its address is checked, its robots.txt asked, its host's turn waited
for, and a token goes to the origin that it was meant for and to no other.
"""

import ssl
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Self

import httpcore2

from tieout.capture import web
from tieout.capture.addresses import Resolver, system_resolver
from tieout.capture.clock import Clock, RealClock
from tieout.capture.limits import Body, Limits
from tieout.capture.network import Backend, Dial, pool
from tieout.capture.pacing import Pacing, Turns
from tieout.capture.receipts import Redirect
from tieout.capture.robots import LIMITS as ROBOTS_LIMITS
from tieout.capture.robots import Decision, Robots
from tieout.capture.send import Reply, send
from tieout.capture.trouble import FetchError
from tieout.capture.web import Headers

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({429, 500, 502, 503, 504})  # that may pass; 501 and 505 will not


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for. `local` lets the host of this very address be private; `token` goes to its origin alone."""

    url: str
    headers: Headers = ()
    local: bool = False
    token: str = ""
    delay_s: float = 0.0
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Answer:
    """The last reply of a chain of redirects, and how we came there."""

    status: int
    url: str
    headers: Headers
    body: Body
    address: str
    request_headers: Headers
    redirects: tuple[Redirect, ...]
    robots: str
    tries: int = 1
    hold_s: float = 0.0  # the host asks to be left alone for so long


Hop = Callable[[Request, str], tuple[Reply, str]]  # a request and where it has been led -> reply, robots decision


@dataclass(frozen=True, slots=True)
class World:
    """What the client stands on; tests put theirs in its place."""

    clock: Clock = field(default_factory=RealClock)
    resolve: Resolver = system_resolver
    dial: Dial = lambda address, port: (address, port)
    tls: ssl.SSLContext | None = None


class Client(AbstractContextManager["Client"]):
    """Fetches politely; `contact` is whom a site's owner writes to, `directory` what all processes know of hosts."""

    def __init__(self, contact: str, directory: Path, pacing: Pacing | None = None, world: World | None = None) -> None:
        self.world = world or World()
        self.pacing = pacing or Pacing()
        self.agent = f"tieout/{version('tieout')} (+{contact})"
        self.turns = Turns(directory, self.pacing, self.world.clock)
        self.robots = Robots(directory, self._robots_txt, self.world.clock)
        # Two pools: a connection to a private address that one source may use must not be there for another to reuse.
        self.pools = {local: self._pool(local=local) for local in (False, True)}

    def _pool(self, *, local: bool) -> httpcore2.ConnectionPool:
        return pool(Backend(self.world.resolve, self.world.dial, local=local), self.world.tls)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection."""
        for one in self.pools.values():
            one.close()

    def get(self, request: Request) -> Answer:
        """The answer to a request, tried again while that may help.

        Raises:
            FetchError: there is none, or it may not be asked for.
            PostponedError: the host is to be left alone for longer than we wait.
        """
        return self._tried(request, self._polite)

    def _tried(self, request: Request, hop: Hop) -> Answer:
        for tried in range(1, self.pacing.tries + 1):
            try:
                answer = replace(self._follow(request, hop), tries=tried)
            except FetchError as error:
                error.tries = tried
                if not error.heals or tried == self.pacing.tries:
                    raise
                self.turns.hold(web.host(request.url), self.turns.backoff_s(tried))
                continue
            if answer.status not in BUSY:
                return answer
            answer = self._held(answer, tried)
            if tried == self.pacing.tries or answer.hold_s > self.pacing.patience_s:
                return answer
        raise AssertionError("the last try returns or raises")

    def _held(self, answer: Answer, tried: int) -> Answer:
        asked = web.retry_after(answer.headers, self.world.clock, self.pacing.retry_after_s)
        self.turns.hold(web.host(answer.url), max(asked, self.turns.backoff_s(tried)))
        return replace(answer, hold_s=asked)

    def _follow(self, request: Request, hop: Hop) -> Answer:
        url, redirects = web.wire_url(request.url), list[Redirect]()
        first = ""
        try:
            while True:
                reply, robots = hop(request, url)
                first = first or reply.address
                redirects = [*redirects[:-1], *(replace(one, address=reply.address) for one in redirects[-1:])]
                location = web.value(reply.headers, "location")
                if reply.status not in REDIRECTS or not location:
                    break
                url = web.joined(url, location)
                redirects.append(Redirect(reply.status, url))
                _refuse_too_many(redirects, request.limits)
        except FetchError as error:
            error.redirects = tuple(redirects)
            raise
        return Answer(
            reply.status, url, reply.headers, reply.body, first, reply.request_headers, tuple(redirects), robots
        )

    def _polite(self, request: Request, url: str) -> tuple[Reply, str]:
        decision = self.robots.decide(url, local=self._local(request, url))
        if not decision.allowed:
            raise _disallowed(decision)
        return self._send(request, url, decision.delay_s), decision.why

    def _send(self, request: Request, url: str, delay_s: float = 0.0) -> Reply:
        same = web.origin(url) == web.origin(request.url)
        headers = (("User-Agent", self.agent), ("Accept-Encoding", "gzip"), ("Accept", "*/*"), *request.headers)
        if same and request.token:
            headers = (*headers, ("Authorization", f"Bearer {request.token}"))
        with self.turns.turn(web.host(url), max(delay_s, request.delay_s)):
            return send(self.pools[self._local(request, url)], url, headers, request.limits, self.world.clock)

    def _local(self, request: Request, url: str) -> bool:
        return request.local and web.host(url) == web.host(request.url)

    def _robots_txt(self, url: str, local: bool) -> tuple[int, str]:
        request = Request(url, local=local, limits=ROBOTS_LIMITS)
        answer = self._tried(request, lambda asked, hop: (self._send(asked, hop), ""))
        return answer.status, answer.body.data.decode("utf-8", "replace").removeprefix("\ufeff")


def _refuse_too_many(redirects: list[Redirect], limits: Limits) -> None:
    if len(redirects) > limits.redirects:
        raise FetchError("redirect", f"more than {limits.redirects} redirects")


def _disallowed(decision: Decision) -> FetchError:
    kind = "unreachable_robots" if decision.for_now else "robots"
    return FetchError(kind, decision.why, robots=decision.why)  # type: ignore[arg-type]
