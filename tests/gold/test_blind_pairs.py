"""Pairs of documents that were scored blind, and hardly opened or never since, and bundles that are wholly right."""

from pathlib import Path

import pytest

from tests.gold.score import score_pairs

HERE = Path(__file__).parent


# 51 and 53 were scored blind at the end of a session (0.71 and 9 of 36 flagged, in three bundles, 0.59 and one), and
# opened for a handful of mends after it; so were 61 (0.76 and two), 68 (0.82 and one), 73, 75 and 77 (0.65 and one,
# 0.71 and one, 0.59 and none). 70 and 71 were opened a session later (0.71 and 0.65 by the code of the start, none
# flagged). 78 to 81 and 83 were never opened (0.76, 0.76, 0.82, 0.76, 0.76 by the code of the start, three flagged); 82
# was, for five mends (0.53 and three). 84 to 89 are harder: by the code of the start 0.47, 0.41, 0.41, 0.24, 0.47 and
# 0.41 (one, one, one, none, two and three flagged); of 85, 86 and 89 only the flagged agreements were ever opened.
# 90 has the issue's own words for its conflicts (0.71 and one); 91 to 94 have six conflicts of each of 28 kinds, with
# four agreements (82 of 168 and four of 112); all five were opened after it. 95 is as 90 (0.35 and three of 44, by the
# code of the start), 100 is so too, printed as real pages are (0.47 and none of 44 by the code of the start, 0.59 and
# one at the end of its session; opened then). 96 has three conflicts of each of the 28 kinds (0.51 and one of 28), and
# was opened for nine mends later. 101 and 102 are pages in the forms and wordings of real ones, 102 of vendors seldom
# taken: 0.29 (three flagged) and 0.24 (one) by the code of the start; 102 was blind at the end of it too, 0.29.
# 103 to 108 are of 41 pairs each in Markdown, HTML and PDF, as the examination is told to be (docs/decisions/0025).
# By the code of the start 0.73, 0.64, 0.73, 0.64, 0.82 and 0.36; four, none, one, three, one and two of 24 flagged.
# 106 to 108 were opened a session later (docs/decisions/0026); 113 to 121 are as they are, and 116 to 118 were never
# opened: 0.82, 0.91 and 0.73, one flagged, at the start of their session and at its end.
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
    "85": (0.4, 0.97),
    "86": (0.45, 0.97),
    "89": (0.4, 0.97),
    "90": (0.95, 0.97),
    "91": (0.7, 0.96),
    "92": (0.7, 0.97),
    "93": (0.9, 0.97),
    "94": (0.65, 0.97),
    "95": (0.5, 0.97),
    "96": (0.6, 0.97),
    "97": (0.5, 0.97),
    "98": (0.55, 0.97),
    "99": (0.5, 0.97),
    "100": (0.55, 0.97),
    "101": (0.5, 0.97),
    "102": (0.5, 0.97),
    "106": (0.9, 0.97),
    "107": (0.9, 0.95),
    "108": (0.4, 0.95),
    "116": (0.8, 0.95),
    "117": (0.9, 0.97),
    "118": (0.7, 0.97),
}
# Wholly right bundles of one to three documents of full length, forty figures each; 56 was scored blind (4 of 32).
RIGHT = ("54", "55", "56")


# Run in CI; the others with -m long.
LATEST = tuple(name for name in BLIND if int(name) > 108)


def of_some(name: str) -> object:
    return pytest.param(name, marks=() if name in LATEST else (pytest.mark.long,))


@pytest.mark.parametrize("name", [of_some(name) for name in sorted(BLIND)])
def test_the_last_blind_sets_get_no_worse(name: str) -> None:
    """Pairs as in the wild that were scored blind and hardly worked with; 42 is of vendors of computing."""
    found, quiet = BLIND[name]
    scores = score_pairs(HERE / f"pairs{name}.jsonl")
    assert scores.rate("conflicts found") >= found, scores.misses
    assert scores.rate("agreements left alone") >= quiet, scores.misses


@pytest.mark.parametrize("name", [of_some(name) for name in RIGHT])
def test_right_bundles_are_left_alone(name: str) -> None:
    scores = score_pairs(HERE / f"pairs{name}.jsonl")
    assert scores.rate("agreements left alone") >= 0.96, scores.misses
