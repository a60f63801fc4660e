"""`tieout decisions`: what was decided, whether it still holds, and a patch of it for git."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from tieout import jsonl
from tieout.commands.reading import JSON
from tieout.decisions import files, ladder
from tieout.decisions.model import WORDS, Decision, Expected, Thread, threads
from tieout.store import LATEST

HOLDS = {"carried", "open"}
FOLDER = click.option(
    "--decisions", "folder", type=click.Path(path_type=Path), default=Path("decisions"), show_default=True
)
OUT = click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True)


class Decisions(click.Group):
    """Lists when no subcommand is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `list` before options."""
        own = args and (args[0] in self.commands or args[0] in self.get_help_option_names(ctx))
        return super().parse_args(ctx, args if own else ["list", *args])


@click.group(name="decisions", cls=Decisions, subcommand_metavar="[list] | check | patch")
def command() -> None:
    """Show decisions beside the findings of the newest run: carried, reopened, expired, unused, waiting, orphaned.

    \b
    Example:
      tieout decisions
      tieout decisions check
      tieout decisions patch > decisions.patch

    Exit codes: 0 done, 1 (check) something wants to be looked at again, 2 a file is malformed.
    """


@command.command(name="list")
@FOLDER
@OUT
@JSON
def list_decisions(folder: Path, out: Path, as_json: bool) -> None:
    """List every decision and how it stands.

    \b
    Example:
      tieout decisions list --json

    Exit codes: 0 listed, 2 a file is malformed or there is no run.
    """
    records = list(_records(folder, out))
    if as_json:
        jsonl.write(records)
        return
    for one in records:
        click.echo(
            f"{one['standing']:9} {WORDS[str(one['status'])]:14} {str(one['at'])[:10]} {one['by']}: {one['about']}"
        )
        for key in ("why", "reason"):
            if one[key]:
                click.echo(f"          {one[key]}")
    click.echo(f"{len(records)} decisions" if records else f"no decisions in {folder}")


@command.command(name="check")
@FOLDER
@OUT
@click.pass_context
def check_decisions(ctx: click.Context, folder: Path, out: Path) -> None:
    """Say which decisions want to be looked at: reopened, expired, unused, orphaned, or made twice at once.

    Those that wait for a document that was not read this time are told and are no reason to fail.

    \b
    Example:
      tieout decisions check

    Exit codes: 0 all hold, 1 some do not, 2 a file is malformed or there is no run.
    """
    records = [one for one in _records(folder, out) if one["standing"] not in HOLDS]
    for one in records:
        click.echo(f"{folder / str(one['name'])}.yml: {one['standing']}: {one['why']}")
    forked = [thread for thread in threads(files.read(folder)).values() if thread.forked]
    for thread in forked:
        click.echo(f"{folder}: {_names(thread)} were made without knowing of each other; the last one counts")
    ctx.exit(int(bool(forked) or any(one["standing"] != "waiting" for one in records)))


@command.command(name="patch")
@FOLDER
@click.option("--all", "everything", is_flag=True, help="Also those that git has already.")
def patch_decisions(folder: Path, everything: bool) -> None:
    """Print the decisions that git does not have yet as a patch for `git apply`.

    \b
    Example:
      tieout decisions patch > decisions.patch

    Exit codes: 0 printed, 2 a file is malformed (nothing is printed then).
    """
    from tieout.decisions import patch

    names = {one.name for one in files.read(folder)}
    paths = sorted(folder.glob(f"*{files.ENDING}")) if everything else patch.unknown_to_git(folder)
    click.echo(patch.patch([path for path in paths if path.stem in names]), nl=False)


def _records(folder: Path, out: Path) -> Iterator[jsonl.Record]:
    """Every finding that somebody decided on, then the decisions that met none."""
    from tieout import desk as desks

    every = threads(files.read(folder))
    if not every:
        return
    run = desks.load(out / LATEST)
    findings = [one.finding for one in run.items]
    applied = ladder.apply(every, findings, desks.read_of(run, files.now()[:10]))
    for finding in findings:
        decided = applied.by_finding[finding.finding_id]
        if decided.decision:
            yield _record(decided.decision, decided.standing, decided.why, decided.was, decided.now)
    for left in sorted(applied.leftovers, key=lambda one: one.decision.name):
        yield _record(left.decision, left.state, left.why)


def _record(
    one: Decision,
    standing: str,
    why: str,
    was: Sequence[Expected] = (),
    now: Sequence[Expected] = (),
) -> jsonl.Record:
    about = {"record": "decision", "name": one.name, "standing": standing, "why": why or None}
    said = {key: getattr(one, key) or None for key in ("reason", "note", "assignee", "expires", "check")}
    who = {"fingerprint": one.fingerprint, "status": one.status, "about": one.about, "by": one.by, "at": one.at}
    return {**about, **who, **said, "was": _quotes(was), "now": _quotes(now)}


def _quotes(some: Iterable[Expected]) -> list[str]:
    return [f"{one.quote} ({one.document})" for one in some if one.role == "disputed"]


def _names(thread: Thread) -> str:
    return ", ".join(one.name for one in thread.entries if one.decides)
