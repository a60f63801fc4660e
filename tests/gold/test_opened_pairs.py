"""Pairs of documents that were worked with: the level of each set does not fall unnoticed.

Their files of tests are several, as each is run by one process.
"""

from pathlib import Path

import pytest

from tests.gold.score import score_pairs

HERE = Path(__file__).parent

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
# The floors of nine sets fell by one or two conflicts when 73 checks were taken out (docs/decisions/0026). 113 to 115
# and 119 to 121 are in the examination's mix: 0.64, 0.91, 0.73 and 0.82, 0.64, 0.73 by the code of the start.
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
    "13": 0.9,
    "14": 0.85,
    "16": 0.85,
    "17": 0.9,
    "18": 0.95,
    "19": 0.9,
    "20": 0.9,
    "21": 0.75,
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
    "45": 0.85,
    "46": 0.8,
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
    "66": 0.9,
    "67": 0.8,
    "69": 0.95,
    "72": 0.85,
    "74": 0.8,
    "76": 0.8,
    "84": 0.85,
    "87": 0.85,
    "88": 0.75,
    "15": 0.0,  # nothing but agreements, most of which were flagged before
    "103": 0.9,
    "104": 0.9,
    "105": 0.7,
    "109": 0.9,
    "110": 0.95,
    "111": 0.95,
    "112": 0.9,
    "113": 0.7,
    "114": 0.95,
    "115": 0.7,
    "119": 0.9,
    "120": 0.9,
    "121": 0.7,
}


# With one right page that is flagged; nobody knows yet how to tell it from a wrong one.
FLAGGED = {"13": 0.95, "19": 0.95, "32": 0.95, "33": 0.95, "37": 0.95, "119": 0.95, "121": 0.95}

# The sets before were each as large a part of CI as these, and their kinds of pairs are in these too.
LATEST = tuple(PAIRS)[list(PAIRS).index("119") :]


def set_of(name: str, least: float) -> object:
    marks = () if name in LATEST else (pytest.mark.long,)
    return pytest.param(name, least, id=name or "1", marks=marks)


@pytest.mark.parametrize(("name", "least"), [set_of(*one) for one in PAIRS.items()])
def test_conflicts_are_found_and_agreements_left_alone(name: str, least: float) -> None:
    scores = score_pairs(HERE / f"pairs{name}.jsonl")
    assert scores.rate("conflicts found") >= least, scores.misses
    assert scores.rate("agreements left alone") >= FLAGGED.get(name, 0.97), scores.misses
