"""Files that are whole or not there, whatever kills the process in between."""

import fcntl
import math
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tieout import steps

TEMPORARY = ".tmp-"  # what is being written starts so; readers skip names that begin with a dot
LEFTOVER_AFTER_S = 24 * 3600.0


def write_bytes(path: Path, data: bytes) -> None:
    """Put `data` at `path` in one step, making its folders: a reader sees the old file or the whole new one."""
    write_pieces(path, (data,))


def write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """As `write_bytes`, for what is made while it is written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f"{TEMPORARY}{secrets.token_hex(8)}"
    try:
        steps.reached("begin to write")
        _write_synced(temporary, pieces)
        steps.reached("synced")
        # replace() keeps the name's promise; the folder's own fsync makes the new name survive a power cut.
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    steps.reached("renamed")
    sync_directory(path.parent)


def write_text(path: Path, text: str) -> None:
    """As `write_bytes`, in UTF-8 with newlines as they are."""
    write_bytes(path, text.encode())


def place(path: Path, write: Callable[[Path], object]) -> None:
    """As `write_bytes`, for what a library writes itself: `write` is given where to write to, beside `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f"{TEMPORARY}{secrets.token_hex(8)}"
    try:
        write(temporary)
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def point(link: Path, target: str) -> None:
    """Make `link` a symlink to `target` (a name in the same folder), replacing an earlier one in one step."""
    temporary = link.parent / f"{TEMPORARY}{secrets.token_hex(8)}"
    temporary.symlink_to(target)
    steps.reached("link made")
    try:
        temporary.replace(link)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    steps.reached("link moved")
    sync_directory(link.parent)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file, waiting for whoever holds it. The lock ends with the process, however it ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def sweep(directory: Path, older_than_s: float = LEFTOVER_AFTER_S) -> int:
    """Remove what killed writers left in a folder; younger files may still be another run's. Returns how many."""
    limit = time.time() - older_than_s
    # lstat: a link that `point` was about to place leads to a folder, or nowhere, and is a leftover all the same.
    stale = [path for path in directory.glob(f"{TEMPORARY}*") if _modified(path) < limit]
    for path in stale:
        path.unlink(missing_ok=True)
    return len(stale)


def _modified(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:
        return math.inf  # renamed into place by its writer meanwhile


def _write_synced(path: Path, pieces: Iterable[bytes]) -> None:
    with path.open("xb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())
