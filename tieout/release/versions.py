"""Versions of releases and tables, and `versions.json`, which says what is published.

A release that is not in `versions.json` does not exist: it is what a killed one left.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas.errors import TieoutError

if TYPE_CHECKING:
    from tieout.release.shape import Growth  # brings pandera, which reading a version does without

POINTER = "versions.json"
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")


class ReleaseError(TieoutError):
    """A release cannot be made or read."""


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """Major: a column was renamed, retyped or removed. Minor: one was added. Patch: other rows."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @classmethod
    def of(cls, text: str) -> "Version":
        """Read "1.2.3". Raises ReleaseError for anything else."""
        match = _VERSION.fullmatch(text)
        if not match:
            raise ReleaseError(f"{text!r} is no version; versions look like 1.2.3")
        return cls(*map(int, match.groups()))

    def grown(self, growth: "Growth") -> "Version":
        """The next one."""
        match growth:
            case "major":
                return Version(self.major + 1, 0, 0)
            case "minor":
                return Version(self.major, self.minor + 1, 0)
            case "patch":
                return Version(self.major, self.minor, self.patch + 1)
            case _:
                return self


FIRST = Version(1, 0, 0)


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table of a release: the version of its schema and rows, and how many rows."""

    version: str
    rows: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A published release. `sums` is the SHA-256 of its SHA256SUMS, which in turn names every other file."""

    version: str
    published_at: str
    run_id: str
    sums: str
    tables: Mapping[str, TableEntry]
    override: Mapping[str, Any] = field(default_factory=dict)  # who accepted numbers beyond the gate, and why


@dataclass(frozen=True, slots=True)
class Versions:
    """What is published, oldest first."""

    releases: tuple[Entry, ...] = ()

    @property
    def newest(self) -> Entry | None:
        """The one that readers should take."""
        return self.releases[-1] if self.releases else None

    def get(self, version: str) -> Entry:
        """The release of a version, the newest for "". Raises ReleaseError when there is none."""
        found = [one for one in self.releases if version in ("", one.version)]
        if not found:
            known = ", ".join(one.version for one in self.releases) or "none yet"
            raise ReleaseError(f"there is no release {version}".rstrip() + f"; published: {known}")
        return found[-1]

    def dumps(self) -> bytes:
        """As `versions.json`."""
        newest = self.newest
        content = {"newest": newest.version if newest else None, "releases": [asdict(one) for one in self.releases]}
        return json.dumps(content, indent=1, ensure_ascii=False).encode() + b"\n"


def load(root: Path) -> Versions:
    """What `root` publishes; nothing when it has no pointer. Raises ReleaseError when that is unreadable."""
    path = root / POINTER
    try:
        content = json.loads(path.read_bytes())
        return Versions(tuple(_entry(one) for one in content["releases"]))
    except FileNotFoundError:
        return Versions()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReleaseError(f"{path}: is no list of releases: {error}") from error


def _entry(one: Mapping[str, Any]) -> Entry:
    tables = {name: TableEntry(str(table["version"]), int(table["rows"])) for name, table in one["tables"].items()}
    Version.of(one["version"])  # a version is a folder's name: "../elsewhere" must not get past here
    version, at, run_id, sums = (str(one[name]) for name in ("version", "published_at", "run_id", "sums"))
    return Entry(version, at, run_id, sums, tables, dict(one.get("override") or {}))
