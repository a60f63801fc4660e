"""What checks read of a file with markup, and where findings lead back to."""

from itertools import chain

import pytest

from schemas.names import vocabulary
from schemas.notation import plain, plain_cell
from schemas.statement import Claim, Measurement
from tests.gold.score import HERE, labels, read
from tieout.reconcile import reconcile
from tieout.rendering import rendered
from tieout.unmarked import without_mark

PAGE = """# Notes on **Brill 2**

The new engine is **x4.24** faster than the [Brill 1](https://example.org/b1):
it does **8,480** queries a second.

| Engine | Rate (queries/s) | Speed-up |
| --- | ---: | ---: |
| Brill 1 | 2,000 <sup>1</sup> | 1.0x |
| **Brill 2** | **8,480** | x4.24[2] |
"""


def test_a_page_is_read_as_a_person_sees_it() -> None:
    found = rendered(read("a.md", PAGE.encode()))
    assert found is not None
    assert "# Notes on Brill 2\n" in found.reading.text
    assert "is 4.24x faster than the Brill 1:\nit does 8,480 queries" in found.reading.text
    (table,) = found.parsed.document.tables
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Brill 1", "2,000", "1.0x"],
        ["Brill 2", "8,480", "4.24x"],
    ]


def test_statements_and_cells_stand_where_the_reading_has_them() -> None:
    found = rendered(read("a.md", PAGE.encode()))
    assert found is not None
    document, text = found.parsed.document, found.reading.text
    assert all(text[one.figure.start : one.figure.end] == one.quote for one in found.parsed.claims)
    assert all(one.before + one.quote + one.behind == one.context for one in found.parsed.claims)
    cells = chain.from_iterable(chain.from_iterable(table.rows) for table in document.tables)
    assert all(text[one.start : one.end] == one.text for one in cells)


def test_ids_lead_back_to_the_files_statements() -> None:
    parsed = read("a.md", PAGE.encode())
    found = rendered(parsed)
    assert found is not None
    assert set(found.statements.values()) == {
        one.statement_id for one in chain[Claim | Measurement](parsed.claims, parsed.measurements)
    }


def test_text_without_markup_is_taken_as_it_is() -> None:
    plain = "# Brill\n\nIt does 8,480 queries a second.\n\n| a | b |\n| --- | --- |\n| c | 1.0x |\n"
    found = rendered(read("a.md", plain.encode()))
    assert found is None or found.reading.text == plain
    assert rendered(read("a.txt", b"It does 8,480 queries a second.")) is None


def test_bold_figures_are_found_out_as_plain_ones_are() -> None:
    text = "# Times\n\nThe job took 12.0 s on the old host and 4.8 s on the new one, which is 3.1x faster.\n"
    marked = text.replace("4.8 s", "**4.8 s**").replace("3.1x faster", "**3.1x [faster](https://a.example)**")
    one, other = (reconcile([read("a.md", some.encode())], vocabulary()).findings for some in (text, marked))
    assert [(found.check, found.message) for found in one] == [(found.check, found.message) for found in other]
    assert one


def test_a_quote_of_a_cell_with_the_mark_of_a_note_stands_in_its_file() -> None:
    text = PAGE.replace("x4.24[2]", "x3.1[2]").replace("**x4.24**", "**x3.1**")
    found = reconcile([read("a.md", text.encode())], vocabulary()).findings
    every = [item for one in found for item in one.evidence]
    assert {item.quote for item in every} >= {"x3.1", "2,000", "8,480"}
    assert all(text[item.start : item.end] == item.quote for item in every)


def test_every_quote_stands_in_its_file() -> None:
    for entry in labels(HERE / "pairs97.jsonl")[:20]:
        parsed = [read(name, text.encode()) for name, text in entry["documents"].items() if name.endswith(".md")]
        texts = {one.document.document_id: one.document.text for one in parsed}
        every = (item for one in reconcile(parsed, vocabulary()).findings for item in one.evidence)
        assert all(texts[item.document_id][item.start : item.end] == item.quote for item in every)


@pytest.mark.parametrize("kept", ["A[1]", "4 [8]", "Latency [10]", "m²", "10⁹", "Section §", "x[s]"])
def test_what_is_no_mark_of_a_note_stays(kept: str) -> None:
    assert without_mark(kept) == kept


@pytest.mark.parametrize("marked", ["121.0 ¹", "121.0¹²", "121.0†", "121.0[3]", "121.0 †‡"])
def test_marks_of_notes_are_left_out_of_cells(marked: str) -> None:
    assert without_mark(marked) == "121.0"


def test_many_marks_cost_no_more_than_few() -> None:
    assert without_mark("†" * 100 + "sz").endswith("sz")


@pytest.mark.parametrize("kept", ["inch²", "O(n)² time", "(km)²", "x86", "x264", "CO₂", "10⁹ rows"])
def test_powers_and_names_keep_their_letters(kept: str) -> None:
    assert plain(kept) == plain_cell(kept) == kept


def test_one_turned_factor_changes_no_other() -> None:
    text = "# Notes\n\nThe Brill 2 is x4 faster than the Brill 1, and x45 cheaper than the Brill 0.\n"
    found = rendered(read("a.md", text.encode()))
    assert found is not None
    assert {one.context for one in found.parsed.claims} == {
        "The Brill 2 is 4x faster than the Brill 1, and 45x cheaper than the Brill 0."
    }


def test_blocks_of_code_are_read_as_they_are_whatever_table_they_tell() -> None:
    code = "```\nlatency (usec): min=58, max=655\nTime per request:   11.219 [ms] (mean)\n```\n"
    found = rendered(read("a.md", f"# **Disk**\n\n{code}".encode()))
    assert found is not None
    assert found.parsed.document.tables[0].columns[0].text == "Metric"
    assert found.reading.text.endswith(code)


@pytest.mark.parametrize(("head", "kept"), [("#", 2), ("Threads", 3), ("", 3)])
def test_a_column_that_counts_rows_is_left_out(head: str, kept: int) -> None:
    rows = "".join(f"| {at} | host {name} | {at * 7} |\n" for at, name in enumerate("abc", 1))
    found = rendered(read("a.md", f"# **Hosts**\n\n| {head} | Host | Rate |\n|---|---|---|\n{rows}".encode()))
    assert found is not None
    assert len(found.parsed.document.tables[0].columns) == kept
