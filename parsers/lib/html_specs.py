"""Definition lists of a page that are data sheets: names with figures, which are a table without a header."""

from bs4 import Tag

from parsers.lib.dom import squeeze
from parsers.lib.grid import is_numeric
from parsers.lib.html_cards import is_value
from parsers.lib.html_table import RowTags

LONGEST = 60  # characters of a value
FEWEST = 2


def spec_rows(listed: Tag) -> tuple[RowTags, ...]:
    """The pairs of a <dl>, as rows, when each name has one short value and most values are figures; else ()."""
    parts = [part for child in listed.find_all(recursive=False) for part in _parts(child)]
    names = [part.name for part in parts]
    if len(parts) < 2 * FEWEST or names != ["dt", "dd"] * (len(parts) // 2):
        return ()
    values = [squeeze(part.get_text()) for part in parts[1::2]]
    figures = sum(is_numeric(value) or is_value(value) for value in values)
    if figures * 2 <= len(values) or any(len(value) > LONGEST for value in values):
        return ()
    return tuple(RowTags((name, value), "body") for name, value in zip(parts[::2], parts[1::2], strict=True))


def _parts(child: Tag) -> list[Tag]:
    """A <dt> or <dd>, or those that a <div> holds together."""
    return [child] if child.name in ("dt", "dd") else child.find_all(("dt", "dd"), recursive=False)
