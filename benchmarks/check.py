"""How the cost of finding conflicts grows: screening a claims table, every check over a corpus, and over a long page.

    uv run python -m benchmarks.check [--rounds 3] [--rows 100000 ...] [--statements 1000 ...] [--page 100 400]
                                      [--checks] [--write]

Screening runs beside the plain query that finds disjoint intervals in a group (greatest lower end above least upper
end, by key), on Polars and on DuckDB. Each measurement runs in a process of its own on the statements of
benchmarks/statements.py, or on the page of benchmarks/long_page.py; rounds alternate, and the fastest counts.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import polars as pl

from benchmarks.long_page import long_page
from benchmarks.statements import claims_file, documents
from checks.registry import checks
from schemas.names import vocabulary
from tieout.link import link
from tieout.reconcile import reconcile, run
from tieout.screen import KEY, ROWS_A_SHARD, flagged, screen

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks-check.md"
GROWTH, RATIO = 12, 2  # the targets: of 10x statements, and of the plain query
ROWS = (100_000, 1_000_000, 10_000_000)
STATEMENTS = (1_000, 10_000, 100_000)
PAGE_GROWTH = 5  # the target of a page with four times the rows and sentences
PAGES = (100, 400)  # rows


@dataclass(frozen=True, slots=True)
class Run:
    """CPU seconds (a busy machine disturbs them less than the clock), peak memory of the process, what was found."""

    seconds: float
    peak_mb: float
    found: int


def groups(path: Path) -> int:
    return flagged(path).height


def whole(path: Path) -> int:
    return screen(path).groups.height


def polars(path: Path) -> int:
    ends = pl.scan_parquet(path).group_by(KEY).agg(low=pl.col("lower").max(), high=pl.col("upper").min())
    return ends.filter(pl.col("low") > pl.col("high")).collect(engine="streaming").height


def duckdb(path: Path) -> int:
    from duckdb import sql

    keys = ", ".join(KEY)
    query = f"select {keys} from '{path}/*.parquet' group by all having max(lower) > min(upper)"  # noqa: S608 - ours
    return len(sql(query).fetchall())


SCREENS: dict[str, Callable[[Path], int]] = {"groups": groups, "whole": whole, "polars": polars, "duckdb": duckdb}


def timed(work: Callable[[], int]) -> Run:
    start = time.process_time()
    found = work()
    seconds = time.process_time() - start
    return Run(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, found)


def worker(what: str, where: str) -> Run:
    """Measure in this process; what has to be there first (statements, compiled names) is not timed."""
    if what == "make":  # in a process of its own: a child's peak memory counts from its parent's
        size, _, path = where.partition(" ")
        return timed(lambda: claims_file(int(size), Path(path)))
    if what in SCREENS:
        return timed(lambda: SCREENS[what](Path(where)))
    words = vocabulary()
    reconcile(documents(100), words)
    parsed = long_page(int(where)) if what == "page" else documents(int(where))
    return timed(lambda: len(reconcile(parsed, words).findings))


def measure(what: str, where: object) -> Run:
    """Run a worker in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.check", "--worker", what, str(where)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Run(**json.loads(done.stdout))


def best(names: Sequence[str], where: object, rounds: int) -> dict[str, Run]:
    """The fastest of the rounds by name; the names take turns, so that a busy machine disturbs all alike."""
    runs = [{name: measure(name, where) for name in names} for _ in range(rounds)]
    return {name: min((one[name] for one in runs), key=lambda one: one.seconds) for name in names}


def growth(one: Run, before: Run | None) -> str:
    return "-" if before is None else f"{one.seconds / before.seconds:.1f}"


def screening(sizes: Sequence[int], rounds: int) -> list[str]:
    """The table of screening as Markdown lines."""
    names = [name for name in SCREENS if name != "duckdb" or find_spec("duckdb")]
    ours, peers = (
        "groups s | growth | peak MB | whole s | growth | peak MB",
        "Polars s / MB | ratio | DuckDB s / MB | ratio",
    )
    lines = [f"| claims | {ours} | {peers} |", f"|{'--:|' * 11}"]
    before: dict[str, Run] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "claims"
            measure("make", f"{size} {path}")
            after = best(names, path, rounds)
        mine = [_cells(after[name], before.get(name)) for name in ("groups", "whole")]
        lines.append(f"| {size:,} | {' | '.join((*mine, _peer(after, 'polars'), _peer(after, 'duckdb')))} |")
        before = after
    return lines


