"""The versions that a document names, its tables read cell by cell: "Quill | 4" counts four of something."""

from collections.abc import Iterator
from itertools import pairwise

from checks.lib.language.tokens import root, tokens, versions
from schemas.document import Cell, Document, Table

_RELEASES = frozenset(map(root, "version release build revision edition tag".split()))


def versions_of(document: Document) -> dict[str, set[str]]:
    """The numbers behind each name, as `versions` has them of a text.

    A row's name right ahead of a column of counts would else make two releases of one thing, and part its documents.
    """
    found: dict[str, set[str]] = {}
    for text in _texts(document):
        for name, numbers in versions(text).items():
            found.setdefault(name, set()).update(numbers)
    return found


def _texts(document: Document) -> Iterator[str]:
    at = 0
    for table in sorted(document.tables, key=lambda one: one.start):
        yield document.text[at : max(at, table.start)]
        at = max(at, table.end)
        yield table.title
        yield from _of_table(table)
    yield document.text[at:]


def _of_table(table: Table) -> Iterator[str]:
    for cells in (table.columns, *table.rows):
        yield from (cell.text for cell in cells)
        beside = zip(pairwise(cells), table.columns[1:], strict=False)
        yield from (f"{left.text} {right.text}" for (left, right), head in beside if _is_release(head))


def _is_release(head: Cell) -> bool:
    return not head.text or any(one.root in _RELEASES for one in tokens(head.text))
