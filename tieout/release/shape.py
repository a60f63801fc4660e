"""The columns of a published table as plain data, taken from its contract, and what changed in them since a release.

A column that was renamed (`RENAMED`) or got another type stands for one release under its old name or type too, so
that whoever loads the table has until the next release to follow.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import polars as pl

from schemas.meanings import UNITS, meaning
from schemas.tables import CONTRACTS
from tieout.rows import KEYS

# By table, the old name and the new one. Stays as long as some release has the old name.
RENAMED: Mapping[str, Mapping[str, str]] = {}
Kind = Literal["string", "integer", "number", "boolean", "array"]
Growth = Literal["none", "patch", "minor", "major"]
GROWTH: tuple[Growth, ...] = get_args(Growth)
_TYPES: dict[Kind, Any] = {"string": pl.String, "integer": pl.Int64, "number": pl.Float64, "boolean": pl.Boolean}


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `constraints` are named as in Table Schema; `items` are an array's objects, name and kind."""

    name: str
    kind: Kind
    nullable: bool
    meaning: str = ""
    unit: str = ""
    constraints: Mapping[str, Any] = field(default_factory=dict)
    items: tuple[tuple[str, Kind], ...] = ()
    alias_of: str = ""  # the column whose values it repeats, for this release only


@dataclass(frozen=True, slots=True)
class Shape:
    """A table's columns in order, its key (() when its rows have none), and the checks that no export can hold."""

    table: str
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    unexported: tuple[tuple[str, str], ...]  # name and what it holds


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to a table's columns since a release: by how much its version grows, in words, and its aliases."""

    growth: Growth
    notes: tuple[str, ...] = ()
    aliases: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True)
class Published:
    """A column of an earlier release, as its Table Schema says."""

    name: str
    kind: str
    alias_of: str = ""


def shapes() -> dict[str, Shape]:
    """Every table, from its contract."""
    return {table: _shape(table) for table in CONTRACTS}


def _shape(table: str) -> Shape:
    schema = CONTRACTS[table].to_schema()
    about = " ".join((CONTRACTS[table].__doc__ or "").split())
    columns = tuple(_column(name, one) for name, one in schema.columns.items())
    rows = ((check.name, check.description or "") for check in schema.checks)
    cells = (
        (f"{name}: {check.name}", check.description or "")
        for name, one in schema.columns.items()
        for check in one.checks
        if not _constraint(check)
    )
    key = (KEYS[table],) if table in KEYS else ()
    return Shape(table, about, columns, key, tuple(sorted((*rows, *cells))))


def _column(name: str, one: Any) -> Column:
    dtype = one.dtype.type
    items = tuple((item.name, _kind(item.dtype)) for item in _struct(dtype).fields) if _kind(dtype) == "array" else ()
    constraints = {} if one.nullable else {"required": True}
    constraints |= {"unique": True} if one.unique else {}
    for check in one.checks:
        constraints |= _constraint(check)
    about = " ".join((one.description or meaning(name)).split())
    return Column(name, _kind(dtype), one.nullable, about, UNITS.get(name, ""), constraints, items)


def _struct(dtype: Any) -> Any:
    return dtype.inner


def _kind(dtype: Any) -> Kind:
    if isinstance(dtype, pl.List):
        return "array"
    return next(kind for kind, type_ in _TYPES.items() if dtype == type_)


def _constraint(check: Any) -> dict[str, Any]:
    """A contract's check as Table Schema says it; {} when it has no words for it."""
    said = check.statistics or {}
    match check.name:
        case "isin":
            return {"enum": list(said["allowed_values"])}
        case "str_matches":
            return {"pattern": said["pattern"]}
        case "greater_than_or_equal_to":
            return {"minimum": said["min_value"]}
        case "str_length" if said.get("max_value") is None:
            return {"minLength": said["min_value"]}
        case _:
            return {}


def compare(before: Sequence[Published], shape: Shape, renamed: Mapping[str, str]) -> Change:
    """What changed since `before`. Added columns are minor; renamed, retyped and removed ones major."""
    now = {column.name: column for column in shape.columns}
    old = {one.name: one for one in before if not one.alias_of}
    found: list[Change] = [
        *_gone(old, now, renamed),
        *_retyped(old, now),
        *(Change("minor", (f"added {name}",)) for name in now if name not in old and name not in renamed.values()),
        *(Change("minor", (f"dropped {one.name}, for one release another name of {one.alias_of}",))
          for one in before if one.alias_of and one.name not in now),
    ]  # fmt: skip
    growth: Growth = max((one.growth for one in found), key=GROWTH.index, default="none")
    notes = tuple(note for one in found for note in one.notes)
    return Change(growth, notes, tuple(alias for one in found for alias in one.aliases))


def _gone(old: Mapping[str, Published], now: Mapping[str, Column], renamed: Mapping[str, str]) -> Iterator[Change]:
    for name, one in old.items():
        if name in now:
            continue
        target = now.get(renamed.get(name, ""))
        if target is None:
            yield Change("major", (f"removed {name}",))
        else:
            yield Change("major", (f"renamed {name} to {target.name}",), (_alias(name, one.kind, target),))


def _retyped(old: Mapping[str, Published], now: Mapping[str, Column]) -> Iterator[Change]:
    for name, one in old.items():
        column = now.get(name)
        if column and column.kind != one.kind:
            alias = _alias(f"{name}_{one.kind}", one.kind, column)
            yield Change("major", (f"{name} is {column.kind}, was {one.kind}",), (alias,))


def _alias(name: str, kind: str, target: Column) -> Column:
    known: Kind = next((one for one in _TYPES if one == kind), target.kind)
    about = f"{target.name} as it was called before; gone with the next release"
    nullable = target.nullable or known != target.kind  # what cannot be read as the old type is null
    return Column(name, known, nullable, about, target.unit, alias_of=target.name, items=target.items)


def with_aliases(frame: pl.DataFrame, aliases: Sequence[Column]) -> pl.DataFrame:
    """The table with its columns' old names and types behind the new ones."""
    return frame.with_columns(
        pl.col(one.alias_of).cast(_TYPES[one.kind], strict=False).alias(one.name)
        if one.kind in _TYPES
        else pl.col(one.alias_of).alias(one.name)
        for one in aliases
    )
