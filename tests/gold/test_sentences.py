"""What the readers of comparisons read of sentences that were written by somebody who never saw them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from tests.gold.sentences import counted, entries, of_factors, of_pairs

Reader = Callable[[Iterable[dict[str, Any]]], Iterator[tuple[dict[str, Any], str, str]]]

# Blind: claims 100 of 200, multiples 130, near_pairs 123 of 170, contrasts 30; the lists were worked with since.
FLOORS = {"claims": (0.75, 3), "multiples": (0.81, 2), "near_pairs": (0.82, 7), "contrasts": (0.66, 3)}


@pytest.mark.parametrize(("name", "reader"), [("factors", of_factors), ("pairs", of_pairs)])
def test_readers_get_no_worse(name: str, reader: Reader) -> None:
    counts = counted(reader(entries(name)))
    for who in {who for _, who, _ in counts}:
        right, traps = FLOORS[who]
        told = sum(number for key, number in counts.items() if key[:2] == ("told", who))
        assert counts["told", who, "right"] / told >= right, who
        assert counts["trap", who, "wrong"] <= traps, who
