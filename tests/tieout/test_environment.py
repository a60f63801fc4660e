"""The doctor on a broken environment: each way in which one breaks is told, with what to do, and never a traceback."""

import os
import runpy
import shutil
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result

import schemas.names
from tests.made import folder
from tieout import environment

Tieout = Callable[..., Result]
Version = namedtuple("Version", "major minor micro releaselevel serial")


def told(found: Iterator[environment.Ailment]) -> list[str]:
    return [str(one) for one in found]


def distribution(directory: Path, name: str, version: str, *lines: str) -> None:
    """What pip leaves of an installed package."""
    info = directory / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("\n".join(["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *lines]))


def test_this_environment_is_sound(tmp_path: Path) -> None:
    found = list(environment.examine({"results": tmp_path / "out", "state": tmp_path / "state"}))
    assert environment.sound(found), told(iter(found))
    assert not (tmp_path / "out").exists(), "it looks, and makes nothing"


def test_python_is_too_old() -> None:
    (line,) = told(environment.python((3, 10, 2)))
    assert line.startswith("error: Python")
    assert "3.10.2 does not do: tieout needs >=3.11" in line
    assert told(environment.python((3, 13, 0))) == []


def test_an_old_python_is_told_before_anything_is_imported(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.setattr(sys, "version_info", Version(3, 10, 2, "final", 0))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is 3\.10"):
        runpy.run_path(str(root / "tieout" / "__main__.py"))


def test_a_package_of_another_version_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distribution(tmp_path, "polars", "1.9.0")
    monkeypatch.syspath_prepend(str(tmp_path))
    (line,) = told(environment.packages())
    assert line.startswith("error: polars: 1.9.0 is installed, and tieout needs <3,>=2.1; ")
    assert "requirements.lock" in line


def test_a_package_that_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs = ("Requires-Dist: nosuchpackage>=1", 'Requires-Dist: nosuchextra>=1; extra == "more"')
    distribution(tmp_path, "tieout", "0.1.0", *needs)
    monkeypatch.syspath_prepend(str(tmp_path))
    (line,) = told(environment.packages())
    assert line.startswith("error: nosuchpackage: is not installed; ")


def test_a_library_that_does_not_load_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_on_purpose.py").write_text("raise OSError(2, 'libpdfium.so: cannot open shared object file')")
    monkeypatch.syspath_prepend(str(tmp_path))
    (line,) = told(environment.native({"broken_on_purpose": "no pictures"}))
    assert "libpdfium.so: cannot open shared object file): no pictures" in line


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert told(environment.folder("state", tmp_path / "there" / "is" / "none")) == []
    (line,) = told(environment.folder("state", tmp_path / "file" / "state"))
    assert "is a file or below one" in line
    (line,) = told(environment.folder("state", tmp_path / "file"))
    assert "is a file or below one" in line


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no folder that even root cannot write to")
def test_a_folder_that_cannot_be_written_is_told() -> None:
    (line,) = told(environment.folder("results", Path("/proc/self")))
    assert line.startswith("error: results (/proc/self): cannot be written (")
    (line,) = told(environment.folder("results", Path("/proc/self/out")))
    assert "cannot be made in /proc/self" in line


@pytest.mark.parametrize(("free", "level"), [(10_000_000, "error"), (400_000_000, "warning"), (9_000_000_000, None)])
def test_a_full_disk_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str | None
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    found = list(environment.room({"results": tmp_path / "out", "state": tmp_path / "state"}))
    assert [one.level for one in found] == ([level] if level else [])
    assert all(one.where == "disk under results, state" for one in found)


def test_a_machine_with_little_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 250_000}
    monkeypatch.setattr(os, "sysconf", lambda name: sizes[name])
    (line,) = told(environment.memory())
    assert line.startswith("warning: memory: 1.0 GB")


def test_a_broken_vocabulary_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tieout: Tieout) -> None:
    names = shutil.copytree(Path(schemas.names.__file__).parent / "vocabulary", tmp_path / "vocabulary")
    with (names / "platforms.yml").open("a") as file:
        file.write("- {name: Another, aliases: [A100]}\n")
    monkeypatch.setattr(schemas.names, "vocabulary", partial(schemas.names.vocabulary, names))
    (line,) = told(environment.settings())
    assert line.startswith("error: names (schemas/vocabulary): ")
    assert "platforms.yml" in line
    result = tieout("doctor", "--sources", folder(tmp_path))
    assert result.exit_code == 2
    assert line in result.stdout


def test_the_doctor_does_not_fall_ill_of_a_broken_package(tmp_path: Path, root: Path) -> None:
    (tmp_path / "yaml.py").write_text("raise ImportError('libyaml is of another machine')")
    done = subprocess.run(
        [sys.executable, "-m", "tieout", "doctor"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{root}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "error: yaml: cannot be loaded (libyaml is of another machine)" in done.stdout
    assert done.stderr == ""


def test_a_command_that_cannot_start_leads_to_the_doctor(tmp_path: Path, root: Path) -> None:
    (tmp_path / "yaml.py").write_text("raise ImportError('libyaml is of another machine')")
    done = subprocess.run(
        [sys.executable, "-m", "tieout", "sources", "list"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{root}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    expected = "tieout: sources cannot start: libyaml is of another machine; `tieout doctor` says what is missing\n"
    assert done.stderr == expected
