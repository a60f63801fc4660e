"""A run over what did not change leaves everything as it is, and says what the first one said."""

from pathlib import Path

import pytest

from tests.made import Here, folder, put
from tieout import codebase, ledger, parsing, run, unchanged
from tieout.decisions import acting, files


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "Children", Here)


class Place:
    """A folder with sources, state and results, and runs over it."""

    def __init__(self, root: Path) -> None:
        self.root, self.out, self.state = root, root / "out", root / "state"
        text = "<p>The IPU-M2000 trains ResNet-50 {} faster than the A100.</p>"
        self.sources = folder(root, {"launch": text.format("17x"), "article": text.format("27x")})

    def parsed(self) -> tuple[run.Plan, list[run.Outcome]]:
        plan = run.plan(self.sources, self.state)
        return plan, [run.parse_shard(shard) for shard in plan.shards]

    def made(self) -> run.RunResult:
        plan, outcomes = self.parsed()
        paths = (path for one in outcomes for path in one.parsed)
        result = run.publish(plan, outcomes, run.reconcile_all(paths, plan.captured_at), self.out)
        unchanged.keep(plan, outcomes, result, self.out, self.state)
        return result

    def again(self, decisions: Path | None = None) -> run.RunResult | None:
        return unchanged.unchanged(*self.parsed(), self.out, self.state, decisions)

    def left(self) -> int:
        """How many captures have yet to be parsed."""
        return sum(not job.parsed.exists() for job in run.plan(self.sources, self.state).jobs)

    def at_once(self) -> run.RunResult | None:
        return unchanged.at_once(self.sources, self.out, self.state, self.root / "decisions")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_the_same_again_is_the_same_result(place: Place) -> None:
    assert place.again() is None
    first = place.made()
    again = place.again()
    assert again is not None
    assert first.findings
    assert (again.run_id, again.directory, again.counts) == (first.run_id, first.directory, first.counts)
    assert (again.findings, again.failures, again.exit_code) == (first.findings, first.failures, first.exit_code)
    assert (again.n_parsed, again.n_cached) == (0, 2)
    (place.out / "captures").unlink()
    assert place.again() == again
    assert (place.out / "captures").is_symlink()


def test_at_once_is_the_same_and_stands_in_the_ledger(place: Place) -> None:
    assert place.at_once() is None
    first = place.made()
    again = place.at_once()
    assert again is not None
    assert (again.run_id, again.findings, again.n_cached) == (first.run_id, first.findings, 2)
    (entry,) = ledger.entries(place.state)
    assert (entry.flow, entry.outcome, entry.stage, entry.note) == (
        "audit",
        "finished",
        "unchanged",
        f"run {first.run_id}",
    )
    put(place.root, "launch", "<p>ResNet-50 trains 18x faster than the A100.</p>")
    assert place.at_once() is None
    assert len(ledger.entries(place.state)) == 1
    assert place.left() == 1


def test_what_is_new_beside_what_fails_is_left_to_the_flow(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise LookupError("a bug")

    with monkeypatch.context() as broken:
        broken.setattr(parsing, "extract", fails)
        assert len(place.made().failures) == 2
        assert place.at_once() is not None  # both are tried again, and fail again
    put(place.root, "launch", "<p>ResNet-50 trains 18x faster than the A100.</p>")
    assert place.at_once() is None
    assert place.left() == 3


def test_at_once_tries_again_what_could_not_be_read(place: Place) -> None:
    (captured,) = (place.root / "raw" / "launch").glob("*.html")
    captured.write_bytes(b"")
    first = place.made()
    again = place.at_once()
    assert again is not None
    assert again.failures == first.failures
    assert again.failures


def test_a_new_capture_is_a_change(place: Place) -> None:
    place.made()
    put(place.root, "launch", "<p>ResNet-50 trains 18x faster than the A100.</p>")
    assert place.again() is None
    second = place.made()
    again = place.again()
    assert again is not None
    assert again.findings == second.findings
    assert again.drift == second.drift
    assert again.drift


def test_a_source_that_went_is_a_change(place: Place) -> None:
    place.made()
    place.sources.write_text("".join(place.sources.read_text().partition("  - name: article")[:1]))
    assert place.again() is None


def test_a_document_that_still_fails_is_no_change(place: Place) -> None:
    (captured,) = (place.root / "raw" / "launch").glob("*.html")
    captured.write_bytes(b"")
    first = place.made()
    assert first.exit_code == 2
    again = place.again()
    assert again is not None
    assert again.failures == first.failures


@pytest.mark.parametrize("name", ["report.html", "findings.parquet"])
def test_a_published_file_that_is_another_now_is_written_again(place: Place, name: str) -> None:
    first = place.made()
    data = (first.directory / name).read_bytes()
    (first.directory / name).write_bytes(data[:-1])
    assert place.again() is None
    assert (place.made().directory / name).read_bytes() == data
    (first.directory / "more").write_text("")
    assert place.again() is None


def test_other_code_and_damaged_receipts_are_changes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.made()
    receipt = place.state / "published.json"
    data = receipt.read_bytes()
    receipt.write_bytes(data[:-1])
    assert place.again() is None
    receipt.write_bytes(data)
    assert place.again() is not None
    monkeypatch.setattr(codebase, "fingerprint", lambda: "other")
    assert place.again() is None


def test_a_decision_is_a_change(place: Place) -> None:
    one = place.made().findings[0]
    said = place.root / "decisions"
    assert place.again(said) is not None
    files.append(said, [acting.entry(one, "dismissed", "Ada", "", reason="because")])
    assert place.again(said) is None
