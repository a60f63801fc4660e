"""`tieout warc`: captures in the format of web archives."""

from pathlib import Path

import click

from tieout.commands.settings import chosen, complete_sources, sources_option
from tieout.sources import sources


@click.command(name="warc")
@click.argument("names", nargs=-1, metavar="[SOURCE]...", shell_complete=complete_sources)
@sources_option
@click.option(
    "--to",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("captures.warc.gz"),
    show_default=True,
    help="The file to write.",
)
def command(names: tuple[str, ...], sources_path: Path, to: Path) -> None:
    """Write every attempt at these SOURCEs, or at all, as WARC 1.1: requests, responses or revisits, and receipts.

    \b
    Example:
      tieout warc
      tieout warc vendor-results --to vendor.warc.gz

    Exit codes: 0 written, 2 sources.yml is wrong, or the file cannot be written.
    """
    import io

    from tieout import atomic
    from tieout.capture.warc import export

    held = io.BytesIO()
    count = export(chosen(sources(sources_path), names), held)
    try:
        atomic.write_bytes(to, held.getvalue())
    except OSError as error:
        raise click.FileError(str(to), error.strerror or "cannot be written") from error
    click.echo(f"{to}: {count} attempts")
