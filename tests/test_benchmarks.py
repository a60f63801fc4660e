"""The benchmarks' frame: experiments are found, ratios judged, and the page is what the kept results say."""

import importlib
from collections import Counter
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from tieout.capture import Capture, capture_all
from tieout.sources import load


def module(name: str) -> ModuleType:
    """A module of benchmarks/, which is no package that is installed."""
    return importlib.import_module(f"benchmarks.{name}")


@pytest.fixture(autouse=True)
def from_the_checkout(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(root))


def test_every_file_of_experiments_is_one_and_says_what_it_measures(root: Path) -> None:
    found = module("frame").experiments()
    files = {path.stem for path in (root / "benchmarks" / "experiments").glob("[!_]*.py")}
    assert files == set(found)
    assert {"checking", "extraction", "incremental", "memory", "overhead", "runners", "statcheck"} <= files
    assert all(len(one.about) > 100 for one in found.values())


@pytest.mark.parametrize(
    ("ours", "other", "target", "at_least", "met"),
    [
        (1, 2, None, False, None),
        (1, 2, 0.5, False, True),
        (3, 2, 1.4, False, False),
        (3, 2, 1.4, True, True),
        (-1, 2, 5, False, None),
    ],
)
def test_a_row_is_judged_by_its_ratio(
    ours: float, other: float, target: float | None, at_least: bool, met: bool | None
) -> None:
    assert module("frame").Row("a", 1, "b", ours, "s", "c", other, target, at_least).met is met


def test_growth_has_a_target_for_ten_times_the_size_only() -> None:
    frame = module("frame")
    rows = [frame.Row("a", size, "documents", cost, "s", "", 0) for size, cost in ((10, 1.0), (100, 9.0), (300, 12.0))]
    grown = list(frame.tenfold(rows, 12))
    assert [(one.size, one.ratio, one.target, one.against) for one in grown] == [
        (100, 9.0, 12, "10 documents"),
        (300, 12 / 9, None, "100 documents"),
    ]


def test_the_page_and_its_plots_are_what_the_kept_results_say(root: Path) -> None:
    page, known = module("page"), module("frame").experiments()
    results = page.load()
    assert results, "python -m benchmarks writes them"
    for name, text in page.files(results, known).items():
        assert (root / "docs" / name).read_text(encoding="utf-8") == text, f"{name}: python -m benchmarks --render"
    assert set(results) <= set(known)


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    page, frame = module("page"), module("frame")
    rows = (frame.Row("a", 10, "documents", 1.5, "s", "b", 3.0, 0.4, note="n"), frame.Row("c", 1, "x", 1, "s", "d", 0))
    page.save({"one": page.Result(rows, "today")}, tmp_path / "results.json")
    assert page.load(tmp_path / "results.json") == {"one": page.Result(rows, "today")}


@pytest.mark.parametrize("plot", ["ratios", "lines"])
def test_plots_are_small_and_well_formed(plot: str) -> None:
    plots, row = module("plots"), module("frame").Row
    rows = [row("a & <b>", size, "documents", 10.0 * size, "MB", "c", 7.0, 3) for size in (1, 10, 1000)]
    made = getattr(plots, plot)([*rows, row("none", 5, "documents", 0, "MB", "c", 1)])
    tree = ElementTree.fromstring(made)  # noqa: S314 - our own
    assert tree.tag.endswith("svg")
    assert "a & <b>" in "".join(tree.itertext())
    assert len(made) < 10_000


def test_a_command_that_fails_is_no_measurement() -> None:
    measured = module("measured")
    with pytest.raises(measured.BenchmarkError, match="ended with 2"):
        measured.command(["tieout", "text", "/nowhere"], codes=(0,))
    assert measured.command(["tieout", "--version"]).cpu_s > 0


def test_the_corpus_is_one_that_a_run_takes(tmp_path: Path) -> None:
    folders = module("folders")
    path = folders.corpus(tmp_path, 3)
    assert all(isinstance(one, Capture) for one in capture_all(load(path).entries))
    folders.change(path, 1)
    assert len(list((path.parent / "source-000000").glob("*.html"))) == 2
    assert path.read_bytes() == folders.corpus(tmp_path / "again", 3).read_bytes()


def test_the_baseline_finds_what_is_planted_where_its_pattern_reaches() -> None:
    baseline = module("baseline")
    planted, score = baseline.planted(20), baseline.score(20, "baseline")
    assert score.false == 0
    reach = Counter({kind: planted.of(kind) for kind in baseline.KINDS[:2]})
    assert score.found == +reach
    for error in planted.errors:
        assert planted.texts[error.document][error.start : error.end].endswith("x")
