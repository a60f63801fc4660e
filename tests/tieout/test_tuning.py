"""checks.toml: what it switches and re-levels, and what it refuses."""

from pathlib import Path

import pytest

from schemas.finding import Evidence, Finding
from tieout.tuning import Tuning, TuningError, tuning


def finding(check: str, *documents: str) -> Finding:
    evidence = tuple(Evidence("d" * 16, name, 0, 1, "x") for name in documents)
    return Finding(check, "inconsistent", "high", "message", "sum", (check,), evidence)


def written(tmp_path: Path, text: str) -> Tuning:
    path = tmp_path / "checks.toml"
    path.write_text(text, encoding="utf-8")
    return tuning(path)


def test_the_committed_file_leaves_every_check_as_it_is() -> None:
    assert tuning() == Tuning()
    assert tuning().apply([finding("from-to", "a.txt")]) == [finding("from-to", "a.txt")]


def test_a_check_is_switched_off(tmp_path: Path) -> None:
    tuned = written(tmp_path, "[checks.from-to]\non = false\n")
    assert not tuned.runs("from-to")
    assert tuned.runs("price-ratio")


def test_a_check_is_given_another_level(tmp_path: Path) -> None:
    (one,) = written(tmp_path, '[checks.from-to]\nlevel = "info"\n').apply([finding("from-to", "a.txt")])
    assert one.severity == "info"


def test_a_source_decides_for_findings_that_are_all_its_own(tmp_path: Path) -> None:
    tuned = written(tmp_path, '[checks.from-to]\nlevel = "low"\n[sources."press*".from-to]\non = false\n')
    found = tuned.apply([finding("from-to", "press.txt"), finding("from-to", "press.txt", "blog.txt")])
    assert [one.severity for one in found] == ["low"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("[checks.no-such]\non = false\n", "no check is called no-such", id="unknown check"),
        pytest.param("[check.from-to]\n", "unknown table check", id="unknown table"),
        pytest.param('[checks.from-to]\nlevel = "worst"\n', "takes on = ", id="unknown level"),
        pytest.param("[checks]\nfrom-to = 3\n", "expected a table", id="no table"),
        pytest.param("[checks\n", "checks.toml", id="no TOML"),
    ],
)
def test_what_is_not_known_is_an_error(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(TuningError, match=why):
        written(tmp_path, text)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TuningError, match="none"):
        tuning(tmp_path / "none.toml")


def test_without_a_checkout_around_it_everything_is_as_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tieout import tuning as module
    from tieout.release import settings as release

    monkeypatch.setattr(module, "DEFAULT", tmp_path / "checks.toml")
    monkeypatch.setattr(release, "DEFAULT", tmp_path / "release.toml")
    assert module.tuning() == module.Tuning()
    assert release.settings() == release.Settings()
    with pytest.raises(module.TuningError):
        module.tuning(tmp_path / "named-and-not-there.toml")
