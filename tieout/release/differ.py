"""What changed between two releases, from their files alone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tieout.release import versions
from tieout.release.changes import Changes, diff
from tieout.release.publish import columns_of, released
from tieout.release.shape import RENAMED, Change, Column, Kind, Published, Shape, compare, shapes
from tieout.release.versions import Entry


@dataclass(frozen=True, slots=True)
class Between:
    """Changed rows, and by table what happened to its columns."""

    changes: Changes
    columns: Mapping[str, Change]


def between(root: Path, old: str, new: str) -> Between:
    """From one version to another, the newest for "". Raises ReleaseError when there is no such release."""
    published = versions.load(root)
    before, after = published.get(old), published.get(new)
    known = shapes()
    every = {name: _shape(root, after, name, known.get(name)) for name in after.tables}
    columns = {
        name: compare(columns_of(root / before.version, name), shape, RENAMED.get(name, {}))
        for name, shape in every.items()
        if name in before.tables
    }
    return Between(diff(released(root, before), released(root, after), every), columns)


def _shape(root: Path, entry: Entry, table: str, known: Shape | None) -> Shape:
    """The columns that this release had, whatever the contract says today."""
    columns = tuple(_column(one) for one in columns_of(root / entry.version, table) if not one.alias_of)
    return replace(known, columns=columns) if known else Shape(table, "", columns, (), ())


def _column(one: Published) -> Column:
    kinds: tuple[Kind, ...] = ("string", "integer", "number", "boolean", "array")
    return Column(one.name, next((kind for kind in kinds if kind == one.kind), "string"), True)
