"""Tables in blocks of code: what a program printed, in a box or in columns, pasted into a post.

Code itself is aligned too (assignments, comments, flags of a command). So of tables that are only set with spaces those
are read whose columns all have names and whose rows hold figures in every column but the first.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from parsers.lib.text_aligned import aligned_tables
from parsers.lib.text_boxed import boxed_tables
from parsers.lib.text_lines import Line
from schemas.document import Table

LEAST = 3  # columns of a table that no box shows
_FIGURE = re.compile(r"[~<>$€£+-]?\s?\d[\d.,]*\s?(?:%|[xX×]|[a-zA-Zµ/]{1,12})?")
_NAME = re.compile(r"[A-Za-z%#][\w %/().#+-]{0,40}")


def printed_tables(every: Sequence[Line], spans: Sequence[tuple[int, int]], text: str, number: int) -> list[Table]:
    """The tables of these spans of a text, in text order, named from T<number> on."""
    starts = [line.start for line in every]
    found: list[Table] = []
    for start, end in spans:
        inside = every[bisect_left(starts, start) : bisect_left(starts, end)]
        boxed = boxed_tables(inside, text, 1)
        typed = [] if boxed else [one for one in aligned_tables(inside, text, 1) if _of_figures(one)]
        found += boxed + typed
    return [replace(one, name=f"T{number + at}") for at, one in enumerate(found)]


def _of_figures(table: Table) -> bool:
    named = all(_NAME.fullmatch(one.text) for one in table.columns)
    figures = all(_FIGURE.fullmatch(cell.text) for row in table.rows for cell in row[1:] if cell.text)
    return named and figures and len(table.columns) >= LEAST
