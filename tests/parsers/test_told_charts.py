"""Charts that are told in lines are tables: what is read of them, and what is none."""

from itertools import pairwise

import pytest

from parsers.lib.registry import Raw
from parsers.lib.text_lines import lines
from parsers.lib.told_charts import told_charts
from parsers.markdown import parse as markdown
from parsers.text_capture import parse as capture
from schemas.document import Document, Table

BARS = """\
Notes of the lab

Title: Decoding speed, Llama 3 8B
X axis: card
Y axis: Tokens per second (higher is better), 0 to 400
Bar labels, left to right:
- Merle 2: 310
- Merle 1: 128

Note: one card each, 512 tokens in.
"""
SERIES = """\
# Reads

Y axis: milliseconds, lower is better
Series: 4.1 (grey), 5.0 (red)

- GET (small): 4.1 0.52 ms, 5.0 0.31 ms
- SCAN (large): 4.1 7.9 ms, 5.0 4.4 ms
"""
POINTS = """\
X axis: load. Y axis: p99 in ms. Points and their labels:

r2.large, 0.5 GB/s: 7.1 ms
r2.xlarge, 1.0 GB/s: 8.8 ms (the last that held)
"""
RELATIVE = """\
Title: Merle 2 over Merle 1
Y axis: output tokens/s, relative to one Merle 1 (higher is better)
Bars
16: 1.1
64: 1.4
"""


GROUPS = """\
Unit: pages per second

Merle 8B
- Skua 1,910
- Best rented service 160

Merle 70B
- Skua 720
- Best rented service 61
"""


def cells(table: Table) -> list[list[str]]:
    """A table's texts, the header first."""
    return [[cell.text for cell in row] for row in (table.columns, *table.rows)]


def told(text: str) -> list[list[str]]:
    """The only chart of a text."""
    [table] = told_charts(lines(text), 1)
    assert all(text[cell.start : cell.end] == cell.text for row in table.rows for cell in row)
    return cells(table)


class TestBars:
    def test_a_bar_is_a_row_below_its_axes(self) -> None:
        assert told(BARS) == [["card", "Tokens per second"], ["Merle 2", "310"], ["Merle 1", "128"]]

    def test_a_series_is_a_column(self) -> None:
        assert told(SERIES)[0] == ["", "4.1", "5.0"]
        assert told(SERIES)[2] == ["SCAN (large)", "7.9 ms", "4.4 ms"]

    def test_series_may_be_named_above(self) -> None:
        rows = told("Axis: milliseconds. Series: p50 / p90.\nTern 1: 30 / 47\nTern 2: 27 / 43\n")
        assert rows == [["", "p50", "p90"], ["Tern 1", "30", "47"], ["Tern 2", "27", "43"]]

    def test_values_whose_series_nobody_names_are_no_chart(self) -> None:
        assert told_charts(lines("Axis: milliseconds\nTern 1: 30 / 47\nTern 2: 27 / 43\n"), 1) == []

    def test_bars_may_stand_on_one_line(self) -> None:
        text = (
            "Chart 2. Speed of search\nAxis: queries per second\nBars: Merle 2.6: 5,300; Ousel 8: 2,100 (one shard)\n"
        )
        assert told(text) == [["", "queries per second"], ["Merle 2.6", "5,300"], ["Ousel 8", "2,100"]]
        assert told_charts(lines(text), 1)[0].title == "Speed of search"

    def test_where_a_point_stands_is_a_column(self) -> None:
        assert told(POINTS)[0] == ["", "load", "p99 in ms"]
        assert told(POINTS)[2] == ["r2.xlarge", "1.0 GB/s", "8.8 ms"]

    def test_values_relative_to_a_bar_are_no_rates(self) -> None:
        assert told(RELATIVE)[0] == ["", "relative to one Merle 1"]

    @pytest.mark.parametrize("text", [
        "Shopping\n\n- Apples: 3\n- Pears: 4\n",
        "Y axis: tokens/s\n\nWe ran it twice.\n\nThen we ran it again.\n\nAnd once more.\n\nA: 3\nB: 4\n",
        "Y axis: tokens/s\nOnly one: 3\n",
    ])  # fmt: skip
    def test_lines_without_axes_over_them_are_no_chart(self, text: str) -> None:
        assert told_charts(lines(text), 1) == []


