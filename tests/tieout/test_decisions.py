"""Decisions: what stays decided, what is asked again, and that no two reviewers write over each other."""

import subprocess
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from schemas.finding import Evidence, Finding
from tests.made import claim, document, finding
from tieout.decisions import acting, files, ladder
from tieout.decisions.model import ConflictError, Decision, DecisionError, Entry, Thread, threads
from tieout.decisions.patch import patch, unknown_to_git

POST = document("It is 17x faster. Its bar says 27x. Elsewhere 37x.")


def found(*printed: str, comparison: str = "mcmc", check: str = "same-comparison") -> Finding:
    one = finding(*(claim(POST, one) for one in printed or ("17x", "27x")), check=check)
    return replace(one, comparison=(comparison,))


def decided(one: Finding, status: Entry = "dismissed", *, by: str = "Ada", follows: str = "", **said: str) -> Decision:
    return acting.entry(one, status, by, follows, **({"reason": "because"} | said))


def thread_of(*entries: Decision) -> dict[str, Thread]:
    return threads(replace(one, name=one.name or f"n{at}") for at, one in enumerate(entries))


def stand(
    entries: Sequence[Decision], findings: Sequence[Finding], documents: Sequence[str] = ("post.html",), **read: object
) -> ladder.Applied:
    return ladder.apply(thread_of(*entries), findings, ladder.Read(frozenset(documents), **read))  # type: ignore[arg-type]


def column(applied: ladder.Applied, one: Finding) -> str:
    return applied.by_finding[one.finding_id].column


