"""`tieout sources`: list the sources, and propose an entry for a new one."""

import re
import textwrap
from pathlib import Path

import click

from schemas.errors import SourcesError
from tieout import atomic, jsonl
from tieout.commands.reading import JSON
from tieout.commands.settings import sources_option, state_option
from tieout.sources import load, problems


@click.group(name="sources")
def command() -> None:
    """List the sources and how they stand, or propose an entry for a new one.

    \b
    Example:
      tieout sources list
      tieout sources add https://example.org/results

    Exit codes: 0 done, 2 sources.yml is wrong or cannot be written.
    """


@command.command(name="list")
@sources_option
@JSON
def list_sources(sources_path: Path, as_json: bool) -> None:
    """List every source: how it stands, when it was last tried and captured, its address.

    \b
    Example:
      tieout sources list --json

    Exit codes: 0 listed, 2 sources.yml is wrong.
    """
    from tieout.capture.files import files_of
    from tieout.capture.past import past

    for one in load(sources_path).entries:
        known = past(files_of(one))
        state = "manual" if one.manual else known.standing.state or "new"
        tried = known.last.captured_at if known.last else ""
        if as_json:
            head: jsonl.Record = {"record": "source", "source": one.name, "url": one.url, "state": state}
            jsonl.write([{**head, "since": known.standing.since, "last_tried": tried, "capture": known.name}])
        else:
            click.echo(f"{state:<8} {tried or 'never':<20} {one.name}  {one.url}")


@command.command(name="add")
@click.argument("url")
@sources_option
@state_option
@click.option("--offline", is_flag=True, help="Propose from the address alone.")
@click.option("--local", is_flag=True, help="The page may lie on a private address.")
@click.option("--write", is_flag=True, help="Add the entry to the file instead of printing it.")
def add(url: str, sources_path: Path, state: Path, offline: bool, local: bool, write: bool) -> None:
    """Propose an entry for URL after one polite look at it: name, parser, title, language, sentinels.

    \b
    Example:
      tieout sources add https://example.org/results
      tieout sources add https://example.org/results --write

    Exit codes: 0 proposed or written, 2 the address or sources.yml is wrong (nothing is written then).
    """
    from tieout.capture.schedule import equipped
    from tieout.propose import propose

    loaded = load(sources_path)
    taken = [one.name for one in loaded.entries]
    if offline:
        made = propose(url, taken, None, local=local)
    elif not loaded.contact:
        raise SourcesError(f"{sources_path}: contact: say whom a site's owner can write to, or use --offline")
    else:
        with equipped(loaded.contact, state) as tools:
            made = propose(url, taken, tools, local=local)
    for remark in made.remarks:
        click.echo(f"tieout: {remark}", err=True)
    if write:
        _append(sources_path, made.text)
    click.echo(made.text, nl=False)


def _indented(entry: str, content: str) -> str:
    """The entry as far in as the list is written that it joins; both ways of writing one are good YAML."""
    first = re.search(r"^sources:.*?^( *)- ", content, re.MULTILINE | re.DOTALL)
    return textwrap.indent(textwrap.dedent(entry), first[1] if first else "  ")


def _append(path: Path, entry: str) -> None:
    before = path.read_text(encoding="utf-8")
    if before.rstrip().endswith("[]"):
        before = before.rstrip().removesuffix("[]") + "\n"
    candidate = path.with_name(f".{path.name}.proposed")
    after = f"{before.rstrip()}\n\n{_indented(entry, before)}"
    try:
        atomic.write_text(candidate, after)
        # A list that is written with other indentation would take the entry for something else, or break.
        if wrong := problems(candidate):
            raise SourcesError(f"{path}: the entry cannot be put at its end: {wrong[0].partition(': ')[2]}")
    finally:
        candidate.unlink(missing_ok=True)
    atomic.write_text(path, after)
