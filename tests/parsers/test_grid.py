import pytest

from parsers.lib.grid import Grid, Printed, PrintedRow, Section, expand, is_note, is_numeric, lay_out
from schemas.document import Cell


def cell(text: str, *, th: bool = False, cols: int = 1, rows: int = 1, bold: bool = False) -> Printed:
    return Printed(Cell(text, 0, len(text)), th, bold, cols, rows)


def row(*cells: str | Printed, section: Section = "body") -> PrintedRow:
    return PrintedRow(tuple(one if isinstance(one, Printed) else cell(one) for one in cells), section)


def header(*texts: str) -> PrintedRow:
    return row(*(cell(text, th=True) for text in texts))


def columns(grid: Grid) -> list[str]:
    return [one.text for one in grid.columns]


def rows(grid: Grid) -> list[list[str]]:
    return [[one.text for one in line] for line in grid.rows]


def test_a_plain_table_is_laid_out_as_it_stands() -> None:
    grid = lay_out("T1", [header("Model", "ms"), row("A", "1"), row("B", "")])
    assert columns(grid) == ["Model", "ms"]
    assert rows(grid) == [["A", "1"], ["B", ""]]
    assert (grid.rejected, grid.warnings) == ((), ())


def test_spans_repeat_the_one_printed_cell() -> None:
    grid = lay_out("T1", [header("M", "a", "b"), row(cell("X", rows=2), "1", "2"), row(cell("3", cols=2))])
    assert rows(grid) == [["X", "1", "2"], ["X", "3", "3"]]
    assert grid.rows[0][0] is grid.rows[1][0]


def test_a_header_of_two_rows_is_joined_by_column() -> None:
    top = row(cell("Model", th=True, rows=2), cell("Throughput", th=True, cols=2))
    grid = lay_out("T1", [top, header("FP16", "FP32"), row("A", "1", "2")])
    assert columns(grid) == ["Model", "Throughput FP16", "Throughput FP32"]


def test_a_header_of_two_rows_needs_no_marks() -> None:
    top = row(cell("Model", rows=2), cell("Throughput", cols=2))
    grid = lay_out("T1", [top, row("FP16", "FP32"), row("A", "1", "2")])
    assert columns(grid) == ["Model", "Throughput FP16", "Throughput FP32"]
    assert rows(grid) == [["A", "1", "2"]]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param(row("Model", "ms"), row("A", "1.5"), ["Model", "ms"], id="words over numbers are a header"),
        pytest.param(row("A", "1.5"), row("B", "2.5"), ["", ""], id="numbers in the first row: no header"),
        pytest.param(row("a", "b"), row("c", "d"), ["", ""], id="words over words: no header"),
        pytest.param(
            row(cell("a", bold=True), cell("b", bold=True)), row("c", "d"), ["a", "b"], id="bold words over plain ones"
        ),
    ],
)
def test_header_without_marks(first: PrintedRow, second: PrintedRow, expected: list[str]) -> None:
    assert columns(lay_out("T1", [first, second])) == expected


def test_a_bold_row_further_down_is_data() -> None:
    best = row(cell("Ours", bold=True), cell("9", bold=True))
    assert rows(lay_out("T1", [header("M", "ms"), row("A", "1"), best])) == [["A", "1"], ["Ours", "9"]]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        pytest.param(["B"], "1 cells where the table has 3 columns", id="too few"),
        pytest.param(["B", "1", "2", "3"], "4 cells where the table has 3 columns", id="too many"),
    ],
)
def test_a_ragged_row_is_kept_aside_whole(cells: list[str], reason: str) -> None:
    grid = lay_out("T2", [header("M", "a", "b"), row("A", "1", "2"), row(*cells), row("C", "5", "6")])
    assert rows(grid) == [["A", "1", "2"], ["C", "5", "6"]]
    assert [(one.place, one.reason, one.row) for one in grid.rejected] == [("table T2, row 2", reason, tuple(cells))]


def test_a_full_width_row_is_a_label_and_no_data() -> None:
    grid = lay_out("T1", [header("M", "a"), row(cell("Vision", cols=2)), row("A", "1")])
    assert rows(grid) == [["A", "1"]]
    assert [one.text for one in grid.labels] == ["Vision"]
    assert "Vision" in grid.warnings[0]