class TestLadder:
    def test_the_same_finding_is_carried(self) -> None:
        assert column(stand([decided(found())], [found()]), found()) == "dismissed"

    def test_a_figure_that_moved_on_the_page_stays_dismissed(self) -> None:
        moved = replace(POST, text=f"A new first line. {POST.text}")
        later = replace(found(), evidence=tuple(Evidence.of(claim(moved, one)) for one in ("17x", "27x")))
        assert later.finding_id != found().finding_id
        assert column(stand([decided(found())], [later]), later) == "dismissed"

    def test_a_newer_parser_that_quotes_more_around_the_same_figures_changes_nothing(self) -> None:
        first = found()
        unit = replace(first.evidence[0], quote="17x faster")
        witness = replace(first.evidence[0], quote="3 hours", role="supporting", start=900)
        later = replace(first, evidence=(unit, first.evidence[1], witness))
        assert later.evidence_hash != first.evidence_hash
        assert column(stand([decided(first)], [later]), later) == "dismissed"

    def test_a_changed_value_reopens_and_shows_old_and_new(self) -> None:
        later = found("17x", "37x")
        one = stand([decided(found())], [later]).by_finding[later.finding_id]
        assert (one.standing, one.column, one.settled) == ("reopened", "reopened", False)
        assert [quote.quote for quote in one.was] == ["17x", "27x"]
        assert [quote.quote for quote in one.now] == ["17x", "37x"]

    @pytest.mark.parametrize("quote", ["17 minutes", "over 17x", "117x"])
    def test_another_unit_bound_or_number_is_another_figure(self, quote: str) -> None:
        first = found()
        interval = "(17, inf)" if quote.startswith("over") else first.evidence[0].interval
        later = replace(first, evidence=(replace(first.evidence[0], quote=quote, interval=interval), first.evidence[1]))
        if quote == "117x":
            later = replace(later, evidence=(replace(later.evidence[0], interval="[116.5, 117.5]"), later.evidence[1]))
        assert column(stand([decided(first)], [later]), later) == "reopened"

    def test_a_figure_in_a_further_document_reopens(self) -> None:
        first = found()
        later = replace(first, evidence=(*first.evidence, replace(first.evidence[1], document="other.html")))
        assert column(stand([decided(first)], [later]), later) == "reopened"

    def test_values_that_came_back_find_the_decision_that_was_made_on_them(self) -> None:
        first, second = found(), found("17x", "37x")
        entries = [decided(first), decided(second, "confirmed")]
        assert column(stand(entries, [first]), first) == "dismissed"
        assert column(stand(entries, [second]), second) == "confirmed"

    def test_words_under_a_new_key_are_recognised(self) -> None:
        later = found(comparison="markov chain monte carlo")
        applied = stand([decided(found())], [later])
        assert column(applied, later) == "dismissed"
        assert applied.leftovers == ()

    def test_never_onto_a_lookalike(self) -> None:
        elsewhere = replace(POST, text="Another sentence says 17x and then 27x.")
        alike = replace(
            found(comparison="resnet"), evidence=tuple(Evidence.of(claim(elsewhere, q)) for q in ("17x", "27x"))
        )
        applied = stand([decided(found())], [alike])
        assert column(applied, alike) == ""
        assert [one.state for one in applied.leftovers] == ["unused"]

    def test_of_two_that_fit_neither_is_taken(self) -> None:
        twins = [found(comparison="a"), found(comparison="b")]
        applied = stand([decided(found())], twins)
        assert [column(applied, one) for one in twins] == ["", ""]
        assert [(one.state, "2 findings" in one.why) for one in applied.leftovers] == [("orphaned", True)]

    def test_of_two_under_one_fingerprint_the_one_in_its_place_is_meant(self) -> None:
        first = found()
        elsewhere = replace(first, evidence=tuple(replace(one, start=one.start + 500) for one in first.evidence))
        applied = stand([decided(first)], [elsewhere, first])
        assert (column(applied, first), column(applied, elsewhere)) == ("dismissed", "")

    def test_another_check_on_the_same_words_is_not_decided(self) -> None:
        other = found(check="hedge-lost")
        assert column(stand([decided(found())], [other]), other) == ""

    def test_a_finding_gone_while_its_document_was_not_read_is_waited_for(self) -> None:
        (left,) = stand([decided(found())], [], [], failed=frozenset({"post.html"})).leftovers
        assert left.state == "waiting"
        for early in ("post", "raw/post/20260101T000000Z-00000000.html"):  # failed before it had a document
            (left,) = stand([decided(found())], [], [], failed=frozenset({early})).leftovers
            assert left.state == "waiting"

    def test_a_finding_gone_from_a_document_that_was_read_is_unused_and_of_no_source_orphaned(self) -> None:
        assert [one.state for one in stand([decided(found())], []).leftovers] == ["unused"]
        assert [one.state for one in stand([decided(found())], [], ["other.html"]).leftovers] == ["orphaned"]

    def test_an_expired_decision_is_asked_again(self) -> None:
        entry = decided(found(), expires="2026-11-30")
        assert column(stand([entry], [found()], today="2026-11-29"), found()) == "dismissed"
        assert column(stand([entry], [found()], today="2026-11-30"), found()) == "expired"

    def test_fixed_upstream_is_asked_again_when_a_newer_capture_still_says_it(self) -> None:
        entry = decided(found(), "fixed_upstream")
        before, after = {"post.html": "2000-01-01T00:00:00Z"}, {"post.html": "2999-01-01T00:00:00Z"}
        assert column(stand([entry], [found()], captured_at=before), found()) == "fixed_upstream"
        assert column(stand([entry], [found()], captured_at=after), found()) == "reopened"

    def test_notes_and_assignments_decide_nothing(self) -> None:
        entries = [decided(found(), "note", note="ask them"), decided(found(), "assigned", assignee="Ben")]
        applied = stand(entries, [found()])
        thread = applied.by_finding[found().finding_id].thread
        assert (column(applied, found()), thread and thread.assignee) == ("", "Ben")


