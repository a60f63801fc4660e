"""Of how many parts the cells of a table are: by their labels, columns and rows of counts, and the titles over them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.machines.scopes import scopes
from checks.lib.telling.grids import Cell, Grid

_WHOLE = re.compile(r"\d{1,3}(?:,\d{3})*|\d{1,6}")
_HEAD = re.compile(
    r"(?:(?:no\.?|number|#)\s(?:of\s)?)?(?P<counted>(?!per\b|each\b|\d)(?:[\w.-]+\s){0,2}[A-Za-z]+s)(?:\s\(.*\))?",
    re.IGNORECASE,
)


def cell_scopes(grid: Grid) -> Iterator[tuple[Cell, dict[str, int]]]:
    """The cells of a table that count nothing themselves, each with the number of parts by kind; {} where none is said.

    What a cell's own labels say goes before what its row and column count, and that before the titles over it; the
    title of a document is of more than one table.
    """
    counts = _column_counts(grid)
    over = _labelled(*(text for text in reversed(grid.head.split(" | ")) if text != grid.document.title))
    for cell in (each for each in grid.cells if each.slot.sheet.table):
        if not _counted(cell.row) and not _counted(cell.column):
            beside = counts.get(cell.column, {}) | _set(cell.slot.settings)
            yield cell, over | beside | _labelled(cell.row, cell.column)


def _column_counts(grid: Grid) -> dict[str, dict[str, int]]:
    """By column, what a row of counts says of it: "Chips | 1 | 16 | 64"."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for cell in grid.cells:
        text = grid.document.text[cell.slot.start : cell.slot.end]
        if _WHOLE.fullmatch(text):
            found[cell.column] |= dict.fromkeys(_counted(cell.row), int(text.replace(",", "")))
    return found


def _counted(label: str) -> list[str]:
    """What a header counts: "Accelerators", "Number of GPUs", "CS-3 systems"."""
    match = _HEAD.fullmatch(label.strip())
    if not match:
        return []
    name = match["counted"].rpartition(" ")[0]  # four "CS-3 systems" are four CS-3
    return [one.kind for text in (match["counted"], name) for one in scopes(f"four {text}")]


def _set(settings: Sequence[tuple[str, str]]) -> dict[str, int]:
    whole = ((head, int(value.replace(",", ""))) for head, value in settings if _WHOLE.fullmatch(value))
    return {kind: number for head, number in whole for kind in _counted(head)}


def _labelled(*labels: str) -> dict[str, int]:
    """What labels count; of a kind that several count, what the first one says."""
    found: dict[str, int] = {}
    for text in labels:
        numbers: dict[str, set[int]] = defaultdict(set)
        for one in scopes(text):
            numbers[one.kind].add(one.number)
        for kind, some in numbers.items():
            if len(some) == 1:
                found.setdefault(kind, min(some))
    return found
