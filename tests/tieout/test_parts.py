"""A corpus compared in parts says what it says as a whole: findings, skips, ids and order, to the last byte."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.statements import documents as made_up
from checks.registry import checks
from schemas.comparison import Corpus
from schemas.errors import DocumentError
from schemas.names import vocabulary
from schemas.statement import Parsed
from tests.made import Here
from tests.tieout import test_incremental
from tests.tieout.test_incremental import keep, plain
from tests.tieout.test_reconcile import corpus
from tieout import codebase, comparing, incremental, parsed_files, parts, reach, reconcile
from tieout.link import link
from tieout.parts import Part
from tieout.reconcile import Reconciled, run
from tieout.tuning import Tuning


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "Children", Here)


def cut(paths: list[Path], state: Path, count: int, at: dict[str, str], a_piece: int = 30) -> comparing.Cut:
    """The parts of some documents, split as several tasks would."""
    chunks = [paths[first : first + a_piece] for first in range(0, len(paths), a_piece)]
    pieces = [parts.load(parts.split(some, count, comparing.pieces(state))) for some in chunks]
    found = comparing.cut(pieces, count, at)
    assert found
    return found


def in_parts(paths: list[Path], state: Path, count: int, at: dict[str, str] | None = None) -> Reconciled:
    at = corpus()[1] if at is None else at
    of = cut(paths, state, count, at)
    left = [comparing.compare(part, of, state) for part in of.parts[::-1]]
    return incremental.reconcile_kept(paths, at, state, (of, left))


@cache
def whole() -> Reconciled:
    with TemporaryDirectory() as folder:
        return plain(keep(Path(folder), test_incremental.documents()))


@settings(max_examples=2, deadline=None)
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_neither_the_number_of_parts_nor_the_order_of_documents_changes_anything(count: int, chance: object) -> None:
    with TemporaryDirectory() as folder:
        paths = keep(Path(folder), test_incremental.documents())
        chance.shuffle(paths)  # type: ignore[attr-defined]
        found = in_parts(paths, Path(folder), count)
    assert found == whole()
    assert [one.finding_id for one in found.findings] == [one.finding_id for one in whole().findings]
    assert {reach.reach(checks()[one.check]) for one in found.findings} == {"document", "source", "workload", "corpus"}


@cache
def dense() -> tuple[Parsed, ...]:
    """Documents in which every check of a workload meets many statements of few workloads, on pages of one date."""
    return tuple(made_up(1_500, a_document=50))


@cache
def cut_in_seven(which: str) -> tuple[Corpus, tuple[Corpus, ...]]:
    """A corpus, and its parts, as a check is given them."""
    every, at = (corpus()[0], corpus()[1]) if which == "cases" else (dense(), {})
    together = link(every, vocabulary(), at)
    split = defaultdict[int, list[Parsed]](list)
    count = 7
    now = {one.document_id for one in together.documents}
    current = [one for one in every if one.document.document_id in now]  # a corpus has its documents free of markup
    group = {number: some for some in parts.joined(ties(current, count), range(count)) for number in some}
    for one in current:
        for number, some in parts._bucketed(one, count).items():
            split[group[number][0]].append(some)
    return together, tuple(link(parts.merged(some), vocabulary(), at) for some in split.values())


@pytest.mark.parametrize("code", reach.OVER_A_WORKLOAD)
@pytest.mark.parametrize("which", ["cases", "made up"])
def test_a_check_of_a_workload_says_the_same_of_each_part(code: str, which: str) -> None:
    check = checks()[code]
    together, split = cut_in_seven(which)
    assert len(split) > 1
    assert Counter(repr(item) for part in split for item in run(check, part)) == Counter(
        map(repr, run(check, together))
    )


def ties(every: Iterable[Parsed], count: int) -> set[tuple[int, ...]]:
    return {tie for one in every for tie in parts._ties(one, count)}


def test_every_check_has_one_reach() -> None:
    by_reach = {how: {one.code for one in reach.reaching(how, Tuning())} for how in reach.Reach.__args__}  # type: ignore[attr-defined]
    assert Counter(code for codes in by_reach.values() for code in codes) == Counter([*checks()])
    assert by_reach["workload"] == set(reach.OVER_A_WORKLOAD)
    assert by_reach["source"] == set(reach.OVER_CAPTURES)
    assert by_reach["corpus"] | by_reach["workload"] | by_reach["source"] == {one.code for one in reach.wide(Tuning())}


def test_statements_of_one_workload_are_in_one_bucket_and_none_is_lost() -> None:
    for one in (*test_incremental.documents(), *dense()):
        some = parts._bucketed(one, 5)
        claims = [claim.statement_id for part in some.values() for claim in part.claims]
        cells = [cell.statement_id for part in some.values() for cell in part.measurements]
        assert sorted(claims) == sorted(claim.statement_id for claim in one.claims)
        assert sorted(cells) == sorted(cell.statement_id for cell in one.measurements)
        for number, part in some.items():
            workloads = [claim.workload for claim in part.claims] + [cell.workload for cell in part.measurements]
            assert {parts.bucket(one_, 5) for one_ in workloads} == {number}


def test_a_row_of_several_workloads_is_never_cut() -> None:
    one = next(one for one in dense() if one.measurements)
    first, second, *others = one.measurements
    assert (first.table, first.row) == (second.table, second.row)
    names = [f"workload-{n}" for n in range(100)]
    other = next(name for name in names if parts.bucket(name, 16) != parts.bucket(first.workload, 16))
    mixed = replace(one, measurements=(first, replace(second, workload=other), *others))
    (tie,) = parts._ties(mixed, 16)
    assert set(tie) == {parts.bucket(first.workload, 16), parts.bucket(other, 16)}
    assert not parts._ties(one, 16)


@given(st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=3)))
def test_tied_buckets_are_one_group(given_ties: list[list[int]]) -> None:
    groups = parts.joined(given_ties, range(10))
    assert sorted(number for group in groups for number in group) == list(range(10))
    for tie in given_ties:
        assert any(set(tie) <= set(group) for group in groups)
    assert parts.joined(given_ties[::-1], range(10)) == groups


def test_a_small_corpus_is_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(tmp_path, test_incremental.documents()[:20])
    assert parts.wanted(paths) == 1
    monkeypatch.setattr(parts, "A_PART", sum(path.stat().st_size for path in paths) // 3)
    assert parts.wanted(paths) == 4


def test_what_is_compared_is_not_compared_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = keep(tmp_path, test_incremental.documents()[:40])
    of = cut(paths, tmp_path, 3, corpus()[1])
    left = [comparing.compare(part, of, tmp_path) for part in of.parts]
    damaged = left[1].read_bytes()[:-2]
    test_incremental.forbid(monkeypatch, comparing, "said")
    assert [comparing.compare(part, of, tmp_path) for part in of.parts] == left
    left[1].write_bytes(damaged)
    with pytest.raises(AssertionError, match="said again"):
        comparing.compare(of.parts[1], of, tmp_path)
    with pytest.raises(DocumentError, match="run again"):
        incremental.reconcile_kept(paths, corpus()[1], tmp_path, (of, left))


def test_other_code_or_other_captures_compare_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = cut(keep(tmp_path, test_incremental.documents()[:10]), tmp_path, 2, corpus()[1])
    kept = comparing.kept(of.parts[0], of, tmp_path)
    assert comparing.kept(of.parts[0], replace(of, captured_at={}), tmp_path) != kept
    monkeypatch.setattr(codebase, "fingerprint", lambda: "other")
    assert comparing.kept(of.parts[0], of, tmp_path) != kept


def test_nothing_is_left_behind_and_a_known_result_is_known(tmp_path: Path) -> None:
    paths = keep(tmp_path, test_incremental.documents()[:40])
    assert not incremental.known(paths, corpus()[1], tmp_path)
    in_parts(paths, tmp_path, 3)
    assert incremental.known(paths, corpus()[1], tmp_path)
    assert not incremental.known(paths[1:], corpus()[1], tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"parsed", "judged", "reconciled.json"}


def test_a_piece_that_was_cut_short_is_made_again(tmp_path: Path) -> None:
    paths = keep(tmp_path, test_incremental.documents()[:10])
    done = parts.split(paths, 3, tmp_path / "pieces")
    files = {path: path.read_bytes() for _, path in parts.load(done).files}
    done.unlink()
    for path in files:
        path.write_bytes(b"{half")
    assert parts.split(paths, 3, tmp_path / "pieces") == done
    assert {path: path.read_bytes() for path in files} == files


def test_a_document_that_is_gone_is_said(tmp_path: Path) -> None:
    paths = keep(tmp_path, test_incremental.documents()[:3])
    paths[1].write_bytes(b"{")
    with pytest.raises(DocumentError, match="run again"):
        parts.split(paths, 2, tmp_path / "pieces")


def test_two_documents_of_one_name_are_not_cut(tmp_path: Path) -> None:
    one = test_incremental.documents()[0]
    paths = keep(tmp_path, [one, replace(one, document=replace(one.document, sha256="0" * 64))])
    piece = parts.load(parts.split(paths, 2, tmp_path / "pieces"))
    assert comparing.cut([piece], 2, {}) is None
    assert comparing.cut([piece], 2, dict(zip((d.document_id for d in piece.documents), "12", strict=True)))


def test_a_part_of_an_earlier_capture_only_is_no_statement_of_today(tmp_path: Path) -> None:
    """The newest capture says nothing of the workload: the one before it must not be taken for the newest."""
    every = [one for one in test_incremental.documents() if one.claims]
    old = next(one for one in every if any(claim.workload for claim in one.claims))
    new = replace(old, document=replace(old.document, sha256="f" * 64), claims=(), measurements=())
    at = {old.document.document_id: "2026-01-01", new.document.document_id: "2026-01-02"}
    paths = keep(tmp_path, [old, new])
    of = cut(paths, tmp_path, 2, at)
    assert of.current == (paths[1],)
    said = [comparing.said(part, at, of.earlier) for part in of.parts if part.reach == "workload"]
    assert not any(one.findings or one.skips for one in said)
    assert in_parts(paths, tmp_path, 2, at) == reconcile.reconcile_all(paths, at)


def test_a_part_is_named_by_what_it_holds() -> None:
    one = Part("workload", (Path("/a/x-1.jsonl"),))
    assert one.key == Part("workload", (Path("/b/x-1.jsonl"),)).key
    assert len({one.key, Part("source", one.paths).key, Part("workload", (Path("/a/x-2.jsonl"),)).key}) == 3
    assert parsed_files.parsed_path(Path("s"), "k").name == "k.json"
