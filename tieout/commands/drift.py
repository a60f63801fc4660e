"""`tieout drift`: what changed between the last two captures of a source."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import DocumentError
from tieout import jsonl
from tieout.commands.reading import JSON, Troubles
from tieout.commands.settings import chosen, complete_sources, sources_option
from tieout.sources import sources

if TYPE_CHECKING:
    from tieout.capture import Capture
    from tieout.limited import Children


@click.command(name="drift")
@click.argument("names", nargs=-1, metavar="[SOURCE]...", shell_complete=complete_sources)
@sources_option
@JSON
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...], sources_path: Path, as_json: bool) -> None:
    """Show which claims and rows changed between the last two captures of these SOURCEs, or of all.

    \b
    Example:
      tieout drift
      tieout drift vendor-results --json

    Exit codes: 0 shown, 2 a capture cannot be read (the others are still shown).
    """
    from tieout.capture import capture_all, earlier
    from tieout.limited import Children

    troubles = Troubles()
    with Children(1) as children:
        for one in capture_all(chosen(sources(sources_path), names)):
            try:
                if isinstance(one, DocumentError):
                    raise one
                if old := earlier(one):
                    _show(old, one, children, as_json)
            except DocumentError as error:
                troubles.tell(error)
    ctx.exit(troubles.exit_code)


def _show(old: "Capture", new: "Capture", children: "Children", as_json: bool) -> None:
    from tieout.drift import drift
    from tieout.run import statements_of

    found = drift(statements_of(old, children), statements_of(new, children))
    head: jsonl.Record = {"record": "drift", "document": new.document}
    times: jsonl.Record = {"from": old.captured_at, "to": new.captured_at}
    if as_json:
        jsonl.write({**head, **times, **asdict(one)} for one in found)
        return
    click.echo(f"{new.document}: {old.captured_at} -> {new.captured_at}: {len(found)} changes")
    for one in found:
        click.echo(f"  {one}")
