"""Figures set apart from their words, and tables built of other elements."""

import pytest

from parsers.lib.html_cards import is_lone, is_words
from schemas.document import Document
from tests.gold.score import read

LEAD = "<h1>The Brill 2</h1><p>We built it for the models that our users run all day.</p>"


def page(body: str) -> Document:
    return read("a.html", f"<html><body><main>{LEAD}{body}</main></body></html>".encode()).document


def said(document: Document) -> list[str]:
    return [document.text[one.start : one.end] for one in document.blocks][2:]


@pytest.mark.parametrize(
    "text", ["2.4x", "Up to 17×", "40%", "$2.99", "8,480", "<3 h", "12 ms", "~1.5x", "3 GB/s", "10M+"]
)
def test_a_figure_alone(text: str) -> None:
    assert is_lone(text)


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "2.",
        "Step 1",
        "2024",
        "2025+",
        "Q3",
        "1.2",
        "404",
        "3rd",
        "3D",
        "5 May",
        "faster",
        "2.4x faster",
        "",
        "4 of 5",
    ],
)
def test_no_figure_alone(text: str) -> None:
    assert not is_lone(text)


def test_words_of_a_figure_are_a_phrase() -> None:
    assert is_words("faster training than before")
    assert not is_words("faster")
    assert not is_words("2.4x")


@pytest.mark.parametrize(
    "card",
    [
        "<div class=card><div class=num>2.4x</div><div>faster than the Brill 1</div></div>",
        "<div class=card><span class=big>2.4x</span><p>faster than the Brill 1</p></div>",
        "<li><h3>2.4x</h3><p>faster than the Brill 1</p><a href=/m>More</a></li>",
        "<section><p><b>2.4x</b></p><p>faster than the Brill 1</p></section>",
    ],
)
def test_a_card_is_one_block(card: str) -> None:
    document = page(f"<div class=stats>{card}<div><h3>40%</h3><p>lower cost</p></div></div>")
    assert said(document)[0].startswith("2.4x faster than the Brill 1")
    assert said(document)[-1] == "40% lower cost"


def test_a_claim_of_a_card_has_its_sides() -> None:
    body = "<div class=card><div>2.4x</div><div>faster training than the Brill 1</div></div>"
    (claim,) = read("a.html", f"<html><body><main>{LEAD}{body}</main></body></html>".encode()).claims
    assert (claim.quote, claim.subject.name, claim.baseline.name) == ("2.4x", "Brill 2", "Brill 1")


@pytest.mark.parametrize(
    "body",
    [
        "<ol><li><div>1</div><p>Create an account</p></li></ol>",
        "<div><div>2019</div><div>Founded in a garage</div></div>",
        "<p>2.4x</p><p>A paragraph of the page itself.</p><p>One more of them.</p><p>And another.</p>",
    ],
)
def test_what_is_no_card_stays_apart(body: str) -> None:
    assert len(said(page(body))) > 1


def test_a_table_by_roles_is_a_table() -> None:
    row = '<div role="row"><span role="{0}">{1}</span><span role="{0}">{2}</span></div>'.format
    body = row("columnheader", "System", "Tokens/s") + row("cell", "Brill 1", "500") + row("cell", "Brill 2", "1,200")
    (table,) = page(f'<div role="table"><div role="rowgroup">{body}</div></div>').tables
    assert [one.text for one in table.columns] == ["System", "Tokens/s"]
    assert [[one.text for one in cells] for cells in table.rows] == [["Brill 1", "500"], ["Brill 2", "1,200"]]


def test_roles_without_cells_make_no_table() -> None:
    assert not page('<div role="grid"><div role="row"><p>Only words.</p></div></div>').tables


def test_headings_over_a_card_stay_open() -> None:
    card = "<div><h2>2.4x</h2><p>faster training than before</p></div>"
    rows = (
        "<table><tr><th>Host</th><th>Rate</th></tr><tr><td>A</td><td>12</td></tr><tr><td>B</td><td>14</td></tr></table>"
    )
    (table,) = page(f"<h2>Setup on the H100</h2>{card}{rows}").tables
    assert "Setup on the H100" in table.headings


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("<p>Throughput</p><p>8,480 tokens/s</p>", "Throughput: 8,480 tokens/s"),
        ("<h3>Throughput</h3><div>8,480</div><div>tokens/s</div>", "Throughput: 8,480 tokens/s"),
        ("<p>Delay at the 99th percentile</p><div><strong>12 ms</strong></div>", "Delay at the 99th percentile: 12 ms"),
        ("<div><span>Memory</span></div><div><b>24</b> GB</div>", "Memory: 24 GB"),
        ("<p>Power</p><p>310 W</p><p>at the wall with eight fans</p>", "Power: 310 W\n\nat the wall with eight fans"),
        ("<p>Training</p><h3>2.4x</h3><p>faster than before it</p>", "Training\n\n2.4x faster than before it"),
        ("<p>It is as fast as it was.</p><p>12 ms</p>", "It is as fast as it was.\n\n12 ms"),
    ],
)
def test_a_figure_is_of_the_name_over_it(card: str, text: str) -> None:
    assert "\n\n".join(said(page(f"<div class='card'>{card}</div><p>End.</p>"))) == f"{text}\n\nEnd."
