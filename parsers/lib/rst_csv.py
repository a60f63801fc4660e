"""reStructuredText's csv-table as printed rows with true places.

Python's csv module splits; the file is searched for each field in turn.
"""

import bisect
import csv
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from parsers.lib.grid import Printed, PrintedRow, Section
from parsers.lib.markup_html import cell_of
from parsers.lib.rst_tables import Inline, Line

BETWEEN = 200  # characters from one field to the next, quotes and spaces
NAMED = {"tab": "\t", "space": " "}


def csv_rows(
    header: Sequence[Line], body: Sequence[Line], options: Mapping[str, str], inline: Inline
) -> list[PrintedRow]:
    """The rows of a csv-table: `header` are the lines of its :header: option, `body` those below the options."""
    marked = options.get("header-rows", "0")
    count = int(marked[:4]) if marked.isascii() and marked.isdigit() else 0
    rows = list(_rows(header, options, inline, count=len(header)))
    return [*rows, *_rows(body, options, inline, count=count)]


def _rows(lines: Sequence[Line], options: Mapping[str, str], inline: Inline, *, count: int) -> Iterator[PrintedRow]:
    """The rows of some lines, the first `count` of them as a header; none behind a line that is no CSV."""
    source = [line.text + "\n" for line in lines]
    delimiter = _one(options.get("delim", ""), ",")
    reader = csv.reader(
        source, delimiter=delimiter, quotechar=_one(options.get("quote", ""), '"'), skipinitialspace=True
    )
    number = first = 0
    try:
        for fields in reader:
            inside = lines[first : reader.line_num]
            first = reader.line_num
            if any(field.strip() for field in fields):
                section: Section = "head" if number < count else "body"
                yield _row(fields, inside, reader.dialect.quotechar or '"', section, inline)
                number += 1
    except csv.Error:
        return  # a field without an end: what stands above it is whole


def _one(printed: str, usual: str) -> str:
    char = NAMED.get(printed.strip().lower(), printed.strip())
    return char if len(char) == 1 else usual


def _row(fields: Sequence[str], lines: Sequence[Line], quote: str, section: Section, inline: Inline) -> PrintedRow:
    source = "\n".join(line.text for line in lines)
    starts = [0, *accumulate(len(line.text) + 1 for line in lines)]

    def place(at: int) -> int:
        number = min(bisect.bisect_right(starts, at), len(lines)) - 1
        return lines[number].start + at - starts[number]

    cells, at = [], 0
    for field in fields:
        words = field.strip()
        near = at + 2 * len(words) + BETWEEN
        printed = words if source.find(words, at, near) >= 0 else words.replace(quote, quote * 2)
        found = max(source.find(printed, at, near), at)
        cells.append(Printed(cell_of(inline(words, place(found)) if words else [], place(found)), section == "head"))
        at = found + len(printed)
    last = lines[-1]
    return PrintedRow(tuple(cells), section, lines[0].start, last.start + len(last.text))
