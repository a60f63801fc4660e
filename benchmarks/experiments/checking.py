"""What it costs to find conflicts: screening a table of claims, and every check over a corpus in memory.

Screening (tieout/screen.py) is held against the plain query that finds the same groups: greatest lower end above least
upper end, by key. Both, and `reconcile()` with every check, should grow about linearly: ten times the statements may
cost twelve times as much, and a page with four times the rows and sentences five times.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.check import GROWTH, PAGE_GROWTH, PAGES, RATIO, best, measure
from benchmarks.frame import Row, Sizes, experiment, tenfold

FEWER = 100  # so many times fewer statements go through every check than through screening


@experiment("Checking, against the plain query and against a tenth")
def checking(sizes: Sizes) -> Iterator[Row]:
    yield from _screening(sizes)
    yield from tenfold(_reconciling(sizes), GROWTH)
    yield _paging(sizes)


def _screening(sizes: Sizes) -> Iterator[Row]:
    grown: list[Row] = []
    for size in sizes.statements:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "claims"
            measure("make", f"{size} {path}")
            runs = best(("groups", "polars", "duckdb"), path, sizes.rounds)
        ours = runs["groups"].seconds
        for peer in ("polars", "duckdb"):
            against = f"{peer.title().replace('Duckdb', 'DuckDB')}, plain query"
            yield Row("screening", size, "claims", ours, "s CPU", against, runs[peer].seconds, RATIO)
        grown.append(Row("screening", size, "claims", ours, "s CPU", "", 0))
    yield from tenfold(grown, GROWTH)


def _reconciling(sizes: Sizes) -> Iterator[Row]:
    for size in (max(one // FEWER, 100) for one in sizes.statements):
        took = best(("reconcile",), size, sizes.rounds)["reconcile"]
        yield Row("every check", size, "statements", took.seconds, "s CPU", "", 0)


def _paging(sizes: Sizes) -> Row:
    small, large = ((size, best(("page",), size, sizes.rounds)["page"].seconds) for size in PAGES)
    return Row("long page", large[0], "rows", large[1], "s CPU", f"{small[0]} rows", small[1], PAGE_GROWTH)
