"""Plain-text captures: bytes in, blocks, tables and charts over the text as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.lib.extract import extract
from parsers.lib.registry import Raw
from parsers.lib.text_lines import lines, outside
from parsers.text_capture import accepts, parse
from schemas.document import Document
from schemas.errors import DocumentError
from schemas.names import vocabulary


def read(text: str) -> Document:
    return parse(Raw("a.txt", text.encode()))


def blocks(text: str) -> list[tuple[str, str]]:
    document = read(text)
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


TABLE = "Model\nPlatform\nThroughput (items/sec)\nBERT-Large\nH100\n100\nGPT2\nH100\n200\n"


class TestText:
    @pytest.mark.parametrize("text", ["a\r\nb\r\n", "a\n\n\n b\u00a0\n", "\ufeffwith a mark\n", "one line", "a\x0cb\n"])
    def test_is_the_decoded_file_untouched(self, text: str) -> None:
        assert read(text).text == text

    @pytest.mark.parametrize(
        ("data", "place", "reason"),
        [
            pytest.param(b"ab\xffcd", "byte 2", "not UTF-8", id="a byte that is no UTF-8"),
            pytest.param(b"\xff\xfea\0b\0", "byte 0", "not UTF-8", id="UTF-16"),
            pytest.param(b"", "whole file", "empty", id="nothing"),
            pytest.param(b" \n\t\n", "whole file", "empty", id="white space"),
        ],
    )
    def test_that_cannot_be_read_says_where(self, data: bytes, place: str, reason: str) -> None:
        with pytest.raises(DocumentError) as error:
            parse(Raw("bad.txt", data))
        assert (error.value.document, error.value.place) == ("bad.txt", place)
        assert reason in error.value.reason

    @pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"\x89PNG\r\n", b"PK\x03\x04", b"text\0text"])
    def test_other_kinds_are_refused(self, data: bytes) -> None:
        assert accepts(data) == 0
        assert accepts(b"words") > 0

    def test_names_its_bytes(self) -> None:
        document = read("a\u00e9")
        assert (document.name, document.parser, document.media_type, document.n_bytes) == (
            "a.txt", "text_capture", "text/plain", 3)  # fmt: skip


class TestBlocks:
    @pytest.mark.parametrize(
        ("line", "kind"),
        [
            ("BERT-Large Training", "heading"),
            ("2021 in numbers", "heading"),
            ("It is 3x faster.", "paragraph"),
            ("What a year!", "paragraph"),
            ("The results were:", "paragraph"),
            ("“It is fast”", "paragraph"),
            ("A line of a dozen words or more, which nobody would take for a heading of anything at all", "paragraph"),
            ("• 3x faster", "list_item"),
            ("  - 3x faster", "list_item"),
            ("1. Install it", "list_item"),
            ("BERT | batch size 8 | as measured", "caption"),
        ],
    )
    def test_kind(self, line: str, kind: str) -> None:
        assert blocks(f"Words before.\n{line}\nWords after.\n")[1] == (kind, line.strip())

    def test_lines_of_tables_and_charts_are_no_blocks(self) -> None:
        assert blocks(f"Words before.\n\n{TABLE}\nWords after.\n") == [
            ("paragraph", "Words before."),
            ("paragraph", "Words after."),
        ]


class TestTitleAndDate:
    def test_title_is_the_first_heading(self) -> None:
        assert read("An intro line.\n\nOur Results\n\nMore Results\n").title == "Our Results"
        assert read("Only prose here.\n").title == ""

    def test_a_table_is_titled_by_the_heading_above(self) -> None:
        document = read(f"First\n\nInference Results\n\nSome words.\n\n{TABLE}\nAfter\n\n{TABLE}")
        assert [(table.name, table.title) for table in document.tables] == [
            ("T1", "Inference Results"),
            ("T2", "After"),
        ]

    @pytest.mark.parametrize(
        ("text", "date"),
        [
            ("Jun 29, 2022", "2022-06-29"),
            ("Posted on December 9, 2020 by us", "2020-12-09"),
            ("Sept. 1, 1999", "1999-09-01"),
            ("29 June 2022", ""),
            ("no date", ""),
        ],
    )
    def test_published_on(self, text: str, date: str) -> None:
        assert read(text).published_on == date


def test_a_row_that_does_not_fit_is_rejected_and_the_others_are_read() -> None:
    document = read(TABLE + "DLRM\n300\nGPT2\nA100\n70\n")
    parsed = extract(document, vocabulary())
    assert [(cell.workload, cell.literal) for cell in parsed.measurements] == [
        ("BERT-Large", "100"), ("GPT2", "200"), ("GPT2", "70")]  # fmt: skip
    assert [one.row for one in parsed.rejected] == [("DLRM", "300")]


@given(st.binary(max_size=200))
def test_junk_raises_only_our_errors(data: bytes) -> None:
    try:
        document = parse(Raw("junk.txt", data))
    except DocumentError:
        return
    extract(document, vocabulary())


PIECES = st.sampled_from([
    *TABLE.split("\n"), "NOTES:", "BERT : TRAINING", "17x faster", "It is 3x faster than the A100.", "\u00a0", "\f", "",
    "1x A100 | FP 16.16", "Heading", "- item", "0 1 2 3", "2.6xA100", "a | b",
])  # fmt: skip


@given(st.lists(PIECES, max_size=40))
def test_every_span_lies_in_the_text_and_every_quote_is_its_words(pieces: list[str]) -> None:
    text = "\n".join(pieces)
    if not text.strip():
        return
    document = read(text)
    for block in document.blocks:
        assert text[block.start : block.end].strip()
    for claim in extract(document, vocabulary()).claims:
        assert text[claim.figure.start : claim.figure.end] == claim.quote


def test_endless_empty_lines_are_one_gap_and_what_follows_keeps_its_place() -> None:
    text = "a\n" + "\n" * 5000 + "\u00a0\n\f\nb"
    every = lines(text)
    assert len(every) == 1 + 1000 + 3
    assert [line.blank_cell for line in every[-3:]] == [True, False, False]
    assert (every[-1].number, text[every[-1].start : every[-1].end]) == (5004, "b")


def test_lines_within_tables_and_charts_are_no_prose() -> None:
    every = lines("a\nbb\nccc\n\ndddd\ne\n")
    inside = [(every[1].start, every[4].end), (every[2].start, every[2].end)]  # one span within another
    assert [line.words for line in outside(every, inside)] == ["a", "e", ""]


def test_a_number_of_many_digits_on_a_chart_is_read_once() -> None:
    text = f"ResNet-50 : Training\n\n{'9' * 5000}\n{'9' * 40}x faster\n\nNOTES:\na\n"
    (chart,) = read(text).charts
    assert [part.role for part in chart.parts] == ["title", "label", "headline", "note"]
