"""Tables in boxes, as database shells draw them, and what blocks of code hold besides."""

from parsers.lib.printed_tables import printed_tables
from parsers.lib.text_boxed import boxed_tables
from parsers.lib.text_lines import lines
from schemas.document import Table

NAMED_EDGE = "┌─part──┬──size─┐\n│ stamp │ 18 kB │\n└───────┴───────┘\n"
TYPED = (
    "┌───────┬───────┐\n│ city  │ count │\n│ text  │ int64 │\n├───────┼───────┤\n│ Ulm   │    17 │\n└───────┴───────┘\n"
)
NOTE = "┌──────────────┐\n│ Done in 3 s. │\n└──────────────┘\n"
FLAGS = "flag        default   meaning\n--threads   8         workers\n--depth     64        requests in flight\n"
OPEN = "┌─part──┬──size─┐\n│ stamp │ 18 kB │\n"
PRINTED = "benchmark   old ns/op   new ns/op\nShort-8     612         489\nLong-8      88210       60541\n"


def rows(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in (table.columns, *table.rows)]


def test_the_upper_edge_names_the_columns_and_one_row_is_a_table() -> None:
    (table,) = boxed_tables(lines(NAMED_EDGE), NAMED_EDGE, 1)
    assert rows(table) == [["part", "size"], ["stamp", "18 kB"]]
    assert all(NAMED_EDGE[cell.start : cell.end] == cell.text for row in table.rows for cell in row)


def test_names_in_a_row_of_their_own_and_types_below_them() -> None:
    (table,) = boxed_tables(lines(TYPED), TYPED, 1)
    assert rows(table) == [["city", "count"], ["Ulm", "17"]]


def test_a_box_around_a_note_and_one_that_is_never_closed_are_no_tables() -> None:
    assert not boxed_tables(lines(NOTE), NOTE, 1)
    assert not boxed_tables(lines(OPEN), OPEN, 1)


def test_of_tables_set_with_spaces_those_of_figures_are_read() -> None:
    (table,) = printed_tables(lines(PRINTED), [(0, len(PRINTED))], PRINTED, 3)
    assert table.name == "T3"
    assert rows(table)[1] == ["Short-8", "612", "489"]
    assert not printed_tables(lines(FLAGS), [(0, len(FLAGS))], FLAGS, 1)
