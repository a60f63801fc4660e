"""Results of experiments as docs/benchmarks.md and its plots; kept in benchmarks/results.json between calls.

An experiment that is run alone replaces its own results only. The page is made of results.json and nothing else, and a
test holds the two against each other, so nobody polishes it by hand.
"""

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import plots
from benchmarks.frame import Experiment, Row

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results.json"
PAGE = ROOT / "docs" / "benchmarks.md"
IMAGES = "images"
HEAD = """# Benchmarks

Written by `uv run python -m benchmarks`; every corpus is built by the benchmark. Read ratios: both sides of each ran on
the same machine in the same minutes, seconds are of that machine. The fastest of the rounds counts for time, the
greatest for memory. A target that is not met says so.

    uv run python -m benchmarks                                          # what a laptop does in some minutes
    uv run python -m benchmarks overhead memory                          # these only; the others keep their results
    uv run python -m benchmarks --documents 100 1000 10000 --statements 100000 1000000 10000000
    uv run python -m benchmarks --list

More detail on one thing at a time: [extraction](benchmarks-extract.md), [checks](benchmarks-check.md),
[the report](benchmarks-report.md); `benchmarks/scaling.py` holds how time grows with the size of one document,
`kill.py` and `kill_release.py` what a crash leaves."""


@dataclass(frozen=True, slots=True)
class Result:
    """What an experiment measured, and when and where."""

    rows: tuple[Row, ...]
    measured: str  # a line for the page


def circumstances(seconds: float) -> str:
    """When, on what, how long, and how busy the machine was besides."""
    day = datetime.now(UTC).strftime("%d %B %Y").lstrip("0")
    busy = os.getloadavg()[2]
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return f"Measured on {day} in {seconds:,.0f} s: {machine}; load of the machine over 15 minutes {busy:.1f}."


def load(path: Path = RESULTS) -> dict[str, Result]:
    """The kept results by experiment; none when there is no file."""
    if not path.exists():
        return {}
    content = json.loads(path.read_text(encoding="utf-8"))
    return {name: Result(tuple(Row(**row) for row in one["rows"]), one["measured"]) for name, one in content.items()}


def save(results: Mapping[str, Result], path: Path = RESULTS) -> None:
    """Keep results, by name."""
    content = {
        name: {"measured": one.measured, "rows": [_kept(row) for row in one.rows]} for name, one in results.items()
    }
    path.write_text(json.dumps(dict(sorted(content.items())), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _kept(row: Row) -> dict[str, Any]:
    digits = {name: round(value, 6) for name, value in asdict(row).items() if isinstance(value, float)}
    return asdict(row) | digits


def files(results: Mapping[str, Result], known: Mapping[str, Experiment]) -> dict[str, str]:
    """The page and its plots: text by name under docs/."""
    made = [(one, results[name]) for name, one in known.items() if name in results]
    parts = [HEAD, "## At a glance", _glance(made), *(_section(one, result) for one, result in made)]
    drawn = {f"{IMAGES}/{_image(one)}": _plot(one, result.rows) for one, result in made if result.rows}
    return {PAGE.name: "\n\n".join(parts) + "\n", **drawn}


def write(results: Mapping[str, Result], known: Mapping[str, Experiment], folder: Path = PAGE.parent) -> None:
    """Write page and plots."""
    for name, text in files(results, known).items():
        (folder / name).write_text(text, encoding="utf-8")


def _glance(made: Iterable[tuple[Experiment, Result]]) -> str:
    lines = ["| experiment | ratios | with a target | met | not met |", "|---|--:|--:|--:|---|"]
    for one, result in made:
        judged = [row for row in result.rows if row.met is not None]
        missed = [f"{row.case} ({row.counted}): {_number(row.ratio)}" for row in judged if not row.met]
        told = "; ".join(missed) or "none"
        counts = f"{len(result.rows)} | {len(judged)} | {len(judged) - len(missed)}"
        lines.append(f"| [{one.title}](#{_anchor(one.title)}) | {counts} | {told} |")
    return "\n".join(lines)


def _section(one: Experiment, result: Result) -> str:
    plot = f"![{one.title}: the ratios of the table below]({IMAGES}/{_image(one)})" if result.rows else ""
    parts = [f"## {one.title}", one.about, plot, table(result.rows), result.measured]
    return "\n\n".join(part for part in parts if part)


def _plot(one: Experiment, rows: Sequence[Row]) -> str:
    return plots.lines(rows) if one.plot == "lines" else plots.ratios(rows)


def table(rows: Sequence[Row]) -> str:
    """Rows as a Markdown table."""
    lines = ["| what | size | tieout | against | it | ratio | target | met |", "|---|--:|--:|---|--:|--:|--:|---|"]
    for row in rows:
        sign = "at least" if row.at_least else "at most"
        target = "-" if row.target is None else f"{sign} {_number(row.target)}"
        met = {None: "-" if min(row.ours, row.other) >= 0 else "noise", True: "yes", False: "**no**"}[row.met]
        what = f"{row.case} ({row.note})" if row.note else row.case
        values = f"{_number(row.ours)} {row.unit} | {row.against} | {_number(row.other)}"
        lines.append(f"| {what} | {row.counted} | {values} | {_number(row.ratio)} | {target} | {met} |")
    return "\n".join(lines)


def _number(value: float) -> str:
    if value == int(value) and abs(value) < 1e6:
        return f"{int(value)}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _anchor(title: str) -> str:
    return "".join(letter for letter in title.lower().replace(" ", "-") if letter.isalnum() or letter == "-")


def _image(one: Experiment) -> str:
    return f"benchmark-{one.name}.svg"