def _cells(one: Run, before: Run | None) -> str:
    return f"{one.seconds:.2f} | {growth(one, before)} | {one.peak_mb:.0f}"


def _peer(runs: dict[str, Run], name: str) -> str:
    if name not in runs:
        return "not installed | -"
    return f"{runs[name].seconds:.2f} / {runs[name].peak_mb:.0f} | {runs['groups'].seconds / runs[name].seconds:.2f}"


def reconciling(sizes: Sequence[int], rounds: int, what: str = "reconcile", of: str = "statements") -> list[str]:
    """The table of reconcile() as Markdown lines."""
    lines = [f"| {of} | seconds | growth | peak MB | findings |", "|--:|--:|--:|--:|--:|"]
    before = None
    for size in sizes:
        after = best([what], size, rounds)[what]
        lines.append(f"| {size:,} | {_cells(after, before)} | {after.found:,} |")
        before = after
    return lines


def by_check(sizes: Sequence[int]) -> list[str]:
    """Seconds of each check at each size, the slowest first, in this process."""
    corpora = [link(documents(size), vocabulary()) for size in (100, *sizes)]
    took: dict[str, list[float]] = {}
    for check in checks().values():
        took[check.code] = [timed(lambda one=one, check=check: len(run(check, one))).seconds for one in corpora][1:]  # type: ignore[misc]
    slowest = sorted(took.items(), key=lambda item: -item[1][-1])
    return [f"{code:28}{''.join(f'{seconds:10.3f}' for seconds in each)}" for code, each in slowest]


def report(rows: Sequence[int], statements: Sequence[int], pages: Sequence[int], rounds: int) -> str:
    """The tables as Markdown."""
    above = [
        "Screening a Parquet file of claims (tieout/screen.py). `groups` finds the keys that hold a conflict, as the",
        "plain queries on Polars and DuckDB do; `whole` also counts the conflicts and lists pairs. Shards of",
        f"{ROWS_A_SHARD:,} rows; 2 % of the claims in five keys. Targets: growth of 10x claims at most {GROWTH}, ratio",
        f"of `groups` to a plain query at most {RATIO}.",
        "",
    ]
    between = ["", "Every check over a corpus in memory, `reconcile()`; the same targets for growth.", ""]
    corpora, long = reconciling(statements, rounds), reconciling(pages, rounds, "page", "rows")
    return "\n".join([*above, *screening(rows, rounds), *between, *corpora, *paged(), *long])


def paged() -> list[str]:
    """What stands over the table of the long page."""
    return [
        "",
        "Every check over one long page (benchmarks/long_page.py): a table of so many rows beside a sentence for every",
        f"four of them. Target: growth of 4x rows at most {PAGE_GROWTH}.",
        "",
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3, help="the fastest of so many counts")
    options.add_argument("--rows", type=int, nargs="*", default=ROWS, help="sizes of the claims tables")
    options.add_argument("--statements", type=int, nargs="*", default=STATEMENTS, help="sizes of the corpora")
    options.add_argument("--page", type=int, nargs="*", default=PAGES, help="rows of the long page")
    options.add_argument("--checks", action="store_true", help="seconds of each check at the sizes of --statements")
    options.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.worker:
        one = worker(*chosen.worker)
        print(json.dumps({"seconds": one.seconds, "peak_mb": one.peak_mb, "found": one.found}))
        return
    if chosen.checks:
        print("\n".join(by_check(chosen.statements)))
        return
    text = report(chosen.rows, chosen.statements, chosen.page, chosen.rounds)
    print(text)
    if chosen.write:
        intro = "# Checks: cost at size\n\nWritten by `uv run python -m benchmarks.check --write`, in CPU seconds;"
        PAGE.write_text(f"{intro} read ratios, not seconds.\n\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
