"""Tables of one metric a row, data sheets, lines between rows, and cells with more than one value."""

from dataclasses import replace
from decimal import Decimal

import pytest

from parsers.lib.measurements import measurements
from parsers.lib.table_units import main_of, unit_in, unit_of
from schemas.document import Document
from schemas.names import vocabulary
from schemas.statement import Measurement
from tests.parsers.lib.test_measurements import document


def read(found: Document) -> list[Measurement]:
    every = list(measurements(found, vocabulary()))
    assert all(isinstance(one, Measurement) for one in every), every
    return [one for one in every if isinstance(one, Measurement)]


def values(found: Document) -> list[tuple[str, str, str]]:
    return [(one.metric, str(one.figure.value) if one.figure else one.status, one.unit) for one in read(found)]


class TestProperties:
    SHEET = (["Sequential read", "7,100 MB/s"], ["Read latency", "75 µs"], ["Power, active", "14 W"])

    @pytest.mark.parametrize("header", [["Property", "Value"], ["Item", "Tern 4"], ["", "Result"], ["", ""]])
    def test_each_row_has_its_own_metric(self, header: list[str]) -> None:
        found = values(document(header, *self.SHEET, ["Form factor", "PCIe"], ["Warranty", "5 years"]))
        assert found == [("bandwidth", "7100", "MB/s"), ("latency", "75", "us"), ("power", "14", "W")]

    def test_a_header_that_says_value_is_nobody(self) -> None:
        assert {one.subject.name for one in read(document(["Property", "Value"], *self.SHEET))} == {""}
        assert {one.subject.name for one in read(document(["Property", "Tern 4"], *self.SHEET))} == {"Tern 4"}

    def test_what_a_label_says_besides_its_metric_tells_two_figures_apart(self) -> None:
        found = read(document(["Item", "Value"], ["Random read (4K)", "9 IOPS"], ["Random write (4K)", "8 IOPS"]))
        assert [(one.variant, one.workload) for one in found] == [("Random read", ""), ("Random write", "")]

    def test_least_and_most_are_variants_and_no_minutes(self) -> None:
        found = read(document(["Parameter", "Min", "Max", "Unit"], ["Conversion time", "1.0", "1.5", "µs"]))
        assert [(one.variant, one.unit) for one in found] == [("Conversion Min", "us"), ("Conversion Max", "us")]

    @pytest.mark.parametrize(
        ("header", "row"),
        [
            (["Option", "Default"], ["timeout", "30 s"]),
            (["Limit", "Free", "Pro"], ["Requests per minute", "60", "6,000"]),
            (["Component", "Details"], ["Memory", "768 GB"]),
            (["Version", "Changes"], ["1.4", "12 bugs fixed"]),
        ],
    )
    def test_what_was_set_or_allowed_is_no_measurement(self, header: list[str], row: list[str]) -> None:
        assert read(document(header, row)) == []

    def test_a_column_of_units_gives_a_bare_score_its_metric(self) -> None:
        rows = (["parse", "25", "41233", "± 210", "ops/s"], ["write", "25", "18.2", "± 0.3", "us/op"])
        found = values(document(["Benchmark", "Cnt", "Score", "Error", "Units"], *rows))
        assert found == [("throughput", "41233", "operations/s"), ("time_to_result", "18.2", "us")]


