"""Every experiment, or some, at the sizes you name; writes docs/benchmarks.md with its plots.

uv run python -m benchmarks [EXPERIMENT...] [--documents N ...] [--statements N ...] [--rounds N] [--dry-run]
"""

import argparse
import sys
import time

from benchmarks import page
from benchmarks.frame import Experiment, Row, Sizes, experiments
from benchmarks.measured import BenchmarkError


def main() -> int:
    """Run what was asked for; the exit code: 0 unless an experiment could not be run."""
    known = experiments()
    chosen = _options().parse_args()
    if chosen.list:
        print("\n".join(f"{name:12} {one.title}" for name, one in known.items()))
        return 0
    if chosen.render:
        page.write(page.load(), known)
        return 0
    if unknown := sorted({*chosen.experiments} - {*known}):
        print(f"no experiment is called {unknown[0]}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    sizes = Sizes(tuple(chosen.documents), tuple(chosen.statements), chosen.rounds)
    results, failed = page.load(), 0
    for name in chosen.experiments or known:
        try:
            results[name] = _run(known[name], sizes)
        except BenchmarkError as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed += 1
            continue
        if not chosen.dry_run:  # after each: what hours have measured is not lost with what comes later
            page.save(results)
            page.write(results, known)
    return int(failed > 0)


def _run(one: Experiment, sizes: Sizes) -> page.Result:
    print(f"== {one.name}: {one.title}", flush=True)
    began, rows = time.monotonic(), list[Row]()
    for row in one.measure(sizes):
        rows.append(row)
        verdict = {None: "", True: "met", False: "NOT MET"}[row.met]
        of = f"{row.case}, {row.counted}, against {row.against}"
        print(f"  {row.ratio:10.3f}  {verdict:8} {of} ({row.ours:.4g} to {row.other:.4g} {row.unit})", flush=True)
    return page.Result(tuple(rows), page.circumstances(time.monotonic() - began))


def _options() -> argparse.ArgumentParser:
    usual = Sizes()
    options = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("experiments", nargs="*", metavar="EXPERIMENT", help="one of --list; all when none is named")
    options.add_argument("--documents", type=int, nargs="+", default=usual.documents, help="sizes of corpora")
    options.add_argument("--statements", type=int, nargs="+", default=usual.statements, help="sizes of tables")
    options.add_argument("--rounds", type=int, default=usual.rounds, help="the fastest of so many counts")
    options.add_argument("--dry-run", action="store_true", help="print, and write nothing")
    options.add_argument("--render", action="store_true", help="write the page from the kept results, and run nothing")
    options.add_argument("--list", action="store_true", help="which experiments there are")
    return options


if __name__ == "__main__":
    sys.exit(main())
