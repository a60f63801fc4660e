"""How sentences are tied to the cells of a table beside them: `python -m tests.gold.beside_tables [FILE] [--show]`.

Between a sentence alone (`sentences.py`) and whole documents: each entry is one small page with a table and a sentence
that follows from some `cells` of it, once as an honest writer puts it ("right"), once with a slip ("wrong"), by a
colleague who never saw the tool. Of the wrong page a finding has to touch the sentence's figure and one of the cells.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schemas.finding import Finding
from schemas.names import vocabulary
from schemas.statement import Parsed
from tests.gold.score import read
from tieout.reconcile import reconcile

HERE = Path(__file__).parent / "sentences"
LISTS = ("tables", "tables-2")
MEASURES = ("both", "figure", "heavy", "low")
Counts = Counter[tuple[str, str]]  # kind of error, and "of" or one of MEASURES


def entries(path: Path) -> list[dict[str, Any]]:
    """The entries of a list."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def judged(entry: dict[str, Any]) -> set[str]:
    """Of MEASURES those that hold: what the wrong page's findings touch, and what is said of the right one's figure."""
    (wrong, found), (right, noise) = (_checked(entry, which) for which in ("wrong", "right"))
    touching = [one for one in found if one.severity != "info" and _touches(one, wrong, _figure(entry, wrong, 1))]
    cells = [place for cell in entry["cells"] for place in _cells(wrong, cell)]
    of_right = {one.severity for one in noise if _touches(one, right, _figure(entry, right, 0))}
    held = {
        "figure": bool(touching),
        "both": any(_touches(one, wrong, [place]) for one in touching for place in cells),
        "heavy": any(one.severity in ("high", "medium") for one in noise),
        "low": "low" in of_right,
    }
    return {measure for measure, holds in held.items() if holds}


def counted(path: Path) -> tuple[Counts, dict[str, set[str]]]:
    """How many entries of each kind hold what, and of each entry what holds."""
    results = {entry["id"]: (entry["kind"], judged(entry)) for entry in entries(path)}
    counts = Counter((kind, measure) for kind, held in results.values() for measure in ("of", *held))
    return counts, {name: held for name, (_, held) in results.items()}


def _checked(entry: dict[str, Any], which: str) -> tuple[Parsed, tuple[Finding, ...]]:
    page = entry["page"].replace("{S}", entry[which])
    parsed = read(f"{entry['id']}.md", page.encode())
    return parsed, reconcile([parsed], vocabulary()).findings


def _figure(entry: dict[str, Any], parsed: Parsed, which: int) -> list[tuple[int, int]]:
    sentence, figure = entry[("right", "wrong")[which]], entry["figure"][which]
    words, text = " ".join(sentence.split()), parsed.document.text
    start = text.find(words)
    if start < 0:  # markup in it: the figure wherever it stands outside of the tables
        return _places(text, figure)
    return [(start + at, start + end) for at, end in _places(words, figure)]


def _places(text: str, words: str) -> list[tuple[int, int]]:
    starts, at = [], text.find(words)
    while at >= 0:
        starts.append((at, at + len(words)))
        at = text.find(words, at + 1)
    return starts


def _cells(parsed: Parsed, cell: str) -> Iterator[tuple[int, int]]:
    wanted = cell.replace("*", "").strip()
    for table in parsed.document.tables:
        for one in (one for row in (table.columns, *table.rows) for one in row):
            if wanted == one.text.strip():
                yield one.start, one.end


def _touches(finding: Finding, parsed: Parsed, places: list[tuple[int, int]]) -> bool:
    return any(
        item.start < end and start < item.end
        for item in finding.evidence
        for start, end in places
        if item.document_id == parsed.document.document_id
    )


def main() -> None:
    """Write the counts by kind; with --show what fails of each entry."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", nargs="*", type=Path, default=[HERE / f"{name}.jsonl" for name in LISTS])
    options.add_argument("--show", action="store_true", help="list the entries that fail")
    chosen = options.parse_args()
    for path in chosen.file:
        counts, by_entry = counted(path)
        for kind in sorted({kind for kind, _ in counts}):
            sys.stdout.write(_line(kind, {m: counts[kind, m] for m in ("of", *MEASURES)}))
        sys.stdout.write(
            _line(path.stem, {m: sum(n for k, n in counts.items() if k[1] == m) for m in ("of", *MEASURES)})
        )
        if chosen.show:
            failed = (
                f"{name}: {' '.join(sorted(held)) or 'nothing'}\n"
                for name, held in by_entry.items()
                if held != {"both", "figure"}
            )
            sys.stdout.writelines(failed)


def _line(title: str, numbers: dict[str, int]) -> str:
    return f"{title:16} {', '.join(f'{name} {number}' for name, number in numbers.items())}\n"


if __name__ == "__main__":
    main()
