"""Which <table> holds data and which only lays out a page; the rows and cells that are a table's own."""

from collections.abc import Iterator
from dataclasses import dataclass

from bs4 import Tag
from bs4.element import PageElement

from parsers.lib.dom import HEADINGS, attribute, squeeze, walk
from parsers.lib.grid import SECTIONS, Section

LONG = 200  # characters from which a cell reads as a paragraph
_CELLS = frozenset({"td", "th"})


@dataclass(frozen=True, slots=True)
class RowTags:
    """A row's cells as elements, and the section that it stands in."""

    cells: tuple[Tag, ...]
    section: Section


@dataclass(frozen=True, slots=True)
class DataTable:
    """What is a table's own: its rows and its <caption>."""

    rows: tuple[RowTags, ...]
    caption: Tag | None


def data_table(table: Tag) -> DataTable | None:
    """A table that holds data: two cells at least, marked as headers or mostly shorter than a paragraph.

    None for a frame around prose: one with a table or a heading in a cell, or role="presentation".
    """
    if attribute(table, "role").lower() in {"presentation", "none"}:
        return None
    found = own_parts(table, set())
    cells = [cell for row in found.rows for cell in row.cells]
    if len(cells) < 2 or any(inner.name == "table" or inner.name in HEADINGS for inner in _deep(cells)):
        return None
    return found if any(cell.name == "th" for cell in cells) or not _is_prose(cells) else None


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


def own_parts(table: Tag, dropped: set[int]) -> DataTable:
    """The rows and the caption of a table, not of tables within it. Cells in no row make up rows of their own."""
    rows: list[tuple[list[Tag], Section]] = []
    caption: Tag | None = None
    last: Section = "body"  # of the row or section begun last
    is_open = False
    # Each element with the section it stands in: looking upwards for it costs the square of a deep page.
    stack: list[tuple[PageElement, Section]] = [(child, last) for child in reversed(table.contents)]
    while stack:
        node, section = stack.pop()
        if not isinstance(node, Tag) or id(node) in dropped or node.name == "table":
            continue
        if node.name in _CELLS:
            if not is_open:
                rows.append(([], last))
                is_open = True
            rows[-1][0].append(node)
        elif node.name == "caption":
            caption = node if caption is None else caption
        else:
            if node.name == "tr":
                rows.append(([], section))
                last, is_open = section, True
            elif node.name in SECTIONS:
                last = section = SECTIONS[node.name]
                is_open = False
            stack.extend((child, section) for child in reversed(node.contents))
    return DataTable(tuple(RowTags(tuple(cells), where) for cells, where in rows), caption)
