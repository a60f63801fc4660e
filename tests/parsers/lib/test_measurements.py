"""Metric cells of tables: what a header says, what a cell says, and cells that say nothing or cannot be read."""

from decimal import Decimal

import pytest

from parsers.lib.measurements import measurements
from schemas.document import Cell, Document, Rejected, Table
from schemas.names import vocabulary
from schemas.statement import Measurement

KEYS = ["Model", "Platform", "Batch Size"]
ROW = ["BERT-Large", "H100", "8"]


def document(header: list[str], *rows: list[str], title: str = "", headings: tuple[str, ...] = ()) -> Document:
    text = ""

    def cell(words: str) -> Cell:
        nonlocal text
        start = len(text)
        text += words + "\n"
        return Cell(words, start, start + len(words))

    columns = tuple(cell(words) for words in header)
    body = tuple(tuple(cell(words) for words in row) for row in rows)
    table = Table("T1", title, columns, body, 0, len(text), headings)
    return Document("r.html", "0" * 64, "html_results", 1, "text/html", 1, text, tables=(table,))


def read(header: list[str], *rows: list[str], title: str = "", headings: tuple[str, ...] = ()) -> list[Measurement]:
    found = list(measurements(document(header, *rows, title=title, headings=headings), vocabulary()))
    assert not [one for one in found if isinstance(one, Rejected)]
    return [one for one in found if isinstance(one, Measurement)]


def one(column: str, cell: str) -> Measurement:
    (found,) = read([*KEYS, column], [*ROW, cell])
    return found


class TestHeader:
    @pytest.mark.parametrize(
        ("header", "metric", "unit"),
        [
            ("Throughput (items/sec)", "throughput", "items/s"),
            ("Throughput [images per second]", "throughput", "images/s"),
            ("Latency (ms)", "latency", "ms"),
            ("p95 [ms]", "latency", "ms"),
            ("Time to Train (mins)", "time_to_train", "minutes"),
            ("Training Time", "time_to_train", ""),
            ("Time, s", "time_to_result", "s"),
            ("Time in hours", "time_to_result", "hours"),
            ("Images/s", "throughput", "images/s"),
            ("QPS", "throughput", "queries/s"),
            ("Requests per second", "throughput", "requests/s"),
            ("Accuracy (%)", "accuracy", "%"),
            ("Memory (GB)", "memory", "GB"),
            ("Power (W)", "power", "W"),
        ],
    )
    def test_says_metric_and_unit(self, header: str, metric: str, unit: str) -> None:
        found = one(header, "12.5")
        assert (found.metric, found.unit, found.column) == (metric, unit, header)
        assert found.figure is not None
        assert found.figure.unit == unit

    @pytest.mark.parametrize("header", ["Weird", "Model", "Batch Size", "SDK Version", "Rank", "Notes", ""])
    def test_a_column_of_no_metric_gives_no_measurement(self, header: str) -> None:
        assert read([*KEYS, header], [*ROW, "12.5"]) == []

    def test_every_metric_column_gives_one_a_row(self) -> None:
        found = read([*KEYS, "Throughput (items/sec)", "Latency (ms)"], [*ROW, "100", "1.5"], [*ROW, "200", "2.5"])
        assert [(cell.row, cell.metric, cell.literal) for cell in found] == [
            (1, "throughput", "100"),
            (1, "latency", "1.5"),
            (2, "throughput", "200"),
            (2, "latency", "2.5"),
        ]


