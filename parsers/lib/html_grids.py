"""Tables that are built of boxes and say so by their shape alone: rows of as many short cells, one below the other.

Pages set results in `<div class="row"><div>..</div>..</div>`, in `<li><span>..</span><span>..</span></li>`, or in a
flat grid of cells whose style says how many stand in a row. Read as paragraphs, each figure is of nothing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from parsers.lib.dom import attribute, squeeze, text_of, walk, words
from parsers.lib.html_cards import is_lone, is_name, is_value
from parsers.lib.html_outline import UNSHOWN, is_hidden
from parsers.lib.tree import BLOCKS, is_text

LEAST = 3  # rows, the head among them
WIDEST = 16  # cells of a row
LONGEST = 80  # characters of a cell
PARTS = 8  # elements of a cell
NESTED = 4  # boxes that draw a bar: a track, what is filled of it
_BOXES = frozenset("div section ul ol li p main article figure span dl".split())
_ROWS = frozenset("div li span p ul".split())
_CELLS = frozenset("div span p b strong em i small code a li dt dd".split())
_INLINE = frozenset("span b strong em i small code a".split())
_IGNORED = UNSHOWN | {"img", "br", "hr"}
_HEADS = frozenset("head header heads headers th thead heading headings labels".split())
_TABLED = frozenset("row rows grid table tr tbody spec specs specification specifications line kv pair".split())
_NO_RESULT = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b|\b(?:read|ago|comments?|views|likes|shares|replies|"
    r"results|posts|reviews|downloads|stars|forks)\b",
    re.IGNORECASE,
)
_FIGURED = re.compile(r"[~≈<>≤≥]?\s?[$€£]?\d[^.?!]{0,39}$")  # "3 kW at full load", "2 x 64 cores"
_COLUMNS = re.compile(r"(?:^|-)(?:cols?|columns?)-(\d{1,2})$")
_TEMPLATE = re.compile(r"grid-template(?:-columns)?\s*:\s*([^;]{1,200})", re.IGNORECASE)
_LENGTH = re.compile(
    r"(?:^|[;\s])(?:(?:width|height|inline-size|flex-basis)\s*:\s*\d|--[\w-]+\s*:\s*\d[\d.]*(?:%|;|$))"
)
_REPEAT = re.compile(r"repeat\(\s*(\d{1,2})\s*,")

Cells = tuple[Tag, ...]


def as_tables(root: Tag, soup: BeautifulSoup) -> None:
    """Give the rows and cells of each such table a table's elements, in place."""
    boxes = [one for one in walk(root, set(), _is_entered) if isinstance(one, Tag) and one.name in _BOXES]
    for box in (root, *boxes):  # rows may be the page's own children
        if box is root or box.name in _BOXES:  # one that has become a row or a cell is of a table already
            rows = _rows(box) or _flat_rows(box, soup)
            if rows:
                _rename([*_head(box, len(rows[0][1])), *rows], box, soup)
            else:
                _part(box)


def _part(box: Tag) -> None:
    """Set a name apart from the figure that its box has right behind it: read as one word, neither is found."""
    if len(box.contents) != 2 or not all(isinstance(one, Tag) and one.name in _INLINE for one in box.contents):
        return
    texts = [text_of(one) for one in box.contents if isinstance(one, Tag) and _is_cell(one)]
    if len(texts) < 2:
        return
    name, figure = texts
    if is_name(name) and len(name) > 2 and is_lone(figure):
        box.insert(1, NavigableString(": "))


def _is_entered(tag: Tag) -> bool:
    return tag.name not in ("table", "svg", "nav", "form")


def _shown(tag: Tag) -> Iterator[Tag]:
    return (one for one in tag.contents if isinstance(one, Tag) and one.name not in _IGNORED and not is_hidden(one))


def _says(tag: Tag) -> bool:
    """Whether an element says something itself, not by the elements in it."""
    return any(is_text(one) and one.strip() for one in tag.contents)


def _rows(box: Tag) -> list[tuple[Tag, Cells]]:
    """The longest run of neighbours in a box that are rows of one width, when they read as a table."""
    if len(box.contents) < LEAST - 1 or _says(box):
        return []
    every = [(one, _cells(one)) for one in _shown(box)]
    widths = Counter(len(cells) for _, cells in every if len(cells) > 1)
    if not widths:
        return []
    wide, count = widths.most_common(1)[0]
    at = [number for number, (_, cells) in enumerate(every) if len(cells) == wide]
    rows = every[at[0] : at[-1] + 1]
    head = _head(box, wide)
    if len(rows) != count or len(rows) + len(head) < LEAST:
        return []
    return rows if _is_table([*head, *rows]) else []


def _cells(row: Tag) -> Cells:
    """The cells of a row; () for what is none."""
    if row.name not in _ROWS or not 2 <= len(row.contents) <= 3 * WIDEST or _says(row):
        return ()
    found = tuple(one for one in _shown(row) if not _is_bar(one))
    return found if 1 < len(found) <= WIDEST and all(map(_is_cell, found)) else ()


