"""markdown-it with rules of our own: footnotes, and pipe tables with the place of every row."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import table as is_table

from parsers.lib.markdown_inline import PlacedInline, footnote_mark

_TAGS = re.compile(r"\s*(?:</?[a-zA-Z][^<>]*>\s*)+")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,80}\]:[ \t]*")


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
