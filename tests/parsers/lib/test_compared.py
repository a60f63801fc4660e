"""Claims by the grammar of comparisons, which the forms have no words for, and what they make none of."""

import pytest

from tests.gold.score import read


def _claims(text: str) -> list[tuple[str, str]]:
    parsed = read("notes.md", f"# Notes on the query engine\n\n{text}\n".encode())
    return [
        (one.quote, str(one.figure.value)) for one in parsed.claims if one.figure.kind in ("ratio", "percent_change")
    ]


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("The key cache of the engine sheds half its memory.", "half", "0.5"),
        ("On object storage, Skerry undercuts the big three by 28% before taxes.", "28%", "28"),
        ("The number of context switches is three quarters lower.", "three quarters", "0.25"),
        ("The ceiling on concurrent queries has been trebled.", "trebled", "3"),
        ("For the ocean model, the speedup over the host came to 7.2 on one card.", "7.2", "7.2"),
        ("Genome alignment was accelerated 13 times by the FPGA.", "13 times", "13"),
        ("Nine tenths of the startup latency is gone.", "Nine tenths", "0.1"),
        ("Token throughput is a thırd higher than before.", "a thırd", "0.333333"),
    ],
)
def test_a_comparison_is_a_claim(text: str, quote: str, value: str) -> None:
    assert [(one, f"{float(number):g}") for one, number in _claims(text)] == [(quote, f"{float(value):g}")]


@pytest.mark.parametrize(
    "text",
    [
        "Requests dropped 5 times over a week of testing.",
        "We improved the benchmark and repeated it 5 times with a cold cache.",
        "The accelerated path is taken 90 times in each loop.",
        "The GPU was reduced to idle 3 times.",
        "A quarter of the latency is the network.",
        "Two fifths of the bandwidth is wasted in retries.",
        "The x4 slot over PCIe holds the second SSD.",
        "The gateway doubles as a load balancer for the API.",
        "A hash table grows at a load factor of 0.75.",
        "The store keeps 5 billion triples per shard of the database.",
    ],
)
def test_what_compares_nothing(text: str) -> None:
    assert not _claims(text)
