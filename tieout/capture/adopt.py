"""A local file becomes a capture of a source: copied into its folder, then its receipt written."""

import hashlib
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from schemas.errors import DocumentError
from tieout import atomic
from tieout.capture import kinds
from tieout.capture.reading import check_bytes
from tieout.capture.receipts import NAME, Receipt, dump, iso, receipt_of, stamp, stamped
from tieout.sources import Source


def adopt(path: Path, source: Source) -> Path:
    """Make a local file a capture of `source`: copied into its folder unless it lies there, then its receipt written.

    Returns the capture's path. Raises DocumentError when the file cannot be read, or its name belies its bytes.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError(source.name, path.name, error.strerror or "cannot be read") from error
    target = path if path.parent.resolve() == source.directory.resolve() else _place(source, path, data)
    if not target.exists():
        atomic.write_bytes(target, data)
    receipt = _adopted(target, source, data)
    check_bytes(source, target.name, receipt, data)
    atomic.write_bytes(target.with_name(receipt_of(target.name)), dump(receipt))
    return target


def bare(source: Source) -> list[Path]:
    """Files of a source's folder that are named like captures and have no receipt."""
    if not source.directory.is_dir():
        return []
    named = sorted(path for path in source.directory.iterdir() if NAME.fullmatch(path.name))
    return [path for path in named if not path.with_name(receipt_of(path.name)).exists()]


def tools() -> dict[str, str]:
    """The versions that a receipt names."""
    return {"tieout": version("tieout"), "python": platform.python_version()}


def _place(source: Source, path: Path, data: bytes) -> Path:
    digest = hashlib.sha256(data).hexdigest()[:8]
    return source.directory / f"{stamp(datetime.now(UTC))}-{digest}{path.suffix.lower()}"


def _adopted(path: Path, source: Source, data: bytes) -> Receipt:
    if not NAME.fullmatch(path.name):
        raise DocumentError(source.name, path.name, "a capture is named <YYYYMMDDTHHMMSSZ>-<sha256, 8 digits>.<ext>")
    declared = kinds.TYPES.get(path.suffix, "")
    charset, charset_from = kinds.charset(data, "")
    return Receipt(
        requested_url=source.url,
        final_url=source.url,
        decoded_sha256=hashlib.sha256(data).hexdigest(),
        n_bytes=len(data),
        captured_at=iso(stamped(path.name)),
        outcome="new",
        method="adopted",
        declared_type=declared,
        sniffed_type=kinds.sniffed(data),
        charset=charset,
        charset_from=charset_from,
        tools=tools(),
    )
