"""Pages as vendors lay them out: text in columns, tiles, lists and footers around charts and tables."""

import io
from collections.abc import Callable

from reportlab.pdfgen.canvas import Canvas

from parsers.lib.registry import Raw
from parsers.pdf_charts import parse
from schemas.document import Document, Part

WIDE, HIGH = 600, 800


def page(draw: Callable[[Canvas], None]) -> Document:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, HIGH), invariant=1)
    draw(canvas)
    canvas.save()
    return parse(Raw("page.pdf", file.getvalue()))


def put(canvas: Canvas, x: float, y: float, words: str, size: float = 10, *, bold: bool = False) -> None:
    canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    canvas.drawString(x, y, words)


def standing(canvas: Canvas, x: float, foot: float, bars: dict[str, float], *, ticks: bool = True) -> None:
    """Standing bars of 40 points' width with names below, values above, and an axis with ticks at the left."""
    unit = 120 / max(bars.values())
    for number, (name, value) in enumerate(bars.items()):
        left = x + 30 + 70 * number
        canvas.rect(left, foot, 40, value * unit, stroke=0, fill=1)
        put(canvas, left + 2, foot + value * unit + 4, f"{value:g}")
        put(canvas, left, foot - 14, name)
    for tick in (0, 1, 2) if ticks else ():
        canvas.line(x + 20, foot + 60 * tick, x + 230, foot + 60 * tick)
        put(canvas, x, foot + 60 * tick - 3, f"{tick * max(bars.values()) / 2:g}")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(one.kind, document.text[one.start : one.end]) for one in document.blocks]


def said(document: Document, parts: tuple[Part, ...]) -> list[str]:
    return [document.text[part.start : part.end] for part in parts]


PROSE = [
    "The array keeps its metadata in memory and writes user data in large stripes,",
    "so that a failed drive is rebuilt in about four hours while hosts are reading.",
]


def test_two_charts_over_running_text_and_a_footer_with_a_rule() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 740, "Tern 5 in two charts: faster and leaner on every page that we have tried", 14, bold=True)
        put(canvas, 40, 700, "Pages per second", 13, bold=True)
        put(canvas, 330, 700, "Memory (GB)", 13, bold=True)
        standing(canvas, 40, 520, {"Tern 4": 310, "Tern 5": 540})
        standing(canvas, 330, 520, {"Tern 4": 2.9, "Tern 5": 1.7})
        for row, line in enumerate(PROSE):
            put(canvas, 40, 470 - 13 * row, line, 11)
        canvas.line(40, 420, 540, 420)  # 0.83 of the page: no chart may be read as wide as that
        put(canvas, 40, 408, "Tern Labs", 7)
        put(canvas, 500, 408, "Page 1 of 1", 7)

    document = page(draw)
    assert [said(document, chart.of("label")) for chart in document.charts] == [["540", "310"], ["2.9", "1.7"]]
    assert [len(chart.bars) for chart in document.charts] == [2, 2]
    assert ("paragraph", "\n".join(PROSE)) in blocks(document)


def test_values_under_the_names_of_bars_are_labels() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 700, "Idle power of the module", 13, bold=True)
        for number, (name, value) in enumerate({"Lynx A1": 9.5, "Lynx A2": 7.1, "Lynx A3": 4.8}.items()):
            canvas.rect(60 + 120 * number, 520, 60, 15 * value, stroke=0, fill=1)
            put(canvas, 70 + 120 * number, 506, name)
            put(canvas, 75 + 120 * number, 493, f"{value} W", bold=True)

    (chart,) = page(draw).charts
    assert [bar.category for bar in chart.bars] == ["Lynx A1", "Lynx A2", "Lynx A3"]
    assert [part.bar.category for part in chart.of("label") if part.bar] == ["Lynx A1", "Lynx A2", "Lynx A3"]


def test_numbers_under_the_names_that_the_bars_do_not_show_are_part_of_them() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 700, "Throughput", 13, bold=True)
        for number, (name, gpus, length) in enumerate([("A1", 8, 90), ("A2", 16, 100), ("A3", 32, 120)]):
            canvas.rect(60 + 120 * number, 520, 60, length, stroke=0, fill=1)
            put(canvas, 80 + 120 * number, 506, name)
            put(canvas, 70 + 120 * number, 493, f"{gpus} GPUs")

    (chart,) = page(draw).charts
    assert [bar.category for bar in chart.bars] == ["A1 8 GPUs", "A2 16 GPUs", "A3 32 GPUs"]
    assert chart.of("label") == ()


def test_large_figures_are_read_with_the_words_under_them() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 740, "Avocet 3 at a glance", 18, bold=True)
        tiles = [("2.4x", ["faster start than", "Avocet 2"]), ("61%", ["less memory"]), ("9 ms", ["median latency"])]
        for number, (figure, words) in enumerate(tiles):
            put(canvas, 40 + 180 * number, 690, figure, 26, bold=True)
            for row, line in enumerate(words):
                put(canvas, 40 + 180 * number, 672 - 13 * row, line)
        for row, line in enumerate(PROSE):
            put(canvas, 40, 600 - 13 * row, line)

    assert blocks(page(draw))[1:4] == [
        ("paragraph", "2.4x\nfaster start than\nAvocet 2"),
        ("paragraph", "61%\nless memory"),
        ("paragraph", "9 ms\nmedian latency"),
    ]


