"""Charts that a scraper flattened: which lines belong together, and what each of them does."""

import pytest

from parsers.lib.text_charts import charts
from parsers.lib.text_lines import lines
from schemas.document import Chart

ONE = """\
3.7x Higher Throughput
RESNET-50 : TRAINING

NOTES:
ResNet-50 Training | ImageNet Dataset
1x IPU-M2000 | FP 16.16 | Batch Size 768
1x A100 | Mixed Precision

3.7x

IPU-M2000

A100
40GB
0 1 2 3 4
Throughput (images/sec)
Series 1
"""
OTHER = """\
17x faster Time To Result

MCMC MODEL : TRAINING

NOTES: as measured
1x IPU-M2000 | FP 32.32

27x faster time to result
Latest GPU
"""


def parts(chart: Chart, text: str) -> list[tuple[str, str]]:
    return [(part.role, text[part.start : part.end]) for part in chart.parts]


def read(text: str) -> list[list[tuple[str, str]]]:
    return [parts(chart, text) for chart in charts(lines(text))]


def test_each_line_has_a_part() -> None:
    assert read(ONE) == [
        [
            ("headline", "3.7x Higher Throughput"),
            ("title", "RESNET-50 : TRAINING"),
            ("note", "ResNet-50 Training | ImageNet Dataset"),
            ("note", "1x IPU-M2000 | FP 16.16 | Batch Size 768"),
            ("note", "1x A100 | Mixed Precision"),
            ("label", "3.7x"),
            ("category", "IPU-M2000"),
            ("category", "A100"),
            ("category", "40GB"),
            ("tick", "0 1 2 3 4"),
            ("axis_title", "Throughput (images/sec)"),
            ("legend", "Series 1"),
        ]
    ]


def test_the_factor_nearest_the_title_is_the_headline() -> None:
    assert read(OTHER) == [
        [
            ("headline", "17x faster Time To Result"),
            ("title", "MCMC MODEL : TRAINING"),
            ("note", "as measured"),
            ("note", "1x IPU-M2000 | FP 32.32"),
            ("label", "27x faster time to result"),
            ("category", "Latest GPU"),
        ]
    ]


def test_the_headline_may_follow_the_title() -> None:
    text = "27x faster\n\n\nLatest GPU\n\nMCMC : TRAINING\n17x faster time to result\n\nNOTES:\n1x IPU-M2000\n"
    (found,) = read(text)
    assert ("headline", "17x faster time to result") in found
    assert ("label", "27x faster") in found


@pytest.mark.parametrize("between", ["\f", " ", "\n\n\n\n"])
def test_pages_and_blank_lines_part_charts(between: str) -> None:
    text = ONE + between + OTHER
    found = charts(lines(text))
    assert [(chart.name, text[chart.start : chart.start + 4]) for chart in found] == [("C1", "3.7x"), ("C2", "17x ")]
    assert found[0].end <= found[1].start
    assert [parts(chart, text) for chart in found] == [*read(ONE), *read(OTHER)]


def test_a_label_fused_with_a_category_is_two_parts() -> None:
    (found,) = read("BERT : TRAINING\n\nNOTES:\n1x A100\n\n2.6xA100\n80GB\n")
    assert found[-3:] == [("label", "2.6x"), ("category", "A100"), ("category", "80GB")]


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("2x DGX A100", "category"),
        ("16x IPU-M2000", "category"),
        ("17x", "label"),
        (">60x", "label"),
        ("1,234", "label"),
        ("45%", "label"),
        ("45% less energy", "label"),
        ("0 2,000 4,000 6,000", "tick"),
        ("Latency (ms)", "axis_title"),
        ("IPU-M2000 - PyTorch", "legend"),
        ("https://example.com/results", "note"),
    ],
)
def test_role_by_form(line: str, role: str) -> None:
    (found,) = read(f"9x faster\nBERT : TRAINING\n\nNOTES:\n1x A100\n\n{line}\n")
    assert found[-1] == (role, line)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("3.7x Higher Throughput\n\nWords about it.\n", id="no title and no notes"),
        pytest.param("BERT : TRAINING\n\n3.7x\n", id="a title without notes"),
        pytest.param("3.7x faster\n\nNOTES:\n1x A100\n", id="notes without a title"),
    ],
)
def test_no_chart(text: str) -> None:
    assert charts(lines(text)) == []


def test_lines_of_a_table_are_no_parts() -> None:
    text = ONE + "\n9x\n"
    start = text.index("9x\n")
    assert ("label", "9x") in parts(charts(lines(text))[0], text)
    assert ("label", "9x") not in parts(charts(lines(text), [(start, start + 2)])[0], text)
