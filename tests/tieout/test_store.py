"""What is kept on disk comes back equal, is never torn, and never changes its meaning."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.document import Bar, Block, Box, Cell, Chart, Document, Part, Rejected, Table, Word
from schemas.errors import DocumentError
from schemas.interval import Qualifier
from schemas.statement import Claim, Figure, Kind, Measurement, Parsed, Place, Side, UnknownName
from schemas.tables import empty
from tests.made import claim, document, finding, parsed
from tieout import parsed_files, store, tabled
from tieout.history import Seen
from tieout.rows import Sound, Tables, finding_rows, tables

words = st.text(max_size=8)
numbers = st.floats(allow_nan=False)
decimals = st.decimals(allow_nan=False, allow_infinity=False)
counts = st.integers(0, 2**40)
boxes = st.builds(Box, counts, numbers, numbers, numbers, numbers)
cells = st.builds(Cell, words, counts, counts, st.none() | words)
bars = st.builds(Bar, boxes, numbers, st.booleans(), words, st.none() | numbers, st.none() | numbers)
parts = st.builds(Part, st.sampled_from(["title", "label", "note"]), counts, counts, st.none() | bars)
sides = st.builds(Side, words, words, st.none() | counts, st.tuples(st.tuples(words, words)))
figures = st.builds(
    Figure,
    counts,
    counts,
    words,
    st.sampled_from(get_args(Kind)),
    decimals,
    words,
    st.sampled_from(get_args(Qualifier)),
    decimals,
    st.none() | decimals,
)


def tuples(values: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(values, max_size=2).map(tuple)


documents = st.builds(
    Document,
    words,
    st.just("ab" * 32),
    words,
    counts,
    words,
    counts,
    st.text(max_size=40),
    blocks=tuples(st.builds(Block, st.sampled_from(["heading", "paragraph"]), counts, counts, counts, words)),
    tables=tuples(st.builds(Table, words, words, tuples(cells), tuples(tuples(cells)), counts, counts)),
    charts=tuples(st.builds(Chart, words, counts, counts, tuples(parts), tuples(bars), st.none() | counts)),
    words=tuples(st.builds(Word, counts, counts, boxes)),
    rejected=tuples(st.builds(Rejected, words, words, tuples(words), st.none() | counts)),
)
claims = st.builds(
    Claim,
    words,
    words,
    figures,
    st.sampled_from(get_args(Place)),
    words,
    words,
    counts,
    subject=sides,
    baseline=sides,
    box=st.none() | boxes,
    unresolved=tuples(words),
)
measurements = st.builds(
    Measurement,
    *[words] * 3,
    counts,
    words,
    words,
    counts,
    counts,
    words,
    words,
    st.just("ok"),
    st.none() | figures,
    subject=sides,
)
every_parsed = st.builds(
    Parsed, documents, tuples(claims), tuples(measurements), st.just(()), tuples(st.builds(UnknownName, words, words))
)


@given(every_parsed)
@settings(max_examples=60)
def test_a_parsed_document_comes_back_equal(one: Parsed) -> None:
    assert parsed_files.loads(parsed_files.dump(one)) == one


def test_decimals_keep_their_digits() -> None:
    post = document("It is 17.00x faster.")
    back = parsed_files.loads(parsed_files.dump(Parsed(post, (claim(post, "17.00x"),), (), ())))
    assert str(back.claims[0].figure.value) == "17.00"


def test_text_that_is_no_unicode_is_an_error_of_the_document() -> None:
    one = parsed("broken map")
    with pytest.raises(DocumentError, match=r"post\.html: text layer: cannot be stored"):
        parsed_files.dump(replace(one, document=replace(one.document, text="broken \ud800 map")))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'[{"document": 1}]'])
def test_an_unreadable_kept_document_counts_as_none(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    assert parsed_files.load_parsed(path) is None


def made(*quotes: str) -> Tables:
    text = "It is 17x or 27x or 3x."
    post = document(text)
    claims = tuple(claim(post, quote) for quote in quotes)
    one = finding(*claims)
    found = finding_rows([one], {"same-comparison": "across"}, {one.finding_id: Seen("", "", "new")}, empty("findings"))
    return tables([Parsed(post, claims, (), ())], {}, (), Sound(found.frame, ()))


def publish(out: Path, inputs: str, *quotes: str) -> Path:
    with store.publishing(out):
        before = store.before(out, inputs)
        name = store.run_id(inputs, before)
        summary = json.dumps({"run_id": name, "previous": before, "inputs": inputs}).encode()
        return store.write_run(out, name, {**tabled.encoded(made(*quotes)), store.SUMMARY: summary})


def held(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def test_a_run_holds_each_table_as_parquet_and_csv(tmp_path: Path) -> None:
    directory = publish(tmp_path, "a", "17x", "27x")
    assert (tmp_path / "latest").resolve() == directory.resolve()
    for name in ("documents", "claims", "measurements", "findings", "rejected"):
        frame = pl.read_parquet(directory / f"{name}.parquet")
        assert frame.schema == empty(name).schema
        assert pl.read_csv(directory / f"{name}.csv").height == frame.height
    evidence = pl.read_csv(directory / "findings.csv")["evidence"][0]
    assert [item["quote"] for item in json.loads(evidence)] == ["17x", "27x"]


def test_the_same_inputs_again_leave_the_folder_alone(tmp_path: Path) -> None:
    first = publish(tmp_path, "a", "17x")
    inode, files = first.stat().st_ino, held(first)
    second = publish(tmp_path, "a", "17x")
    assert second == first
    assert second.stat().st_ino == inode
    assert held(second) == files


def test_other_inputs_follow_the_latest_run_and_return_as_another(tmp_path: Path) -> None:
    first = publish(tmp_path, "a", "17x")
    files = held(first)
    second = publish(tmp_path, "b", "27x")
    third = publish(tmp_path, "a", "17x")
    assert len({first, second, third}) == 3
    assert held(first) == files
    assert json.loads((third / "run.json").read_text())["previous"] == second.name
    assert publish(tmp_path, "a", "17x") == third


def test_the_run_before_is_never_one_over_the_same_inputs(tmp_path: Path) -> None:
    publish(tmp_path, "a", "17x")
    assert tabled.before(tmp_path, store.before(tmp_path, "a")) == tabled.Before("", None)
    findings = tabled.before(tmp_path, store.before(tmp_path, "b")).findings
    assert findings is not None
    assert findings.height == 1


def test_a_damaged_folder_is_put_right(tmp_path: Path) -> None:
    directory = publish(tmp_path, "a", "17x")
    files = held(directory)
    (directory / "claims.parquet").write_bytes(b"torn")
    assert held(publish(tmp_path, "a", "17x")) == files
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", directory.name, "latest"]


def test_an_unreadable_earlier_run_counts_as_none(tmp_path: Path) -> None:
    directory = publish(tmp_path, "a", "17x")
    (directory / "findings.parquet").write_bytes(b"torn")
    assert tabled.before(tmp_path, store.before(tmp_path, "b")).findings is None
    (directory / "run.json").write_text("[")
    assert store.before(tmp_path, "b") == ""


DIE = """
import os, sys
from pathlib import Path
from tests.tieout import test_store as module
def trace(frame, event, argument, count=[0]):
    count[0] += frame.f_code.co_name in ("write_pieces", "_place", "point", "sync_directory", "rename", "replace")
    if count[0] == int(sys.argv[2]): os._exit(9)
    return trace
