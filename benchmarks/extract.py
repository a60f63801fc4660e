"""How fast documents become statements, and in how much memory, beside what one would pick instead.

    uv run python -m benchmarks.extract [--count 30] [--rounds 5] [--big] [--write]

Each measurement runs in a process of its own on the corpus of benchmarks/corpus.py; rounds of ours and of the peer
alternate, and the fastest counts, in CPU time, so that a busy machine disturbs little. Prints a table of ratios.
"""

import argparse
import io
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.corpus import KINDS, big, documents, pdf_charts
from benchmarks.shapes import SHAPES, SUFFIXES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks-extract.md"
PEERS = {
    "html_post": ("bare BeautifulSoup text", "beautifulsoup4", None),
    "html_results": ("bare BeautifulSoup grid loop", "beautifulsoup4", 1.5),
    "pdf_charts": ("bare pdfplumber words and rects", "pdfplumber", 1.3),
    "markdown": ("bare markdown-it", "markdown-it-py", None),
    "text_capture": ("decode and split", "", None),
}
BIG = 5_000_000  # bytes
PAGES = (30, 100, 300)
HOSTILE = (
    ("html_post", "one paragraph"),
    ("html_post", "one word"),
    ("html_post", "entities"),
    ("html_post", "nested divs"),
    ("html_post", "one table"),
    ("html_post", "tiny tables"),
    ("markdown", "one line"),
    ("markdown", "table"),
    ("markdown", "html blocks"),
    ("restructured_text", "prose"),
    ("restructured_text", "grid table"),
    ("mlperf_log", "runs"),
    ("text_capture", "blank lines"),
    ("text_capture", "table"),
    ("text_capture", "tables"),
)


@dataclass(frozen=True, slots=True)
class Run:
    """CPU seconds for all documents, peak memory of the process, statements found."""

    seconds: float
    peak_mb: float
    found: int


def ours(kind: str) -> Callable[[bytes], int]:
    """Parse and extract."""
    from parsers.lib.extract import extract
    from parsers.lib.registry import Raw, choose
    from schemas.names import vocabulary

    words = vocabulary()

    def run(data: bytes) -> int:
        raw = Raw(f"document{SUFFIXES[kind]}", data)
        parsed = extract(choose(raw, kind).parse(raw), words)
        return len(parsed.claims) + len(parsed.measurements)

    return run


def soup_grid(data: bytes) -> int:
    """Every cell of every table, spans expanded."""
    from bs4 import BeautifulSoup

    cells = 0
    for table in BeautifulSoup(data, "lxml").find_all("table"):
        grid: dict[tuple[int, int], str] = {}
        for y, row in enumerate(table.find_all("tr")):
            x = 0
            for cell in row.find_all(["td", "th"]):
                while (y, x) in grid:
                    x += 1
                text = cell.get_text(" ", strip=True)
                width, height = int(str(cell.get("colspan", "1"))), int(str(cell.get("rowspan", "1")))
                grid.update({(y + dy, x + dx): text for dy in range(height) for dx in range(width)})
                x += width
        cells += len(grid)
    return cells


def soup_text(data: bytes) -> int:
    from bs4 import BeautifulSoup

    return len(BeautifulSoup(data, "lxml").get_text("\n", strip=True))


def plumber(data: bytes) -> int:
    import pdfplumber

    found = 0
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            found += len(page.extract_words()) + len(page.rects)
            page.close()
    return found


def markdown_it(data: bytes) -> int:
    from markdown_it import MarkdownIt

    return len(MarkdownIt("commonmark").enable("table").parse(data.decode()))


PEER_RUNS: dict[str, Callable[[bytes], int]] = {
    "html_post": soup_text,
    "html_results": soup_grid,
    "pdf_charts": plumber,
    "markdown": markdown_it,
    "text_capture": lambda data: len(data.decode().split()),
}


