"""What keeps the tree whole: nothing without its example, its cases, its page or its line in the changelog."""

import re
import runpy
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from checks.registry import checks
from parsers.lib.registry import parsers
from schemas.tables import CONTRACTS
from tieout import manual
from tieout.cli import COMMANDS
from tieout.explained import explained

ROOT = Path(__file__).resolve().parent.parent
GOLDENS = ROOT / "tests" / "parsers" / "goldens"
CASES = ROOT / "tests" / "checks"
# In pieces, so that this file does not find itself.
REGISTRIES = ("py" + "pi.org", "files.python" + "hosted", "registry.npm" + "js", "deb.debian" + ".org")
MACHINE = re.compile(r"/(?:wor[k]|tmp/bash_job[s])/")

SAMPLES = {"raw", "gold", "examples"}


def tracked() -> list[Path]:
    """Files that git tracks or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    return tomllib.loads(read("pyproject.toml"))


class TestRegistries:
    def test_are_not_empty(self) -> None:
        assert len(parsers()) >= 4
        assert len(checks()) >= 4
        assert CONTRACTS
        assert list((ROOT / "schemas" / "vocabulary").glob("*.yml"))

    def test_every_parser_has_an_example_with_its_golden(self) -> None:
        goldens = [path.read_text(encoding="utf-8") for path in GOLDENS.rglob("*.json")]
        assert goldens, f"no goldens under {GOLDENS.relative_to(ROOT)}"
        parsed = {kind for text in goldens for kind in re.findall(r'"parser": "([^"]+)"', text)}
        assert set(parsers()) <= parsed


class TestChecks:
    @pytest.mark.parametrize("code", checks())
    def test_docstring_follows_the_template(self, code: str) -> None:
        one = explained(checks()[code])
        assert re.fullmatch(r"[A-Z][^.]*\.", one.holds), (
            f"first one sentence that states what should hold: {one.holds!r}"
        )
        assert one.missing == ()
        assert list(one.sections) == ["Why", "Flags", "Passes", "Does not judge"]

    @pytest.mark.parametrize("code", checks())
    def test_has_cases_that_pass_fail_and_skip(self, code: str) -> None:
        path = CASES / f"{code}.yml"
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert {case["expect"] for case in cases} == {"pass", "fail", "skip"}, path.name

    def test_no_cases_are_left_over(self) -> None:
        assert {path.stem for path in CASES.glob("*.yml")} <= set(checks())

    @pytest.mark.parametrize("code", checks())
    def test_is_named_in_the_changelog_with_its_version(self, code: str) -> None:
        assert f"`{code}` ({checks()[code].version})" in read("CHANGELOG.md")


class TestDocs:
    def test_generated_pages_are_up_to_date(self) -> None:
        build = runpy.run_path(str(ROOT / "docs" / "build.py"))
        assert read("docs/checks.md") == build["checks_page"](), "run python docs/build.py"
        assert read("docs/tables.md") == build["tables_page"](), "run python docs/build.py"
        assert read("docs/modules.md") == build["modules_page"](), "run python docs/build.py"
        assert read("docs/tieout.1") == manual.page(), "run python docs/build.py"

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_is_documented(self, command: str) -> None:
        assert f"\n## tieout {command}\n" in read("docs/cli.md")

    def test_no_other_command_is_documented(self) -> None:
        assert re.findall(r"^## tieout (\w+)$", read("docs/cli.md"), re.MULTILINE) == list(COMMANDS)

    def test_the_changelog_says_what_is_unreleased_and_which_checks_changed(self) -> None:
        unreleased = read("CHANGELOG.md").partition("\n## Unreleased\n")[2]
        assert "\n### Checks\n" in unreleased

    def test_links_between_pages_lead_somewhere(self) -> None:
        # Documents that are read as samples link to what their publishers have, not we.
        pages = [path for path in tracked() if path.suffix == ".md" and not SAMPLES & set(path.relative_to(ROOT).parts)]
        assert pages
        for page in pages:
            for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
                assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}"

    def test_both_commands_stand_where_ci_finds_them(self) -> None:
        for mark, ending in (("run", "uv run tieout run"), ("test", "uv run pytest")):
            block = re.search(rf"<!-- {mark} -->\n```sh\n(.+)\n```\n<!-- end -->", read("README.md"))
            assert block
            assert block[1].endswith(ending)


class TestTree:
    def test_names_no_registry_and_no_path_of_one_machine(self) -> None:
        files = tracked()
        assert files
        for path in files:
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not [host for host in REGISTRIES if host in text], path
            assert not MACHINE.search(text), path

    def test_packages_are_what_the_wheel_holds(self) -> None:
        packages = project()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
        found = {path.parent.name for path in ROOT.glob("*/__init__.py")}
        assert found == set(packages)


class TestPins:
    def test_the_lock_and_the_constraints_agree(self) -> None:
        lock = runpy.run_path(str(ROOT / ".ci" / "lock"))
        assert lock["block"](read("requirements.lock")) in read("pyproject.toml"), "run .ci/lock"

    def test_every_dependency_is_pinned_within_its_bounds(self) -> None:
        table = project()
        wanted = [*table["project"]["dependencies"], *table["dependency-groups"]["dev"]]
        pins = {
            pin.name.replace(".", "-").lower(): pin
            for pin in map(Requirement, table["tool"]["uv"]["constraint-dependencies"])
        }
        for requirement in map(Requirement, wanted):
            (version,) = (spec.version for spec in pins[requirement.name.replace(".", "-").lower()].specifier)
            assert requirement.specifier.contains(version), f"{requirement} but {version} is pinned: run .ci/lock"

    def test_every_pin_has_a_hash(self) -> None:
        entries = re.split(r"\n(?=\S)", read("requirements.lock").strip())
        assert len(entries) > 50
        assert not [entry for entry in entries if "--hash=sha256:" not in entry]
