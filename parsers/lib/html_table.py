"""Which <table> holds data and which only lays out a page; the rows and cells that are a table's own."""

from collections.abc import Iterator
from dataclasses import dataclass

from bs4 import Tag

from parsers.lib.dom import HEADINGS, attribute, squeeze, walk
from parsers.lib.grid import Section

LONG = 200  # characters from which a cell reads as a paragraph
SECTIONS: dict[str, Section] = {"thead": "head", "tbody": "body", "tfoot": "foot"}
_CELLS = frozenset({"td", "th"})
_INNER = _CELLS | {"table", "caption"}
_ROW_PARTS = _CELLS | {"tr", *SECTIONS}


@dataclass(frozen=True, slots=True)
class RowTags:
    """A row's cells as elements, and the section that it stands in."""

    cells: tuple[Tag, ...]
    section: Section


def data_rows(table: Tag) -> list[RowTags]:
    """The rows of a table that holds data: two cells at least, marked as headers or mostly shorter than a paragraph.

    [] for a frame around prose: one with a table or a heading in a cell, or role="presentation".
    """
    if attribute(table, "role").lower() in {"presentation", "none"}:
        return []
    rows = own_rows(table, set())
    cells = [cell for row in rows for cell in row.cells]
    if len(cells) < 2 or any(inner.name == "table" or inner.name in HEADINGS for inner in _deep(cells)):
        return []
    return rows if any(cell.name == "th" for cell in cells) or not _is_prose(cells) else []


def _deep(cells: list[Tag]) -> Iterator[Tag]:
    for cell in cells:
        if len(cell.contents) > 1 or any(isinstance(child, Tag) for child in cell.contents):
            yield from (node for node in walk(cell, set()) if isinstance(node, Tag))


def _is_prose(cells: list[Tag]) -> bool:
    sizes = [_length(cell) for cell in cells]
    long = [size for size in sizes if size >= LONG]
    return 2 * sum(long) > sum(sizes) or not any(sizes)


def _length(cell: Tag) -> int:
    return len(squeeze("".join(node for node in walk(cell, set()) if isinstance(node, str))))


def own_rows(table: Tag, dropped: set[int]) -> list[RowTags]:
    """The rows of a table, not of tables within it. Cells that stand in no row make up rows of their own."""
    rows: list[tuple[list[Tag], Section]] = []
    section: Section = "body"
    is_open = False
    for node in walk(table, dropped, lambda tag: tag.name not in _INNER):
        if not isinstance(node, Tag) or node.name not in _ROW_PARTS:
            continue
        if node.name in SECTIONS or node.name == "tr":
            section = _section(node)
            is_open = False
        if node.name == "tr" or (node.name in _CELLS and not is_open):
            rows.append(([], section))
            is_open = True
        if node.name in _CELLS:
            rows[-1][0].append(node)
    return [RowTags(tuple(cells), where) for cells, where in rows]


def _section(tag: Tag) -> Section:
    at: Tag | None = tag
    while at is not None and at.name != "table":
        if at.name in SECTIONS:
            return SECTIONS[at.name]
        at = at.parent
    return "body"


def caption_of(table: Tag, dropped: set[int]) -> Tag | None:
    """The <caption> that is a table's own."""
    for node in walk(table, dropped, lambda tag: tag.name not in _INNER):
        if isinstance(node, Tag) and node.name == "caption":
            return node
    return None
