"""Every file that a run leaves says what made it, and the schema's version moves with the columns."""

import gzip
import hashlib
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result

from tests.made import folder, put
from tieout import run, stamped
from tieout.release.shape import shapes
from tieout.sources import sources

Tieout = Callable[..., Result]


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run with a finding and a drift."""
    root = tmp_path_factory.mktemp("run")
    path = folder(root, {"launch": "<p>BERT trains 17x faster than on the A100.</p>"})
    (source,) = sources(path)
    (old,) = source.directory.glob("*.html")
    for one in (old, old.with_suffix(".receipt.json")):
        one.rename(one.with_name(one.name.replace(old.name[:16], "20200101T000000Z")))
    put(root, "launch", "<p>BERT trains 27x faster than on the A100.</p>")
    planned = run.plan(path, root / "state")
    outcomes = [run.parse_shard(one) for one in planned.shards]
    reconciled = run.reconcile_all((one for made in outcomes for one in made.parsed), planned.captured_at)
    return run.publish(planned, outcomes, reconciled, root / "out").directory


def test_the_schema_version_grows_with_the_columns() -> None:
    columns = [(table, one.name, one.kind, one.items) for table, shape in shapes().items() for one in shape.columns]
    digest = hashlib.sha256(json.dumps(columns).encode()).hexdigest()[:16]
    assert digest == stamped.COLUMNS, "the columns changed: raise SCHEMA_VERSION in tieout/stamped.py, and write this"


def test_every_file_of_a_run_says_what_made_it(left: Path) -> None:
    for path in (one for one in left.iterdir() if one.is_file()):
        match path.suffix:
            case ".parquet":
                noted = pl.read_parquet_metadata(path)
                assert noted["tieout:table"] == path.stem
                assert stamped.stamp().items() <= noted.items(), path.name
            case ".json" | ".sarif":
                assert says(json.loads(path.read_text())), path.name
            case ".html" | ".md":
                assert stamped.in_words() in path.read_text(), path.name
            case ".csv" | ".gz":
                pass  # no room for it: run.json lies beside them
            case _:
                pytest.fail(f"{path.name}: nothing holds that it says what made it")
    assert {"findings.json", "drift.json", "findings.sarif"} <= {one.name for one in left.iterdir()}


def says(content: object) -> bool:
    if isinstance(content, list):
        return bool(content) and all(map(says, content))
    assert isinstance(content, dict)
    about = content["runs"][0]["properties"] if "runs" in content else content
    return stamped.stamp().items() <= about.items()


def test_a_warc_names_the_version_that_wrote_it(tmp_path: Path, tieout: Tieout) -> None:
    path = folder(tmp_path)
    result = tieout("warc", "--sources", path, "--to", tmp_path / "all.warc.gz")
    assert result.exit_code == 0, result.output
    with gzip.open(BytesIO((tmp_path / "all.warc.gz").read_bytes())) as file:
        assert f"software: {stamped.stamp()['tieout:tool'].replace(' ', '/')}".encode() in file.read()
