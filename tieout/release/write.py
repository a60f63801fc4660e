"""The files of a release, written into a folder that nobody reads yet."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tieout import atomic
from tieout.release import changes as changed
from tieout.release import dictionary
from tieout.release.changes import Changes
from tieout.release.croissant import croissant
from tieout.release.export import Json, json_schema, stamp, table_schema
from tieout.release.package import File, datapackage
from tieout.release.settings import Package
from tieout.release.shape import Change, Shape
from tieout.release.verify import RELEASE, SUMS, file_sha256
from tieout.tabled import flat


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that a release says. `shapes` hold the aliases of this release; `versions` are by table."""

    version: str
    tool: str
    published_at: str
    about: Package
    frames: Mapping[str, pl.DataFrame]
    shapes: dict[str, Shape]
    versions: Mapping[str, str]
    columns: Mapping[str, Change]
    changes: Changes
    previous: str
    record: Mapping[str, Any]  # how the release came about, for release.json


def write(content: Content, folder: Path) -> None:
    """Every file, SHA256SUMS last. A file is whole or not there."""
    schemas = {name: table_schema(shape, _stamp(content, name)) for name, shape in content.shapes.items()}
    for name, frame in content.frames.items():
        _table(folder, name, frame, schemas[name])
        _json(folder / f"{name}.tableschema.json", schemas[name])
        _json(folder / f"{name}.schema.json", json_schema(content.shapes[name], _stamp(content, name)))
    files = {one.name: one for one in map(_file, sorted(folder.iterdir()))}
    _json(folder / "datapackage.json", _package(content, files, schemas))
    _json(folder / "croissant.json", _croissant(content, files))
    _words(content, folder)
    _json(folder / RELEASE, {**_stamps(content), **content.record})
    sums = (f"{one.sha256}  {one.name}\n" for one in map(_file, sorted(folder.iterdir())))
    atomic.write_text(folder / SUMS, "".join(sums))


def _table(folder: Path, name: str, frame: pl.DataFrame, schema: Json) -> None:
    noted = {key: value for key, value in schema.items() if isinstance(value, str) and key.startswith("tieout:")}
    noted["tieout:tableschema"] = json.dumps(schema, ensure_ascii=False)
    parquet = folder / f"{name}.parquet"
    atomic.place(parquet, lambda path: frame.write_parquet(path, compression="zstd", metadata=noted))
    atomic.place(folder / f"{name}.csv", flat(frame).write_csv)


def _words(content: Content, folder: Path) -> None:
    title = f"{content.about.title}, release {content.version}"
    page = changed.page(content.changes, content.columns, title, content.previous)
    atomic.write_text(folder / "CHANGES.md", f"{page}\nMade by tieout {content.tool}.\n")
    atomic.place(folder / "changes.csv", content.changes.rows.write_csv)
    rows = {name: f"{content.versions[name]} | {frame.height:,}" for name, frame in content.frames.items()}
    text = dictionary.readme(title, content.about, content.tool, rows, content.shapes)
    atomic.write_text(folder / "README.md", text)


def _package(content: Content, files: Mapping[str, File], schemas: Mapping[str, Json]) -> Json:
    return datapackage(content.about, content.published_at, files, schemas, _stamps(content))


def _croissant(content: Content, files: Mapping[str, File]) -> Json:
    day = content.published_at[:10]
    return croissant(content.about, day, files, content.shapes, content.tool, content.version)


def _stamp(content: Content, table: str) -> Json:
    return stamp(content.tool, content.version, content.versions[table])


def _stamps(content: Content) -> Json:
    one = stamp(content.tool, content.version, "")
    return {**one, "tieout:schemaVersion": dict(content.versions)}


def _file(path: Path) -> File:
    return File(path.name, path.stat().st_size, file_sha256(path))


def _json(path: Path, content: object) -> None:
    atomic.write_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
