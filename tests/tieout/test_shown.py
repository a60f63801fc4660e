"""What is kept of parsed documents for a report is all that a report shows: the same bytes, less memory."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from schemas.errors import DocumentError
from schemas.statement import Parsed
from schemas.tables import empty
from tests.made import Here, finding, folder, parsed, put
from tests.tieout.test_incremental import documents, plain
from tests.tieout.test_incremental import keep as keep_all
from tieout import jsonl, parsed_files, parsing, publishing, rows, run, shown, store, tabled


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "Children", Here)


def test_what_no_finding_quotes_keeps_its_name_only() -> None:
    one, other = (
        parsed("It is 17x faster. It is 18x faster.", "17x", "18x"),
        parsed("It is 19x faster.", "19x", name="b"),
    )
    first, second = shown.shown([one, other], [finding(one.claims[0])])
    assert first == replace(one, claims=one.claims[:1])
    assert second == Parsed(shown.bare(other.document), (), (), ())
    assert (second.document.document_id, second.document.text) == (other.document.document_id, "")
    assert list(shown.shown([other], [], several={"b"})) == [other]


def published(root: Path, name: str) -> dict[str, bytes]:
    """A run's files; over two captures of one source, so that there is drift too."""
    sources = root / "raw" / "sources.yml"
    plan = run.plan(sources, root / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    found = plain([path for one in outcomes for path in one.parsed])
    assert found.findings
    result = publishing.publish(plan, outcomes, found, root / name)
    return {path.name: path.read_bytes() for path in result.directory.iterdir()}


def test_a_run_is_published_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "<p>The IPU-M2000 trains ResNet-50 {}x faster than the A100 at batch size 8.</p>"
    posts = {f"post-{n}": said.format(n) for n in (3, 9)} | {"quiet": "<p>We rebuilt 3 compilers.</p>"}
    folder(tmp_path, posts)
    put(tmp_path, "post-3", said.format(4))
    slim = published(tmp_path, "out")
    monkeypatch.setattr(shown, "shown", lambda every, *_, **__: every)
    monkeypatch.setattr(rows, "CHUNK", 1_000_000)
    assert published(tmp_path, "whole") == slim
    monkeypatch.setattr(rows, "CHUNK", 1)
    assert published(tmp_path, "by-one") == slim


def test_findings_are_laid_out_as_a_list_would_be(tmp_path: Path) -> None:
    folder(tmp_path, {f"post-{n}": f"<p>The IPU-M2000 trains BERT {n}x faster than the A100.</p>" for n in (3, 9)})
    files = published(tmp_path, "out")
    for name in ("findings.json", "findings.sarif"):
        assert files[name] == json.dumps(json.loads(files[name]), ensure_ascii=True, indent=1).encode() + b"\n"
    data = files["findings.json"]
    assert data == json.dumps(json.loads(data), ensure_ascii=True, indent=1).encode() + b"\n"
    assert b"".join(jsonl.listed([])) == b"[]\n"


@pytest.mark.parametrize("chunk", [1, 3, 100_000])
def test_rows_are_the_same_in_chunks_of_any_size(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    every = documents()[:60]
    expected = rows.tables(every, {}, (), rows.finding_rows([], {}, {}, empty("findings")))
    monkeypatch.setattr(rows, "CHUNK", chunk)
    found = rows.tables(iter(every), {}, (), rows.finding_rows([], {}, {}, empty("findings")))
    for (name, one), (_, other) in zip(found.items(), expected.items(), strict=True):
        assert one.equals(other), name
    assert found.claims.height > 30


@pytest.mark.parametrize("chunk", [1, 2, 100])
def test_a_row_given_twice_is_set_aside_in_chunks_too(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "CHUNK", chunk)
    one = parsed("It is 17x faster.", "17x")
    found = rows.tables([one, one], {}, (), rows.finding_rows([], {}, {}, empty("findings")))
    assert (found.claims.height, found.documents.height) == (1, 1)
    assert sorted(found.rejected["table"]) == ["claims", "documents"]


def test_a_document_that_is_gone_is_said_when_it_is_its_turn(tmp_path: Path) -> None:
    paths = keep_all(tmp_path, documents()[:2])
    paths[1].unlink()
    each = parsing.load_each(paths)
    assert next(each) == parsed_files.load_parsed(paths[0])
    with pytest.raises(DocumentError, match="run again"):
        next(each)


def test_files_are_made_when_they_are_written(tmp_path: Path) -> None:
    files = tabled.encoded(rows.tables([], {}, (), rows.finding_rows([], {}, {}, empty("findings"))))
    files[store.SUMMARY] = b"{}"
    made: list[str] = []

    def make() -> Iterator[bytes]:
        made.append("made")
        yield from (b"con", b"tent")

    with store.publishing(tmp_path):
        target = store.write_run(tmp_path, "ab", {**files, "a.txt": make})
        assert (target / "a.txt").read_bytes() == b"content"
        assert made == ["made"]
        before = (target / "a.txt").stat().st_ino
        store.write_run(tmp_path, "ab", {**files, "a.txt": make})
        assert (target / "a.txt").stat().st_ino == before
        store.write_run(tmp_path, "ab", {**files, "a.txt": b"other"})
    assert (target / "a.txt").read_bytes() == b"other"
    assert made == ["made", "made"]
