"""Markdown as web pages print it: its tables in the forms that pages have for them, everything else as it is."""

import re
from collections.abc import Callable, Sequence
from html import escape

Rows = Sequence[Sequence[str]]
Printed = Callable[[Rows], str]
_RULE = re.compile(r"\|?[\s|:-]+\|?")
_HEADING = re.compile(r"(#{1,6})\s+(.+)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(.+)")


def page(text: str, table: Printed) -> str:
    """A page with each table of a Markdown text printed in one form."""
    parts = [_part(one, table) for one in re.split(r"\n\s*\n", text.strip())]
    return "<html><body><article>" + "\n".join(parts) + "</article></body></html>"


def _part(part: str, table: Printed) -> str:
    lines = part.split("\n")
    rows = [one for one in lines if one.lstrip().startswith("|")]
    if len(rows) > 2:
        before = [one for one in lines[: lines.index(rows[0])] if one.strip()]
        after = lines[lines.index(rows[0]) + len(rows) :]
        cells = [
            [cell.strip() for cell in one.strip().strip("|").split("|")] for one in rows if not _RULE.fullmatch(one)
        ]
        return "\n".join((*map(_line, before), table(cells), *map(_line, after)))
    if any(_HEADING.fullmatch(one) or _ITEM.fullmatch(one) for one in lines):
        return "\n".join(map(_line, lines))
    return f"<p>{_words(' '.join(lines))}</p>"


def _line(line: str) -> str:
    if heading := _HEADING.fullmatch(line.strip()):
        return f"<h{len(heading[1])}>{_words(heading[2])}</h{len(heading[1])}>"
    if item := _ITEM.fullmatch(line):
        return f"<ul><li>{_words(item[1])}</li></ul>"
    return f"<p>{_words(line)}</p>" if line.strip() else ""


def _words(text: str) -> str:
    return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", escape(text, quote=False)).replace("`", "")


def as_table(rows: Rows) -> str:
    """A real table: what the other forms are measured against."""
    return f"<table>{''.join(_row(row, 'tr', 'td' if at else 'th') for at, row in enumerate(rows))}</table>"


def as_boxes(rows: Rows) -> str:
    """Rows and cells of <div>."""
    return f'<div class="results">{"".join(_row(row, "div", "div") for row in rows)}</div>'


def as_grid(rows: Rows) -> str:
    """A flat grid whose style says how many cells stand in a row."""
    cells = "".join(_row(row, "", "div") for row in rows)
    return f'<div style="display: grid; grid-template-columns: repeat({len(rows[0])}, 1fr)">{cells}</div>'


def as_cards(rows: Rows) -> str:
    """A card for each row of a table of names and values; tables of more columns as they are."""
    if len(rows[0]) != 2:
        return as_table(rows)
    cards = "".join(f'<div class="card"><p>{_words(name)}</p><p>{_words(value)}</p></div>' for name, value in rows[1:])
    return f'<div class="cards">{cards}</div>'


def as_lying_bars(rows: Rows) -> str:
    """A drawn chart: the names at the left of their bars, the values at their right."""
    heads = "".join(_text(one, 200 + 120 * at, 20) for at, one in enumerate(rows[0]) if at)
    texts = "".join(
        _text(one, 10 if at == 0 else 200 + 120 * at, 50 + 30 * line) + "<rect x='100' width='9' height='9'/>"
        for line, row in enumerate(rows[1:])
        for at, one in enumerate(row)
    )
    return f'<svg viewBox="0 0 900 {60 + 30 * len(rows)}">{heads}<g>{texts}</g></svg>'


def as_standing_bars(rows: Rows) -> str:
    """A drawn chart of columns: the names below, each value over its bar; tables of more columns as they are."""
    if len(rows[0]) != 2:
        return as_table(rows)
    names = "".join(_text(row[0], 100 + 90 * at, 300, "middle") for at, row in enumerate(rows[1:]))
    values = "".join(_text(row[1], 100 + 90 * at, 40 + 31 * at % 200, "middle") for at, row in enumerate(rows[1:]))
    axis = f"<text transform='rotate(-90)' x='-100' y='10'>{_words(rows[0][1])}</text>"
    return f'<svg viewBox="0 0 900 320">{axis}{values}{names}</svg>'


def _text(text: str, x: int, y: int, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{_words(text)}</text>'


def _row(row: Sequence[str], outer: str, cell: str) -> str:
    cells = "".join(f"<{cell}>{_words(one)}</{cell}>" for one in row)
    return f"<{outer}>{cells}</{outer}>" if outer else cells
