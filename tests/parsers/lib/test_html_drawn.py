"""Charts that a page draws itself, as the tables that they were drawn from."""

import pytest

from parsers.html_post import parse
from parsers.lib.registry import Raw
from schemas.document import Document

LEAD = "<h1>The Brill 2</h1><p>We built it for the models that our users run all day.</p>"


def read(drawn: str, more: str = "") -> Document:
    document = parse(Raw("a.html", f"<main>{LEAD}<svg viewBox='0 0 600 300' {more}>{drawn}</svg></main>".encode()))
    for table in document.tables:
        assert all(
            document.text[one.start : one.end] == one.text for row in (table.columns, *table.rows) for one in row
        )
    return document


def rows(document: Document) -> list[list[str]]:
    return [[one.text for one in row] for table in document.tables for row in table.rows]


def at(text: str, x: float, y: float, more: str = "text-anchor='middle'") -> str:
    return f"<text x='{x}' y='{y}' {more}>{text}</text>"


LYING = at("GET 100 B", 10, 20, "") + at("310k to 620k", 300, 22, "") + at("GET 10 KB", 10, 60, "")
LYING += at("120k to 180k", 200, 62, "")
AXIS = "".join(at(one, 100 + 100 * number, 100) for number, one in enumerate(("0", "200k", "400k", "600k")))
FEET = at("Brill 1", 100, 250) + at("Brill 2", 200, 250)
SCALE = "".join(at(one, 20, 40 + 80 * number, "text-anchor='end'") for number, one in enumerate(("300", "200", "100")))


def test_lying_bars_are_rows_of_a_name_and_a_value() -> None:
    document = read(f"<title>Reads by size</title><rect width='9'/>{LYING}{AXIS}")
    assert rows(document) == [["GET 100 B", "310k to 620k"], ["GET 10 KB", "120k to 180k"]]
    assert document.tables[0].title == "Reads by size"
    assert "600k" not in document.text.split()  # a mark of the scale


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(at("248", 100, 60) + at("117", 200, 150) + FEET, id="in one space"),
        pytest.param(
            f"<g transform='translate(50, 0)'>{at('248', 50, 60)}{at('117', 150, 150)}</g>{FEET}", id="in a moved group"
        ),
        pytest.param(
            at("248", 100, 60) + at("117", 200, 150) + FEET.replace("Brill 2", "<tspan x='200'>Brill</tspan><tspan "
            "x='200' dy='1.1em'>2</tspan>"), id="with a wrapped name"
        ),
        pytest.param(at("248", 100, 60) + at("117", 200, 150) + FEET + SCALE, id="with a scale"),
        pytest.param(
            "<style>text { fill: #20 }</style><defs><text x='1' y='1'>5x icon</text></defs>" + FEET
            + at("248", 100, 60) + at("117", 200, 150), id="with what is not drawn"
        ),
    ],
)  # fmt: skip
def test_standing_bars_have_their_values_over_their_names(drawn: str) -> None:
    turned = "<text transform='rotate(-90)' x='-150' y='8'>tokens/s, higher is better</text>"
    document = read(f"{at('Decode on one card', 300, 14)}{turned}{drawn}")
    assert rows(document) == [["Brill 1", "248"], ["Brill 2", "117"]]
    assert document.tables[0].columns[1].text == "tokens/s"
    assert document.tables[0].title == "Decode on one card"


def test_grouped_bars_are_told_apart_by_the_legend() -> None:
    values = at("1.2x", 90, 100) + at("1.4x", 110, 90) + at("2.2x", 190, 80) + at("2.4x", 210, 70)
    document = read(at("FP16", 400, 20) + at("FP8", 460, 20) + values + FEET)
    assert rows(document) == [["Brill 1", "1.2x", "1.4x"], ["Brill 2", "2.2x", "2.4x"]]
    assert [one.text for one in document.tables[0].columns] == ["", "FP16", "FP8"]


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(at("1.2x", 90, 100) + at("1.4x", 110, 90) + at("2.2x", 200, 80), id="a bar without a value"),
        pytest.param(
            at("12 s", 100, 100) + at("14 s", 100, 50) + at("2 s", 200, 90) + at("4 s", 200, 50), id="stacked"
        ),
    ],
)
def test_bars_of_which_it_is_not_clear_whose_they_are_make_no_table(values: str) -> None:
    assert read(at("FP16", 400, 20) + at("FP8", 460, 20) + values + FEET).tables == ()


def test_numbers_that_name_their_bars_are_no_scale() -> None:
    drawn = "".join(
        at(name, 10, 30 * line, "") + at(value, 200, 30 * line, "")
        for line, (name, value) in enumerate([("512", "121.0 min"), ("1,024", "62.4 min"), ("2,048", "33.1 min")])
    )
    assert rows(read(drawn)) == [["512", "121.0 min"], ["1,024", "62.4 min"], ["2,048", "33.1 min"]]


