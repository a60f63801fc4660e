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
