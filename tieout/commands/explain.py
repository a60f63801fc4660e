"""`tieout explain`: what a check holds, why, and what it does not judge."""

from collections.abc import Iterable, Sequence

import click

from checks.registry import Check, checks
from tieout import jsonl
from tieout.commands.reading import JSON
from tieout.explained import Explained, explained

NEAREST = 3


def _complete(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    return [code for code in checks() if code.startswith(typed)]


@click.command(name="explain")
@click.argument("code", required=False, metavar="[CHECK]", shell_complete=_complete)
@JSON
def command(code: str | None, as_json: bool) -> None:
    """Say what CHECK holds, why, what it flags and passes, and what it does not judge; without CHECK, list all.

    \b
    Example:
      tieout explain
      tieout explain same-comparison

    Exit codes: 0 explained, 2 no check has this name.
    """
    known = checks()
    if code and code not in known:
        raise click.UsageError(_unknown(code, list(known)))
    chosen = [explained(check) for name, check in known.items() if code in (None, name)]
    if as_json:
        jsonl.write(map(_record, chosen))
    elif code:
        click.echo(_page(chosen[0]))
    else:
        click.echo(_list(chosen))


def _unknown(code: str, known: Sequence[str]) -> str:
    from rapidfuzz import process

    nearest = [name for name, _, _ in process.extract(code, known, limit=NEAREST)]
    return f"no check is called {code!r}" + (f"; nearest are {', '.join(nearest)}" if nearest else "")


def _record(one: Explained) -> jsonl.Record:
    check = one.check
    about: jsonl.Record = {"record": "check", "check": check.code, "version": check.version, "level": check.level}
    sections = {name.lower().replace(" ", "_"): text for name, text in one.sections.items()}
    return {**about, "severity": check.severity, "since": check.since, "holds": one.holds, **sections}


def _page(one: Explained) -> str:
    parts = [_title(one.check), one.holds, *(f"{name}:\n{_indent(text)}" for name, text in one.sections.items())]
    return "\n\n".join(parts)


def _title(check: Check) -> str:
    return f"{check.code}  (version {check.version}, {check.level}, up to {check.severity}, since {check.since})"


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" if line else "" for line in text.splitlines())


def _list(every: Iterable[Explained]) -> str:
    return "\n".join(f"{one.check.code}\n  {one.holds}" for one in every)
