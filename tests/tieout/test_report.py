"""The report: everything of a finding is on the page, and no text of a document can act on it."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from schemas.document import Bar, Box, Cell, Chart, Part, Table
from schemas.finding import Evidence, Finding
from schemas.statement import Parsed
from schemas.tables import empty
from tests.made import SHA, claim, document, finding, measurement, table_document
from tieout.axis import Span, axis
from tieout.capture import Capture
from tieout.drift import Drift
from tieout.evidence import Picture, Pictures, passage, table_row
from tieout.failures import Failure
from tieout.history import History, Seen
from tieout.report.build import Results, desk
from tieout.report.links import links, text_fragment, web_address
from tieout.report.overview import overview
from tieout.report.page import CHUNK, MAX_DRIFT, Report, report
from tieout.report.text import clip, script_json, visible
from tieout.rows import Sound, tables

TEXT = "The chart says 17x faster. Its bar says 27x faster."


def made(
    *findings: Finding,
    parsed: Sequence[Parsed] = (),
    failures: Sequence[Failure] = (),
    drawn: Pictures | None = None,
    captures: dict[str, Capture] | None = None,
    drift: dict[str, tuple[Drift, ...]] | None = None,
) -> Report:
    seen = {one.finding_id: Seen("", "", "new") for one in findings}
    past = History(seen, empty("findings"))
    results = Results("0123456789abcdef", parsed, captures or {}, failures, findings, past, drift=drift or {})
    here = desk(results, drawn or {})
    frames = tables(parsed, captures or {}, failures, Sound(empty("findings"), ()))
    return report(here, frames, overview(here, frames), drawn or {})


def rendered(*findings: Finding, **given: Any) -> str:
    return made(*findings, **given).html


def index(html: str) -> dict[str, Any]:
    """The list as the page's script reads it."""
    (text,) = re.findall(r'<script type="application/json" id="index">(.*?)</script>', html, re.DOTALL)
    value: dict[str, Any] = json.loads(text)
    return value


def cards(html: str) -> list[str]:
    """The cards as the page's script unpacks them."""
    packed = re.findall(r'<script type="text/plain" class="cards">(.*?)</script>', html, re.DOTALL)
    return [card for chunk in packed for card in json.loads(gzip.decompress(base64.b64decode(chunk)))]


def pair(text: str = TEXT, box: Box | None = None) -> tuple[Parsed, Finding]:
    post = document(text)
    claims = (claim(post, "17x"), claim(post, "27x", box))
    return Parsed(post, claims, (), ()), finding(*claims, likely_wrong=1)


