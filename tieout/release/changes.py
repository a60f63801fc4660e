"""What changed between two sets of tables: rows added, changed and removed by key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from tieout.release.shape import Change, Shape
from tieout.tabled import flat

SHOWN = 20  # rows of a kind that CHANGES.md lists; changes.csv has all
KINDS = ("added", "changed", "removed")
SCHEMA = {"table": pl.String, "change": pl.String, "key": pl.String, "columns": pl.String}


@dataclass(frozen=True, slots=True)
class Changes:
    """Every changed row: table, change (added, changed, removed), key, and the changed columns (", " between)."""

    rows: pl.DataFrame

    def count(self, table: str, kind: str) -> int:
        """How many rows of a table."""
        return self.rows.filter((pl.col("table") == table) & (pl.col("change") == kind)).height

    def touches(self, table: str) -> bool:
        """Whether any row of a table changed."""
        return not self.rows.filter(pl.col("table") == table).is_empty()


def diff(before: Mapping[str, pl.DataFrame], after: Mapping[str, pl.DataFrame], shapes: Mapping[str, Shape]) -> Changes:
    """Changes of every table that is in `after`; a table that is missing in `before` counts as empty there."""
    parts = [
        _diff(name, before.get(name, frame.clear()), frame, shapes[name].key or tuple(frame.columns))
        for name, frame in after.items()
    ]
    return Changes(pl.concat([pl.DataFrame(schema=SCHEMA), *parts]).sort("table", "change", "key"))


def _diff(table: str, before: pl.DataFrame, after: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    old, new = _keyed(before, key), _keyed(after, key)
    compared = [name for name in new.columns if name in old.columns and name not in ("key", *key)]
    moved = [
        pl.when(_differs(old, new, name)).then(pl.lit(name)) for name in compared
    ]  # a column of another type differs wherever its text does
    columns = pl.concat_list(moved).list.drop_nulls().list.join(", ") if moved else pl.lit("")
    changed = new.join(old, on="key", suffix="_before").with_columns(columns=columns).filter(pl.col("columns") != "")
    return pl.concat(
        [
            _rows(table, "added", new.join(old, on="key", how="anti")),
            _rows(table, "changed", changed),
            _rows(table, "removed", old.join(new, on="key", how="anti")),
        ]
    )


def _keyed(frame: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    shared = [pl.col(name).cast(pl.String).fill_null("") for name in key if name in frame.columns]
    return flat(frame).with_columns(key=pl.concat_str(shared, separator=" | ")).unique("key", maintain_order=True)


def _differs(old: pl.DataFrame, new: pl.DataFrame, name: str) -> pl.Expr:
    mine, theirs = pl.col(name), pl.col(f"{name}_before")
    if old.schema[name] != new.schema[name]:
        return mine.cast(pl.String).ne_missing(theirs.cast(pl.String))
    return mine.ne_missing(theirs)


def _rows(table: str, kind: str, frame: pl.DataFrame) -> pl.DataFrame:
    columns = pl.col("columns") if "columns" in frame.columns and kind == "changed" else pl.lit("")
    return frame.select(table=pl.lit(table), change=pl.lit(kind), key="key", columns=columns)


def page(changes: Changes, columns: Mapping[str, Change], title: str, before: str) -> str:
    """CHANGES.md: the columns that changed, counts by table, and the first rows of each kind."""
    since = f"Since release {before}." if before else "The first release: every row is new."
    lines = [f"# Changes: {title}", "", f"{since} `changes.csv` has every changed row by key.", ""]
    lines += ["| table | added | changed | removed |", "| --- | --: | --: | --: |"]
    lines += [
        f"| {table} | " + " | ".join(f"{changes.count(table, kind):,}" for kind in KINDS) + " |" for table in columns
    ]
    noted = [f"- {table} ({one.growth}): {'; '.join(one.notes)}" for table, one in columns.items() if one.notes]
    lines += ["", "## Columns", "", *noted] if noted else []
    lines += [line for kind in KINDS if before for line in _listed(changes, kind)]
    return "\n".join(lines) + "\n"


def _listed(changes: Changes, kind: str) -> list[str]:
    rows = changes.rows.filter(pl.col("change") == kind)
    if rows.is_empty():
        return []
    lines = ["", f"## {kind.capitalize()}", ""]
    for (table,), some in rows.group_by("table", maintain_order=True):
        lines += [
            f"- {table} {row['key'][:120]}" + (f": {row['columns']}" if row["columns"] else "")
            for row in some.head(SHOWN).to_dicts()
        ]
        lines += [f"- {table}: {some.height - SHOWN:,} more"] if some.height > SHOWN else []
    return lines