sys.settrace(trace)
module.publish(Path(sys.argv[1]), "b", "27x")
sys.settrace(None)
print(trace.__defaults__[0][0])
"""


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory, root: Path) -> int:
    """How many moments there are to die at while the second run is published."""
    out = tmp_path_factory.mktemp("counted")
    publish(out, "a", "17x")
    command = [sys.executable, "-c", DIE, str(out), "-1"]
    return int(subprocess.run(command, cwd=root, check=True, capture_output=True).stdout)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.05, 0.3, 0.66, 0.88, 0.93, 0.95, 0.97, 0.985, 0.995])
def test_killed_at_any_moment_latest_is_whole_and_the_next_run_cleans_up(
    tmp_path: Path, root: Path, moments: int, share: float
) -> None:
    first = publish(tmp_path, "a", "17x")
    moment = str(1 + int(share * moments))
    died = subprocess.run([sys.executable, "-c", DIE, str(tmp_path), moment], cwd=root, check=False)
    assert died.returncode == 9
    latest = tmp_path / "latest"
    assert pl.read_parquet(latest / "claims.parquet").height == 1
    assert json.loads((latest / "run.json").read_text())["run_id"] == latest.readlink().name
    second = publish(tmp_path, "b", "27x")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([".lock", first.name, second.name, "latest"])
    assert pl.read_parquet(latest / "claims.parquet")["quote"].to_list() == ["27x"]


def test_killed_between_the_two_renames_the_old_folder_comes_back(tmp_path: Path) -> None:
    directory = publish(tmp_path, "a", "17x")
    directory.rename(tmp_path / f".replaced-{directory.name}")
    (tmp_path / ".building-0000").mkdir()
    with store.publishing(tmp_path):
        assert store.before(tmp_path, "b") == directory.name
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", directory.name, "latest"]
