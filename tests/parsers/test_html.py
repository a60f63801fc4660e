import gc
from contextlib import suppress

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers import html_post
from parsers.html_results import parse
from parsers.lib.dom_paths import Paths
from parsers.lib.html import looks_like_html
from parsers.lib.html_meta import iso_date
from parsers.lib.registry import Raw
from schemas.document import Document
from schemas.errors import DocumentError


def read(markup: str) -> Document:
    return parse(Raw("page.html", markup.encode()))


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("<p><b>5</b>x faster</p>", "5x faster", id="inline markup splits no word"),
        pytest.param("<p>over<!-- no --> 1<i>3</i><wbr>x</p>", "over 13x", id="comments and <wbr> are nothing"),
        pytest.param("<p>3&nbsp;hours\n\t or&#8239;less</p>", "3 hours or less", id="every white space is a space"),
        pytest.param("<p>17&#8203;x so&shy;ft</p>", "17x soft", id="zero-width characters are nothing"),
        pytest.param("<p>10&times; &amp; &#8217;</p>", "10× & ’", id="entities"),
        pytest.param("<p>one<br>two</p>", "one\ntwo", id="a line break"),
        pytest.param("<p>one<br><br>two</p>", "one\n\ntwo", id="two line breaks part paragraphs"),
        pytest.param("<div>one<div>two</div>three</div>", "one\n\ntwo\n\nthree", id="text between blocks"),
        pytest.param("<p>5,600<sup>2</sup> items</p>", "5,600 ² items", id="a footnote mark stands apart"),
        pytest.param("<p>17x<sup>1</sup> faster</p>", "17x ¹ faster", id="a footnote mark after a ratio"),
        pytest.param("<p>3 x 10<sup>6</sup> rows</p>", "3 x 10⁶ rows", id="an exponent clings"),
        pytest.param("<p>5 m<sup>2</sup></p>", "5 m²", id="a unit's exponent clings"),
        pytest.param("<p>1<sup>st</sup> of IPU<sup>™</sup></p>", "1st of IPU™", id="raised letters stay"),
        pytest.param("<p>POD<sub>64</sub></p>", "POD64", id="lowered digits stay"),
        pytest.param('<p>Hi<script>var x="99x"</script> <style>p{}</style>you</p>', "Hi you", id="no scripts"),
        pytest.param('<p>a</p><p hidden>b</p><p style="display: none">c</p>', "a", id="nothing hidden"),
        pytest.param('<p>a <span class="sr-only">b</span>c</p>', "a c", id="nothing for screen readers only"),
        pytest.param('<p><span aria-hidden="true">17x</span> faster</p>', "17x faster", id="shown though not read out"),
        pytest.param('<div role="tabpanel" hidden><p>tab</p></div>', "tab", id="a panel behind a tab"),
        pytest.param('<div class="hidden md:block"><p>wide</p></div>', "wide", id="hidden on small screens only"),
        pytest.param("Just 4x text", "Just 4x text", id="no markup at all"),
    ],
)
def test_text_layer(markup: str, text: str) -> None:
    assert read(markup).text == text


def test_kinds_of_blocks() -> None:
    document = read(
        "<h2>Head<a class='headerlink'>¶</a></h2><ul><li>one<ul><li>two</li></ul></li></ul><pre>a\n  b</pre>"
        "<dl><dt>Latency</dt><dd>3 ms</dd></dl><blockquote><p>Said.</p></blockquote>"
        "<figure><img alt='Bars: 27x faster time to result'><figcaption>Chart</figcaption></figure>"
        "<div class='footnotes'><p>* at FP16</p></div>"
    )
    assert kinds(document) == [
        ("heading", "Head"),
        ("list_item", "one"),
        ("list_item", "two"),
        ("code", "a\n  b"),
        ("list_item", "Latency"),
        ("list_item", "3 ms"),
        ("paragraph", "Said."),
        ("caption", "Bars: 27x faster time to result"),
        ("caption", "Chart"),
        ("footnote", "* at FP16"),
    ]
    assert document.blocks[0].level == 2


