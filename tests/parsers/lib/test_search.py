"""`holds` answers what `pattern.search` answers, whatever the case and the script."""

import importlib
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parsers.lib
from parsers.lib.search import holds

PATTERNS = [
    pattern
    for module in pkgutil.iter_modules(parsers.lib.__path__)
    for pattern in vars(importlib.import_module(f"parsers.lib.{module.name}")).values()
    if isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str)
]
WORDS = (
    "The", "default", "timeout", "IS", "30 s", "faster", "Faster", "FASTER", "than", "our", "goal", "A", "share price",
    "Pick", "a charger", "rated", "for", "850 W", "twice", "Half", "order", "of magnitude", "µs", "×", "…", "Şeker",
    "İstanbul", "ſix", "K", "of", "the", "time", "costs", "as much as", "up to", "~", "≤", "ten", "Thousand", ",", "\n",
)  # fmt: skip


def test_there_are_patterns_that_ignore_case() -> None:
    assert sum(bool(pattern.flags & re.IGNORECASE) for pattern in PATTERNS) > 50


@given(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join))
def test_answers_what_a_search_answers(words: str) -> None:
    for pattern in PATTERNS:
        assert holds(pattern, words) == (pattern.search(words) is not None), pattern.pattern


@pytest.mark.parametrize(
    ("pattern", "words", "found"),
    [
        (re.compile(r"\bfaster\b", re.IGNORECASE), "It is FASTER", True),
        (re.compile(r"\bfaster\b"), "It is FASTER", False),
        (re.compile(r"(?-i:A)x", re.IGNORECASE), "ax", False),
        (re.compile(r"\Sx\W", re.IGNORECASE), "aX ", True),
        (re.compile(r"K", re.IGNORECASE), "\u212a", True),  # the sign of the kelvin is a capital k
    ],
    ids=["another case", "a pattern that minds it", "a part that minds it", "escapes keep theirs", "another script"],
)
def test_minds_the_case_where_the_pattern_does(pattern: re.Pattern[str], words: str, found: bool) -> None:
    assert holds(pattern, words) is found
