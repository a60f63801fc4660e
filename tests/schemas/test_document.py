"""Where a stretch of text is printed, and ids that stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.document import Bar, Box, Chart, Document, Part, Word


def word(start: int, end: int, page: int = 1, x0: float | None = None, top: float = 10.0) -> Word:
    left = float(start) if x0 is None else x0
    return Word(start, end, Box(page, left, top, left + (end - start), top + 8))


def document(*words: Word, name: str = "a.pdf", sha256: str = "0" * 64) -> Document:
    return Document(name, sha256, "pdf_charts", 1, "application/pdf", 1, "x" * 100, words=words)


WORDS = (word(0, 4), word(5, 8), word(9, 15, top=30.0), word(16, 20, page=2), word(21, 25, page=2, top=12.0))


class TestBoxes:
    @pytest.mark.parametrize(
        ("start", "end", "expected"),
        [
            pytest.param(5, 8, [1], id="one word exactly"),
            pytest.param(6, 7, [1], id="inside a word"),
            pytest.param(0, 8, [0, 1], id="two words"),
            pytest.param(3, 6, [0, 1], id="the end of one and the start of the next"),
            pytest.param(4, 5, [], id="the space between: touching an end is not touching the word"),
            pytest.param(8, 9, [], id="the line end between"),
            pytest.param(25, 40, [], id="after the last word"),
            pytest.param(0, 100, [0, 1, 2, 3, 4], id="everything"),
        ],
    )
    def test_of_the_words_that_a_span_touches(self, start: int, end: int, expected: list[int]) -> None:
        assert document(*WORDS).boxes(start, end) == tuple(WORDS[index].box for index in expected)

    @given(st.integers(0, 30), st.integers(0, 30))
    def test_agree_with_looking_at_every_word(self, first: int, second: int) -> None:
        start, end = sorted((first, second))
        slow = tuple(one.box for one in WORDS if one.start < end and start < one.end)
        assert start == end or document(*WORDS).boxes(start, end) == slow


class TestBox:
    def test_is_around_every_word(self) -> None:
        assert document(*WORDS).box(0, 15) == Box(1, 0.0, 10.0, 15.0, 38.0)

    def test_ends_where_the_page_ends(self) -> None:
        assert document(*WORDS).box(9, 20) == WORDS[2].box
        assert document(*WORDS).box(16, 25) == Box(2, 16.0, 10.0, 25.0, 20.0)

    def test_is_none_where_nothing_is_printed(self) -> None:
        assert document().box(0, 10) is None
        assert document(*WORDS).box(4, 5) is None


class TestId:
    def test_names_the_bytes_under_a_name(self) -> None:
        one = document()
        assert one.document_id == document(*WORDS).document_id == "1e7631cb3781314f"
        assert len({one.document_id, document(name="b.pdf").document_id, document(sha256="1" * 64).document_id}) == 3

    def test_name_and_hash_do_not_run_into_each_other(self) -> None:
        assert document(name="a", sha256="bc").document_id != document(name="ab", sha256="c").document_id


def test_parts_by_role_in_reading_order() -> None:
    bar = Bar(Box(1, 0, 0, 10, 5), 10.0, True)
    parts = (Part("title", 0, 4), Part("label", 5, 8, bar), Part("label", 9, 12), Part("note", 13, 20))
    chart = Chart("C1", 0, 20, parts, (bar,))
    assert chart.of("label") == parts[1:3]
    assert chart.of("tick") == ()