def test_the_words_of_a_drawn_chart_are_read() -> None:
    texts = ("Frames, city scene", "0", "50", "Marl 6: 48 fps", "Marl 7: 79 fps")
    drawn = "".join(f"<text>{one}</text>" for one in texts)
    document = read(f"<p>Text.</p><figure><svg>{drawn}</svg><figcaption>Chart</figcaption></figure>")
    captions = [document.text[one.start : one.end] for one in document.blocks if one.kind == "caption"]
    assert captions == ["Frames, city scene", "Marl 6: 48 fps", "Marl 7: 79 fps", "Chart"]


@pytest.mark.parametrize("drawn", ["<text>Menu</text>", "<title>Our logo 2</title>", "<text>Buy now</text>"])
def test_icons_say_nothing(drawn: str) -> None:
    assert read(f"<p>Text.</p><svg>{drawn}</svg>").text.strip() == "Text."


@pytest.mark.parametrize("how", ["aria-hidden='true'", "hidden", "style='display: none'", "class='d-none'"])
def test_a_chart_that_is_not_shown_says_nothing(how: str) -> None:
    assert read(f"<p>Text.</p><svg {how}><text>Marl 6: 48 fps</text><text>Marl 7: 79 fps</text></svg>").text == "Text."


@pytest.mark.parametrize("alt", ["", "chart-27x.png", "logo", "graphcore-model-garden", "Time to result, 27x"])
def test_an_alt_text_that_adds_nothing_is_left_out(alt: str) -> None:
    document = read(f"<p>Text.</p><figure><img alt='{alt}'><figcaption>Time to result, 27x</figcaption></figure>")
    assert document.text == "Text.\n\nTime to result, 27x"


def test_paths_lead_back_to_the_elements() -> None:
    markup = "<div><p>a</p><p>b</p></div><div><p>c</p><o:p><p>d</p></o:p><table>"
    markup += "<tr><th>M<th>x<tr><td>A<td>1</table></div>"
    document = read(markup)
    soup = BeautifulSoup(markup, "lxml")
    spans = [(block.dom_path, document.text[block.start : block.end]) for block in document.blocks[:4]]
    spans += [(cell.dom_path, cell.text) for row in document.tables[0].rows for cell in row]
    for path, text in spans:
        found = soup.select_one(path or "")
        assert found is not None
        assert found.get_text() == text


def test_paths_may_be_asked_for_again_and_out_of_order() -> None:
    soup = BeautifulSoup("<div><p>a</p>b<p>c<i>d</i></p>e<ul><li>f</ul></div><div>g</div>", "lxml")
    elements = [tag for tag in soup.find_all(True) if tag.name != "html"]
    paths = Paths()
    for tag in [*elements, *reversed(elements), *elements[::2], *elements]:
        path = paths.of(tag)
        assert path is not None
        assert soup.select(path) == [tag]


def test_all_notes_after_a_table_are_its_own_and_a_heading_ends_them() -> None:
    notes = "".join(f"<p>* note {number}</p>" for number in range(3))
    (table,) = read(f"<table><tr><th>M<th>ms<tr><td>A<td>1</table>{notes}<h2>H</h2><p>* other</p>").tables
    assert len(table.footnotes) == 3


def test_each_picture_of_a_figure_is_held_against_its_caption() -> None:
    shown = "".join(f"<img alt='{alt}'>" for alt in ("it is 3x as fast", "it is 5x as fast", "3x"))
    document = read(f"<figure>{shown}<figcaption>Here it is 3x as fast.</figcaption></figure>")
    assert kinds(document) == [("caption", "it is 5x as fast"), ("caption", "Here it is 3x as fast.")]


@pytest.mark.parametrize(
    "markup",
    [
        pytest.param("<table><tr><td>One cell with 5x</td></tr></table>", id="a single cell"),
        pytest.param('<table role="presentation"><tr><td>a 5x<td>b</tr></table>', id="role=presentation"),
        pytest.param(f"<table><tr><td>nav<td>{'<p>Long 5x prose it is.</p>' * 20}</tr></table>", id="paragraphs"),
        pytest.param("<table><tr><td>a<td><h2>Head</h2>5x</tr></table>", id="headings in cells"),
    ],
)
def test_a_layout_table_is_prose(markup: str) -> None:
    document = read(markup)
    assert document.tables == ()
    assert "5x" in document.text


