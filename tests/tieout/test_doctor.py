"""The doctor: what it tells of, and that it stays quick over thousands of sources."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result

from tests.made import folder
from tieout.capture.receipts import Receipt, Standing, dump
from tieout.doctor import examine

Tieout = Callable[..., Result]
NOW = datetime(2026, 3, 10, tzinfo=UTC)


def told(path: Path) -> list[str]:
    return [f"{one.level} {one.where}: {one.what}" for one in examine(path, NOW).ailments]


def attempted(directory: Path, standing: Standing, reason: str = "", at: str = "2026-03-09T00:00:00Z") -> None:
    receipt = Receipt("u", "u", "", 0, at, "failed", "http", reason=reason, standing=standing)
    directory.mkdir(exist_ok=True, parents=True)
    (directory / "20260309T000000Z-failed.receipt.json").write_bytes(dump(receipt))


def test_a_folder_of_manual_sources_is_well(tmp_path: Path) -> None:
    path = folder(tmp_path)
    path.write_text(path.read_text().replace("parser:", "licence: mine\n    manual: true\n    parser:"))
    assert told(path) == []


def test_what_is_wrong_with_the_file_is_all_told_and_exits_2(tmp_path: Path, tieout: Tieout) -> None:
    path = tmp_path / "sources.yml"
    path.write_text("sources:\n- {name: A, url: x}\n- {name: b, url: 'https://example.org', cron: x}\n")
    result = tieout("doctor", "--sources", path)
    assert result.exit_code == 2
    assert result.stdout.count("error: ") == 3


@pytest.mark.parametrize(
    ("standing", "said"),
    [
        (Standing("failing", "2026-03-08T00:00:00Z"), "warning a: failing since 2026-03-08T00:00:00Z: it says 404"),
        (Standing("gone", "2026-03-08T00:00:00Z"), "warning a: gone since"),
        (Standing("healthy", last_good="2026-02-01T00:00:00Z"), "warning a: stale: last seen well at 2026-02-01"),
        (Standing("healthy", last_good="2026-03-09T00:00:00Z"), "note a: due: last tried at 2026-03-09"),
    ],
)
def test_how_a_source_stands(tmp_path: Path, standing: Standing, said: str) -> None:
    path = tmp_path / "sources.yml"
    entry = "{name: a, url: 'https://example.org', licence: x, cron: '0 4 * * *'}"
    path.write_text(f"contact: a@b.c\nsources:\n- {entry}\n")
    attempted(tmp_path / "a", standing, "it says 404")
    assert [line for line in told(path) if line.startswith(said)], told(path)


def test_what_belongs_to_nobody_and_what_is_there_twice(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (tmp_path / "raw" / "left-over").mkdir()
    path.write_text(path.read_text().replace("example.org/article", "example.org/launch"))
    next((tmp_path / "raw" / "launch").glob("*.receipt.json")).unlink()
    lines = told(path)
    wanted = ("belongs to no source", "has the address of launch", "says no contact", "has no receipt", "no capture")
    for said in wanted:
        assert any(said in line for line in lines), (said, lines)


def test_five_thousand_sources_are_looked_at(tmp_path: Path, tieout: Tieout) -> None:
    entry = "- name: source-{0}\n  url: https://host-{1}.example.org/{0}\n  parser: html_post\n  cron: '{2} 4 * * 1'\n"
    entry += "  licence: theirs\n  language: en\n  sentinels: {{must_match: main table, min_rows: 3}}\n"
    path = tmp_path / "sources.yml"
    path.write_text("contact: a@b.c\nsources:\n" + "".join(entry.format(n, n % 900, n % 60) for n in range(5_000)))
    for number in range(0, 5_000, 50):
        attempted(tmp_path / f"source-{number}", Standing("healthy", last_good="2026-03-09T00:00:00Z"))
    began = time.monotonic()
    found = examine(path, NOW)
    assert found.n_sources == 5_000
    assert time.monotonic() - began < 60  # benchmarks say less than 5; this fails only for what grows with the square
    result = tieout("doctor", "--sources", path, "--json")
    assert {json.loads(line)["record"] for line in result.stdout.splitlines()} <= {"note", "warning"}
