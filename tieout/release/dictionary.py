"""The data dictionary: every table and column in words, as Markdown, for docs/tables.md and each release's README."""

from collections.abc import Iterable, Mapping

from tieout.release.settings import Package
from tieout.release.shape import Column, Shape

GENERAL = """A null number is not stated; text that is not stated is empty. A number's unit is said here, or stands in
the `unit` column beside it. Offsets are Python string indices (code points) into the document's text layer, as
`tieout text` prints it. Numbers are 64-bit floats for whoever loads them: `literal` keeps what was printed. In CSV
files nested columns are JSON text."""
QUARANTINE = """Nothing is dropped in silence: a row that failed its contract, a table row that does not fit its header
and a document that could not be read are rows of `rejected`, each whole and with the reason."""


def tables(shapes: Mapping[str, Shape]) -> Iterable[str]:
    """A section a table."""
    return (_table(shape) for shape in shapes.values())


def _table(shape: Shape) -> str:
    head = ["| column | type | null | unit | meaning |", "| --- | --- | --- | --- | --- |"]
    lines = [f"## {shape.table}", "", shape.about, "", *head, *map(_row, shape.columns)]
    if shape.unexported:
        lines += ["", "Held by the contract, and in no exported schema:", ""]
        lines += [f"- `{name}`: {holds}" for name, holds in shape.unexported]
    return "\n".join(lines)


def _row(column: Column) -> str:
    nullable = "yes" if column.nullable else ""
    return f"| {column.name} | {column.kind} | {nullable} | {column.unit} | {_meaning(column)} |"


def _meaning(column: Column) -> str:
    allowed = column.constraints.get("enum", ())
    names = ", ".join(f"`{value}`" if value else '""' for value in allowed)
    items = ", ".join(name for name, _ in column.items)
    parts = (column.meaning, names, f"a list of objects: {items}" if items else "")
    return "; ".join(part for part in parts if part).replace("|", "\\|")


LOADING = """In this folder:

```sh
duckdb -c "SELECT severity, message FROM 'findings.parquet'"
python -c "import polars; print(polars.read_parquet('findings.parquet'))"
python -c "import pandas; print(pandas.read_parquet('findings.parquet'))"
Rscript -e "arrow::read_parquet('findings.parquet')"
```"""
FILES = """Each table is here as `<table>.parquet` (zstd), `<table>.csv`, `<table>.schema.json` (JSON Schema of a row)
and `<table>.tableschema.json` (Table Schema of the CSV). `datapackage.json` (Data Package 2) and `croissant.json`
(Croissant 1.0) describe them all, `CHANGES.md` and `changes.csv` say what is new by key, `release.json` how the release
came about. `sha256sum -c SHA256SUMS` checks every file."""


QUOTED = (
    "The words in `quote`, `context` and `evidence` remain those of whoever published them, quoted with their source."
)
LICENSED = "Licence of the tables, as they are put together here: {license}."
UNLICENSED = (
    "No licence was chosen for these tables: no rights are granted beyond what the law gives everyone. A single figure "
    "is a fact, which nobody owns."
)


def licence(address: str) -> str:
    """What a release says of the rights in it; `address` is release.toml's, "" when none was chosen."""
    return f"{LICENSED.format(license=address) if address else UNLICENSED} {QUOTED}"


def readme(title: str, about: Package, tool: str, rows: Mapping[str, str], shapes: Mapping[str, Shape]) -> str:
    """README.md of a release. `rows` says by table its version and rows."""
    counts = "\n".join(
        ["| table | version | rows |", "| --- | --- | --: |", *(f"| {t} | {r} |" for t, r in rows.items())]
    )
    made = f"{about.description} Made by tieout {tool}; none of it is needed to read these files."
    return (
        "\n\n".join(
            [f"# {title}", made, licence(about.license), FILES, counts, LOADING, GENERAL, QUARANTINE, *tables(shapes)]
        )
        + "\n"
    )