class TestCell:
    @pytest.mark.parametrize(
        ("cell", "literal", "value", "unit", "kind", "last"),
        [
            pytest.param("58,112", "58,112", "58112", "ms", "duration", "1", id="thousands separator"),
            pytest.param("1.50", "1.50", "1.5", "ms", "duration", "0.01", id="trailing zero"),
            pytest.param(".5", ".5", "0.5", "ms", "duration", "0.1", id="no leading zero"),
            pytest.param("1.2e3", "1.2e3", "1200", "ms", "duration", "100", id="exponent"),
            pytest.param("12.5 ms", "12.5", "12.5", "ms", "duration", "0.1", id="the unit again"),
            pytest.param("12.5s", "12.5", "12.5", "s", "duration", "0.1", id="the cell's unit wins"),
            pytest.param("900 images/s", "900", "900", "images/s", "absolute", "1", id="a rate in the cell"),
            pytest.param("2.6x", "2.6", "2.6", "x", "ratio", "0.1", id="a factor"),
            pytest.param("x2.6", "2.6", "2.6", "x", "ratio", "0.1", id="a factor, its sign before it"),
            pytest.param("~×1.04", "1.04", "1.04", "x", "ratio", "0.01", id="a factor, hedged, its sign before it"),
            pytest.param("75.9%", "75.9", "75.9", "%", "absolute", "0.1", id="a share"),
            pytest.param("12.5*", "12.5", "12.5", "ms", "duration", "0.1", id="a footnote mark"),
            pytest.param("12.5 †", "12.5", "12.5", "ms", "duration", "0.1", id="a dagger"),
            pytest.param("23h 43m", "23h 43m", "85380", "s", "duration", "60", id="hours and minutes"),
        ],
    )
    def test_says(self, cell: str, literal: str, value: str, unit: str, kind: str, last: str) -> None:
        found = one("Latency (ms)", cell)
        assert found.status == "ok"
        assert found.figure is not None
        assert (found.figure.literal, found.figure.value, found.figure.unit) == (literal, Decimal(value), unit)
        assert (found.figure.kind, found.figure.last_digit, found.unit) == (kind, Decimal(last), unit)
        assert found.literal == cell

    def test_a_factor_needs_no_x_under_a_header_that_says_so(self) -> None:
        found = one("Speedup", "2.6")
        assert found.figure is not None
        assert (found.figure.kind, found.figure.unit) == ("ratio", "x")

    def test_a_price(self) -> None:
        found = one("Price", "$9,000")
        assert found.figure is not None
        assert (found.figure.kind, found.figure.value) == ("price", Decimal(9000))

    @pytest.mark.parametrize("cell", ["-", "–", "—", "n/a", "N/A", "None", "OOM", "x", "TBD", "n/d", "?", "–²", "/"])
    def test_not_applicable(self, cell: str) -> None:
        found = one("Latency (ms)", cell)
        assert (found.status, found.figure, found.literal, found.unit) == ("not_applicable", None, cell, "ms")

    def test_blank(self) -> None:
        found = one("Latency (ms)", "")
        assert (found.status, found.figure, found.literal, found.unit) == ("blank", None, "", "ms")

    @pytest.mark.parametrize("cell", ["n/a*", "see note", "12 or 13", "1.2.3", "A100", "???"])
    def test_what_is_no_number_is_rejected_whole_and_the_others_stay(self, cell: str) -> None:
        table = document([*KEYS, "Latency (ms)"], [*ROW, "1"], [*ROW, cell], [*ROW, "3"])
        found = list(measurements(table, vocabulary()))
        assert [one.literal for one in found if isinstance(one, Measurement)] == ["1", "3"]
        (rejected,) = [one for one in found if isinstance(one, Rejected)]
        assert rejected.place == "table T1, row 2, column 'Latency (ms)'"
        assert rejected.reason == f"{cell!r} is not a number"
        assert rejected.row == (*ROW, cell)
        assert rejected.start is not None
        assert table.text[rejected.start : rejected.end] == "\n".join((*ROW, cell))

    def test_places_index_the_text(self) -> None:
        table = document([*KEYS, "Latency (ms)"], [*ROW, "~ 12.5 ms*"])
        (found,) = measurements(table, vocabulary())
        assert isinstance(found, Measurement)
        assert found.figure is not None
        assert table.text[found.start : found.end] == "~ 12.5 ms*"
        assert table.text[found.figure.start : found.figure.end] == "12.5"
        assert table.text[found.row_start : found.row_end] == "\n".join((*ROW, "~ 12.5 ms*"))


