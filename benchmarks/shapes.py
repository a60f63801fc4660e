"""Hostile documents of any size, by kind: each shape is what some rule of ours could take the square of.

`SHAPES[kind][name](size)` gives about `size` bytes; twice the size holds twice as many of whatever the name says.
"""

import io
from collections.abc import Callable

from reportlab.pdfgen.canvas import Canvas

Shape = Callable[[int], bytes]
SAID = "On BERT Large it is 3x faster than the A100, and training takes 12 minutes less. "
METRICS = ("Model", "Throughput (items/sec)", "Latency (ms)")


def repeated(unit: str, before: str = "", after: str = "") -> Shape:
    """`unit` over and over."""
    return lambda size: (before + unit * (size // len(unit.encode())) + after).encode()


def nested(opened: str, inside: str, closed: str = "") -> Shape:
    """`opened` to half the size, then as many `closed`."""
    return lambda size: (
        opened * (size // (len(opened) + len(closed))) + inside + closed * (size // (len(opened) + len(closed)))
    ).encode()


def numbered(unit: str, before: str = "", after: str = "") -> Shape:
    """`unit` over and over, "{n}" in it counted up."""

    def make(size: int) -> bytes:
        count = size // (len(unit) + len(str(size)) - 3)
        return (before + "".join(unit.replace("{n}", str(n)) for n in range(count)) + after).encode()

    return make


def _row(tag: str, cells: tuple[str, ...]) -> str:
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"


HEADER = _row("th", METRICS)
DATA = _row("td", ("BERT Large", "1,234", "5.6"))
TABLE = f"<table>{HEADER}{DATA}{DATA}</table>"
HTML: dict[str, Shape] = {
    "prose": repeated(f"<p>{SAID}</p>"),
    "one paragraph": repeated(SAID, "<p>", "</p>"),
    "one word": repeated("word", "<p>"),
    "one number": repeated("9", "<p>"),
    "numbers": numbered("{n}.5 ms, ", "<p>"),
    "grouped digits": repeated("1,", "<p>"),
    "spaced digits": repeated("123 ", "<p>", "1"),
    "dots and spaces": repeated(". ", "<p>"),
    "entities": repeated("&times;&amp;&#215;", "<p>3"),
    "white space": repeated(" \n", "<p>3x faster", "than A100"),
    "open brackets": repeated("(", "<p>"),
    "angle brackets": repeated("< ", "<p>"),
    "names": repeated("A100 ResNet-50 ", "<p>"),
    "capitals": repeated("a Abc.Def-", "<p>"),
    "nested divs": nested("<div>", SAID, "</div>"),
    "open divs": nested("<div>", SAID),
    "divs with text": nested("<div>a ", SAID, "</div>"),
    "nested lists": nested("<ul><li>a", SAID),
    "nested bold": nested("<b>", SAID, "</b>"),
    "nested sup": nested("<sup>2", SAID),
    "nested tables": nested("<table><tr><td>", SAID),
    "nested quotes": nested("<blockquote><p>3x ", SAID),
    "nested figures": nested("<figure><img alt='it is 3 times as fast'>", SAID),
    "headings": numbered("<h2>Run {n}: 3x faster</h2><p>17x</p>"),
    "long heading over claims": lambda size: (
        f"<h2>{SAID * (size // 160)}</h2>" + f"<p>{SAID}</p>" * (size // 180)
    ).encode(),
    "long heading": repeated("3x faster, ", "<h2>", "</h2>"),
    "related headings": repeated("<h6>Related posts</h6>", "<script></script>" * 999),
    "hidden before headings": lambda size: (
        ("<script></script>" * (size // 34)) + "<h6>Related posts</h6>" * (size // 44)
    ).encode(),
    "links": numbered("<li><a href='/{n}'>Save {n}%</a></li>", "<ul>", "</ul>"),
    "lists of links": numbered("<ul><li><a href='/{n}'>Save {n}%</a></li></ul>"),
    "pictures in one figure": numbered(
        "<img alt='chart {n}: it is 3 times as fast'>", "<figure>", "<figcaption>a</figcaption></figure>"
    ),
    "pictures": numbered("<p><img alt='chart {n}: it is 3 times as fast'></p>"),
    "pictures deep down": lambda size: nested("<div>", "<img alt='it is 3 times as fast'>" * (size // 100))(size // 2),
    "line breaks": repeated("<br>"),
    "line breaks with text": repeated("3x<br>"),
    "footnote marks": repeated("3x<sup>1</sup> "),
    "classes": numbered(" c{n}", "<p class='", f"'>{SAID}"),
    "many classes": numbered("<p class='share-{n}'>3x faster</p>"),
    "hidden": repeated("<p style='display:none'>a</p>", "", SAID),
    "comments": repeated("<!-- 3x -->", "<p>", "5x faster"),
    "open comments": repeated("<!--", SAID),
    "asides": repeated("<aside>3x</aside>", f"<p>{SAID}"),
    "times": repeated("<time datetime='2020-01-01'>a</time>"),
    "json-ld": repeated('"datePublished":"x",', '<script type="application/ld+json">', f"</script>{SAID}"),
    "tiny tables": repeated("<table><tr><td>1<td>2</table>"),
    "tables": repeated(TABLE),
    "tables in one figure": repeated(TABLE, "<figure>", "<figcaption>a</figcaption></figure>"),
    "tables deep down": lambda size: nested("<div>", TABLE * (size // 2 // len(TABLE)))(size // 2),
    "one table": repeated(DATA, f"<table>{HEADER}", "</table>"),
    "one row": repeated("<td>12 ms</td>", f"<table>{HEADER}<tr>", "</table>"),
    "wide table": lambda size: (
        f"<table><tr>{'<th>Latency (ms)</th>' * (size // 90)}</tr>"
        + f"<tr>{'<td>1.5</td>' * (size // 90)}</tr>" * 4
        + "</table>"
    ).encode(),
    "long cells": lambda size: (
        f"<table>{HEADER}" + f"<tr><td>a</td><td>{'1 ' * (size // 40)}</td><td>5</td></tr>" * 20 + "</table>"
    ).encode(),
    "long headers": lambda size: f"<table><tr><th>{'(' * size}</th><th>ms</th></tr>{DATA}</table>".encode(),
    "digits in a cell": repeated("123 ", f"<table>{HEADER}<tr><td>a</td><td>", f"1</td></tr>{DATA}</table>"),
    "marks in a cell": repeated("*", f"<table>{HEADER}<tr><td>a</td><td>", f"a</td></tr>{DATA}</table>"),
    "units in a cell": repeated("%", "<table><tr><th>a</th><th>b</th></tr><tr><td>1 ", f" a</td></tr>{DATA}</table>"),
    "long heading over tables": lambda size: (f"<h2>{SAID * (size // 160)}</h2>" + TABLE * (size // 500)).encode(),
    "rows deep down": lambda size: nested("<div>", "<tr><td>1<td>2" * (size // 30))(size // 2).replace(
        b"<div>", b"<table><div>", 1
    ),
    "rows that do not fit": repeated("<tr><td>1<td>2<td>3<td>4</tr>", f"<table>{HEADER}", "</table>"),
    "cells without rows": repeated("<td>1</td>", "<table>"),
    "spans down": repeated("<tr><td rowspan=9>1<td>2<td rowspan=0>3</tr>", f"<table>{HEADER}"),
    "spans across": repeated("<tr><td colspan=9>1<td>2</tr>", f"<table>{HEADER}"),
    "notes under a table": numbered("<p>* note {n}</p>", TABLE),
    "rows across": repeated("<tr><td colspan=3>FP16</td></tr>", f"<table>{HEADER}", f"{DATA}</table>"),
}
CHART = "ResNet-50 : Training\n\n3x faster\n"
TEXT: dict[str, Shape] = {
    "prose": repeated(f"{SAID}\n\n"),
    "lines": repeated(f"{SAID}\n"),
    "one line": repeated(SAID),
    "one word": repeated("word"),
    "one number": repeated("9"),
    "numbers": numbered("{n}.5 ms, "),
    "grouped digits": repeated("1,"),
    "spaced digits": repeated("123 ", "", "1"),
    "spaces": repeated(" ", "3x", "faster than A100"),
    "spaces between": repeated("3x      ", "", "faster"),
    "tabs and dots": repeated(".\t"),
    "blank lines": repeated("\n", "3x", "faster"),
    "blank cells": repeated("\u00a0\n", "3x\n", "faster"),
    "blank lines with spaces": repeated(" \n", "3x", "faster"),
    "open brackets": repeated("(", "Model\nLatency (ms)\n"),
    "lines of brackets": repeated("(a(\n", "Model\nLatency (ms)\n"),
    "short lines": repeated("a\n"),
    "numbers a line": repeated("12 ms\n"),
    "header words": repeated("Latency (ms)\n"),
    "bullets": repeated("- 3x faster\n"),
    "headings": repeated("Faster\n\n"),
    "table": repeated("BERT Large\n1,234\n5.6\n", "\n".join(METRICS) + "\n"),
    "table with holes": repeated("BERT Large\n1,234\n5.6\n7\n", "\n".join(METRICS) + "\n"),
    "tables": repeated("\n".join(METRICS) + "\nBERT Large\n1,234\n5.6\nGPT2-S\n99\n1.1\n\n"),
    "header over one long line": repeated("a (", "\n".join(METRICS) + "\n1\n2\n3\n"),
    "sentences under a table": repeated("It is a sentence.\n", "\n".join(METRICS) + "\nA\n1\n2\nB\n3\n4\n"),
    "charts": repeated(f"{CHART}\nNOTES:\nA100 | FP16\n\f"),
    "titles": repeated("ResNet-50 : Training\n", "", "NOTES:\na"),
    "factors": repeated("It is 3x faster\n", "ResNet-50 : Training\n", "NOTES:\na"),
    "titles and factors": repeated("ResNet-50 : Training\n3x more\n", "", "NOTES:\na"),
    "notes": repeated("NOTES:\n", CHART),
    "digits in a chart": repeated("9", CHART, "\nNOTES:\na"),
    "axis in a chart": repeated("a", f"{CHART}A (", "\nNOTES:\na"),
    "ticks in a chart": repeated("1 ", CHART, "x\nNOTES:\na"),
    "spaces in a chart": repeated(" ", f"{CHART}A:", "B\nNOTES:\na"),
    "form feeds": repeated("\f3x\n", "", "ResNet-50 : Training\nNOTES:\na"),
}
PIPES = "| Model | Latency (ms) |\n|---|--:|\n"
MARKDOWN: dict[str, Shape] = {
    **{name: TEXT[name] for name in ("prose", "lines", "one word", "one number", "spaces", "blank lines", "numbers")},
    "one line": repeated(SAID),
    "bold in one line": repeated("**3**x faster, "),
    "bold in lines": repeated("**3**x faster\n"),
    "blank bold": repeated("****\n"),
    "code in lines": repeated("`3x`\n"),
    "brackets": repeated("["),
    "bracket pairs": repeated("[a]"),
    "links": repeated("[3x](a) "),
    "open links": repeated("[a]("),
    "pictures": repeated("![3x](a.png) "),
    "open pictures": repeated("!["),
    "stars": repeated("*a "),
    "stars and underscores": repeated("*a_ "),
    "tildes": repeated("~~a "),
    "backticks": lambda size: "".join("a" + "`" * n for n in range(int((2 * size) ** 0.5))).encode(),
    "open angles": repeated("<a "),
    "tags": repeated("<b>3</b>x "),
    "sup": repeated("3<sup>1</sup> "),
    "open sup": repeated("3<sup>1 "),
    "entities": repeated("&times;"),
    "escapes": repeated("\\*"),
    "footnote marks": repeated("[^1]"),
    "footnotes": numbered("[^{n}]: 3x faster\n"),
    "references": numbered("[a{n}]: b\n\n"),
    "quotes": nested("> ", SAID),
    "quoted lines": repeated("> 3x faster\n"),
    "deep lists": lambda size: "".join("  " * n + "- 3x\n" for n in range(int(size**0.5))).encode(),
    "lists": repeated("- 3x faster\n"),
    "lists in lists": repeated("- "),
    "headings": repeated("# 3x faster\n"),
    "underlined": repeated("3x faster\n===\n"),
    "rules": repeated("---\n"),
    "front matter": repeated("a: b\n", "---\n"),
    "fences": repeated("```\n3x\n```\n"),
    "open fence": repeated("3x\n", "```\n"),
    "table": repeated("| BERT Large | 12.5 |\n", PIPES),
    "table of bold": repeated("| **BERT** Large | `12.5` |\n", PIPES),
    "tables": repeated(f"{PIPES}| BERT Large | 12.5 |\n\n"),
    "tables and notes": repeated(f"{PIPES}| BERT Large | 12.5 |\n\n* note\n\n"),
    "notes under a table": repeated("* note\n\n", f"{PIPES}| A | 1 |\n\n"),
    "wide table": lambda size: (
        ("| Latency (ms) " * (size // 40)) + "|\n" + "|---" * (size // 40) + "|\n" + "| 1.5 " * (size // 40) + "|\n"
    ).encode(),
    "one row": repeated("| 1 ", PIPES),
    "rows that are too long": repeated("| 1 | 2 | 3 |\n", PIPES),
    "bars": repeated("|"),
    "almost tables": repeated("|a|\n|-\n"),
    "html blocks": repeated("<div>3x faster</div>\n\n"),
    "open tables": repeated("<table>\n\n"),
    "html tables": repeated(f"{TABLE}\n\n"),
    "html table in one line": repeated(DATA, "<table>", "</table>"),
    "nested html": nested("<div>", SAID, "</div>"),
    "blank html": repeated("<b> </b>\n", "<div>"),
    "html lines": repeated("<p>3x faster\n"),
    "html entities": repeated("&times;", "<p>3"),
    "open comments": repeated("<!-- a\n\n"),
}
GRID = "+---+---+\n| A | B |\n+===+===+\n"
SIMPLE = "===== =====\nModel ms\n===== =====\n"
RST: dict[str, Shape] = {
    **{name: TEXT[name] for name in ("prose", "lines", "one word", "one number", "spaces", "blank lines", "numbers")},
    "one line": repeated(SAID),
    "bold in one line": repeated("**3**\\ x faster, "),
    "backticks": repeated("`a"),
    "references": repeated("`a <b>`_ "),
    "stars": repeated("*a"),
    "escapes": repeated("\\*"),
    "sections": numbered("Run {n}\n-------\n\n3x faster\n\n"),
    "rules": repeated("-----\n"),
    "bullets": repeated("- 3x faster\n"),
    "directives": repeated(".. note:: 3x faster\n"),
    "nested directives": lambda size: "".join("  " * n + ".. note:: a\n" for n in range(int(size**0.5))).encode(),
    "comments": repeated(".. a\n"),
    "footnotes": repeated(".. [1] 3x faster\n"),
    "literal blocks": repeated("a::\n\n  3x\n\n"),
    "options": repeated("  :a: b\n", ".. table:: a\n"),
    "grid table": repeated("| a | 3 |\n+---+---+\n", GRID),
    "grid tables": repeated(f"{GRID}| a | 3 |\n+---+---+\n\n"),
    "tall grid cell": repeated("| a | 3 |\n", GRID, "+---+---+\n"),
    "wide grid": lambda size: (("+---" * (size // 16) + "+\n" + "| a " * (size // 16) + "|\n") * 2).encode(),
    "wide and tall grid": lambda size: (
        "+-" * (size // 4) + "+\n" + "|\n" * (size // 4) + "+-" * (size // 4) + "+\n"
    ).encode(),
    "grid of borders": repeated("+-+\n"),
    "simple table": repeated("BERT  12.5\n", SIMPLE, "===== =====\n"),
    "simple tables": repeated(f"{SIMPLE}BERT  12.5\n===== =====\n\n"),
    "wide simple table": lambda size: (("= " * (size // 8) + "\n" + "1 " * (size // 8) + "\n") * 2 + "= =\n").encode(),
    "open simple tables": repeated("== ==\na\n"),
    "simple rows of dashes": repeated("a  b\n-- --\n", SIMPLE, "===== =====\n"),
    "list table": repeated("   * - a\n     - 3\n", ".. list-table:: a\n\n"),
    "list tables": repeated(".. list-table:: a\n\n   * - a\n     - 3\n\n"),
    "notes under a table": repeated("* note\n\n", f"{GRID}| a | 3 |\n+---+---+\n\n"),
}
LOG = ':::MLLOG {"key": "run_start", "value": "a", "time_ms": 1}\n'
MLPERF: dict[str, Shape] = {
    "runs": repeated(LOG + ':::MLLOG {"key": "run_stop", "time_ms": 9, "metadata": {"status": "success"}}\n'),
    "one run": repeated(':::MLLOG {"key": "a", "value": 1, "time_ms": 1}\n', LOG),
    "other output": repeated("step 12 loss 0.5\n", LOG),
    "one other line": repeated("step 12 loss 0.5 ", LOG),
    "marks": repeated(":::MLLOG ", LOG),
    "junk": repeated(":::MLLOG {\n", LOG),
    "spaces in a line": repeated(" ", f"{LOG}:::MLLOG {{", "x\n"),
    "spaces behind the mark": repeated(" ", f"{LOG}:::MLLOG", "x\n"),
    "nested": nested("[", "", "]"),
    "nested in an event": lambda size: (LOG + ':::MLLOG {"a":' + "[" * size + "\n").encode(),
    "long values": repeated("a", LOG + ':::MLLOG {"key": "submission_org", "value": "', '", "time_ms": 1}'),
}


def drawn(draw: Callable[[Canvas, int], None], unit: int, pages: bool = False) -> Shape:
    """A PDF with one thing drawn for every `unit` bytes of the size: on one page, or each on a page of its own."""

    def make(size: int) -> bytes:
        out = io.BytesIO()
        canvas = Canvas(out, pagesize=(960, 540), invariant=1, pageCompression=0)
        for number in range(size // unit):
            canvas.setFont("Helvetica", 8)
            draw(canvas, number)
            if pages:
                canvas.showPage()
        canvas.save()
        return out.getvalue()

    return make


def _at(canvas: Canvas, number: int, text: str) -> None:
    canvas.drawString(10 + number % 7 * 130, 530 - number // 7 * 3 % 520, text)


def _full(canvas: Canvas, _: int) -> None:
    for number in range(50):
        canvas.drawString(10, 530 - number * 10, SAID * 2)


def _bar(canvas: Canvas, number: int) -> None:
    canvas.rect(100 + number % 80 * 10, 100, 8, number % 300, stroke=0, fill=1)
    canvas.drawString(100 + number % 80 * 10, 102 + number % 300, f"{number}x")


def _rule(canvas: Canvas, number: int) -> None:
    y = 530 - number * 0.37 % 500
    canvas.line(10, y, 900, y)
    canvas.line(10 + number * 1.3 % 890, 10, 10 + number * 1.3 % 890, 530)


def _box(canvas: Canvas, number: int) -> None:
    x, y = 10 + number % 30 * 30, 520 - number // 30 * 10 % 510
    canvas.rect(x, y, 30, 10, stroke=1, fill=0)
    canvas.drawString(x + 2, y + 2, f"{number}")


def _title(canvas: Canvas, number: int) -> None:
    canvas.setFont("Helvetica-Bold", 14)
    _at(canvas, number, "ResNet-50: Training")


def _speck(canvas: Canvas, number: int) -> None:
    canvas.setFont("Helvetica", 1)
    canvas.drawString(10 + number % 45 * 20, 530 - number // 45 * 0.5, f"{number}x")
    if number < 3:
        canvas.rect(100, 100 + 20 * number, 200 + 30 * number, 10, stroke=0, fill=1)


def _ruled(size: int) -> bytes:
    """A ruled table as high as wide, with a number in each cell."""
    count = int((size / 30) ** 0.5)
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(960, 540), invariant=1, pageCompression=0)
    canvas.setFont("Helvetica", 200 / count)
    for at in range(count + 1):
        canvas.line(10 + at * 900 / count, 10, 10 + at * 900 / count, 510)
        canvas.line(10, 10 + at * 500 / count, 910, 10 + at * 500 / count)
        for down in range(count if at < count else 0):
            canvas.drawString(12 + at * 900 / count, 12 + down * 500 / count, "7")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _slide(canvas: Canvas, number: int) -> None:
    canvas.drawString(40, 500, f"{number}x faster ResNet-50 training")
    for bar in range(2):
        canvas.rect(170, 300 - 80 * bar, 100 + 50 * bar, 40, stroke=0, fill=1)
        canvas.drawString(100, 310 - 80 * bar, f"A{bar}")
        canvas.drawString(290 + 50 * bar, 310 - 80 * bar, f"{bar + 1}x")
    canvas.drawString(40, 60, "NOTES: batch size 4 | SDK 1.4.0")


PDF: dict[str, Shape] = {
    "pages": drawn(_slide, 900, pages=True),
    "words on one page": drawn(lambda canvas, n: _at(canvas, n, f"{n} ms"), 100),
    "one line": drawn(lambda canvas, n: canvas.drawString(10 + n * 0.01 % 900, 300, "3x "), 100),
    "bars": drawn(_bar, 150),
    "ruled table": _ruled,
    "tiny words on a chart": drawn(_speck, 150),
    "rules": drawn(_rule, 150),
    "boxes": drawn(_box, 150),
    "titles": drawn(_title, 150),
    "prose pages": drawn(_full, 3000, pages=True),
    "notes": drawn(lambda canvas, n: _at(canvas, n, "NOTES: FP16 | A100"), 150),
    "nested arrays": lambda size: drawn(_slide, 900, pages=True)(900).replace(
        b"/MediaBox [", b"/Junk " + b"[" * size + b"]" * size + b" /MediaBox ["
    ),
}
SHAPES: dict[str, dict[str, Shape]] = {
    "html_post": HTML,
    "html_results": {name: shape for name, shape in HTML.items() if b"<table" in shape(2_000)},
    "text_capture": TEXT,
    "markdown": MARKDOWN,
    "restructured_text": RST,
    "mlperf_log": MLPERF,
    "pdf_charts": PDF,
}
SUFFIXES = {
    "html_post": ".html",
    "html_results": ".html",
    "text_capture": ".txt",
    "markdown": ".md",
    "restructured_text": ".rst",
    "mlperf_log": ".log",
    "pdf_charts": ".pdf",
}
