"""Quantities with their dimensions, and the products that come out even."""

from decimal import Decimal

import pytest

from checks.lib.quantities.closures import closures
from checks.lib.quantities.dimensions import noun, times
from checks.lib.quantities.terms import Term, terms
from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.names import vocabulary


def read(text: str) -> list[Term]:
    raw = Raw("text.txt", f"{text}\n".encode())
    document = extract(choose(raw).parse(raw), vocabulary()).document
    return terms(document, 0, len(document.text), vocabulary())


@pytest.mark.parametrize(
    ("text", "dims", "value"),
    [
        ("It sends 1.5 million messages per second.", {("messag", 1), ("time", -1)}, "1500000"),
        ("It sends 1 KB messages.", {("size", 1), ("messag", -1)}, "1000"),
        ("It runs at 250,000 IOPS per core.", {("oper", 1), ("time", -1), ("cor", -1)}, "250000"),
        ("It costs $3 per node-hour.", {("$", 1), ("nod", -1), ("time", -1)}, "0.000833333"),
        ("It costs $0.50 per million input tokens.", {("$", 1), ("token", -1)}, "0.0000005"),
        ("It draws 2 kW.", {("energy", 1), ("time", -1)}, "2000"),
        ("An eight-card server.", {("card", 1)}, "8"),
    ],
)
def test_a_quantity_says_what_it_is_of(text: str, dims: set[tuple[str, int]], value: str) -> None:
    one = read(text)[0]
    assert one.dims == frozenset(dims)
    assert one.value.lower <= Decimal(value) * Decimal("1.00001")
    assert one.value.upper >= Decimal(value) * Decimal("0.99999")


@pytest.mark.parametrize("text", ["It is 3x faster and 20% smaller.", "Heron 5 ran in 2024.", "Version 2.4 of it."])
def test_factors_percentages_and_names_are_none(text: str) -> None:
    assert read(text) == []


def test_singular_and_plural_are_one_thing() -> None:
    assert noun("users") == noun("user")
    assert noun("ops") == noun("operations")


def test_dimensions_cancel() -> None:
    rate, time = frozenset({("card", 1), ("time", -1)}), frozenset({("time", 1)})
    assert times(rate, time) == frozenset({("card", 1)})
    assert times(rate, rate, -1) == frozenset()


def test_a_result_is_found_by_its_dimensions_alone() -> None:
    every = read("It sends 1,000 messages per second of 2 KB per message, that is 2 MB/s.")
    found = list(closures(every[-1], every[:-1]))
    assert [{term.printed for term in one.terms} for one in found] == [
        {"1,000 messages per second", "2 KB per message"}
    ]
    assert found[0].given is not None
    assert found[0].given.meets(every[-1].value)


def test_two_of_a_kind_say_nothing_of_a_third() -> None:
    every = read("It encodes 32 streams at 60 frames per second, or 8 streams at 60 frames per second.")
    streams = [one for one in every if "stream" in one.printed]
    others = [one for one in every if one is not streams[1]]
    assert not [one for one in closures(streams[1], others) if not one.shared and len(one.terms) == 3]