def corpus_of(kind: str, what: str) -> list[bytes]:
    """So many documents, "big": one of 5 MB, "pages N": a PDF of N pages, else 5 MB of a hostile shape."""
    if what.isdigit():
        return list(documents(kind, int(what)))
    if what.startswith("pages "):
        return [pdf_charts(random.Random(7), int(what.split()[1]))]  # noqa: S311 - not for secrets
    return [big(kind, BIG) if what == "big" else SHAPES[kind][what](BIG)]


def worker(kind: str, who: str, what: str) -> None:
    """Measure in this process; the result is a line of JSON."""
    run = ours(kind) if who == "ours" else PEER_RUNS[kind]
    corpus = corpus_of(kind, what)
    if what.isdigit():
        run(corpus[0])  # imports and tables are start-up, not throughput
    start = time.process_time()
    found = sum(map(run, corpus))
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": seconds, "peak_mb": peak, "found": found}))


def measure(kind: str, who: str, what: str) -> Run:
    """Run a worker in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.extract", "--worker", kind, who, what]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Run(**json.loads(done.stdout))


def best(kind: str, count: int, rounds: int) -> tuple[Run, Run | None]:
    """The fastest of our rounds and of the peer's; None when the peer is not installed."""
    mine, theirs = list[Run](), list[Run]()
    for _ in range(rounds):
        mine.append(measure(kind, "ours", str(count)))
        if installed(PEERS[kind][1]):
            theirs.append(measure(kind, "peer", str(count)))
    return min(mine, key=lambda run: run.seconds), min(theirs, key=lambda run: run.seconds, default=None)


def installed(package: str) -> bool:
    try:
        return not package or bool(version(package))
    except PackageNotFoundError:
        return False


def line(kind: str, mine: Run, theirs: Run | None, count: int) -> str:
    """A row of the table."""
    name, _, target = PEERS[kind]
    rate, wanted = count / mine.seconds, f"{target}" if target else "-"
    if theirs is None:
        return f"| {kind} | {rate:.1f} | {mine.peak_mb:.0f} | {mine.found} | {name}: not installed | - | - | {wanted} |"
    ratio = mine.seconds / theirs.seconds
    other = count / theirs.seconds
    return (
        f"| {kind} | {rate:.1f} | {mine.peak_mb:.0f} | {mine.found} | {name} | {other:.1f} | {ratio:.2f} | {wanted} |"
    )


def report(count: int, rounds: int, with_big: bool) -> str:
    """The tables as Markdown."""
    head = "| kind | documents/s | peak MB | statements | instead | documents/s | ratio of times | target |"
    rule = "|---|--:|--:|--:|---|--:|--:|--:|"
    lines = [head, rule, *(line(kind, *best(kind, count, rounds), count) for kind in KINDS)]
    if with_big:
        made = [(kind, "big") for kind in KINDS if kind != "pdf_charts"] + [
            ("pdf_charts", f"pages {count}") for count in PAGES
        ]
        lines += ["", "One document of 5 MB, as the corpus and of hostile shapes (benchmarks/shapes.py):", ""]
        lines += ["| kind | document | CPU s | peak MB | statements |", "|---|---|--:|--:|--:|"]
        for kind, what in (*made, *HOSTILE):
            run = measure(kind, "ours", what)
            lines.append(f"| {kind} | {what} | {run.seconds:.1f} | {run.peak_mb:.0f} | {run.found} |")
    return "\n".join(lines)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=30, help="documents of each kind")
    options.add_argument("--rounds", type=int, default=5, help="the fastest of so many counts")
    options.add_argument("--big", action="store_true", help="one document of 5 MB of each kind too")
    options.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.worker:
        worker(*chosen.worker)
        return
    text = report(chosen.count, chosen.rounds, chosen.big)
    print(text)
    if chosen.write:
        intro = "# Extraction: speed and memory\n\nWritten by `uv run python -m benchmarks.extract --big --write`;"
        PAGE.write_text(f"{intro} read ratios, not seconds.\n\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
