"""Is a release whole: every file what its sums say, the counts what its description says, the pointer what it names.

Reads files only, none of tieout's contracts: a release must be verifiable by whoever has it.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tieout.release.versions import POINTER, ReleaseError, load

SUMS = "SHA256SUMS"
RELEASE = "release.json"


@dataclass(frozen=True, slots=True)
class Broken:
    """Something in a release that is not what the release says: which file, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def verify_release(path: Path) -> tuple[Broken, ...]:
    """What is wrong with a release's folder, or with every release of a releases folder (one with a pointer).

    () when all is well, also for a folder that nothing was released into.
    """
    if (path / SUMS).exists() or not _is_root(path):
        return tuple(_folder(path))
    try:
        published = load(path)
    except ReleaseError as error:
        return (Broken(str(path / POINTER), str(error)),)
    found = [broken for one in published.releases for broken in _folder(path / one.version, one.sums)]
    return tuple(found)


def _is_root(path: Path) -> bool:
    return (path / POINTER).exists() or not any(path.glob("*.json"))


def _folder(folder: Path, sums: str | None = None) -> Iterator[Broken]:
    path = folder / SUMS
    try:
        listed = _listed(path)
    except (OSError, ValueError) as error:
        yield Broken(str(path), f"cannot be read: {error}")
        return
    if sums is not None and file_sha256(path) != sums:
        yield Broken(str(path), f"is not the one that {POINTER} names")
    here = {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()} - {SUMS}
    for name in sorted(here - set(listed)):
        yield Broken(str(folder / name), f"is not in {SUMS}")
    for name, expected in sorted(listed.items()):
        if name not in here:
            yield Broken(str(folder / name), "is missing")
        elif file_sha256(folder / name) != expected:
            yield Broken(str(folder / name), "its bytes are not those that were released")
    yield from _counts(folder)


def _listed(path: Path) -> dict[str, str]:
    lines = (line.split("  ", 1) for line in path.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in lines}


def _counts(folder: Path) -> Iterator[Broken]:
    """Rows of each Parquet file against what release.json says."""
    try:
        said = {name: one["rows"] for name, one in json.loads((folder / RELEASE).read_bytes())["tables"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        yield Broken(str(folder / RELEASE), f"cannot be read: {error}")
        return
    for name, rows in said.items():
        path = folder / f"{name}.parquet"
        try:
            found = pl.scan_parquet(path).select(pl.len()).collect().item()
        except (OSError, pl.exceptions.PolarsError) as error:
            yield Broken(str(path), f"cannot be read: {str(error).splitlines()[0]}")
            continue
        if found != rows:
            yield Broken(str(path), f"has {found} rows, {RELEASE} says {rows}")


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
