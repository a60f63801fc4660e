"""Two editions of one thing: dates, releases and rounds as documents say them."""

import pytest

from checks.lib.language.editions import Editions
from schemas.document import Document

DAY = "*May 14, 2024*"


def differ(left: Document, right: Document) -> bool:
    return Editions((left, right)).differ(left.document_id, right.document_id)


def document(name: str, text: str = "", *, title: str = "", published_on: str = "") -> Document:
    return Document(name=name, sha256=name, text=f"{title}\n\n{text}\n", title=title, published_on=published_on)


@pytest.mark.parametrize(
    "line",
    [
        "*November 19, 2024*",
        "Published 17 October 2024. Requests per second, 512 connections.",
        "August 2024",
        "Last change: 2 December 2024",
        "By Ann Lee, December 3, 2024",
        "SAN JOSE, Calif. – December 4, 2024 – The maker today announced a machine.",
        "Date of the run: 2 December 2024.",
        "2024-12-01",
    ],
)
def test_a_line_that_says_another_date(line: str) -> None:
    assert differ(document("a", DAY), document("b", line))
    assert differ(document("b", line), document("a", DAY))


@pytest.mark.parametrize(
    "line",
    [
        "*June 2, 2024*",
        "On November 3, 2024 we ran it once more, and wrote down what came out of it.",
        "Nothing was said of a day.",
        "February 31, 2024",
        "",
    ],
)
def test_a_line_that_says_none_or_one_that_is_near(line: str) -> None:
    assert not differ(document("a", DAY), document("b", line))


def test_declared_dates_are_of_two_editions_when_they_differ_at_all() -> None:
    one, other = document("a", published_on="2024-01-10"), document("b", published_on="2024-01-11")
    assert differ(one, other)
    assert not differ(one, document("c", "January 11, 2024"))


@pytest.mark.parametrize(
    ("left", "right", "two"),
    [
        ("Framework round-up, round 22", "Framework round-up, round 23", True),
        ("Nova runtime 1.8", "Nova runtime 2.0 is out", True),
        ("Nova 1.8", "Nova 1.8: notes", False),
        ("Nova runtime", "Nova runtime 2.0", False),
        ("Results", "Results 2", False),
        ("Tern on 8 cards", "Skua on 9 cards", False),
    ],
)
def test_titles_with_other_numbers(left: str, right: str, *, two: bool) -> None:
    assert differ(document("a", title=left), document("b", title=right)) is two


def test_a_document_is_of_its_own_edition() -> None:
    one = document("a", DAY, title="Round 2")
    assert not differ(one, one)
