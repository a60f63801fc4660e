"""The command line's promises: what it prints, what it exits with, and what it does not load."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

import tieout.commands.check as check_command
from parsers.lib.extract import extract
from schemas.document import Box
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim, Figure, Measurement, Parsed, Side
from tieout import jsonl, render, unchanged
from tieout.cli import COMMANDS
from tieout.commands import reading
from tieout.failures import Failure
from tieout.reconcile import Reconciled
from tieout.run import RunResult

Tieout = Callable[..., Result]
Records = Callable[[Result], list[dict[str, Any]]]

TEXT = (
    "A launch\r\n\r\nResNet-50 trains 17x faster on the new system than on the old system.\u2028 Less than 3 hours.\n"
)
FIGURE = Figure(10, 13, "17", "ratio", Decimal(17), "x", "exact", Decimal(1))
CLAIM = Claim(
    "0" * 16,
    "blog.html",
    FIGURE,
    "prose",
    "17x",
    "ResNet-50 is 17x faster.",
    0,
    metric="throughput",
    workload="ResNet-50",
    subject=Side("New", "the New", 2, (("batch_size", "16"),)),
    baseline=Side(raw="the old system"),
)
CELL = Measurement(
    "0" * 16, "r.html", "T1", 3, "Throughput", "n/a", 5, 8, "throughput", "items/s", "not_applicable", None
)
FINDING = Finding(
    "same-comparison",
    "inconsistent",
    "high",
    "The title says 17x, the bar 27x.",
    "17 is not 27",
    ("ResNet-50",),
    (Evidence.of(CLAIM), Evidence.of(replace(CLAIM, quote="27x", box=Box(3, 1, 2, 3, 4)))),
    likely_wrong=replace(CLAIM, quote="27x").statement_id,
    likely_wrong_why="two of three say 17x",
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.txt"
    path.write_bytes(TEXT.encode())
    return path


@pytest.fixture
def one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Reconciled((FINDING,), (Skip("same-comparison", ("BERT",), "one side is unnamed"),))
    monkeypatch.setattr(check_command, "reconcile", lambda *_: found)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_the_exit_codes(command: str, tieout: Tieout) -> None:
    result = tieout(command, "--help")
    assert result.exit_code == 0
    assert f"Example:\n    tieout {command}" in result.stdout
    assert "Exit codes: 0 " in result.stdout
    assert "2 " in result.stdout.partition("Exit codes")[2]


def test_only_what_is_built_is_offered(tieout: Tieout) -> None:
    assert len(set(COMMANDS)) == len(COMMANDS)
    assert tieout("no-such-command").exit_code == 2


@pytest.mark.parametrize("command", ["text", "extract", "tables", "check"])
def test_no_paths_is_an_error(command: str, tieout: Tieout) -> None:
    assert tieout(command).exit_code == 2


def test_text_is_the_decoded_file_byte_for_byte(page: Path, tieout: Tieout) -> None:
    result = tieout("text", page)
    assert result.exit_code == 0
    assert result.stdout_bytes == page.read_bytes()


def test_extract_points_at_the_words(page: Path, tieout: Tieout, records: Records) -> None:
    result = tieout("extract", page, "--json")
    assert result.exit_code == 0
    claims = [row for row in records(result) if row["record"] == "claim"]
    assert [row["quote"] for row in claims] == ["17x", "3 hours"]
    for row in claims:
        assert row["document"] == str(page)
        assert TEXT[row["start"] : row["end"]] == row["quote"]
    first, second = claims
    assert (first["kind"], first["value"], first["lower"], first["upper"]) == ("ratio", 17, 16.5, 17.5)
    assert (second["qualifier"], second["lower"], second["upper_closed"]) == ("under", None, False)


def test_a_path_given_twice_is_read_once(page: Path, tieout: Tieout) -> None:
    once, twice = tieout("extract", page, "--json"), tieout("extract", page, page, page.parent, "--json")
    assert once.stdout == twice.stdout


def test_a_statement_that_breaks_its_contract_is_rejected_and_the_others_stay(
    page: Path, tieout: Tieout, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoiled(*args: Any) -> Parsed:
        parsed = extract(*args)
        bad = replace(parsed.claims[0], task="guessing")
        return replace(parsed, claims=(bad, *parsed.claims[1:]))

    monkeypatch.setattr(reading, "extract", spoiled)
    result = tieout("extract", page, "--json")
    assert result.exit_code == 2
    assert "guessing" in result.stderr
    kinds = [row["record"] for row in records(result)]
    assert kinds.count("claim") == 1
    assert kinds.count("rejected") == 1


def test_extract_on_a_terminal_shows_what_is_printed(page: Path, tieout: Tieout) -> None:
    result = tieout("extract", page)
    assert result.exit_code == 0
    unwrapped = result.stdout.replace("\n", "")  # a long temporary folder breaks over two lines
    for shown in (str(page), "17x", "[16.5, 17.5]", "3 hours", "(-inf, 3)"):
        assert shown in unwrapped


def test_check_without_findings_is_clean(page: Path, tieout: Tieout) -> None:
    result = tieout("check", page)
    assert result.exit_code == 0
    assert result.stdout.startswith("no findings in 1 document")


@pytest.mark.usefixtures("one_finding")
class TestFindings:
    def test_exit_with_1(self, page: Path, tieout: Tieout) -> None:
        assert tieout("check", page).exit_code == 1

    def test_and_an_error_exit_with_2(self, page: Path, tieout: Tieout) -> None:
        result = tieout("check", page, page.parent / "gone.txt", "--json")
        assert result.exit_code == 2
        assert json.loads(result.stdout)["check"] == "same-comparison"

    def test_say_everything_an_auditor_needs(self, page: Path, tieout: Tieout) -> None:
        shown = tieout("check", page).stdout
        expected = (
            "HIGH  same-comparison  inconsistent",
            "The title says 17x, the bar 27x.",
            '"17x"',
            "blog.html:10 (page 3)",
            "[16.5, 17.5]",
            "sum: 17 is not 27",
            'likely wrong: "27x" at blog.html:10 (page 3): two of three say 17x',
            "1 finding (1 high) in 1 document; 1 comparison not judged",
        )
        for part in expected:
            assert part in shown

    def test_as_json(self, page: Path, tieout: Tieout, records: Records) -> None:
        (record,) = records(tieout("check", page, "--json"))
        assert record["record"] == "finding"
        assert record["likely_wrong"]["quote"] == "27x"
        assert [item["page"] for item in record["evidence"]] == [None, 3]
        assert record["evidence"][0]["table"] is None
        assert record["evidence"][0]["interval"] == "[16.5, 17.5]"


class TestRun:
    """The flow itself is tested in tests/flows; here it is stood in for."""

    @pytest.fixture(autouse=True)
    def flow(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
        monkeypatch.chdir(tmp_path)  # a run of the checkout itself would be found unchanged, and no flow asked
        seen: dict[str, Any] = {"findings": (), "failures": (), "rejected": 0}

        def run(**asked: Path) -> RunResult:
            seen.update(asked)
            counts = {"claims": 17, "rejected": seen["rejected"]}
            return RunResult("r1", tmp_path / "out" / "r1", counts, seen["findings"], seen["failures"], 4, 1)

        monkeypatch.setitem(sys.modules, "flows.here", SimpleNamespace(run=run))
        return seen

    def test_a_clean_run_says_where_the_report_is(
        self, tieout: Tieout, tmp_path: Path, flow: dict[str, Any], root: Path
    ) -> None:
        result = tieout("run")
        assert result.exit_code == 0
        assert "no findings in 5 documents" in result.stdout
        assert "claims: 17" in result.stdout
        assert "report: out/r1/report.html" in result.stdout
        assert flow["sources"] == root / "raw" / "sources.yml"
        assert (flow["out"], flow["state"]) == (tmp_path / "out", tmp_path / ".tieout")

    def test_nothing_changed_and_no_flow_is_asked(
        self, tieout: Tieout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flow: dict[str, Any]
    ) -> None:
        same = RunResult("r0", tmp_path / "out" / "r0", {"claims": 17, "rejected": 0}, (), (), 0, 5)
        monkeypatch.setattr(unchanged, "at_once", lambda *_: same)
        result = tieout("run")
        assert "0 documents parsed, 5 unchanged" in result.stdout
        assert "sources" not in flow
        monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:1/api")  # a server wants to hear of every run
        tieout("run")
        assert "sources" in flow

    def test_of_very_many_findings_the_worst_are_printed(self, tieout: Tieout, flow: dict[str, Any]) -> None:
        flow["findings"] = tuple(replace(FINDING, message=f"number {n} of all") for n in range(60))
        printed = tieout("run").stdout
        assert "number 49 of all" in printed
        assert "number 50 of all" not in printed
        assert "... and 10 more findings, none worse than these" in printed
        assert "number 59 of all" in tieout("run", "--all").stdout

    def test_findings_exit_with_1(self, tieout: Tieout, flow: dict[str, Any]) -> None:
        flow["findings"] = (FINDING,)
        result = tieout("run")
        assert result.exit_code == 1
        assert "likely wrong" in result.stdout

    def test_a_failed_document_is_told_and_exits_with_2(
        self, tieout: Tieout, records: Records, flow: dict[str, Any]
    ) -> None:
        flow["findings"] = (FINDING,)
        flow["failures"] = (Failure("a.pdf", "page 3", "it is cut off"),)
        result = tieout("run", "--json")
        assert result.exit_code == 2
        assert "tieout: a.pdf: page 3: it is cut off\n" in result.stderr
        assert [record["check"] for record in records(result)] == ["same-comparison"]

    def test_rejected_rows_exit_with_2_and_say_where_they_are_kept(self, tieout: Tieout, flow: dict[str, Any]) -> None:
        flow["rejected"] = 3
        result = tieout("run")
        assert result.exit_code == 2
        assert "rejected.csv: 3 rows could not be used" in result.stderr


def test_a_claim_record_has_every_promised_field(root: Path) -> None:
    promised = _documented_fields(root, "claim")
    assert set(jsonl.claim(CLAIM)) - {"record"} == promised
    record = jsonl.claim(CLAIM)
    assert record["value"] == 17
    assert isinstance(record["value"], int)
    assert record["task"] is None
    assert record["baseline"] is None
    assert record["baseline_raw"] == "the old system"
    assert record["conditions"] == {"subject": {"batch_size": "16"}, "baseline": {}}


def test_a_measurement_record_has_every_promised_field(root: Path) -> None:
    promised = _documented_fields(root, "measurement")
    assert set(jsonl.measurement(CELL)) - {"record"} == promised
    assert jsonl.measurement(CELL)["value"] is None


def _documented_fields(root: Path, record: str) -> set[str]:
    text = (root / "docs" / "cli.md").read_text(encoding="utf-8")
    (row,) = (line for line in text.splitlines() if line.startswith(f"| `{record}` |"))
    # Names in brackets explain a field, they are none.
    fields, explanations = row.split("|")[2], ("(`subject` and `baseline`, each an object)", "(why fields are null)")
    for explanation in explanations:
        fields = fields.replace(explanation, "")
    return {name.strip().strip("`") for name in fields.split(",")}


@pytest.mark.parametrize(
    ("value", "expected"),
    [("17.0", 17), ("1.5", 1.5), ("1E+3", 1000), ("Infinity", None), ("-Infinity", None)],
)
def test_numbers_are_json_numbers(value: str, expected: float | None) -> None:
    assert json.dumps(jsonl.number(Decimal(value))) == json.dumps(expected)


def test_no_separator_of_unicode_breaks_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    jsonl.write([{"quote": "a\u2028b\x85c"}])
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize("width", [40, 60, 200])
def test_nothing_is_cut_on_a_narrow_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    render.findings([FINDING], [], 1)
    shown = capsys.readouterr().out
    assert "…" not in shown
    assert "blog.html:10" in shown


class TestExplain:
    def test_an_unknown_code_names_the_nearest(self, tieout: Tieout) -> None:
        result = tieout("explain", "same-comparision")
        assert result.exit_code == 2
        assert "no check is called 'same-comparision'; nearest are same-comparison" in result.stderr
        assert "Traceback" not in result.stderr

    def test_alone_it_lists_every_check(self, tieout: Tieout, records: Records) -> None:
        listed = tieout("explain").stdout
        for record in records(tieout("explain", "--json")):
            assert record["check"] in listed
            assert record["holds"] in listed

    def test_with_a_code_it_prints_the_sections(self, tieout: Tieout, records: Records) -> None:
        code = records(tieout("explain", "--json"))[0]["check"]
        shown = tieout("explain", code).stdout
        for part in (code, "version 1", "Why:", "Flags:", "Passes:", "Does not judge:"):
            assert part in shown


def python(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("command", ["text", "extract", "tables", "check", "explain"])
def test_these_commands_load_no_prefect(command: str, page: Path) -> None:
    args = [command] if command == "explain" else [command, str(page)]
    script = f"""
import sys
from tieout.cli import main
main({args!r}, standalone_mode=False)
heavy = {{"prefect", "fastapi", "sqlalchemy", "reportlab", "jinja2"}} & set(sys.modules)
assert not heavy, heavy
"""
    python(script)


@pytest.mark.parametrize("command", ["extract", "check"])
def test_a_closed_pipe_is_quiet(command: str, page: Path) -> None:
    script = f"{sys.executable} -m tieout {command} {page} --json | head -c 1 > /dev/null"
    done = subprocess.run(["/bin/bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_help_loads_no_command() -> None:
    said = "import sys; from tieout.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert not {"polars", "pandera", "pydantic", "tieout.commands.run"} & {*loaded}
    assert all(f"\n  {name} " in done.stdout for name in COMMANDS)


def test_a_child_that_parses_loads_nothing_for_tables() -> None:
    said = "import sys, tieout.parsing, tieout.judged; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert not {"polars", "pandera", "pandas"} & {*done.stdout.split()}