class TestFiles:
    def test_what_is_written_is_read(self, tmp_path: Path) -> None:
        hostile = "yes: [no] # \u202e </script> 日本 \u2028 ' \" \\ \n- x: &y"
        (made,) = files.append(tmp_path, [decided(found(), reason=hostile, note="null", expires="2030-01-01")])
        assert files.read(tmp_path) == (replace(made, reason=hostile.strip()),)
        assert "\u202e" not in (tmp_path / f"{made.name}.yml").read_text()

    def test_entries_stay_and_the_last_one_counts(self, tmp_path: Path) -> None:
        (first,) = files.append(tmp_path, [decided(found())])
        text = (tmp_path / f"{first.name}.yml").read_bytes()
        files.append(tmp_path, [decided(found(), "confirmed", follows=first.name)])
        (thread,) = threads(files.read(tmp_path)).values()
        assert thread.deciding
        assert thread.deciding.status == "confirmed"
        assert (tmp_path / f"{first.name}.yml").read_bytes() == text

    def test_who_has_not_seen_the_last_entry_writes_nothing(self, tmp_path: Path) -> None:
        files.append(tmp_path, [decided(found())])
        with pytest.raises(ConflictError, match="that of Ada"):
            files.append(tmp_path, [decided(found("17x", "37x"), by="Ben"), decided(found(comparison="b"), by="Ben")])
        assert len(files.read(tmp_path)) == 1

    def test_of_many_at_once_one_is_first(self, tmp_path: Path) -> None:
        with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
            written = sum(pool.map(_try, [(tmp_path, f"R{n}") for n in range(12)]))
        assert written == 1
        assert len(files.read(tmp_path)) == 1

    def test_others_findings_do_not_stand_in_the_way(self, tmp_path: Path) -> None:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: files.append(tmp_path, [decided(found(comparison=str(n)))]), range(40)))
        assert len(files.read(tmp_path)) == 40

    def test_taking_back_takes_back_one_stroke_of_ones_own(self, tmp_path: Path) -> None:
        many = [found(comparison=str(n)) for n in range(3)]
        files.append(tmp_path, acting.together(decided(one) for one in many))
        files.append(tmp_path, [decided(found(comparison="9"), by="Ben")])
        every = threads(files.read(tmp_path))
        assert len(acting.withdrawals(every, "Ben")) == 1
        files.append(tmp_path, acting.withdrawals(every, "Ada"))
        every = threads(files.read(tmp_path))
        assert sorted(bool(one.deciding) for one in every.values()) == [False, False, False, True]
        assert acting.withdrawals(every, "Ada") == []

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("- a", "keys and values"),
            ("a: [", "not YAML"),
            ("fingerprint: zz\nstatus: dismissed\nby: A\nat: '2026-01-01T00:00:00Z'", "16 hex digits"),
            ("fingerprint: 00000000000000aa\nstatus: gone\nby: A\nat: '2026-01-01T00:00:00Z'", "status"),
            ("fingerprint: 00000000000000aa\nstatus: dismissed\nat: '2026-01-01T00:00:00Z'", "by: is missing"),
            ("fingerprint: 00000000000000aa\nstatus: dismissed\nby: A\nat: soon", "at: "),
            ("fingerprint: 00000000000000aa\nstatus: dismissed\nby: A\nat: 2026-01-01\nwhy: x", "must be text"),
            (
                "fingerprint: 00000000000000aa\nstatus: dismissed\nby: A\nat: '2026-01-01T00:00:00Z'\nwhy: x",
                "unknown key",
            ),
            ("fingerprint: 00000000000000aa\nstatus: dismissed\nby: A\nat: '2026-01-01'\nexpect: [1]", "expect"),
            ("!!python/object/apply:os.system ['true']", "not YAML"),
        ],
    )
    def test_a_malformed_file_is_named_with_its_key(self, tmp_path: Path, text: str, told: str) -> None:
        (tmp_path / "x.yml").write_text(text)
        with pytest.raises(DecisionError, match=told) as raised:
            files.read(tmp_path)
        assert "x.yml" in str(raised.value)

    def test_a_dismissal_needs_a_reason_and_a_name(self) -> None:
        with pytest.raises(DecisionError, match="reason"):
            acting.entry(found(), "dismissed", "Ada", "", reason="  ")
        with pytest.raises(DecisionError, match="name"):
            acting.entry(found(), "confirmed", " ", "")

    def test_merged_branches_are_seen(self) -> None:
        (thread,) = thread_of(decided(found()), decided(found(), by="Ben")).values()
        assert thread.forked


def _try(given: tuple[Path, str]) -> bool:
    folder, by = given
    try:
        files.append(folder, [decided(found(), by=by)])
    except ConflictError:
        return False
    return True


def git(folder: Path, *arguments: str, given: str = "") -> None:
    command = ["git", *arguments]
    subprocess.run(command, cwd=folder, input=given.encode(), check=True)


def test_the_patch_applies(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for place in (here, there):
        place.mkdir()
        git(place, "init", "-q")
    folder = here / "decisions"
    files.append(folder, [decided(found(), reason="日本 \u202e")])
    git(here, "add", ".")
    files.append(folder, [decided(found(comparison="b"))])
    (new,) = unknown_to_git(folder)
    text = patch(sorted(folder.glob("*.yml")))
    git(there, "apply", "-", given=text)
    assert files.read(there / "decisions") == files.read(folder)
    assert patch([new]).count("diff --git") == 1
