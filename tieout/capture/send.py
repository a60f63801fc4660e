"""One request and its reply over a kept connection, within its limits; what goes wrong comes as a FetchError."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import httpcore2

from tieout.capture import web
from tieout.capture.clock import Clock
from tieout.capture.limits import Body, Limits, read_body
from tieout.capture.network import ADDRESS, Trip, trip
from tieout.capture.trouble import FetchError
from tieout.capture.web import Headers

OTHER_BYTES = 64 * 1024  # of the body of a redirect or an error


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, its body decoded; `address` is the one that the connection leads to."""

    status: int
    headers: Headers
    body: Body
    address: str
    request_headers: Headers


def send(pool: httpcore2.ConnectionPool, url: str, headers: Headers, limits: Limits, clock: Clock) -> Reply:
    """Ask once.

    Raises:
        FetchError: the address may not be connected to, nobody answers, or the answer breaks a limit or the protocol.
    """
    token = trip.set(Trip(clock.monotonic() + limits.total_s, limits.step_s, clock))
    try:
        with _said_as_ours(), pool.stream("GET", url, headers=list(headers)) as response:
            return _read(response, headers, limits)
    finally:
        trip.reset(token)


def _read(response: httpcore2.Response, asked: Headers, limits: Limits) -> Reply:
    headers = tuple((name.decode("latin-1"), _text(text)) for name, text in response.headers)
    good = 200 <= response.status < 300
    # The words of an error page are of no use to anyone; what fits is read so that the connection can be kept.
    within = limits if good else replace(limits, decoded_bytes=min(limits.decoded_bytes, OTHER_BYTES), cut=True)
    address = response.extensions["network_stream"].get_extra_info(ADDRESS)
    length = web.value(headers, "content-length")
    if good and length.isdigit() and int(length) > limits.wire_bytes and not limits.cut:
        raise FetchError("limit", f"the answer is too large: {int(length):,} bytes are announced", truncated=True)
    encoding = web.value(headers, "content-encoding") if response.status != 304 else ""
    body = read_body(response.iter_stream(), encoding, within)
    return Reply(response.status, headers, body, address, asked)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@contextmanager
def _said_as_ours() -> Iterator[None]:
    try:
        yield
    except httpcore2.TimeoutException as error:
        raise trip.get().over() from error
    except httpcore2.NetworkError as error:
        certificate = isinstance(error.__cause__ or error.__context__, ssl.SSLCertVerificationError)
        said = str(error) or type(error).__name__
        raise FetchError("network", f"no connection: {said}", heals=not certificate) from error
    except httpcore2.LocalProtocolError as error:
        raise FetchError("protocol", f"the request cannot be sent: {error}") from error
    except httpcore2.ProtocolError as error:
        raise FetchError("protocol", f"the answer breaks HTTP: {error}", heals=True, truncated=True) from error
    except httpcore2.UnsupportedProtocol as error:
        raise FetchError("redirect", f"no web address: {error}") from error