def test_a_change_is_a_large_figure_too_and_its_words_may_stand_further_below() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 740, "Month end at Avocet", 20, bold=True)
        tiles = [("36 hours to 4 hours", ["from the first posting", "to the last"]), ("89%", ["less time"])]
        for number, (figure, words) in enumerate(tiles):
            put(canvas, 40 + 240 * number, 690, figure, 17, bold=True)
            for row, line in enumerate(words):
                put(canvas, 40 + 240 * number, 662 - 13 * row, line)
        for row, line in enumerate(PROSE):
            put(canvas, 40, 600 - 13 * row, line)

    assert blocks(page(draw))[1:3] == [
        ("paragraph", "36 hours to 4 hours\nfrom the first posting\nto the last"),
        ("paragraph", "89%\nless time"),
    ]


def test_drawn_bullets_part_the_items_of_a_list_and_are_no_legend() -> None:
    items = ["4,590 sessions per server", "2.2x as many as Turnstone T2", "Power unchanged at 240 W"]

    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 740, "Turnstone T3: 5.1x more sessions", 18, bold=True)
        canvas.setFillColorRGB(0.2, 0.4, 0.7)
        standing(canvas, 40, 520, {"T1": 900, "T2": 2100, "T3": 4590})
        canvas.setFillColorRGB(0, 0, 0)
        for row, item in enumerate(items):
            canvas.circle(350, 663.5 - 16 * row, 2, stroke=0, fill=1)
            put(canvas, 358, 660 - 16 * row, item)

    document = page(draw)
    assert [one for one in blocks(document) if one[0] == "list_item"] == [("list_item", f"• {one}") for one in items]
    assert document.charts[0].of("legend") == ()


def test_markers_of_a_legend_are_no_bullets() -> None:
    def draw(canvas: Canvas) -> None:
        for row, (name, colour) in enumerate([("Kairo K1", (0.6, 0.6, 0.6)), ("Kairo K2", (0.2, 0.4, 0.7))]):
            canvas.setFillColorRGB(*colour)
            for group in (0, 1):
                canvas.rect(60 + 110 * group + 40 * row, 520, 40, 40 + 30 * row + 10 * group, stroke=0, fill=1)
                put(canvas, 65 + 110 * group + 40 * row, 565 + 30 * row + 10 * group, f"{40 + 30 * row + 10 * group}")
            canvas.circle(350, 663.5 - 16 * row, 3, stroke=0, fill=1)
            put(canvas, 358, 660 - 16 * row, name)
        put(canvas, 90, 506, "15 W")
        put(canvas, 200, 506, "25 W")

    (chart,) = page(draw).charts
    assert [bar.category for bar in chart.bars] == [
        "15 W | Kairo K1",
        "15 W | Kairo K2",
        "25 W | Kairo K1",
        "25 W | Kairo K2",
    ]


def test_a_sentence_goes_on_in_the_next_column_and_the_tables_heading_stays_with_its_table() -> None:
    left = [
        "Sequential reads reach 14,000 MB/s and",
        "writes 8,500 MB/s on the larger models.",
        "The 6.4 TB model sustains 3.3 million",
    ]
    right = [
        "random read IOPS at 4 KB and a queue",
        "depth of 512, with all twelve channels",
        "of the controller in use.",
    ]

    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 740, "Norvik PX7 Series: mixed-use drives for servers with PCIe Gen5", 16, bold=True)
        for row in range(3):
            put(canvas, 40, 700 - 13 * row, left[row])
            put(canvas, 320, 700 - 13 * row, right[row])
        put(canvas, 40, 640, "Performance and endurance", 12, bold=True)
        for row, cells in enumerate(
            [["Model", "3.2 TB", "6.4 TB"], ["Read", "2,300K", "2,700K"], ["Write", "560K", "720K"]]
        ):
            for column, cell in enumerate(cells):
                canvas.rect(40 + 170 * column, 605 - 20 * row, 170, 20)
                put(canvas, 44 + 170 * column, 611 - 20 * row, cell)
        put(canvas, 560, 20, "12", 30)

    document = page(draw)
    assert ("paragraph", "\n".join(left + right)) in blocks(document)
    assert [table.title for table in document.tables] == ["Performance and endurance"]
    assert document.title.startswith("Norvik PX7 Series")
    assert ("footnote", "12") in blocks(document)


def test_bars_without_a_word_near_them_are_no_chart() -> None:
    def draw(canvas: Canvas) -> None:
        for row, (name, value) in enumerate([("Curlew 1", 62), ("Curlew 2", 118), ("Curlew 3", 184)]):
            canvas.line(40, 700 - 20 * row, 560, 700 - 20 * row)
            put(canvas, 44, 686 - 20 * row, name)
            put(canvas, 150, 686 - 20 * row, f"{value}")
            canvas.rect(300, 684 - 20 * row, value, 9, stroke=0, fill=1)
        for row, line in enumerate(PROSE):
            put(canvas, 40, 600 - 13 * row, line)

    document = page(draw)
    assert document.charts == ()
    assert ("paragraph", "\n".join(PROSE)) in blocks(document)


def test_counts_in_bold_over_the_columns_are_their_header() -> None:
    rows = [
        ["", "2 nodes", "4 nodes", "8 nodes"],
        ["Write (GB/s)", "3.1", "6.0", "11.4"],
        ["Read (GB/s)", "5.2", "10.1", "19.7"],
        ["Latency p99 (ms)", "2.1", "2.2", "2.6"],
    ]

    def draw(canvas: Canvas) -> None:
        put(canvas, 40, 740, "Smew cluster file system", 16, bold=True)
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                put(canvas, 40 + 130 * column, 700 - 18 * row, cell, bold=row == 0)

    (table,) = page(draw).tables
    assert [cell.text for cell in table.columns] == rows[0]
    assert [[cell.text for cell in row] for row in table.rows] == rows[1:]
