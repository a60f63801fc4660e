"""Kinds of the blocks of running text by their type, against that of the whole document, and what heads what."""

import bisect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from parsers.lib.chart_notes import BULLET, NOTE_MARK
from schemas.document import Block, BlockKind, Chart, Table

CAPTION = re.compile(r"(?:figure|fig\.|table|chart)\s*(?:\d+|[IVX]{1,4}\b)", re.IGNORECASE)
# "Table 4 removes one technique at a time": a sentence of a paragraph.
_TOLD = re.compile(r"\w+\.?\s*(?:\d+|[IVX]+)(?:\s+(?:and|to)\s+\w+\s*(?:\d+|[IVX]+))?\s+[a-z]{2}")
_TABLE = re.compile(r"table\s*(?:\d|[IVX]{1,4}\b)", re.IGNORECASE)
HEADING = 1.15  # of the size of the running text
SMALL = 0.82
MAX_LEVEL = 6
LONGEST = 120  # characters of a heading that ends as a sentence does
# What a program writes where nobody gave a title: a file's name, an address, its own name. A table of such a page would
# be held for another thing than what its heading names.
UNTITLED = re.compile(
    r"untitled(?:[\s-]*\d+)?|\(anonymous\)|about:\S+|(?:https?|file|data):\S+|[0-9a-f-]{16,}"
    r"|microsoft (?:word|powerpoint|excel|publisher)\b.*|(?:powerpoint )?presentation\s?\d*"
    r"|(?:slide|document|page)\s?\d*"
    r"|.*[^\s.]\.(?:html?|docx?|pptx?|xlsx?|pdf|indd|idml|tex|dvi|ps|eps|md|rst|rtf|txt|od[tps]|key|pages|numbers|qxd|ai)",
    re.IGNORECASE,
)
# "7", "Page 1 of 2", "1 / 1", "- 12 -": where a page stands, however large it is printed.
_FOLIO = re.compile(r"[-–—\s|]*(?:(?:page|p\.)\s*)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?[-–—\s|]*", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?][\"”)]?\s*[¹²³⁴⁵*†]*$")


@dataclass(frozen=True, slots=True)
class Prose:
    """A block of running text before its kind is known: that hangs on the type sizes of the whole document."""

    start: int
    end: int
    size: float
    bold: bool
    lines: int


def blocks_of(prose: Sequence[Prose], text: str) -> tuple[Block, ...]:
    """Kinds of the blocks, by their size against that of the running text."""
    sizes = [size for block in prose for size in [block.size] * (1 + (block.end - block.start) // 20)]
    usual = median(sizes) if sizes else 0.0
    kinds = [_kind(block, text[block.start : block.end], usual) for block in prose]
    ranks = sorted({round(one.size) for one, kind in zip(prose, kinds, strict=True) if kind == "heading"}, reverse=True)
    levels = {size: min(rank, MAX_LEVEL) for rank, size in enumerate(ranks, start=1)}
    return tuple(
        Block(kind, one.start, one.end, levels[round(one.size)] if kind == "heading" else 0)
        for one, kind in zip(prose, kinds, strict=True)
    )


def _kind(block: Prose, text: str, usual: float) -> BlockKind:
    if CAPTION.match(text) and not (_TOLD.match(text) and _SENTENCE.search(text)):
        return "caption"
    if _FOLIO.fullmatch(text):
        return "footnote"
    if BULLET.match(text.replace("\t", " ")):
        return "list_item"
    told = len(text) > LONGEST and _SENTENCE.search(text)  # a paragraph in large type asserts, and heads nothing
    if block.lines <= 3 and not told and (block.size >= HEADING * usual or (block.bold and len(text) <= 90)):
        return "heading"
    return "footnote" if block.size <= SMALL * usual or NOTE_MARK.match(text) else "paragraph"


def title_of(metadata: str, blocks: Sequence[Block], charts: Sequence[Chart], text: str) -> str:
    """The title that the file states, else the first heading or title of a chart that the text prints."""
    if metadata and not UNTITLED.fullmatch(metadata):
        return metadata
    heads = [(block.start, block.end) for block in blocks if block.kind == "heading"]
    for chart in charts[:1]:
        heads += [(part.start, part.end) for role in ("headline", "title") for part in chart.of(role)]
    start, end = min(heads, default=(0, 0))
    return " ".join(text[start:end].split())


def breaks_off(before: str, after: str) -> bool:
    """Whether a sentence that one line begins is gone on with in the other, at the head of the next column."""
    return (
        not _SENTENCE.search(before)
        and not before.rstrip().endswith((":", ";"))
        and bool(re.match(r"[a-z0-9(]", after))
    )


def titled(tables: list[Table], blocks: tuple[Block, ...], text: str) -> Iterator[Table]:
    """Each table with its caption, else the nearest heading above, and the headings around it."""
    path: list[Block] = []
    waiting = list(reversed(blocks))  # blocks and tables both go down the pages: one pass over both
    captions = _captions(tables, blocks, text)
    for at, table in enumerate(tables):
        while waiting and waiting[-1].end <= table.start:
            last = waiting.pop()
            if last.kind == "heading":
                path = [*(one for one in path if one.level < last.level), last]
        headings = tuple(" ".join(text[block.start : block.end].split()) for block in path)
        title = table.title or (headings[-1] if headings else "")
        if caption := captions.get(at):
            title = " ".join(text[caption.start : caption.end].split())
        yield replace(table, title=title, headings=headings)


def _captions(tables: Sequence[Table], blocks: Sequence[Block], text: str) -> dict[int, Block]:
    """The caption of each table by its place: right above it, else right below it when no other table has it above."""
    around = [_around(table, tables[at + 1 : at + 2], blocks, text) for at, table in enumerate(tables)]
    found: dict[int, Block] = {}
    for at, (above, below) in enumerate(around):
        free = above is not None and above is not found.get(at - 1)
        heads_next = at + 1 < len(tables) and below is not None and around[at + 1][0] is below
        if free and above is not None:
            found[at] = above
        elif below is not None and not (heads_next and around[at + 1][1] is None):
            found[at] = below
    return found


def _around(
    table: Table, following: Sequence[Table], blocks: Sequence[Block], text: str
) -> tuple[Block | None, Block | None]:
    """The captions right above and right below a table."""
    at = bisect.bisect_right(blocks, table.start, key=lambda block: block.end)
    above = blocks[at - 1] if at else None
    after = bisect.bisect_left(blocks, table.end, key=lambda block: block.start)
    below = blocks[after] if after < len(blocks) else None
    # A figure's caption stands below a picture, which may stand below the table and is no block.
    if below is not None and not _TABLE.match(text, below.start):
        below = None
    if below is not None and following and following[0].start < below.start:
        below = None
    return _caption(above), _caption(below)


def _caption(block: Block | None) -> Block | None:
    return block if block is not None and block.kind == "caption" else None
