"""`tieout tables`: the tables of documents, as printed."""

from pathlib import Path

import click

from tieout import jsonl
from tieout.commands.reading import JSON, PATHS, Troubles, read_documents, tell_rejected


@click.command(name="tables")
@PATHS
@JSON
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Print every table as printed: spans repeated, blank cells blank, nothing converted.

    \b
    Example:
      tieout tables results.html
      tieout tables results.html --json | head -1

    Exit codes: 0 all read, 2 something could not be read (the rest is still printed).
    """
    troubles = Troubles()
    read = list(read_documents(paths, troubles))
    for document in read:
        tell_rejected(document.name, document.rejected, troubles)
    if as_json:
        jsonl.write(jsonl.table(document, one) for document in read for one in document.tables)
    else:
        from tieout import render

        render.tables(read)
    ctx.exit(troubles.exit_code)
