"""`tieout extract`: the claims and measurements of documents."""

from pathlib import Path

import click

from schemas.names import vocabulary
from tieout import jsonl
from tieout.commands.reading import JSON, PATHS, Troubles, read_statements, vocabulary_option


@click.command(name="extract")
@PATHS
@JSON
@vocabulary_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool, names: Path | None) -> None:
    """Print every figure with its exact place, what it is about, and the interval that its print allows.

    PATHS are files or directories. With --json, one claim, measurement, rejected row or unknown name a line.

    \b
    Example:
      tieout extract blog.html
      tieout extract corpus/ --json > statements.jsonl

    Exit codes: 0 all read, 2 something could not be read (the rest is still printed).
    """
    troubles = Troubles()
    read = read_statements(paths, vocabulary(names), troubles)
    if as_json:
        jsonl.write(record for parsed in read for record in jsonl.statements(parsed))
    else:
        from tieout import render

        render.statements(read)
    ctx.exit(troubles.exit_code)
