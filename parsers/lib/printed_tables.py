"""Tables in blocks of code: what a program printed, in a box or in columns, pasted into a post.

Code itself is aligned too (assignments, comments, flags of a command). So of tables that are only set with spaces those
are read whose columns all have names and whose rows hold figures in every column but the first.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parsers.lib.text_aligned import aligned_tables
from parsers.lib.text_boxed import boxed_tables
from parsers.lib.text_lines import Line, lines, outside
from parsers.lib.tool_output import tool_output
from schemas.document import Block, Table

LEAST = 3  # columns of a table that no box shows
_FIGURE = re.compile(
    r"(?:±\s*)?[~<>$€£+-]?\s?\d[\d.,]*\s?(?:%|[xX×]|[a-zA-Zµ/]{1,12})?(?:\s{0,4}±\s{0,4}\d[\d.]*\s?(?:%|[a-zA-Zµ]{1,4})?)?|~"
)
_NAME = re.compile(r"(?:[A-Za-z%#(]|\+/-\s|\d[\d.]{0,6}\s(?=\())[\w %/().#+-]{0,40}")
_WORDS = frozenset("mode unit units".split())  # columns of a benchmark's report that hold none


def printed_tables(every: Sequence[Line], spans: Sequence[tuple[int, int]], text: str, number: int) -> list[Table]:
    """The tables of these spans of a text, in text order, named from T<number> on."""
    starts = [line.start for line in every]
    found: list[Table] = []
    for start, end in spans:
        inside = every[bisect_left(starts, start) : bisect_left(starts, end)]
        boxed = boxed_tables(inside, text, 1)
        typed = [] if boxed else [one for one in aligned_tables(inside, text, 1) if _of_figures(one)]
        apart = [(one.start, one.end) for one in (*boxed, *typed)]
        found += sorted((*boxed, *typed, *tool_output(outside(inside, apart), text, start)), key=lambda one: one.start)
    return [replace(one, name=f"T{number + at}") for at, one in enumerate(found)]


def _of_figures(table: Table) -> bool:
    named = all(_NAME.fullmatch(one.text) for one in table.columns)
    held = [at for at, one in enumerate(table.columns) if at and one.text.lower() not in _WORDS]
    figures = all(_FIGURE.fullmatch(row[at].text) for row in table.rows for at in held if row[at].text)
    return named and figures and len(table.columns) >= LEAST


def printed(text: str, blocks: Sequence[Block], number: int) -> list[Table]:
    """The tables that blocks of code hold, as programs printed them, with the headings over them."""
    code = [(one.start, one.end) for one in blocks if one.kind == "code"]
    return list(headed(printed_tables(lines(text), code, text, number), blocks, text)) if code else []


def headed(told: Sequence[Table], blocks: Sequence[Block], text: str) -> Iterator[Table]:
    """The tables that lines tell, each with the headings over it, outermost first."""
    waiting = [one for one in reversed(blocks) if one.kind == "heading"]
    over: list[Block] = []
    for table in told:
        while waiting and waiting[-1].start < table.start:
            heading = waiting.pop()
            over = [*(one for one in over if one.level < heading.level), heading]
        headings = tuple(text[one.start : one.end] for one in over)
        yield replace(table, title=table.title or "".join(headings[-1:]), headings=headings)
