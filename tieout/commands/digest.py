"""`tieout digest`: what happened on the desk, for a weekly mail."""

from pathlib import Path

import click

from tieout.store import LATEST


@click.command(name="digest")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Output folder.")
@click.option("--decisions", type=click.Path(path_type=Path), default=Path("decisions"), show_default=True)
@click.option("--days", type=click.IntRange(1), default=7, show_default=True, help="How far to look back.")
@click.option("--stale", type=click.IntRange(1), default=30, show_default=True, help="Days after which to remind.")
@click.option("--html", "as_html", is_flag=True, help="HTML for a mail instead of Markdown.")
def command(out: Path, decisions: Path, days: int, stale: int, as_html: bool) -> None:
    """Tell what is new, worse, fixed and stale: the newest run against the one that was newest DAYS before.

    Days are counted from capture to capture. A finding that is gone because its document could not be read is told as
    that, and not as fixed.

    \b
    Example:
      tieout digest
      tieout digest --html | mail -a "Content-Type: text/html" -s "tieout this week" auditors@example.org

    Exit codes: 0 told, 2 there is no run.
    """
    from tieout import desk as desks
    from tieout import digest as digests
    from tieout.decisions import files, ladder
    from tieout.decisions.model import threads
    from tieout.exports import letters

    newest, older = digests.runs(out, days)
    findings = [one.finding for one in newest.items]
    today = desks.read_of(newest, files.now()[:10])
    applied = ladder.apply(threads(files.read(decisions)), findings, today)
    told = digests.digest(newest, older, applied, stale)
    address = (out / LATEST / "report.html").absolute().as_uri()
    click.echo(letters.html(told, address) if as_html else letters.markdown(told), nl=False)
