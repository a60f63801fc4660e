"""What is reconciled from what earlier runs left is what is reconciled from nothing, to the last byte."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from schemas.errors import DocumentError
from schemas.names import vocabulary
from schemas.statement import Parsed
from tests.made import Here
from tests.tieout.test_reconcile import corpus
from tieout import codebase, incremental, judged, parsed_files, parsing, reconcile
from tieout.limited import KilledError
from tieout.link import link
from tieout.reconcile import Reconciled


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "Children", Here)


def keep(state: Path, documents: Iterable[Parsed]) -> list[Path]:
    """The documents as a run keeps them."""
    paths = []
    for one in documents:
        path = parsed_files.parsed_path(state, one.document.document_id)
        parsed_files.save_parsed(path, one)
        paths.append(path)
    return paths


@cache
def documents() -> tuple[Parsed, ...]:
    """Documents of the checks' cases, captures that others replaced among them, but no two undated ones of a name."""
    every, captured_at = corpus()
    times: dict[str, set[str]] = defaultdict(set)
    known = []
    for one in every:
        at = captured_at[one.document.document_id]
        if not times[one.document.name] or (at and "" not in times[one.document.name] | {at}):
            times[one.document.name].add(at)
            known.append(one)
    return (*known[:60], *(one for one in known[60:] if len(times[one.document.name]) > 1))


def plain(paths: list[Path]) -> Reconciled:
    return reconcile.reconcile_all(paths, corpus()[1])


def kept(paths: list[Path], state: Path) -> Reconciled:
    return incremental.reconcile_kept(paths, corpus()[1], state)


def forbid(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError(f"{name} again")

    monkeypatch.setattr(module, name, refuse)


def test_some_documents_are_earlier_captures() -> None:
    linked = link(documents(), vocabulary(), corpus()[1])
    assert linked.earlier
    assert len({one.name for one in linked.documents}) == len(linked.documents)


def test_from_nothing_it_is_what_every_check_says(tmp_path: Path) -> None:
    paths = keep(tmp_path, documents())
    found = kept(paths, tmp_path)
    assert found == plain(paths)
    assert found.findings
    assert found.skips


def test_nothing_is_judged_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(tmp_path, documents())
    first = kept(paths, tmp_path)
    forbid(monkeypatch, incremental, "load_all")
    assert kept(paths, tmp_path) == first
    assert kept(paths[::-1], tmp_path) == first


def test_one_more_one_less_and_one_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(tmp_path, documents())
    kept(paths[1:], tmp_path)
    judges: list[str] = []
    real = judged.judge

    def noted(one: Parsed) -> judged.Judged:
        judges.append(one.document.name)
        return real(one)

    monkeypatch.setattr(judged, "judge", noted)
    assert kept(paths, tmp_path) == plain(paths)
    assert judges == [documents()[0].document.name]
    fewer = [*paths[:40], *paths[41:]]
    assert kept(fewer, tmp_path) == plain(fewer)
    assert len(judges) == 1
    at, one = next((at, one) for at, one in enumerate(documents()) if at > 1 and one.claims and not one.measurements)
    other = replace(one, claims=one.claims[1:])
    (changed,) = keep(tmp_path, [replace(other, document=replace(other.document, sha256="0" * 64))])
    now = [*paths[:at], changed, *paths[at + 1 :]]
    assert kept(now, tmp_path) == plain(now)
    assert len(judges) == 2


def test_judged_ahead_in_shards_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(tmp_path, documents())
    current = [path for path in paths if path != paths[0]]
    assert judged.judge_shard(current, tmp_path) == len(current)
    assert judged.left(paths, tmp_path) == [paths[0]]
    assert judged.judge_shard(current, tmp_path) == 0
    expected = plain(paths)
    assert judged.judge_shard(paths, tmp_path) == 1
    forbid(monkeypatch, judged, "judge")
    assert kept(paths, tmp_path) == expected


def test_half_of_a_file_is_judged_again(tmp_path: Path) -> None:
    paths = keep(tmp_path, documents()[:20])
    first = kept(paths, tmp_path)
    for path in judged.folder(tmp_path).iterdir():
        path.write_bytes(path.read_bytes()[:-2])
    whole = tmp_path / "reconciled.json"
    whole.write_bytes(whole.read_bytes()[:-2])
    assert kept(paths, tmp_path) == first


def test_other_code_judges_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(tmp_path, documents()[:5])
    kept(paths, tmp_path)
    monkeypatch.setattr(codebase, "fingerprint", lambda: "other")
    assert judged.left(paths, tmp_path) == paths
    forbid(monkeypatch, judged, "judge")
    with pytest.raises(AssertionError, match="judge again"):
        kept(paths, tmp_path)


def test_what_old_code_said_is_swept_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(tmp_path, documents()[:2])
    kept(paths, tmp_path)
    here = judged.folder(tmp_path)
    for name in ("recent", "ancient"):
        (tmp_path / "judged" / name).mkdir()
    monkeypatch.setattr(judged, "UNUSED_AFTER_S", -1.0)
    judged.sweep(tmp_path)
    assert list((tmp_path / "judged").iterdir()) == [here]


def test_two_documents_of_one_name_are_checked_together(tmp_path: Path) -> None:
    one = documents()[0]
    twin = replace(one, document=replace(one.document, sha256="0" * 64))
    paths = keep(tmp_path, [one, twin])
    assert incremental.reconcile_kept(paths, {}, tmp_path) == reconcile.reconcile_all(paths, {})


def test_the_fingerprint_is_of_every_package() -> None:
    names = {path.relative_to(codebase._ROOT).parts[0] for path in codebase._files()}
    assert names == {"schemas", "parsers", "checks", "tieout"}
    endings = {path.suffix for path in codebase._files()}
    assert {".py", ".yml", ".j2"} <= endings


class TestInAChild:
    """Many documents are compared by a child, which gives back the memory that it took."""

    @pytest.fixture(autouse=True)
    def _many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(incremental, "A_CHILD", 0)

    def test_it_says_the_same(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        paths = keep(tmp_path, documents()[:40])
        expected = plain(paths)
        forbid(monkeypatch, incremental, "_reconciled")  # in this process; the child does not know of it
        assert kept(paths, tmp_path) == expected

    def test_killed_it_is_done_here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        class Killed(Here):
            def call(self, *_: Any, **__: Any) -> Any:
                raise KilledError("by somebody")

        monkeypatch.setattr(incremental, "Children", Killed)
        paths = keep(tmp_path, documents()[:20])
        assert kept(paths, tmp_path) == plain(paths)

    def test_a_document_that_is_gone_is_said(self, tmp_path: Path) -> None:
        paths = keep(tmp_path, documents()[:5])
        paths[3].unlink()
        with pytest.raises(DocumentError):
            kept(paths, tmp_path)
