"""Which two values a text sets side by side, in the wordings of many writers."""

import pytest

from checks.lib.labels.about import index_of
from checks.lib.labels.contrasts import contrasts
from checks.lib.quantities.near_pairs import near_pairs
from schemas.names import vocabulary
from tests.gold.score import read
from tieout.link import link

TOLD = [
    # A connector joins them, and the second may inherit the unit.
    ("Compile times dropped from 50 seconds to 40 on the same laptop.", "50 seconds", "40"),
    ("Throughput climbed from 800 to 2,000 documents a minute.", "800", "2,000 documents a minute"),
    (
        "From a slow start of 110k inserts per second, the store got to 430k after a month.",
        "110k inserts per second",
        "430k",
    ),
    ("The refresh dropped from one hour to ten minutes.", "one hour", "ten minutes"),
    ("Tail latency is down to 45 ms from 130 ms.", "45 ms", "130 ms"),
    ("A restore needs six minutes instead of twenty.", "six minutes", "twenty"),
    ("The H3 streams 3.4 TB/s, against 2.0 TB/s for the H2.", "3.4 TB/s", "2.0 TB/s"),
    ("Compared to the 70 watts of the X200, the X300 gets by with 48.", "70 watts", "48"),
    ("Lookups take 9 ms (was 14).", "9 ms", "14"),
    ("Idle power went down to 18 W, from 31 W.", "18 W", "31 W"),
    ("Analysts now wait 80 seconds, not the 12 minutes they were used to.", "80 seconds", "12 minutes"),
    ("By switching to zstd we shrank images of 1.9 GB to 700 MB.", "1.9 GB", "700 MB"),
    ("Boot: 22 s -> 9 s", "22 s", "9 s"),
    ("A 30-hour job is now a 4-hour job.", "30-hour", "4-hour"),
    # Two sides of a break.
    ("The same frame needs 63 ms on Wren and 41 on Robin.", "63 ms", "41"),
    ("Wren reaches 95 teraflops, Robin 61.", "95 teraflops", "61"),
    ("Version 5 loads in 12 s, version 4 in 31.", "12 s", "31"),
    ("The board drew 500 W before and draws 400 W now.", "500 W", "400 W"),
    ("Our bill was $52k in May and $19k in June.", "$52k", "$19k"),
    ("The job ran for 14 hours on one card and for 2 hours on eight.", "14 hours", "2 hours"),
    ("Puffin's median read takes 8.1 ms, Gull's 12.7.", "8.1 ms", "12.7"),
    ("A full backup occupies 3.1 TB; an incremental backup occupies 90 GB.", "3.1 TB", "90 GB"),
    ("Decoding takes 17 ms on GPU, 142 ms on CPU.", "17 ms", "142 ms"),
    ("Where the old driver reached 5.1 GB/s, ours reaches 8.8.", "5.1 GB/s", "8.8"),
    ("The list: caching off, 3,050 calls/s; caching, 16,700 calls/s", "3,050 calls/s", "16,700 calls/s"),
    ("It costs 1.12 ms/step with Sedge, 1.87 ms/step with Rush.", "1.12 ms/step", "1.87 ms/step"),
    # Two sentences.
    ("A report took 95 seconds. Now it takes 12.", "95 seconds", "12"),
    ("The library ingests 9 TB. Its forerunner ingested 5.", "9 TB", "5"),
    ("Gull sorts all keys in 84 seconds. Robin does it in 51.", "84 seconds", "51"),
]
APART = [
    "The card has 80 GB of memory and moves 40 GB/s over the link.",
    "A request spends 12 ms in the queue and 30 ms on the device.",
    "The archive holds 40 GB of logs and 12 GB of traces.",
    "The test ran for 40 minutes after a warm-up of 5 minutes.",
    "The p50 is 12 ms and the p99 is 48 ms.",
    "A cold start takes 210 ms, a warm one 18.",
    "The timeout is 30 s, and the retry interval is 5 s.",
    "The pod takes 40 kW, of which the fans take 3 kW.",
    "Setup takes 10 minutes, then each step takes 2 minutes.",
    "Latency is 3 ms better than the 12 ms of the old node.",
    "It runs in 5 minutes on 8 cards, in version 3.",
    "Jobs last between 5 and 20 minutes.",
    "Of the 60 seconds, 12 seconds are spent on parsing.",
    "It takes 52 minutes in the lab, see page 31.",
]


def _contrasts(text: str) -> list[tuple[str, str]]:
    corpus = link([read("a.md", f"# Notes\n\n{text}\n".encode())], vocabulary())
    every = [one.contrast for one in contrasts(index_of(corpus).sentences(corpus.documents[0]))]
    return [
        (
            one.left.document.text[one.left.start : one.left.end],
            one.right.document.text[one.right.start : one.right.end],
        )
        for one in every
    ]


def _near(text: str) -> list[tuple[str, str]]:
    corpus = link([read("a.md", f"# Notes\n\n{text}\n".encode())], vocabulary())
    every = near_pairs(index_of(corpus).sentences(corpus.documents[0]), ())
    return [(one.left.printed, one.right.printed) for one in every]


@pytest.mark.parametrize(("text", "left", "right"), TOLD)
def test_two_values_are_set_side_by_side(text: str, left: str, right: str) -> None:
    assert _contrasts(text) == [(left, right)]
    assert (left, right) in _near(text)


@pytest.mark.parametrize("text", APART)
def test_two_values_of_two_things_are_not(text: str) -> None:
    assert not _contrasts(text)


def test_a_number_inherits_the_unit_that_it_is_held_against() -> None:
    text = "Lookups take 9 ms (was 14), inserts take 30 ms (was 55)."
    assert {("9 ms", "14"), ("30 ms", "55")} <= set(_near(text))
