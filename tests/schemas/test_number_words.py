"""Numbers in words: each is written once, and every pattern is built from that."""

import re
from decimal import Decimal

import pytest

from schemas.number_words import WORD_NUMBER, count, either, in_words, part_of, share, spelled


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("one", 1), ("Ten", 10), ("twenty-five", 25), ("twenty five", 25), ("a hundred", 100), ("two dozen", 24),
        ("a million", 10**6), ("three thousand", 3000), ("", None), ("several", None), ("17", None), ("a", None),
    ],
)  # fmt: skip
def test_what_words_are_worth(words: str, number: int | None) -> None:
    assert spelled(words) == number


def test_numbers_are_named_by_number() -> None:
    assert in_words(2, 16, 20, 24) == {"two": 2, "sixteen": 16, "twenty": 20, "twenty-four": 24}
    assert in_words(0) == {"zero": 0}
    assert all(spelled(word) == number for word, number in in_words(*range(1, 100)).items())


def test_a_longer_word_is_not_hidden_by_a_shorter_one() -> None:
    assert [match[0] for match in re.finditer(either(in_words(*range(1, 20))), "six sixteen seventeen")] == [
        "six",
        "sixteen",
        "seventeen",
    ]


@pytest.mark.parametrize("words", ["ten", "twenty-five", "a hundred", "two dozen", "sixteen"])
def test_a_number_in_words_is_found_whole(words: str) -> None:
    found = re.search(WORD_NUMBER, f"about {words} nodes")
    assert found is not None
    assert found[0] == words


@pytest.mark.parametrize("words", ["tenth", "someone", "sevens"])
def test_a_part_of_a_word_is_no_number(words: str) -> None:
    assert not re.search(rf"\b{WORD_NUMBER}", words)


def test_counts_in_digits_and_in_words() -> None:
    assert [count(printed) for printed in ("1,024", "0", "six", "Thirty-two")] == [1024, 0, 6, 32]
    with pytest.raises(ValueError, match="invalid literal"):
        count("several")


def test_parts_of_a_whole() -> None:
    parts = [part_of(word) for word in ("half", "quarters", "third", "tenth")]
    assert parts == [Decimal("0.5"), Decimal("0.25"), Decimal("0.333333"), Decimal("0.1")]
    assert share(2, 3) == Decimal("0.666667")
    with pytest.raises(KeyError):
        part_of("second")
