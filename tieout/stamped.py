"""What made an artefact: tieout's version, and the version of the tables' columns.

Stands in every file that a run or a release leaves: as metadata in Parquet files, as keys in JSON, in the report's
head. CSV files and `desk.json.gz` (what `review` works on) have `run.json` beside them.
"""

from importlib.metadata import version

# Grows when a contract of schemas/tables.py gets, loses, renames or retypes a column: those who read a run's tables
# without a release know by it that their columns moved. A test holds COLUMNS, so that it is not forgotten.
SCHEMA_VERSION = "1"
COLUMNS = "752f5bcc1d908cc0"


def stamp() -> dict[str, str]:
    """The two versions, under the names that releases have for them."""
    return {"tieout:tool": f"tieout {version('tieout')}", "tieout:schemaVersion": SCHEMA_VERSION}


def in_words() -> str:
    """The two versions, for people."""
    return f"tieout {version('tieout')}, schema {SCHEMA_VERSION}"
