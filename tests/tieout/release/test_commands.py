"""`tieout release`, `releases` and `sql` as they are called."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.released import made_run
from tieout.cli import main
from tieout.release.settings import settings
from tieout.release.versions import ReleaseError

MANY = tuple(f"{n}x" for n in range(20, 60))
Call = Callable[..., Result]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command line in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return lambda *args, **kwargs: CliRunner().invoke(main, args, **kwargs)


def test_release_prints_the_numbers_and_says_where_it_is(call: Call, tmp_path: Path) -> None:
    made_run(tmp_path / "out", *MANY)
    first = call("release")
    assert first.exit_code == 0
    assert "rows of claims" in first.stdout
    assert first.stdout.endswith("published releases/1.0.0\n")
    assert "nothing changed" in call("release").stdout


def test_a_refused_release_exits_1_with_the_comparison_and_accept_publishes(call: Call, tmp_path: Path) -> None:
    made_run(tmp_path / "out", *MANY)
    call("release")
    made_run(tmp_path / "out", *MANY[:20])
    refused = call("release")
    assert refused.exit_code == 1
    assert "rows of claims                          40        20   allowed 31 to 80  <- beyond" in refused.stdout
    assert "--accept" in refused.stderr
    assert call("releases", "list").stdout.count("\n") == 1
    assert call("release", "--accept", "a source retired", "--by", "ada").exit_code == 0
    assert "accepted by ada: a source retired (rows of claims)" in call("releases", "show").stdout
    assert "(accepted)" in call("releases", "list").stdout


def test_diff_lists_keys_and_counts(call: Call, tmp_path: Path) -> None:
    made_run(tmp_path / "out", "17x", "27x")
    call("release")
    made_run(tmp_path / "out", "17x", "27x", "3x")
    call("release")
    told = call("releases", "diff", "1.0.0")
    assert "claims: " in told.stdout
    records = [json.loads(line) for line in call("releases", "diff", "1.0.0", "1.0.1", "--json").stdout.splitlines()]
    assert {one["record"] for one in records} == {"change"}
    assert {one["change"] for one in records if one["table"] == "claims"} >= {"added"}
    assert call("releases", "diff", "1.0.1", "1.0.1").stdout == "the same rows\n"


@pytest.mark.parametrize("args", [("releases", "show", "9.9.9"), ("releases", "diff", "1.0.0"), ("sql", "SELECT 1")])
def test_what_is_not_there_is_said(call: Call, args: tuple[str, ...]) -> None:
    done = call(*args)
    assert done.exit_code == 2
    assert "there is no release" in done.stderr


def test_sql_answers_over_the_newest_release_in_three_ways(call: Call, tmp_path: Path) -> None:
    made_run(tmp_path / "out", "17x", "27x")
    call("release")
    assert "2" in call("sql", "SELECT count(*) FROM claims").stdout
    printed = call("sql", "--csv", "SELECT quote FROM claims ORDER BY value").stdout
    assert printed == "quote\n17x\n27x\n"
    typed = call("sql", "--csv", input="SELECT 1 AS a; SELECT\n 2 AS b;\n")
    assert typed.stdout == "a\n1\nb\n2\n"
    nested = call("sql", "--csv", "SELECT evidence[1] AS e FROM findings").stdout
    assert '""quote"": ""17x""' in nested
    wrong = call("sql", "SELEC 1")
    assert wrong.exit_code == 2
    assert "syntax error" in wrong.stderr


def test_the_committed_settings_are_sound(root: Path) -> None:
    assert settings(root / "release.toml").package.name == "tieout"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[gate]\nfal = 0.1", "has no fal"),
        ("[gate]\nfall = 'x'", "wrong kind"),
        ("[gate]\nfall = -1", "below zero"),
        ("[gates]", "unknown part"),
        ("[gate", "not readable"),
    ],
)
def test_a_malformed_settings_file_is_said(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "release.toml"
    path.write_text(text)
    with pytest.raises(ReleaseError, match=said):
        settings(path)
