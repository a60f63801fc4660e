"""What the largest of several is made of, against the largest row of it: eight slices of 256 are no 3,072 chips."""

import re
from collections.abc import Iterator

from checks.lib.linking.reach import asserted
from checks.lib.quantities.scanned import content
from checks.lib.sums.pools import Pool
from checks.lib.telling.derived import Given, like
from checks.lib.telling.facts import Fact

_LARGEST = re.compile(r"\b(?:largest|biggest|maximum|full[- ](?:size|scale))\b", re.IGNORECASE)
_RIVAL = re.compile(r"\b(?:next|second|other|one of|among|their)\b", re.IGNORECASE)
FEW = 2  # rows at least, or nothing is the largest


def largest_of_rows(pool: Pool) -> Iterator[tuple[Fact, Given]]:
    """The largest rows that a sentence on the largest names, where its counts of parts come to another number."""
    for size in pool.own:
        if size.sentence and size.count and size.per and _LARGEST.search(size.text) and not _RIVAL.search(size.text):
            counts = [one for one in pool.own if one.text == size.text and one.count and one.of & size.per]
            rows = [one for one in pool.far if one.document is not size.document and _is_of(one, size)]
            if len(counts) == 1 and len(rows) >= FEW and asserted(size.sentence, size.at, size.at + 1):
                given = Given(size.middle * counts[0].middle, (size, counts[0]), "x")
                most = max(rows, key=lambda one: one.middle)
                if most.middle > given.value:
                    yield most, given


def _is_of(one: Fact, size: Fact) -> bool:
    """Whether a row counts the parts of a size, of what its sentence names."""
    named = content(one.entity)
    return bool(named) and one.count and not one.per and like(one, size) and named <= content(size.text)
