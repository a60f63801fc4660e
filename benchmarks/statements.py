"""Made-up statements by the number, for benchmarks/check.py: a claims table as Parquet, and documents as objects.

2 % of the statements fall into five hot keys, the others into keys of about ten; 1 % is off by a factor.
"""

import random
from decimal import Decimal
from pathlib import Path

import polars as pl

from schemas.document import Block, Cell, Document, Table
from schemas.interval import ulp
from schemas.names import vocabulary
from schemas.statement import Claim, Figure, Kind, Measurement, Parsed, Side

BATCH = 1_000_000
HOT = 5
A_KEY = 10  # statements
A_DOCUMENT = 100  # statements
OFF = Decimal("1.7")


def claims_file(count: int, path: Path) -> int:
    """A claims table of `count` rows with the columns that screening reads, in files of at most BATCH rows."""
    path.mkdir()
    for first in range(0, count, BATCH):
        rows = pl.int_range(first, min(first + BATCH, count), eager=True).alias("at").to_frame()
        _claims(rows, max(count // A_KEY, 1)).write_parquet(path / f"{first:012d}.parquet")
    return count


def _claims(rows: pl.DataFrame, keys: int) -> pl.DataFrame:
    drawn = rows.with_columns(hot=pl.col("at").hash(1) % 50 == 0, any=pl.col("at").hash(2), odd=pl.col("at").hash(3))
    key = pl.when("hot").then(pl.col("any") % HOT).otherwise(HOT + pl.col("any") % keys).cast(pl.Int64)
    keyed = drawn.with_columns(key=key, hedge=pl.col("odd") // 100 % 20)
    value = (pl.col("key") * 7919 % 1000).cast(pl.Float64) + 1.5
    valued = keyed.with_columns(value=pl.when(pl.col("odd") % 100 == 0).then(value * float(OFF)).otherwise(value))
    text, number = pl.col("key").cast(pl.String), pl.col("key")
    return valued.select(
        claim_id=pl.col("at").cast(pl.String).str.zfill(16),
        workload=pl.concat_str(pl.lit("workload-"), text),
        variant=pl.lit(""),
        task=pl.when(number % 2 == 0).then(pl.lit("training")).otherwise(pl.lit("inference")),
        metric=pl.when(number % 4 < 2).then(pl.lit("throughput")).otherwise(pl.lit("latency")),
        subject=pl.concat_str(pl.lit("machine-"), (number % 20).cast(pl.String)),
        baseline=pl.concat_str(pl.lit("machine-"), (number % 21).cast(pl.String)),
        kind=pl.lit("ratio"),
        unit=pl.lit("x"),
        lower=pl.when(pl.col("hedge") == 0).then(None).otherwise(pl.col("value") - 0.5),
        upper=pl.when(pl.col("hedge") == 1).then(None).otherwise(pl.col("value") + 0.5),
        lower_closed=pl.col("hedge") != 1,
        upper_closed=pl.col("hedge") != 0,
    )


def documents(count: int, *, a_document: int = A_DOCUMENT, seed: int = 7) -> list[Parsed]:
    """Documents of `a_document` statements each, `count` in all."""
    rng = random.Random(seed)  # noqa: S311 - made-up documents, not secrets
    keys = max(count // A_KEY, 1)
    sizes = [min(a_document, count - first) for first in range(0, count, a_document)]
    return [_document(number, size, keys, rng) for number, size in enumerate(sizes)]


def _document(number: int, size: int, keys: int, rng: random.Random) -> Parsed:
    writer = _Writer(f"{number:06d}.txt", f"{number:064x}")
    n_cells = size // 5 * 2
    while len(writer.claims) < size - n_cells:
        writer.sentence(_key(keys, rng), rng)
    writer.table([_key(keys, rng) for _ in range(n_cells // 2)], rng)
    return writer.parsed()


def _key(keys: int, rng: random.Random) -> int:
    return rng.randrange(HOT) if rng.random() < 0.02 else HOT + rng.randrange(keys)


class _Writer:
    """A document in the making: its text, and the statements that its sentences and its table make."""

    def __init__(self, name: str, sha256: str) -> None:
        self.text = ""
        self.blocks: list[Block] = []
        self.claims: list[Claim] = []
        self.rows: list[tuple[Cell, ...]] = []
        self.cells: list[Measurement] = []
        self.document = Document(name, sha256, "text_capture", 1, "text/plain", 0, "", published_on="2024-01-01")
        self.names = [one.name for one in vocabulary().entries("platforms") if one.text("kind") in ("chip", "system")]

    def sentence(self, key: int, rng: random.Random) -> None:
        """One statement about a key: mostly a factor, now and then a percentage or a value."""
        machine, other = self.names[key % len(self.names)], self.names[key * 7 % len(self.names)]
        kind: Kind = rng.choices(("ratio", "percent_change", "absolute", "duration"), (6, 1, 1, 2))[0]
        unit = {"ratio": "x", "percent_change": "%", "absolute": "items/s", "duration": "hours"}[kind]
        printed = f"{_value(key, rng)}"
        start = len(self.text)
        quote = printed + (unit if len(unit) == 1 else f" {unit}")
        self.text += f"workload-{key} on {machine}: {quote} in training, against {other}.\n\n"
        at = self.text.index(quote, start + len(f"workload-{key} on {machine}"))
        self.blocks.append(Block("paragraph", start, len(self.text) - 2))
        figure = Figure(at, at + len(quote), printed, kind, Decimal(printed), unit, "exact", ulp(printed))
        metric = "time_to_train" if kind == "duration" else "throughput"
        baseline = Side(other, other) if kind in ("ratio", "percent_change") else Side()
        self.claims.append(
            Claim(
                self.document.document_id,
                self.document.name,
                figure,
                "prose",
                quote,
                self.text[start:-2],
                start,
                metric,
                workload=f"workload-{key}",
                task="training",
                subject=Side(machine, machine),
                baseline=baseline,
            )
        )

    def table(self, keys: list[int], rng: random.Random) -> None:
        """A results table: a row a key, with throughput and latency."""
        self.start = len(self.text)
        self.columns = self._line("Model", "Platform", "Batch Size", "Throughput", "Latency")
        for number, key in enumerate(keys, 1):
            self._row(number, key, self.names[key % len(self.names)], rng)

    def _row(self, number: int, key: int, machine: str, rng: random.Random) -> None:
        batch = str(2 ** rng.randrange(1, 10))
        line = self._line(f"workload-{key}", machine, batch, str(100 * _value(key, rng)), str(_value(key, rng)))
        self.rows.append(line)
        side = Side(machine, machine, None, (("batch_size", batch), ("framework", "PyTorch"), ("precision", "FP16")))
        for at, metric, unit in ((3, "throughput", "items/s"), (4, "latency", "ms")):
            cell = line[at]
            kind: Kind = "absolute" if at == 3 else "duration"
            figure = Figure(cell.start, cell.end, cell.text, kind, Decimal(cell.text), unit, "exact", Decimal(1))
            self.cells.append(
                Measurement(
                    document_id=self.document.document_id,
                    document=self.document.name,
                    table="T1",
                    row=number,
                    column=self.columns[at].text,
                    literal=cell.text,
                    start=cell.start,
                    end=cell.end,
                    metric=metric,
                    unit=unit,
                    status="ok",
                    figure=figure,
                    workload=line[0].text,
                    workload_raw=line[0].text,
                    task="training",
                    subject=side,
                    row_start=line[0].start,
                    row_end=line[-1].end,
                )
            )

    def _line(self, *words: str) -> tuple[Cell, ...]:
        cells = []
        for word in words:
            cells.append(Cell(word, len(self.text), len(self.text) + len(word)))
            self.text += f"{word}\n"
        return tuple(cells)

    def parsed(self) -> Parsed:
        """What was written."""
        table = Table("T1", "Results", self.columns, tuple(self.rows), self.start, len(self.text))
        about = self.document
        whole = Document(
            about.name,
            about.sha256,
            about.parser,
            1,
            about.media_type,
            len(self.text),
            self.text,
            published_on=about.published_on,
            blocks=tuple(self.blocks),
            tables=(table,),
        )
        return Parsed(whole, tuple(self.claims), tuple(self.cells), ())


def _value(key: int, rng: random.Random) -> int:
    """What is measured of a key; one in a hundred is printed wrong."""
    right = 3 + key * 7919 % 60
    return int(right * OFF) if rng.random() < 0.01 else right
