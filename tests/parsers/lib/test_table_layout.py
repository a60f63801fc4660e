"""Which way round a table is: what gives a figure its metric, what says who was measured, and what is a setting."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from parsers.lib.measurements import measurements
from schemas.names import vocabulary
from schemas.statement import Measurement
from tests.parsers.lib.test_measurements import document


def read(header: list[str], *rows: list[str], title: str = "") -> list[Measurement]:
    found = list(measurements(document(header, *rows, title=title), vocabulary()))
    assert all(isinstance(one, Measurement) for one in found), found
    return [one for one in found if isinstance(one, Measurement)]


def first(header: list[str], *rows: list[str], title: str = "") -> Measurement:
    return read(header, *rows, title=title)[0]


def columns(found: Sequence[Measurement]) -> list[str]:
    return list(dict.fromkeys(one.column for one in found))


class TestWhatAColumnHolds:
    @pytest.mark.parametrize(
        ("header", "cell", "metric", "value", "unit"),
        [
            ("Kops/s", "812.4", "throughput", "812400", "operations/s"),
            ("64-byte values Kops/s", "1,122.0", "throughput", "1122000", "operations/s"),
            ("Random read (K IOPS)", "2,900", "throughput", "2900000", "operations/s"),
            ("Rows/s", "585 k", "throughput", "585000", "rows/s"),
            ("Rows/s", "1.88 M", "throughput", "1880000", "rows/s"),
            ("Read IOPS", "310,000", "throughput", "310000", "operations/s"),
            ("7.1 TPS", "24,911", "throughput", "24911", "transactions/s"),
            ("Tokens/s/GPU", "12'830", "throughput", "12830", "tokens/s/GPU"),
            ("fps per watt", "28.2", "energy_efficiency", "28.2", "frames/s/W"),
            ("Load time", "31 min 20 s", "time_to_result", "1880", "s"),
            ("Build time", "1h 52m", "time_to_result", "6720", "s"),
            ("Wall time", "7.42s ± 0.09s", "time_to_result", "7.42", "s"),
            ("Serialize", "148.3 µs ± 1.1", "time_to_result", "148.3", "us"),
            ("Size", "764,951 B", "size", "764951", "B"),
            ("Index size", "58 GB", "size", "58", "GB"),
            ("Street price", "$799", "price", "799", "USD"),
            ("List price per GB", "$0.0350", "price", "0.0350", "USD"),
            ("Monthly bill", "€35.00", "price", "35.00", "EUR"),
            ("Price ($/h)", "0.2016", "price", "0.2016", "USD"),
            ("MFU", "51.7 %", "utilization", "51.7", "%"),
            ("Change", "1.12x faster", "speedup", "1.12", "x"),
            ("Speed-up", "1x (ref)", "speedup", "1", "x"),
            ("HPCG (PFlop/s)", "5.31", "compute", "5.31", "PFLOPS"),
            ("Packet loss", "0.02%", "", "0.02", "%"),
        ],
    )
    def test_metric_value_and_unit(self, header: str, cell: str, metric: str, value: str, unit: str) -> None:
        found = first(["Engine", header], ["Basalt", cell], ["Quartz", cell])
        assert found.figure is not None
        assert (found.metric, found.figure.value, found.figure.unit) == (metric, Decimal(value), unit)
        assert found.subject.name == "Basalt"

    @pytest.mark.parametrize(
        "header", ["GPUs", "Threads", "Batch", "Size", "Year", "Ports", "vCPUs", "Clients", "Params"]
    )
    def test_a_setting_is_no_measurement(self, header: str) -> None:
        found = read(["Engine", header, "Latency (ms)"], ["Basalt", "64", "1.5"], ["Quartz", "2048", "2.5"])
        assert columns(found) == ["Latency (ms)"]

    def test_sizes_in_the_first_column_are_settings(self) -> None:
        assert columns(read(["Size", "Copy (GB/s)"], ["1 MiB", "412"], ["4 GiB", "198"])) == ["Copy (GB/s)"]

    def test_a_header_of_a_metric_over_names_is_a_key(self) -> None:
        found = read(["Latency", "p99 (ms)"], ["Lathe 3.1", "4"], ["Node", "9"])
        assert [(one.column, one.subject.name) for one in found] == [("p99 (ms)", "Lathe 3.1"), ("p99 (ms)", "Node")]

    @pytest.mark.parametrize("cell", ["on request", "not tested", "TBA", "did not finish", "OOM (80 GB)", "---"])
    def test_what_stands_for_no_figure(self, cell: str) -> None:
        found = read(["Engine", "Latency (ms)"], ["Basalt", "1.5"], ["Quartz", cell])
        assert [one.status for one in found] == ["ok", "not_applicable"]

    def test_two_numbers_in_a_cell_are_rejected(self) -> None:
        table = document(["Engine", "Latency (ms)"], ["Basalt", "310,000 622,000"], ["Quartz", "1"])
        assert [type(one).__name__ for one in measurements(table, vocabulary())] == ["Rejected", "Measurement"]


class TestWhoWasMeasured:
    def test_headers_of_products_over_workloads(self) -> None:
        found = read(["Game", "Radiant 9070 (fps)", "Gefion 5070 (fps)"], ["Ashfall", "128.4", "117.9"])
        assert [(one.subject.name, one.workload) for one in found] == [
            ("Radiant 9070", "Ashfall"),
            ("Gefion 5070", "Ashfall"),
        ]

    def test_a_column_of_units_and_headers_of_machines(self) -> None:
        found = read(
            ["Benchmark", "Unit", "8x Trident T100", "8x Trident T200", "Gain"],
            ["Llama 2 70B", "tokens/s", "21,806", "34,988", "1.60x"],
            ["Stable Diffusion XL", "samples/s", "—", "18.4", "—"],
        )
        assert [(one.metric, one.unit) for one in found] == [
            ("throughput", "tokens/s"),
            ("throughput", "tokens/s"),
            ("speedup", "x"),
            ("throughput", "samples/s"),
            ("throughput", "samples/s"),
            ("speedup", ""),
        ]
        assert (found[0].subject.raw, found[0].subject.count) == ("8x Trident T100", 8)
        assert found[0].workload == "Llama 2 70B"

    def test_metrics_down_the_first_column_beside_a_factor(self) -> None:
        found = read(
            ["", "Arcturus Phase 1", "Arcturus Phase 2", "Speedup"],
            ["WRF 2.5 km (min)", "47.5", "19.0", "2.50"],
            ["Power under load (kW)", "1 420", "3 905", "–"],
        )
        assert [one.metric for one in found[:3]] == ["time_to_result", "time_to_result", "speedup"]
        assert [one.subject.name for one in found[:2]] == ["Arcturus Phase 1", "Arcturus Phase 2"]
        assert [one.metric for one in found[3:5]] == ["power", "power"]
        assert found[3].figure is not None
        assert found[3].figure.value == 1420

    def test_a_group_of_headers_names_who(self) -> None:
        found = read(["Configuration", "v7.4xlarge Speed (fps)", "v7.8xlarge Speed (fps)"], ["AV1", "41.2", "98.6"])
        assert [one.subject.name for one in found] == ["v7.4xlarge", "v7.8xlarge"]

    def test_operations_over_products_are_variants(self) -> None:
        found = read(["Provider", "Europe", "Africa"], ["Northwind", "11 ms", "54 ms"])
        assert [(one.subject.name, one.variant) for one in found] == [("Northwind", "Europe"), ("Northwind", "Africa")]

    def test_sizes_in_the_header_are_no_products(self) -> None:
        found = read(["Tool", "0.5 GB", "5 GB"], ["pandas", "2.4 s", "31 s"], ["polarbear", "0.2 s", "1.9 s"])
        assert [one.subject.name for one in found[:2]] == ["pandas", "pandas"]
        assert {one.metric for one in found} == {"time_to_result"}

    def test_files_in_the_header_are_the_workload(self) -> None:
        found = read(["Library", "twitter.json", "canada.json"], ["simplejason", "1.2 ms", "3.8 ms"])
        assert [one.workload for one in found] == ["twitter.json", "canada.json"]

    def test_a_model_with_a_power_draw_is_a_machine(self) -> None:
        found = first(["Model", "Latency (µs)", "Power (W)"], ["Slate X20", "190", "410"], ["Slate X50", "165", "560"])
        assert (found.subject.name, found.workload) == ("Slate X20", "")

    def test_a_known_model_stays_a_workload(self) -> None:
        found = first(["Model", "Latency (ms)", "Power (W)"], ["BERT-Large", "190", "410"])
        assert (found.subject.name, found.workload) == ("", "BERT-Large")

    def test_a_version_that_is_a_name(self) -> None:
        assert first(["Version", "Rows/s"], ["Otterbase 4", "585"]).subject.name == "Otterbase 4"
        assert first(["Version", "Rows/s"], ["v4.1", "585"]).subject.name == ""


class TestWhatTheLineAboveGives:
    def test_a_unit_for_bare_numbers_under_names(self) -> None:
        found = read(["Query", "Basalt 4", "Basalt 5"], ["Q1", "2.41", "0.38"], title="Run time in seconds")
        assert [(one.metric, one.unit, one.subject.name) for one in found] == [
            ("time_to_result", "s", "Basalt 4"),
            ("time_to_result", "s", "Basalt 5"),
        ]

    def test_a_plain_time_is_a_time_to_train_under_such_a_title(self) -> None:
        rows = (["RetinaNet", "Tern S8", "22.31"],)
        assert (
            first(["Benchmark", "System", "Time (min)"], *rows, title="Time to train in minutes").metric
            == "time_to_train"
        )
        assert first(["Benchmark", "System", "Time (min)"], *rows).metric == "time_to_result"


class TestWhoseTheFiguresAre:
    def test_of_two_kinds_of_machine_the_one_that_tells_the_rows_apart(self) -> None:
        header = ["Instance", "CPU", "Requests/s"]
        found = read(header, ["m7.large", "Otter 3", "84,100"], ["m7.xlarge", "Otter 3", "160,300"])
        assert [one.subject.name for one in found] == ["m7.large", "m7.xlarge"]

    def test_a_model_and_its_test_are_both_kept(self) -> None:
        found = read(["Model", "Size", "Test", "t/s"], ["Llama 2 7B", "3.5 GiB", "pp512", "1041.2"])
        (one,) = (one for one in found if one.column == "t/s")
        assert one.workload == "Llama 2 7B"
        assert one.variant == "pp512"

    @pytest.mark.parametrize(
        ("printed", "count"),
        [("8x H100", 8), ("8xH100", 8), ("4× H100", 4), ("H100 x8", 8), ("H100 (8x)", 8), ("H100 (x2)", 2)],
    )
    def test_how_many(self, printed: str, count: int) -> None:
        subject = first(["System", "Tokens/s"], [printed, "41"]).subject
        assert (subject.name, subject.count) == ("H100", count)

    def test_the_machine_of_the_heading_when_the_table_names_nobody(self) -> None:
        header, row = ["Batch size", "Tokens/s"], ["8", "121.0"]
        assert first(header, row, title="NVIDIA L4").subject.name == "NVIDIA L4"
        assert first(header, row, title="AMD Instinct MI325X").subject.name == "MI325X"
        assert first(header, row, title="NVIDIA L4 vs. A100").subject.name == ""
        assert first(header, row, title="3x with the NVIDIA L4").subject.name == ""

    def test_names_that_stand_over_the_same_metrics(self) -> None:
        header = ["Query set", "Garnet sec", "Garnet $", "Kestrel sec", "Kestrel $"]
        found = read(header, ["Retail", "6,712", "119.1", "3,020", "61.9"])
        assert [(one.subject.name, one.workload, one.metric) for one in found] == [
            ("Garnet", "Retail", "time_to_result"),
            ("Garnet", "Retail", "price"),
            ("Kestrel", "Retail", "time_to_result"),
            ("Kestrel", "Retail", "price"),
        ]

    def test_a_name_in_the_plural(self) -> None:
        found = read(["Query", "Garnet (s)", "Kestrels (s)"], ["Q1", "1.42", "2.07"])
        assert [one.subject.name for one in found] == ["Garnet", "Kestrels"]


def test_metrics_in_a_column_behind_the_first() -> None:
    header = ["Dataset", "Metric", "Garnet", "Kestrel"]
    found = read(header, ["leaves-100", "QPS", "1,212", "1,004"], ["leaves-100", "p99 latency (ms)", "4.1", "6.0"])
    assert [(one.metric, one.unit, one.subject.name, one.workload) for one in found[1:3]] == [
        ("throughput", "queries/s", "Kestrel", "leaves-100"),
        ("latency", "ms", "Garnet", "leaves-100"),
    ]


def test_conditions_of_a_title_and_of_a_label() -> None:
    title = "Images per second, FP16, batch size 256"
    found = first(["Network", "Otter 3", "Otter 4"], ["ResNet-50", "711", "1,302"], title=title)
    assert found.subject.conditions == (("precision", "FP16"), ("batch_size", "256"))
    both = first(
        ["Network", "Otter 3", "Otter 4"], ["ResNet-50", "711", "1,302"], title="Images per second, FP16, INT8"
    )
    assert both.subject.conditions == ()


def test_requests_for_a_dollar_are_no_price() -> None:
    found = first(["Instance", "Req/s per $"], ["m7.large", "291,003"])
    assert (found.metric, found.unit) == ("price_performance", "req/s/USD")


@pytest.mark.parametrize(
    "settings", [["Batch 1", "Batch 64"], ["TP=2", "TP 8"], ["4K", "128K"], ["FP16", "INT8"], ["-1", "-19"]]
)
def test_what_was_set_for_a_column_is_nobody_who_was_measured(settings: list[str]) -> None:
    found = read(["Model", *settings], ["Llama 2 7B", "140", "555"], title="Tokens per second")
    assert [(one.subject.name, one.workload, one.variant) for one in found] == [
        ("", "Llama 2 7B", settings[0]),
        ("", "Llama 2 7B", settings[1]),
    ]


def test_machines_whose_names_are_like_settings() -> None:
    found = read(["Network", "T4", "B200"], ["ResNet-50", "711", "1,302"], title="Images per second")
    assert [one.raw for one in (found[0].subject, found[1].subject)] == ["T4", "B200"]


def test_a_column_of_scores_under_the_name_of_a_benchmark() -> None:
    found = read(["Model", "MMLU ↑", "GSM8K (8-shot)"], ["Otter 7B", "84.2", "89.5"])
    assert [(one.metric, one.workload, one.variant) for one in found] == [
        ("accuracy", "Otter 7B", "MMLU ↑"),
        ("accuracy", "Otter 7B", "GSM8K (8-shot)"),
    ]


def test_a_data_sheet_is_of_what_it_stands_under() -> None:
    found = read(["", ""], ["Peak memory bandwidth", "6 TB/s"], ["Maximum power", "10.2 kW"], title="Kite Rack XE9680")
    assert [(one.subject.name, one.metric) for one in found] == [
        ("Kite Rack XE9680", "bandwidth"),
        ("Kite Rack XE9680", "power"),
    ]


def test_a_count_before_a_machine_is_no_factor() -> None:
    header = ["System and software", "Data type", "Latency (s)"]
    found = read(
        header, ["8x MI300X, vLLM", "FP16", "1.60"], ["8x H100, vLLM", "FP16", "2.24"], title="1.4x the speed of H100"
    )
    assert [(one.column, one.subject.name, one.subject.count) for one in found] == [
        ("Latency (s)", "MI300X", 8),
        ("Latency (s)", "H100", 8),
    ]


def test_two_lengths_are_nobody() -> None:
    assert first(["In / out", "Tokens/s"], ["1,024 / 128", "87.6"]).subject.name == ""


def test_settings_in_headers_that_say_the_unit_tell_the_columns_apart() -> None:
    found = read(["Queries/s", "BF16 (ms)", "W4A16 (ms)"], ["1", "41.8", "17.4"])
    assert [one.variant for one in found if one.unit == "ms"] == ["BF16", "W4A16"]


def test_what_tells_two_columns_of_one_metric_apart() -> None:
    found = read(["Threads", "GET p99 (ms)", "SET p99 (ms)"], ["8", "0.62", "0.66"])
    assert [one.variant for one in found] == ["GET", "SET"]
