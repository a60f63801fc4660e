"""Goldens: what each example and each committed capture is read as, in JSON that a person can hold against it.

A golden is never right because it was written: a missing one is written and the test still fails, so that somebody
reads it. `--regenerate-goldens` writes all of them again; `git diff` is then what has to be read.
"""

import json
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose, parsers
from schemas.document import Chart, Document, Table
from schemas.names import vocabulary
from schemas.statement import Claim, Measurement, Parsed, Side

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tests" / "parsers" / "examples"
GOLDENS = ROOT / "tests" / "parsers" / "goldens"
MANY_ROWS = 5  # of a table and of the measurements: the first ones show what its columns are taken for


def examples() -> list[Path]:
    """Every example, and every capture that git tracks (a newcomer's own captures are nobody's golden)."""
    suffixes = tuple(suffix for one in parsers().values() for suffix in one.suffixes)
    command = ["git", "ls-files", "-z", "--", "raw"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    captures = [ROOT / name for name in listed if name.startswith("raw/") and name.count("/") > 1]
    found = [path for path in (*EXAMPLES.rglob("*"), *captures) if path.name.lower().endswith(suffixes)]
    return sorted(path for path in found if path.is_file())


def golden(example: Path) -> Path:
    inside = example.relative_to(EXAMPLES if example.is_relative_to(EXAMPLES) else ROOT)
    return GOLDENS / inside.parent / f"{example.name}.json"


def record(example: Path) -> str:
    """The golden's text: one line a claim, a row or a part, so that a diff shows what changed."""
    raw = Raw(example.name, example.read_bytes())
    parsed = extract(choose(raw).parse(raw), vocabulary())
    return lines(summary(parsed))


def lines(whole: dict[str, Any]) -> str:
    parts = []
    for name, value in whole.items():
        if isinstance(value, list) and value:
            items = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value)
            parts.append(f"  {json.dumps(name)}: [\n{items}\n  ]")
        else:
            parts.append(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def summary(parsed: Parsed) -> dict[str, Any]:
    document = parsed.document
    return {
        "parser": document.parser,
        "title": document.title,
        "publisher": document.publisher,
        "published_on": document.published_on,
        "blocks": len(document.blocks),
        "headings": [document.text[one.start : one.end] for one in document.blocks if one.kind == "heading"],
        "tables": [entry for table in document.tables for entry in table_lines(table)],
        "charts": [entry for chart in document.charts for entry in chart_lines(document, chart)],
        "claims": [short(claim_record(claim)) for claim in parsed.claims],
        "measurements": len(parsed.measurements),
        "first_measurements": list(first_measurements(parsed)),
        "rejected": [[one.place, one.reason, *one.row] for one in parsed.rejected],
        "unknown": [[one.kind, one.raw, *one.nearest] for one in parsed.unknown],
        "warnings": list(document.warnings),
    }


def table_lines(table: Table) -> Iterator[Any]:
    yield {"table": table.name, "title": table.title, "rows": len(table.rows), "footnotes": len(table.footnotes)}
    yield [cell.text for cell in table.columns]
    for row in table.rows[:MANY_ROWS]:
        yield [cell.text for cell in row]
    if len(table.rows) > MANY_ROWS:
        yield ["... last row:", *(cell.text for cell in table.rows[-1])]


def chart_lines(document: Document, chart: Chart) -> Iterator[Any]:
    yield short({"chart": chart.name, "page": chart.page, "bars": len(chart.bars)})
    for part in chart.parts:
        words = document.text[part.start : part.end]
        tied = {"bar": part.bar.category or "unnamed", "length": round(part.bar.length, 1)} if part.bar else {}
        yield {part.role: words, **tied}


def claim_record(claim: Claim) -> dict[str, Any]:
    return {
        "quote": claim.quote,
        "place": claim.place,
        "kind": claim.figure.kind,
        "value": number(claim.figure.value),
        "value_hi": number(claim.figure.value_hi),
        "unit": claim.figure.unit,
        "qualifier": claim.figure.qualifier,
        "metric": claim.metric,
        "task": claim.task,
        "workload": claim.workload,
        "variant": claim.variant,
        "subject": side(claim.subject),
        "baseline": side(claim.baseline),
        "page": claim.box.page if claim.box else None,
        "chart": claim.chart,
        "drawn_ratio": claim.drawn_ratio,
        "context": claim.context,
    }


def first_measurements(parsed: Parsed) -> Iterator[dict[str, Any]]:
    for table in parsed.document.tables:
        of_table = (one for one in parsed.measurements if one.table == table.name)
        yield from (short(measurement_record(one)) for one in islice(of_table, MANY_ROWS))


def measurement_record(one: Measurement) -> dict[str, Any]:
    return {
        "at": f"{one.table} row {one.row}, {one.column}",
        "literal": one.literal,
        "status": one.status,
        "value": number(one.figure.value) if one.figure else None,
        "unit": one.unit,
        "metric": one.metric,
        "task": one.task,
        "workload": one.workload,
        "variant": one.variant,
        "subject": side(one.subject),
        "devices": one.devices,
        "conditions": dict(one.subject.conditions),
        "submission_id": one.submission_id,
    }


def number(value: Any) -> str | None:
    return None if value is None else f"{value:f}"


def side(one: Side) -> str:
    counted = f"{one.count}x {one.name}" if one.count is not None else one.name
    return counted if not one.raw or one.raw == one.name else f"{counted} (printed {one.raw!r})"


def short(fields: dict[str, Any]) -> dict[str, Any]:
    """Without what is not stated: a golden is read by people."""
    return {name: value for name, value in fields.items() if value not in (None, "", {})}


def compare(made: str, path: Path, *, regenerate: bool) -> None:
    """Hold what was read against its golden; a missing one is written and fails all the same."""
    new = not path.exists()
    if new or regenerate:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made, encoding="utf-8")
    assert not new, f"{path.name} was missing and has been written: read it against its example, then run again"
    kept = path.read_text(encoding="utf-8")
    assert made.splitlines() == kept.splitlines(), f"{path.name}: right? Then run again with --regenerate-goldens"


@pytest.mark.parametrize("example", examples(), ids=lambda path: str(path.relative_to(ROOT)))
def test_is_read_as_its_golden_says(example: Path, regenerate_goldens: bool) -> None:
    compare(record(example), golden(example), regenerate=regenerate_goldens)


def test_every_golden_has_its_example() -> None:
    assert examples(), "an empty glob would make every test above pass"
    assert set(GOLDENS.rglob("*.json")) <= {golden(example) for example in examples()}


def test_a_missing_golden_is_written_and_fails_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "post.html.json"
    with pytest.raises(AssertionError, match="read it against its example"):
        compare("made\n", path, regenerate=False)
    assert path.read_text(encoding="utf-8") == "made\n"
    compare("made\n", path, regenerate=False)


def test_another_reading_fails_and_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "post.html.json"
    path.write_text("kept\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="--regenerate-goldens"):
        compare("made\n", path, regenerate=False)
    assert path.read_text(encoding="utf-8") == "kept\n"
    compare("made\n", path, regenerate=True)
    assert path.read_text(encoding="utf-8") == "made\n"


def test_regenerating_is_off_unless_asked_for() -> None:
    config = pytest.Config.fromdictargs({}, ["-p", "no:cacheprovider", str(ROOT / "tests")])
    assert config.getoption("--regenerate-goldens") is False
    written = [path.name for path in (ROOT / "pyproject.toml", ROOT / ".ci" / "run", ROOT / "README.md")
               if "--regenerate-goldens" in path.read_text(encoding="utf-8")]  # fmt: skip
    assert written == []
