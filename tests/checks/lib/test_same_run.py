import pytest

from checks.lib.linking.same_run import numbers_clash, other_numbers, subjects, two_dates
from schemas.document import Document
from schemas.names import vocabulary
from tests.gold.score import read


def _document(text: str, name: str = "a.md") -> Document:
    return read(name, text.encode()).document


@pytest.mark.parametrize(
    ("left", "right", "clash"),
    [
        ("at batch 1", "at batch 32", True),
        ("at batch size 32", "batch 32 and batch 1", False),
        ("with 8 streams", "with 16 streams", True),
        ("with 8 streams", "with 16 threads", False),
    ],
)
def test_numbers_of_one_thing_that_differ_clash(left: str, right: str, clash: bool) -> None:
    assert numbers_clash(left, right) is clash


def test_a_number_that_the_other_document_has_otherwise_is_another_setting() -> None:
    assert other_numbers("with 8 clients", frozenset({"64", "client"}))
    assert not other_numbers("with 8 clients", frozenset({"64", "cor"}))


def test_shared_names_are_products_and_no_machines_or_words_of_titles() -> None:
    left = _document("# Pika M1: performance\n\nThe Pika M1 runs next to an H100.\n")
    right = _document("# Performance of the Pika M1\n\nNo H100 is needed.\n", "b.md")
    texts = ("The Pika M1 runs next to an H100.",), ("No H100 is needed.",)
    assert subjects(left, texts[0], right, texts[1], vocabulary()) == {"pika", "m1"}


def test_a_name_that_titles_begin_with_counts_unless_it_is_a_word() -> None:
    left = _document("# Keelson: drill\n\nKeelson restored it.\n")
    right = _document("# Keelson for operators\n\nKeelson is quick.\n", "b.md")
    assert subjects(left, (), right, (), vocabulary()) == {"keelson"}
    other = _document("# Keelson for operators\n\nEvery keelson is of oak.\n", "b.md")
    assert subjects(left, (), other, (), vocabulary()) == frozenset()


def test_documents_dated_weeks_apart_tell_of_one_run_and_months_apart_of_two() -> None:
    one, near, far = (
        _document(f"---\ndate: {day}\n---\n# T\n\nText.\n") for day in ("2024-10-14", "2024-10-17", "2025-02-01")
    )
    assert not two_dates(one, near)
    assert two_dates(one, far)
