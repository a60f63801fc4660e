"""Tables that programs draw with box characters: what database shells print of a query, pasted into a post.

The names of the columns stand in the upper edge ("┌─size─┬─ratio─┐") or in a row of their own above a rule, below which
some shells print the types. The frame says where every cell ends, so that a single row is a table too.
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from parsers.lib.text_lines import Line
from schemas.document import Cell, Table

MAX_WIDTH = 60  # cells
_TOP = "┌╭┏╔"
_BOTTOM = "└╰┗╚"
_SIDE = re.compile(r"[│┃║]")
_EDGE = re.compile(r"[┬┳╦┐╮┓╗┌╭┏╔]")
_RULE = re.compile(r"[├┠┣╠┡╞].*")
_DRAWN = "─━═ \t"
_TYPE = re.compile(
    r"(?:varchar|text|u?(?:tiny|small|big|huge)?int(?:eger)?\d*|double|float\d*|decimal(?:\(\d+,\s*\d+\))?|boolean|date|"
    r"timestamp|str|[iuf]\d{1,2})(?:\[\])?|-{3}",
    re.IGNORECASE,
)

Row = tuple[Cell, ...]


def boxed_tables(every: Sequence[Line], text: str, number: int) -> list[Table]:
    """Tables in text order, named from T<number> on."""
    found: list[Table] = []
    for box in _boxes(every):
        table = _table(box, text, f"T{number + len(found)}")
        if table is not None:
            found.append(table)
    return found


def _boxes(every: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines from an upper edge to its lower one; a box that is never closed is none."""
    box: list[Line] = []
    for line in every:
        if line.words[:1] and line.words[0] in _TOP:
            box = [line]
        elif box and line.words[:1] and line.words[0] in _BOTTOM:
            yield box
            box = []
        elif box:
            box.append(line)


def _table(box: Sequence[Line], text: str, name: str) -> Table | None:
    """The table of a box; None for a box around anything else, and where rows are of another width."""
    head = _cells(box[0], text, _EDGE)
    rows = [_cells(one, text, _SIDE) for one in box[1:] if not _RULE.fullmatch(one.words)]
    if not any(cell.text for cell in head) and rows:
        head, rows = rows[0], rows[1:]
    if rows and all(_TYPE.fullmatch(one.text) for one in rows[0]):
        rows = rows[1:]  # as a row, they would make every column one of words
    if not rows or not 1 < len(head) <= MAX_WIDTH or any(len(one) != len(head) for one in rows):
        return None
    if not all(cell.text for cell in head):
        return None
    return Table(name, "", head, tuple(rows), box[0].start, box[-1].end)


def _cells(line: Line, text: str, strokes: re.Pattern[str]) -> Row:
    """What stands between the strokes of a line, without the white space and the edge around it."""
    places = [line.start + one.start() for one in strokes.finditer(text[line.start : line.end])]
    found = []
    for left, right in itertools.pairwise(places):
        printed = text[left + 1 : right]
        start = left + 1 + len(printed) - len(printed.lstrip(_DRAWN))
        words = printed.strip(_DRAWN)
        found.append(Cell(words, start, start + len(words)))
    return tuple(found)