def test_a_data_table_within_a_layout_table() -> None:
    inner = "<table><tr><th>M</th><th>ms</th></tr><tr><td>A</td><td>1</td></tr></table>"
    document = read(f"<table><tr><td>left</td><td><h2>Head</h2>{inner}</td></tr></table>")
    assert [(table.title, len(table.rows)) for table in document.tables] == [("Head", 1)]


def test_the_table_stands_in_the_text_a_line_a_row() -> None:
    document = read(
        "<h1>Page</h1><h2>Training</h2><table><caption>Speed</caption><tr><th>Model<th>a<br>(ms)</tr>"
        "<tr><td rowspan=2>A<td>1</tr><tr><td>&nbsp;</tr></table><p>* measured</p><p>After.</p>"
    )
    table = document.tables[0]
    assert document.text[table.start : table.end] == "Speed\nModel\ta (ms)\nA\t1\n"
    assert (table.name, table.title, table.headings) == ("T1", "Speed", ("Page", "Training"))
    assert [document.text[start:end] for start, end in table.footnotes] == ["* measured"]
    for cell in [cell for row in table.rows for cell in row]:
        assert document.text[cell.start : cell.end] == cell.text


@pytest.mark.parametrize(
    ("head", "text", "day"),
    [
        ('<meta property="article:published_time" content="2020-12-09T14:00:00Z">', "", "2020-12-09"),
        ('<script type="application/ld+json">{"a":[{"datePublished": "2022-06-29"}]}</script>', "", "2022-06-29"),
        ('<meta name="date" content="4 July 2023">', "", "2023-07-04"),
        ("", '<time datetime="2021-06-30">June</time>', "2021-06-30"),
        ("", '<aside><time datetime="2021-06-30">x</time></aside>', ""),
        ("", "<p>This page was last updated on Tuesday, July 4, 2023</p>", "2023-07-04"),
        ('<meta name="date" content="2023-02-31">', "", ""),
    ],
)
def test_published_on(head: str, text: str, day: str) -> None:
    body = "<p>Some words that make up the content of it all, long enough to count as prose.</p>"
    assert read(f"<html><head>{head}</head><body>{body}{text}</body></html>").published_on == day


@pytest.mark.parametrize("text", ["soon", "May 2023", "13/13/2023", "Foo 3, 2020", "2023-13-01"])
def test_no_date(text: str) -> None:
    assert iso_date(text) == ""


def test_title_and_publisher() -> None:
    page = read('<html><head><title>T</title><meta property="og:site_name" content="Acme"></head><h1>H <b>1</b></h1>x')
    assert (page.title, page.publisher) == ("H 1", "Acme")


@pytest.mark.parametrize(
    "markup", ["<html></html>", "<p>&nbsp;</p>", "<script>5x</script>", "<p hidden>5x</p>", "<div"]
)
def test_a_page_without_text_is_an_error(markup: str) -> None:
    with pytest.raises(DocumentError, match="no readable text"):
        read(markup)


@pytest.mark.parametrize(
    "data", [b"", b"plain words", b"\x89PNG\r\n\x1a\n<p>", b"%PDF-1.7 <html>", b'{"a": 1}', b"<svg></svg>", b"\0\0<p>"]
)
def test_other_bytes_are_not_html(data: bytes) -> None:
    assert not looks_like_html(data)


@pytest.mark.parametrize(
    "data", [b"<!DOCTYPE html>", b"  <P>x", b"<h1>x", "\ufeff<p>x".encode("utf-16-le"), b"<table ><tr>"]
)
def test_html_is_html(data: bytes) -> None:
    assert looks_like_html(data)


@pytest.mark.parametrize("tag", ["div", "b", "a", "h1", "header", "article", "li", "sup", "table", "section", "form"])
def test_depth_is_no_danger(tag: str) -> None:
    document = read("<p>x 5x</p>" + f"<{tag}>" * 20_000 + "y")
    assert "5x" in document.text
    assert gc.isenabled()


