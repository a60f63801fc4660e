"""`tieout doctor`: what should be looked at before the next run."""

from pathlib import Path

import click

from tieout import jsonl
from tieout.commands.reading import JSON
from tieout.commands.settings import sources_option


@click.command(name="doctor")
@sources_option
@JSON
@click.pass_context
def command(ctx: click.Context, sources_path: Path, as_json: bool) -> None:
    """Check sources.yml, how each source stands, and what lies in raw/ for nobody. Fetches nothing.

    \b
    Example:
      tieout doctor
      tieout doctor --sources my/sources.yml --json

    Exit codes: 0 well, 1 something should be looked at, 2 sources.yml is wrong.
    """
    from tieout.doctor import examine

    found = examine(sources_path)
    if as_json:
        jsonl.write({"record": one.level, "where": one.where, "what": one.what} for one in found.ailments)
    else:
        for one in found.ailments:
            click.echo(str(one))
        click.echo(
            f"{found.n_sources} sources: " + (f"{len(found.ailments)} remarks" if found.ailments else "all well")
        )
    ctx.exit(found.exit_code)