def test_texts_and_tooltips_may_say_name_and_value_at_once() -> None:
    told = [["Build A", "12.4 s"], ["Build B", "9.4 s"]]
    assert rows(read(at("Build A: 12.4 s", 10, 20, "") + at("Build B: 9.4 s", 10, 50, ""))) == told
    hovered = "".join(f"<rect width='9'><title>{one}: {value}</title></rect>" for one, value in told)
    assert rows(read(hovered, "role='img' aria-label='Time to load'")) == told


def test_a_line_that_is_no_row_says_its_name_and_values_together() -> None:
    one = at("Brill 2 at rest", 10, 20, "") + at("41 W", 200, 20, "")
    assert "Brill 2 at rest: 41 W" in read(one + at("Measured at the wall, 5 runs", 10, 60, "")).text
    noted = LYING + at("2.6x of before", 500, 22, "")
    assert rows(read(noted)) == [["GET 100 B", "310k to 620k"], ["GET 10 KB", "120k to 180k"]]


def test_junk_and_plots_of_many_points_are_no_charts() -> None:
    assert read("".join(at("4.2 ms", one, one) for one in range(500))).tables == ()
    assert read("<g transform='translate(x) scale()'><text x='a' y=''>1</text><text x='5%'>2 s</text></g>").tables == ()
    far = "<g transform='scale(1e300) scale(1e300)'><text x='9' y='1'>1 s</text></g>"
    assert read(f"{far}{far}<text x='1e999' y='nan'>Brill 2 s</text>").tables == ()


def band(name: str, x: int, turned: str = "") -> str:
    return f"<g class='tick' transform='translate({x}, 0)'><text y='9' dy='0.71em' {turned}>{name}</text></g>"


@pytest.mark.parametrize("turned", ["", "transform='rotate(-45)' text-anchor='end'", "transform='rotate(-90)'"])
def test_names_may_be_slanted_or_turned(turned: str) -> None:
    feet = "".join(band(one, 100 * at, turned) for at, one in enumerate(("Brill, first", "Brill, second"), start=1))
    lines = "".join(
        f"<g class='tick' transform='translate(0, {200 - 50 * at})'><text x='-9' dy='0.32em'>{100 * at}</text></g>"
        for at in range(4)
    )
    values = "".join(
        f"<g transform='translate({x}, {y})'><text text-anchor='middle' y='-4'>"
        f"<tspan class='text-outline'>{value}</tspan>{value}</text></g>"
        for x, y, value in ((100, 80, "248"), (200, 140, "117"))
    )
    drawn = (
        f"<g transform='translate(60, 20)'><g transform='translate(0, 200)' text-anchor='middle'>{feet}</g>{values}"
        f"<g text-anchor='end' font-size='10'>{lines}</g></g>"
    )
    assert rows(read(drawn)) == [["Brill, first", "248"], ["Brill, second", "117"]]


def test_a_turn_without_a_sine_loses_no_page() -> None:
    document = read(f"<g transform='rotate(1e999)'>{LYING}</g>")
    assert "310k to 620k" in document.text


def test_a_remark_at_the_end_of_the_first_row_keeps_the_heads() -> None:
    heads = at("Alpha", 200, 20, "") + at("Beta", 300, 20, "")
    first = at("Sort", 10, 50, "") + at("41 ms", 200, 50, "") + at("22 ms", 300, 50, "") + at("our best", 400, 50, "")
    second = at("Join", 10, 80, "") + at("63 ms", 200, 80, "") + at("35 ms", 300, 80, "")
    third = at("Scan", 10, 110, "") + at("12 ms", 200, 110, "") + at("9 ms", 300, 110, "")
    (table,) = read(heads + first + second + third).tables
    assert [one.text for one in table.columns][1:] == ["Alpha", "Beta"]


def test_a_release_in_a_name_is_no_result() -> None:
    feet = at("Brill 1.4", 100, 250) + at("Smolt 0.3", 200, 250) + at("Parr", 300, 250)
    values = at("1,510", 100, 100) + at("1,780", 200, 80) + at("2,210", 300, 60)
    document = read(at("Throughput", 200, 20) + values + feet)
    assert rows(document) == [["Brill 1.4", "1,510"], ["Smolt 0.3", "1,780"], ["Parr", "2,210"]]
    assert document.tables[0].title == "Throughput"


def test_the_legend_of_grouped_bars_may_stand_beside_the_drawing() -> None:
    values = at("1.2x", 90, 100) + at("1.4x", 110, 90) + at("2.2x", 190, 80) + at("2.4x", 210, 70)
    legend = "<ul><li><svg></svg><span>FP16</span></li><li><svg></svg><span>FP8</span></li></ul>"
    page = f"<main>{LEAD}<div><svg viewBox='0 0 600 300'>{values}{FEET}</svg>{legend}</div></main>"
    (table,) = parse(Raw("a.html", page.encode())).tables
    assert [one.text for one in table.columns] == ["", "FP16", "FP8"]