class TestLinesBetweenRows:
    def grouped(self, *groups: str) -> Document:
        found = document(["Program", "Ridge 4", "Ridge 5"], ["parser", "12", "8"], ["parser", "812", "798"])
        return replace(found, tables=(replace(found.tables[0], groups=groups),))

    def test_a_line_gives_the_rows_below_it_metric_and_unit(self) -> None:
        found = values(self.grouped("Compile time (s)", "Binary size (KB)"))
        assert found == [
            ("time_to_result", "12", "s"),
            ("time_to_result", "8", "s"),
            ("size", "812", "KB"),
            ("size", "798", "KB"),
        ]

    def test_a_line_gives_the_task(self) -> None:
        found = document(["Model", "GPU", "Images/s"], ["ResNet-50", "H100", "9"], ["ResNet-50", "H100", "8"])
        table = replace(found.tables[0], groups=("Training", "Inference"))
        assert [one.task for one in read(replace(found, tables=(table,)))] == ["training", "inference"]

    def test_a_row_of_one_text_is_a_line_where_the_table_begins_with_one(self) -> None:
        rows = (
            ["Training (images/s)", "", ""],
            ["ResNet-50", "21", "41"],
            ["Inference (images/s)", "", ""],
            ["ResNet-50", "99", "210"],
        )
        found = read(document(["Model", "Larch 3", "Larch 4"], *rows))
        assert [(one.row, one.task, one.unit) for one in found] == [
            (2, "training", "images/s"),
            (2, "training", "images/s"),
            (4, "inference", "images/s"),
            (4, "inference", "images/s"),
        ]

    def test_a_machine_without_results_is_no_line(self) -> None:
        found = read(document(["System", "Latency (ms)"], ["Tern 1", "4"], ["Tern 2", ""], ["Tern 3", "2"]))
        assert [one.status for one in found] == ["ok", "blank", "ok"]

    def test_a_row_says_something_else_than_its_columns(self) -> None:
        rows = (["Load", "18.2", "14.9"], ["Hot run", "9.4", "11.8"], ["Disk (GB)", "8.8", "12.1"])
        found = read(document(["", "Sable 1.4", "Duckling 0.10"], *rows, title="Times in seconds"))
        assert [(one.metric, one.unit) for one in found[-2:]] == [("size", "GB"), ("size", "GB")]
        assert {one.unit for one in found[:4]} == {"s"}

    def test_a_row_of_factors_compares_those_above_it(self) -> None:
        rows = (["CPU build", "72 min", "41 kWh"], ["Hybrid", "24 min", "22 kWh"], ["Improvement", "3.0x", "1.9x"])
        found = read(document(["", "Wall time", "Energy"], *rows))
        assert [one.metric for one in found[-2:]] == ["speedup", "speedup"]


class TestCellsOfSeveralFigures:
    @pytest.mark.parametrize(
        ("cell", "value"),
        [
            ("590 ms (2.1x)", "590"),
            ("1,234 (2.1x)", "1234"),
            ("7,023,107 100.0%", "7023107"),
            ("21 ms [24 ms]", "21"),
            ("96 ms typical", "96"),
            ("40+ ms", "40"),
        ],
    )
    def test_the_first_is_the_cells(self, cell: str, value: str) -> None:
        ((_, found, _),) = values(document(["Engine", "Latency (ms)"], ["Basalt", cell]))
        assert found == value

    def test_two_with_a_stroke_are_two_named_by_the_header(self) -> None:
        found = read(document(["Engine", "Latency: cold / warm"], ["Basalt", "4.1 s / 0.8 s"]))
        assert [(str(one.figure and one.figure.value), one.variant, one.literal) for one in found] == [
            ("4.1", "Latency: cold", "4.1 s"),
            ("0.8", "warm", "0.8 s"),
        ]
        assert len({one.statement_id for one in found}) == 2

    def test_the_last_unit_holds_for_both(self) -> None:
        assert values(document(["Engine", "Median / p99"], ["Basalt", "11.9 / 15.2 ms"])) == [
            ("latency", "11.9", "ms"),
            ("latency", "15.2", "ms"),
        ]

    def test_an_error_in_percent_is_one_of_the_figure(self) -> None:
        (found,) = read(document(["Benchmark", "time/op"], ["sort", "200µs ± 2%"]))
        assert found.figure is not None
        assert (found.figure.value, found.figure.last_digit, found.unit) == (Decimal(200), Decimal(8), "us")

    @pytest.mark.parametrize(
        ("cell", "hedge"),
        [
            ("<5", "under"),
            (">600", "over"),
            ("~8.5", "about"),
            ("40+", "at_least"),
            ("7", "exact"),
            ("Up to 7", "up_to"),
            ("From 7 ms", "at_least"),
        ],
    )
    def test_hedges(self, cell: str, hedge: str) -> None:
        (found,) = read(document(["Engine", "Latency (ms)"], ["Basalt", cell]))
        assert found.figure is not None
        assert found.figure.qualifier == hedge


