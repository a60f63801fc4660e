"""What cannot be read is named with document and place, exits 2, and never stops the other documents."""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

Tieout = Callable[..., Result]
Records = Callable[[Result], list[dict[str, Any]]]

GOOD = "A launch\n\nThe new system trains ResNet-50 17x faster than the old system.\n"
TABLE = """<html><head><title>Results</title></head><body><main><h1>Results</h1><h2>Training</h2>
<table><tr><th>Model</th><th>Batch Size</th><th>Throughput (items/sec)</th></tr>
<tr><td>ResNet-50</td><td>16</td><td>1,200</td></tr>
<tr>{row}</tr>
<tr><td>BERT-Large</td><td>8</td><td>310</td></tr></table></main></body></html>"""


def pdf(password: str = "") -> bytes:
    """A page with a claim on it."""
    out = io.BytesIO()
    lock = StandardEncryption(password, ownerPassword=password + "owner") if password else None
    canvas = Canvas(out, encrypt=lock)
    for line in range(40):
        canvas.drawString(72, 780 - 16 * line, f"{line}: 17x faster on ResNet-50")
    canvas.save()
    return out.getvalue()


@dataclass(frozen=True)
class Bad:
    """A file that is not what it should be, and what must be said of it after its name."""

    name: str
    data: bytes
    said: str


UNREADABLE = [
    pytest.param(Bad("empty.txt", b"", r"whole file: the file is empty"), id="an empty text file"),
    pytest.param(Bad("empty.pdf", b"", r"whole file: the file is empty"), id="an empty PDF"),
    pytest.param(Bad("cut.pdf", pdf()[:700], r"[^:]+: .+"), id="a truncated PDF"),
    pytest.param(Bad("locked.pdf", pdf("secret"), r"[^:]+: .*(encrypted|password)"), id="an encrypted PDF"),
    pytest.param(
        Bad("picture.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(40), r"byte 0: .*PNG image"),
        id="a PNG that calls itself HTML",
    ),
    pytest.param(Bad("latin.txt", b"It is 17x faster \xff\xfe than.\n", r".*byte 17\b.*: .*UTF-8"), id="invalid UTF-8"),
]
ODD_ROWS = [
    pytest.param(
        Bad("wide.html", TABLE.format(row="<td>GPT2</td><td>1</td><td>2</td><td>3</td>").encode(), r".*row 2.*: .+"),
        id="a row that does not fit its header",
    ),
    pytest.param(
        Bad("odd.html", TABLE.format(row="<td>GPT2</td><td>1</td><td>n/a*</td>").encode(), r".*row 2.*: .*n/a\*"),
        id="a number cell n/a*",
    ),
]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.txt"
    path.write_text(GOOD, encoding="utf-8", newline="")
    return path


def write(folder: Path, bad: Bad) -> Path:
    path = folder / bad.name
    path.write_bytes(bad.data)
    return path


def quotes(rows: list[dict[str, Any]], path: Path) -> list[str]:
    return [row["quote"] for row in rows if row["record"] == "claim" and row["document"] == str(path)]


@pytest.mark.parametrize("bad", [*UNREADABLE, *ODD_ROWS])
def test_extract_says_what_is_wrong_and_reads_the_rest(
    bad: Bad, good: Path, tmp_path: Path, tieout: Tieout, records: Records
) -> None:
    path = write(tmp_path, bad)
    result = tieout("extract", path, good, "--json")
    assert result.exit_code == 2
    assert re.search(rf"^tieout: {re.escape(str(path))}: {bad.said}", result.stderr, re.MULTILINE), result.stderr
    assert "Traceback" not in result.stderr
    assert quotes(records(result), good) == ["17x"]


@pytest.mark.parametrize("bad", [*UNREADABLE, *ODD_ROWS])
def test_check_says_the_same(bad: Bad, good: Path, tmp_path: Path, tieout: Tieout) -> None:
    path = write(tmp_path, bad)
    result = tieout("check", good, path)
    assert result.exit_code == 2
    assert re.search(rf"^tieout: {re.escape(str(path))}: {bad.said}", result.stderr, re.MULTILINE), result.stderr
    documents = 2 if bad.name.endswith("html") and bad.data.startswith(b"<") else 1
    assert re.search(rf"in {documents} documents?", result.stdout)


@pytest.mark.parametrize("bad", UNREADABLE)
def test_text_says_the_same(bad: Bad, tmp_path: Path, tieout: Tieout) -> None:
    result = tieout("text", write(tmp_path, bad))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert re.match(rf"tieout: {re.escape(str(tmp_path / bad.name))}: {bad.said}", result.stderr), result.stderr


@pytest.mark.parametrize("bad", ODD_ROWS)
def test_an_odd_row_is_kept_with_its_reason_and_the_other_rows_are_read(
    bad: Bad, tmp_path: Path, tieout: Tieout, records: Records
) -> None:
    rows = records(tieout("extract", write(tmp_path, bad), "--json"))
    kept = [row for row in rows if row["record"] == "rejected"]
    assert len(kept) == 1
    assert "GPT2" in kept[0]["row"]
    assert kept[0]["reason"]
    measured = {row["workload"] for row in rows if row["record"] == "measurement" and row["value"] is not None}
    assert {"ResNet-50", "BERT-Large"} <= measured


@pytest.mark.parametrize("command", ["extract", "check", "tables", "text"])
def test_a_missing_file(command: str, tmp_path: Path, tieout: Tieout) -> None:
    result = tieout(command, tmp_path / "gone.html")
    assert result.exit_code == 2
    assert re.match(rf"tieout: {re.escape(str(tmp_path))}/gone.html: path: no such file", result.stderr, re.IGNORECASE)


@pytest.mark.parametrize("command", ["extract", "check", "tables"])
def test_a_missing_file_does_not_stop_the_others(command: str, good: Path, tmp_path: Path, tieout: Tieout) -> None:
    result = tieout(command, tmp_path / "gone.html", good)
    assert result.exit_code == 2
    assert "gone.html: path: no such file" in result.stderr
    assert result.stdout


@pytest.mark.parametrize("command", ["extract", "check", "tables"])
def test_a_directory_without_documents(command: str, tmp_path: Path, tieout: Tieout) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "picture.gif").write_bytes(b"GIF89a")
    result = tieout(command, tmp_path / "none")
    assert result.exit_code == 2
    assert f"tieout: {tmp_path}/none: directory: no documents in it" in result.stderr
    assert ".html" in result.stderr


