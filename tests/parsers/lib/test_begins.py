"""Forms that are tried only where a number can begin find what a search at every character finds."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.lib.begins import Starts, beginning
from parsers.lib.figures import FORMS

PIECES = (
    "17x", "2.5 times", ".5 ms", "v2.4", "V100", "A100", "1,234", "1 234", "12 to 14%", "3h 20m", "1:02:03", "10:15 h",
    "ten", "twenty-five", "tenfold", "half", "and a half", "seconds", "minutes", "images/s", "GB/s", "-", "–", "(", ")",
    "±", "$", "€", "#", "p99", "x86", "faster", "times", "SDK", "FP16", "batch size", "of", "than", ".", ",", "vs.",
)  # fmt: skip
NUMBERED = [form for form in FORMS if beginning(form)]


def test_most_forms_begin_with_a_number() -> None:
    assert len(NUMBERED) > len(FORMS) / 3


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(("", " ", "\n")))
def test_finds_what_a_search_finds(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    starts = Starts(text, 0, len(text), text.lower())
    for form in NUMBERED:
        for at in range(len(text) + 1):
            found = starts.search(beginning(form), form.pattern, at)
            assert _span(found) == _span(form.pattern.search(text, at)), form.pattern.pattern


@pytest.mark.parametrize("pattern", [r"(?P<a>\d)", r"\b(?P<a>ten|\d+) times"])
def test_other_forms_are_tried_everywhere(pattern: str) -> None:
    assert beginning(replace(FORMS[0], pattern=re.compile(pattern))) == ""


def _span(match: re.Match[str] | None) -> tuple[int, int] | None:
    return match.span() if match else None
