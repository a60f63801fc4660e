"""The flow: the same results as the plain functions, cached by content, with its artifacts."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.made import folder

# Prefect leaves sockets and streams for the garbage collector; what it warns of is not ours.
pytestmark = [pytest.mark.flow, pytest.mark.filterwarnings("default")]


def test_the_flow_runs_caches_and_leaves_its_artifacts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from prefect.artifacts import Artifact

    from flows import here
    from tieout import parsing

    path = folder(tmp_path, {"launch": "<p>It is 17x faster than the A100.</p>"})
    first = here.run(path, tmp_path / "out", tmp_path / "state")
    files = {one.name: one.read_bytes() for one in first.directory.iterdir()}
    assert (first.n_parsed, first.n_cached, first.counts["documents"]) == (1, 0, 1)
    assert first.run_id in str(vars(Artifact.get("findings"))["description"])
    assert (first.directory / "report.html").as_uri() in str(vars(Artifact.get("report"))["data"])

    def refuse(*_: object) -> None:
        raise AssertionError("ran again")

    monkeypatch.setattr(parsing, "parse_shard", refuse)
    second = here.run(path, tmp_path / "out", tmp_path / "state")
    assert (second.n_parsed, second.n_cached) == (0, 1)
    assert {one.name: one.read_bytes() for one in second.directory.iterdir()} == files


def test_a_corpus_compared_in_parts_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from flows import here
    from tieout import comparing, parts

    said = "<p>The IPU-M2000 trains {} {}x faster than the A100.</p>"
    posts = {f"post-{n}": said.format("BERT" if n % 2 else "ResNet-50", n) for n in range(7, 10)}
    path = folder(tmp_path, posts)
    whole = here.run(path, tmp_path / "out", tmp_path / "state").directory
    compared: list[str] = []
    real = comparing.compare

    def noted(part: parts.Part, of: comparing.Cut, state: Path) -> Path:
        compared.append(part.reach)
        return real(part, of, state)

    monkeypatch.setattr(parts, "A_PART", sum(one.stat().st_size for one in tmp_path.glob("state/parsed/*")) // 3)
    monkeypatch.setattr(comparing, "compare", noted)
    other = here.run(path, tmp_path / "other", tmp_path / "state-of-parts").directory
    assert sorted(set(compared)) == ["corpus", "workload"]
    assert {one.name: one.read_bytes() for one in other.iterdir()} == {
        one.name: one.read_bytes() for one in whole.iterdir()
    }
    assert not list(tmp_path.glob("state-of-parts/pieces/*"))


def test_parsed_documents_that_were_deleted_are_made_again(tmp_path: Path) -> None:
    from flows import here

    path = folder(tmp_path, {"launch": "<p>It is 18x faster than the A100.</p>"})
    first = here.run(path, tmp_path / "out", tmp_path / "state")
    shutil.rmtree(tmp_path / "state" / "parsed")
    second = here.run(path, tmp_path / "out", tmp_path / "state")
    assert (second.n_parsed, second.run_id, second.failures) == (1, first.run_id, ())


def test_a_bad_document_fails_alone(tmp_path: Path) -> None:
    from flows import here

    path = folder(tmp_path)
    (captured,) = (tmp_path / "raw" / "launch").glob("*.html")
    captured.write_bytes(b"")
    result = here.run(path, tmp_path / "out", tmp_path / "state")
    assert [failure.document for failure in result.failures] == [f"raw/launch/{captured.name}"]
    assert result.counts["documents"] == 1
    assert result.exit_code == 2


def test_defaults_are_quiet_and_give_way_to_the_user(tmp_path: Path, root: Path) -> None:
    code = "import flows.quiet, os, json; print(json.dumps(dict(os.environ)))"
    own = {"PYTHONPATH": str(root), "PATH": os.environ["PATH"], "PREFECT_LOGGING_LEVEL": "DEBUG"}
    ran = subprocess.run([sys.executable, "-c", code], env=own, cwd=tmp_path, capture_output=True, check=True)
    environment = json.loads(ran.stdout)
    assert environment["PREFECT_LOGGING_LEVEL"] == "DEBUG"
    assert environment["DO_NOT_TRACK"] == "1"
    assert environment["PREFECT_HOME"] == str(tmp_path / ".tieout" / "prefect")
    assert (tmp_path / ".tieout" / "prefect").is_dir()
