"""Factors by the grammar of comparisons, whatever is compared."""

import pytest

from schemas.multiples import multiples


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("The new pump needs three quarters of the power the old one drew.", 4 / 3),
        ("Nine tenths of the queue was gone after the restart.", 10),
        ("It accepts half again as many trays as the short one.", 1.5),
        ("Queue depth: +25% against the plain build.", 1.25),
        ("Heat at full load: -20% relative to the B part.", 1.25),
        ("The parser multiplies the packet rate by 2.5 on small frames.", 2.5),
        ("They divided the cost of a run by five.", 5),
        ("For this model the speedup over the host came to 7.2 on one card.", 7.2),
        ("The lint step was accelerated 13 times by caching.", 13),
        ("Spot nodes went at 0.5x of the list rate.", 2),
        ("Batch runs at 150% of the rate of the R5.", 1.5),
        ("The stall rate sank to 1/5 of what it had been.", 5),
        ("A 3.5-times improvement in inserts was seen.", 3.5),
        ("The old index was x1.9 over Gen 2.", 1.9),
    ],
)
def test_a_factor_is_read(text: str, factor: float) -> None:
    ways = [way for one in multiples(text) for way in one.ways]
    assert any(float(way.lower) * 0.98 <= factor <= float(way.upper) * 1.02 for way in ways), ways


@pytest.mark.parametrize(
    "text",
    [
        "The gateway doubles as a load balancer.",
        "Each node carries 8x A100 accelerators.",
        "Every run was repeated five times after a warm-up.",
        "The survey was answered by 20% of customers.",
        "Data is kept with threefold replication.",
        "The table grows at a load factor of 0.75.",
        "The store holds 5 billion triples per shard.",
        "Output stays within 3% of the reference.",
    ],
)
def test_what_compares_nothing(text: str) -> None:
    assert not multiples(text)