class TestDocuments:
    @pytest.fixture(params=[markdown, capture], ids=["markdown", "capture"])
    def document(self, request: pytest.FixtureRequest) -> Document:
        read: Document = request.param(Raw("bars.md", BARS.encode()))
        return read

    def test_its_title_and_rows_are_those_of_a_table(self, document: Document) -> None:
        [table] = document.tables
        assert table.title == "Decoding speed, Llama 3 8B"
        assert cells(table)[1] == ["Merle 2", "310"]

    def test_what_it_prints_is_no_prose_and_all_else_is(self, document: Document) -> None:
        said = " ".join(document.text[one.start : one.end] for one in document.blocks)
        assert not [one for one in ("310", "0 to 400") if one in said]
        assert all(one in said for one in ("Notes of the lab", "512 tokens in", "Decoding speed"))

    def test_code_and_front_matter_are_left_alone(self) -> None:
        text = "---\nunits: ms\nweight: 10\n---\n\n# Page\n\n```yaml\ny-axis: log\nwidth: 800\nmax: 600\n```\n"
        assert markdown(Raw("page.md", text.encode())).tables == ()

    def test_a_table_parts_two_runs(self) -> None:
        text = "Axis: ms\nMerle: 3\nOusel: 4\n\n| a | b |\n|---|---|\n| x | 1 |\n\nMerle: 5\nOusel: 6\n"
        spans = [(one.start, one.end) for one in markdown(Raw("page.md", text.encode())).tables]
        assert all(left[1] <= right[0] for left, right in pairwise(sorted(spans)))


class TestGroups:
    """Lists of bars with a head each, under one unit."""

    def test_each_group_is_a_chart_that_is_called_as_its_head(self) -> None:
        found = told_charts(lines(GROUPS), 1)
        assert [(one.title, cells(one)[1:]) for one in found] == [
            ("Merle 8B", [["Skua", "1,910"], ["Best rented service", "160"]]),
            ("Merle 70B", [["Skua", "720"], ["Best rented service", "61"]]),
        ]

    def test_all_have_the_unit_above_the_first(self) -> None:
        found = told_charts(lines(GROUPS), 1)
        assert [one.columns[1].text for one in found] == ["pages per second", "pages per second"]

    def test_a_head_without_a_unit_above_makes_no_chart(self) -> None:
        assert not told_charts(lines(GROUPS.partition("\n")[2]), 1)


class TestUnparted:
    def test_the_legend_says_where_names_end(self) -> None:
        keys = "Y axis: tokens per second\nX axis: requests\nSeries: 8x Ousel 3 (grey), 8x Ousel 4 (red)\n\n"
        rows = "32 at once: 8x Ousel 3 1,870 8x Ousel 4 2,131\n128 at once: 8x Ousel 3 3,412 8x Ousel 4 4,132\n"
        found = told(keys + rows)
        assert found[0] == ["requests", "8x Ousel 3", "8x Ousel 4"]
        assert found[2] == ["128 at once", "3,412", "4,132"]

    def test_two_lines_share_the_names(self) -> None:
        rows = "128 clients: Kea 1 9,100 Kea 2 13,000\n512 clients: Kea 1 15,200 Kea 2 24,900\n"
        assert told(f"Y axis: requests per second\n\n{rows}")[0] == ["", "Kea 1", "Kea 2"]


class TestSpaced:
    """A capture that sets a blank line before each bar."""

    BARS = "teal v1.3.0 59,100\n\nfen v2.5.4 22,300\n\nmoor v24.10.0 25,400\n\n"
    CHART = f"X axis: requests per second\n\nBar labels:\n\n{BARS}"

    def test_all_bars_are_one_chart(self) -> None:
        found = told(f"{self.CHART}Note below: each bar is the mean of five runs.\n")
        assert [row[0] for row in found[1:]] == ["teal v1.3.0", "fen v2.5.4", "moor v24.10.0"]

    def test_two_lists_with_one_blank_line_between_stay_two(self) -> None:
        text = "X axis: requests per second\n\nteal 1 59,100\nfen 2 22,300\n\nAnd so on.\n\nbrook 1 11\nmoor 2 12\n"
        assert len(told_charts(lines(text), 1)) == 1


def test_a_bar_with_what_is_written_on_it() -> None:
    panel = """\
**Panel A title: Merle 2 trains at 2.1x the speed of Merle 1**

- Vertical axis: images per second on one card, higher is better
- Left bar, Merle 1: 1,410 images/s, label 1.0x
- Right bar, Merle 2: 2,960 images/s, label 2.1x
"""
    (table,) = told_charts(list(lines(panel)), 1)
    assert table.title.startswith("Merle 2 trains")
    assert [cell.text for cell in table.columns] == ["", "images per second on one card", "label"]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Left bar, Merle 1", "1,410 images/s", "1.0x"],
        ["Right bar, Merle 2", "2,960 images/s", "2.1x"],
    ]
