"""`tieout releases`: what is published, and what changed between two releases."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tieout import jsonl
from tieout.commands.reading import JSON

SHOWN = 20  # rows of a kind that diff prints; --json prints all


def root_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --releases FOLDER."""
    option = click.option(
        "--releases",
        "root",
        type=click.Path(path_type=Path),
        default=Path("releases"),
        show_default=True,
        help="The folder of releases.",
    )
    return option(command)


@click.group(name="releases")
def command() -> None:
    """What is published, and what changed between two releases.

    \b
    Example:
      tieout releases list
      tieout releases diff 1.0.0 1.1.0
      tieout releases show

    Exit codes: 0 done, 2 there is no such release.
    """


@command.command(name="list")
@root_option
@JSON
def list_releases(root: Path, as_json: bool) -> None:
    """Every release, oldest first, with the rows of its tables.

    \b
    Example:
      tieout releases list

    Exit codes: 0 done, 2 the list cannot be read.
    """
    from tieout.release.versions import load

    for one in load(root).releases:
        rows = {name: table.rows for name, table in one.tables.items()}
        if as_json:
            jsonl.write([{"record": "release", "version": one.version, "published_at": one.published_at, "rows": rows}])
        else:
            counts = ", ".join(f"{name} {count:,}" for name, count in rows.items())
            click.echo(f"{one.version}  {one.published_at}  {counts}{'  (accepted)' if one.override else ''}")


@command.command(name="show")
@click.argument("version", default="")
@root_option
@JSON
def show_release(version: str, root: Path, as_json: bool) -> None:
    """How a release came about (the newest when VERSION is left out): tables, gate, and who accepted what.

    \b
    Example:
      tieout releases show 1.0.0

    Exit codes: 0 done, 2 there is no such release.
    """
    from tieout.release.versions import load

    one = load(root).get(version)
    if as_json:
        jsonl.write([{"record": "release", **_plain(one)}])
        return
    click.echo(f"{root / one.version}\npublished {one.published_at} of run {one.run_id}")
    for name, table in one.tables.items():
        click.echo(f"  {name:14} {table.version:8} {table.rows:>10,} rows")
    if one.override:
        said = one.override
        click.echo(f"accepted by {said['by']}: {said['reason']} ({', '.join(said['measures'])})")


def _plain(one: Any) -> jsonl.Record:
    from dataclasses import asdict

    return asdict(one)


@command.command(name="diff")
@click.argument("old")
@click.argument("new", default="")
@root_option
@JSON
def diff_releases(old: str, new: str, root: Path, as_json: bool) -> None:
    """Rows added, changed and removed by key from OLD to NEW (the newest when left out), and columns that changed.

    \b
    Example:
      tieout releases diff 1.0.0
      tieout releases diff 1.0.0 1.1.0 --json

    Exit codes: 0 done, 2 there is no such release.
    """
    from tieout.release.differ import between

    found = between(root, old, new)
    if as_json:
        jsonl.write({"record": "change", **row} for row in found.changes.rows.to_dicts())
        return
    for table, one in found.columns.items():
        for note in one.notes:
            click.echo(f"{table}: {note} ({one.growth})")
    for (table, kind), some in found.changes.rows.group_by("table", "change", maintain_order=True):
        click.echo(f"{table}: {some.height:,} {kind}")
        for row in some.head(SHOWN).to_dicts():
            click.echo(f"  {row['key'][:120]}" + (f"  ({row['columns']})" if row["columns"] else ""))
        if some.height > SHOWN:
            click.echo(f"  ... {some.height - SHOWN:,} more; --json lists all")
    if found.changes.rows.is_empty():
        click.echo("the same rows")
