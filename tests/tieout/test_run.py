"""A run as plain functions: what fails stays alone, and unchanged input gives unchanged bytes."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from parsers.lib import extract as extraction
from schemas.document import Box
from schemas.errors import DocumentError, SourcesError
from tests.made import Here, claim, document, finding, folder, put
from tieout import limited, parsed_files, parsing, planning, run
from tieout.capture import adopt
from tieout.evidence import pictures
from tieout.reconcile import Reconciled
from tieout.sources import sources


def audit(path: Path, root: Path) -> run.RunResult:
    plan = run.plan(path, root / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    reconciled = run.reconcile_all((path for one in outcomes for path in one.parsed), plan.captured_at)
    return run.publish(plan, outcomes, reconciled, root / "out")


def held(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def forbid_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("parsed again")

    monkeypatch.setattr(parsing, "extract", refuse)


@pytest.fixture(autouse=True)
def _parse_here(monkeypatch: pytest.MonkeyPatch) -> None:
    # A child takes a second to start, and what a test puts in a function's place is not there.
    monkeypatch.setattr(parsing, "Children", Here)


def test_a_run_publishes_every_table_and_the_report(tmp_path: Path) -> None:
    result = audit(folder(tmp_path), tmp_path)
    assert (result.n_parsed, result.n_cached, result.failures) == (2, 0, ())
    assert result.counts["documents"] == 2
    assert result.counts["claims"] > 0
    assert set(held(result.directory)) == {
        *(f"{table}.{kind}" for table in result.counts for kind in ("parquet", "csv")),
        "findings.json",
        "findings.sarif",
        "findings.md",
        "desk.json.gz",
        "run.json",
        "report.html",
    }
    documents = pl.read_parquet(result.directory / "documents.parquet").to_dicts()
    assert [row["document"] for row in documents] == ["article.html", "launch.html"]
    assert documents[1]["url"] == "https://example.org/launch"
    assert documents[1]["source"] == "launch"


def test_a_second_run_parses_nothing_and_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path)
    first = audit(path, tmp_path)
    files = held(first.directory)
    forbid_parsing(monkeypatch)
    second = audit(path, tmp_path)
    assert (second.n_parsed, second.n_cached) == (0, 2)
    assert second.directory == first.directory
    assert held(second.directory) == files


def test_a_run_elsewhere_gives_the_same_bytes(tmp_path: Path) -> None:
    path = folder(tmp_path / "here")
    first = audit(path, tmp_path / "here")
    (tmp_path / "there").mkdir()
    moved = (tmp_path / "here" / "raw").rename(tmp_path / "there" / "raw") / "sources.yml"
    second = audit(moved, tmp_path / "there")
    assert held(second.directory) == held(first.directory)


def test_a_changed_document_is_parsed_and_follows_the_run_before(tmp_path: Path) -> None:
    path = folder(tmp_path)
    first = audit(path, tmp_path)
    (old,) = (tmp_path / "raw" / "launch").glob("*.html")
    newer = old.with_name(f"20200101T000000Z{old.name[16:]}")
    receipt = json.loads(old.with_suffix(".receipt.json").read_text())
    newer.with_suffix(".receipt.json").write_text(json.dumps(receipt | {"captured_at": "2020-01-01T00:00:00Z"}))
    old.with_suffix(".receipt.json").unlink()
    old.rename(newer)
    put(tmp_path, "launch", "<p>Now it is 19x faster than the latest GPU, in MCMC training.</p>")
    second = audit(path, tmp_path)
    assert (second.n_parsed, second.n_cached) == (1, 2)  # the replaced capture is still read, for what changed
    assert json.loads((second.directory / "run.json").read_text())["previous"] == first.run_id
    (changed,) = [one for one in second.findings if one.check == "figure-changed"]
    assert {"17x", "19x"} <= {item.quote for item in changed.evidence}
    documents = pl.read_parquet(second.directory / "documents.parquet").to_dicts()
    before = pl.read_parquet(first.directory / "documents.parquet").to_dicts()
    assert documents[1]["previous_document_id"] == before[1]["document_id"]


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "empty"), (b"\x89PNG\r\n\x1a\n\0\0", "PNG"), (b"<html><body>\xff\xfe\xe9", "")],
)
def test_one_bad_document_fails_alone(tmp_path: Path, data: bytes, said: str) -> None:
    path = folder(tmp_path)
    good, bad = sources(path)[1], sources(path)[0]
    for old in bad.directory.iterdir():
        old.unlink()
    local = tmp_path / "bad.html"
    local.write_bytes(data)
    adopt(local, bad)
    result = audit(path, tmp_path)
    (failure,) = result.failures
    assert failure.document == "launch.html"
    assert said in failure.reason
    assert result.exit_code == 2
    documents = pl.read_parquet(result.directory / "documents.parquet")["document"].to_list()
    assert documents == [f"{good.name}.html"]
    rejected = pl.read_parquet(result.directory / "rejected.parquet").to_dicts()
    assert [(row["document"], row["table"]) for row in rejected] == [("launch.html", "document")]
    assert json.loads((result.directory / "run.json").read_text())["failures"][0]["reason"] == failure.reason
    assert "launch.html" in (result.directory / "report.html").read_text()


def test_a_bug_met_in_one_document_is_a_failure_of_that_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = extraction.extract

    def broken(document: object, words: object) -> object:
        if document.name == "launch.html":  # type: ignore[attr-defined]
            raise KeyError("oops")
        return real(document, words)  # type: ignore[arg-type]

    monkeypatch.setattr(parsing, "extract", broken)
    result = audit(folder(tmp_path), tmp_path)
    assert [failure.document for failure in result.failures] == ["launch.html"]
    assert "KeyError" in result.failures[0].reason
    assert result.counts["documents"] == 1


@pytest.mark.parametrize(("kills", "failed"), [(1, 0), (2, 1)])
def test_a_document_whose_child_was_killed_gets_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int, failed: int
) -> None:
    left = [kills]

    class Killed(Here):
        def each(self, function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
            for value in values:
                jobs = value if isinstance(value, tuple) else (value,)
                launch = any(job.capture.document == "launch.html" for job in jobs)
                left[0] -= launch
                yield limited.KilledError("crashed") if launch and left[0] >= 0 else function(value)

    monkeypatch.setattr(parsing, "Children", Killed)
    result = audit(folder(tmp_path), tmp_path)
    assert [one.document for one in result.failures] == ["launch.html"] * failed
    assert result.counts["documents"] == 2 - failed


def test_shards_share_the_children_of_their_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Here] = []

    class Counted(Here):
        def __init__(self, *_: object) -> None:
            made.append(self)

    monkeypatch.setattr(parsing, "Children", Counted)
    monkeypatch.setattr(planning, "SHARD_SIZE", 1)
    plan = run.plan(folder(tmp_path), tmp_path / "state")
    with parsing.shared_children(2):
        outcomes = [run.parse_shard(shard) for shard in plan.shards]
    assert [len(one.parsed) for one in outcomes] == [1, 1]
    assert len(made) == 1
    with parsing.children(1):
        assert len(made) == 2


def test_what_is_kept_and_what_is_new_are_shards_of_their_own(tmp_path: Path) -> None:
    posts = {f"post-{n}": f"<p>It is {n}x faster than the A100.</p>" for n in range(2, 6)}
    path = folder(tmp_path, posts)
    for shard in run.plan(path, tmp_path / "state").shards:
        run.parse_shard(shard)
    put(tmp_path, "post-3", "<p>It is 7x faster than the A100.</p>")
    plan = run.plan(path, tmp_path / "state")
    assert [(len(shard.jobs), shard.complete) for shard in plan.shards] == [(4, True), (1, False)]
    assert (plan.n_documents, plan.n_cached) == (5, 4)


def test_a_damaged_document_is_removed_so_that_the_next_run_parses_it(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (shard,) = run.plan(path, tmp_path / "state").shards
    kept = run.parse_shard(shard).parsed[0]
    kept.write_bytes(b"{")
    with pytest.raises(DocumentError, match="run again"):
        run.load_all([kept])
    assert run.plan(path, tmp_path / "state").n_cached == 1


def test_a_damaged_kept_document_is_parsed_again(tmp_path: Path) -> None:
    path = folder(tmp_path)
    files = held(audit(path, tmp_path).directory)
    for kept in (tmp_path / "state" / "parsed").iterdir():
        kept.write_bytes(b"{")
    assert held(audit(path, tmp_path).directory) == files


def test_a_wrong_configuration_stops_the_run(tmp_path: Path) -> None:
    path = folder(tmp_path)
    path.write_text("sources: 1")
    with pytest.raises(SourcesError):
        run.plan(path, tmp_path / "state")


@pytest.mark.slow
def test_many_documents_are_parsed_in_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    posts = {f"post-{n}": f"<p>It is {n}x faster than the A100.</p>" for n in range(2, 2 + run.SHARD_SIZE + 1)}
    plan = run.plan(folder(tmp_path, posts), tmp_path / "state")
    assert [len(shard.jobs) for shard in plan.shards] == [run.SHARD_SIZE, 1]
    outcome = run.parse_shard(plan.shards[0])
    assert outcome.failures == ()
    assert outcome.parsed == tuple(job.parsed for job in plan.shards[0].jobs)
    assert all(parsed_files.load_parsed(path) for path in outcome.parsed)


@pytest.mark.slow
def test_a_document_that_takes_too_much_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # in earnest, in child processes
    monkeypatch.setattr(parsing, "PARSING", limited.Allowance(memory_bytes=120_000_000))
    posts = {"small": "<p>It is 17x faster than the A100.</p>", "vast": "<p>It is <b>17</b>x <i>so</i>.</p>" * 150_000}
    plan = run.plan(folder(tmp_path, posts), tmp_path / "state")
    outcome = run.parse_shard(plan.shards[0])
    (failure,) = outcome.failures
    assert failure.document == "vast.html"
    assert "memory" in failure.reason
    assert [path.exists() for path in outcome.parsed] == [True]


def test_findings_are_published_with_their_evidence(tmp_path: Path) -> None:
    path = folder(tmp_path, {"launch": "<p>It is 17x faster than the A100.</p><p>It is 27x faster than it.</p>"})
    plan = run.plan(path, tmp_path / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    (parsed,) = run.load_all(outcomes[0].parsed)
    one = finding(*parsed.claims[:2], likely_wrong=1)
    result = run.publish(plan, outcomes, Reconciled((one,), ()), tmp_path / "out")
    (record,) = json.loads((result.directory / "findings.json").read_text())
    assert [item["quote"] for item in record["evidence"]] == [item.quote for item in one.evidence]
    assert record["arithmetic"] == one.arithmetic
    assert record["likely_wrong"]["statement_id"] == one.likely_wrong
    assert record["state"] == "new"
    assert record["first_seen"] == plan.captures[0].captured_at
    assert result.exit_code == 1
    assert f'data-key="{one.fingerprint}"' in (result.directory / "report.html").read_text()


def test_a_page_that_cannot_be_drawn_is_a_note(tmp_path: Path) -> None:
    post, box = document("It is 17x faster."), Box(1, 0, 0, 9, 9)
    one = finding(claim(post, "17x", box))
    path = tmp_path / "torn.pdf"
    path.write_bytes(b"%PDF-1.7 torn")
    drawn = pictures([one], {post.document_id: path})
    assert drawn[post.document_id, box].png == b""
    assert "could not be drawn" in drawn[post.document_id, box].note


def test_a_large_corpus_makes_larger_shards_up_to_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = folder(tmp_path, {f"post-{n}": f"<p>It is {n}x faster than the A100.</p>" for n in range(2, 12)})
    sizes = {}
    for shards in (100, 5, 2):
        monkeypatch.setattr(planning, "SHARD_SIZE", 1)
        monkeypatch.setattr(planning, "LARGEST", 3)
        sizes[shards] = [len(shard.jobs) for shard in run.plan(sources, tmp_path / "state", shards).shards]
    assert sizes == {100: [1] * 10, 5: [2] * 5, 2: [3, 3, 3, 1]}


def test_one_of_many_small_documents_that_takes_too_much_costs_the_others_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Limited(Here):
        def each(self, function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
            for value in values:
                jobs = value if isinstance(value, tuple) else (value,)
                bad = any(job.capture.document == "post-7.html" for job in jobs)
                yield limited.OverLimitError("took too much") if bad else function(value)

    monkeypatch.setattr(parsing, "Children", Limited)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    plan = run.plan(
        folder(tmp_path, {f"post-{n}": f"<p>It is {n}x faster than the A100.</p>" for n in range(2, 12)}),
        tmp_path / "s",
    )
    (outcome,) = [run.parse_shard(shard) for shard in plan.shards]
    assert [one.document for one in outcome.failures] == ["post-7.html"]
    assert "took too much" in outcome.failures[0].reason
    assert len(outcome.parsed) == 9
