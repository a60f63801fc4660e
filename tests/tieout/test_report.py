"""The report: everything of a finding is on the page, and no text of a document can act on it."""

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from schemas.document import Box, Chart
from schemas.finding import Evidence, Finding
from schemas.statement import Parsed
from schemas.tables import empty
from tests.made import claim, document, finding, measurement, table_document
from tieout.axis import Span, axis
from tieout.evidence import Picture, Pictures, passage, table_row
from tieout.history import Seen
from tieout.report import Run, page, visible
from tieout.rows import Failure, Sound, tables

TEXT = "The chart says 17x faster. Its bar says 27x faster."


def rendered(
    *findings: Finding,
    parsed: Sequence[Parsed] = (),
    failures: Sequence[Failure] = (),
    drawn: Pictures | None = None,
) -> str:
    seen = {one.finding_id: Seen("", "", "new") for one in findings}
    run = Run("0123456789abcdef", tables(parsed, {}, failures, Sound(empty("findings"), ())), {}, failures)
    return page(run, parsed, findings, seen, drawn or {})


def pair(text: str = TEXT, box: Box | None = None) -> tuple[Parsed, Finding]:
    post = document(text)
    claims = (claim(post, "17x"), claim(post, "27x", box))
    return Parsed(post, claims, (), ()), finding(*claims, likely_wrong=1)


class Outline(HTMLParser):
    """Tags met, with their attributes; fails on a tag closed out of order."""

    VOID = frozenset({"meta", "img", "line", "circle", "path"})

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
    for text in ("17x against 27x", "no number fits both", "Two of three statements say 17x.", "[26.5, 27.5]"):
        assert text in html
    assert html.count("<mark>17x</mark>") == html.count("<mark>27x</mark>") == 1
    assert "cannot both be true" in html
    assert html.count('<span class="tag">likely wrong</span>') == 1
    assert f'id="f-{one.finding_id}"' in html
    assert f'href="#f-{one.finding_id}"' in html


def test_the_page_is_well_formed_and_has_its_landmarks() -> None:
    parsed, one = pair(box=Box(1, 0, 0, 9, 9))
    drawn = {(parsed.document.document_id, Box(1, 0, 0, 9, 9)): Picture(b"\x89PNG")}
    outline = Outline(rendered(one, parsed=[parsed], drawn=drawn))
    names = [tag for tag, _ in outline.tags]
    assert names.count("h1") == names.count("main") == names.count("nav") == 1
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] or "" for tag, attributes in outline.tags if tag == "a"]
    assert all(link[1:] in ids for link in links if link.startswith("#"))
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


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)> {{ 7*7 }} \u202e\u2066\x00\u200b ' \" &"


def test_hostile_text_is_shown_and_does_nothing() -> None:
    parsed, one = pair(f"{HOSTILE} 17x {HOSTILE} 27x {HOSTILE}")
    hostile = replace(one, message=HOSTILE, arithmetic=HOSTILE, likely_wrong_why=HOSTILE)
    parsed = replace(parsed, document=replace(parsed.document, title=HOSTILE))
    html = rendered(hostile, parsed=[parsed], failures=[Failure(HOSTILE, HOSTILE, HOSTILE)])
    outline = Outline(html)
    names = [tag for tag, _ in outline.tags]
    assert names.count("script") == 1
    assert "img" not in names
    assert "{{ 7*7 }}" in html
    assert not re.search("[\u202e\u2066\x00\u200b]", html)
    assert "⟨U+202E⟩" in html


def test_visible_spells_marks_and_leaves_writing_alone() -> None:
    assert visible("a\u202eb\u200fc") == "a⟨U+202E⟩b⟨U+200F⟩c"
    assert visible("日本 17× – “x”\n\t") == "日本 17× – “x”\n\t"


def test_failed_documents_come_first() -> None:
    html = rendered(failures=[Failure("torn.pdf", "page 3", "the file ends here")])
    assert html.index("torn.pdf") < html.index("<nav")
    assert "the file ends here" in html


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
    one = Finding("littles-law", 1, "inconsistent", "medium", "odd", "", ("a",), evidence, latency.statement_id)
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
