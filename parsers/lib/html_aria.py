"""Tables that are built of other elements and say so by their roles: they are given the names of a table's elements."""

from bs4 import Tag

from parsers.lib.dom import attribute

LONGEST = 200  # characters of a caption
_TABLES = ("table", "grid", "treegrid")
_PARTS = {"row": "tr", "columnheader": "th", "rowheader": "th", "cell": "td", "gridcell": "td"}
_PLAIN = frozenset(("div", "span", "p", "ul", "ol", "li", "section", "figure"))


def as_tables(root: Tag) -> None:
    """Rename the elements of each such table in place; real tables stay as they are."""
    for table in root.find_all(_is_table):
        parts = [(one, _PARTS.get(attribute(one, "role"))) for one in table.find_all(_is_plain)]
        if any(name == "tr" for _, name in parts) and any(name == "td" for _, name in parts):
            table.name = "table"
            _caption(table)
            for one, name in parts:
                one.name = name or one.name


def _caption(table: Tag) -> None:
    """What such a table is called for those who hear it ("Throughput (tokens/s)"), as its caption where it has none."""
    words = attribute(table, "aria-label").strip()
    if words and len(words) <= LONGEST and table.caption is None:
        caption = Tag(name="caption")
        caption.string = words
        table.insert(0, caption)


def _is_plain(tag: Tag) -> bool:
    return tag.name in _PLAIN and "role" in tag.attrs


def _is_table(tag: Tag) -> bool:
    return _is_plain(tag) and attribute(tag, "role") in _TABLES
