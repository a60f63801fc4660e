"""`tieout run`: the whole flow over the configured sources."""

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

import schemas
from tieout import jsonl
from tieout.commands.reading import JSON

if TYPE_CHECKING:
    from tieout.run import RunResult

SHOWN = 50  # findings: of thousands nobody reads more on a terminal or in a scheduler's mail, and printing takes time
CHECKOUT = Path(schemas.__file__).resolve().parent.parent


@click.command(name="run")
@click.option(
    "--sources",
    type=click.Path(path_type=Path),
    default=CHECKOUT / "raw" / "sources.yml",
    show_default="raw/sources.yml of the checkout",
    help="The sources to run over.",
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Output folder.")
@click.option(
    "--state", type=click.Path(path_type=Path), default=Path(".tieout"), show_default=True, help="Caches and history."
)
@click.option(
    "--decisions",
    type=click.Path(path_type=Path),
    default=Path("decisions"),
    show_default=True,
    help="What auditors said of findings.",
)
@click.option("--all", "every", is_flag=True, help=f"Print every finding, not only the worst {SHOWN}.")
@JSON
@click.pass_context
def command(
    ctx: click.Context, sources: Path, out: Path, state: Path, decisions: Path, every: bool, as_json: bool
) -> None:
    """Capture, parse, tie out and publish every source: tables, findings and a report under OUT/<run>/.

    Unchanged documents are not parsed again, and where nothing changed at all nothing is published anew. Needs no
    server started beforehand. Prints the worst findings; the report and the tables have all of them, and so has --json.

    \b
    Example:
      tieout run
      tieout run --sources my/sources.yml --out /tmp/out

    Exit codes: 0 clean, 1 findings that nobody dismissed, 2 something could not be read (the rest is still published).
    """
    result = _run(sources.absolute(), out.absolute(), state.absolute(), decisions.absolute())
    for failure in result.failures:
        click.echo(f"tieout: {failure}", err=True)
    if n_rejected := result.counts["rejected"]:
        kept = _shown(result.directory / "rejected.csv")
        click.echo(f"tieout: {kept}: {n_rejected} rows could not be used; each is kept there with its reason", err=True)
    if as_json:
        jsonl.write(jsonl.finding(one) for one in result.findings)
    else:
        _summarise(result, None if every else SHOWN)
    ctx.exit(result.exit_code)


def _run(*places: Path) -> "RunResult":
    """A run over sources, out, state and decisions: a flow, unless nothing changed and no server is to hear of it."""
    from tieout import unchanged

    if "PREFECT_API_URL" not in os.environ and (found := unchanged.at_once(*places)):
        return found
    sources, out, state, decisions = places
    # Read once, when the flow is imported: without it Prefect's home and the lock would stay in the default place.
    os.environ.setdefault("TIEOUT_STATE", str(state))
    # By name, not by import: tieout stands below flows, and check or extract must never load Prefect.
    flow = importlib.import_module("flows.here")
    result: RunResult = flow.run(sources=sources, out=out, state=state, decisions=decisions)
    return result


def _summarise(result: "RunResult", most: int | None) -> None:
    from tieout import render

    render.findings(result.findings, (), result.n_parsed + result.n_cached, most)
    click.echo(f"{result.n_parsed} documents parsed, {result.n_cached} unchanged since an earlier run")
    for table, rows in result.counts.items():
        click.echo(f"  {table}: {rows} rows")
    click.echo(f"report: {_shown(result.directory / 'report.html')}")


def _shown(path: Path) -> Path:
    """Relative to where the user stands when it is below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
