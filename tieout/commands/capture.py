"""`tieout capture`: fetch what is due."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import SourcesError
from tieout import jsonl
from tieout.commands.reading import JSON
from tieout.commands.settings import chosen, complete_sources, sources_option, state_option
from tieout.sources import Source, load

if TYPE_CHECKING:
    from tieout.capture.record import Attempt


@click.command(name="capture")
@click.argument("names", nargs=-1, metavar="[SOURCE]...", shell_complete=complete_sources)
@sources_option
@state_option
@click.option("--force", is_flag=True, help="Also what is not due.")
@click.option("--full", is_flag=True, help="Fetch whole pages, whether or not the server says that they changed.")
@click.option("--dry-run", is_flag=True, help="Say what is due, and fetch nothing.")
@JSON
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    sources_path: Path,
    state: Path,
    force: bool,
    full: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Fetch the sources whose schedule came by, or these SOURCEs; manual ones are never fetched.

    One request at a time a host, at least a second apart, as robots.txt allows. What did not change is not kept again;
    a page that is not itself is put aside and replaces nothing. Each attempt leaves a receipt.

    \b
    Example:
      tieout capture
      tieout capture vendor-results --force
      tieout capture --dry-run

    Exit codes: 0 all were there, 1 some were not (see their receipts), 2 nothing could be tried.
    """
    from tieout.capture.schedule import due

    loaded = load(sources_path)
    wanted = chosen(loaded.entries, names)
    now = datetime.now(UTC)
    fetched = [one for one in wanted if not one.manual]
    todo = fetched if force else list(due(fetched, now))
    if not as_json:
        _tell_rest(wanted, todo)
    if dry_run or not todo:
        _tell_due(todo, as_json)
        return
    if not loaded.contact:
        raise SourcesError(f"{sources_path}: contact: say whom a site's owner can write to before anything is fetched")
    ctx.exit(int(any(not _good(one) for one in _capture(todo, loaded.contact, state, full, as_json))))


def _capture(todo: Sequence[Source], contact: str, state: Path, full: bool, as_json: bool) -> list["Attempt"]:
    from tieout.capture.schedule import capture_due, equipped

    done = []
    with equipped(contact, state) as tools:
        for one in capture_due(todo, tools, full=full):
            done.append(one)
            _tell_json(one) if as_json else _tell(one)
    if not as_json:
        counts = Counter(one.outcome for one in done)
        click.echo(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    return done


def _good(one: "Attempt") -> bool:
    return one.receipt is None or one.receipt.good


def _tell_rest(wanted: Sequence[Source], todo: Sequence[Source]) -> None:
    manual = sum(one.manual for one in wanted)
    resting = len(wanted) - manual - len(todo)
    said = [f"{manual} are manual" if manual else "", f"{resting} are not due" if resting else ""]
    if told := ", ".join(filter(None, said)):
        click.echo(f"of {len(wanted)} sources {told}")


def _tell_due(todo: Sequence[Source], as_json: bool) -> None:
    if as_json:
        jsonl.write({"record": "due", "source": one.name, "url": one.url} for one in todo)
        return
    for one in todo:
        click.echo(f"due: {one.name} {one.url}")


def _tell(one: "Attempt") -> None:
    what = one.reason or one.capture
    click.echo(f"{one.outcome:<17} {one.source.name}: {what}")
    for warning in one.receipt.warnings if one.receipt else ():
        click.echo(f"{'':<17} warning: {warning}")
    if one.alert:
        click.echo(f"{'ALERT':<17} {one.alert}")


def _tell_json(one: "Attempt") -> None:
    record: jsonl.Record = {"record": "attempt", "source": one.source.name, "url": one.source.url}
    record |= {"outcome": one.outcome, "reason": one.reason, "capture": one.capture, "receipt": one.receipt_name}
    record |= {"warnings": list(one.receipt.warnings) if one.receipt else []}
    record |= {"state": one.receipt.standing.state if one.receipt else None}
    jsonl.write([{**record, "alert": asdict(one.alert) if one.alert else None}])
