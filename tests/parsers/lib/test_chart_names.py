"""Whose bar is whose on charts of machines that no vocabulary knows: by the names, titles and labels printed there."""

from collections.abc import Sequence
from typing import Any

import pytest

from parsers import pdf_charts
from parsers.lib.chart_names import Axes, axes_of, name_of
from parsers.lib.extract import extract
from parsers.lib.registry import Raw
from schemas.document import Bar, Box, Chart
from schemas.names import vocabulary
from schemas.statement import Claim
from tests.drawn import note


def axes(*names: str, title: str = "") -> Axes:
    bars = tuple(Bar(Box(1, 0, 0, 9, 9), 9, True, name) for name in names)
    return axes_of(Chart("C1", 0, 0, (), bars), [title], vocabulary())


def claims(bars: dict[str, Any], *titles: str, axis: str = "", notes: Sequence[str] = ()) -> list[Claim]:
    spec = {"title": list(titles), "bars": bars, "notes": list(notes)} | (
        {"axis": axis, "ticks": [0, 60, 120]} if axis else {}
    )
    document = pdf_charts.parse(Raw("note.pdf", note(spec)))
    return [one for one in extract(document, vocabulary()).claims if one.chart]


def sides(found: list[Claim]) -> dict[str, tuple[str, str]]:
    return {claim.quote: (claim.subject.raw, claim.baseline.raw) for claim in found}


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["FlashVault 900", "Hybrid vault H300", "Disk appliance D60"], "who"),
        (["64-core workstation CPU", "Vantor RX-6"], "who"),
        (["8-6400", "9-6410", "9-E144"], "who"),
        (["lm.small", "lm.xlarge"], "who"),
        (["kestrelc 2.1", "kestrelc 3.0"], "who"),
        (["Competitor A", "Previous generation"], "who"),
        (["Virtual switch", "IPsec gateway", "Load balancer"], "what"),
        (["ResNet-50 v1.5", "MobileNet v2"], "what"),
        (["Query 5", "Query 9"], "what"),
        (["p50", "p99", "p99.9"], "how"),
        (["Batch 1", "Batch 64"], "how"),
        (["64 nodes", "512 nodes"], "how"),
        (["15 W", "40 W"], "how"),
        (["2021", "Q3 2024"], "how"),
    ],
)
def test_names_along_an_axis_are_of_one_kind(names: list[str], kind: str) -> None:
    assert axes(*names).category == kind


def test_a_title_says_that_the_bars_are_of_work() -> None:
    clips = ("City drive, 2160p60", "Football X2")
    assert (axes(*clips).category, axes(*clips, title="BD-rate saving by clip").category) == ("who", "what")


def test_the_legend_tells_who_is_compared() -> None:
    found = axes("Search | Quillbase 6", "Search | Quillbase 7", "Login | Quillbase 6", "Login | Quillbase 7")
    bar = Bar(Box(1, 0, 0, 9, 9), 9, True, "Search | Quillbase 7")
    assert (name_of(bar, found).who, name_of(bar, found).what) == ("Quillbase 7", "Search")


@pytest.mark.parametrize(
    "title",
    [
        "Tokens per second relative to C300",
        "Throughput vs. Castellan C300",
        "Throughput, Castellan C300 = 1.0",
        "Throughput gain over the C300",
        "Throughput normalized to C300",
        "Throughput",  # the bar labelled 1.0x
    ],
)
def test_a_baseline_is_what_the_chart_says(title: str) -> None:
    bars = {"Castellan C200": ["0.6x", 6], "Castellan C300": ["1.0x", 10], "Castellan C400": ["2.8x", 28]}
    found = claims(bars, title)
    assert sides(found) == {
        "0.6x": ("Castellan C200", "Castellan C300"),
        "1.0x": ("Castellan C300", ""),
        "2.8x": ("Castellan C400", "Castellan C300"),
    }
    assert {claim.metric for claim in found} == {"throughput"}


def test_a_headline_speaks_of_who_it_names_or_whose_bar_has_its_label() -> None:
    bars = {"GPU node, 8 cards": ["1x", 1], "Orrery M2 system": ["9.4x", 9.4], "Orrery M3 system": ["27x", 27]}
    assert sides(claims(bars, "27x faster answers"))["27x"] == ("Orrery M3 system", "GPU node, 8 cards")
    named = [one for one in claims(bars, "Orrery M3: 31x faster answers") if one.place == "chart_title"]
    assert [one.subject.raw for one in named] == ["Orrery M3"]


