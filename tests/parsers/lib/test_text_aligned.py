"""Tables typed with spaces or tabs."""

import pytest

from parsers.lib.text_aligned import aligned_tables
from parsers.lib.text_lines import lines
from schemas.document import Table

SPACED = """
  Clip          Tern 1 (fps)   Tern 2 (fps)
  ------------------------------------------
  Ferry              40             58
  Marketplace                       49
  Night bus          38             55
"""
NONE = {
    "two sentences with a wide gap": "It is 3x faster.  It costs less.\nIt is 4x faster.  It costs more.\nA  b\n",
    "no column of figures": "Name   Maker\nTern   Acme\nHeron   Acme\n",
    "a header that is a row": "1   2\n3   4\n5   6\n",
    "one row": "Clip   Tern (fps)\nFerry   40\n",
    "blank lines between": "Clip   Tern (fps)\n\nFerry   40\n\nRegatta   44\n",
}


def read(text: str) -> list[Table]:
    return aligned_tables(lines(text), text, 1)


def rows(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in (table.columns, *table.rows)]


def test_cells_stand_under_their_headers_and_a_blank_one_stays_blank() -> None:
    (table,) = read(SPACED)
    assert rows(table) == [
        ["Clip", "Tern 1 (fps)", "Tern 2 (fps)"],
        ["Ferry", "40", "58"],
        ["Marketplace", "", "49"],
        ["Night bus", "38", "55"],
    ]
    assert all(SPACED[cell.start : cell.end] == cell.text for row in (table.columns, *table.rows) for cell in row)


def test_tabs_part_cells_too() -> None:
    (table,) = read("Clip\tTern 1 (fps)\nNight bus\t40\nRegatta\t44\n")
    assert rows(table)[1] == ["Night bus", "40"]


def test_a_row_that_fits_no_column_ends_the_table() -> None:
    (table,) = read("Clip   Tern (fps)\nFerry   40\nRegatta   44\nall of these on one   desktop   machine\n")
    assert len(table.rows) == 2


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_is_no_table(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        """
+--------+----------+
| engine | load (s) |
+--------+----------+
| quern  | 14.1     |
| other  | 31.0     |
""",
        " engine | load (s)\n--------+---------\n quern  |   14.1\n other  |   31.0\n",
    ],
)
def test_strokes_part_cells(text: str) -> None:
    (table,) = read(text)
    assert rows(table) == [["engine", "load (s)"], ["quern", "14.1"], ["other", "31.0"]]
    assert all(text[cell.start : cell.end] == cell.text for row in table.rows for cell in row)


def test_a_cell_as_wide_as_its_column_is_cut_where_the_next_begins() -> None:
    text = (
        "test        after      change\n"
        "seq read    6.8 GB/s   +119%\n"
        "rand read   1.1M IOPS  +168%\n"
        "mixed       99.1M IOPS +168%\n"
    )
    (table,) = read(text)
    assert rows(table)[3] == ["mixed", "99.1M IOPS", "+168%"]
    assert text[table.rows[2][2].start : table.rows[2][2].end] == "+168%"


def test_names_with_figures_are_a_table_without_a_header() -> None:
    (table,) = read("Peak compute:      412 TFLOPS\nMemory:            96 GB\nBoard power:       350 W\n")
    assert rows(table)[0] == ["", ""]
    assert rows(table)[2] == ["Memory:", "96 GB"]


@pytest.mark.parametrize("text", ["From:   ada\nTo:    ben\nDate:   3 May\n", "a:   1 s\nb:   2 s\n"])
def test_names_without_figures_or_too_few_are_none(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "             p50 (ms)   p99 (ms)\nget              0.31       1.20\nset              0.29       1.02\n",
        "\tp50 (ms)\tp99 (ms)\nget of a key\t0.31\t1.20\nset\t0.29\t1.02\n",
        "             p50 (ms)  p99 (ms)\nfirst 24 h       0.31      1.20\n24-48 h          0.29      1.02\n",
    ],
    ids=["spaces", "tabs", "labels with digits"],
)
def test_a_header_may_leave_out_the_corner(text: str) -> None:
    (table,) = read(text)
    assert rows(table)[0] == ["", "p50 (ms)", "p99 (ms)"]
    assert [row[1:] for row in rows(table)[1:]] == [["0.31", "1.20"], ["0.29", "1.02"]]
    assert all(text[cell.start : cell.end] == cell.text for row in (table.columns, *table.rows) for cell in row)


def test_more_cells_than_headers_above_them_are_no_table() -> None:
    assert read("p50 (ms)      p99 (ms)\nget   0.31    1.20\nset   0.29    1.02\n") == []


SIZED = "              1 TB      2 TB\nRead         3,400     3,500   MB/s\nWrite        2,100     3,300   MB/s\n"


@pytest.mark.parametrize(
    ("text", "header"),
    [
        (SIZED, ["", "1 TB", "2 TB", ""]),
        ("Test         Lynx      Boar\nRead         3,400     3,500   MB/s\nPower        5.1       6.2     W\n",
         ["Test", "Lynx", "Boar", ""]),
    ],
    ids=["sizes and no corner", "a corner"],
)  # fmt: skip
def test_units_may_end_the_rows_under_no_header(text: str, header: list[str]) -> None:
    (table,) = read(text)
    assert rows(table)[0] == header
    assert rows(table)[1] == ["Read", "3,400", "3,500", "MB/s"]
    assert all(text[cell.start : cell.end] == cell.text for row in (table.columns, *table.rows) for cell in row)


@pytest.mark.parametrize(
    "text",
    [
        "              1 TB      60 C\nRead         3,400     3,500\nWrite        2,100     3,300\n",
        "              3,000     3,100\nRead         3,400     3,500\nWrite        2,100     3,300\n",
    ],
    ids=["two units", "bare numbers"],
)
def test_other_figures_head_no_table(text: str) -> None:
    assert read(text) == []


def test_errors_behind_figures_and_remarks_behind_rows_are_no_cells() -> None:
    text = """
name        old time/op    new time/op    delta
Pack-8      13.6ms ± 1%    11.8ms ± 1%  -13.3%  (p=0.01 n=4+5)
Unpack-8    32.1ms ± 1%    31.8ms ± 1%     ~    (p=0.28 n=4+5)
"""
    (table,) = read(text)
    assert rows(table)[1] == ["Pack-8", "13.6ms ± 1%", "11.8ms ± 1%", "-13.3%"]


def test_an_error_in_a_column_of_its_own_leaves_its_sign_behind() -> None:
    text = """
Benchmark         Mode  Cnt      Score      Error   Units
Hash.murmur      thrpt   10  41209.113 ± 2031.774  ops/ms
Copy.whole        avgt   10     61.204 ±    0.310   ns/op
"""
    (table,) = read(text)
    assert rows(table)[2] == ["Copy.whole", "avgt", "10", "61.204", "0.310", "ns/op"]
