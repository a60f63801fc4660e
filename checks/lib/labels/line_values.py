"""The further values of labelled lines: "Heron: 3,040 tokens/s at 152 W, 20.0 tokens/s per watt" prints three.

Who reads a data sheet takes the first value of a line for what its label says; runs of such lines are a table without
a grid, whose columns are the units and the words ahead of each value.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from checks.lib.labels.drawn_lines import sheet_at
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.quantities.amounts import Amount, amounts
from schemas.document import Document
from schemas.names import Vocabulary

LEAST = 2  # lines right below one another
LINES = 400
_LINE = re.compile(
    r"(?m)^[ \t]*(?:(?:[-*•+]|\d+[.)])[ \t]+)?[*_`]*(?P<key>[A-Za-z][^:|\n]{1,60}?)[*_`]*"
    r"(?::|[ \t][–—])[*_`]*[ \t]+(?P<value>[^\n|]*\d[^\n|]*)$"
)
_AHEAD = re.compile(r"[A-Za-z][\w %-]{2,}$")


def line_values(document: Document, vocabulary: Vocabulary) -> Iterator[list[Slot]]:
    """The values of each run of labelled lines that follow one another, but for the first value of a line."""
    for run in _runs(document):
        sheet = sheet_at(document, run[0].start())
        yield [
            Slot(sheet, match.start("value") + one.start, match.start("value") + one.end, one, labels)
            for match in run
            for one, labels in _further(match, vocabulary)
        ]


def _runs(document: Document) -> Iterator[list[re.Match[str]]]:
    """The labelled lines that stand right below one another."""
    runs: list[list[re.Match[str]]] = []
    for match in islice(_LINE.finditer(document.text), LINES):
        below = runs and document.text.count("\n", runs[-1][-1].end(), match.start()) < LEAST
        if below:
            runs[-1].append(match)
        else:
            runs.append([match])
    return (run for run in runs if len(run) >= LEAST)


def _further(match: re.Match[str], vocabulary: Vocabulary) -> Iterator[tuple[Amount, tuple[tuple[str, str], ...]]]:
    """The amounts of a line behind its first, each with the label of the line and the words right ahead of it."""
    value = match["value"]
    every = list(amounts(value, vocabulary))
    for before, one in pairwise(every):
        ahead = _AHEAD.search(re.split(r"[,;(]", value[before.end : one.start])[-1].strip())
        yield one, (("", match["key"].strip(" *_`")), (COLUMN, ahead[0] if ahead else ""))
