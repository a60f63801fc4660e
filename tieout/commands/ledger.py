"""`tieout ledger`: which runs began, and how each ended."""

from dataclasses import asdict
from pathlib import Path

import click

from tieout import jsonl
from tieout.commands.reading import JSON
from tieout.commands.settings import state_option


@click.command(name="ledger")
@click.option("--last", type=click.IntRange(1), default=20, show_default=True, help="How many runs, newest last.")
@state_option
@JSON
def command(last: int, state: Path, as_json: bool) -> None:
    """Show the latest runs: when each began and ended, how, and in which stage.

    A run whose process is gone without a word is written down as killed. The next run takes up what it left; nothing
    else is to be done.

    \b
    Example:
      tieout ledger
      tieout ledger --last 100 --json

    Exit codes: 0 always; 2 when the arguments are wrong.
    """
    from tieout import ledger

    ledger.heal(state)
    every = ledger.entries(state)[-last:]
    if as_json:
        jsonl.write({"record": "run", **asdict(one)} for one in every)
        return
    for line in ledger.shown(every):
        click.echo(line)
