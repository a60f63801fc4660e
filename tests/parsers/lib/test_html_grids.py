"""Tables that are built of boxes, and boxes that are none; tables that a spreadsheet exported."""

import pytest

from parsers.html_post import parse
from parsers.lib.registry import Raw
from schemas.document import Document

LEAD = "<h1>The Brill 2</h1><p>We built it for the models that our users run all day.</p>"
TABLE = [["Brill 1", "4,120", "88 ms"], ["Brill 2", "1,120", "188 ms"]]
HEAD = ["Model", "Input", "Delay"]


def read(body: str) -> Document:
    return parse(Raw("a.html", f"<main>{LEAD}{body}</main>".encode()))


def tables(document: Document) -> list[list[list[str]]]:
    return [
        [[one.text for one in row] for row in (table.columns, *table.rows) if any(one.text for one in row)]
        for table in document.tables
    ]


def cells(row: list[str], name: str, more: str = "") -> str:
    return "".join(f"<{name}{more}>{one}</{name}>" for one in row)


FLAT = cells([*HEAD, *TABLE[0], *TABLE[1]], "div")


def boxes(rows: list[list[str]], outer: str, inner: str) -> str:
    return "".join(f"<{outer} class='row'>{cells(row, inner)}</{outer}>" for row in rows)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"<div>{boxes([HEAD, *TABLE], 'div', 'div')}</div>", id="rows of boxes"),
        pytest.param(f"<ul>{boxes([HEAD, *TABLE], 'li', 'span')}</ul>", id="a list"),
        pytest.param(
            f"<div>{boxes([HEAD], 'div', 'b')}</div><div>{boxes(TABLE, 'div', 'p')}</div>", id="a head of its own"
        ),
        pytest.param(f"<div style='display:grid; grid-template-columns: repeat(3, 1fr)'>{FLAT}</div>", id="a style"),
        pytest.param(f"<div style='grid-template-columns: minmax(0, 2fr) 1fr 1fr'>{FLAT}</div>", id="unlike columns"),
        pytest.param(f"<div class='grid grid-cols-3'>{FLAT}</div>", id="a class"),
        pytest.param(
            f"<div>{cells(HEAD, 'div', ' class=head')}{cells([*TABLE[0], *TABLE[1]], 'div')}</div>", id="heads tell"
        ),
    ],
)
def test_rows_of_as_many_short_boxes_are_a_table(body: str) -> None:
    assert tables(read(body)) == [[HEAD, *TABLE]]


def test_lines_of_name_and_figure_are_a_table_without_a_header() -> None:
    pairs = [["Power", "35 W"], ["Bus", "PCIe 5"], ["Memory", "24 GB"]]
    found = read("<ul>" + "".join(f"<li>{cells(row, 'span')}</li>" for row in pairs) + "</ul><p>As sold.</p>")
    assert tables(found) == [pairs]
    assert found.text.endswith("As sold.")


@pytest.mark.parametrize(
    "row",
    [
        "<div><h3>2.4x</h3><p>faster answers than before</p></div>",
        "<div><span><a href='x'>How we built it</a></span><span>3 min read</span></div>",
        "<div><span>Ada Finch</span><span>12 Nov 2026</span></div>",
        "<div><b>Fast</b><span>It answers at once.</span></div>",
        "<li><b>Power:</b> <span>35 W</span></li>",
        "<div><p>Throughput</p><p>8,480 tokens/s</p></div>",
        "<div>Power<span>35 W</span><span>40 W</span></div>",
    ],
    ids=["figures over words", "links", "dates", "no figures", "prose", "cards", "words of its own"],
)
def test_other_boxes_are_none(row: str) -> None:
    assert read(f"<div>{row * 3}</div>").tables == ()


def test_a_name_stands_apart_from_the_figure_behind_it() -> None:
    assert "Power draw: 300 W" in read("<div><span>Power draw</span><strong>300 W</strong></div>").text
    assert "It is 5x faster" in read("<p>It is <b>5</b><span>x</span> faster.</p>").text


SHEET = "<tr><td></td><td>A</td><td>B</td><td>C</td><td>D</td></tr>" + "".join(
    f"<tr><td>{number}</td><td></td>{cells(row, 'td')}</tr>" for number, row in enumerate((HEAD, *TABLE), start=1)
)


def test_a_spreadsheet_is_read_without_its_letters_and_numbers() -> None:
    assert tables(read(f"<table>{SHEET}</table>")) == [[HEAD, *TABLE]]
    assert tables(read(f"<table>{SHEET.replace('td>', 'th>', 10)}</table>")) == [[HEAD, *TABLE]]


def test_a_table_of_letters_or_numbers_stays() -> None:
    rows = [["", "A", "B"], ["1", "4 ms", "5 ms"], ["3", "6 ms", "7 ms"]]
    assert (
        tables(read("<table>" + "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows) + "</table>"))[0][1:]
        == rows[1:]
    )


def test_the_summary_of_a_fold_is_what_its_table_is_called() -> None:
    found = read(f"<h2>More</h2><details><summary>At night</summary><table>{SHEET}</table></details>")
    assert found.tables[0].title == "At night"


@pytest.mark.parametrize(
    "bar",
    [
        pytest.param("<div><div style='width:{n}%'></div></div><span>{n} ms</span>", id="beside its bar"),
        pytest.param("<div><div style='width:{n}%'>{n} ms</div></div>", id="on its bar"),
    ],
)
def test_bars_of_boxes_are_a_table_of_names_and_values(bar: str) -> None:
    rows = "".join(f"<div><span>{name}</span>{bar.format(n=n)}</div>" for name, n in (("Brill 1", 90), ("Brill 2", 40)))
    document = read(f"<h2>Delay</h2><div>{rows}<div><span>Brill 3</span>{bar.format(n=20)}</div></div>")
    assert tables(document) == [[["Brill 1", "90 ms"], ["Brill 2", "40 ms"], ["Brill 3", "20 ms"]]]
