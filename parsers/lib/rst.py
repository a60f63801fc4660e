"""The structure of reStructuredText: sections, paragraphs, lists, notes and tables as spans of the file.

A line scanner for what benchmark pages use. Directives that hold prose are read through, code and comments are not.
"""

import re
from collections.abc import Sequence

from parsers.lib.grid import PrintedRow, lay_out
from parsers.lib.markdown_inline import Piece
from parsers.lib.markdown_source import LINE
from parsers.lib.markup_html import trimmed
from parsers.lib.markup_layout import Layout
from parsers.lib.rst_csv import csv_rows
from parsers.lib.rst_tables import (
    GRID_BORDER,
    SIMPLE_BORDER,
    Line,
    grid_end,
    grid_rows,
    list_rows,
    simple_end,
    simple_rows,
)
from schemas.document import BlockKind

ADMONITIONS = frozenset("note warning tip important hint caution attention danger admonition topic epigraph".split())
MAX_DEPTH = 20
_RULE = re.compile(r"([=\-~^\"'#*+.:`_])\1{2,}\s*")
_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?([\w:-]+?)::[ \t]*(.*)")
_FOOTNOTE = re.compile(r"\.\.[ \t]+\[[#*\w.-]+\][ \t]+")
_BULLET = re.compile(r"(?:[-*+•]|(?:\d{1,3}|#)[.)])[ \t]+")
_LETTER = re.compile(r"\w")
_OPTION = re.compile(r":([\w-]+):[ \t]*(.*)")
# Bounded: an unclosed mark must not be looked for to the end of the file from each of its kind.
_INLINE = re.compile(
    r"``(?P<code>[^`]{1,300})``|\*\*(?P<strong>[^*]{1,300})\*\*|(?<!\*)\*(?P<em>[^*\s][^*]{0,300})\*"
    r"|(?::[\w-]{1,30}:)?`(?P<ref>[^`<]{1,300}?)(?:\s{0,3}<[^`>]{0,300}>)?`_{0,2}"
    r"|(?P<mark>\s?\[(?:\d{1,3}|#[\w-]{0,30}|\*)\]_)|\\(?:(?P<escaped>\S)|\s)"
)


def read(text: str) -> Layout:
    """The layout of a reStructuredText file."""
    starts = [0, *(match.end() for match in LINE.finditer(text))]
    lines = [
        Line(printed, start) for printed, start in zip(LINE.split(text.replace("\ufeff", " ")), starts, strict=True)
    ]
    reader = _Reader()
    reader.read(lines, "paragraph", 0)
    return reader.layout


def inline(text: str, at: int) -> list[Piece]:
    """What a stretch that begins at `at` in the file prints."""
    found: list[Piece] = []
    done = 0
    for match in _INLINE.finditer(text):
        found.append(Piece(text[done : match.start()], at + done, at + match.start()))
        names = (name for name in ("code", "strong", "em", "ref", "escaped") if match[name])
        found.extend(Piece(match[name], at + match.start(name), at + match.end(name)) for name in names)
        done = match.end()
    found.append(Piece(text[done:], at + done, at + len(text)))
    return [piece for piece in found if piece.text]


