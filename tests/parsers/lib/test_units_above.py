"""What the paragraph over a table says of all its figures."""

import pytest

from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.names import vocabulary

TABLE = """
| Workload | Alpha | Beta |
| --- | ---: | ---: |
| Update one field | 0.51 | 0.69 |
| Update an item | 1.12 | 1.82 |
"""
MACHINE = "They are medians of three runs on a laptop with twelve cores, each library in a process of its own. " * 2


@pytest.mark.parametrize(
    ("above", "unit"),
    [
        ("Times are microseconds per update.", "us"),
        (f"Times are microseconds per update. {MACHINE}The second column shows the default of Beta.", "us"),
        (f"{MACHINE}The second column shows the default of Beta. All times in ms.", "ms"),
        ("Mean of all runs in the month before the move. Duration in minutes from trigger to last task.", "minutes"),
    ],
)
def test_a_unit_of_the_paragraph_above(above: str, unit: str) -> None:
    raw = Raw("page.md", f"# Speed\n\n{above}\n{TABLE}".encode())
    found = extract(choose(raw).parse(raw), vocabulary()).measurements
    assert {one.unit for one in found} == {unit}
    assert len(found) == 4


def test_an_ordinal_is_no_unit() -> None:
    raw = Raw("page.md", f"# Speed\n\nThe second column shows the default.\n{TABLE}".encode())
    found = extract(choose(raw).parse(raw), vocabulary()).measurements
    assert not any(one.unit for one in found)


@pytest.mark.parametrize(
    "above", ["On phones with 16 GB LPDDR5X, 25 °C.", "With 512-byte values and 2,000 ms of warm-up."]
)
def test_what_was_measured_on_is_no_unit_of_the_cells(above: str) -> None:
    raw = Raw("page.md", f"# Speed\n\n{above}\n{TABLE}".encode())
    assert not any(one.unit for one in extract(choose(raw).parse(raw), vocabulary()).measurements)


@pytest.mark.parametrize(
    ("above", "unit"),
    [
        ("Prices in US dollars per hour, Linux, identical in all regions.", "USD"),
        ("On demand, in euros per hour.", "EUR"),
    ],
)
def test_prices_in_a_currency_are_no_microseconds(above: str, unit: str) -> None:
    table = "| Size | m8 | m9 |\n|---|---|---|\n| xlarge | 0.895 | 0.715 |\n| 2xlarge | 1.79 | 1.43 |\n"
    raw = Raw("page.md", f"# On-demand instances\n\n{above}\n\n{table}".encode())
    found = extract(choose(raw).parse(raw), vocabulary()).measurements
    assert [(one.metric, one.unit) for one in found] == [("price", unit)] * 4


@pytest.mark.parametrize(
    ("headers", "units"),
    [
        ("Images per second | Images per second per watt", {"images/s", "images/s/W"}),
        ("Tokens per second | Tokens per second and card", {"tokens/s", "tokens/s/card"}),
        ("Kite 1 ms | Kite 1 img/s", {"ms", "images/s"}),
    ],
)
def test_a_column_beside_another_of_its_words_keeps_its_unit(headers: str, units: set[str]) -> None:
    table = f"| Card | {headers} |\n| --- | ---: | ---: |\n| A | 2,400 | 8.0 |\n| B | 1,320 | 12.0 |\n"
    raw = Raw("page.md", f"# Speed\n\n{table}".encode())
    assert {one.unit for one in extract(choose(raw).parse(raw), vocabulary()).measurements} == units
