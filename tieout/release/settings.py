"""release.toml: what a release is called, and how far its numbers may move before a person has to say yes.

[package]
name = "tieout"
title = "Performance figures that vendors publish"
license = "https://..."         # of the tables; left out when it is not settled

[gate]
fall = 0.2                      # the fields of tieout/release/gate.py: Bounds
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tieout.release.gate import Bounds
from tieout.release.versions import ReleaseError

DEFAULT = Path(__file__).resolve().parent.parent.parent / "release.toml"


@dataclass(frozen=True, slots=True)
class Package:
    """What a release says of itself; `license` is an address, "" when it is not settled."""

    name: str = "tieout"
    title: str = "Performance figures that vendors publish"
    description: str = "Each figure a row with its source, every disagreement a finding with its evidence."
    license: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole file."""

    package: Package = field(default_factory=Package)
    gate: Bounds = field(default_factory=Bounds)


def settings(path: Path | None = None) -> Settings:
    """The file's settings (the committed file when None). Raises ReleaseError when it is malformed."""
    if path is None and not DEFAULT.exists():
        return Settings()  # installed from a wheel, which has no checkout around it
    path = path or DEFAULT
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ReleaseError(f"{path}: not readable as TOML: {error}") from error
    if unknown := set(content) - {"package", "gate"}:
        raise ReleaseError(f"{path}: unknown part [{min(unknown)}]")
    package = Package(**_known(path, "package", content.get("package", {}), Package, str))
    numbers = _known(path, "gate", content.get("gate", {}), Bounds, (int, float))
    if negative := [name for name, value in numbers.items() if value < 0]:
        raise ReleaseError(f"{path}: [gate] {negative[0]} is below zero")
    return Settings(package, Bounds(**numbers))


def _known(path: Path, part: str, given: Mapping[str, Any], model: type, kind: Any) -> dict[str, Any]:
    names = {one.name for one in fields(model)}
    for name, value in given.items():
        if name not in names:
            raise ReleaseError(f"{path}: [{part}] has no {name}; it has {', '.join(sorted(names))}")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ReleaseError(f"{path}: [{part}] {name} = {value!r} is of the wrong kind")
    return dict(given)
