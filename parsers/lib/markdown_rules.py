"""markdown-it with rules of our own: footnotes, boxes and tabs, and pipe tables with the place of every row."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import table as is_table

from parsers.lib.markdown_inline import PlacedInline, footnote_mark

_TAGS = re.compile(r"\s*(?:</?[a-zA-Z][^<>]*>\s*)+")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,80}\]:[ \t]*")
_BOX = re.compile(r"(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+\S")  # MkDocs: !!! note "Title", ??? note, === "Tab"
_INDENT = 4  # of what stands in a box, behind where its mark begins


@cache
def markdown() -> MarkdownIt:
    """The parser for all files; blocks only, inline markup is asked for piece by piece."""
    md = MarkdownIt("commonmark")
    md.inline = PlacedInline()
    md.configure("commonmark").enable(["table", "strikethrough"])
    md.disable(["text_join", "fragments_join", "inline"])
    md.block.ruler.at("table", _pipe_table, {"alt": ["paragraph", "reference"]})
    md.block.ruler.before("html_block", "wrapper", _wrapper, {"alt": ["paragraph", "reference", "blockquote"]})
    md.block.ruler.before("reference", "footnote", _footnote, {"alt": ["paragraph", "reference"]})
    md.block.ruler.before("code", "box", _box, {"alt": ["paragraph", "reference"]})
    md.inline.ruler.before("link", "footnote_mark", footnote_mark)
    return md


def _pipe_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule for pipe tables: one token with the place of every row."""
    if not is_table(state, start, end, True):
        return False
    if silent:
        return True
    token = state.push("pipe_table", "table", 0)
    rules = state.md.block.ruler.getRules("blockquote")
    line = start + 2
    while line < end and _is_row(state, line) and not any(rule(state, line, end, True) for rule in rules):
        line += 1
    token.map = [start, line]
    # Offsets within the line: a table in a list or a quote begins further right.
    token.meta = {"columns": [state.bMarks[row] + state.tShift[row] for row in range(start, line)]}
    state.line = line
    return True


def _wrapper(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule for a line of tags right above a pipe table: HTML would go on to the next blank line.

    Renderers of documentation sites show the table, and so it is read.
    """
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if state.is_code_block(start) or not _TAGS.fullmatch(line) or not is_table(state, start + 1, end, True):
        return False
    if not silent:
        token = state.push("html_block", "", 0)
        token.map, token.content = [start, start + 1], line + "\n"
        state.line = start + 1
    return True


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule for the boxes and tabs of documentation sites, whose contents are indented by four.

    Markdown takes what is indented so for code: every table of such a page would be lost.
    """
    at = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not _BOX.match(state.src, at, state.eMarks[start]):
        return False
    least, line = state.sCount[start] + _INDENT, start + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= least):
        line += 1
    if all(state.isEmpty(one) for one in range(start + 1, line)):
        return False
    if not silent:
        _boxed(state, start, line, least)
    return True


def _boxed(state: StateBlock, start: int, end: int, indent: int) -> None:
    """The tokens of a box: its first line as a paragraph, then its contents."""
    for kind, nesting in (("paragraph_open", 1), ("inline", 0), ("paragraph_close", -1)):
        token = state.push(kind, "", nesting)  # type: ignore[arg-type]
        token.map = [start, start + 1] if nesting >= 0 else None
        token.content, token.children = "", []
        if kind == "inline":
            token.content = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].rstrip()
    before = state.blkIndent, state.lineMax
    state.blkIndent, state.lineMax = indent, end
    state.level += 1  # boxes in boxes without end would be read by functions in functions without end
    state.md.block.tokenize(state, start + 1, end)
    state.level -= 1
    state.blkIndent, state.lineMax = before
    state.line = end


def _is_row(state: StateBlock, line: int) -> bool:
    inside = state.sCount[line] >= state.blkIndent and not state.is_code_block(line)
    return inside and bool(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip())


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule for "[^1]: ...", with the lines that continue it."""
    at = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not (mark := _FOOTNOTE.match(state.src, at, state.eMarks[start])):
        return False
    if silent:
        return True
    line = start + 1
    while line < end and not state.isEmpty(line) and not _starts_footnote(state, line):
        line += 1
    token = state.push("footnote_open", "", 1)
    token.map = [start, line]
    token = state.push("inline", "", 0)
    token.map, token.children = [start, line], []
    rest = state.getLines(start + 1, line, state.blkIndent, False)
    token.content = (state.src[mark.end() : state.eMarks[start]] + ("\n" + rest if rest else "")).strip()
    state.push("footnote_close", "", -1)
    state.line = line
    return True


def _starts_footnote(state: StateBlock, line: int) -> bool:
    return bool(_FOOTNOTE.match(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line]))
