"""`tieout names`: unknown names, coverage of what claims are about, and adding a reviewed name to the vocabulary."""

from collections.abc import Sequence
from pathlib import Path

import click

from schemas.names import KEYS, vocabulary
from tieout import jsonl
from tieout.commands.reading import JSON, PATHS, Troubles, read_statements, vocabulary_option
from tieout.coverage import FIELDS, Coverage, coverage
from tieout.unknown import Unknown, unknown
from tieout.vocabulary_edit import NAMED, add


class Names(click.Group):
    """Takes anything but a subcommand's name for the paths of `list`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `list` before paths and options."""
        own = args and (args[0] in self.commands or args[0] in self.get_help_option_names(ctx))
        return super().parse_args(ctx, args if own else ["list", *args])


@click.group(name="names", cls=Names, subcommand_metavar="[--coverage] [--json] PATHS... | add KIND NAME")
def command() -> None:
    """List the names in these documents that the vocabulary does not know, most frequent first.

    Each comes once, with how often and where it was first met and the nearest known names. With --coverage: for which
    share of the claims metric, workload, task, subject and baseline are settled, and why not for the others.

    \b
    Example:
      tieout names corpus/
      tieout names --coverage corpus/ --json
      tieout names add platforms "Gaudi 3" --alias Gaudi3
      tieout names add workloads RN50v1.5 --same-as ResNet-50

    Exit codes: 0 done, 2 something could not be read, or the name could not be added (nothing is written then).
    """


@command.command(name="list")
@PATHS
@JSON
@vocabulary_option
@click.option("--coverage", "covered", is_flag=True, help="What claims are about: which share is settled.")
@click.pass_context
def list_names(ctx: click.Context, paths: tuple[Path, ...], as_json: bool, names: Path | None, covered: bool) -> None:
    """List unknown names, or with --coverage what is settled about the claims.

    \b
    Example:
      tieout names list corpus/ --json

    Exit codes: 0 done, 2 something could not be read (the rest is still listed).
    """
    troubles, known = Troubles(), vocabulary(names)
    read = read_statements(paths, known, troubles)
    if covered:
        _tell_coverage(list(coverage(read)), as_json)
    else:
        _tell_unknown(unknown(read, known), as_json)
    ctx.exit(troubles.exit_code)


@command.command(name="add")
@click.argument("kind", type=click.Choice(sorted(KEYS)))
@click.argument("name")
@click.option("--alias", "aliases", multiple=True, help="Another spelling; may be given more than once.")
@click.option("--same-as", metavar="KNOWN", default="", help="Make NAME an alias of this known name.")
@vocabulary_option
def add_name(kind: str, name: str, aliases: tuple[str, ...], same_as: str, names: Path | None) -> None:
    """Add NAME to the vocabulary: a new entry of this KIND, or one more spelling of a known one.

    \b
    Example:
      tieout names add platforms "Gaudi 3" --alias Gaudi3
      tieout names add workloads RN50v1.5 --same-as ResNet-50

    Exit codes: 0 written, 2 the name is taken or cannot stand there (nothing is written).
    """
    if not same_as and kind not in NAMED:
        raise click.UsageError(f"a new one of {kind} needs more than a name: write its entry into {kind}.yml")
    click.echo(f"{kind}.yml: {add(kind, name, aliases, same_as, names)}")


def _tell_unknown(found: Sequence[Unknown], as_json: bool) -> None:
    if as_json:
        jsonl.write(map(_name_record, found))
        return
    rows = [(one.kind, one.raw, str(one.count), f"{one.document}:{one.start}", ", ".join(one.nearest)) for one in found]
    click.echo(_grid([("kind", "name", "met", "first", "nearest known"), *rows]) if rows else "no unknown names")


def _name_record(one: Unknown) -> jsonl.Record:
    place: jsonl.Record = {"record": "unknown_name", "document": one.document, "start": one.start}
    return {**place, "kind": one.kind, "raw": one.raw, "count": one.count, "nearest": list(one.nearest)}


def _tell_coverage(lines: Sequence[Coverage], as_json: bool) -> None:
    if as_json:
        jsonl.write(map(_coverage_record, lines))
        return
    click.echo(_grid([("document", "kind", "claims", *FIELDS), *map(_coverage_row, lines)]))
    reasons = lines[-1].reasons
    if reasons:
        click.echo("\nnot settled:\n" + _grid([(f"  {count}", reason) for reason, count in reasons]))


def _coverage_row(one: Coverage) -> tuple[str, ...]:
    shares = (one.share(field) for field in FIELDS)
    printed = ("" if share is None else f"{share:.0%}" for share in shares)
    return one.document or "(all)", one.kind or "(all but settings)", str(one.claims), *printed


def _coverage_record(one: Coverage) -> jsonl.Record:
    head: jsonl.Record = {"record": "coverage", "document": one.document or None, "kind": one.kind or None}
    shares = {field: one.share(field) for field in FIELDS}
    return {**head, "claims": one.claims, "resolved": shares, "unresolved": dict(one.reasons)}


def _grid(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