class _Reader:
    def __init__(self) -> None:
        self.layout = Layout()
        self.styles: list[tuple[str, bool]] = []  # of section titles, outermost first

    def read(self, lines: Sequence[Line], kind: BlockKind, depth: int, title: str = "") -> None:
        """Read lines whose paragraphs are of one kind; `title` is for the table among them."""
        at = 0
        while at < len(lines):
            at = self._one(lines, at, kind, depth, title)

    def _one(self, lines: Sequence[Line], at: int, kind: BlockKind, depth: int, title: str) -> int:
        text = lines[at].text.strip()
        if not text:
            return at + 1
        if GRID_BORDER.fullmatch(lines[at].text):
            end = grid_end(lines, at)
            return at + self._table(lines[at:end], grid_rows(lines[at:end], inline), title)
        if SIMPLE_BORDER.fullmatch(lines[at].text) and (end := simple_end(lines, at)) > at:
            return at + self._table(lines[at:end], simple_rows(lines[at:end], inline), title)
        if not depth and (end := self._section(lines, at)):
            return end
        if text.startswith(".. ") or text == "..":
            return self._explicit(lines, at, kind, depth)
        return self._paragraph(lines, at, kind)

    # --- titles and paragraphs -----------------------------------------------------------------------------

    def _section(self, lines: Sequence[Line], at: int) -> int:
        over = bool(_RULE.fullmatch(lines[at].text))
        name = at + over
        rule = lines[name + 1].text.rstrip() if name + 1 < len(lines) else ""
        titled = name < len(lines) and lines[name].text.strip() and not _RULE.fullmatch(lines[name].text)
        if not titled or not _RULE.fullmatch(rule) or len(rule) < len(lines[name].text.strip()) // 2:
            return at + 1 if over else 0  # a transition
        style = (rule[0], over)
        if style not in self.styles:
            self.styles.append(style)
        printed = lines[name].text.strip()
        found = inline(printed, lines[name].start + lines[name].indent)
        self.layout.prose("heading", min(self.styles.index(style) + 1, 6), found)
        return name + 2

    def _paragraph(self, lines: Sequence[Line], at: int, kind: BlockKind) -> int:
        end = at + 1
        while end < len(lines) and lines[end].text.strip() and not _BULLET.match(lines[end].text.lstrip()):
            end += 1
        bullet = _BULLET.match(lines[at].text.lstrip())
        column = lines[at].indent + (bullet.end() if bullet else 0)
        group = [Line(" " * column + lines[at].text[column:], lines[at].start), *lines[at + 1 : end]]
        self._prose("list_item" if bullet and kind == "paragraph" else kind, group)
        if not group[-1].text.rstrip().endswith("::"):
            return end
        return self._code(lines, end, lines[at].indent)

    def _prose(self, kind: BlockKind, group: Sequence[Line]) -> None:
        printed: list[Piece] = []
        for line in group:
            printed += [Piece("\n", line.start - 1, line.start)] if printed else []
            stripped = line.text.strip()
            printed += inline(stripped, line.start + line.indent) if stripped else []
        self.layout.prose(kind, 0, trimmed(printed))

    def _code(self, lines: Sequence[Line], at: int, indent: int) -> int:
        end = _indented(lines, at, indent)
        inside = [line for line in lines[at:end] if line.text.strip()]
        if inside:
            self.layout.code(inside[0].start, inside[-1].start + len(inside[-1].text))
        return end

    # --- tables --------------------------------------------------------------------------------------------

    def _table(self, lines: Sequence[Line], rows: list[PrintedRow], title: str) -> int:
        if rows and any(any(row.texts) for row in rows):
            end = lines[-1].start + len(lines[-1].text)
            self.layout.grid(lay_out(self.layout.name(), rows), lines[0].start, end, title)
        elif not rows and any(map(_LETTER.search, (line.text for line in lines))):
            self.layout.warnings.append(f"character {lines[0].start}: a table of {len(lines)} lines cannot be read")
        return len(lines)

    # --- explicit markup -----------------------------------------------------------------------------------

    def _explicit(self, lines: Sequence[Line], at: int, kind: BlockKind, depth: int) -> int:
        line = lines[at]
        end = _indented(lines, at + 1, line.indent)
        printed = line.text.strip()
        if note := _FOOTNOTE.match(printed):
            column = line.indent + note.end()
            rest = [Line(" " * column + line.text[column:], line.start), *lines[at + 1 : end]]
            self._prose("footnote", [one for one in rest if one.text.strip()])
        elif directive := _DIRECTIVE.match(printed):
            start = line.start + line.indent + directive.start(2)
            self._directive(directive[1].lower(), Line(directive[2], start), lines[at + 1 : end], kind, depth)
        return end

    def _directive(self, name: str, argument: Line, body: Sequence[Line], kind: BlockKind, depth: int) -> None:
        options, inside = _split_options(body)
        title = "".join(piece.text for piece in inline(argument.text, argument.start)).strip()
        if name in {"table", "list-table", "csv-table"} and title:
            self.layout.prose("caption", 0, inline(argument.text, argument.start))
        if name == "list-table":
            digits = options.get("header-rows", "0")
            header = int(digits[:4]) if digits.isascii() and digits.isdigit() else 0
            self._table(inside or [argument], list_rows(inside, header, inline), title)
        elif name == "csv-table":
            head = _option_lines(body, "header")
            self._table([*head, *inside] or [argument], csv_rows(head, inside, options, inline), title)
        elif (name in ADMONITIONS or name == "table") and depth < MAX_DEPTH:
            self._argument(name, argument)
            self.read(inside, kind, depth + 1, title if name == "table" else "")
        elif name == "figure":
            self.read(inside, "caption", MAX_DEPTH)
        elif name in {"code", "code-block", "sourcecode", "parsed-literal", "literalinclude"}:
            self._code(inside, 0, -1)

    def _argument(self, name: str, argument: Line) -> None:
        if name != "table" and argument.text.strip():
            self._prose("paragraph", [argument])


def _indented(lines: Sequence[Line], at: int, indent: int) -> int:
    """The line behind a block that is indented further than `indent`, blank lines within it included."""
    end = at
    for number in range(at, len(lines)):
        if lines[number].text.strip():
            if lines[number].indent <= indent:
                break
            end = number + 1
    return end


def _split_options(body: Sequence[Line]) -> tuple[dict[str, str], list[Line]]:
    """The options at the head of a directive's body, and the lines below them; an indented line goes on with one."""
    options: dict[str, str] = {}
    at = 0
    while at < len(body) and (match := _OPTION.fullmatch(body[at].text.strip())):
        options[match[1]] = match[2].strip()
        at = _option_end(body, at)
    return options, list(body[at:])


def _option_end(body: Sequence[Line], at: int) -> int:
    end = at + 1
    while end < len(body) and body[end].text.strip() and body[end].indent > body[at].indent:
        end += 1
    return end


def _option_lines(body: Sequence[Line], name: str) -> list[Line]:
    """The lines of an option's value, the first without its name."""
    for number, line in enumerate(body):
        match = _OPTION.fullmatch(line.text.strip())
        if match and match[1] == name:
            at = line.indent + match.start(2)
            return [Line(line.text[at:], line.start + at), *body[number + 1 : _option_end(body, number)]]
    return []
