"""Draw the PDF pages of this folder: `python tests/gold/tables4/make_pdfs.py`. The same bytes come out on every run.

Each page has its label beside it, written by hand: data sheets, papers with booktabs rules, a price list without rules,
a table that goes on over the page, one in a column of a two-column page, and group headers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).resolve().parent
BLACK, SHADE, LINE = HexColor("#000000"), HexColor("#e6ecf2"), HexColor("#7a7a7a")


CACHES = (
    "We compare four admission policies on a trace of a photo service. Hit ratios are those after a warm-up of "
    "one day, and write traffic is what reaches the device. All policies run on the same two cores. "
)
CACHES_END = (
    "Admitting everything wears the device out within months. The sketch helps, and the learned policy more "
    "so; what the features add can be seen in the last line. "
)
SIMDKIT = (
    "Simdkit is a library of kernels for servers. Its vector code is chosen when the program starts. The table "
    "lists what one core of the test machine processes, for data that fit in the second level cache. "
)
PORTABLE = (
    "Every kernel exists in portable form too, so that a port to a new machine starts out correct and becomes "
    "fast later. The portable form is what the left column shows, compiled with the usual options. "
)
PAGING = (
    "Long contexts fill the memory of an accelerator with keys and values that are seldom read. We move them "
    "to the host and fetch them in pages when the attention scores ask for them. The scheme needs no training. "
    "Its cost is the traffic over the bus, which prediction hides in most cases. "
)
RELATED = (
    "Earlier systems evict what they do not need and recompute it later, or they compress it. Both change what "
    "the model sees. Ours does not, since every page can come back. Offloading of weights is an older idea, "
    "and we share its concern with the bus. Others schedule requests so that few of them are long at once. "
)


@dataclass(frozen=True)
class Face:
    """The fonts of a page."""

    plain: str
    bold: str
    italic: str
    size: float
    step: float


SANS = Face("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", 8.5, 13.0)
SERIF = Face("Times-Roman", "Times-Bold", "Times-Italic", 9.0, 11.5)


def say(canvas: Canvas, x: float, y: float, text: str, font: str, size: float, align: str = "l") -> None:
    """One line of text: left, right or centred at `x`."""
    canvas.setFillColor(BLACK)
    canvas.setFont(font, size)
    {"l": canvas.drawString, "r": canvas.drawRightString, "c": canvas.drawCentredString}[align](x, y, text)


def flow(canvas: Canvas, x: float, y: float, text: str, width: float, face: Face) -> float:
    """A paragraph; returns the height of the line after it."""
    for part in simpleSplit(text, face.plain, face.size, width):
        say(canvas, x, y, part, face.plain, face.size)
        y -= face.step
    return y


def rule(canvas: Canvas, x0: float, x1: float, y: float, thick: float) -> None:
    canvas.setStrokeColor(LINE if thick < 0.5 else BLACK)
    canvas.setLineWidth(thick)
    canvas.line(x0, y, x1, y)


def cells(
    canvas: Canvas, stops: Sequence[tuple[float, str]], y: float, row: Sequence[str], font: str, size: float
) -> None:
    """A row of cells at their stops (place and alignment)."""
    for (x, align), text in zip(stops, row, strict=True):
        say(canvas, x, y, text, font, size, align)


def data_sheet(canvas: Canvas) -> None:
    high = A4[1]
    canvas.setFillColor(SHADE)
    canvas.rect(0, high - 90, A4[0], 90, stroke=0, fill=1)
    say(canvas, 48, high - 50, "Lodge 5 client SSD", SANS.bold, 20)
    say(canvas, 48, high - 70, "Product data sheet  |  Rev. 1.3  |  August 2025", SANS.plain, 9)
    y = flow(canvas, 48, high - 120, "The Lodge 5 is an M.2 2280 drive with a PCIe 4.0 x4 interface.", 490, SANS) - 14
    say(canvas, 48, y, "Specifications", SANS.bold, 12)
    y -= 22
    stops = ((52, "l"), (310, "c"), (400, "c"), (490, "c"))
    canvas.setFillColor(SHADE)
    canvas.rect(48, y - 5, 499, 17, stroke=0, fill=1)
    cells(canvas, stops, y, ("Item", "500 GB", "1 TB", "2 TB"), SANS.bold, SANS.size)
    for row in (
        ("Sequential read (MB/s)", "6,900", "7,300", "7,400"),
        ("Sequential write (MB/s)", "4,000", "6,300", "6,800"),
        ("Random read (IOPS)", "720,000", "980,000", "1,050,000"),
        ("Random write (IOPS)", "900,000", "950,000", "1,000,000"),
        ("Active power (W)", "4.9", "5.6", "6.1"),
        ("Idle power (mW)", "28", "30", "-"),
        ("Endurance (TBW)", "300", "600", "1,200"),
    ):
        y -= 17
        cells(canvas, stops, y, row, SANS.plain, SANS.size)
        rule(canvas, 48, 547, y - 5, 0.3)
    flow(canvas, 48, y - 30, "Speeds depend on the host. One gigabyte is a thousand million bytes.", 490, SANS)
    say(canvas, 547, 34, "DS-L5-013", SANS.plain, 7, "r")


def booktabs(canvas: Canvas) -> None:
    wide, high = LETTER
    say(canvas, wide / 2, high - 80, "Learned Admission for Flash Caches", SERIF.bold, 15, "c")
    say(canvas, wide / 2, high - 98, "R. Amundsdottir and P. Oyelaran", SERIF.italic, 10, "c")
    y = flow(canvas, 72, high - 130, CACHES, 468, SERIF) - 12
    say(canvas, 72, y, "Table 2: Policies on the photo trace. Best values in bold.", SERIF.plain, 9)
    y -= 10
    stops = ((76, "l"), (265, "r"), (350, "r"), (440, "r"), (530, "r"))
    rule(canvas, 72, 540, y, 1.0)
    cells(
        canvas, stops, y - 13, ("Policy", "Hit ratio (%)", "Writes (MB/s)", "p99 (ms)", "Memory (MB)"), SERIF.plain, 9
    )
    rule(canvas, 72, 540, y - 18, 0.6)
    y -= 19
    for row in (
        ("Admit all", "71.4", "388", "6.90", "0"),
        ("Second access", "70.2", "141", "4.15", "96"),
        ("Frequency sketch", "72.8", "118", "3.72", "24"),
        ("Ours (LAF)", "75.1", "87.5", "2.96", "31"),
        ("Ours, no features", "73.0", "104", "3.40", "12"),
    ):
        y -= 12
        best = row[0].startswith("Ours (")
        cells(canvas, stops, y, row, SERIF.bold if best else SERIF.plain, 9)
    rule(canvas, 72, 540, y - 6, 1.0)
    flow(canvas, 72, y - 30, CACHES_END, 468, SERIF)
    say(canvas, wide / 2, 40, "7", SERIF.plain, 9, "c")


def price_list(canvas: Canvas) -> None:
    high = A4[1]
    say(canvas, 60, high - 70, "Quarrystone Hosting", SANS.bold, 16)
    say(canvas, 60, high - 88, "Price list, valid from 1 November 2025, without VAT", SANS.plain, 9)
    y = high - 130
    stops = ((60, "l"), (230, "r"), (310, "r"), (400, "r"), (500, "r"))
    cells(canvas, stops, y, ("Plan", "vCPUs", "RAM (GB)", "Disk (GB)", "Price per month"), SANS.bold, 9)
    for row in (
        ("Pebble", "1", "1", "20", "$4.90"),
        ("Cobble", "2", "4", "60", "$11.50"),
        ("Cobble Plus", "2", "8", "80", "$17.00"),
        ("Boulder", "8", "16", "240", "$46.00"),
        ("Boulder Max", "16", "64", "640", "$139.00"),
        ("Monolith", "64", "256", "3,840", "on request"),
    ):
        y -= 19
        cells(canvas, stops, y, row, SANS.plain, 9)
    flow(canvas, 60, y - 34, "Cancel at the end of any month. Traffic is included.", 460, SANS)


TALL = (
    ("aes-gcm", "3.02", "5.91"), ("base64", "2.44", "9.87"), ("blake3", "1.62", "6.20"), ("brotli", "0.31", "0.38"),
    ("bzip2", "0.022", "0.023"), ("chacha20", "1.11", "2.96"), ("crc32", "7.40", "28.8"), ("csv", "0.64", "1.93"),
    ("deflate", "0.12", "0.21"), ("gzip", "0.11", "0.19"), ("hex", "3.30", "11.4"), ("json", "0.88", "2.72"),
    ("lz4", "0.74", "0.81"), ("lzma", "0.006", "0.007"), ("md5", "0.70", "0.70"), ("memchr", "14.8", "41.0"),
    ("regex", "0.95", "1.77"), ("sha256", "0.49", "2.11"), ("sha3", "0.42", "0.55"), ("snappy", "0.58", "0.66"),
    ("sort", "0.20", "0.74"), ("strlen", "19.2", "52.3"), ("utf8", "4.10", "22.6"), ("xml", "0.37", "0.61"),
    ("xxhash", "12.9", "31.5"), ("zstd", "0.52", "0.68"),
)  # fmt: skip


def tall(canvas: Canvas) -> None:
    """A table over two pages, its heading repeated on the second."""
    high = A4[1]
    edges = (90.0, 240.0, 375.0, 510.0)
    say(canvas, 60, high - 60, "Simdkit 4: appendix", SANS.bold, 15)
    y = flow(canvas, 60, high - 90, SIMDKIT, 475, SANS)
    for _ in range(9):
        y = flow(canvas, 60, y - 8, PORTABLE, 475, SANS)
    y -= 14
    left = list(TALL)
    first = True
    while left:
        if not first:
            canvas.showPage()
            y = high - 70
            say(canvas, 90, y + 8, "Kernels (continued)", SANS.italic, 8)
        else:
            say(canvas, 90, y + 4, "Kernels", SANS.bold, 10)
        rows = [("Kernel", "Portable (GB/s)", "Vector (GB/s)")]
        while left and y - (len(rows) + 1) * 16 > 70:
            rows.append(left.pop(0))
        for number, row in enumerate(rows):
            top = y - number * 16
            canvas.setStrokeColor(LINE)
            canvas.setLineWidth(0.5)
            for a, b in pairwise(edges):
                canvas.rect(a, top - 16, b - a, 16)
            stops = ((edges[0] + 6, "l"), (edges[2] - 6, "r"), (edges[3] - 6, "r"))
            cells(canvas, stops, top - 12, row, SANS.plain if number else SANS.bold, 9)
        y -= len(rows) * 16
        say(canvas, 535, 36, "Page 1 of 2" if first else "Page 2 of 2", SANS.plain, 7, "r")
        first = False
    flow(canvas, 60, y - 26, "Measured with one thread on a quiet machine.", 475, SANS)


def two_columns(canvas: Canvas) -> None:
    wide, high = LETTER
    say(canvas, wide / 2, high - 70, "Short Paper: Paging Attention Keys to Host Memory", SERIF.bold, 14, "c")
    column = 234.0
    left, right = 60.0, 318.0
    text = PAGING
    say(canvas, left, high - 110, "1  Introduction", SERIF.bold, 11)
    y = flow(canvas, left, high - 126, text * 3, column, SERIF) - 8
    say(canvas, left, y, "Table 1: Serving with and without paging.", SERIF.italic, 9)
    y -= 8
    stops = ((left + 2, "l"), (left + 112, "r"), (left + 188, "r"), (left + column - 2, "r"))
    rule(canvas, left, left + column, y, 0.9)
    cells(canvas, stops, y - 12, ("Context", "Base (tokens/s)", "Ours (tokens/s)", "Gain"), SERIF.plain, 8.5)
    rule(canvas, left, left + column, y - 17, 0.5)
    y -= 18
    for row in (
        ("8k", "1,940", "1,905", "0.98x"),
        ("32k", "1,310", "1,680", "1.28x"),
        ("128k", "402", "1,130", "2.81x"),
        ("512k", "-", "516", "-"),
    ):
        y -= 11.5
        cells(canvas, stops, y, row, SERIF.plain, 8.5)
    rule(canvas, left, left + column, y - 5, 0.9)
    flow(canvas, left, y - 24, "At the longest context the baseline does not fit. " + text, column, SERIF)
    say(canvas, right, high - 110, "2  Related work", SERIF.bold, 11)
    flow(canvas, right, high - 126, RELATED * 5, column, SERIF)


def groups(canvas: Canvas) -> None:
    high = A4[1]
    say(canvas, 50, high - 64, "Arcade G7 family", SANS.bold, 17)
    say(canvas, 50, high - 82, "Graphics cards for workstations", SANS.plain, 9)
    y = high - 120
    say(canvas, 50, y, "Performance at a glance", SANS.bold, 11)
    y -= 24
    rule(canvas, 50, 545, y + 14, 0.8)
    for text, a, b in (("Blender", 150, 330), ("SPECviewperf", 345, 545)):
        say(canvas, (a + b) / 2, y, text, SANS.bold, 9, "c")
        rule(canvas, a, b, y - 4, 0.6)
    stops = ((54, "l"), (230, "r"), (326, "r"), (440, "r"), (541, "r"))
    y -= 17
    cells(canvas, stops, y, ("Card", "Samples/min", "Power (W)", "Score", "Power (W)"), SANS.bold, 8.5)
    rule(canvas, 50, 545, y - 5, 0.8)
    for number, row in enumerate(
        (
            ("Arcade G7-20", "2,140", "118", "96.4", "102"),
            ("Arcade G7-40", "4,405", "196", "171", "160"),
            ("Arcade G7-60", "6,930", "285", "238", "221"),
            ("Arcade G7-60 X", "7,512", "340", "251", "n/a"),
        )
    ):
        y -= 18
        if number % 2:
            canvas.setFillColor(SHADE)
            canvas.rect(50, y - 5, 495, 18, stroke=0, fill=1)
        cells(canvas, stops, y, row, SANS.plain, 8.5)
    rule(canvas, 50, 545, y - 6, 0.8)
    flow(canvas, 50, y - 28, "Blender: monster scene. SPECviewperf: snx. Power is that of the card.", 490, SANS)


PAGES = {
    "pdf01_data_sheet": (data_sheet, A4),
    "pdf02_booktabs": (booktabs, LETTER),
    "pdf03_price_list": (price_list, A4),
    "pdf04_two_pages": (tall, A4),
    "pdf05_two_columns": (two_columns, LETTER),
    "pdf06_group_headers": (groups, A4),
}


def main() -> None:
    for name, (page, size) in PAGES.items():
        canvas = Canvas(str(HERE / f"{name}.pdf"), pagesize=size, invariant=1, pageCompression=1)
        page(canvas)
        canvas.showPage()
        canvas.save()


if __name__ == "__main__":
    main()
