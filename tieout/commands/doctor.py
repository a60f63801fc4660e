"""`tieout doctor`: what should be looked at before the next run.

Imports nothing at its top that could be what is broken: a doctor who falls ill of the same tells nobody anything.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tieout.commands.settings import sources_option, state_option

if TYPE_CHECKING:
    from tieout.environment import Ailment

WORST_FIRST = ("error", "warning", "note")


@click.command(name="doctor")
@sources_option
@state_option
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Results of runs.")
@click.option(
    "--decisions",
    type=click.Path(path_type=Path),
    default=Path("decisions"),
    show_default=True,
    help="What auditors said of findings.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output instead of text.")
@click.pass_context
def command(ctx: click.Context, sources_path: Path, state: Path, out: Path, decisions: Path, as_json: bool) -> None:
    """Check what a run needs: Python, packages, folders, disk, names, settings; sources.yml and how each source stands.

    Says what to do about each. Fetches nothing and changes nothing.

    \b
    Example:
      tieout doctor
      tieout doctor --sources my/sources.yml --json

    Exit codes: 0 well, 1 something should be looked at, 2 a run would fail.
    """
    from tieout import environment

    found = list(environment.examine({"results": out, "state": state, "decisions": decisions}))
    n_sources, of_sources = _sources(sources_path, environment.sound(found))
    every = sorted([*found, *of_sources], key=lambda one: WORST_FIRST.index(one.level))
    _tell(every, n_sources, as_json)
    levels = {one.level for one in every}
    ctx.exit(2 if "error" in levels else int("warning" in levels))


def _sources(path: Path, sound: bool) -> tuple[int, Sequence["Ailment"]]:
    try:
        from tieout.doctor import examine
    except Exception:
        if sound:
            raise  # nothing above explains it: a bug of ours
        return 0, ()
    looked_at = examine(path)
    return looked_at.n_sources, looked_at.ailments


def _tell(every: Sequence["Ailment"], n_sources: int, as_json: bool) -> None:
    import json

    for one in every:
        record = {"record": one.level, "where": one.where, "what": one.what}
        click.echo(json.dumps(record) if as_json else str(one))
    if not as_json:
        click.echo(f"{n_sources} sources: " + (f"{len(every)} remarks" if every else "all well"))
