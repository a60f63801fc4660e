"""Screening: which comparisons of a large claims table hold statements that cannot all be true.

Three steps, each looking at less than the one before. Groups: a key whose greatest lower end lies beyond its least
upper end. Counts: disjoint pairs of a flagged group, by sorting its interval ends. Pairs: listed only in flagged groups
of up to `cap` claims; what is not listed is said. No step looks at all pairs of anything larger than `cap`.

A table is split into shards by a hash of the key, so no group straddles two and memory is bounded by the shard. A
screened conflict is a possible one, by the printed names and the rounded reading; the checks judge it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from schemas.names import Vocabulary
from tieout.link import COMPARED, root

KEY = ("workload", "variant", "task", "metric", "subject", "baseline", "kind", "unit")
CAP = 100  # claims of a group whose pairs are listed: 100 claims have at most 4,950
ROWS_A_SHARD = 2_500_000
ROWS_A_PIECE = 200_000
Claims = pl.DataFrame | Path
Names = Mapping[str, Mapping[str, str]]

_ENDS = ("lower", "upper", "lower_closed", "upper_closed")
_GROUPS = (*KEY, "n_claims", "greatest_lower", "least_upper", "n_conflicts", "listed")
_PAIRS = (*KEY, "below", "below_upper", "above", "above_lower")


@dataclass(frozen=True, slots=True)
class Screened:
    """Flagged groups with their number of disjoint pairs, and the pairs of those that were small enough to list.

    groups: the key, n_claims, greatest_lower, least_upper, n_conflicts, listed. pairs: the key, the claim_id of the
    claim that ends `below` with its upper end, and of the one that begins `above` it with its lower end.
    """

    groups: pl.DataFrame
    pairs: pl.DataFrame
    cap: int

    @property
    def not_listed(self) -> tuple[str, ...]:
        """What the cap left out, in words, one line a group."""
        left = self.groups.filter(~pl.col("listed")).select(*KEY, "n_claims", "n_conflicts")
        return tuple(_left_out(row[:-2], row[-2], row[-1], self.cap) for row in left.iter_rows())


def screen(
    claims: Claims, *, shards: int | None = None, cap: int = CAP, vocabulary: Vocabulary | None = None
) -> Screened:
    """Groups of a claims table (a frame, or a Parquet file that is never read whole) that hold a possible conflict.

    Columns as in schemas/tables.py; a null end is infinite. Only what tieout/link.py compares is looked at. With a
    `vocabulary`, metrics of one class and variants of one platform share a key, as they do there; a task that is not
    stated is a key of its own. Neither the order of rows nor `shards` (None: by size) changes the result.
    """
    table, count = _hashed(claims, vocabulary), _count(claims, shards)
    found = _flagged(table, count)
    # Few rows are of flagged keys, as a rule: then they fit one shard, and are not written once more.
    kept_count = shards or _shards(int(found["n_rows"].sum()))
    # Two keys may share a hash: then both are looked at here, and the sweep drops the one without a conflict.
    kept = table.join(found.lazy(), on="hash", how="semi").select("claim_id", "hash", *KEY, *_ENDS)
    with TemporaryDirectory() as folder:
        shard_frames = (part.collect(engine="streaming") for part in _split(kept, kept_count, Path(folder)))
        parts = [_screen(piece, cap) for frame in shard_frames for piece in _pieces(frame)]
    return _joined(parts, cap)


def _pieces(rows: pl.DataFrame) -> list[pl.DataFrame]:
    """A shard in pieces that fit a processor's cache: sorting and joining what does not takes twice as long a row."""
    count = -(-rows.height // ROWS_A_PIECE) or 1
    if count == 1:
        return [rows]
    # Other bits of the hash than the shard's: by the same ones every row of a shard could fall into one piece.
    piece = pl.col("hash") // 2**32 % count
    return rows.with_columns(piece=piece).partition_by("piece", include_key=False)


def _joined(parts: list[tuple[pl.DataFrame, pl.DataFrame]], cap: int) -> Screened:
    """One result of all shards. Pairs are sorted by the place of their group: by eight texts it would cost far more."""
    shard = [pl.lit(number, pl.UInt32).alias("shard") for number in range(len(parts))]
    every = [
        (groups.with_columns(one), pairs.with_columns(one)) for (groups, pairs), one in zip(parts, shard, strict=True)
    ]
    groups = pl.concat([groups for groups, _ in every]).sort(KEY).with_row_index("place")
    pairs = pl.concat([pairs for _, pairs in every])
    named = pairs.join(groups.select("shard", "group", "place", *KEY), on=("shard", "group"))
    return Screened(groups.select(_GROUPS), named.sort("place", "below", "above").select(_PAIRS), cap)


def flagged(claims: Claims, *, shards: int | None = None, vocabulary: Vocabulary | None = None) -> pl.DataFrame:
    """The first step alone: the hashes of the keys that hold a possible conflict, in no particular order."""
    return _flagged(_hashed(claims, vocabulary), _count(claims, shards)).select("hash")


def _flagged(table: pl.LazyFrame, count: int) -> pl.DataFrame:
    with TemporaryDirectory() as folder:
        parts = _split(table.select("hash", *_ENDS), count, Path(folder))
        return pl.concat([_groups(part) for part in parts])


def _count(claims: Claims, shards: int | None) -> int:
    if shards is None:
        return _shards(_scan(claims).select(pl.len()).collect(engine="streaming").item())
    if shards < 1:
        raise ValueError(f"a table cannot be read in {shards} shards")
    return shards


def _shards(rows: int) -> int:
    return -(-rows // ROWS_A_SHARD) or 1


def _split(rows: pl.LazyFrame, count: int, folder: Path) -> list[pl.LazyFrame]:
    """The rows by shard, written once: a scan of the table for each shard would cost shards times rows."""
    if count == 1:
        return [rows]
    shard = pl.PartitionBy(folder, key="shard", include_key=False)
    rows.with_columns(shard=pl.col("hash") % count).sink_ipc(shard)
    return [pl.scan_ipc(one / "*.ipc") for one in sorted(folder.iterdir())] or [rows]


def _scan(claims: Claims) -> pl.LazyFrame:
    return claims.lazy() if isinstance(claims, pl.DataFrame) else pl.scan_parquet(claims)


def _hashed(claims: Claims, vocabulary: Vocabulary | None) -> pl.LazyFrame:
    table = _scan(claims).filter(pl.col("kind").is_in(COMPARED) & (pl.col("workload") != ""))
    same = [pl.col(column).replace(dict(known)) for column, known in _names(vocabulary).items()]
    # Adding 0.0 makes -0.0 of a range that ends at zero sort as the zero it equals.
    ends = [pl.col("lower") + 0.0, pl.col("upper") + 0.0]
    return table.with_columns(*same, *ends).with_columns(hash=pl.struct(KEY).hash())


def _names(vocabulary: Vocabulary | None) -> Names:
    """By column, the names that stand for another one when claims are compared."""
    if vocabulary is None:
        return {}
    metrics = {entry.name: vocabulary.metric_class(entry.name) for entry in vocabulary.entries("metrics")}
    platforms = {entry.name: root(entry.name, vocabulary) for entry in vocabulary.entries("platforms")}
    return {"metric": metrics, "subject": platforms, "baseline": platforms}


def _groups(shard: pl.LazyFrame) -> pl.DataFrame:
    """Hashed keys whose ends are apart; where they touch, one of the touching ends must be open."""
    open_ends = {
        "open_low": pl.when(~pl.col("lower_closed")).then("lower"),
        "open_high": pl.when(~pl.col("upper_closed")).then("upper"),
    }
    ends = shard.select("hash", low="lower", high="upper", **open_ends)
    ends = ends.group_by("hash").agg(
        pl.col("low", "open_low").max(), pl.col("high", "open_high").min(), n_rows=pl.len()
    )
    touching = (pl.col("low") == pl.col("high")) & (
        (pl.col("open_low") == pl.col("low")).fill_null(False)
        | (pl.col("open_high") == pl.col("high")).fill_null(False)
    )
    return ends.filter((pl.col("low") > pl.col("high")) | touching).select("hash", "n_rows").collect(engine="streaming")


def _screen(rows: pl.DataFrame, cap: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Counts and pairs of the flagged rows of one shard."""
    # Two hashes tell keys apart that share one; grouping and joining by the eight texts would cost three times more.
    rows = rows.with_columns(other_hash=pl.struct(KEY).hash(1))
    named = rows.group_by("hash", "other_hash").agg(
        pl.col(KEY).first(), n_claims=pl.len(), greatest_lower=pl.col("lower").max(), least_upper=pl.col("upper").min()
    )
    groups = named.with_row_index("group")
    ends = groups.select("group", "hash", "other_hash", "greatest_lower", "least_upper")
    placed = _placed(rows.drop(KEY).join(ends, on=("hash", "other_hash")))
    groups = groups.join(_conflicts(placed), on="group").with_columns(listed=pl.col("n_claims") <= cap)
    return groups.select("group", *_GROUPS), _pairs(placed.join(groups.filter("listed").select("group"), on="group"))


def _placed(rows: pl.DataFrame) -> pl.DataFrame:
    """Ends as places in an order: (v, 0) is the number v, (v, 1) all that follow it closely.

    An interval lies from its `start` up to, but not including, its `end`, as in checks/lib/findings/adjudicate.py.
    """
    return rows.with_columns(
        start=pl.col("lower").fill_null(float("-inf")),
        start_after=(~pl.col("lower_closed")).cast(pl.Int8),
        end=pl.col("upper").fill_null(float("inf")),
        end_after=pl.col("upper_closed").cast(pl.Int8),
    )


def _conflicts(placed: pl.DataFrame) -> pl.DataFrame:
    """Disjoint pairs a group: at each start, the intervals that have ended before it, in one pass over sorted ends."""
    ends = placed.select("group", place="end", after="end_after", begins=pl.lit(False))
    starts = placed.select("group", place="start", after="start_after", begins=pl.lit(True))
    # At one place ends come first (False before True): what ends where another starts does not meet it.
    steps = pl.concat([ends, starts]).sort("group", "place", "after", "begins")
    ended = (~pl.col("begins")).cast(pl.Int64).cum_sum().over("group")
    at_starts = steps.with_columns(n_conflicts=ended).filter("begins")
    return at_starts.group_by("group").agg(pl.col("n_conflicts").sum()).filter(pl.col("n_conflicts") > 0)


def _pairs(placed: pl.DataFrame) -> pl.DataFrame:
    """Every disjoint pair; only claims that lie wholly below or above another of their group are joined."""
    below = placed.filter(pl.col("end") <= pl.col("greatest_lower"))
    above = placed.filter(pl.col("start") >= pl.col("least_upper"))
    left = below.select("group", "end", "end_after", below="claim_id", below_upper="upper")
    right = above.select("group", "start", "start_after", above="claim_id", above_lower="lower")
    tied = (pl.col("end") == pl.col("start")) & (pl.col("end_after") <= pl.col("start_after"))
    return (
        left.join(right, on="group")
        .filter((pl.col("end") < pl.col("start")) | tied)
        .select("group", *_PAIRS[len(KEY) :])
    )


def _left_out(key: tuple[str, ...], claims: int, conflicts: int, cap: int) -> str:
    about = ", ".join(part for part in key if part)
    return f"{about}: {conflicts:,} conflicting pairs of {claims:,} claims are counted, not listed (over {cap} claims)"
