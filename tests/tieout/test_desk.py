"""Decisions, the report and the digest over several runs of one corpus: what an auditor decided outlives the pages."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result

from tests.made import folder, put
from tieout import desk as desks
from tieout import digest as digests
from tieout import run
from tieout.decisions import acting, files
from tieout.decisions.ladder import Applied
from tieout.exports import letters
from tieout.failures import Failure
from tieout.report.view import Desk

FIRST = "<p>The IPU-M2000 was 17x faster than the A100 in BERT-Large training.</p>"
OTHER = "<p>The IPU-M2000 was 27x faster than the A100 in BERT-Large training.</p>"
POSTS = {"launch": FIRST, "article": OTHER}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder(tmp_path, POSTS)
    return tmp_path


def audit(root: Path, out: str = "out") -> run.RunResult:
    plan = run.plan(root / "raw" / "sources.yml", root / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    reconciled = run.reconcile_all((path for one in outcomes for path in one.parsed), plan.captured_at)
    return run.publish(plan, outcomes, reconciled, root / out, root / "decisions")


def the(result: run.RunResult) -> dict[str, object]:
    """The finding that the two posts disagree."""
    rows = (
        pl.read_parquet(result.directory / "findings.parquet").filter(pl.col("check") == "same-comparison").to_dicts()
    )
    (row,) = [one for one in rows if one["state"] != "absent"]
    return row


def dismiss(root: Path, result: run.RunResult) -> None:
    (one,) = [one for one in result.findings if one.check == "same-comparison"]
    files.append(root / "decisions", [acting.entry(one, "dismissed", "Ada", "", reason="another batch size")])


def later(root: Path, name: str, body: str) -> None:
    """One more capture, a day after the others."""
    path = put(root, name, body)
    receipt = path.with_name(path.name.removesuffix(path.suffix) + ".receipt.json")
    stamp = f"2099010{len(list(path.parent.glob('*.html')))}T000000Z"
    moved = path.with_name(stamp + path.name[16:])
    path.rename(moved)
    text = json.loads(receipt.read_text())
    text["captured_at"] = f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}T00:00:00Z"
    receipt.unlink()
    moved.with_name(moved.stem + ".receipt.json").write_text(json.dumps(text))


def test_a_dismissal_is_carried_and_what_was_new_stays_new(root: Path) -> None:
    first = audit(root)
    assert (the(first)["decision"], the(first)["state"]) == ("", "new")
    dismiss(root, first)
    second = audit(root)
    assert second.run_id != first.run_id
    assert (the(second)["decision"], the(second)["state"]) == ("dismissed", "new")
    assert second.n_dismissed == 1
    assert audit(root).run_id == second.run_id


def test_other_markup_and_another_place_change_nothing(root: Path) -> None:
    dismiss(root, audit(root))
    later(
        root,
        "launch",
        f"<div><section><p>An introduction, at some length.</p><ul><li>News</li></ul>{FIRST}</section></div>",
    )
    row = the(audit(root))
    assert (row["decision"], row["state"]) == ("dismissed", "unchanged")


def test_another_value_reopens_with_old_and_new(root: Path) -> None:
    dismiss(root, audit(root))
    later(root, "launch", FIRST.replace("17x", "19x"))
    result = audit(root)
    assert (the(result)["decision"], the(result)["state"]) == ("reopened", "updated")
    html = (result.directory / "report.html").read_text()
    standing = html[html.index('class="standing reopened"') :]
    assert standing.index("17x") < standing.index("Now") < standing.index("19x")
    assert result.n_dismissed == 0


def test_a_finding_gone_with_its_capture_is_not_fixed(root: Path, tieout: Callable[..., Result]) -> None:
    first = audit(root)
    dismiss(root, first)
    audit(root)
    (capture,) = (root / "raw" / "launch").glob("*.html")
    capture.write_bytes(capture.read_bytes() + b" ")  # not what the receipt says
    result = audit(root)
    desk = desks.load(result.directory)
    (gone,) = [one for one in desk.gone if one.check == "same-comparison"]
    assert (gone.read, "launch" in gone.why) == (False, True)
    listed = tieout("decisions", "--out", root / "out", "--decisions", root / "decisions").stdout
    assert listed.startswith("waiting")
    told = digests.digest(desk, desks.load(root / "out" / desk.previous), Applied({}, ()), 30)
    assert told.fixed == ()
    assert "same-comparison" in [one.finding.check for one in told.unread]
    assert "Fixed" not in letters.markdown(told)


def test_a_finding_gone_from_a_page_that_was_read_is_fixed_and_its_decision_unused(
    root: Path, tieout: Callable[..., Result]
) -> None:
    dismiss(root, audit(root))
    audit(root)
    later(root, "launch", FIRST.replace("17x", "27x"))
    desk = desks.load(audit(root).directory)
    told = digests.digest(desk, desks.load(root / "out" / desk.previous), Applied({}, ()), 30)
    assert "same-comparison" in [one.finding.check for one in told.fixed]
    result = tieout("decisions", "check", "--out", root / "out", "--decisions", root / "decisions")
    assert (result.exit_code, "unused" in result.stdout) == (1, True)


def test_all_dismissed_is_clean(root: Path) -> None:
    first = audit(root)
    assert first.exit_code == 1
    entries = [acting.entry(one, "dismissed", "Ada", "", reason="known") for one in first.findings]
    files.append(root / "decisions", acting.together(entries))
    assert audit(root).exit_code == 0


def test_the_desk_is_read_as_it_was_written(root: Path) -> None:
    result = audit(root)
    desk = desks.load(result.directory)
    assert desks.loads(desks.dump(desk)) == desk
    assert [one.finding.finding_id for one in desk.items] == [one.finding_id for one in result.findings]


def test_a_file_name_that_is_no_text_stops_no_run() -> None:
    torn = Desk("ab", "", (), (), (), (Failure("x\udc80.pdf", "path", "cannot be read"),), {}, {})
    assert desks.loads(desks.dump(torn)).failures[0].document == "x?.pdf"


def test_captures_are_linked_from_beside_the_runs(root: Path) -> None:
    result = audit(root)
    desk = desks.load(result.directory)
    links = [quote.links for one in desk.items for quote in one.disputed]
    assert links
    for one in links:
        path, _, fragment = one.capture.partition("#")
        assert (result.directory / path).resolve().is_file()
        assert fragment.startswith(":~:text=")
        assert one.published.startswith("https://example.org/")


def test_the_trend_follows_the_runs(root: Path) -> None:
    audit(root)
    later(root, "launch", FIRST.replace("17x", "27x"))
    desk = desks.load(audit(root).directory)
    assert len(desk.trend) == 2
    assert (desk.trend[0].high, desk.trend[1].high) != (0, desk.trend[0].high)
    assert desk.trend[1].gone == 1


def test_the_digest_tells_new_worse_and_stale(root: Path, tieout: Callable[..., Result]) -> None:
    audit(root)
    later(root, "launch", FIRST.replace("17x", "19x"))
    audit(root)
    text = tieout("digest", "--out", root / "out", "--decisions", root / "decisions").stdout
    worse = text[text.index("## Worse") : text.index("## Stale")]
    assert "17x (text) against" not in worse
    assert "19x" in worse
    assert "17x, 27x" in worse  # what it was
    assert "- article.html" in text[text.index("## Stale") :]  # its capture is decades older than launch's
    mail = tieout("digest", "--html", "--out", root / "out", "--decisions", root / "decisions").stdout
    assert "<script" not in mail
    assert "Worse (" in mail
    assert "report.html" in mail


def test_a_digest_without_a_run_says_so(tmp_path: Path, tieout: Callable[..., Result]) -> None:
    result = tieout("digest", "--out", tmp_path)
    assert (result.exit_code, "run `tieout run` first" in result.stderr) == (2, True)


def test_another_interface_needs_a_token(tmp_path: Path, root: Path, tieout: Callable[..., Result]) -> None:
    audit(root)
    result = tieout("review", "--host", "0.0.0.0", "--out", root / "out", "--state", tmp_path / "s")  # noqa: S104
    assert (result.exit_code, "needs a --token" in result.stderr) == (2, True)


def test_check_fails_on_new_findings_only(tmp_path: Path, tieout: Callable[..., Result]) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("The IPU-M2000 was 17x faster than the A100 in BERT-Large training.\n")
    second.write_text("The IPU-M2000 was 27x faster than the A100 in BERT-Large training.\n")
    before = tieout("check", first, second, "--sarif")
    assert before.exit_code == 1
    (baseline := tmp_path / "baseline.sarif").write_text(before.stdout)
    same = tieout("check", first, second, "--baseline", baseline)
    assert (same.exit_code, "against the baseline: 0 new, 0 changed, 0 gone" in same.stdout) == (0, True)
    second.write_text(second.read_text() + "The IPU-M2000 was 4x faster than the V100 in ResNet-50 training.\n")
    first.write_text(first.read_text() + "The IPU-M2000 was 9x faster than the V100 in ResNet-50 training.\n")
    more = tieout("check", first, second, "--baseline", baseline, "--sarif")
    assert more.exit_code == 1
    states = [one["baselineState"] for one in json.loads(more.stdout)["runs"][0]["results"]]
    assert set(states) >= {"new", "unchanged"}
    nothing = tieout("check", first, "--baseline", tmp_path / "none")
    assert (nothing.exit_code, str(tmp_path / "none") in nothing.stderr) == (2, True)


@pytest.mark.parametrize(
    ("form", "told"),
    [("--csv", "high,same-comparison,"), ("--markdown", "| **high** | "), ("--github", "::error file=")],
)
def test_check_prints_other_forms(tmp_path: Path, tieout: Callable[..., Result], form: str, told: str) -> None:
    for name, factor in (("a.txt", "17x"), ("b.txt", "27x")):
        (tmp_path / name).write_text(f"The IPU-M2000 was {factor} faster than the A100 in BERT-Large training.\n")
    result = tieout("check", tmp_path, form)
    assert result.exit_code == 1
    assert any(line.startswith(told) for line in result.stdout.splitlines())
