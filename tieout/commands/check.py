"""`tieout check`: the findings over some documents together."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import DocumentError
from schemas.finding import Finding
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout import jsonl
from tieout.commands.reading import PATHS, Troubles, read_statements, vocabulary_option
from tieout.reconcile import reconcile

if TYPE_CHECKING:
    from tieout.exports.told import Export


@click.command(name="check")
@PATHS
@click.option("--json", "form", flag_value="json", help="JSON lines on standard output.")
@click.option("--sarif", "form", flag_value="sarif", help="SARIF 2.1.0, for code hosts and viewers.")
@click.option("--csv", "form", flag_value="csv", help="One row a finding.")
@click.option("--markdown", "form", flag_value="markdown", help="A summary for a pull request.")
@click.option("--github", "form", flag_value="github", help="Annotations of a GitHub workflow run.")
@click.option(
    "--baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Findings of an earlier --json or --sarif, or a run's findings.json: exit 1 on new ones only.",
)
@click.option(
    "--decisions",
    type=click.Path(path_type=Path, file_okay=False),
    help="What auditors said of findings: dismissed ones are marked, and no reason to exit 1.",
)
@vocabulary_option
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    form: str | None,
    baseline: Path | None,
    decisions: Path | None,
    names: Path | None,
) -> None:
    """Hold every figure of these documents against every other that is about the same thing.

    Findings come worst first, each with its quotes, the sum, and which statement is likely wrong where the rest
    decides it. Needs no server and keeps nothing.

    \b
    Example:
      tieout check blog.html chart-notes.pdf results.html
      tieout check corpus/ --json | jq .message
      tieout check corpus/ --sarif --baseline main.sarif > now.sarif

    Exit codes: 0 clean, 1 findings (with --baseline: new ones), 2 something could not be read (the rest is checked).
    """
    troubles, known = Troubles(), vocabulary(names)
    # Before the work: a file that is no baseline must not be said at the end of it.
    export = _export((), (), baseline, decisions) if baseline or decisions else None
    read = read_statements(paths, known, troubles)
    reconciled = reconcile(read, known)
    for skip in reconciled.skips:
        if skip.broken:
            troubles.tell(DocumentError(", ".join(skip.comparison), f"check {skip.check}", skip.reason))
    if form == "json":
        jsonl.write(jsonl.finding(one) for one in reconciled.findings)
    elif form is None:
        from tieout import render

        render.findings(reconciled.findings, reconciled.skips, len(read))
    if export is not None or form not in (None, "json"):
        export = _export(reconciled.findings, read, baseline, decisions)
        _print(export, read, form)
    counted = len(reconciled.findings) if export is None else _failing(export, against=baseline is not None)
    ctx.exit(troubles.exit_code or int(bool(counted)))


def _export(
    findings: Sequence[Finding], read: Sequence[Parsed], baseline: Path | None, decisions: Path | None
) -> "Export":
    from tieout.decisions import files, ladder
    from tieout.decisions.model import threads
    from tieout.exports.baseline import against, load

    known = load(baseline) if baseline else None
    every = threads(files.read(decisions)) if decisions else {}
    seen = ladder.Read(frozenset(one.document.name for one in read), today=files.now()[:10])
    return against(findings, known, ladder.apply(every, findings, seen))


def _failing(export: "Export", *, against: bool) -> int:
    """How many findings are a reason to exit 1."""
    return sum(not one.dismissed and (not against or one.state == "new") for one in export.told)


def _print(export: "Export", read: Sequence[Parsed], form: str | None) -> None:
    from tieout.exports import sarif, summaries

    if form == "sarif":
        click.echo(sarif.dump(sarif.log(export, read)), nl=False)
    elif form == "csv":
        click.echo(summaries.as_csv(export), nl=False)
    elif form == "markdown":
        click.echo(summaries.summary(export), nl=False)
    elif form == "github":
        click.echo(summaries.annotations(export, read), nl=False)
    elif form is None and any(one.state for one in export.told):
        states = [one.state for one in export.told]
        parts = (f"{states.count('new')} new", f"{states.count('updated')} changed", f"{len(export.absent)} gone")
        click.echo(f"against the baseline: {', '.join(parts)}, {states.count('unchanged')} as before")
