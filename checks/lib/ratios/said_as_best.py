"""Where sentences say of a cell's value that it is the largest: "the largest reduction of all 90 commands is 87.4%"."""

import re
from collections.abc import Iterator

from checks.lib.labels.about import Index
from checks.lib.labels.slots import Slot

_MOST = re.compile(r"\b(?:largest|highest|biggest|greatest|best|maximum|max|up to|at most|peak|top)\b", re.IGNORECASE)


def said_as_best(slot: Slot, index: Index) -> Iterator[tuple[int, int]]:
    """The places outside of tables where its document prints a cell's value, and calls it the largest."""
    spans = [(one.start, one.end) for one in slot.document.tables]
    printed = re.compile(rf"(?<![\d.,]){re.escape(slot.document.text[slot.start : slot.end])}(?![.,]?\d)")
    for sentence in index.sentences(slot.document):
        passage = sentence.passage
        found = printed.search(passage.words)
        if found and not any(start <= passage.start < end for start, end in spans) and _MOST.search(passage.words):
            yield passage.start + found.start(), passage.start + found.end()
