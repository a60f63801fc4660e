"""The hand-made sets keep their level: what extraction reaches on them does not fall unnoticed."""

from pathlib import Path

import pytest

from tests.gold.score import score_nothing, score_prose, score_tables

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


# Sets 3 and 4 were scored blind before they were worked with; what nobody mended of subjects stays below the others.
LATER = {**PROSE, "subject": 0.88, "baseline": 0.95}
FIFTH = {**PROSE, "recall": 0.97, "subject": 0.97, "baseline": 0.98}
# Of sets 6 and 7 only classes that other documents print too were mended; set 8 was, and names its subjects strictly.
SIXTH = {**PROSE, "recall": 0.95, "subject": 0.88}
SEVENTH = {**PROSE, "recall": 0.9, "metric": 0.92, "workload": 0.85, "subject": 0.87, "baseline": 0.93}
EIGHTH = {**PROSE, "recall": 0.96, "precision": 0.97, "workload": 0.96, "subject": 0.88}


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("prose.jsonl", PROSE),
        ("prose2.jsonl", PROSE),
        ("prose3.jsonl", LATER),
        ("prose4.jsonl", LATER),
        ("prose5.jsonl", FIFTH),
        ("prose6.jsonl", SIXTH),
        ("prose7.jsonl", SEVENTH),
        ("prose8.jsonl", EIGHTH),
    ],
)
def test_claims_in_prose(name: str, levels: dict[str, float]) -> None:
    scores = score_prose(HERE / name)
    low = {measure: scores.rate(measure) for measure, least in levels.items() if scores.rate(measure) < least}
    assert not low, scores.misses


@pytest.mark.parametrize("number", ["", "2", "3", "4", "5", "6", "7", "8"])
def test_numbers_that_claim_nothing_are_left_alone(number: str) -> None:
    scores = score_nothing(HERE / f"nothing{number}.jsonl")
    assert scores.rate("left alone") >= (0.97 if number in ("", "2", "3", "4", "5") else 0.96), scores.misses


def test_tables() -> None:
    scores = score_tables()
    for kind, least in (("html", 0.95), ("md", 0.95), ("txt", 0.95)):
        assert scores.rate(f"{kind} rows exact") >= least, scores.misses


TABLES3 = {
    "rows exact": 0.95,
    "columns": 0.95,
    "measurements": 0.95,
    "value and unit": 0.95,
    "metric": 0.95,
    "subject": 0.95,
}


def test_tables_of_the_third_set() -> None:
    scores = score_tables(HERE / "tables3")
    low = {
        f"{kind} {measure}": scores.rate(f"{kind} {measure}")
        for kind in ("html", "md", "rst", "txt", "pdf")
        for measure, least in TABLES3.items()
        if scores.rate(f"{kind} {measure}") < least
    }
    assert not low, scores.misses
