"""How much of a server's time and bytes we take, and the body read within that: counted while it streams.

A body is undone here and not by a client library: those inflate a chunk whole, and 64 kB of gzip can be 64 MB.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tieout.capture.trouble import FetchError

STEP = 65_536  # bytes inflated at a time
RATIO_FROM = 1_000_000  # below it a ratio says nothing: a page of one repeated row shrinks a lot


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes and seconds that one answer may take; `total_s` spans everything from connecting to the last byte."""

    wire_bytes: int = 20_000_000
    decoded_bytes: int = 30_000_000
    ratio: float = 200.0  # decoded to wire
    total_s: float = 60.0
    step_s: float = 20.0  # between two signs of life
    redirects: int = 5
    cut: bool = False  # take what fits and leave the rest, instead of refusing it


@dataclass(frozen=True, slots=True)
class Body:
    """What came: decoded bytes, and size and hash of what was on the wire."""

    data: bytes
    wire_bytes: int
    wire_sha256: str
    truncated: bool = False


def read_body(chunks: Iterable[bytes], encoding: str, limits: Limits) -> Body:
    """A body within limits.

    Raises:
        FetchError: it is larger than allowed, inflates more than allowed, or is not encoded as declared.
    """
    decoded = bytearray()
    wire = _Wire(limits)
    for piece in _inflated(wire.counted(chunks), encoding):
        decoded += piece
        if len(decoded) > limits.decoded_bytes:
            if limits.cut:
                return Body(bytes(decoded[: limits.decoded_bytes]), wire.count, wire.sha256, truncated=True)
            raise _too_much(f"more than {limits.decoded_bytes:,} bytes once decoded")
        if len(decoded) > RATIO_FROM and len(decoded) > limits.ratio * wire.count:
            raise _too_much(f"it inflates more than {limits.ratio:g} times")
    return Body(bytes(decoded), wire.count, wire.sha256)


class _Wire:
    def __init__(self, limits: Limits) -> None:
        self.limits, self.count, self.hash = limits, 0, hashlib.sha256()

    @property
    def sha256(self) -> str:
        return self.hash.hexdigest()

    def counted(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self.count += len(chunk)
            if self.count > self.limits.wire_bytes:
                raise _too_much(f"more than {self.limits.wire_bytes:,} bytes on the wire")
            self.hash.update(chunk)
            yield chunk


def _too_much(reason: str) -> FetchError:
    return FetchError("limit", f"the answer is too large: {reason}", truncated=True)


def _inflated(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    name = encoding.strip().lower()
    if name in {"", "identity"}:
        yield from chunks
    elif name in {"gzip", "x-gzip"}:
        yield from _gunzipped(chunks)
    else:
        raise FetchError("protocol", f"it is encoded as {encoding[:40]!r}, which was not asked for")


def _gunzipped(chunks: Iterator[bytes]) -> Iterator[bytes]:
    member = zlib.decompressobj(wbits=31)
    for chunk in chunks:
        left = chunk
        while left:
            try:
                yield member.decompress(left, STEP)
            except zlib.error as error:
                raise FetchError("protocol", f"it is declared as gzip and is none: {error}") from error
            left = member.unconsumed_tail
            if member.eof:
                # gzip may be several members in a row; what follows the last as padding is ignored.
                left = member.unused_data.lstrip(b"\0")
                member = zlib.decompressobj(wbits=31) if left else member
                if member.eof:
                    left = b""
    if not member.eof:
        raise FetchError("protocol", "the gzip data ends too early", heals=True)
