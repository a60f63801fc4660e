"""`tieout check`: the findings over some documents together."""

from pathlib import Path

import click

from schemas.names import vocabulary
from tieout import jsonl
from tieout.commands.reading import JSON, PATHS, Troubles, read_statements, vocabulary_option
from tieout.reconcile import reconcile


@click.command(name="check")
@PATHS
@JSON
@vocabulary_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool, names: Path | None) -> None:
    """Hold every figure of these documents against every other that is about the same thing.

    Findings come worst first, each with its quotes, the sum, and which statement is likely wrong where the rest
    decides it. Needs no server and keeps nothing.

    \b
    Example:
      tieout check blog.html chart-notes.pdf results.html
      tieout check corpus/ --json | jq .message

    Exit codes: 0 clean, 1 findings, 2 something could not be read (the rest is still checked).
    """
    troubles, known = Troubles(), vocabulary(names)
    read = read_statements(paths, known, troubles)
    reconciled = reconcile(read, known)
    if as_json:
        jsonl.write(jsonl.finding(one) for one in reconciled.findings)
    else:
        from tieout import render

        render.findings(reconciled.findings, reconciled.skips, len(read))
    ctx.exit(troubles.exit_code or int(bool(reconciled.findings)))
