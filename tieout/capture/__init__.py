"""Source -> capture: the newest bytes of a source, held against their receipt. HTTP will live here too.

A capture is `<UTC time>-<first 8 of sha256>.<ext>` with `<the same>.receipt.json` beside it. The receipt is
written last and is the commit point: bytes without one were never finished, or put there by hand (`adopt` them).
"""

import hashlib
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from schemas.document import Document
from schemas.errors import DocumentError
from tieout import atomic
from tieout.sources import Source, sources

NAME = re.compile(r"(\d{8}T\d{6}Z)-([0-9a-f]{8})(\.[a-z0-9]+)")
STAMP = "%Y%m%dT%H%M%SZ"
RECEIPT = ".receipt.json"
TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".pdf": "application/pdf",
    ".txt": "text/plain",
    ".md": "text/markdown",
}
Outcome = Literal["new", "unchanged_304", "unchanged_bytes", "blocked_robots", "soft_error", "failed"]


@dataclass(frozen=True, slots=True)
class Redirect:
    """One hop: the status that sent us on, and where to."""

    status: int
    url: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is known about how some bytes came here. `robots` is the decision, "not_asked" for a local file."""

    requested_url: str
    final_url: str
    decoded_sha256: str
    n_bytes: int
    captured_at: str  # UTC, ISO 8601
    outcome: Outcome
    method: Literal["adopted", "http"]
    redirects: tuple[Redirect, ...] = ()
    request_headers: dict[str, str] = field(default_factory=dict)
    response_headers: dict[str, str] = field(default_factory=dict)
    robots: str = "not_asked"
    validators: dict[str, str] = field(default_factory=dict)  # etag, last_modified
    wire_sha256: str = ""
    declared_type: str = ""
    sniffed_type: str = ""
    charset: str = ""
    charset_from: str = ""
    truncated: bool = False
    tools: dict[str, str] = field(default_factory=dict)  # name: version


_RECEIPT = TypeAdapter(Receipt)


@dataclass(frozen=True, slots=True)
class Capture:
    """One retrieval of a source: bytes that are what their receipt says. `previous` is the sha256 of the bytes before.

    `document` is the name under which the bytes are known everywhere: the source's, with the file's ending. It
    does not change from capture to capture, so that findings keep their fingerprints.
    """

    source: Source
    path: Path
    sha256: str
    n_bytes: int
    captured_at: str  # UTC, ISO 8601
    media_type: str
    url: str
    final_url: str
    receipt: Path
    previous: str = ""

    @property
    def document(self) -> str:
        """Source name and ending."""
        return self.source.name + self.path.suffix

    @property
    def document_id(self) -> str:
        """The id of the document these bytes will be."""
        return _document_id(self.document, self.sha256)

    @property
    def previous_document_id(self) -> str:
        """The id of the document before this one, "" when there is none."""
        return _document_id(self.document, self.previous) if self.previous else ""


def capture(source: Source) -> Capture:
    """The newest capture of a source, its bytes checked against its receipt.

    Raises:
        DocumentError: there is none, it has no readable receipt, or the bytes are not what the receipt says.
    """
    paths = _captures(source)
    if not paths:
        raise DocumentError(source.name, _shown(source.directory), "there is no capture in this folder")
    return _verified(source, paths[-1], paths[:-1])


def _verified(source: Source, path: Path, before: list[Path]) -> Capture:
    receipt = _receipt(path)
    _verify(path, receipt, _read(path))
    return Capture(
        source,
        path,
        receipt.decoded_sha256,
        receipt.n_bytes,
        receipt.captured_at,
        receipt.declared_type or receipt.sniffed_type,
        receipt.requested_url,
        receipt.final_url,
        _beside(path),
        _previous(before, receipt.decoded_sha256),
    )


def earlier(newest: Capture) -> Capture | None:
    """The capture with other bytes that came before; None when there is none that is whole.

    An old capture that was damaged since is no reason to fail the new one: `capture` has checked that.
    """
    paths = _captures(newest.source)
    for at in range(len(paths) - 2, -1, -1):
        try:
            found = _verified(newest.source, paths[at], paths[:at])
        except DocumentError:
            continue
        if found.sha256 != newest.sha256:
            return found
    return None


def capture_all(every: Iterable[Source]) -> Iterator[Capture | DocumentError]:
    """`capture` for each source; what is wrong with one comes as its error and stops no other."""
    for source in every:
        try:
            yield capture(source)
        except DocumentError as error:
            yield error


def adopt(path: Path, source: Source) -> Path:
    """Make a local file a capture of `source`: copied into its folder unless it lies there, then its receipt written.

    Returns the capture's path. Raises DocumentError when the file cannot be read, or its name belies its bytes.
    """
    data = _read(path)
    target = path if path.parent.resolve() == source.directory.resolve() else _place(source, path, data)
    if not target.exists():
        atomic.write_bytes(target, data)
    receipt = _adopted(target, source, data)
    _verify(target, receipt, data)
    atomic.write_bytes(_beside(target), _RECEIPT.dump_json(receipt, indent=2) + b"\n")
    return target


def _place(source: Source, path: Path, data: bytes) -> Path:
    digest = hashlib.sha256(data).hexdigest()[:8]
    return source.directory / f"{datetime.now(UTC).strftime(STAMP)}-{digest}{path.suffix.lower()}"


def _adopted(path: Path, source: Source, data: bytes) -> Receipt:
    stamp = NAME.fullmatch(path.name)
    if not stamp:
        raise DocumentError(source.name, path.name, "a capture is named <YYYYMMDDTHHMMSSZ>-<sha256, 8 digits>.<ext>")
    when = datetime.strptime(stamp[1], STAMP).replace(tzinfo=UTC)
    charset, charset_from = _charset(data)
    return Receipt(
        requested_url=source.url,
        final_url=source.url,
        decoded_sha256=hashlib.sha256(data).hexdigest(),
        n_bytes=len(data),
        captured_at=when.isoformat().replace("+00:00", "Z"),
        outcome="new",
        method="adopted",
        declared_type=TYPES.get(path.suffix, ""),
        sniffed_type=_sniffed(data),
        charset=charset,
        charset_from=charset_from,
        tools={"tieout": version("tieout"), "python": platform.python_version()},
    )


def _captures(source: Source) -> list[Path]:
    if not source.directory.is_dir():
        return []
    # Only names of our pattern: generators, notes and half-written files may lie in the same folder.
    return sorted(path for path in source.directory.iterdir() if NAME.fullmatch(path.name))


def _beside(path: Path) -> Path:
    return path.with_suffix(RECEIPT)


def _receipt(path: Path) -> Receipt:
    try:
        return _RECEIPT.validate_json(_beside(path).read_bytes())
    except FileNotFoundError as error:
        reason = "these bytes have no receipt; adopt them with `python -m tieout.capture SOURCES`"
        raise DocumentError(_shown(path), "receipt", reason) from error
    except (OSError, ValidationError) as error:
        raise DocumentError(_shown(path), "receipt", f"cannot be read: {_first_line(error)}") from error


def _verify(path: Path, receipt: Receipt, data: bytes) -> None:
    digest = hashlib.sha256(data).hexdigest()
    name = NAME.fullmatch(path.name)
    if len(data) != receipt.n_bytes:
        raise DocumentError(_shown(path), "whole file", f"{len(data)} bytes, the receipt says {receipt.n_bytes}")
    if digest != receipt.decoded_sha256:
        raise DocumentError(_shown(path), "whole file", f"sha256 {digest[:8]}..., the receipt says otherwise")
    if not name or name[2] != digest[:8]:
        raise DocumentError(_shown(path), "file name", f"does not hold the first digits of its sha256, {digest[:8]}")


def _previous(earlier: list[Path], sha256: str) -> str:
    for path in reversed(earlier):
        try:
            before = _receipt(path).decoded_sha256
        except DocumentError:
            continue  # an unfinished capture was never a version of this document
        if before != sha256:
            return before
    return ""


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DocumentError(_shown(path), "path", error.strerror or "cannot be read") from error


def _shown(path: Path) -> str:
    """Folder and name: an absolute path would make the same failure another one on each machine."""
    return "/".join(path.parts[-3:])


def _document_id(name: str, sha256: str) -> str:
    return Document(name, sha256, "", 0, "", 0, "").document_id


def _sniffed(data: bytes) -> str:
    head = data[:1024].lstrip().lower()
    if head.startswith(b"%pdf-"):
        return "application/pdf"
    if head.startswith((b"<!doctype html", b"<html")):
        return "text/html"
    return "application/octet-stream" if b"\0" in head or head.startswith(b"\x89png") else "text/plain"


def _charset(data: bytes) -> tuple[str, str]:
    if _sniffed(data) in {"application/pdf", "application/octet-stream"}:
        return "", ""
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8", "byte order mark"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "", "not UTF-8"
    return "utf-8", "content"


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _main(path: Path) -> int:
    """Adopt every capture without a receipt; says which on stderr."""
    bare = [
        (one, capture_path)
        for one in sources(path)
        for capture_path in _captures(one)
        if not _beside(capture_path).exists()
    ]
    for source, capture_path in bare:
        sys.stderr.write(f"adopted {adopt(capture_path, source)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(_main(Path(sys.argv[1] if len(sys.argv) > 1 else "raw/sources.yml")))
