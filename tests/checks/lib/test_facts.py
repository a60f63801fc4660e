"""Quantities of texts: what they count, what each of has them, and what they are divided by."""

from decimal import Decimal

import pytest

from checks.lib.quantities.divided import divided
from checks.lib.quantities.each_of import each_of
from checks.lib.quantities.scanned import scanned
from schemas.names import vocabulary

EACH = [
    ("every one of its drives is listed", "819 GB/s per stack", {"stack"}),
    ("behind the amount", "It moves 819 GB/s per stack.", {"stack"}),
    ("of the subject", "Every chassis carries 8 GPUs.", {"chassi"}),
    ("of a single subject", "A gateway forwards 12 GB/s.", {"gatewa"}),
    ("the nearer of two subjects", "Each cabinet takes 5 sleds, and a sled carries 4 GPUs", {"sled"}),
    ("what was counted before", "We sent 9 files, each of them 4 MB", {"fil"}),
    ("apiece", "The 14 modules hold 28 kWh each.", {"modul"}),
    ("size of what is counted", "24 drives of 7.68 TB", {"driv"}),
    ("the whole behind its parts", "Each takes 3 pictures a second, so the rig delivers 18 pictures per second", set()),
    ("a time is no part", "The shop sells 40 tickets per hour", set()),
]


@pytest.mark.parametrize(("text", "parts"), [case[1:] for case in EACH], ids=[case[0] for case in EACH])
def test_of_what_each_has_the_last_quantity(text: str, parts: set[str]) -> None:
    raw = scanned(text, 0, vocabulary())
    nouns = [(one.end, min(one.of)) for one in raw if one.kind == "count"]
    last = raw[-1]
    found = divided(text, last, vocabulary())
    assert (found.per or each_of(text, last.start, last.end, nouns)) == parts


DIVIDED = [
    ("4,200 images per second", {"imag": 1, "time": -1}, "4200"),
    ("3.6 billion lookups a day", {"lookup": 1, "time": -1}, "41666.7"),
    ("80 tokens per second for each watt", {"token": 1, "energy": -1}, "80"),
    ("$0.50 for a million tokens", {"price": 1, "token": -1}, "0.0000005"),
    ("1.6 gigabytes of imagery every second", {"size": 1, "time": -1}, "1600000000"),
    ("512 GPU-hours", {"machine": 1, "time": 1}, "1843200"),
]


@pytest.mark.parametrize(("text", "dims", "value"), DIVIDED, ids=[case[0] for case in DIVIDED])
def test_what_a_quantity_is_divided_by(text: str, dims: dict[str, int], value: str) -> None:
    found = divided(text, scanned(text, 0, vocabulary())[0], vocabulary())
    assert dict(found.dims) == dims
    middle = (found.value.lower + found.value.upper) / 2
    assert abs(middle / Decimal(value) - 1) < Decimal("0.001")


NO_COUNTS = ["The Falke 40 leaves the depot", "a 64-bit build", "over 21 days", "9 points", "a 40-hour week"]


@pytest.mark.parametrize("text", NO_COUNTS)
def test_what_counts_no_things(text: str) -> None:
    assert not [one for one in scanned(text, 0, vocabulary()) if one.kind == "count"]


def test_a_number_that_multiplies_belongs_to_what_follows() -> None:
    text = "8 x 400 Gb/s Ethernet"
    first, second = scanned(text, 100, vocabulary())
    assert first.anonymous
    assert first.of == {f"@{100 + second.start}"}
