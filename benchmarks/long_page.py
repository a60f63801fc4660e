"""A long page as vendors publish them, for benchmarks/check.py: a table of many rows beside many sentences of figures.

Corpora of many documents say nothing of it: there each sentence has few tables near it, here all have the same long
one, and a check that goes through its rows for each sentence costs the square of the page.
"""

import random
from collections.abc import Iterator

from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.names import vocabulary
from schemas.statement import Parsed

A_SENTENCE = 4  # rows of the table
A_LINE = 2  # rows of the table, for each line of a log
MODELS = ("ResNet-50", "BERT-Large", "GPT-3", "Llama 2 70B", "SDXL", "RNN-T", "DLRM", "EfficientNet")
HEAD = "| Model | System | Batch | Images per second | Latency (ms) | Speed-up |\n|---|---|---|---|---|---|"


def long_page(rows: int, *, seed: int = 1) -> list[Parsed]:
    """A report with a table of so many rows, and a post with half of its sentences and a table half as long."""
    rng = random.Random(seed)  # noqa: S311 - made-up documents, not secrets
    said = [_sentence(at, rng) for at in range(rows // A_SENTENCE)]
    report = "\n\n".join(("# Results", *said, "## Table", _table(rows, rng), _log(rows // A_LINE, rng)))
    post = "\n\n".join(("# Blog", *said[: len(said) // 2], _table(rows // 2, rng)))
    raws = (Raw(name, text.encode()) for name, text in (("results.md", report), ("blog.md", post)))
    return [extract(choose(raw).parse(raw), vocabulary()) for raw in raws]


def _sentence(at: int, rng: random.Random) -> str:
    before, after = rng.randint(10, 99), rng.randint(1, 9)
    return (
        f"The M{at % 9}000 reaches {rng.randint(100, 9999):,} images per second on {rng.choice(MODELS)}, "
        f"{rng.randint(11, 60) / 10}x faster than the M{at % 5}000, and cuts latency by {rng.randint(5, 60)}% from "
        f"{before} ms to {after} ms."
    )


def _table(rows: int, rng: random.Random) -> str:
    return "\n".join((HEAD, *_rows(rows, rng)))


def _rows(rows: int, rng: random.Random) -> Iterator[str]:
    for at in range(rows):
        yield (
            f"| {rng.choice(MODELS)} v{at % 17} | M{at % 9}000-{at % 37} | {2 ** rng.randint(0, 10)} | "
            f"{rng.randint(100, 99999):,} | {rng.randint(10, 9999) / 10} | {rng.randint(10, 90) / 10}x |"
        )


def _log(lines: int, rng: random.Random) -> str:
    every = (
        f"bench_{at:<10} {rng.randint(100, 9999)} ns/op  {rng.randint(1, 99)}.{rng.randint(0, 9)} MB/s"
        for at in range(lines)
    )
    return "\n".join(("```", *every, "```\n"))
