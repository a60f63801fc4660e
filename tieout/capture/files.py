"""Where a source's captures lie: a folder of this machine, or one of an object store that the folder mirrors.

Both keep the promise that a file is there whole or not at all: the folder by temp, fsync and rename, an object store
because an object appears when its upload is complete. What belongs together is committed by the receipt, written last.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from tieout import atomic, steps
from tieout.capture.receipts import NAME, SOFT_NAME, receipt_of
from tieout.sources import Source

LOCK, INTENT = ".lock", ".intent"
FILE = "file://"


class Files(Protocol):
    """The files of one source."""

    def names(self) -> list[str]:
        """Every file's name, sorted; none when there is no folder yet."""

    def folders(self) -> list[str]:
        """Every subfolder's name, sorted."""

    def read(self, name: str) -> bytes:
        """A file's bytes. Raises OSError."""

    def write(self, name: str, data: bytes) -> None:
        """Put a file there, whole or not at all. Raises OSError, FileExistsError when the name is taken."""

    def remove(self, name: str) -> None:
        """Remove a file; nothing happens when it is gone already."""

    def local(self, name: str) -> Path:
        """The file on this machine, brought here if it must be. Raises OSError."""

    def intend(self, name: str) -> None:
        """Say, holding the lock, which bytes are to be written: the next holder removes them if they got no receipt."""

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Wait for whoever captures this source on this machine, and sweep what killed ones left."""
        yield


def files_of(source: Source) -> Files:
    """The files of a source."""
    if source.store.startswith(FILE):
        # fsspec writes local files in place: a killed writer would leave half of one under its final name.
        return LocalFiles(Path(source.store.removeprefix(FILE)))
    return RemoteFiles(source.store, source.directory) if source.store else LocalFiles(source.directory)


class LocalFiles:
    """A folder."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def names(self) -> list[str]:
        """See Files."""
        return [one.name for one in self._entries() if not one.is_dir()]

    def folders(self) -> list[str]:
        """See Files."""
        return [one.name for one in self._entries() if one.is_dir()]

    def _entries(self) -> list[Path]:
        try:
            return sorted(self.directory.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []

    def read(self, name: str) -> bytes:
        """See Files."""
        return (self.directory / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        """See Files."""
        path = self.directory / name
        if path.exists():
            raise FileExistsError(f"{name} is there already")
        steps.reached(f"write {_kind(name)}")
        atomic.write_bytes(path, data)
        steps.reached(f"written {_kind(name)}")

    def remove(self, name: str) -> None:
        """See Files."""
        (self.directory / name).unlink(missing_ok=True)

    def local(self, name: str) -> Path:
        """See Files."""
        return self.directory / name

    def intend(self, name: str) -> None:
        """See Files."""
        (self.directory / INTENT).write_text(name)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """See Files. The lock ends with its process, so none is ever stale."""
        with locked(self, self.directory):
            yield


class RemoteFiles:
    """A folder of an object store under an fsspec address, mirrored in a local one file by file as they are needed.

    Two machines that capture one source at once write receipts of their own; readers take the bytes for one version.
    """

    def __init__(self, address: str, mirror: Path) -> None:
        from fsspec.core import url_to_fs  # a fifth of a second, and most have their captures on disk

        self.fs: Any
        self.fs, self.prefix = url_to_fs(address)
        self.mirror = LocalFiles(mirror)

    def names(self) -> list[str]:
        """See Files."""
        return self._entries("file")

    def folders(self) -> list[str]:
        """See Files."""
        return self._entries("directory")

    def _entries(self, kind: str) -> list[str]:
        try:
            self.fs.invalidate_cache(self.prefix)
            found = self.fs.ls(self.prefix, detail=True)
        except FileNotFoundError:
            return []
        return sorted(one["name"].rstrip("/").rsplit("/", 1)[-1] for one in found if one["type"] == kind)

    def read(self, name: str) -> bytes:
        """See Files."""
        return bytes(self.fs.cat_file(f"{self.prefix}/{name}"))

    def write(self, name: str, data: bytes) -> None:
        """See Files."""
        if self.fs.exists(f"{self.prefix}/{name}"):
            raise FileExistsError(f"{name} is there already")
        steps.reached(f"write {_kind(name)}")
        self.fs.makedirs(self.prefix, exist_ok=True)
        self.fs.pipe_file(f"{self.prefix}/{name}", data)
        steps.reached(f"written {_kind(name)}")

    def remove(self, name: str) -> None:
        """See Files."""
        if self.fs.exists(f"{self.prefix}/{name}"):
            self.fs.rm_file(f"{self.prefix}/{name}")
        self.mirror.remove(name)

    def local(self, name: str) -> Path:
        """See Files. A name is given once, to bytes that never change, so what is here is what is there."""
        path = self.mirror.local(name)
        if not path.exists():
            atomic.write_bytes(path, self.read(name))
        return path

    def intend(self, name: str) -> None:
        """See Files."""
        self.mirror.intend(name)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """See Files; it keeps captures of this machine apart."""
        with locked(self, self.mirror.directory):
            yield


@contextmanager
def locked(files: Files, directory: Path) -> Iterator[None]:
    """Hold the lock of a folder of this machine, with what a killed holder left undone undone."""
    with atomic.locked(directory / LOCK):
        atomic.sweep(directory, older_than_s=0)
        _undo(files, directory / INTENT)
        yield
        (directory / INTENT).unlink(missing_ok=True)


def _undo(files: Files, intent: Path) -> None:
    """Remove bytes that were written and never got their receipt; files that a person put there are not ours."""
    try:
        name = intent.read_text()
    except (OSError, UnicodeDecodeError):
        return
    if (NAME.fullmatch(name) or SOFT_NAME.fullmatch(name)) and receipt_of(name) not in files.names():
        files.remove(name)
    intent.unlink(missing_ok=True)


def _kind(name: str) -> str:
    return "receipt" if name.endswith(".receipt.json") else "bytes"
