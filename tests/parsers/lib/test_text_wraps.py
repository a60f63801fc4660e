"""Lines that a margin broke are one paragraph; cells, headings and list items are not."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.lib.text_lines import lines
from parsers.lib.text_wraps import paragraphs

SENTENCE = (
    "In every test that we ran on the new release it was at least 40 % faster than the one before, and the index "
    "that it writes takes less than half of the room on disk."
)
ALONE = {
    "cells, one a line": "ResNet-50\nTraining\nMixed precision\n12,340\n14,500",
    "a heading above its paragraph": "Query times of the second release\nThe second release answers in 12 ms.",
    "sentences that end before the margin": "It is twice as fast as the one before.\nIt takes half the memory of it.",
    "paragraphs, one a line": f"{SENTENCE}\n{SENTENCE}",
    "a blank line between": f"{SENTENCE[:80]}\n\n{SENTENCE[80:]}",
}


def joined(text: str) -> list[int]:
    return [len(run) for run in paragraphs(lines(text))]


@pytest.mark.parametrize("text", ALONE.values(), ids=ALONE)
def test_stands_alone(text: str) -> None:
    assert set(joined(text)) == {1}


@given(st.integers(60, 120))
def test_a_wrapped_paragraph_is_one_at_any_margin(width: int) -> None:
    wrapped = textwrap.fill(SENTENCE, width)
    assert joined(f"A heading\n\n{wrapped}\n\nThe end.") == [1, wrapped.count("\n") + 1, 1]


@pytest.mark.parametrize(
    "text",
    [
        "On the public photo set, at equal recall, Umbra 2 answers 4.1x as many queries a second as\nUmbra 1.",
        "Ibis-XL instances have 45% better price-performance in the tests of last winter than\nIbis-L instances.",
    ],
)
def test_a_last_line_of_two_words_belongs_to_its_sentence(text: str) -> None:
    assert joined(text) == [2]


def test_a_short_line_under_a_title_in_capitals_stands_alone() -> None:
    assert joined("Query Times of the Second Release on the Reference Machine\nNovember 2024.") == [1, 1]