def test_a_full_width_header_row_names_the_table() -> None:
    grid = lay_out("T1", [row(cell("Training", th=True, cols=2)), header("M", "a"), row("A", "1")])
    assert [one.text for one in grid.titles] == ["Training"]
    assert columns(grid) == ["M", "a"]


def test_a_span_without_bound_ends_with_the_table() -> None:
    grid = lay_out("T1", [header("M", "a", "b"), row("A", cell("n/a", cols=100_000)), row("B", "1", "2")])
    assert rows(grid) == [["A", "n/a", "n/a"], ["B", "1", "2"]]


def test_spans_that_would_fill_the_memory_are_not_followed() -> None:
    bomb = [row(*(cell("1", cols=900, rows=60_000) for _ in range(100))) for _ in range(200)]
    slots, warning = expand(bomb)
    assert {len(one) for one in slots} == {100}
    assert "not followed" in warning


def test_a_rowspan_ends_with_its_section() -> None:
    printed = [
        row(cell("M", th=True, rows=9), cell("a", th=True), section="head"),
        row("A", "1"),
    ]
    assert rows(lay_out("T1", printed)) == [["A", "1"]]


def test_a_repeated_header_is_no_row_and_another_one_is_set_aside() -> None:
    grid = lay_out("T1", [header("M", "a"), row("A", "1"), header("M", "a"), row("B", "2"), header("N", "c")])
    assert rows(grid) == [["A", "1"], ["B", "2"]]
    assert [one.row for one in grid.rejected] == [("N", "c")]


def test_the_foot_is_notes_unless_it_fits_the_columns() -> None:
    foot = [row(cell("* in our lab", cols=2), section="foot"), row("Sum", "3", section="foot")]
    grid = lay_out("T1", [header("M", "a"), row("A", "3"), *foot])
    assert len(grid.footnotes) == 1
    assert rows(grid) == [["A", "3"], ["Sum", "3"]]


def test_nothing_makes_nothing() -> None:
    assert lay_out("T1", []) == Grid((), ())


@pytest.mark.parametrize("text", ["5,600", "0.10", "$149,000", "<3 h", "14.5 ms", "31%", "17x", "5 ²", "-1"])
def test_numeric(text: str) -> None:
    assert is_numeric(text)


@pytest.mark.parametrize("text", ["", "-", "3D-UNet", "1x Bow IPU", "BERT", "n/a"])
def test_not_numeric(text: str) -> None:
    assert not is_numeric(text)


@pytest.mark.parametrize("text", ["* x", "† x", "¹ x", "[1] x", "Note: x", "Notes 1 and 2", "Note that x", "Source: y"])
def test_note(text: str) -> None:
    assert is_note(text)


@pytest.mark.parametrize("text", ["Noted", "A note", "1 of 2", "Notebooks", "Sources"])
def test_no_note(text: str) -> None:
    assert not is_note(text)


def test_each_row_knows_the_label_that_it_stands_under() -> None:
    printed = [header("M", "a"), row("A", "1"), row(cell("Vision", cols=2)), row("A", "2"), row("B", "3")]
    assert lay_out("T1", printed).groups == ("", "Vision", "Vision")
    assert lay_out("T1", printed[:2]).groups == ()


def test_a_full_width_header_row_below_the_names_is_a_label() -> None:
    printed = [header("M", "a"), row(cell("Speed (s)", th=True, cols=2)), row("A", "1"), row("B", "2")]
    grid = lay_out("T1", printed)
    assert (columns(grid), grid.titles, grid.groups) == (["M", "a"], (), ("Speed (s)", "Speed (s)"))


def test_names_in_header_cells_with_values_beside_them_have_no_header() -> None:
    printed = [row(cell("Form", th=True), "PCIe"), row(cell("Power", th=True), "14 W")]
    assert rows(lay_out("T1", printed)) == [["Form", "PCIe"], ["Power", "14 W"]]


def test_a_sheet_that_begins_with_a_value_has_no_header() -> None:
    grid = lay_out("T1", [row("Forwarding rate", "1.19 billion packets/s"), row("Latency", "640 ns")])
    assert rows(grid) == [["Forwarding rate", "1.19 billion packets/s"], ["Latency", "640 ns"]]


def test_a_count_heads_a_column_of_bare_numbers() -> None:
    grid = lay_out("T1", [row("Model", "4 accelerator cards"), row("A", "120"), row("B", "140")])
    assert columns(grid) == ["Model", "4 accelerator cards"]