class TestKeys:
    def test_a_load_tells_rows_apart(self) -> None:
        found = read(document(["Clients", "QPS", "p99 (ms)"], ["16", "51,200", "0.7"], ["64", "118,000", "2.1"]))
        assert [one.variant for one in found] == ["Clients 16", "Clients 16", "Clients 64", "Clients 64"]

    def test_what_was_offered_is_no_result(self) -> None:
        found = read(document(["QPS offered", "QPS achieved"], ["20,000", "19,991"]))
        assert [(one.column, one.unit) for one in found] == [("QPS achieved", "queries/s")]

    def test_conditions_in_a_header(self) -> None:
        found = read(document(["GPU", "Batch 8 (ms)", "INT8 (ms)"], ["H100", "4", "3"]))
        assert [one.subject.conditions for one in found] == [(("batch_size", "8"),), (("precision", "INT8"),)]

    def test_a_load_in_a_header(self) -> None:
        header = ["Pool", "100 clients p99 (ms)", "5,000 clients p99 (ms)"]
        assert [one.variant for one in read(document(header, ["Limpet", "4", "19"]))] == [
            "100 clients",
            "5,000 clients",
        ]

    def test_a_test_is_named_without_its_unit(self) -> None:
        found = read(
            document(["Test", "Radon X7", "Radon X8"], ["Harbour 4K (fps)", "62", "87"], ["Export (s)", "95", "71"])
        )
        assert [one.workload for one in found[::2]] == ["Harbour 4K", "Export"]

    def test_plain_names_over_one_metric_are_who(self) -> None:
        found = read(document(["Query", "Lynx", "Stoat"], ["Q1", "8", "9"], title="Times in ms"))
        assert [one.subject.name for one in found] == ["Lynx", "Stoat"]
        found = read(document(["Query", "Cold", "Warm"], ["Q1", "8", "9"], title="Times in ms"))
        assert [one.subject.name for one in found] == ["", ""]

    def test_a_count_is_no_part_of_an_unknown_name(self) -> None:
        (found,) = read(document(["Cluster", "Cost (USD)"], ["8x Aster 5", "5,412"]))
        assert (found.subject.name, found.subject.raw, found.subject.count) == ("Aster 5", "8x Aster 5", 8)


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("QPS achieved", "queries/s"),
        ("Images/s INT8", "images/s"),
        ("Speed (fps, higher is better)", "frames/s"),
        ("Latency (p99) (ms)", "ms"),
        ("On-demand $/h", "USD"),
        ("$ per 1M jobs", "USD"),
        ("new ns", "ns"),
        ("Min", ""),
        ("A100 8 h", ""),
        ("Recall@10", ""),
    ],
)
def test_units_of_headers(header: str, unit: str) -> None:
    assert unit_in(header, vocabulary())[0] == unit


@pytest.mark.parametrize(
    ("printed", "unit", "metric"),
    [
        ("ns/B", "ns/B", "time_to_result"),
        ("ns/op", "ns", "time_to_result"),
        ("us per call", "us", "time_to_result"),
        ("tokens per dollar", "tokens/USD", "price_performance"),
        ("seq/s", "sequences/s", "throughput"),
        ("/s", "1/s", "throughput"),
    ],
)
def test_units(printed: str, unit: str, metric: str) -> None:
    assert unit_of(printed, vocabulary()) == (unit, metric)


@pytest.mark.parametrize(
    ("cell", "main"),
    [
        ("76.1 ± 0.2 %", "76.1 ± 0.2 %"),
        ("12.1µs ± 1% (2x)", "12.1µs"),
        ("(12)", "(12)"),
        ("4 / 5", "4"),
        ("n/a", "n/a"),
    ],
)
def test_the_figure_without_what_stands_beside_it(cell: str, main: str) -> None:
    assert main_of(cell) == main
