"""`tieout names`: unknown names once each, coverage, and reviewed names written into the vocabulary."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from schemas.errors import VocabularyError
from schemas.names import DIRECTORY, vocabulary
from schemas.statement import Side
from tests.made import parsed
from tieout.unknown import unknown
from tieout.vocabulary_edit import add

Tieout = Callable[..., Result]
Records = Callable[[Result], list[dict[str, Any]]]

TEXT = """Release notes

ResNet-50 trains 3.1x faster on the Zorbex 9 than on the A100.

In inference the Zorbex-9 is 2.2x faster than the A100 on BERT-Large.

The Zorbex 9 is 40% cheaper.
"""
FILES = {
    "workloads": "# seen in MLPerf\n- {name: BERT, aliases: [BERT-L]}  # a family\n- {name: SSD}\n",
    "platforms": "- name: A100\n  vendor: NVIDIA\n- name: H100\n  aliases:\n    - Hopper 100\n  vendor: NVIDIA\n",
    "frameworks": "- {name: JAX, aliases: []}\n",
}


@pytest.fixture
def post(tmp_path: Path) -> Path:
    path = tmp_path / "post.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def names(tmp_path: Path) -> Path:
    folder = tmp_path / "vocabulary"
    folder.mkdir()
    for kind, text in FILES.items():
        (folder / f"{kind}.yml").write_text(text)
    return folder


def files(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir()}


class TestUnknown:
    def test_a_name_comes_once_with_its_count_and_first_place(
        self, post: Path, tieout: Tieout, records: Records
    ) -> None:
        result = tieout("names", post, "--json")
        found = [one for one in records(result) if "orbex" in one["raw"]]
        assert result.exit_code == 0
        assert [(one["record"], one["kind"], one["raw"], one["count"] >= 2) for one in found] == [
            ("unknown_name", "platforms", "Zorbex 9", True)
        ]
        assert (found[0]["document"], found[0]["start"]) == (str(post), TEXT.index("3.1x"))

    def test_over_two_documents_the_counts_add_up(self, post: Path, tieout: Tieout, records: Records) -> None:
        (post.parent / "second.txt").write_text(TEXT + "\nOnce more.\n")
        (one,) = (one for one in records(tieout("names", post, "--json")) if "orbex" in one["raw"])
        both = [one for one in records(tieout("names", post.parent, "--json")) if "orbex" in one["raw"]]
        assert [found["count"] for found in both] == [2 * one["count"]]

    def test_for_people_there_is_a_table(self, post: Path, tieout: Tieout) -> None:
        lines = tieout("names", post).stdout.splitlines()
        assert lines[0].split() == ["kind", "name", "met", "first", "nearest", "known"]
        assert any(line.startswith("platforms  Zorbex 9") for line in lines)

    def test_nothing_unknown_is_said(self, tmp_path: Path, tieout: Tieout) -> None:
        path = tmp_path / "a.txt"
        path.write_text("ResNet-50 trains 3.1x faster on the H100 than on the A100.\n")
        assert tieout("names", path).stdout == "no unknown names\n"

    def test_a_near_miss_names_what_it_may_be(self) -> None:
        read = parsed("17x faster", "17x")
        claim = replace(read.claims[0], subject=Side("IPU-M2001", "IPU-M2001"))
        (found,) = unknown([replace(read, claims=(claim,))], vocabulary())
        assert (found.kind, found.raw, found.nearest[0]) == ("platforms", "IPU-M2001", "IPU-M2000")

    def test_an_unreadable_path_exits_2_and_the_rest_is_listed(self, post: Path, tieout: Tieout) -> None:
        result = tieout("names", post, post.parent / "gone.txt")
        assert result.exit_code == 2
        assert "Zorbex 9" in result.stdout
        assert "gone.txt" in result.stderr

    def test_no_paths_is_an_error(self, tieout: Tieout) -> None:
        assert tieout("names").exit_code == 2


class TestCoverage:
    def test_shares_by_kind_document_and_in_all(self, post: Path, tieout: Tieout, records: Records) -> None:
        lines = records(tieout("names", "--coverage", post, "--json"))
        assert {one["record"] for one in lines} == {"coverage"}
        keys = [(one["document"], one["kind"]) for one in lines]
        assert keys == [(name, kind) for name in (str(post), None) for kind in ("percent_change", "ratio", None)]
        ratios = lines[1]
        assert (ratios["claims"], ratios["resolved"]["subject"], ratios["resolved"]["baseline"]) == (2, 1.0, 1.0)

    def test_what_is_not_settled_has_its_reasons_counted(self, post: Path, tieout: Tieout, records: Records) -> None:
        percent = records(tieout("names", "--coverage", post, "--json"))[0]
        assert percent["resolved"]["baseline"] == 0
        assert [count for reason, count in percent["unresolved"].items() if reason.startswith("baseline:")] == [1]

    def test_every_empty_field_has_a_reason(self, post: Path, tieout: Tieout, records: Records) -> None:
        for line in records(tieout("names", "--coverage", post, "--json")):
            for field, share in line["resolved"].items():
                given = [reason for reason in line["unresolved"] if reason.startswith(f"{field}:")]
                assert bool(given) == (share is not None and share < 1), (field, line)

    def test_an_absolute_value_has_no_baseline_to_name(self, tmp_path: Path, tieout: Tieout, records: Records) -> None:
        path = tmp_path / "a.txt"
        path.write_text("ResNet-50 training reaches 2,900 images/s on the A100.\n")
        lines = records(tieout("names", "--coverage", path, "--json"))
        assert [one["resolved"]["baseline"] for one in lines] == [None] * len(lines)

    def test_no_claims_is_no_error(self, tmp_path: Path, tieout: Tieout) -> None:
        path = tmp_path / "a.txt"
        path.write_text("Nothing is claimed here.\n")
        assert tieout("names", "--coverage", path).exit_code == 0

    def test_for_people_the_total_comes_last(self, post: Path, tieout: Tieout) -> None:
        table, _, reasons = tieout("names", post, "--coverage").stdout.partition("\nnot settled:\n")
        assert table.splitlines()[-1].startswith("(all)")
        assert "baseline: " in reasons


class TestAdd:
    def test_a_new_entry_ends_the_file(self, names: Path, tieout: Tieout) -> None:
        result = tieout("names", "add", "workloads", "Foo-9", "--alias", "Foo nine", "--vocabulary", names)
        assert result.exit_code == 0
        assert result.stdout == "workloads.yml: - {name: Foo-9, aliases: [Foo nine]}\n"
        assert files(names) == {
            **FILES,
            "workloads": FILES["workloads"] + "- {name: Foo-9, aliases: [Foo nine]}\n",
        }

    @pytest.mark.parametrize(
        ("kind", "known", "before", "after"),
        [
            pytest.param("workloads", "bert-l", "[BERT-L]", "[BERT-L, Foo]", id="a list in one line"),
            pytest.param("workloads", "SSD", "{name: SSD}", "{name: SSD, aliases: [Foo]}", id="no aliases yet"),
            pytest.param("platforms", "A100", "A100\n", "A100\n  aliases: [Foo]\n", id="an entry over several lines"),
            pytest.param(
                "platforms",
                "H100",
                "    - Hopper 100\n",
                "    - Hopper 100\n    - Foo\n",
                id="a list over several lines",
            ),
        ],
    )
    def test_an_alias_goes_to_its_entry(self, names: Path, kind: str, known: str, before: str, after: str) -> None:
        add(kind, "Foo", same_as=known, directory=names)
        assert files(names) == {**FILES, kind: FILES[kind].replace(before, after)}

    def test_what_yaml_would_take_for_something_else_is_quoted(self, names: Path) -> None:
        add("workloads", "123", ("a: b", "x, y", "#7", "ja]"), directory=names)
        text = (names / "workloads.yml").read_text(encoding="utf-8")
        (folder := names.parent / "again").mkdir()
        (folder / "workloads.yml").write_text(text)
        for printed in ("123", "a: b", "x, y", "#7", "ja]"):
            entry = vocabulary(folder).resolve("workloads", printed)
            assert entry is not None
            assert entry.name == "123"

    @pytest.mark.parametrize(
        ("kind", "name", "options", "said"),
        [
            pytest.param("workloads", "bert", {}, "'BERT'", id="the name of an entry"),
            pytest.param("workloads", "Foo", {"aliases": ["BERT L"]}, "'BERT'", id="an alias that is taken"),
            pytest.param("workloads", "ssd", {"same_as": "BERT"}, "'SSD'", id="an alias of another entry"),
            pytest.param("workloads", "Foo", {"same_as": "Bar"}, "'Bar'", id="no such entry"),
            pytest.param("workloads", " - ", {}, "no letter", id="a name of nothing"),
            pytest.param("frameworks", "Foo", {"same_as": "JAX"}, "JAX", id="aliases that are empty"),
        ],
    )
    def test_what_does_not_fit_changes_no_file(
        self, names: Path, kind: str, name: str, options: dict[str, Any], said: str
    ) -> None:
        with pytest.raises(VocabularyError, match=said):
            add(kind, name, directory=names, **options)
        assert files(names) == FILES

    def test_a_collision_exits_2_with_both_names(self, names: Path, tieout: Tieout) -> None:
        result = tieout("names", "add", "workloads", "BERT-l", "--vocabulary", names)
        assert result.exit_code == 2
        assert "'BERT-l' already names 'BERT'" in result.stderr
        assert files(names) == FILES

    def test_a_unit_needs_more_than_a_name(self, names: Path, tieout: Tieout) -> None:
        result = tieout("names", "add", "units", "zorkmid", "--vocabulary", names)
        assert result.exit_code == 2
        assert "units.yml" in result.stderr

    def test_the_committed_files_take_names_too(self, tmp_path: Path) -> None:
        folder = tmp_path / "copy"
        shutil.copytree(DIRECTORY, folder)
        for kind in ("workloads", "platforms", "metrics", "headers", "units"):
            known = next(vocabulary(folder).entries(kind)).name
            add(kind, f"zzz {kind}", same_as=known, directory=folder)
            old, new = ((where / f"{kind}.yml").read_text(encoding="utf-8") for where in (DIRECTORY, folder))
            assert new.replace(f", zzz {kind}", "") == old
