"""What else a factor or a sum can be of makes a finding low, where words alone tie it to its values."""

import pytest

from checks.lib.findings import full_pages
from checks.lib.language.left_over import left_over
from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout.reconcile import HEAVY, OF_OTHERS, reconcile

RUNNERS = """# Smaller builds

Peak memory fell from 5.8 GB to 1.3 GB, so a smaller runner is enough, which costs half as much{prices}.
"""
SHEET = """# Merganser array

A Merganser array reads {read} GB/s. Its eight host ports carry 200 GB/s together.
"""
POST = """# Merganser in practice

With Merganser, reading a set of 500 TB took about three hours. The ports were not the limit.
"""
NIGHT = """# Merganser store

A Merganser S1 writes at 9.5 GB/s. Over a night of 600 minutes it takes 400 TB.
"""


def read(name: str, text: str) -> Parsed:
    raw = Raw(f"{name}.md", text.encode())
    return extract(choose(raw).parse(raw), vocabulary())


def severities(**texts: str) -> list[tuple[str, str]]:
    found = reconcile([read(*one) for one in texts.items()], vocabulary()).findings
    return [(one.severity, one.arithmetic) for one in found]


def test_a_factor_that_two_other_values_give_is_low() -> None:
    said = severities(post=RUNNERS.format(prices=" ($0.006 instead of $0.012 per minute)"))
    assert [one for one, _ in said] == ["low"]
    assert OF_OTHERS in said[0][1]


def test_a_factor_that_nothing_else_gives_stays_as_bad_as_it_is() -> None:
    assert [one for one, _ in severities(post=RUNNERS.format(prices=""))] == ["high"]


def test_a_sum_that_comes_out_with_another_value_is_low() -> None:
    assert not [one for one, _ in severities(post=POST, sheet=SHEET.format(read=45)) if one in HEAVY]


@pytest.mark.parametrize(
    ("text", "used", "left"),
    [
        ("6 W for 5.3 hours instead of 4.7 come to 54 Wh", [(0, 3), (8, 17), (41, 46)], ["4.7"]),
        ("Llama 3 took 20 hours in 2024", [(13, 21)], []),
        ("$3 an hour, so three of them cost $9", [(0, 10), (34, 36)], ["three"]),
    ],
)
def test_numbers_that_a_sum_does_not_use(text: str, used: list[tuple[int, int]], left: list[str]) -> None:
    assert left_over(text, used) == left


def _page(rows: int) -> str:
    lines = "".join(f"| step {at} | {at * 37 % 91 + 3} | {at * 53 % 89 + 2} |\n" for at in range(rows))
    return f"# Steps of the Merganser build\n\n| Step | Warm | Cold |\n|---|---|---|\n{lines}"


@pytest.mark.parametrize(("rows", "judged"), [(2, True), (40, False)])
def test_what_words_alone_tie_is_left_alone_on_pages_of_many_numbers(rows: int, judged: bool) -> None:
    said = reconcile([read("night", f"{NIGHT}\n{_page(rows)}")], vocabulary())
    assert bool(said.findings) == judged
    assert any(one.reason == full_pages.REASON for one in said.skips) != judged
