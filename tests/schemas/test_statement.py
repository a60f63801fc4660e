"""Statements: ids that stay while the words stay, and what a figure allows."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from schemas.document import Box
from schemas.statement import Claim, Figure, Measurement, Side

FIGURE = Figure(10, 13, "17", "ratio", Decimal(17), "x", "exact", Decimal(1))
CLAIM = Claim("0123456789abcdef", "post.html", FIGURE, "prose", "17x", "It is 17x faster.", 4, metric="throughput")
CELL = Measurement(
    "0123456789abcdef", "results.html", "T1", 3, "Throughput", "58,112", 40, 46, "throughput", "images/s", "ok",
    replace(FIGURE, literal="58,112", kind="absolute", value=Decimal(58112), unit="images/s"),
)  # fmt: skip


class TestIds:
    def test_are_the_same_on_every_run(self) -> None:
        assert CLAIM.statement_id == "acd61a8086c5130c"
        assert CELL.statement_id == "eab5956236ef4ead"

    @pytest.mark.parametrize(
        "change",
        [
            pytest.param({"workload": "BERT-Large"}, id="a new alias in the vocabulary"),
            pytest.param({"subject": Side("A100", "A100")}, id="another reading of who"),
            pytest.param({"context": "Another sentence rule."}, id="another context"),
            pytest.param({"box": Box(1, 0, 0, 1, 1)}, id="a box"),
            pytest.param({"place": "heading"}, id="another kind of block"),
        ],
    )
    def test_of_claims_do_not_hang_on_what_is_made_of_the_words(self, change: dict[str, Any]) -> None:
        assert replace(CLAIM, **change).statement_id == CLAIM.statement_id

    @pytest.mark.parametrize(
        "change",
        [
            {"document_id": "f" * 16},
            {"quote": "27x"},
            {"metric": "latency"},
            {"figure": replace(FIGURE, start=11)},
            {"figure": replace(FIGURE, end=14)},
        ],
    )
    def test_of_claims_name_document_place_and_print(self, change: dict[str, Any]) -> None:
        assert replace(CLAIM, **change).statement_id != CLAIM.statement_id

    @pytest.mark.parametrize(
        "change", [{"document_id": "f" * 16}, {"table": "T2"}, {"row": 4}, {"column": "Latency"}, {"literal": "58,113"}]
    )
    def test_of_measurements_name_document_cell_and_print(self, change: dict[str, Any]) -> None:
        assert replace(CELL, **change).statement_id != CELL.statement_id

    def test_of_measurements_do_not_hang_on_what_is_made_of_the_words(self) -> None:
        changed = replace(CELL, workload="BERT-Large", devices=4, status="blank", figure=None)
        assert changed.statement_id == CELL.statement_id

    def test_of_a_claim_and_a_measurement_differ(self) -> None:
        assert CLAIM.statement_id != CELL.statement_id


class TestFigure:
    def test_rounded_to_nearest(self) -> None:
        assert str(FIGURE.interval) == "[16.5, 17.5]"

    def test_a_count_is_a_point(self) -> None:
        assert str(replace(FIGURE, last_digit=Decimal(0)).interval) == "[17, 17]"

    def test_hedged(self) -> None:
        assert str(replace(FIGURE, qualifier="over").interval) == "(17, inf)"

    def test_a_range_reaches_from_end_to_end(self) -> None:
        assert str(replace(FIGURE, value_hi=Decimal(20)).interval) == "[16.5, 20.5]"


def test_conditions_of_a_side() -> None:
    side = Side("A100", "A100", 8, (("precision", "FP16"), ("batch_size", "32")))
    assert (side.condition("batch_size"), side.condition("framework")) == ("32", "")


@pytest.mark.parametrize(
    ("context", "start", "before", "behind"),
    [
        ("About 17x faster than 17x before", 6, "About ", " faster than 17x before"),
        ("About 17x faster", 10, "About ", " faster"),  # of "**About** 17x": the four stars are not in the context
        ("17x faster, with 170x", 4, "", " faster, with 170x"),
        ("it is not there", 0, "", "it is not there"),
    ],
)
def test_a_figure_is_found_in_a_context_without_markup(context: str, start: int, before: str, behind: str) -> None:
    one = replace(CLAIM, figure=replace(FIGURE, start=start, end=start + 3), context=context, context_start=0)
    assert (one.before, one.behind) == (before, behind)
