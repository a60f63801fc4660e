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


# Sets 3 and 4 were scored blind before they were worked with; what nobody mended of subjects stays below the others.
LATER = {**PROSE, "subject": 0.88, "baseline": 0.95}
FIFTH = {**PROSE, "recall": 0.97, "subject": 0.97, "baseline": 0.98}


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("prose.jsonl", PROSE),
        ("prose2.jsonl", PROSE),
        ("prose3.jsonl", LATER),
        ("prose4.jsonl", LATER),
        ("prose5.jsonl", FIFTH),
    ],
)
def test_claims_in_prose(name: str, levels: dict[str, float]) -> None:
    scores = score_prose(HERE / name)
    low = {measure: scores.rate(measure) for measure, least in levels.items() if scores.rate(measure) < least}
    assert not low, scores.misses


@pytest.mark.parametrize(
    "name", ["nothing.jsonl", "nothing2.jsonl", "nothing3.jsonl", "nothing4.jsonl", "nothing5.jsonl"]
)
def test_numbers_that_claim_nothing_are_left_alone(name: str) -> None:
    scores = score_nothing(HERE / name)
    assert scores.rate("left alone") >= 0.97, scores.misses


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


# Sets 8 to 12 were scored blind (0.45, 0.36, 0.42, 0.38 and 0.64) before they were worked with, so were 13 (0.54),
# 14, whose documents are PDFs as browsers print them (0.17), 16 (0.45), 17, of PDFs after those of 14 (0.75), 18 (0.5),
# 19 (0.5), 20 (0.58), 21, of PDFs by other programs (0.67), and 22, short pairs as in the wild (0.24), as are those
# after it: 23 (0.24), 24 (0.29), 25 (0.07), 27 (0.17), 28, of factors and their values only (0.15), 30 (0.25),
# 31 (0.19), 32 (0.38) and 33 (0.69). Those after it: 34 and 35 (0.5), 36 (0.38), 37, 39 and 40 (0.56). Of vendors of
# computing only are 33, 34, 37, 40 and 42. 38 is in the manner of such vendors: its first 24
# pairs were worked with (0.4 and three agreements flagged before), the others were scored blind after it (0.57, two).
# 43 to 49 are in the natural manner of real vendors, in 44, 46, 48 and 49 as bundles of two documents of full length,
# of which several pairs are labelled. Blind: 43 0.59 and one of 36 agreements flagged, 44 0.53 and 12 (two bundles), 45
# 0.82 and three, 46 0.65 and 12 (four bundles), 49 0.65 and 9 (three bundles), 50 0.41 and one, 52 0.65 and two.
# 57 and 60 are of vendors of accelerators and servers, 58 and 59 of any, each of short pairs. Blind: 0.82 and one, 0.65
# and none, 0.65 and none, 0.76 and two. 62 and 66 are of vendors of accelerators alone, 63 of model servers too, 65 and
# 67 half or two thirds of them, 64 of all others. Blind: 0.41 and five, 0.82 and two, 0.71 and five, 0.82 and one, 0.65
# and four, 0.65 and four. 69 and 74 are of vendors of accelerators alone, 76 of clouds too, 72 of blogs with results
# pages. Blind: 0.59 and three, 0.82 and two, 0.71 and none, 0.94 and two.
PAIRS = {
    "": 0.97,
    "2": 0.9,
    "3": 0.95,
    "4": 0.95,
    "5": 0.95,
    "6": 0.95,
    "7": 0.7,
    "8": 0.95,
    "9": 0.8,
    "10": 0.75,
    "11": 0.75,
    "12": 0.85,
    "13": 0.95,
    "14": 0.9,
    "16": 0.85,
    "17": 0.9,
    "18": 0.95,
    "19": 0.9,
    "20": 0.9,
    "21": 0.95,
    "22": 0.9,
    "23": 0.8,
    "24": 0.9,
    "25": 0.9,
    "27": 0.75,
    "28": 0.85,
    "30": 0.9,
    "31": 0.9,
    "32": 0.9,
    "33": 0.9,
    "34": 0.9,
    "35": 0.9,
    "36": 0.9,
    "37": 0.9,
    "39": 0.9,
    "40": 0.85,
    "38": 0.8,
    "43": 0.95,
    "44": 0.95,
    "45": 0.9,
    "46": 0.85,
    "47": 0.9,
    "48": 0.85,
    "49": 0.85,
    "50": 0.9,
    "52": 0.9,
    "57": 0.9,
    "58": 0.8,
    "59": 0.9,
    "60": 0.9,
    "62": 0.95,
    "63": 0.95,
    "64": 0.85,
    "65": 0.95,
    "66": 0.95,
    "67": 0.8,
    "69": 0.95,
    "72": 0.85,
    "74": 0.8,
    "76": 0.8,
    "15": 0.0,  # nothing but agreements, most of which were flagged before
}


# 51 and 53 were scored blind at the end of a session (0.71 and 9 of 36 flagged, in three bundles, 0.59 and one), and
# opened for a handful of mends after it; so were 61 (0.76 and two), 68 (0.82 and one), 73, 75 and 77 (0.65 and one,
# 0.71 and one, 0.59 and none). 70 and 71 were opened a session later (0.71 and 0.65 by the code of the start, none
# flagged). 78 to 81 and 83 were never opened (0.76, 0.76, 0.82, 0.76, 0.76 by the code of the start, three flagged); 82
# was, for five mends (0.53 and three).
BLIND = {
    "26": (0.4, 0.95),
    "29": (0.65, 0.95),
    "41": (0.55, 0.95),
    "42": (0.6, 0.86),
    "51": (0.7, 0.9),
    "53": (0.7, 0.97),
    "61": (0.7, 0.97),
    "68": (0.8, 0.97),
    "70": (0.7, 0.97),
    "71": (0.6, 0.97),
    "73": (0.7, 0.97),
    "75": (0.7, 0.97),
    "77": (0.7, 0.97),
    "78": (0.8, 0.97),
    "79": (0.8, 0.97),
    "80": (0.9, 0.97),
    "81": (0.8, 0.94),
    "82": (0.7, 0.91),
    "83": (0.7, 0.97),
}
# Wholly right bundles of one to three documents of full length, forty figures each; 56 was scored blind (4 of 32).
RIGHT = ("54", "55", "56")


@pytest.mark.parametrize("name", sorted(BLIND))
def test_the_last_blind_sets_get_no_worse(name: str) -> None:
    """Pairs as in the wild that were scored blind and hardly worked with; 42 is of vendors of computing."""
    found, quiet = BLIND[name]
    scores = score_pairs(HERE / f"pairs{name}.jsonl")
    assert scores.rate("conflicts found") >= found, scores.misses
    assert scores.rate("agreements left alone") >= quiet, scores.misses


@pytest.mark.parametrize("name", RIGHT)
def test_right_bundles_are_left_alone(name: str) -> None:
    scores = score_pairs(HERE / f"pairs{name}.jsonl")
    assert scores.rate("agreements left alone") >= 0.96, scores.misses


@pytest.mark.parametrize(("name", "least"), [(f"pairs{number}.jsonl", least) for number, least in PAIRS.items()])
def test_conflicts_are_found_and_agreements_left_alone(name: str, least: float) -> None:
    scores = score_pairs(HERE / name)
    assert scores.rate("conflicts found") >= least, scores.misses
    assert scores.rate("agreements left alone") >= 0.97, scores.misses
