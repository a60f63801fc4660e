"""A table's shape as JSON Schema (one row) and as Table Schema (the CSV file)."""

from collections.abc import Mapping
from typing import Any

from tieout.release.shape import Column, Shape

Json = dict[str, Any]  # what is written to a .json file as it stands
_NUMBERS = {"minimum", "pattern", "minLength", "enum"}


def stamp(tool: str, release: str, version: str) -> Json:
    """What made an artefact, for which release, and the version of the table's schema."""
    return {"tieout:tool": f"tieout {tool}", "tieout:release": release, "tieout:schemaVersion": version}


def json_schema(shape: Shape, stamped: Mapping[str, Any]) -> Json:
    """One row as JSON Schema 2020-12."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": shape.table,
        "description": shape.about,
        "type": "object",
        "properties": {column.name: _property(column) for column in shape.columns},
        "required": [column.name for column in shape.columns],
        "additionalProperties": False,
        "tieout:unique": [c.name for c in shape.columns if c.constraints.get("unique")],
        **_notes(shape),
        **stamped,
    }


def _property(column: Column) -> Json:
    kind: Json = {"type": [column.kind, "null"] if column.nullable else column.kind}
    limits = {name: value for name, value in column.constraints.items() if name in _NUMBERS}
    if column.items:
        properties = {name: {"type": [kind, "null"]} for name, kind in column.items}
        limits["items"] = {"type": "object", "properties": properties, "required": list(properties)}
    return {**kind, **limits, **_about(column)}


def table_schema(shape: Shape, stamped: Mapping[str, Any]) -> Json:
    """The CSV file as Table Schema 2.0.

    Text that is not stated is an empty text and no missing value; a number that is not stated is missing.
    """
    return {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "name": shape.table,
        "title": shape.about,
        "fields": [_field(column) for column in shape.columns],
        **({"primaryKey": list(shape.key)} if shape.key else {}),
        **_notes(shape),
        **stamped,
    }


def _field(column: Column) -> Json:
    missing = [] if column.kind == "string" and not column.nullable else [""]
    limits = {"constraints": dict(column.constraints)} if column.constraints else {}
    return {"name": column.name, "type": column.kind, "missingValues": missing, **_about(column), **limits}


def _about(column: Column) -> Json:
    unit = {"tieout:unit": column.unit} if column.unit else {}
    alias = {"tieout:aliasOf": column.alias_of} if column.alias_of else {}
    return {"description": column.meaning, **unit, **alias}


def _notes(shape: Shape) -> Json:
    return {"tieout:checksNotExported": [{"name": name, "holds": holds} for name, holds in shape.unexported]}