class TestKeys:
    def test_of_the_row_stand_on_the_measurement(self) -> None:
        header = [
            "Model",
            "Variant",
            "Platform",
            "GPUs",
            "SDK Version",
            "Framework",
            "Dataset",
            "Batch Size",
            "Precision",
            "Sequence Length",
            "Division",
            "MLPerf ID",
            "Quality Target",
            "Latency (ms)",
        ]
        row = [
            "bert large",
            "SQuAD tuned",
            "4x DGX A100",
            "1,024",
            "3.0",
            "PopART",
            "Wikipedia",
            "8",
            "16.32",
            "384",
            "Closed",
            "2.0-2",
            "72.0%",
            "1.5",
        ]
        (found,) = read(header, row)
        assert (found.workload, found.workload_raw, found.variant) == ("BERT-Large", "bert large", "SQuAD tuned")
        assert (found.subject.name, found.subject.raw, found.subject.count) == ("DGX A100", "4x DGX A100", 4)
        assert dict(found.subject.conditions) == {
            "batch_size": "8",
            "precision": "16.32",
            "framework": "PopART",
            "sdk_version": "3.0",
            "dataset": "Wikipedia",
            "sequence_length": "384",
            "division": "Closed",
        }
        assert (found.devices, found.submission_id, found.quality_target) == (1024, "2.0-2", "72.0%")
        assert found.context == " | ".join(row)

    @pytest.mark.parametrize("count", ["²", "1" * 5000, "٣x"])
    def test_what_is_no_count_of_devices_is_none(self, count: str) -> None:
        (found,) = read(["Model", "Accelerators", "Throughput (items/sec)"], ["BERT-Large", count, "5"])
        assert found.devices is None

    def test_a_platform_behind_an_endless_count_is_kept_as_printed(self) -> None:
        name = "9" * 5000 + "x A100"
        (found,) = read([*KEYS, "Throughput (items/sec)"], ["BERT-Large", name, "8", "5"])
        assert (found.subject.raw, found.subject.count) == (name, None)

    def test_an_unknown_name_is_kept_as_printed(self) -> None:
        (found,) = read([*KEYS, "Latency (ms)"], ["Frobnet-9", "Zorb 1", "8", "1.5"])
        assert (found.workload, found.subject.name) == ("Frobnet-9", "Zorb 1")

    def test_a_name_within_a_cell_is_found_when_it_is_the_only_one(self) -> None:
        (found,) = read([*KEYS, "Latency (ms)"], ["BERT-Large (SQuAD)", "Our H100 box", "8", "1.5"])
        assert (found.workload, found.subject.name) == ("BERT-Large", "H100")
        (found,) = read([*KEYS, "Latency (ms)"], ["BERT-Large and DLRM", "H100 or A100", "8", "1.5"])
        assert (found.workload, found.subject.name) == ("BERT-Large and DLRM", "H100 or A100")

    @pytest.mark.parametrize(
        ("title", "headings", "column", "task"),
        [
            pytest.param(
                "Training results", ("Results", "Inference"), "Latency (ms)", "training", id="the title first"
            ),
            pytest.param("Results", ("Training", "Inference"), "Latency (ms)", "inference", id="the inner heading"),
            pytest.param("Results", ("Training", "Large models"), "Latency (ms)", "training", id="the outer heading"),
            pytest.param("Inference", (), "Time to Train (mins)", "training", id="the metric itself"),
            pytest.param("Results", (), "Latency (ms)", "", id="nothing says"),
        ],
    )
    def test_task(self, title: str, headings: tuple[str, ...], column: str, task: str) -> None:
        (found,) = read([*KEYS, column], [*ROW, "1"], title=title, headings=headings)
        assert found.task == task


@pytest.mark.parametrize(
    "printed", ["743.91 ± 44.54 ms", "743.91 ±  44.54 ms", "743.91  ±   44.54 ms", "743.91 ms ±  6%"]
)
def test_an_error_bar_set_apart_by_spaces_is_never_the_value(printed: str) -> None:
    found = one("Time", printed)
    assert found.figure is not None
    assert (found.figure.value, found.unit) == (Decimal("743.91"), "ms")


