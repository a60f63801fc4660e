"""What a release is: whole, described, versioned, and never a second one of the same tables."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from schemas.tables import CONTRACTS
from tests.released import made_run, released
from tieout.release import publish, versions
from tieout.release.publish import Accepted
from tieout.release.settings import Package, Settings, settings
from tieout.release.shape import Column, Shape, shapes
from tieout.release.verify import verify_release
from tieout.release.versions import ReleaseError, Version

FEW, MANY = ("17x", "27x"), tuple(f"{n}x" for n in range(20, 60))


def version_of(root: Path) -> str:
    newest = versions.load(root).newest
    assert newest
    return newest.version


def test_the_first_release_has_every_table_in_both_forms_and_is_whole(tmp_path: Path) -> None:
    outcome = released(tmp_path / "releases", made_run(tmp_path / "out"))
    assert outcome.published
    assert outcome.directory
    assert outcome.published.version == "1.0.0"
    names = {one.name for one in outcome.directory.iterdir()}
    for table in CONTRACTS:
        forms = {f"{table}.parquet", f"{table}.csv", f"{table}.schema.json", f"{table}.tableschema.json"}
        assert forms <= names
    described = {"datapackage.json", "croissant.json", "CHANGES.md", "changes.csv", "README.md", "release.json"}
    assert described | {"SHA256SUMS"} <= names
    assert verify_release(tmp_path / "releases") == ()
    assert verify_release(outcome.directory) == ()


def test_the_sums_are_what_sha256sum_reads(tmp_path: Path) -> None:
    outcome = released(tmp_path / "releases", made_run(tmp_path / "out"))
    assert outcome.directory
    command = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(command, cwd=outcome.directory, check=False).returncode == 0


def test_the_same_tables_make_no_second_release(tmp_path: Path) -> None:
    root, run = tmp_path / "releases", made_run(tmp_path / "out")
    released(root, run)
    before = (root / "versions.json").read_bytes()
    again = released(root, run)
    assert again.published is None
    assert again.refused == ()
    assert (root / "versions.json").read_bytes() == before


def test_other_rows_are_a_patch_of_the_tables_that_changed(tmp_path: Path) -> None:
    root = tmp_path / "releases"
    released(root, made_run(tmp_path / "out", *FEW))
    second = released(root, made_run(tmp_path / "out", *FEW, "3x"))
    assert second.published
    assert second.published.version == "1.0.1"
    grown = {name: one.version for name, one in second.published.tables.items()}
    assert grown["claims"] == "1.0.1"
    assert grown["measurements"] == "1.0.0"
    assert [one.version for one in versions.load(root).releases] == ["1.0.0", "1.0.1"]
    assert verify_release(root) == ()


def test_every_artefact_says_what_made_it_and_which_schema(tmp_path: Path) -> None:
    outcome = released(tmp_path / "releases", made_run(tmp_path / "out"))
    folder = outcome.directory
    assert folder
    for path in sorted(folder.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        assert "tieout 0." in text, path.name
        assert "1.0.0" in text, path.name
    for path in folder.glob("*.parquet"):
        noted = pl.read_parquet_metadata(path)
        assert noted["tieout:tool"].startswith("tieout "), path.name
        assert noted["tieout:schemaVersion"] == "1.0.0", path.name
        assert json.loads(noted["tieout:tableschema"])["name"] == path.stem
    for name in ("README.md", "CHANGES.md"):
        assert "tieout 0." in (folder / name).read_text(encoding="utf-8")


BY = "https://creativecommons.org/licenses/by/4.0/"


@pytest.mark.parametrize("chosen", ["", BY])
def test_a_release_says_under_which_licence_it_is_or_that_it_is_under_none(tmp_path: Path, chosen: str) -> None:
    asked = Settings(Package(license=chosen))
    outcome = publish.release(made_run(tmp_path / "out"), tmp_path / "releases", asked, now="2026-11-20T04:00:00Z")
    folder = outcome.directory
    assert folder
    package, croissant = (json.loads((folder / f"{name}.json").read_text()) for name in ("datapackage", "croissant"))
    assert package.get("licenses") == ([{"path": BY}] if chosen else None)
    assert croissant.get("license") == (BY if chosen else None)
    told = (
        f"Licence of the tables, as they are put together here: {BY}."
        if chosen
        else "No licence was chosen for these tables"
    )
    assert told in (folder / "README.md").read_text(encoding="utf-8")


def test_the_committed_settings_choose_no_licence_for_you() -> None:
    assert settings().package.license == ""


def test_rejected_rows_are_published_with_their_reasons(tmp_path: Path) -> None:
    outcome = released(tmp_path / "releases", made_run(tmp_path / "out", *MANY, failures=2))
    assert outcome.directory
    rejected = pl.read_parquet(outcome.directory / "rejected.parquet")
    assert rejected["reason"].to_list() == ["is not a PDF"] * 2


class TestGate:
    def test_a_fall_in_rows_is_refused_and_nothing_is_published(self, tmp_path: Path) -> None:
        root = tmp_path / "releases"
        released(root, made_run(tmp_path / "out", *MANY))
        refused = released(root, made_run(tmp_path / "out", *MANY[:20]))
        assert refused.published is None
        assert [line.measure for line in refused.refused] == ["rows of claims"]
        assert "40" in str(refused.refused[0])
        assert "20" in str(refused.refused[0])
        assert version_of(root) == "1.0.0"
        assert [one.name for one in root.iterdir() if one.is_dir()] == ["1.0.0"]

    def test_a_person_can_accept_it_and_is_recorded(self, tmp_path: Path) -> None:
        root = tmp_path / "releases"
        released(root, made_run(tmp_path / "out", *MANY))
        outcome = released(root, made_run(tmp_path / "out", *MANY[:20]), Accepted("a source retired", "ada"))
        assert outcome.published
        expected = {"reason": "a source retired", "by": "ada", "measures": ["rows of claims"]}
        assert expected.items() <= outcome.published.override.items()
        assert outcome.directory
        record = json.loads((outcome.directory / "release.json").read_bytes())
        assert record["override"]["by"] == "ada"
        assert versions.load(root).releases[-1].override["reason"] == "a source retired"

    def test_acceptance_of_what_needs_none_is_not_recorded(self, tmp_path: Path) -> None:
        outcome = released(tmp_path / "releases", made_run(tmp_path / "out"), Accepted("to be safe", "ada"))
        assert outcome.published
        assert outcome.published.override == {}

    def test_names_that_are_no_longer_known_are_refused(self, tmp_path: Path) -> None:
        root = tmp_path / "releases"
        released(root, made_run(tmp_path / "out", *MANY))
        refused = released(root, made_run(tmp_path / "out", *MANY, workload=""))
        assert "coverage: workload of claims" in [line.measure for line in refused.refused]

    def test_a_first_release_of_mostly_rejected_rows_is_refused(self, tmp_path: Path) -> None:
        refused = released(tmp_path / "releases", made_run(tmp_path / "out", *FEW, failures=3))
        assert [line.measure for line in refused.refused] == ["rejected share"]


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> dict[str, Shape]:
    """The contracts' shapes, for a test to change before a release."""
    every = shapes()
    monkeypatch.setattr(publish, "shapes", lambda: every)
    return every