@pytest.mark.parametrize("command", ["extract", "check"])
def test_a_vocabulary_file_with_a_collision(command: str, good: Path, tmp_path: Path, tieout: Tieout) -> None:
    (tmp_path / "workloads.yml").write_text(
        "- {name: ResNet-50, aliases: [RN50]}\n- {name: ResNet-5O, aliases: [rn50]}\n"
    )
    result = tieout(command, good, "--vocabulary", tmp_path)
    assert result.exit_code == 2
    assert re.match(r"tieout: .*workloads\.yml: .*'rn50' names both 'ResNet-50' and 'ResNet-5O'", result.stderr)
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("command", ["extract", "check"])
def test_a_vocabulary_that_is_not_yaml(command: str, good: Path, tmp_path: Path, tieout: Tieout) -> None:
    (tmp_path / "workloads.yml").write_text("- {name: ResNet-50\n")
    result = tieout(command, good, "--vocabulary", tmp_path)
    assert result.exit_code == 2
    assert re.match(r"tieout: .*workloads\.yml: .*line 2", result.stderr)


@pytest.mark.flow
def test_run_without_sources(tmp_path: Path, tieout: Tieout) -> None:
    result = tieout("run", "--sources", tmp_path / "none.yml", "--out", tmp_path / "out", "--state", tmp_path / "state")
    assert result.exit_code == 2
    assert "none.yml" in result.stderr
    assert "Traceback" not in result.stderr
