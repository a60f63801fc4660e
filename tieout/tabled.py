"""Tables as the files of a run's folder, Parquet and CSV, and read back from there."""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import polars as pl

from schemas.errors import ContractError
from schemas.tables import validate
from tieout.rows import Tables
from tieout.stamped import stamp
from tieout.store import Content

ROWS_A_PIECE = 2_000  # of CSV, made as text at one time


def encoded(tables: Tables) -> dict[str, Content]:
    """The files of tables by their names, each made when it is written."""
    found: dict[str, Content] = {}
    for name, frame in tables.items():
        found[f"{name}.parquet"] = partial(_parquet, frame, {**stamp(), "tieout:table": name})
        found[f"{name}.csv"] = partial(_csv, frame)
    return found


def _csv(frame: pl.DataFrame) -> Iterator[bytes]:
    for first in range(0, max(frame.height, 1), ROWS_A_PIECE):
        yield flat(frame.slice(first, ROWS_A_PIECE)).write_csv(include_header=not first).encode()


def _parquet(frame: pl.DataFrame, noted: dict[str, str]) -> Iterator[bytes]:
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", statistics=True, metadata=noted)
    yield file.getvalue()


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Nested columns as JSON text: CSV has no lists."""
    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    return frame.with_columns(pl.Series(name, [_json(value) for value in frame[name].to_list()]) for name in nested)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Before:
    """The run before this one: its id ("" when there is none) and its findings table."""

    run_id: str
    findings: pl.DataFrame | None


def before(out: Path, run_id: str) -> Before:
    """What is left of the run of an id that `store.before` gave."""
    return Before(run_id, _findings(out / run_id) if run_id else None)


def _findings(directory: Path) -> pl.DataFrame | None:
    """The findings of an earlier run; None when they are gone or were written under another contract."""
    try:
        return validate("findings", pl.read_parquet(directory / "findings.parquet"))
    except (OSError, pl.exceptions.PolarsError, ContractError):
        return None