def test_work_is_no_machine() -> None:
    bars = {"Virtual switch": ["6.4x", 6.4], "IPsec gateway": ["5.2x", 5.2], "Load balancer": ["3.5x", 3.5]}
    labels = [one for one in claims(bars, "Selkirk D5: up to 9x lower host load") if one.place == "bar_label"]
    assert {(one.workload, one.subject.raw) for one in labels} == {(name, "Selkirk D5") for name in bars}


def test_a_share_of_the_baselines_time_is_no_factor_over_it() -> None:
    bars = {"Heron 1": ["1.0x", 10], "Heron 2": ["0.6x", 6], "Heron 3": ["0.4x", 4]}
    assert {one.baseline.raw for one in claims(bars, "Relative latency, lower is better")} == {""}


@pytest.mark.parametrize(
    ("title", "axis", "unit"),
    [
        ("Object detection (frames/s) by power mode", "", "frames/s"),
        ("Read latency (ms), lower is better", "", "ms"),
        ("Sustained output tokens per second", "", "tokens/s"),
        ("Compile time in seconds, lower is better", "", "s"),
        ("MB/s, higher is better", "", "MB/s"),
        ("Idle draw", "Watts", "W"),
    ],
)
def test_bare_labels_take_the_unit_that_is_printed(title: str, axis: str, unit: str) -> None:
    found = claims({"Kairo K1": ["44", 44], "Kairo K2": ["120", 120]}, title, axis=axis)
    assert {(one.quote, one.figure.unit, one.subject.raw) for one in found} == {
        ("44", unit, "Kairo K1"),
        ("120", unit, "Kairo K2"),
    }


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("Thousands, and of what nobody says", "12"),
        ("Audio transcribed per hour", "12"),  # of nothing that can be counted
        ("Forwarding rate (GB/s)", "+8%"),  # a change of it
        ("Forwarding rate (GB/s)", "8%"),
        ("A quiet chart", "12"),
    ],
)
def test_bare_labels_stay_bare_otherwise(title: str, label: str) -> None:
    assert claims({"Kairo K1": [label, 44], "Kairo K2": [label, 120]}, title) == []


@pytest.mark.parametrize(
    ("title", "label", "value", "unit"),
    [
        ("Images per second (thousands)", "12", 12_000, "images/s"),
        ("Thousand operations per second", "12K", 12_000, "operations/s"),  # not a thousand thousands
        ("Cost per million tokens", "$0.62", 0.62, "USD/million tokens"),
        ("Share of time by stage", "62%", 62, "%"),
        ("Tokens per second per watt", "3.1", 3.1, "tokens/s/W"),
    ],
)
def test_labels_in_thousands_shares_and_prices(title: str, label: str, value: float, unit: str) -> None:
    found = claims({"Kairo K1": [label, 44], "Kairo K2": [label, 120]}, title)
    assert {(float(one.figure.value), one.figure.unit) for one in found} == {(value, unit)}


def test_a_note_may_say_what_all_bars_are_in() -> None:
    notes = ["One socket each. Values in milliseconds."]
    found = claims({"Kairo K1": ["44", 44], "Kairo K2": ["120", 120]}, "A quiet chart", notes=notes)
    assert {one.figure.unit for one in found} == {"ms"}


@pytest.mark.parametrize("title", ["Performance, Petrel Q1 = 1.0", "Performance relative to Petrel Q1"])
def test_bare_numbers_are_factors_where_a_title_says_what_is_one(title: str) -> None:
    found = claims({"Petrel Q1": ["1.0", 10], "Petrel Q2": ["1.9", 19]}, title)
    assert [(one.quote, one.figure.kind, one.baseline.raw) for one in found] == [
        ("1.0", "ratio", ""),
        ("1.9", "ratio", "Petrel Q1"),
    ]


def test_of_two_names_the_other_is_the_baseline_of_a_headline_that_says_of_what() -> None:
    bars = {"Servo M3": ["25 W", 25], "Servo M4": ["16 W", 16]}
    power = [one for one in claims(bars, "Servo M4: 36% less power") if one.place == "chart_title"]
    assert [(one.subject.raw, one.baseline.raw) for one in power] == [("Servo M4", "Servo M3")]
    bare = [one for one in claims(bars, "Servo M4: 36% less") if one.place == "chart_title"]
    assert [one.baseline.raw for one in bare] == [""]
