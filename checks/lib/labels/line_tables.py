"""Runs of lines as the tables that they stand for: a label and as many numbers in each, whose names stand above them.

"Series: 2.3, 2.4", then "Cold start (ms): 118, 72"; "Encode, seconds:", then "- m7a: 412" and "- m8a: 287". Read so,
all that is known of tables (units of headers, sides, rows that a sentence names) is known of such lines.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice

from schemas.document import Cell, Document, Table

LEAST = 2  # lines of a run
LINES = 300  # of a document that are looked at
FAR = 10  # times that values lie above the number that names them
LEAD = 300  # characters above a run that may name its columns
_N = r"[~≈$€£]?\d(?:[\d,]*\d)?(?:\.\d+)?(?:\s?[A-Za-zµ%][A-Za-zµ%/]{0,9})?"
_LINE = re.compile(
    rf"(?m)^[ \t]*(?:(?:[-*•+]|\d+[.)])[ \t]+)?[*_`]*(?P<key>[^\s:|][^\n:|]{{0,59}}?)[*_`]*"
    rf"(?::[*_`]*[ \t]+|[ \t]+[-–—=|][ \t]+|,[ \t]+|[ \t]{{2,}}|\t)[ \t]*"
    rf"(?P<values>{_N}(?:(?:,[ \t]+|[ \t]*[/;|→][ \t]*|[ \t]->[ \t]|[ \t]{{2,}}){_N}){{0,5}})\.?[ \t]*$"
)
_CELLS = re.compile(r"\s*(?:[,;:/|→]|->|\s{2,}|\t)\s*")
_VALUE = re.compile(_N)
_NAMED = re.compile(
    r"(?i:\b(?:series|legend|columns?|bars?|order|left to right|values?|in turn|each line)\b[^:\n]{0,40}:)[ \t]*"
    r"(?P<names>[^\n]+)"
)
_HELD = re.compile(r"[(\"“](?P<names>[^()\"“”\n]+)[)\"”]")
_PAIR = re.compile(
    r"(?P<a>(?:[A-Z][\w.+-]*\s){0,2}[\w.+-]*\w)\s(?:vs\.?|versus|and|against|to|→|->|/)\s(?P<b>(?:[A-Z][\w.+-]*\s){0,2}[\w.+-]*\w)"
)
_NAME = re.compile(r"^(?=.*\d)(?!.*\b(?:better|worse)\b)|^[A-Z][\w.+-]*(?:\s[\w.+-]+){0,3}$")  # no "lower is better"
_APART = re.compile(r"\s*(?:,|;|/|\||\bvs\.?\s|\bversus\b|\band\b|→|->|\s{2,}|\t)\s*")


def line_tables(document: Document) -> Iterator[Table]:
    """The runs of lines of a document that print as many numbers each."""
    for run in _runs(document):
        table = _table(document, run)
        if table:
            yield table


def _runs(document: Document) -> Iterator[list[re.Match[str]]]:
    tables, charts = ([(one.start, one.end) for one in some] for some in (document.tables, document.charts))
    spans = [*tables, *charts]
    run: list[re.Match[str]] = []
    for match in islice(_LINE.finditer(document.text), LINES):
        inside = any(start <= match.start() < end for start, end in spans)
        goes_on = run and document.text.count("\n", run[-1].end(), match.start("key")) == 1
        if run and (inside or not goes_on or _width(run[-1]) != _width(match)):
            yield run
            run = []
        if not inside:
            run.append(match)
    yield run


def _width(match: re.Match[str]) -> int:
    return len(_VALUE.findall(match["values"]))


def _table(document: Document, run: Sequence[re.Match[str]]) -> Table | None:
    if len(run) < LEAST:
        return None
    lead, start = _lead(document, run[0].start()), run[0].start()
    head = _header(run, lead)
    body = run[1:] if head and head[0] == run[0]["key"] else run
    if len(body) < LEAST or (not head and len({one["key"] for one in body}) < len(body)):
        return None
    rows = tuple((_cell(one, *one.span("key")), *_values(one)) for one in body)
    columns = tuple(Cell(name, start, start) for name in head or ["", *_columns(lead, _width(body[0]))])
    title = lead if body is not run or not head else lead.rpartition("\n")[0]
    return _keyed(Table(f"L{start}", title, columns, rows, start, body[-1].end(), _headings(document, start)))


def _keyed(table: Table) -> Table:
    """A table whose rows its first column does not tell apart, with the next one taken for a part of it."""
    keys = {row[0].text for row in table.rows}
    if len(keys) == len(table.rows) or len(table.columns) <= LEAST:
        return table
    head = table.columns[1]
    rows = tuple(
        (replace(key, text=f"{key.text}, {value.text} {head.text}"), *rest) for key, value, *rest in table.rows
    )
    return _keyed(replace(table, columns=(table.columns[0], *table.columns[2:]), rows=rows))


def _header(run: Sequence[re.Match[str]], lead: str) -> list[str]:
    """The names of all columns, where a line of as many cells leads the run: "Input length: 2K / 32K"."""
    first, *rest = run
    heads = [first["key"], *_VALUE.findall(first["values"])]
    if len(heads) > LEAST and all(_is_name(name, [_VALUE.findall(one["values"])[at] for one in rest])
                                  for at, name in enumerate(heads[1:])):  # fmt: skip
        return heads
    above = _CELLS.split(lead.rsplit("\n", 1)[-1].strip(" .*_#"))
    whole = all(text.count("(") == text.count(")") for text in above)  # "minutes to train (v1, v2)" names two columns
    named = all(map(re.compile("[A-Za-z0-9]").search, above))
    return above if len(above) == _width(first) + 1 and whole and named else []


def _is_name(printed: str, below: Sequence[str]) -> bool:
    """Whether a number names the column below it: a release or a size far below the values, or of another unit."""
    units = {re.sub(r"[\d.,\s~≈]", "", one) for one in below}
    values = [Decimal(re.sub(r"[^\d.]", "", one).strip(".") or 0) for one in (printed, *below)]
    return re.sub(r"[\d.,\s~≈]", "", printed) not in units or values[0] * FAR < min(values[1:])


def _cell(match: re.Match[str], start: int, end: int) -> Cell:
    return Cell(match.string[start:end], start, end)


def _values(match: re.Match[str]) -> Iterator[Cell]:
    found = _VALUE.finditer(match.string, *match.span("values"))
    yield from (_cell(match, *one.span()) for one in found)


def _lead(document: Document, start: int) -> str:
    """The paragraph or lines right above a run."""
    text = document.text[max(0, start - LEAD) : start].strip().rsplit("\n\n", 1)[-1]
    return "\n".join(line.strip() for line in text.splitlines())


def _headings(document: Document, start: int) -> tuple[str, ...]:
    heads = [one for one in document.blocks if one.kind == "heading" and one.end <= start]
    return tuple(document.text[one.start : one.end] for one in heads[-1:])


def _columns(lead: str, width: int) -> list[str]:
    """What the columns are called: of one what stands above it, of several the names that are listed there."""
    last = lead.rsplit("\n", 1)[-1].strip(" :*_#")
    if width == 1:
        return [last]
    named, held = ([one["names"] for one in pattern.finditer(lead)] for pattern in (_NAMED, _HELD))
    lists = [_APART.split(each.strip(' .:"“”')) for each in (*named, *held, last)]
    every = [*lists[: len(named)], *([one["a"], one["b"]] for one in _PAIR.finditer(lead)), *lists[len(named) :]]
    found = (names for names in every if len(names) == width == len(set(names)) and all(map(_NAME.search, names)))
    return next(found, [str(at + 1) for at in range(width)])
