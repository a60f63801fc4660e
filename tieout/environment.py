"""What a run needs around it: Python, packages in their versions, folders that can be written, room, our own settings.

Imports the standard library only, and everything else where it is looked at: what is broken is what it is to tell of.
"""

import getpass
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

Level = Literal["error", "warning", "note"]
DISTRIBUTION = "tieout"
REPAIR = "`uv sync` or `pip install --require-hashes -r requirements.lock` puts it right"
# What loads a library of machine code: it can be there in the right version and still not run on this machine.
NATIVE = {
    "lxml.etree": "HTML is not read",
    "pypdfium2": "pictures of PDF pages are not drawn (PDFium)",
    "pdfplumber": "PDFs are not read",
    "polars": "no table is written",
    "duckdb": "`tieout sql` does not run",
    "yaml": "neither sources nor names are read",
}
LOADS = {
    "names (schemas/vocabulary)": "schemas.names:vocabulary",
    "checks": "checks.registry:checks",
    "kinds of document (parsers)": "parsers.lib.registry:parsers",
    "checks.toml": "tieout.tuning:tuning",
    "release.toml": "tieout.release.settings:settings",
}
TIGHT, FULL = 1_000_000_000, 50_000_000  # bytes free below which a run may fail, and does
MEMORY = 2_000_000_000  # bytes: a document may take 1.5 GB while it is read, beside the run itself


@dataclass(frozen=True, slots=True)
class Ailment:
    """One thing to look at, and how bad: an error stops runs, a warning wants a person, a note is for information."""

    level: Level
    where: str
    what: str

    def __str__(self) -> str:
        """One line."""
        return f"{self.level}: {self.where}: {self.what}"


def examine(folders: Mapping[str, Path]) -> Iterator[Ailment]:
    """Everything around a run. `folders` are those that it writes, by what they are for. Raises nothing."""
    yield from python(sys.version_info[:3])
    yield from packages()
    yield from native()
    yield from temporary()
    yield from (one for name, path in folders.items() for one in folder(name, path))
    yield from room({name: path for name, path in folders.items() if _nearest(path)})
    yield from memory()
    yield from settings()


def sound(found: Sequence[Ailment]) -> bool:
    """Whether none of these keeps our own modules from being imported."""
    return not any(one.level == "error" for one in found)


def python(version: Sequence[int]) -> Iterator[Ailment]:
    """Whether this Python is one that tieout runs on."""
    told = ".".join(map(str, version))
    specifiers = _packaging("specifiers")
    for needs in _needs("Requires-Python") if specifiers else ():
        if not specifiers.SpecifierSet(needs).contains(told):
            what = f"{told} does not do: tieout needs {needs}. Make the environment anew with another"
            yield Ailment("error", f"Python ({sys.executable})", what)


def packages() -> Iterator[Ailment]:
    """Whether every package that tieout names is there, in a version that it was tried with."""
    requirements = _packaging("requirements")
    if requirements is None:
        yield Ailment("error", "packaging", f"is not installed, so versions are not compared; {REPAIR}")
        return
    if not (wanted := _needs("Requires-Dist")):
        what = "is not installed, so nothing says which packages it needs: `uv sync`, or `pip install -e .`"
        yield Ailment("warning", DISTRIBUTION, what)
    for requirement in map(requirements.Requirement, wanted):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield from _package(requirement.name, requirement.specifier)


def _package(name: str, specifier: Any) -> Iterator[Ailment]:
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        yield Ailment("error", name, f"is not installed; {REPAIR}")
        return
    if not specifier.contains(found, prereleases=True):
        yield Ailment("error", name, f"{found} is installed, and tieout needs {specifier}; {REPAIR}")


def native(modules: Mapping[str, str] = NATIVE) -> Iterator[Ailment]:
    """Whether libraries of machine code can be loaded."""
    for name, without in modules.items():
        try:
            importlib.import_module(name)
        except Exception as error:  # noqa: BLE001 - a broken library raises what it likes
            yield Ailment("error", name, f"cannot be loaded ({_said(error)}): {without}; {REPAIR}")


def temporary() -> Iterator[Ailment]:
    """Whether there is a folder for temporary files."""
    try:
        with tempfile.TemporaryFile():
            pass
    except OSError as error:
        yield Ailment("error", "temporary files", f"cannot be written ({_said(error)}); TMPDIR names their folder")


def folder(name: str, path: Path) -> Iterator[Ailment]:
    """Whether a folder can be written, or made where it is not there yet."""
    where = f"{name} ({path})"
    if (below := _nearest(path)) is None:
        yield Ailment("error", where, "is a file or below one, and can be no folder; name another")
        return
    try:
        # Asking for permission is not enough: root may write everywhere, and still not on a read-only disk.
        with tempfile.TemporaryFile(dir=below):
            pass
    except OSError as error:
        what = "cannot be written" if below == path else f"cannot be made in {below}"
        yield Ailment("error", where, f"{what} ({_said(error)}); give {_user()} the right to, or name another")


def room(folders: Mapping[str, Path]) -> Iterator[Ailment]:
    """Whether the disks under these folders have room for another run; each disk is told of once."""
    disks: dict[int, list[str]] = {}
    free: dict[int, int] = {}
    for name, path in folders.items():
        if below := _nearest(path):
            disk = below.stat().st_dev
            disks.setdefault(disk, []).append(name)
            free[disk] = shutil.disk_usage(below).free
    for disk, names in disks.items():
        if free[disk] < TIGHT:
            what = f"{free[disk] / 1e6:,.0f} MB free; a run that finds the disk full fails and leaves the last one"
            yield Ailment("error" if free[disk] < FULL else "warning", f"disk under {', '.join(names)}", what)


def memory() -> Iterator[Ailment]:
    """Whether the machine has the memory that one document may take."""
    try:
        held = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return
    if held < MEMORY:
        what = f"{held / 1e9:.1f} GB: large documents may be given up (each may take 1.5 GB while it is read)"
        yield Ailment("warning", "memory", what)


def settings() -> Iterator[Ailment]:
    """Whether what we ship or you changed can be read: names, checks, checks.toml, release.toml."""
    for where, place in LOADS.items():
        try:
            _load(place)
        except Exception as error:  # noqa: BLE001 - what it imports may be what is broken
            yield Ailment("error", where, _said(error))


def _load(place: str) -> object:
    module, _, function = place.partition(":")
    return getattr(importlib.import_module(module), function)()


def _needs(field: str) -> list[str]:
    """A field of tieout's own metadata, from pyproject.toml; nothing when it is run without being installed."""
    try:
        return metadata.metadata(DISTRIBUTION).get_all(field) or []
    except metadata.PackageNotFoundError:
        return []


def _packaging(module: str) -> Any:
    """A module of the package that compares versions; None when that is what is missing."""
    try:
        return importlib.import_module(f"packaging.{module}")
    except ImportError:
        return None


def _nearest(path: Path) -> Path | None:
    """The folder itself or the nearest above it that is there; None when a file is in the way."""
    for one in (path.absolute(), *path.absolute().parents):
        if one.exists():
            return one if one.is_dir() else None
    return None


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container's user has a number and no name
        return f"user {os.getuid()}"


def _said(error: Exception) -> str:
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return (told or type(error).__name__).splitlines()[0]