@pytest.mark.parametrize("printed", ["≈4.9x faster", "~4.9x", "≃4.9×", "∼ 4.9x faster"])
def test_a_column_of_approximate_factors_is_read(printed: str) -> None:
    found = one("Speedup", printed)
    assert found.figure is not None
    assert (found.metric, found.figure.value, found.unit) == ("speedup", Decimal("4.9"), "x")
    assert found.figure.qualifier == "about"


def test_a_size_under_the_header_of_a_rate_is_one_each_second() -> None:
    assert one("Transfer/sec", "3.44MB").unit == "MB/s"
    assert one("Transfer Total", "34.59MB").unit == "MB"
    assert one("Latency", "34.59 ms").unit == "ms"


def test_a_cost_printed_in_microseconds_is_a_time() -> None:
    assert one("Cost", "1.51 µs").metric == "time_to_result"
    assert one("Cost", "$1.51").metric == "price"


@pytest.mark.parametrize("marks", [("Y", "N"), ("✅", "❌"), ("yes", "no"), ("⚡", "")])
def test_a_column_of_ticks_names_nobody(marks: tuple[str, str]) -> None:
    found = read(["Item", "Time (ms)", "Faster"], ["sort", "12", marks[0]], ["scan", "15", marks[1]])
    assert [(each.metric, each.unit) for each in found] == [("time_to_result", "ms")] * 2
    assert not {"Y", "N", "yes", "no", "✅", "❌", "⚡"} & {each.subject.raw for each in found}


@pytest.mark.parametrize("mark", ["⚡", "✅", "—", "1"])
def test_a_mark_in_front_of_a_row_is_nobody(mark: str) -> None:
    (found,) = read(["", "Benchmark", "Time (ms)"], [mark, "sort", "12"])
    assert found.subject.raw == ""


def test_a_row_of_factors_beside_a_row_of_rates() -> None:
    header = ["", "Fulmar 1", "Fulmar 2", "Teal 80"]
    rows = ["Throughput (samples/s)", "N/A", "20.0", "8.0"], ["Speedup", "/", "x2.5", "x1.0"]
    found = [(one.metric, one.unit, one.literal) for one in read(header, *rows) if one.figure]
    assert found == [
        ("throughput", "samples/s", "20.0"),
        ("throughput", "samples/s", "8.0"),
        ("speedup", "x", "x2.5"),
        ("speedup", "x", "x1.0"),
    ]


@pytest.mark.parametrize(
    ("cell", "value"), [("🟩 3,844", "3844"), ("✅ 2.5", "2.5"), ("0,5", "0.5"), ("15,9", "15.9"), ("1,234", "1234")]
)
def test_pictures_beside_a_number_and_commas_before_decimals(cell: str, value: str) -> None:
    figure = one("Requests/s", cell).figure
    assert figure is not None
    assert str(figure.value) == value


def test_a_bare_percentile_beside_a_latency_is_one() -> None:
    header = ["Server", "latency 99%", "99.9%"]
    assert [one.metric for one in read(header, ["Wharf", "0.9 ms", "2.4 ms"])] == ["latency", "latency"]


def test_a_setting_in_brackets_is_no_part_of_a_name() -> None:
    header = ["", "First-gen Kestrel (BS=32)", "Kestrel2 (BS=32)"]
    found = read(header, ["Throughput (samples/s)", "520", "1580"], ["Speedup", "x1.0", "x3.04"])
    assert {one.subject.name for one in found} == {"First-gen Kestrel", "Kestrel2"}


@pytest.mark.parametrize("header", ["Context", "Context window", "Context size"])
def test_a_column_of_contexts_is_no_column_of_the_units_of_the_title(header: str) -> None:
    found = read(
        ["Model", header, "Median"],
        ["Falcon 40B", "2,048", "95"],
        ["Qwen 14B", "8,192", "210"],
        title="Tokens per second",
    )
    assert [(one.column, one.figure and one.figure.value) for one in found] == [
        ("Median", Decimal(95)),
        ("Median", Decimal(210)),
    ]
