"""`tieout verify` looks up quotes in what the bytes say, and drift says what changed in words."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from parsers.lib.extract import extract
from schemas.names import vocabulary
from tests.made import Here, finding, folder, put
from tieout import limited, parsing, run
from tieout.documents import load
from tieout.drift import Drift, drift
from tieout.reconcile import Reconciled
from tieout.sources import sources
from tieout.verify import verify

Tieout = Callable[..., Result]
TEXT = "<p>ResNet-50 trains 17x faster than the A100.</p><p>ResNet-50 training is 27x faster than the A100.</p>"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (parsing, limited):
        monkeypatch.setattr(module, "Children", Here)


def audited(tmp_path: Path, posts: dict[str, str]) -> tuple[Path, run.RunResult]:
    path = folder(tmp_path, posts)
    plan = run.plan(path, tmp_path / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    (parsed,) = run.load_all(outcomes[0].parsed)
    found = Reconciled((finding(*parsed.claims[:2]),), ())
    return path, run.publish(plan, outcomes, found, tmp_path / "out")


def test_every_quote_of_every_finding_is_in_the_bytes(tmp_path: Path) -> None:
    path, result = audited(tmp_path, {"launch": TEXT})
    assert result.findings
    checked = verify(sources(path), result.directory)
    assert checked.wrong == ()
    assert checked.quotes >= 2


def test_a_parser_that_reads_the_bytes_otherwise_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, result = audited(tmp_path, {"launch": TEXT})
    monkeypatch.setattr("tieout.verify.text_of", lambda _: "ResNet-50 trains 18x faster than the A100.")
    wrong = verify(sources(path), result.directory).wrong
    assert any("the bytes do not say '17x' there" in one.what for one in wrong)


def test_a_finding_whose_document_is_gone_is_told(tmp_path: Path, tieout: Tieout) -> None:
    path, result = audited(tmp_path, {"launch": TEXT})
    for old in (tmp_path / "raw" / "launch").iterdir():
        old.unlink()
    put(tmp_path, "launch", "<p>Nothing.</p>")
    (wrong,) = verify(sources(path), result.directory).wrong
    assert "no capture has these bytes" in wrong.what
    called = tieout("verify", "--sources", path, "--out", tmp_path / "out", "--json")
    assert called.exit_code == 2
    assert json.loads(called.stdout.splitlines()[0])["record"] == "wrong"


def drifted(tmp_path: Path, before: str, after: str) -> list[Drift]:
    read = []
    for name, body in (("old", before), ("new", after)):
        page = tmp_path / name / "page.html"
        page.parent.mkdir()
        page.write_text(
            f"<!doctype html><html><head><title>t</title></head><body><main><h1>t</h1>{body}</main></body></html>"
        )
        read.append(extract(load(page), vocabulary()))
    return list(drift(*read))


def test_a_changed_figure_is_one_change_and_not_two(tmp_path: Path) -> None:
    (one,) = drifted(tmp_path, TEXT, TEXT.replace("27x", "29x"))
    assert (one.change, one.kind, one.before, one.after) == ("changed", "claim", "27x", "29x")
    assert "ResNet-50" in one.about
    assert "27x -> 29x" in str(one)


def test_markup_and_order_are_no_change(tmp_path: Path) -> None:
    first, second = TEXT.split("</p>")[:2]
    assert drifted(tmp_path, TEXT, f"<section class=new>{second}</p><div>{first}</p></div></section>") == []


def test_what_came_and_what_went(tmp_path: Path) -> None:
    changes = drifted(
        tmp_path, "<p>BERT is 3x faster than the A100.</p>", "<p>The price of the system is $149,000.</p>"
    )
    assert sorted((one.change, one.before or one.after) for one in changes) == [
        ("added", "$149,000"),
        ("removed", "3x"),
    ]


def test_rows_of_a_table_are_followed_by_their_keys(tmp_path: Path) -> None:
    head = "<h2>Inference</h2><table><tr><th>Model<th>Throughput (images/s)</tr>"
    one, two = "<tr><td>ResNet-50<td>58,112</tr>", "<tr><td>EfficientNet-B0<td>9,500</tr>"
    three = "<tr><td>ResNet-50<td>60,000</tr>"
    changes = drifted(tmp_path, f"{head}{one}{two}</table>", f"{head}{two}{three}</table>")
    assert [(change.kind, change.before, change.after) for change in changes] == [("row", "58,112", "60,000")]
    assert changes[0].context.startswith("T1, row 2")


def test_a_run_says_what_drifted_and_so_does_the_command(tmp_path: Path, tieout: Tieout) -> None:
    path, first = audited(tmp_path, {"launch": TEXT})
    assert not (first.directory / run.DRIFT).exists()
    for old in sorted((tmp_path / "raw" / "launch").iterdir()):
        old.rename(old.with_name("20200101T000000Z" + old.name[16:]))
    put(tmp_path, "launch", TEXT.replace("17x", "18x"))
    plan = run.plan(path, tmp_path / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    reconciled = run.reconcile_all((path for one in outcomes for path in one.parsed), plan.captured_at)
    second = run.publish(plan, outcomes, reconciled, tmp_path / "out")
    (record,) = json.loads((second.directory / run.DRIFT).read_text())
    assert (record["document"], record["before"], record["after"]) == ("launch.html", "17x", "18x")
    called = tieout("drift", "launch", "--sources", path, "--json")
    assert json.loads(called.stdout)["after"] == "18x"
