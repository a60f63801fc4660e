"""`tieout sql`: DuckDB over the tables of a release."""

import csv
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import TieoutError
from tieout.commands.releases import root_option

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


class QueryError(TieoutError):
    """DuckDB does not understand a statement, or cannot carry it out."""


@click.command(name="sql")
@click.argument("query", default="")
@root_option
@click.option("--version", default="", help="A release other than the newest.")
@click.option("--csv", "as_csv", is_flag=True, help="CSV on standard output instead of a table.")
def command(query: str, root: Path, version: str, as_csv: bool) -> None:
    """Open DuckDB over the newest release: its tables are views, called as they are.

    Without QUERY, statements are read from standard input, each up to its ";".

    \b
    Example:
      tieout sql "SELECT severity, count(*) FROM findings GROUP BY ALL"
      tieout sql --csv "FROM claims WHERE kind = 'ratio'" > ratios.csv

    Exit codes: 0 done, 2 there is no release, or a statement is wrong.
    """
    from tieout.release.versions import load

    entry = load(root).get(version)
    connection = _open(root / entry.version, list(entry.tables))
    if query:
        _run(connection, query, as_csv=as_csv)
        return
    terminal = sys.stdin.isatty()
    if terminal:
        click.echo(f"release {entry.version}: {', '.join(entry.tables)}; end a statement with ;", err=True)
    for statement in _statements(terminal=terminal):
        try:
            _run(connection, statement, as_csv=as_csv)
        except QueryError as error:
            if not terminal:
                raise
            click.echo(f"tieout: {error}", err=True)


def _open(folder: Path, tables: list[str]) -> "DuckDBPyConnection":
    import duckdb

    # Extensions are fetched from the network on first use unless this is off; reading Parquet needs none.
    connection = duckdb.connect(config={"autoinstall_known_extensions": False})
    for name in tables:
        path = str(folder.absolute() / f"{name}.parquet").replace("'", "''")
        connection.execute(f"CREATE VIEW \"{name}\" AS FROM read_parquet('{path}')")
    return connection


def _run(connection: "DuckDBPyConnection", text: str, *, as_csv: bool) -> None:
    import duckdb

    try:
        for statement in connection.extract_statements(text):
            found: DuckDBPyRelation | None = connection.sql(statement.query)
            if found is not None:  # a statement such as SET has no rows
                click.echo(_csv(found) if as_csv else f"{found}\n", nl=False)
    except duckdb.Error as error:
        raise QueryError(str(error)) from error


def _csv(found: "DuckDBPyRelation") -> str:
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(found.columns)
    writer.writerows([_cell(value) for value in row] for row in found.fetchall())
    return rows.getvalue()


def _cell(value: object) -> object:
    """Nested values as JSON text, as in the CSV files of a release."""
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, (list, dict)) else value


def _statements(*, terminal: bool) -> Iterator[str]:
    lines: list[str] = []
    while True:
        if terminal:
            click.echo("   ...> " if lines else "tieout> ", nl=False, err=True)
        line = sys.stdin.readline()
        lines.append(line)
        if not line or line.rstrip().endswith(";"):
            if "".join(lines).strip():
                yield "".join(lines)
            lines = []
        if not line:
            return