def _is_bar(tag: Tag, texts: int = 0) -> bool:
    """Whether an element draws a bar: boxes in each other, of which one is as long as its style says."""
    boxes = [tag, *islice((one for one in walk(tag, set()) if isinstance(one, Tag)), NESTED + 1)]
    if len(boxes) > NESTED or any(one.name not in ("div", "span", "i", "b", "strong") for one in boxes):
        return False
    said = sum(map(_says, boxes))
    return said == texts and any(_LENGTH.search(attribute(one, "style")) for one in boxes)


def _is_cell(tag: Tag) -> bool:
    if tag.name not in _CELLS:
        return False
    if _is_bar(tag, 1) and is_value(text_of(tag)):
        return True  # the value of a bar, printed on it
    inner = list(islice((one for one in walk(tag, set()) if isinstance(one, Tag)), PARTS + 1))
    if len(inner) > PARTS or any(one.name in BLOCKS or one.name in ("img", "svg", "button", "input") for one in inner):
        return False
    return len(text_of(tag)) <= LONGEST


def _head(box: Tag, wide: int) -> list[tuple[Tag, Cells]]:
    """A row of heads that stands alone over the box of the others."""
    before = next((one for one in box.previous_siblings if isinstance(one, Tag)), None)
    if before is None or box.name in ("span", "article", "main"):
        return []
    inner = list(_shown(before))
    for row in (before, *(inner if len(inner) == 1 else ())):
        cells = _cells(row)
        if len(cells) == wide and not any(_is_result(one) for one in cells):
            return [(row, cells)]
    return []


def _is_result(cell: Tag) -> bool:
    text = text_of(cell)
    return (is_value(text) or _FIGURED.match(text) is not None) and not _NO_RESULT.search(text)


def _is_table(rows: Sequence[tuple[Tag, Cells]]) -> bool:
    """Whether rows hold results, each of a name; boxes of a figure over its words, and lists of links, do not."""
    body = rows if any(map(_is_result, rows[0][1])) else rows[1:]
    results = sum(any(map(_is_result, cells[1:])) for _, cells in body)
    if 3 * results < 2 * len(body) or all(is_lone(text_of(cells[0])) for _, cells in body):
        return False
    if all(row.find("a") is not None for row, _ in body) and len(rows[0][1]) == 2:
        return False
    drawn = all(any(_is_bar(one) or _is_bar(one, 1) for one in _shown(row)) for row, _ in body)
    return drawn or len(rows[0][1]) > 2 or body is not rows or all(_is_listed(row, cells) for row, cells in rows)


def _is_listed(row: Tag, cells: Cells) -> bool:
    """Whether a pair is a line of a list and no card: its parts stand in one line, or its class says so."""
    name = squeeze(text_of(cells[0]))
    inline = all(one.name in _INLINE for one in cells) and not name.endswith(":")
    return (row.name == "li" and not name.endswith(":")) or inline or bool(words(attribute(row, "class")) & _TABLED)


def _flat_rows(box: Tag, soup: BeautifulSoup) -> list[tuple[Tag, Cells]]:
    """The rows of a grid whose cells are all its children, as many to a row as its style, class or heads say."""
    wide = _period(box)
    if not 2 <= wide <= WIDEST or _says(box):
        return []
    cells = list(_shown(box))
    if len(cells) % wide or len(cells) < LEAST * wide or not all(map(_is_cell, cells)):
        return []
    parts = [tuple(cells[at : at + wide]) for at in range(0, len(cells), wide)]
    if not _is_table([(box, part) for part in parts]):
        return []
    box.clear()  # at once: each that is taken out by itself is looked for among all the others
    rows = []
    for part in parts:
        row = soup.new_tag("div")
        box.append(row)
        row.extend(part)
        rows.append((row, part))
    return rows


def _period(box: Tag) -> int:
    template = _TEMPLATE.search(attribute(box, "style"))
    if template:
        repeat = _REPEAT.search(template[1])
        return int(repeat[1]) if repeat else len(re.sub(r"\([^()]*\)", "", template[1]).split())
    for name in attribute(box, "class").split():
        if match := _COLUMNS.search(name):
            return int(match[1])
    heads = 0
    for one in _shown(box):
        if not words(attribute(one, "class")) & _HEADS:
            break
        heads += 1
    return heads


def _rename(rows: Sequence[tuple[Tag, Cells]], box: Tag, soup: BeautifulSoup) -> None:
    table = soup.new_tag("table")
    (rows[0][0] if rows[0][0].parent is box else rows[1][0]).insert_before(table)
    headless = any(map(_is_result, rows[0][1]))
    for number, (row, cells) in enumerate(rows):
        table.append(row.extract())
        row.name = "tr"
        for place, cell in enumerate(cells):
            is_head = not headless and number == 0
            cell.name = "th" if is_head or (headless and len(cells) == 2 and place == 0) else "td"
