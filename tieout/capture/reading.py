"""Source -> capture: the newest bytes of a source, held against their receipt.

The receipt is written last and is the commit point: bytes without one were never finished, or put there by hand
(`adopt` them).
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from schemas.document import Document
from schemas.errors import DocumentError
from tieout.capture import listing
from tieout.capture.files import Files, files_of
from tieout.capture.receipts import NAME, Receipt, loads, receipt_of
from tieout.sources import Source


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
        return document_id(self.document, self.sha256)

    @property
    def previous_document_id(self) -> str:
        """The id of the document before this one, "" when there is none."""
        return document_id(self.document, self.previous) if self.previous else ""


def capture(source: Source) -> Capture:
    """The newest capture of a source, its bytes checked against its receipt.

    Raises:
        DocumentError: there is none, it has no readable receipt, or the bytes are not what the receipt says.
    """
    files = files_of(source)
    every = files.names()
    held = captures(every)
    if not held:
        found = [name for name in every if NAME.fullmatch(name)]
        reason = "these bytes have no receipt; adopt them with `python -m tieout.capture SOURCES`"
        if found:
            raise DocumentError(shown(source, found[-1]), "receipt", reason)
        raise DocumentError(source.name, shown(source), "there is no capture in this folder")
    return verified(source, files, held[-1], held[:-1])


def captures(names: Iterable[str]) -> list[str]:
    """The captures among these names, oldest first: those with a receipt.

    Only names of our pattern: generators, notes and half-written files may lie in the same folder.
    """
    every = set(names)
    return sorted(name for name in every if NAME.fullmatch(name) and receipt_of(name) in every)


def verified(source: Source, files: Files, name: str, before: list[str]) -> Capture:
    """A capture whose bytes are what its receipt says; `before` are the captures that came before it.

    Raises:
        DocumentError: they are not, or the receipt cannot be read.
    """
    receipt = receipt_for(source, files, name)
    path = _local(source, files, name)
    check_bytes(source, name, receipt, _read(source, path))
    return Capture(
        source,
        path,
        receipt.decoded_sha256,
        receipt.n_bytes,
        receipt.captured_at,
        receipt.declared_type or receipt.sniffed_type,
        receipt.requested_url,
        receipt.final_url,
        path.with_name(receipt_of(name)),
        _previous(source, files, before, receipt.decoded_sha256),
    )


def earlier(newest: Capture) -> Capture | None:
    """The capture with other bytes that came before; None when there is none that is whole.

    An old capture that was damaged since is no reason to fail the new one: `capture` has checked that.
    """
    files = files_of(newest.source)
    held = captures(files.names())
    for at in range(len(held) - 2, -1, -1):
        try:
            found = verified(newest.source, files, held[at], held[:at])
        except DocumentError:
            continue
        if found.sha256 != newest.sha256:
            return found
    return None


def capture_all(every: Iterable[Source]) -> Iterator[Capture | DocumentError]:
    """`capture` for each source and each document of a listing; what is wrong with one stops no other."""
    for source in every:
        for one in listing.documents(source):
            try:
                yield capture(one)
            except DocumentError as error:
                yield error


def receipt_for(source: Source, files: Files, name: str) -> Receipt:
    """The receipt of a capture. Raises DocumentError when it cannot be read."""
    try:
        return loads(files.read(receipt_of(name)))
    except (OSError, ValidationError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise DocumentError(shown(source, name), "receipt", f"cannot be read: {first}") from error


def check_bytes(source: Source, name: str, receipt: Receipt, data: bytes) -> None:
    """Hold bytes against their receipt and their name. Raises DocumentError when they are others."""
    digest = hashlib.sha256(data).hexdigest()
    if len(data) != receipt.n_bytes:
        raise DocumentError(shown(source, name), "whole file", f"{len(data)} bytes, the receipt says {receipt.n_bytes}")
    if digest != receipt.decoded_sha256:
        raise DocumentError(shown(source, name), "whole file", f"sha256 {digest[:8]}..., the receipt says otherwise")
    if name[17:25] != digest[:8]:
        reason = f"does not hold the first digits of its sha256, {digest[:8]}"
        raise DocumentError(shown(source, name), "file name", reason)


def shown(source: Source, name: str = "") -> str:
    """Folders and name: an absolute path would make the same failure another one on each machine."""
    parts = (source.directory / name).parts if name else source.directory.parts
    return "/".join(parts[-(2 + bool(name) + source.name.count("/")) :])


def document_id(name: str, sha256: str) -> str:
    """The id of a document with this name and these bytes."""
    return Document(name, sha256, "", 0, "", 0, "").document_id


def _previous(source: Source, files: Files, before: list[str], sha256: str) -> str:
    for name in reversed(before):
        if name[17:25] != sha256[:8]:
            try:
                return receipt_for(source, files, name).decoded_sha256
            except DocumentError:
                continue  # an unfinished capture was never a version of this document
    return ""


def _local(source: Source, files: Files, name: str) -> Path:
    try:
        return files.local(name)
    except OSError as error:
        raise DocumentError(shown(source, name), "path", error.strerror or "cannot be read") from error


def _read(source: Source, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DocumentError(shown(source, path.name), "path", error.strerror or "cannot be read") from error