PARTS = st.sampled_from(
    "<table> </table> <tr> <td> <td\tcolspan=9> <td\trowspan=0> <th> <caption> <tfoot> <thead> <p> </p> <div> </div> "
    "<b> <form> <pre> <sup> </sup> <br> <ul> <li> <h2> <article> <main> <aside> <dl> <dt> <img\talt='a\tb\t5x'> <a> "
    '&nbsp; &#0; &bogus; <!-- --> <!x <![CDATA[ ]]> 5x 1 - * Note: < > " Related\tposts'.split(" ")
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PARTS | st.text(max_size=5), max_size=40))
def test_junk_gives_a_sound_document_or_our_error(parts: list[str]) -> None:
    try:
        document = parse(Raw("junk.html", "".join(parts).encode("utf-8", "surrogatepass")))
    except DocumentError:
        return
    for block in document.blocks:
        assert document.text[block.start : block.end].strip()
    for table in document.tables:
        assert {len(row) for row in table.rows} <= {len(table.columns)}
        assert all(document.text[cell.start : cell.end] == cell.text for row in table.rows for cell in row)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_junk_bytes_raise_only_our_error(data: bytes) -> None:
    with suppress(DocumentError):
        assert parse(Raw("junk.html", b"<p>" + data)).text


@pytest.mark.parametrize("after", ["", "<p>All rights reserved.</p>"])
def test_a_page_without_body_tags_is_read(after: str) -> None:
    page = f"<!doctype html><title>Fast</title><main><h1>Lathe 3</h1><p>Lathe 3 is 3x faster.</p></main>{after}"
    assert html_post.parse(Raw("page.html", page.encode())).text.startswith("Lathe 3\n\nLathe 3 is 3x faster.")


def test_a_body_within_a_table_of_the_head_is_read_where_it_stands() -> None:
    # Moved out of the head, the table would have come to stand within itself.
    head = "<title>x</title></heable><tr><td>1<table><tr><td>2</table><able><tr><td>3</td>d>"
    assert "17x faster." in read(f"<html><head>{head}<body><p>It is 17x faster.</p></html>").text


def test_a_list_of_names_with_figures_is_a_table_without_a_header() -> None:
    found = read(
        "<h1>Sheet</h1><dl><dt>Power</dt><dd>35 W</dd><div><dt>Bus</dt><dd>PCIe</dd></div>"
        "<dt>RAM</dt><dd>4 GB</dd></dl>"
    )
    (table,) = found.tables
    assert [[cell.text for cell in row] for row in table.rows] == [["Power", "35 W"], ["Bus", "PCIe"], ["RAM", "4 GB"]]
    assert [cell.text for cell in table.columns] == ["", ""]
    assert [found.text[cell.start : cell.end] for cell in table.rows[2]] == ["RAM", "4 GB"]


@pytest.mark.parametrize(
    "listed",
    [
        "<dt>Author</dt><dd>Ada</dd><dt>Date</dt><dd>today</dd>",
        "<dt>Power</dt><dd>35 W</dd>",
        "<dt>Power</dt><dd>35 W</dd><dd>when idle</dd><dt>RAM</dt><dd>4 GB</dd>",
    ],
)
def test_other_lists_stay_prose(listed: str) -> None:
    assert read(f"<h1>Sheet</h1><dl>{listed}</dl>").tables == ()


def test_what_a_program_printed_into_a_page_is_a_table() -> None:
    markup = (
        "<h2>Joins</h2><pre>Query   Trino (s)   Spark (s)\nq1      12.1        19.8\nq2      3.4         7.7\n</pre>"
    )
    (table,) = read(markup).tables
    assert table.title == "Joins"
    assert [[cell.text for cell in row] for row in table.rows] == [["q1", "12.1", "19.8"], ["q2", "3.4", "7.7"]]


def test_a_table_by_roles_is_called_by_its_label() -> None:
    row = '<div role="row"><span role="{}">{}</span><span role="{}">{}</span></div>'
    rows = row.format("columnheader", "Model", "columnheader", "Otter 3") + row.format("cell", "BERT", "cell", "874")
    (table,) = read(f'<div role="table" aria-label="Throughput (tokens/s)">{rows}</div>').tables
    assert table.title == "Throughput (tokens/s)"
