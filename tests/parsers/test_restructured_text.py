import pytest

from parsers.lib.reading import reading_claims
from parsers.lib.registry import Raw, choose
from parsers.lib.rst import read
from parsers.restructured_text import parse
from schemas.document import Document, Table
from schemas.errors import DocumentError
from schemas.names import vocabulary

GRID = """\
+-------+--------------+
| Model | Results      |
|       +------+-------+
|       | ms   | img/s |
+=======+======+=======+
| BERT  | **1**| 400   |
| large |      |       |
+-------+------+-------+
| both  | 3            |
+-------+--------------+
"""
SIMPLE = """\
=====  =====  ======
   Inputs     Output
------------  ------
  A      B    A or B
=====  =====  ======
1      2      3
four
and           6
=====  =====  ======
"""


def document(text: str) -> Document:
    return parse(Raw("page.rst", text.encode()))


def table(text: str) -> Table:
    (found,) = document(text).tables
    return found


def cells(text: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table(text).rows]


def test_the_suffix_chooses_it() -> None:
    assert choose(Raw("README.rst", b"A\n=\n")).kind == "restructured_text"


def test_invalid_bytes_are_named() -> None:
    with pytest.raises(DocumentError, match="byte 1"):
        parse(Raw("page.rst", b"a\xff"))


def test_blocks() -> None:
    text = (
        "===\nTop\n===\n\nSection\n-------\n\nText::\n\n   17x\n\n- one\n  more\n- two\n\n.. note:: Mind\n\n   "
        "It is 3x.\n\n.. a comment 9x\n\n.. [1] A note.\n"
    )
    found = document(text)
    assert [(block.kind, block.level, found.text[block.start : block.end].strip()) for block in found.blocks] == [
        ("heading", 1, "Top"),
        ("heading", 2, "Section"),
        ("paragraph", 0, "Text::"),
        ("code", 0, "17x"),
        ("list_item", 0, "one\n  more"),
        ("list_item", 0, "two"),
        ("paragraph", 0, "Mind"),
        ("paragraph", 0, "It is 3x."),
        ("footnote", 0, "A note."),
    ]
    assert found.title == "Top"


def test_figures_under_markup_are_placed_in_the_file() -> None:
    text = "It is **5**\\ x faster [1]_ and `10x <http://a/3>`_ at best.\r\n"
    found, layout = document(text), read(text)
    _, _, reading = layout.finish()
    claims = list(reading_claims(found, reading, vocabulary()))
    assert [(claim.quote, str(claim.figure.value)) for claim in claims] == [("5**\\ x", "5"), ("10x", "10")]


def test_a_grid_table_with_spans() -> None:
    found = table(GRID)
    assert [column.text for column in found.columns] == ["Model", "Results ms", "Results img/s"]
    assert cells(GRID) == [["BERT large", "1", "400"], ["both", "3", "3"]]
    assert GRID[found.rows[0][0].start : found.rows[0][0].end] == "BERT"


def test_a_simple_table_with_spans_and_a_row_of_two_lines() -> None:
    assert [column.text for column in table(SIMPLE).columns] == ["Inputs A", "Inputs B", "Output A or B"]
    assert cells(SIMPLE)[0] == ["1", "2", "3"]


def test_a_list_table_with_its_caption() -> None:
    text = ".. list-table:: Costs\n   :header-rows: 1\n\n   * - A\n     - B\n   * - 17x\n     - ``2``\n       more\n"
    assert table(text).title == "Costs"
    assert cells(text) == [["17x", "2 more"]]


def test_a_table_directive_names_its_table() -> None:
    text = ".. table:: Speed\n\n   == ==\n   a  b\n   == ==\n   1  2\n   == ==\n"
    assert table(text).title == "Speed"
    assert cells(text) == [["1", "2"]]


def test_a_border_alone_is_no_table() -> None:
    assert document("== ==\ntext\n").tables == ()


def test_a_grid_too_large_to_be_read_is_said() -> None:
    border, line = "+-" * 2000 + "+\n", "| a\n"
    found = document(f"5x faster\n\n{border}{line * 1100}{border}\n7x\n")
    assert not found.tables
    assert found.warnings == ("character 11: a table of 1102 lines cannot be read",)


CSV = '''.. csv-table:: Three brokers
   :header: "Broker", "Rate (msg/s)", "Cost"
   :widths: 20, 20, 15

   "Harepost 4.0", "2,150,000", 8.7
   "Tiered, ""cold""", ``980``, "$63.85"

7x
'''


def test_a_csv_table_with_quoted_commas() -> None:
    found = table(CSV)
    assert found.title == "Three brokers"
    assert [column.text for column in found.columns] == ["Broker", "Rate (msg/s)", "Cost"]
    assert cells(CSV)[0] == ["Harepost 4.0", "2,150,000", "8.7"]
    assert cells(CSV)[1][1:] == ["980", "$63.85"]
    rate = found.rows[0][1]
    assert CSV[rate.start : rate.end] == "2,150,000"


def test_a_csv_table_with_a_header_among_its_rows_and_another_delimiter() -> None:
    text = ".. csv-table::\n   :header-rows: 1\n   :delim: ;\n\n   A; B\n   1,5; 2\n   ; 3\n"
    assert [column.text for column in table(text).columns] == ["A", "B"]
    assert cells(text) == [["1,5", "2"], ["", "3"]]
