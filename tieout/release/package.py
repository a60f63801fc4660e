"""datapackage.json: what is in a release, for tools that read Data Package v2."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tieout.release.export import Json
from tieout.release.settings import Package


@dataclass(frozen=True, slots=True)
class File:
    """A file of a release: its name, size and SHA-256."""

    name: str
    n_bytes: int
    sha256: str


def datapackage(
    about: Package, created: str, files: Mapping[str, File], schemas: Mapping[str, Json], stamped: Mapping[str, Any]
) -> Json:
    """Each table as CSV with its schema, and where it is as Parquet. `files` is by name, `schemas` by table."""
    licenses = {"licenses": [{"path": about.license}]} if about.license else {}
    return {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": about.name,
        "title": about.title,
        "description": about.description,
        "version": stamped["tieout:release"],
        "created": created,
        **licenses,
        "resources": list(_resources(files, schemas)),
        **stamped,
    }


def _resources(files: Mapping[str, File], schemas: Mapping[str, Json]) -> Iterable[Json]:
    for table, schema in schemas.items():
        yield {
            **_file(table, files[f"{table}.csv"]),
            "type": "table",
            "format": "csv",
            "mediatype": "text/csv",
            "encoding": "utf-8",
            "dialect": {"delimiter": ",", "quoteChar": '"', "doubleQuote": True, "header": True},
            "schema": schema,
            # No resource of its own: every resource is a table there, and frictionless reads Parquet's nulls as NaN.
            "tieout:parquet": _file(f"{table}-parquet", files[f"{table}.parquet"]),
        }


def _file(name: str, file: File) -> Json:
    return {"name": name, "path": file.name, "bytes": file.n_bytes, "hash": f"sha256:{file.sha256}"}
