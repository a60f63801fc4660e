"""Other tools read a release, none with tieout's help: the one-liners of docs/releases.md run here as they are."""

import csv
import json
import re
import subprocess
import sys
import warnings
from pathlib import Path

import duckdb
import jsonschema
import pandas
import polars as pl
import pytest

from schemas.tables import CONTRACTS, validate
from tests.conftest import ROOT
from tests.released import made_run, released

PAGE = ROOT / "docs" / "releases.md"
MANY = tuple(f"{n}x" for n in range(20, 60))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release with rejected rows, findings and quotes that a CSV file must quote."""
    base = tmp_path_factory.mktemp("loading")
    outcome = released(base / "releases", made_run(base / "out", *MANY, failures=1))
    assert outcome.directory
    return outcome.directory


def one_liners(language: str) -> list[str]:
    blocks = re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("line", one_liners("python"))
def test_every_python_one_liner_of_the_page_runs(folder: Path, line: str) -> None:
    code = f"import duckdb, pandas, polars\nprint({line})"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("line", one_liners("sql"))
def test_every_sql_one_liner_of_the_page_runs_in_duckdb(
    folder: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    assert duckdb.connect().sql(line).fetchall()


def test_the_page_has_every_tool() -> None:
    python = "\n".join(one_liners("python"))
    assert all(tool in python for tool in ("duckdb.", "polars.", "pandas."))
    assert one_liners("sql")
    assert any("arrow::read_parquet" in line for line in one_liners("r"))


def test_frictionless_finds_the_package_valid_and_a_broken_one_not(folder: Path, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # frictionless's dependencies deprecate what they use themselves
        from frictionless import Package

        whole = Package(str(folder / "datapackage.json")).validate()
        (tmp_path / "datapackage.json").write_bytes((folder / "datapackage.json").read_bytes())
        for path in folder.glob("*.csv"):
            (tmp_path / path.name).write_text(path.read_text(encoding="utf-8").replace(",prose,", ",verse,"))
        broken = Package(str(tmp_path / "datapackage.json")).validate()
    assert whole.valid, whole.flatten(["title", "message"])
    assert {task.name for task in whole.tasks} == set(CONTRACTS)
    assert not broken.valid


@pytest.mark.parametrize("table", CONTRACTS)
def test_parquet_keeps_the_contract_and_csv_says_the_same(folder: Path, table: str) -> None:
    frame = pl.read_parquet(folder / f"{table}.parquet")
    assert validate(table, frame).equals(frame)
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == frame.height
    fields = json.loads((folder / f"{table}.tableschema.json").read_bytes())["fields"]
    assert [one["name"] for one in fields] == frame.columns
    for row, printed in zip(frame.to_dicts(), rows, strict=True):
        for field in fields:
            assert _same(row[field["name"]], printed[field["name"]], field["type"])


def _same(value: object, printed: str, kind: str) -> bool:
    if value is None:
        return printed == ""
    if kind == "array":
        return bool(json.loads(printed) == value)
    if kind in ("integer", "number"):
        return float(printed) == value
    return printed == (str(value).lower() if kind == "boolean" else value)


@pytest.mark.parametrize("table", CONTRACTS)
def test_every_row_fits_its_json_schema_and_a_bad_one_does_not(folder: Path, table: str) -> None:
    schema = json.loads((folder / f"{table}.schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    judge = jsonschema.Draft202012Validator(schema)
    rows = pl.read_parquet(folder / f"{table}.parquet").to_dicts()
    assert all(judge.is_valid(row) for row in rows)
    for row in rows[:1]:
        assert not judge.is_valid({**row, "extra": 1})
        assert not judge.is_valid(dict(list(row.items())[1:]))


def test_null_rules_are_those_of_the_schema_in_other_tools(folder: Path) -> None:
    fields = json.loads((folder / "claims.tableschema.json").read_bytes())["fields"]
    required = [one["name"] for one in fields if one.get("constraints", {}).get("required")]
    table = pandas.read_parquet(folder / "claims.parquet")
    assert not table[required].isna().any().any()
    connection = duckdb.connect()
    types = dict(
        connection.sql(f"DESCRIBE FROM '{folder / 'claims.parquet'}'").project("column_name, column_type").fetchall()
    )
    words = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}
    assert types == {one["name"]: words[one["type"]] for one in fields}


def test_checks_that_no_schema_can_hold_are_listed(folder: Path) -> None:
    schema = json.loads((folder / "claims.schema.json").read_bytes())
    listed = {one["name"]: one["holds"] for one in schema["tieout:checksNotExported"]}
    assert set(listed) == {"span_is_ordered", "interval_is_ordered", "quote_is_not_empty"}
    assert all(listed.values())


def test_croissant_names_each_file_with_its_sum_and_each_column(folder: Path) -> None:
    content = json.loads((folder / "croissant.json").read_bytes())
    assert content["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    sums = {line.split("  ")[1]: line.split("  ")[0] for line in (folder / "SHA256SUMS").read_text().splitlines()}
    files = {one["@id"]: one for one in content["distribution"]}
    assert {name: one["sha256"] for name, one in files.items()} == {name: sums[name] for name in files}
    for one in content["recordSet"]:
        names = [field["source"]["extract"]["column"] for field in one["field"]]
        assert names == list(pl.read_parquet_schema(folder / f"{one['name']}.parquet"))
        assert all(field["source"]["fileObject"]["@id"] in files for field in one["field"])
