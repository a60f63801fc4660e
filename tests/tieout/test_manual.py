"""The manual page and shell completion: both made from the commands, so nothing in them can be forgotten."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete
from click.testing import Result

from checks.registry import checks
from tests.made import folder
from tieout import manual
from tieout.cli import main

Tieout = Callable[..., Result]
REQUESTS = {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I", ".nf", ".fi"}


def every(group: click.Group, above: click.Context) -> Iterator[tuple[click.Context, click.Command]]:
    for name in group.list_commands(above):
        command = group.get_command(above, name)
        assert command
        context = click.Context(command, info_name=name, parent=above)
        yield context, command
        if isinstance(command, click.Group):
            yield from every(command, context)


def completed(*words: str) -> list[str]:
    """What would be offered for the last word."""
    found = BashComplete(main, {}, "tieout", "_TIEOUT_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [one.value for one in found if one.type == "plain"]


def test_the_manual_has_every_command_and_every_option() -> None:
    sections = {part.partition("\n")[0]: part for part in manual.page().split("\n.SS ")[1:]}
    n_options = 0
    for context, command in every(main, click.Context(main, info_name="tieout")):
        (section,) = (text for head, text in sections.items() if f"{head} ".startswith(f"{context.command_path} ["))
        for option in (one for one in command.params if isinstance(one, click.Option)):
            assert option.opts[0].replace("-", "\\-") in section, (context.command_path, option.opts)
            n_options += 1
    assert n_options > 50


def test_nothing_in_the_manual_is_taken_for_a_request_of_roff() -> None:
    lines = manual.page().splitlines()
    assert {line.split(" ")[0] for line in lines if line.startswith((".", "'"))} - {'.\\"'} <= REQUESTS
    assert manual._text(".tieout is where 'it' lies\\") == "\\&.tieout is where 'it' lies\\e"
    assert lines.count(".nf") == lines.count(".fi") > 20


@pytest.mark.skipif(not shutil.which("groff"), reason="there is no groff")
def test_groff_has_nothing_to_say_about_the_manual() -> None:
    words = [shutil.which("groff") or "", "-man", "-Tutf8", "-ww"]
    done = subprocess.run(words, input=manual.page(), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "tieout sources add" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str, tieout: Tieout) -> None:
    result = tieout("completion", shell)
    assert result.exit_code == 0
    assert f"_TIEOUT_COMPLETE={shell}_complete" in result.stdout
    assert "%(" not in result.stdout


def test_another_shell_is_refused(tieout: Tieout) -> None:
    assert tieout("completion", "tcsh").exit_code == 2


def test_commands_options_checks_and_kinds_of_names_are_completed() -> None:
    assert completed("ch") == ["check"]
    assert completed("check", "--sa") == ["--sarif"]
    assert completed("explain", "same-") == [code for code in checks() if code.startswith("same-")] != []
    assert "platforms" in completed("names", "add", "")


def test_sources_are_completed_from_the_file_that_was_named(tmp_path: Path) -> None:
    path = folder(tmp_path)
    assert completed("capture", "--sources", str(path), "la") == ["launch"]
    assert completed("drift", "--sources", str(path), "") == ["launch", "article"]
    path.write_text("sources: 1")
    assert completed("capture", "--sources", str(path), "la") == []
    assert "graphcore-results" in completed("warc", "graphcore")


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_bash_itself_completes(tmp_path: Path) -> None:
    tool = tmp_path / "tieout"
    tool.write_text(f'#!/bin/sh\nexec {sys.executable} -m tieout "$@"\n')
    tool.chmod(0o755)
    script = 'eval "$(tieout completion bash)"; COMP_WORDS=(tieout expl); COMP_CWORD=1; _tieout_completion tieout'
    done = subprocess.run(
        [shutil.which("bash") or "", "-c", f'{script}; printf "%s\\n" "${{COMPREPLY[@]}}"'],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["explain"]