class Outline(HTMLParser):
    """Tags met, with their attributes; fails on a tag closed out of order."""

    VOID = frozenset({"meta", "img", "line", "circle", "path", "rect", "input", "br"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_finding_shows_quotes_in_context_sum_interval_and_the_odd_one_out() -> None:
    parsed, one = pair()
    html = rendered(one, parsed=[parsed])
    (card,) = cards(html)
    assert card in html  # the first is there before any script has run
    for text in ("17x against 27x", "no number fits both", "Two of three statements say 17x.", "[26.5, 27.5]"):
        assert text in card
    assert card.count("<mark>17x</mark>") == card.count("<mark>27x</mark>") == 1
    assert "cannot both be true" in card
    assert card.count('<span class="tag">likely wrong</span>') == 1
    assert '<rect class="apart"' in card
    assert f'href="#{one.fingerprint}"' in card
    (row,) = index(html)["rows"]
    assert (row["key"], row["id"], row["severity"]) == (one.fingerprint, one.finding_id, "high")


def test_the_page_is_well_formed_and_has_its_landmarks() -> None:
    parsed, one = pair(box=Box(1, 0, 0, 9, 9))
    drawn = {(parsed.document.document_id, Box(1, 0, 0, 9, 9)): Picture(b"\x89PNG", shows=Box(1, 0, 0, 90, 50))}
    outline = Outline(rendered(one, parsed=[parsed], drawn=drawn))
    names = [tag for tag, _ in outline.tags]
    assert names.count("h1") == names.count("main") == names.count("nav") == 1
    assert "img" in names
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    hrefs = [attributes["href"] or "" for tag, attributes in outline.tags if tag == "a"]
    known = {*ids, one.fingerprint}
    assert all(href[1:] in known for href in hrefs if href.startswith("#"))
    assert all(attributes.get("alt") for tag, attributes in outline.tags if tag == "img")
    assert not any(
        "style" in attributes or any(name.startswith("on") for name in attributes) for _, attributes in outline.tags
    )


def test_the_policy_allows_the_two_inline_blocks_and_nothing_else() -> None:
    html = rendered()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', html)
    assert "default-src 'none'" in policy.replace("&#39;", "'")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (block,) = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(block.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy.replace("&#39;", "'")
    assert "http" not in re.sub(r"<(style|script)>.*?</\1>", "", html, flags=re.DOTALL).replace("http-equiv", "")
    assert not re.search(r"\bstyle=", html)


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)> {{ 7*7 }} \u202e\u2066\x00\u200b ' \" &"


def test_hostile_text_is_shown_and_does_nothing() -> None:
    parsed, one = pair(f"{HOSTILE} 17x {HOSTILE} 27x {HOSTILE}")
    hostile = replace(one, message=HOSTILE, arithmetic=HOSTILE, likely_wrong_why=HOSTILE)
    parsed = replace(parsed, document=replace(parsed.document, title=HOSTILE))
    html = rendered(hostile, parsed=[parsed], failures=[Failure(HOSTILE, HOSTILE, HOSTILE)])
    outline = Outline(html)
    names = [tag for tag, _ in outline.tags]
    assert names.count("script") == 3  # the list, the cards, our own
    assert "img" not in names
    for card in cards(html):
        assert "script" not in [tag for tag, _ in Outline(card).tags]
    assert "{{ 7*7 }}" in html
    assert not re.search("[\u202e\u2066\x00\u200b]", html)
    assert "⟨U+202E⟩" in html


def test_visible_spells_marks_and_leaves_writing_alone() -> None:
    assert visible("a\u202eb\u200fc") == "a⟨U+202E⟩b⟨U+200F⟩c"
    assert visible("日本 17× – “x”\n\t") == "日本 17× – “x”\n\t"


def test_failed_documents_come_first() -> None:
    html = rendered(failures=[Failure("torn.pdf", "page 3", "the file ends here")])
    assert html.index("torn.pdf") < html.index("<main")
    assert "the file ends here" in html


def test_what_a_source_says_otherwise_than_before_is_listed() -> None:
    changed = Drift("changed", "claim", "MCMC, IPU over GPU", "17x", "27x", "It is <b>27x</b> faster.")
    html = rendered(drift={"launch.html": (changed,)})
    assert "1 figure was added, removed or changed" in html
    row = html[html.index("What changed since the capture before</h3>") :]
    assert [row.index(word) for word in ("launch.html", "changed claim", "17x", "27x")] == sorted(
        row.index(word) for word in ("launch.html", "changed claim", "17x", "27x")
    )
    assert "It is &lt;b&gt;27x&lt;/b&gt; faster." in row
    assert "What changed since" not in rendered()


def test_more_differences_than_a_page_holds_are_counted() -> None:
    html = rendered(drift={"launch.html": (Drift("added", "row", "a", "", "1", "t"),) * (MAX_DRIFT + 7)})
    assert html.count("<td>added row:") == MAX_DRIFT
    assert "7 more in <code>drift.json</code>" in html


def test_a_run_without_findings_says_so() -> None:
    parsed, _ = pair()
    assert "Everything ties out" in rendered(parsed=[parsed])
    assert "Nothing was read" in rendered()


def test_several_cells_of_a_table_are_shown_as_its_rows() -> None:
    results = table_document()
    cell = measurement(results)
    start = results.text.index("0.8")
    latency = replace(cell, column="Latency", literal="0.8", start=start, end=start + 3, metric="latency")
    evidence = (Evidence.of(cell), Evidence.of(latency))
    one = Finding("littles-law", "inconsistent", "medium", "odd", "", ("a",), evidence, latency.statement_id)
    html = rendered(one, parsed=[Parsed(results, (), (cell, latency), ())])
    assert re.search(r'<mark class="disputed"><bdi>58,112</bdi></mark>', html)
    assert re.search(r'<mark class="wrong"><bdi>0\.8</bdi></mark>', html)
    assert 'class="hero"' not in html


def test_one_cell_is_shown_with_its_header_and_row() -> None:
    results = table_document()
    row = table_row(results, Evidence.of(measurement(results)))
    assert row is not None
    assert (row.columns, row.cells, row.marked) == (
        ("Model", "Throughput", "Latency"),
        ("ResNet-50", "58,112", "0.8"),
        1,
    )


def test_a_passage_gives_back_the_text_around_a_quote() -> None:
    text = "Before it all.\n\n\n  It is 17x  faster. After that."
    post = document(text)
    sentence = "It is 17x  faster."
    item = replace(Evidence.of(claim(post, "17x")), context=sentence, context_start=text.index(sentence))
    found = passage(post, item)
    assert (found.lead, found.before, found.quote, found.after, found.tail) == (
        "Before it all.\n",
        "It is ",
        "17x",
        " faster.",
        " After that.",
    )


def test_a_passage_of_a_chart_stays_within_it() -> None:
    text = "another chart\n17x faster\nnotes\nnext chart"
    start = text.index("17x")
    post = replace(document(text), charts=(Chart("C2", start, text.index("\nnext"), ()),))
    item = replace(Evidence.of(claim(post, "17x")), context="", context_start=0)
    found = passage(post, item)
    assert (found.lead + found.before, found.after + found.tail) == ("", " faster\nnotes")


@pytest.mark.parametrize("printed", ["(-inf, 3)", "[2, 2]"])
def test_one_interval_alone_is_not_drawn(printed: str) -> None:
    assert axis([Span("3", "a", None, 3.0, printed, True, False)]) is None


def test_an_axis_puts_intervals_in_order_and_keeps_openness() -> None:
    drawn = axis(
        [
            Span("17x", "a", 16.5, 17.5, "[16.5, 17.5]", True, False),
            Span("over 20x", "b", 20.0, None, "(20, inf)", True, True),
        ]
    )
    assert drawn is not None
    first, second = drawn.bars
    assert 0 < first.left < first.right < second.left < second.right == 1
    assert (first.left_closed, first.right_closed, second.left_closed) == (True, True, False)
    assert [tick.label for tick in drawn.ticks] == ["17", "18", "19", "20"]


def test_far_apart_intervals_get_a_logarithmic_axis() -> None:
    drawn = axis([Span("1", "a", 1.0, 1.0, "", True, False), Span("1000", "a", 1000.0, 1000.0, "", True, False)])
    assert drawn is not None
    assert drawn.logarithmic
    assert [tick.label for tick in drawn.ticks] == ["1", "10", "100", "1,000"]


def test_hostile_text_cannot_end_the_list_or_a_line_of_it() -> None:
    parsed, one = pair()
    html = rendered(replace(one, message=f"</script><!--\u2028\u202e{'w' * 1_000_000}"), parsed=[parsed])
    (row,) = index(html)["rows"]
    assert row["message"].startswith("</script><!--⟨U+2028⟩⟨U+202E⟩www")
    assert "\u2028" not in html
    assert len(html) < 200_000
    assert script_json("</script>\u2028&") == '"\\u003c/script\\u003e\\u2028\\u0026"'


def test_a_word_of_a_megabyte_is_cut_where_it_is_shown() -> None:
    parsed, one = pair(f"{'a' * 1_000_000}17x{'b' * 1_000_000} 27x")
    html = rendered(one, parsed=[parsed])
    assert len(cards(html)[0]) < 20_000
    assert clip("x" * 5000).endswith("… (5,000 characters)")


def test_more_findings_than_a_chunk_holds_keep_their_order() -> None:
    parsed, one = pair()
    many = [replace(one, comparison=(f"c{n}",), message=f"finding {n}") for n in range(CHUNK + 3)]
    html = rendered(*many, parsed=[parsed])
    messages = [row["message"] for row in index(html)["rows"]]
    assert sorted(messages) == sorted(f"finding {n}" for n in range(CHUNK + 3))
    assert [re.search(r"finding \d+", card)[0] for card in cards(html)] == messages  # type: ignore[index]


def test_findings_that_share_a_fingerprint_are_linked_by_their_ids() -> None:
    parsed, one = pair()
    other = replace(one, evidence=one.evidence[:1])
    keys = {row["key"] for row in index(rendered(one, other, parsed=[parsed]))["rows"]}
    assert keys == {one.finding_id, other.finding_id}


def test_pictures_lie_in_the_page_until_they_are_heavy() -> None:
    box = Box(1, 10, 20, 40, 30)
    parsed, one = pair(box=box)
    place = (parsed.document.document_id, box)
    light = made(one, parsed=[parsed], drawn={place: Picture(b"\x89PNG", shows=Box(1, 0, 0, 100, 60))})
    assert light.pictures == {}
    assert list(index(light.html)["pictures"].values()) == ["data:image/png;base64,iVBORw=="]
    heavy = made(one, parsed=[parsed], drawn={place: Picture(b"\x89PNG" * 300_000, shows=Box(1, 0, 0, 100, 60))})
    ((path, png),) = heavy.pictures.items()
    assert len(png) == 1_200_000
    assert f'src="{path}"' in heavy.html
    assert index(heavy.html)["pictures"] == {}


def test_both_figures_of_a_page_are_outlined_on_one_picture() -> None:
    first, second = Box(1, 10, 20, 40, 30), Box(1, 50, 20, 80, 30)
    post = document(TEXT)
    claims = (claim(post, "17x", first), claim(post, "27x", second))
    page = Picture(b"\x89PNG", shows=Box(1, 0, 10, 100, 60))
    drawn = {(post.document_id, first): page, (post.document_id, second): page}
    html = rendered(finding(*claims, likely_wrong=1), parsed=[Parsed(post, claims, (), ())], drawn=drawn)
    (card,) = cards(html)
    assert card.count("<img") == 1
    assert '<rect class="disputed" x="7.5" y="7.5" width="35.0" height="15.0"' in card
    assert '<rect class="wrong" x="47.5" y="7.5" width="35.0" height="15.0"' in card


def test_a_chart_is_drawn_again_with_its_labels_and_lengths() -> None:
    text = "17x faster\n27x faster\nold GPU"
    bars = (
        Bar(Box(1, 0, 0, 10, 5), 10, True, "old GPU"),
        Bar(Box(1, 0, 9, 170, 14), 170, True, "new IPU"),
    )
    parts = (Part("headline", 0, 10), Part("label", 11, 21, bars[1]))
    post = replace(document(text), charts=(Chart("C1", 0, len(text), parts, bars, 1),))
    claims = (claim(post, "17x"), claim(post, "27x"))
    (card,) = cards(rendered(finding(*claims, likely_wrong=1), parsed=[Parsed(post, claims, (), ())]))
    assert re.search(r'<li class="wrong"><p><bdi>new IPU</bdi> <b><bdi>27x faster</bdi></b>', card)
    assert "drawn 17.0 times as long" in card
    assert '<rect x="0" y="0" width="300.0"' in card


def test_conditions_that_differ_are_shown_and_those_alike_are_not() -> None:
    post = document(TEXT)
    one, other = claim(post, "17x"), replace(claim(post, "27x"), variant="large")
    (card,) = cards(rendered(finding(one, other), parsed=[Parsed(post, (one, other), (), ())]))
    table = card[card.index("Conditions that differ") :]
    assert '<th scope="row">Variant</th><td><span class="where">not stated</span></td><td><bdi>large</bdi>' in table
    assert "Precision" not in table.partition("</table>")[0]


def test_a_text_fragment_names_the_words_around_and_escapes_what_parts_them() -> None:
    assert text_fragment("17x", "it runs", "faster-than 50% of") == ":~:text=it%20runs-,17x,-faster%2Dthan%2050%25%20of"
    assert text_fragment("1-2x", "", "") == ":~:text=1%2D2x"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "//x", "data:text/html,x", "http://["])
def test_only_addresses_of_the_web_are_linked(url: str) -> None:
    assert web_address(url) == ""
    assert web_address("https://example.org/a#b", "c") == "https://example.org/a#c"


def test_a_cell_is_linked_with_the_cells_beside_it() -> None:
    results = table_document()
    found = links(Evidence.of(measurement(results)), results, None, None)
    assert (found.published, found.capture) == ("", "")  # nothing captured, nothing to open


def test_cells_with_hidden_marks_and_line_breaks_stay_cells() -> None:
    cells = (Cell("a\u202e\nb", 0, 1), Cell("58,112", 2, 8))
    table = Table("T1", "</table>", cells, (cells,), 0, 9)
    results = replace(document("x 58,112 "), tables=(table,), sha256=SHA)
    one = finding(claim(document("58x 1x"), "58x"))
    odd = replace(
        one, evidence=(replace(one.evidence[0], document_id=results.document_id, table="T1", row=1, start=2, end=8),)
    )
    (card,) = cards(rendered(odd, parsed=[Parsed(results, (), (), ())]))
    assert "⟨U+202E⟩" in card
    assert "&lt;/table&gt;" in card
    Outline(card)
