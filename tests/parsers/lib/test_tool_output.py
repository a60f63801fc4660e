"""What benchmark tools print: names with figures, runs of test suites."""

import pytest

from parsers.lib.text_lines import lines
from parsers.lib.tool_output import tool_output


def read(text: str) -> list[list[list[str]]]:
    found = tool_output(lines(text), text, 0)
    for table in found:
        for cell in (one for row in table.rows for one in row[1:]):
            assert text[cell.start : cell.end] == cell.text
    return [[[cell.text for cell in row] for row in (table.columns, *table.rows)] for table in found]


@pytest.mark.parametrize(
    ("printed", "name", "value"),
    [
        ("Requests/sec:  748868.53", "Requests/sec", "748868.53"),
        ("latency average = 4.678 ms", "latency average", "4.678 ms"),
        ("tps = 13677.918 (without initial connection time)", "tps", "13677.918"),
        ("Mean TTFT (ms):                     1,348.22", "Mean TTFT (ms)", "1,348.22"),
        (
            "  throughput summary: 123456.79 requests per second",
            "throughput summary (requests per second)",
            "123456.79",
        ),
        ("Time per request:   11.219 [ms] (mean)", "Time per request (ms)", "11.219"),
        ("  read: IOPS=612k, bw=2391MiB/s (2507MB/s)", "read IOPS", "612k"),
        ("  clat (usec): min=42, avg=207.31", "clat min (usec)", "42"),
        ("  req_duration........: avg=12.31ms max=211.4ms", "req_duration avg", "12.31ms"),
    ],
)
def test_a_name_with_its_figure(printed: str, name: str, value: str) -> None:
    (table,) = read(f"{printed}\nload time: 12 ms\n")
    assert table[0] == ["Metric", "Value"]
    assert [name, value] in table


def test_runs_have_a_column_for_every_unit() -> None:
    text = """goos: linux
BenchmarkPack/plain-8     412033      2894 ns/op    1120 B/op    14 allocs/op
BenchmarkUnpack-8         118290     10127 ns/op   88.41 MB/s  2048 B/op
"""
    assert read(text) == [
        [
            ["Benchmark", "ns/op", "B/op", "allocs/op", "MB/s"],
            ["BenchmarkPack/plain-8", "2894", "1120", "14", ""],
            ["BenchmarkUnpack-8", "10127", "2048", "", "88.41"],
        ]
    ]


def test_a_figure_between_its_bounds_and_a_name_on_the_line_above() -> None:
    text = """parse/plain      time:   [4.1022 ms 4.1310 ms 4.1633 ms]
                 thrpt:  [118.20 MiB/s 119.12 MiB/s 119.96 MiB/s]
parse/with a very long name
                 time:   [1.2011 ms 1.2080 ms 1.2160 ms]
"""
    assert read(text) == [
        [
            ["Benchmark", "Time", "Throughput"],
            ["parse/plain", "4.1310 ms", "119.12 MiB/s"],
            ["parse/with a very long name", "1.2080 ms", ""],
        ]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```yaml\ntimeout: 30s\nmemory: 512MB\n```",
        "resources:\n  memory: 512MB\n  grace: 30s\n",
        '{"latency": 20, "timeout": 30}',
        "let latency = 20 ms;\nlet wait = 30 ms;\n",
        "threads: 12\nconnections: 400\n",
        "latency average = 4.678 ms\n",
        "duration: 300 s\nlatency stddev = 2.1 ms\n",
    ],
)
def test_settings_and_programs_have_measured_nothing(text: str) -> None:
    assert read(text) == []
