"""How long a report of many findings takes to make, how heavy it is, and how fast it is in a browser.

    uv run python -m benchmarks.report [N_FINDINGS] [--statements N]

Findings of the sample corpus, told again under other names until there are enough. Times are of this machine; compare
them with the blank page's on the line above.
"""

import argparse
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from schemas.finding import Finding
from tieout import desk as desks
from tieout.report.overview import overview
from tieout.report.page import report
from tieout.report.view import Desk, Item
from tieout.rows import Tables

TABLES = ("documents", "claims", "measurements", "findings", "rejected")
CHROMIUM = "/usr/bin/chromium"
ARGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")


def many(items: tuple[Item, ...], n: int) -> tuple[Item, ...]:
    """`n` items, each a finding of its own."""
    return tuple(replace(one, finding=_other(one.finding, at)) for at, one in enumerate(islice(cycle(items), n)))


def _other(finding: Finding, at: int) -> Finding:
    return replace(finding, comparison=(*finding.comparison, str(at)), message=f"{finding.message}, {at}")


def swollen(tables: Tables, n: int) -> Tables:
    """The tables with about `n` statements, the same ones again under other documents."""
    times = max(1, n // max(1, tables.claims.height + tables.measurements.height))
    claims, cells = (
        pl.concat([frame.with_columns(document=pl.format("{}-{}", "document", pl.lit(at))) for at in range(times)])
        for frame in (tables.claims, tables.measurements)
    )
    return replace(tables, claims=claims, measurements=cells)


def timed(what: str, since: float) -> float:
    """Print how long something took; the time now."""
    now = time.perf_counter()
    print(f"{what}: {(now - since) * 1000:.0f} ms")
    return now


def in_browser(page: Path) -> None:
    """First paint of a blank page and of the report, then searching it."""
    from playwright.sync_api import sync_playwright

    blank = page.with_name("blank.html")
    blank.write_text("<!doctype html><title>blank</title><p>blank")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
        tab = browser.new_page()
        for path in (blank, page):
            tab.goto(path.as_uri())
            tab.wait_for_timeout(500)
            paint = tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
            print(f"first paint of {path.name}: {paint:.0f} ms")
        search = """(text) => {
          const field = document.querySelector('#q'), from = performance.now();
          field.value = text;
          field.dispatchEvent(new Event('input', { bubbles: true })); document.querySelector('.list').offsetHeight;
          return performance.now() - from; }"""
        for text in ("bert 4", "", "zzz", "17x"):
            print(f"filter {text!r}: {tab.evaluate(search, text):.0f} ms")
        browser.close()


def main() -> None:
    """Make, weigh, open."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("findings", nargs="?", type=int, default=5000)
    arguments.add_argument("--statements", type=int, default=100_000)
    arguments.add_argument("--run", type=Path, default=Path("out/latest"))
    given = arguments.parse_args()
    held = desks.load(given.run)
    tables = Tables(**{name: pl.read_parquet(given.run / f"{name}.parquet") for name in TABLES})
    desk: Desk = replace(held, items=many(held.items, given.findings), pictures={})
    at = time.perf_counter()
    plots = overview(desk, swollen(tables, given.statements))
    at = timed(f"overview of {given.statements} statements", at)
    made = report(desk, tables, plots, {})
    at = timed(f"report of {given.findings} findings", at)
    print(f"size: {len(made.html.encode()) / 1e6:.1f} MB without pictures; {len(desks.dump(desk)) / 1e6:.1f} MB desk")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(made.html)
        in_browser(path)


if __name__ == "__main__":
    main()
