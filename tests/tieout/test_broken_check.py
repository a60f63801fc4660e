"""A check that breaks costs its own findings, and nobody else's; the run says so and ends with exit code 2."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from checks.registry import checks
from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import vocabulary
from tests.made import Here, folder
from tieout import parsing, run
from tieout import reconcile as reconciling
from tieout.reconcile import reconcile

Tieout = Callable[..., Result]
TEXT = b"EffcientDet5\n\nThe H100 runs BERT 17x faster than the A100. EfficientDet5 is 27x faster than on the A100.\n"
BROKEN = "factor-chain"


@pytest.fixture(autouse=True)
def _broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_corpus: Corpus) -> Iterator[Finding | Skip]:
        raise ZeroDivisionError("no rows")

    every = checks()
    monkeypatch.setattr(reconciling, "checks", lambda: every | {BROKEN: replace(every[BROKEN], run=breaks)})


def test_the_others_still_speak() -> None:
    raw = Raw("post.txt", TEXT)
    parsed = extract(choose(raw).parse(raw), vocabulary())
    found = reconcile([parsed], vocabulary())
    assert any(one.check == "spelling-variants" for one in found.findings)
    (skip,) = [one for one in found.skips if one.broken]
    assert (skip.check, skip.comparison) == (BROKEN, ("post.txt",))
    assert "ZeroDivisionError: no rows (test_broken_check.py:" in skip.reason


def test_check_says_so_and_exits_with_2(tmp_path: Path, tieout: Tieout) -> None:
    (tmp_path / "post.txt").write_bytes(TEXT)
    result = tieout("check", tmp_path / "post.txt")
    assert result.exit_code == 2
    assert f"check {BROKEN}: the check broke" in result.stderr
    assert "spelling-variants" in result.stdout


def test_a_run_is_published_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "Children", Here)
    sources = folder(tmp_path, {"post": f"<p>{TEXT.decode()}</p>"})
    plan = run.plan(sources, tmp_path / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    reconciled = run.reconcile_all([path for one in outcomes for path in one.parsed], plan.captured_at)
    result = run.publish(plan, outcomes, reconciled, tmp_path / "out")
    assert result.exit_code == 2
    assert [one.place for one in result.failures] == [f"check {BROKEN}"]
    assert result.findings
