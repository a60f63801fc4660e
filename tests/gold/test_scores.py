"""The hand-made sets keep their level: what extraction and the checks reach on them does not fall unnoticed."""

from pathlib import Path

import pytest

from tests.gold.score import score_nothing, score_pairs, score_prose, score_tables

HERE = Path(__file__).parent
PROSE = {
    "recall": 0.98,
    "precision": 0.98,
    "value and unit": 0.99,
    "qualifier": 0.98,
    "metric": 0.95,
    "workload": 0.9,
    "subject": 0.93,
    "baseline": 0.96,
}


@pytest.mark.parametrize("name", ["prose.jsonl", "prose2.jsonl"])
def test_claims_in_prose(name: str) -> None:
    scores = score_prose(HERE / name)
    low = {measure: scores.rate(measure) for measure, least in PROSE.items() if scores.rate(measure) < least}
    assert not low, scores.misses


@pytest.mark.parametrize("name", ["nothing.jsonl", "nothing2.jsonl"])
def test_numbers_that_claim_nothing_are_left_alone(name: str) -> None:
    scores = score_nothing(HERE / name)
    assert scores.rate("left alone") >= 0.97, scores.misses


def test_tables() -> None:
    scores = score_tables()
    for kind, least in (("html", 0.95), ("md", 0.95), ("txt", 0.95)):
        assert scores.rate(f"{kind} rows exact") >= least, scores.misses


def test_conflicts_are_found_and_agreements_left_alone() -> None:
    scores = score_pairs()
    assert scores.rate("conflicts found") >= 0.7, scores.misses
    assert scores.rate("agreements left alone") >= 0.97, scores.misses
