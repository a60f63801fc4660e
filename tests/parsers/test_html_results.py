from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from parsers.html_results import accepts, parse
from parsers.lib.registry import Raw, choose
from schemas.document import Document, Table

(SAMPLE,) = (Path(__file__).parents[2] / "raw" / "graphcore-results").glob("*.html")
TABLE = "<table><tr><th>M</th><th>ms</th></tr><tr><td>A</td><td>{}</td></tr></table>"
PROSE = "<p>A paragraph of some length that says what a page says, in words, and at times with figures.</p>" * 5


@pytest.fixture(scope="module")
def page() -> Document:
    raw = Raw(SAMPLE.name, SAMPLE.read_bytes())
    assert choose(raw).kind == "html_results"
    return parse(raw)


def read(markup: str) -> Document:
    return parse(Raw("page.html", markup.encode()))


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def test_every_row_of_the_sample_is_there(page: Document) -> None:
    assert [(table.title, len(table.rows)) for table in page.tables] == [
        ("OGB-LSC 2022", 2),
        ("Bow Platform - Training", 64),
        ("Bow Platform - Inference", 37),
        ("MLPerf v2.0 Training Performance", 11),
        ("IPU-POD Classic - Training", 62),
        ("IPU-POD Classic - Time to Result", 1),
        ("IPU-POD Classic - Inference", 71),
    ]
    assert (page.rejected, page.warnings) == ((), ())


def test_every_cell_of_the_sample_is_the_cell_of_the_page(page: Document) -> None:
    soup = BeautifulSoup(SAMPLE.read_bytes(), "lxml")
    printed = [
        [[td.get_text().strip() for td in row.find_all("td")] for row in table.find_all("tr")[1:]]
        for table in soup.select("main table")
    ]
    assert [texts(table) for table in page.tables] == printed


def test_every_span_gives_back_its_text(page: Document) -> None:
    for table in page.tables:
        for cell in (*table.columns, *(cell for row in table.rows for cell in row)):
            assert page.text[cell.start : cell.end] == cell.text
            assert table.start <= cell.start <= cell.end <= table.end


@pytest.mark.parametrize(
    ("table", "row", "column", "text"),
    [
        (1, 34, "Variant", "frames/s"),
        (1, 35, "Platform", "1x Bow IPU"),
        (1, 35, "Batch Size", ""),
        (1, 57, "Batch Size", "8,196"),
        (2, 0, "Platform", "Bow Pod16"),
        (2, 31, "Latency (ms)", ""),
        (3, 10, "MLPerf Quality Target", "-"),
        (3, 10, "Time to Train (mins)", "109.36"),
        (5, 0, "Time To Result (secs)", "49"),
        (6, 70, "Latency (ms)", ""),
    ],
)
def test_odd_and_blank_cells_are_kept(page: Document, table: int, row: int, column: str, text: str) -> None:
    names = [cell.text for cell in page.tables[table].columns]
    assert page.tables[table].rows[row][names.index(column)].text == text


def test_what_stands_around_the_tables_is_kept(page: Document) -> None:
    assert page.published_on == "2023-07-04"
    assert "new Bow-2000 platform" in page.text
    captions = [page.text[block.start : block.end] for block in page.blocks if block.kind == "caption"]
    assert len([caption for caption in captions if "MLPerf ID" in caption]) == 2
    (note,) = page.tables[0].footnotes
    assert "PQM4Mv2 throughput" in page.text[slice(*note)]
    assert all(table.headings[0] == "Performance Results" for table in page.tables)
    for decoy in ("Save 20%", "10x your workflow", "555", "13 months", "45,000", "99.9%"):
        assert decoy not in page.text


@pytest.mark.parametrize(
    "markup",
    [
        pytest.param("<article>{prose}</article><div><h2>Head</h2>{table}</div>", id="outside the article"),
        pytest.param("<div>{prose}</div><div><div><h2>Head</h2></div><div>{table}</div></div>", id="in a box far away"),
        pytest.param("<main>{prose}</main><form><h2>Head</h2>{table}</form>", id="in a form"),
        pytest.param("<main>{prose}</main><aside><h2>Head</h2>{table}</aside>", id="in an aside"),
        pytest.param("{prose}<div role=tabpanel hidden><h2>Head</h2>{table}</div>", id="behind a tab"),
        pytest.param("{prose}<details><summary>More</summary><h2>Head</h2>{table}</details>", id="folded away"),
        pytest.param("{prose}<h2><button>Head</button></h2>{table}", id="under an accordion's button"),
    ],
)
def test_a_data_table_is_kept_with_its_heading_wherever_it_stands(markup: str) -> None:
    document = read(markup.format(prose=PROSE, table=TABLE.format("1.5")))
    assert [(table.title, texts(table)) for table in document.tables] == [("Head", [["A", "1.5"]])]


def test_a_list_of_cookies_is_no_result() -> None:
    document = read(
        f'<main>{PROSE}{TABLE.format("1")}</main><div class="cookie-consent">{TABLE.format("30 days")}</div>'
    )
    assert len(document.tables) == 1


def test_captions_come_from_the_figure_too() -> None:
    document = read(f"<h2>Head</h2><figure>{TABLE.format('1')}<figcaption>Table 1: speed</figcaption></figure>")
    assert document.tables[0].title == "Table 1: speed"


def test_a_bold_line_above_a_table_does_for_a_heading() -> None:
    document = read(f"<h1>Page</h1><p><strong>Training</strong></p><div>{TABLE.format('1')}</div>{TABLE.format('2')}")
    assert [table.headings for table in document.tables] == [("Page", "Training"), ("Page",)]
    assert [table.title for table in document.tables] == ["Training", "Page"]


def test_a_bad_row_costs_no_other_row() -> None:
    document = read("<h2>x</h2><table><tr><th>M<th>a<th>b<tr><td>A<td>1<td>2<tr><td>B<td>3<tr><td>C<td>5<td>6</table>")
    assert texts(document.tables[0]) == [["A", "1", "2"], ["C", "5", "6"]]
    (bad,) = document.rejected
    assert (bad.place, bad.row) == ("table T1, row 2", ("B", "3"))
    assert document.text[bad.start : bad.end] == "B\t3"


@pytest.mark.parametrize(
    ("data", "fits"),
    [
        pytest.param((TABLE * 2).format(1, 2), True, id="two data tables"),
        pytest.param("<table>" + "<tr><td>A<td>1" * 25 + "</table>", True, id="many rows"),
        pytest.param(PROSE + TABLE.format(1), False, id="one small table"),
        pytest.param(PROSE * 5 + (TABLE * 2).format(1, 2), False, id="more prose than cells"),
        pytest.param(PROSE, False, id="no table"),
    ],
)
def test_it_fits_where_tables_dominate(data: str, fits: bool) -> None:
    assert (accepts(data.encode()) > 10) == fits


def test_it_does_not_fit_other_bytes() -> None:
    assert accepts(b"\x89PNG\r\n\x1a\n<table><tr><td>") == 0
