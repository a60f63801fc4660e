"""Sockets under our rules, beneath httpcore2: checked addresses only, and one deadline over every step.

httpcore2 asks this backend for a connection to a name. TLS then runs on that connection with the name of the URL, for
SNI and for the certificate; so the address is ours to choose and the name is still proven.
"""

import ssl
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import httpcore2

from tieout.capture.addresses import Resolver, checked
from tieout.capture.clock import Clock
from tieout.capture.trouble import FetchError

CONNECT_S = 10.0
KEEPALIVE_S = 15.0
ADDRESS = "checked_address"

Dial = Callable[[str, int], tuple[str, int]]  # where a checked address is really connected to: itself


@dataclass(frozen=True, slots=True)
class Trip:
    """One answer's allowance: when everything must be done (monotonic), and how long nothing may be heard."""

    ends: float
    step_s: float
    clock: Clock

    def timeout(self, wanted: float | None = None) -> float:
        """Seconds left for one step. Raises FetchError when there are none."""
        left = self.ends - self.clock.monotonic()
        if left <= 0:
            raise self.over()
        return min(left, self.step_s, wanted or self.step_s)

    def over(self) -> FetchError:
        """Which allowance is used up."""
        total = self.clock.monotonic() >= self.ends
        reason = "the answer took too long in total" if total else f"nothing was heard for {self.step_s:g} s"
        return FetchError("timeout", reason, heals=True, truncated=True)


# A connection is kept for several answers and each has its own deadline: it cannot belong to the connection.
trip: ContextVar[Trip] = ContextVar("trip")


class Stream(httpcore2.NetworkStream):
    """A connection to a checked address, whose every step ends with the trip."""

    def __init__(self, inner: httpcore2.NetworkStream, address: str) -> None:
        self.inner, self.address = inner, address

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """See httpcore2."""
        return self.inner.read(max_bytes, trip.get().timeout(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """See httpcore2."""
        self.inner.write(buffer, trip.get().timeout(timeout))

    def close(self) -> None:
        """See httpcore2."""
        self.inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """See httpcore2."""
        return Stream(self.inner.start_tls(ssl_context, server_hostname, trip.get().timeout(timeout)), self.address)

    def get_extra_info(self, info: str) -> Any:
        """See httpcore2; the address is the one that was checked."""
        return self.address if info == ADDRESS else self.inner.get_extra_info(info)


class Backend(httpcore2.NetworkBackend):
    """Connects names to checked addresses."""

    def __init__(self, resolve: Resolver, dial: Dial, *, local: bool) -> None:
        self.resolve, self.dial, self.local = resolve, dial, local
        self.inner = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """See httpcore2; every address of the name is checked before the first is tried."""
        addresses = checked(host, port, self.resolve, local=self.local)
        failed: Exception | None = None
        for address in addresses:
            try:
                connection = self.inner.connect_tcp(*self.dial(address, port), trip.get().timeout(CONNECT_S))
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
                continue
            return Stream(connection, address)
        raise failed or httpcore2.ConnectError(f"no address of {host} answers")


def pool(backend: Backend, tls: ssl.SSLContext | None) -> httpcore2.ConnectionPool:
    """A kept client. Turns (pacing.py) see to it that a host never has two connections in use."""
    return httpcore2.ConnectionPool(
        ssl_context=tls, network_backend=backend, max_connections=64, keepalive_expiry=KEEPALIVE_S
    )