def without(shape: Shape, *names: str) -> tuple[Column, ...]:
    return tuple(one for one in shape.columns if one.name not in names)


class TestColumns:
    def test_a_column_that_is_new_is_a_minor_version(self, tmp_path: Path, changed: dict[str, Shape]) -> None:
        root, now = tmp_path / "releases", changed["claims"]
        changed["claims"] = replace(now, columns=without(now, "chart"))
        released(root, made_run(tmp_path / "out", *FEW))
        changed["claims"] = now
        outcome = released(root, made_run(tmp_path / "out", *FEW))
        assert outcome.published
        assert (outcome.published.version, outcome.published.tables["claims"].version) == ("1.1.0", "1.1.0")
        assert outcome.published.tables["documents"].version == "1.0.0"

    def test_a_renamed_column_is_major_and_keeps_its_old_name_for_one_release(
        self, tmp_path: Path, changed: dict[str, Shape], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root, now = tmp_path / "releases", changed["claims"]
        old = next(replace(one, name="figure_on") for one in now.columns if one.name == "chart")
        changed["claims"] = replace(now, columns=(*without(now, "chart"), old))
        released(root, made_run(tmp_path / "out", *FEW))
        changed["claims"] = now
        monkeypatch.setattr(publish, "RENAMED", {"claims": {"figure_on": "chart"}})
        second = released(root, made_run(tmp_path / "out", *FEW))
        assert second.published
        assert second.directory
        assert second.published.version == "2.0.0"
        table = pl.read_parquet(second.directory / "claims.parquet")
        assert table["figure_on"].to_list() == table["chart"].to_list()
        fields = json.loads((second.directory / "claims.tableschema.json").read_bytes())["fields"]
        assert fields[-1]["name"] == "figure_on"
        assert fields[-1]["tieout:aliasOf"] == "chart"
        assert "renamed figure_on to chart" in (second.directory / "CHANGES.md").read_text(encoding="utf-8")
        third = released(root, made_run(tmp_path / "out", *FEW))
        assert third.published
        assert third.directory
        assert third.published.version == "2.1.0"
        assert "figure_on" not in pl.read_parquet(third.directory / "claims.parquet").columns
        assert released(root, made_run(tmp_path / "out", *FEW)).published is None

    def test_a_retyped_column_is_major_and_keeps_its_old_type_for_one_release(
        self, tmp_path: Path, changed: dict[str, Shape]
    ) -> None:
        root, now = tmp_path / "releases", changed["claims"]
        columns = tuple(replace(one, kind="string") if one.name == "start" else one for one in now.columns)
        changed["claims"] = replace(now, columns=columns)
        released(root, made_run(tmp_path / "out", *FEW))
        changed["claims"] = now
        outcome = released(root, made_run(tmp_path / "out", *FEW))
        assert outcome.published
        assert outcome.directory
        assert outcome.published.version == "2.0.0"
        table = pl.read_parquet(outcome.directory / "claims.parquet")
        assert table["start_string"].to_list() == [str(value) for value in table["start"].to_list()]

    def test_a_column_that_is_gone_is_major(self, tmp_path: Path, changed: dict[str, Shape]) -> None:
        root, now = tmp_path / "releases", changed["claims"]
        released(root, made_run(tmp_path / "out", *FEW))
        changed["claims"] = replace(now, columns=without(now, "chart"))
        outcome = released(root, made_run(tmp_path / "out", *FEW))
        assert outcome.published
        assert outcome.published.version == "2.0.0"


class TestFolder:
    def test_leftovers_of_killed_releases_are_swept(self, tmp_path: Path) -> None:
        root = tmp_path / "releases"
        released(root, made_run(tmp_path / "out", *FEW))
        (root / ".building-dead").mkdir()
        (root / ".building-dead" / "claims.csv").write_text("half")
        (root / ".tmp-dead").write_text("half")
        (root / "1.0.1").mkdir()
        (root / "1.0.1" / "stray.csv").write_text("of a release that was killed before the pointer moved")
        second = released(root, made_run(tmp_path / "out", *FEW, "3x"))
        assert second.published
        assert {one.name for one in root.iterdir()} == {".lock", "versions.json", "1.0.0", "1.0.1"}
        assert verify_release(root) == ()

    def test_a_lost_pointer_is_no_reason_to_begin_again_at_one(self, tmp_path: Path) -> None:
        root = tmp_path / "releases"
        released(root, made_run(tmp_path / "out", *FEW))
        (root / "versions.json").unlink()
        with pytest.raises(ReleaseError, match=r"versions\.json is gone"):
            released(root, made_run(tmp_path / "out", *FEW, "3x"))
        assert verify_release(root / "1.0.0") == ()

    def test_a_folder_without_a_run_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(ReleaseError, match="no folder of a run"):
            released(tmp_path / "releases", tmp_path / "nothing")
        assert not (tmp_path / "releases").exists()

    @pytest.mark.parametrize("name", ["claims.csv", "claims.parquet", "README.md", "SHA256SUMS", "release.json"])
    def test_a_changed_byte_is_found(self, tmp_path: Path, name: str) -> None:
        root = tmp_path / "releases"
        folder = released(root, made_run(tmp_path / "out")).directory
        assert folder
        data = bytearray((folder / name).read_bytes())
        data[10] ^= 1
        (folder / name).write_bytes(data)
        assert any(name in one.where for one in verify_release(root))

    def test_a_missing_and_a_foreign_file_are_found(self, tmp_path: Path) -> None:
        root = tmp_path / "releases"
        folder = released(root, made_run(tmp_path / "out")).directory
        assert folder
        (folder / "claims.csv").unlink()
        (folder / "notes.txt").write_text("mine")
        assert {Path(one.where).name: one.what for one in verify_release(root)} == {
            "claims.csv": "is missing",
            "notes.txt": "is not in SHA256SUMS",
        }

    def test_a_pointer_that_names_other_sums_is_found(self, tmp_path: Path) -> None:
        root = tmp_path / "releases"
        released(root, made_run(tmp_path / "out"))
        pointer = root / "versions.json"
        content = json.loads(pointer.read_bytes())
        content["releases"][0]["sums"] = "0" * 64
        pointer.write_text(json.dumps(content))
        assert [one.what for one in verify_release(root)] == ["is not the one that versions.json names"]

    def test_an_unreadable_pointer_and_an_empty_folder(self, tmp_path: Path) -> None:
        assert verify_release(tmp_path) == ()
        (tmp_path / "versions.json").write_text("{")
        assert len(verify_release(tmp_path)) == 1
        (tmp_path / "versions.json").write_text('{"releases": [{"version": "../x", "tables": {}}]}')
        assert len(verify_release(tmp_path)) == 1


@pytest.mark.parametrize("text", ["", "1", "1.0", "01.0.0", "1.0.0-rc1", "../1.0.0"])
def test_what_is_no_version_is_said(text: str) -> None:
    with pytest.raises(ReleaseError, match="no version"):
        Version.of(text)
