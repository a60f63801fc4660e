"""Draw the PDF pages of this folder: `python tests/gold/tables3/make_pdfs.py`. The same bytes come out on every run.

Each page has its label beside it (pdf01_ruled.json and so on), written by hand. A cell may hold line breaks; `^1` at
the end of a cell or heading is drawn as a small raised mark.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).resolve().parent
WIDE, HIGH = 595.0, 842.0
INK, GREY, PALE, BRAND = HexColor("#1c2430"), HexColor("#8a94a0"), HexColor("#eef1f5"), HexColor("#0b5c8a")
REGULAR, BOLD = "Helvetica", "Helvetica-Bold"
SIZE, LEADING, PAD = 9.0, 12.0, 5.0


@dataclass(frozen=True)
class Span:
    """A heading over the columns from `first` to `last`."""

    text: str
    first: int
    last: int


@dataclass(frozen=True)
class Table:
    """`rules` is grid, book (three lines), zebra or none."""

    widths: Sequence[float]
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    rules: str = "grid"
    spans: Sequence[Span] = ()
    numbers_from: int = 1


def put(canvas: Canvas, x: float, y: float, text: str, font: str = REGULAR, size: float = SIZE) -> None:
    canvas.setFillColor(INK)
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)


def line(canvas: Canvas, x: float, y: float, text: str, font: str, *, right: bool, width: float) -> None:
    """One line of a cell, with its raised mark."""
    plain, _, mark = text.partition("^")
    if right:
        x += width - 2 * PAD - canvas.stringWidth(plain, font, SIZE) - canvas.stringWidth(mark, font, 6)
    put(canvas, x, y, plain, font)
    if mark:
        put(canvas, x + canvas.stringWidth(plain, font, SIZE), y + 3.2, mark, font, 6)


def paragraph(canvas: Canvas, x: float, y: float, text: str, width: float, size: float = 10.0) -> float:
    """Returns the height of the line after the last."""
    for part in simpleSplit(text, REGULAR, size, width):
        put(canvas, x, y, part, REGULAR, size)
        y -= size * 1.35
    return y


def row(canvas: Canvas, table: Table, cells: Sequence[str], x: float, y: float, font: str) -> float:
    """Draw one row whose upper edge is at `y`; returns its lower edge."""
    deep = max(cell.count("\n") + 1 for cell in cells)
    low = y - deep * LEADING - PAD
    for number, (cell, width) in enumerate(zip(cells, table.widths, strict=True)):
        for step, part in enumerate(cell.split("\n")):
            at = y - (step + 1) * LEADING + 1
            line(canvas, x + PAD, at, part, font, right=number >= table.numbers_from, width=width)
        if table.rules == "grid":
            canvas.rect(x, low, width, y - low)
        x += width
    return low


def draw(canvas: Canvas, table: Table, x: float, y: float) -> float:
    """Draw the table with its upper left corner at (x, y); returns its lower edge."""
    wide = sum(table.widths)
    canvas.setStrokeColor(GREY)
    canvas.setLineWidth(0.6)
    rule(canvas, table, x, y, wide)
    if table.spans:
        low = y - LEADING - PAD
        for span in table.spans:
            left = x + sum(table.widths[: span.first])
            width = sum(table.widths[span.first : span.last + 1])
            middle = left + (width - canvas.stringWidth(span.text, BOLD, SIZE)) / 2
            put(canvas, middle, y - LEADING + 1, span.text, BOLD)
            canvas.line(left + 3, low + 1, left + width - 3, low + 1)
        y = low
    y = row(canvas, table, table.header, x, y, BOLD)
    rule(canvas, table, x, y, wide)
    for number, cells in enumerate(table.rows):
        if table.rules == "zebra" and number % 2 == 0:
            deep = max(cell.count("\n") + 1 for cell in cells)
            canvas.setFillColor(PALE)
            canvas.rect(x, y - deep * LEADING - PAD, wide, deep * LEADING + PAD, stroke=0, fill=1)
        y = row(canvas, table, cells, x, y, REGULAR)
    rule(canvas, table, x, y, wide)
    return y


def rule(canvas: Canvas, table: Table, x: float, y: float, wide: float) -> None:
    if table.rules == "book":
        canvas.line(x, y, x + wide, y)


def head(canvas: Canvas, title: str, under: str) -> float:
    """Title, a line under it and the foot of the page; returns where the page goes on."""
    canvas.setFillColor(BRAND)
    canvas.rect(0, HIGH - 22, WIDE, 22, stroke=0, fill=1)
    put(canvas, 50, HIGH - 70, title, BOLD, 17)
    put(canvas, 50, HIGH - 88, under, REGULAR, 9)
    put(canvas, WIDE - 90, 30, "Page 1 of 1", REGULAR, 8)
    return HIGH - 118


def ruled(canvas: Canvas) -> None:
    y = head(canvas, "Slate X all-flash array", "Data sheet DS-4471, revision C")
    y = paragraph(canvas, 50, y, "Every model fits in 2U and takes up to 24 drives. Blocks are 8 KB unless noted.", 490)
    table = Table(
        (110, 95, 95, 95, 95),
        ("Model", "Read IOPS", "Write IOPS", "Latency (µs)", "Power (W)"),
        (
            ("Slate X20", "310,000", "142,000", "190", "410"),
            ("Slate X50", "685,000", "298,000", "165", "560"),
            ("Slate X90", "1,420,000", "610,500", "120", "875"),
            ("Slate X90e", "1,650,000", "n/a", "115", "-"),
        ),
    )
    y = draw(canvas, table, 50, y - 8)
    paragraph(canvas, 50, y - 20, "Contact your reseller or call +44 20 7946 0991.", 490)


def unruled(canvas: Canvas) -> None:
    y = head(canvas, "Results of our MLPerf Training submission", "Round 5.0, closed division")
    put(canvas, 50, y, "Time to train in minutes", BOLD, 11)
    table = Table(
        (130, 110, 80, 100),
        ("Benchmark", "System", "GPUs", "Time (min)"),
        (
            ("Llama 2 70B LoRA", "Tern S8", "8", "11.15"),
            ("Llama 2 70B LoRA", "Tern S64", "64", "2.08"),
            ("Stable Diffusion", "Tern S8", "8", "12.86"),
            ("RetinaNet", "Tern S8", "8", "22.31"),
            ("RetinaNet", "Tern S64", "64", "4.43"),
        ),
        rules="none",
        numbers_from=2,
    )
    y = draw(canvas, table, 50, y - 10)
    paragraph(canvas, 50, y - 22, "All results were verified by the consortium in June 2025.", 490)


def two_tables(canvas: Canvas) -> None:
    y = head(canvas, "Otterbase 5 against Otterbase 4", "Engineering note 19")
    put(canvas, 50, y, "Table 1. Loading the taxi data set", BOLD, 10)
    loading = Table(
        (150, 100, 100, 100),
        ("Version", "Load time", "Rows/s", "Disk (GB)"),
        (("Otterbase 4", "31 min 20 s", "585 k", "88.4"), ("Otterbase 5", "9 min 44 s", "1.88 M", "61.0")),
        rules="book",
    )
    y = draw(canvas, loading, 50, y - 8) - 26
    y = paragraph(canvas, 50, y, "The second run used the same machine with 48 cores and a cold cache.", 490) - 14
    put(canvas, 50, y, "Table 2. Queries", BOLD, 10)
    queries = Table(
        (150, 100, 100, 100),
        ("Query", "Otterbase 4 (s)", "Otterbase 5 (s)", "Speedup"),
        (
            ("Q1, count by type", "2.41", "0.38", "6.3x"),
            ("Q2, average by year", "3.90", "0.71", "5.5x"),
            ("Q3, distance bands", "8.05", "1.92", "4.2x"),
        ),
        rules="book",
    )
    draw(canvas, queries, 50, y - 8)


def beside_prose(canvas: Canvas) -> None:
    y = head(canvas, "Why we moved inference to Basin", "Customer story")
    story = (
        "Our recommendation models answer every request of the shop, and on the day of the sale there are many. "
        "When the old cards went out of support we compared three replacements with the traffic we had recorded. "
        "The table on the right shows one card of each. Basin won because the software we already had ran on it "
        "without changes, and the racks could stay where they were. The move was finished in October, two weeks "
        "before the season began, and nobody outside the team noticed."
    )
    paragraph(canvas, 50, y, story, 200)
    table = Table(
        (80, 95, 95),
        ("Card", "Queries/s", "p99 (ms)"),
        (
            ("Basin 2", "52,300", "3.1"),
            ("Basin 2 Lite", "29,750", "3.4"),
            ("GX-40", "31,900", "6.8"),
            ("Old card", "12,480", "11.5"),
        ),
    )
    draw(canvas, table, 275, y + 10)


def multiline(canvas: Canvas) -> None:
    y = head(canvas, "Transcoding on virtual machines", "Cloud media group, white paper 7")
    table = Table(
        (135, 80, 80, 80, 80),
        ("Configuration", "Speed\n(fps)", "Cost\n($/h)", "Speed\n(fps)", "Cost\n($/h)"),
        (
            ("AV1, preset 6,\ntwo passes", "41.2", "0.77", "98.6", "1.54"),
            ("AV1, preset 10", "133", "0.77", "301", "1.54"),
            ("HEVC, medium,\none pass,\n10 bit", "87.9", "0.77", "194", "1.54"),
            ("H.264, fast", "402", "0.77", "-", "1.54"),
        ),
        rules="zebra",
        spans=(Span("v7.4xlarge", 1, 2), Span("v7.8xlarge", 3, 4)),
    )
    y = draw(canvas, table, 50, y)
    paragraph(canvas, 50, y - 22, "Prices are on-demand prices of March 2025.", 490)


def footnote(canvas: Canvas) -> None:
    y = head(canvas, "Petrel network cards", "Product brief")
    table = Table(
        (140, 110, 110, 110),
        ("Card", "Throughput (Gb/s)", "Latency (ns)^1", "List price"),
        (
            ("Petrel 100", "97.8", "890", "$640"),
            ("Petrel 200*", "194.1^2", "815", "$1,150"),
            ("Petrel 400", "381.5", "740", "on request"),
        ),
        rules="book",
    )
    y = draw(canvas, table, 50, y) - 14
    for note in (
        "1  Half round trip, 64-byte packets, cards connected back to back.",
        "2  With two ports in use and firmware 22.41 or later.",
        "*  Replaces the Petrel 200 LX from 1 September 2025.",
    ):
        put(canvas, 50, y, note, REGULAR, 7.5)
        y -= 11


PAGES = {
    "pdf01_ruled": ruled,
    "pdf02_unruled": unruled,
    "pdf03_two_tables": two_tables,
    "pdf04_beside_prose": beside_prose,
    "pdf05_multiline_cells": multiline,
    "pdf06_footnote": footnote,
}


def main() -> None:
    for name, page in PAGES.items():
        canvas = Canvas(str(HERE / f"{name}.pdf"), pagesize=(WIDE, HIGH), invariant=1, pageCompression=1)
        page(canvas)
        canvas.showPage()
        canvas.save()


if __name__ == "__main__":
    main()
