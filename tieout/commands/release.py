"""`tieout release`: publish the tables of a run for others to load."""

import getpass
from datetime import UTC, datetime
from pathlib import Path

import click

from tieout import jsonl
from tieout.commands.reading import JSON
from tieout.commands.releases import root_option

TABLE = f"{'':32}{'before':>10}{'now':>10}"


@click.command(name="release")
@root_option
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    default=Path("out/latest"),
    show_default=True,
    help="The run's folder whose tables are published.",
)
@click.option("--settings", "settings_path", type=click.Path(path_type=Path), help="Instead of release.toml.")
@click.option("--accept", metavar="REASON", default="", help="Publish although numbers are beyond their bounds.")
@click.option("--by", metavar="NAME", default="", help="Who accepts; the user's name when left out.")
@JSON
@click.pass_context
def command(
    ctx: click.Context, root: Path, run: Path, settings_path: Path | None, accept: str, by: str, as_json: bool
) -> None:
    """Publish the tables of a run as RELEASES/<version>/, and make versions.json name it.

    Refused when row counts, coverage or the share of rejected rows moved further than release.toml allows; --accept
    overrides that, and is recorded with its reason. The same tables again make no new release.

    \b
    Example:
      tieout release
      tieout release --accept "two sources were retired"

    Exit codes: 0 published, or nothing changed; 1 refused; 2 an error. Only 0 can have changed anything.
    """
    from tieout.release.publish import Accepted, release
    from tieout.release.settings import settings

    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    accepted = Accepted(accept, by or getpass.getuser()) if accept else None
    outcome = release(run, root, settings(settings_path), now=now, accepted=accepted)
    if as_json:
        jsonl.write([{"record": "release", "version": outcome.published.version if outcome.published else None}])
        jsonl.write(
            {"record": "gate", "measure": one.measure, "before": one.before, "after": one.after, "passes": one.passes}
            for one in outcome.lines
        )
    elif outcome.lines:
        click.echo("\n".join([TABLE, *map(str, outcome.lines)]))
    if outcome.refused:
        many = f"{len(outcome.refused)} numbers are" if len(outcome.refused) > 1 else "a number is"
        click.echo(f'tieout: not published: {many} beyond bounds; --accept "REASON" publishes all the same', err=True)
        ctx.exit(1)
    if not as_json:
        where = outcome.directory
        click.echo(f"published {where}" if where else "nothing changed since the newest release; none was made")
