"""Tables of one cell a line: found by header, parted by width, and the cells that fit no row kept aside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.lib.text_lines import lines
from parsers.lib.text_tables import tables
from schemas.document import Table

HEADER = ["Model", "Platform", "Batch Size", "Throughput (items/sec)"]
ROWS = [["BERT-Large", "H100", str(2**row), str(100 + row)] for row in range(6)]
BLANK = "\u00a0"


def printed(*rows: list[str]) -> str:
    return "\n".join(cell for row in rows for cell in row) + "\n"


def grid(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in (table.columns, *table.rows)]


def read(text: str) -> tuple[list[list[list[str]]], list[tuple[str, ...]]]:
    found, rejected = tables(lines(text))
    return [grid(one) for one in found], [one.row for one in rejected]


def test_rows_under_their_header() -> None:
    assert read(printed(HEADER, *ROWS)) == ([[HEADER, *ROWS]], [])


def test_one_row_is_enough() -> None:
    assert read(printed(HEADER, ROWS[0])) == ([[HEADER, ROWS[0]]], [])


def test_a_blank_cell_is_a_line_of_a_no_break_space() -> None:
    text = printed(HEADER, ["BERT-Large", "H100", "4", BLANK], ["GPT2", BLANK, "8", "9"])
    assert read(text) == ([[HEADER, ["BERT-Large", "H100", "4", ""], ["GPT2", "", "8", "9"]]], [])


def test_lines_of_plain_spaces_are_blank_cells_where_the_rows_are_then_whole() -> None:
    text = printed(HEADER, ROWS[0], ["GPT2", "H100", "8", " "], ROWS[1])
    assert read(text) == ([[HEADER, ROWS[0], ["GPT2", "H100", "8", ""], ROWS[1]]], [])


def test_a_line_of_plain_spaces_before_prose_ends_a_table() -> None:
    text = printed(HEADER, *ROWS) + " \nThe machines are ours\nand nobody else's\n \nmore\n"
    assert read(text) == ([[HEADER, *ROWS]], [])


def test_an_empty_line_ends_a_table() -> None:
    text = "Some words before.\n\n" + printed(HEADER, *ROWS[:2]) + "\nSome words after.\n\n" + printed(HEADER, ROWS[2])
    found, rejected = tables(lines(text))
    assert [(one.name, grid(one)) for one in found] == [("T1", [HEADER, *ROWS[:2]]), ("T2", [HEADER, ROWS[2]])]
    assert rejected == []
    assert text[found[0].start : found[0].end] == printed(HEADER, *ROWS[:2]).strip()


def test_a_line_before_the_header_is_no_column() -> None:
    assert read("Training results\n" + printed(HEADER, *ROWS)) == ([[HEADER, *ROWS]], [])


def test_a_header_that_nobody_knows_stands_between_known_ones() -> None:
    header = ["Model", "Quuxity", "Batch Size", "Throughput"]
    rows = [["BERT-Large", "5", "4", "10"], ["GPT2", "6", "8", "20"]]
    assert read(printed(header, *rows)) == ([[header, *rows]], [])


def test_cells_are_spans_of_the_text() -> None:
    text = "Before.\n\n  Model \nPlatform\nBatch Size\nThroughput\nBERT-Large\n\u00a0\n 4\n100  \n"
    (table,), _ = tables(lines(text))
    for cell in (*table.columns, *table.rows[0]):
        assert text[cell.start : cell.end] == cell.text


def test_a_cell_that_is_no_number_stays_in_its_row() -> None:
    rows = [*ROWS[:3], ["GPT2", "H100", "8", "n/a*"], ["GPT2", "H100", "many", "9"]]
    assert read(printed(HEADER, *rows)) == ([[HEADER, *rows]], [])


@pytest.mark.parametrize("size", [3, 6, 20])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("column", [0, 1, 2, 3])
def test_a_row_that_lacks_a_cell_is_kept_aside_and_the_others_stay(size: int, share: float, column: int) -> None:
    rows = [["BERT-Large", "H100", str(2**row), str(100 + row)] for row in range(size)]
    short = [cell for index, cell in enumerate(rows[int(size * share)]) if index != column]
    others = [row for number, row in enumerate(rows) if number != int(size * share)]
    text = printed(HEADER, *rows[: int(size * share)], short, *rows[int(size * share) + 1 :])
    found, rejected = tables(lines(text))
    assert [grid(one) for one in found] == [[HEADER, *others]]
    assert [one.row for one in rejected] == [tuple(short)]
    assert "3 cells that fit no row of 4 columns" in rejected[0].reason
    line = 1 + 4 + 4 * int(size * share)
    assert rejected[0].place == f"table T1, line {line}"
    assert rejected[0].start is not None
    assert text[rejected[0].start :].startswith("\n".join(short))


def test_a_cell_too_many_is_kept_aside() -> None:
    text = printed(HEADER, *ROWS[:2], ["a stray line"], *ROWS[2:])
    assert read(text) == ([[HEADER, *ROWS]], [("a stray line",)])


def test_two_faults_cost_two_rows() -> None:
    text = printed(HEADER, ROWS[0], ROWS[1][:3], *ROWS[2:4], ROWS[4][1:], ROWS[5])
    assert read(text) == ([[HEADER, ROWS[0], *ROWS[2:4], ROWS[5]]], [tuple(ROWS[1][:3]), tuple(ROWS[4][1:])])


def test_a_last_row_cut_short_is_kept_aside() -> None:
    assert read(printed(HEADER, *ROWS[:2], ROWS[2][:2])) == ([[HEADER, *ROWS[:2]]], [("BERT-Large", "H100")])


def test_a_last_row_cut_short_does_not_widen_the_header() -> None:
    assert read(printed(HEADER, ROWS[0], ROWS[1][:2])) == ([[HEADER, ROWS[0]]], [("BERT-Large", "H100")])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(printed(HEADER), id="a header alone"),
        pytest.param("The model\nruns on\na platform\nwith words\nand more words\n", id="prose"),
        pytest.param("Model\nwords\nwords again\nwords once more\n", id="one header word"),
        pytest.param("Model\n\nPlatform\n\nBatch Size\n\n4\n", id="empty lines between"),
    ],
)
def test_no_table(text: str) -> None:
    assert read(text) == ([], [])


CELLS = st.sampled_from(
    [*HEADER, "BERT-Large", "H100", "4", "1,024", "99.5", BLANK, "-", "n/a*", "words and words", ""]
)


@given(st.lists(CELLS, max_size=40))
def test_every_cell_stands_in_one_place(cells: list[str]) -> None:
    text = "\n".join(cells)
    every = lines(text)
    found, rejected = tables(every)
    for table in found:
        assert len({len(row) for row in (table.columns, *table.rows)}) == 1
        spans = [(cell.start, cell.end) for row in (table.columns, *table.rows) for cell in row]
        assert spans == sorted(spans)
        assert len(set(spans)) == len(spans)
    for table in found:
        held = sum(len(row) for row in (table.columns, *table.rows))
        aside = sum(len(one.row) for one in rejected if one.place.startswith(f"table {table.name},"))
        inside = [one for one in every if table.start <= one.start and one.end <= table.end]
        assert held + aside == len([one for one in inside if one.words or one.blank_cell]), "a cell was lost"
