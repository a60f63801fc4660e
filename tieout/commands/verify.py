"""`tieout verify`: is everything still what it was?"""

from pathlib import Path

import click

from tieout import jsonl
from tieout.commands.reading import JSON
from tieout.commands.settings import sources_option
from tieout.sources import sources


@click.command(name="verify")
@sources_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out"),
    show_default=True,
    help="Whose latest run's findings to verify; left out when there is no run.",
)
@JSON
@click.pass_context
def command(ctx: click.Context, sources_path: Path, out: Path, as_json: bool) -> None:
    """Hash every capture anew against its receipt, and look up every finding's quotes in what the bytes say today.

    Bytes without a receipt are only noted: a capture that was killed leaves such, and the next one is not hurt by them.

    \b
    Example:
      tieout verify
      tieout verify --sources my/sources.yml --out /srv/out

    Exit codes: 0 everything is what it was, 2 something is not, each named.
    """
    from tieout.verify import verify

    run = out / "latest"
    result = verify(sources(sources_path), run if (run / "findings.parquet").exists() else None)
    if as_json:
        jsonl.write({"record": "wrong", "where": one.where, "what": one.what} for one in result.wrong)
        jsonl.write({"record": "note", "what": note} for note in result.notes)
    else:
        for one in result.wrong:
            click.echo(f"wrong: {one}")
        for note in result.notes:
            click.echo(f"note: {note}")
        counts = f"{result.captures} captures, {result.receipts} receipts, {result.quotes} quotes"
        click.echo(f"{counts}: {f'{len(result.wrong)} wrong' if result.wrong else 'all as they were'}")
    ctx.exit(2 if result.wrong else 0)
