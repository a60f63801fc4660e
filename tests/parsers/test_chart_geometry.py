import io
from collections.abc import Callable

import pytest
from reportlab.lib.colors import HexColor, black, lightgrey, white
from reportlab.pdfgen.canvas import Canvas

from parsers.lib.chart_desk import ChartArea
from parsers.lib.chart_geometry import find_charts
from parsers.lib.chart_notes import note_lines
from parsers.lib.chart_scale import number
from parsers.lib.pdf import read_pages
from parsers.lib.pdf_page import Line, Print

RED, BLUE, GREY = HexColor("#cc3333"), HexColor("#3333cc"), HexColor("#888888")
Draw = Callable[[Canvas], None]


def charts_of(draw: Draw, size: tuple[float, float] = (600, 400)) -> tuple[ChartArea, ...]:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=1)
    draw(canvas)
    canvas.save()
    (page,) = read_pages("test.pdf", file.getvalue())
    charts, rest = find_charts(page)
    placed = [line for chart in charts for piece in (*chart.above, *chart.pieces, *chart.below) for line in piece.lines]
    printed = sorted(word.text for line in page.lines for word in line.words)
    # No word may be lost, or stand in two places of one chart.
    assert printed == sorted(word.text for line in {*placed, *rest} for word in line.words)
    return charts


def texts(chart: ChartArea, role: str) -> list[str]:
    return [piece.text for piece in chart.pieces if piece.role == role]


def tied(chart: ChartArea) -> dict[str, str]:
    return {piece.text: piece.bar.category for piece in chart.pieces if piece.bar}


def bar(canvas: Canvas, x: float, y: float, width: float, height: float, colour: HexColor = RED) -> None:
    canvas.setFillColor(colour)
    canvas.rect(x, y, width, height, stroke=0, fill=1)
    canvas.setFillColor(black)


def write(canvas: Canvas, x: float, y: float, text: str, size: float = 10, anchor: str = "c") -> None:
    canvas.setFillColor(black)
    canvas.setFont("Helvetica", size)
    {"c": canvas.drawCentredString, "l": canvas.drawString, "r": canvas.drawRightString}[anchor](x, y, text)


def vertical(
    canvas: Canvas, x: float, names: tuple[str, ...], sizes: tuple[float, ...], labels: tuple[str, ...]
) -> None:
    for index, (name, size, label) in enumerate(zip(names, sizes, labels, strict=True)):
        bar(canvas, x + 80 * index, 100, 40, size)
        write(canvas, x + 80 * index + 20, 105 + size, label)
        write(canvas, x + 80 * index + 20, 86, name)


def test_plain_vertical_bars_without_ticks() -> None:
    def draw(canvas: Canvas) -> None:
        write(canvas, 50, 370, "3x Higher Throughput", 20, "l")
        vertical(canvas, 100, ("Old", "New"), (60, 180), ("1x", "3x"))

    (chart,) = charts_of(draw)
    assert texts(chart, "headline") == ["3x Higher Throughput"]
    assert tied(chart) == {"1x": "Old", "3x": "New"}
    assert [bar.length for bar in chart.bars] == pytest.approx([60, 180])
    assert [bar.value for bar in chart.bars] == [None, None]


def test_vertical_bars_with_ticks_grid_and_turned_axis_title() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setStrokeColor(lightgrey)
        for tick in range(0, 1001, 250):
            canvas.line(80, 100 + tick / 5, 500, 100 + tick / 5)
            write(canvas, 74, 97 + tick / 5, f"{tick:,}", 9, "r")
        vertical(canvas, 100, ("A", "B", "C"), (20, 150, 190), ("100", "750", "950"))
        canvas.saveState()
        canvas.rotate(90)
        write(canvas, 200, -30, "Throughput (items/s)")
        canvas.restoreState()

    (chart,) = charts_of(draw)
    assert texts(chart, "tick") == ["1,000", "750", "500", "250", "0"]
    assert texts(chart, "axis_title") == ["Throughput (items/s)"]
    assert [bar.value for bar in chart.bars] == pytest.approx([100, 750, 950], abs=1)
    assert tied(chart) == {"100": "A", "750": "B", "950": "C"}


def test_a_logarithmic_axis() -> None:
    def draw(canvas: Canvas) -> None:
        for power in range(4):
            canvas.line(100 + 100 * power, 90, 100 + 100 * power, 95)
            write(canvas, 100 + 100 * power, 78, str(10**power), 8)
        for row, length in enumerate((100, 250)):
            bar(canvas, 100, 110 + 60 * row, length, 30)
            write(canvas, 92, 120 + 60 * row, "AB"[row], anchor="r")

    (chart,) = charts_of(draw)
    assert [bar.value for bar in chart.bars] == pytest.approx([10**1.5 * 10, 10], rel=0.02)
    assert [bar.category for bar in chart.bars] == ["B", "A"]


def test_grouped_bars_share_a_category_and_take_their_series_from_the_legend() -> None:
    def draw(canvas: Canvas) -> None:
        for group, name in enumerate(("ResNet", "BERT")):
            for index, (colour, size) in enumerate(((GREY, 50), (RED, 100 + 50 * group))):
                bar(canvas, 100 + 150 * group + 42 * index, 100, 40, size, colour)
                write(canvas, 120 + 150 * group + 42 * index, 105 + size, f"{size / 50:.0f}x")
            write(canvas, 141 + 150 * group, 86, name)
        for row, (colour, name) in enumerate(((GREY, "Old GPU"), (RED, "New chip"))):
            bar(canvas, 450, 300 - 20 * row, 8, 8, colour)
            write(canvas, 463, 300 - 20 * row, name, anchor="l")

    (chart,) = charts_of(draw)
    assert [bar.category for bar in chart.bars] == [
        "ResNet | Old GPU",
        "ResNet | New chip",
        "BERT | Old GPU",
        "BERT | New chip",
    ]
    assert texts(chart, "legend") == ["Old GPU", "New chip"]
    assert [piece.bar.length for piece in chart.pieces if piece.bar and piece.text == "3x"] == pytest.approx([150])


def test_stacked_bars_have_a_bar_a_piece_and_a_total() -> None:
    def draw(canvas: Canvas) -> None:
        for row, parts in enumerate(((60, 90), (120, 180))):
            x, y = 120.0, 120 + 70 * row
            for colour, length in zip((RED, BLUE), parts, strict=True):
                bar(canvas, x, y, length, 30, colour)
                write(canvas, x + length / 2, y + 11, str(length))
                x += length
            write(canvas, x + 6, y + 11, str(sum(parts)), anchor="l")
            write(canvas, 112, y + 11, ("Train", "Infer")[row], anchor="r")

    (chart,) = charts_of(draw)
    assert sorted(round(bar.length) for bar in chart.bars) == [60, 90, 120, 180]
    lengths = {piece.text: round(piece.bar.length) for piece in chart.pieces if piece.bar}
    assert lengths == {"60": 60, "90": 90, "150": 150, "120": 120, "180": 180, "300": 300}


@pytest.mark.parametrize("style", ["rounded", "path", "outlined", "fat stroke", "filled, then outlined"])
def test_bars_however_they_are_drawn(style: str) -> None:
    def one(canvas: Canvas, length: float, y: float) -> None:
        canvas.setFillColor(RED)
        canvas.setStrokeColor(RED)
        if style == "rounded":
            canvas.roundRect(120, y, length, 24, 6, stroke=0, fill=1)
        elif style == "path":
            path = canvas.beginPath()
            path.moveTo(120, y)
            for x, top in ((120 + length, y), (120 + length, y + 24), (120, y + 24)):
                path.lineTo(x, top)
            path.close()
            canvas.drawPath(path, stroke=0, fill=1)
        elif style == "fat stroke":
            canvas.setLineWidth(24)
            canvas.line(120, y + 12, 120 + length, y + 12)
            canvas.setLineWidth(1)
        else:
            canvas.rect(120, y, length, 24, stroke=style != "filled", fill=style != "outlined")

    def draw(canvas: Canvas) -> None:
        for row, length in enumerate((80, 400)):
            one(canvas, length, 120 + 60 * row)
            write(canvas, 128 + length, 128 + 60 * row, ("1x", "5x")[row], anchor="l")
            write(canvas, 110, 128 + 60 * row, ("Base", "Ours")[row], anchor="r")

    (chart,) = charts_of(draw)
    assert tied(chart) == {"1x": "Base", "5x": "Ours"}
    assert sorted(bar.length for bar in chart.bars) == pytest.approx([80, 400])
    assert all(bar.horizontal for bar in chart.bars)


def test_panels_frames_and_swatches_are_no_bars() -> None:
    def draw(canvas: Canvas) -> None:
        bar(canvas, 0, 0, 600, 400, white)
        bar(canvas, 20, 20, 560, 360, HexColor("#f4f4f4"))
        canvas.rect(10, 10, 580, 380)
        canvas.line(30, 350, 570, 350)
        write(canvas, 40, 360, "4x faster", 18, "l")
        vertical(canvas, 100, ("Old", "New"), (50, 200), ("", "4x"))
        for row in range(2):
            bar(canvas, 450, 250 - 20 * row, 8, 8, (RED, GREY)[row])
            write(canvas, 463, 250 - 20 * row, ("Chip", "Card")[row], anchor="l")

    (chart,) = charts_of(draw)
    assert [round(bar.length) for bar in chart.bars] == [50, 200]
    assert texts(chart, "headline") == ["4x faster"]
    assert texts(chart, "legend") == ["Chip", "Card"]


@pytest.mark.parametrize("titled", [True, False], ids=["under titles of their own", "on axes of their own"])
def test_two_charts_side_by_side(titled: bool) -> None:
    def draw(canvas: Canvas) -> None:
        for side, x in enumerate((60, 360)):
            if titled:
                write(canvas, x, 350, ("2x faster training", "3x faster inference")[side], 16, "l")
            else:
                canvas.line(x - 10, 100, x + 140, 100)
            vertical(canvas, x, ("Old", "New"), (60, 120 + 60 * side), ("1x", f"{2 + side}x"))

    first, second = charts_of(draw)
    assert (tied(first), tied(second)) == ({"1x": "Old", "2x": "New"}, {"1x": "Old", "3x": "New"})
    if titled:
        assert texts(second, "headline") == ["3x faster inference"]


def test_a_banner_over_the_page_hides_no_gutter() -> None:
    """A coloured band from edge to edge, and a right title that begins left of its axis, over the page's middle."""

    def draw(canvas: Canvas) -> None:
        bar(canvas, 0, 370, 600, 30)
        for side, x in enumerate((60, 340)):
            write(canvas, (30, 285)[side], 350, ("2x faster training", "3x faster inference")[side], 14, "l")
            canvas.line(x - 10, 100, x + 190, 100)
            vertical(canvas, x, ("Old", "New"), (60, 120 + 60 * side), ("1x", f"{2 + side}x"))
        write(canvas, 30, 50, "NOTES:", 7, "l")
        write(canvas, 30, 41, 3 * "1x New | SDK 1.4.0 | Batch size 256 | measured twice over, ", 7, "l")

    first, second = charts_of(draw)
    assert (tied(first), tied(second)) == ({"1x": "Old", "2x": "New"}, {"1x": "Old", "3x": "New"})
    assert (texts(first, "headline"), texts(second, "headline")) == (["2x faster training"], ["3x faster inference"])


def test_common_notes_belong_to_both_charts() -> None:
    def draw(canvas: Canvas) -> None:
        write(canvas, 300, 375, "Results of the new system compared with the old one", 18)
        for side, x in enumerate((60, 360)):
            write(canvas, x, 340, ("2x faster training", "3x faster inference")[side], 14, "l")
            vertical(canvas, x, ("Old", "New"), (60, 120 + 60 * side), ("1x", f"{2 + side}x"))
        write(canvas, 40, 50, "NOTES:", 7, "l")
        setting = "1x New | SDK 1.4.0 | Batch size 256 | measured in the same room by the same people, twice over, "
        write(canvas, 40, 41, 2 * setting, 7, "l")

    first, second = charts_of(draw)
    assert [piece.text[:6] for piece in first.below] == ["NOTES:", "1x New"]
    assert first.below == second.below
    assert [piece.role for piece in first.above] == ["title"]


def test_bars_below_zero() -> None:
    def draw(canvas: Canvas) -> None:
        for tick in (-50, 0, 50, 100):
            write(canvas, 80, 197 + tick, f"{tick}%", 9, "r")
        for index, value in enumerate((80, -30, 55)):
            bar(canvas, 110 + 70 * index, min(200, 200 + value), 60, abs(value))
            write(canvas, 140 + 70 * index, 200 + value + (4 if value > 0 else -11), f"{value}%")
            write(canvas, 140 + 70 * index, 120, f"Model {index}", 11)

    (chart,) = charts_of(draw)
    assert tied(chart) == {"80%": "Model 0", "-30%": "Model 1", "55%": "Model 2"}
    assert [bar.value for bar in chart.bars] == pytest.approx([80, -30, 55], abs=1)


def test_points_between_axes_keep_their_ticks_and_names() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.line(80, 80, 540, 80)
        canvas.line(80, 80, 80, 360)
        for index in range(6):
            write(canvas, 100 + 80 * index, 66, str(2**index), 9)
            write(canvas, 74, 90 + 45 * index, str(1000 * index), 9, "r")
            canvas.circle(100 + 80 * index, 120 + 40 * index, 3, fill=1)
        write(canvas, 440, 340, "New system", anchor="l")
        write(canvas, 310, 50, "Batch size")

    (chart,) = charts_of(draw)
    assert {"1", "2", "4", "8", "16", "32", "0", "5000"} <= set(texts(chart, "tick"))
    assert texts(chart, "category") == ["New system"]
    assert texts(chart, "axis_title") == ["Batch size"]


@pytest.mark.parametrize("square", [True, False], ids=["squares", "circles"])
def test_points_that_begin_on_one_height_are_no_bars(square: bool) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.rect(80, 80, 460, 280)
        for index, nodes in enumerate((1, 2, 4, 8)):
            x, y = 100 + 18 * nodes, 78 + 30 * index - 23.5 * (index == 1)
            write(canvas, x, 66, str(nodes), 9)
            write(canvas, 74, 90 + 45 * index, str(100 * index), 9, "r")
            canvas.setFillColor(RED)
            if square:
                canvas.rect(x - 3, y, 6, 6, stroke=0, fill=1)
            else:
                canvas.circle(x, y + 3, 3, stroke=0, fill=1)
        write(canvas, 230, 200, "227 GB/s")
        write(canvas, 310, 50, "Clients")

    (chart,) = charts_of(draw)
    assert chart.bars == ()
    assert {"1", "2", "4", "8"} <= set(texts(chart, "tick"))
    assert texts(chart, "axis_title") == ["Clients"]


def test_four_charts_on_a_page() -> None:
    def draw(canvas: Canvas) -> None:
        for index, (x, y) in enumerate(((20, 220), (320, 220), (20, 10), (320, 10))):
            write(canvas, x, y + 150, f"{index + 2}x faster", 16, "l")
            for row, size in enumerate((1, index + 2)):
                bar(canvas, x + 60, y + 90 - 40 * row, 30 * size, 24)
                write(canvas, x + 54, y + 98 - 40 * row, ("Base", "Ours")[row], anchor="r")
                write(canvas, x + 65 + 30 * size, y + 98 - 40 * row, f"{size}x", anchor="l")

    assert [texts(chart, "label") for chart in charts_of(draw)] == [["1x", f"{index}x"] for index in (2, 3, 4, 5)]


def test_one_chart_with_a_wide_gap_is_not_cut_in_two() -> None:
    def draw(canvas: Canvas) -> None:
        write(canvas, 60, 350, "2x faster", 16, "l")
        for x, size, name in ((60, 60, "A"), (140, 120, "B"), (420, 70, "C"), (500, 90, "D")):
            bar(canvas, x, 100, 40, size)
            write(canvas, x + 20, 86, name)

    (chart,) = charts_of(draw)
    assert [bar.category for bar in chart.bars] == ["A", "B", "C", "D"]


def test_names_inside_bars_and_figures_at_their_tips() -> None:
    def draw(canvas: Canvas) -> None:
        for row, (name, length) in enumerate((("2x DGX A100", 120), ("POD64", 360))):
            bar(canvas, 60, 120 + 60 * row, length, 30, GREY)
            write(canvas, 66, 131 + 60 * row, name, anchor="l")
            write(canvas, 66 + length, 131 + 60 * row, ("1x", "up to 3x")[row], anchor="l")

    (chart,) = charts_of(draw)
    assert tied(chart)["up to 3x"] == "POD64"
    assert "POD64" in texts(chart, "category")


def test_a_wrapped_label_is_one_label() -> None:
    def draw(canvas: Canvas) -> None:
        bar(canvas, 100, 100, 30, 40, GREY)
        bar(canvas, 100, 180, 300, 40)
        write(canvas, 408, 203, "10x faster", 12, "l")
        write(canvas, 408, 189, "time to result", 12, "l")
        write(canvas, 92, 117, "GPU", anchor="r")
        write(canvas, 92, 197, "Chip", anchor="r")

    (chart,) = charts_of(draw)
    assert tied(chart) == {"10x faster time to result": "Chip"}


@pytest.mark.parametrize("drawing", ["table shading", "marked words", "list bullets", "ruled grid"])
def test_no_chart_is_seen_where_there_is_none(drawing: str) -> None:
    def draw(canvas: Canvas) -> None:
        for row in range(6):
            text = f"Row {row} of the text with {row}x and more to it"
            if drawing == "table shading":
                bar(canvas, 50, 300 - 30 * row, 400, 15, lightgrey)
            elif drawing == "marked words":
                text = "word " * (row + 2)
                bar(canvas, 58, 299 - 30 * row, canvas.stringWidth(text, "Helvetica", 10) + 3, 13, lightgrey)
            elif drawing == "list bullets":
                canvas.circle(50, 304 - 30 * row, 2.5, fill=1)
            else:
                canvas.grid([50, 200, 400], [320 - 30 * row, 290 - 30 * row])
            write(canvas, 60, 302 - 30 * row, text, anchor="l")

    assert charts_of(draw) == ()


def test_a_chart_in_a_report_leaves_the_running_text_alone() -> None:
    body = "This is running text of a report that goes on and on"

    def draw(canvas: Canvas) -> None:
        for row in range(6):
            write(canvas, 40, 370 - 13 * row, f"{body} {row}", 10, "l")
            write(canvas, 40, 80 - 13 * row, f"{body} {row + 6}", 10, "l")
        write(canvas, 60, 265, "2x Higher Throughput", 14, "l")
        for x, size in ((60, 60), (140, 120)):
            bar(canvas, x, 120, 40, size)

    (chart,) = charts_of(draw)
    assert texts(chart, "headline") == ["2x Higher Throughput"]
    assert not texts(chart, "note")
    assert not [piece for piece in chart.pieces if body in piece.text]


def line(text: str, row: int, width: float) -> Line:
    words = text.split()
    step = width / len(words)
    prints = tuple(
        Print(word, i * step, 10.0 * row, (i + 1) * step - 2, 10.0 * row + 8) for i, word in enumerate(words)
    )
    return Line(prints, 8.0, 0, "Helvetica")


def test_wrapped_note_lines_are_joined_and_others_are_not() -> None:
    block = [
        line("NOTES:", 0, 30),
        line("1x System | SDK 1.4.0 | measured by the people who", 1, 300),
        line("built it in their own rooms", 2, 160),
        line("1x Latest GPU | FP32", 3, 120),
    ]
    joined = [" / ".join(one.text for one in note) for note in note_lines(block)]
    assert joined[1] == "1x System | SDK 1.4.0 | measured by the people who / built it in their own rooms"
    assert len(joined) == 3


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,000", 1000.0), ("2.5k", 2500.0), ("10x", 10.0), ("-5%", -5.0), ("$40", 40.0), ("A100", None), ("80GB", None)],
)
def test_what_an_axis_number_says(text: str, value: float | None) -> None:
    assert number(text) == value


def test_a_bar_drawn_from_below_its_clip_begins_where_it_is_shown() -> None:
    def draw(canvas: Canvas) -> None:
        area = canvas.beginPath()
        area.rect(90, 100, 300, 200)
        canvas.saveState()
        canvas.clipPath(area, stroke=0, fill=0)
        for index, top in enumerate((150, 220, 280)):
            bar(canvas, 100 + 90 * index, -900, 50, 900 + top)
        canvas.restoreState()
        for index, name in enumerate(("Brant", "Crake", "Dunlin")):
            write(canvas, 125 + 90 * index, 86, name)

    (chart,) = charts_of(draw)
    assert [(one.category, round(one.length)) for one in chart.bars] == [("Brant", 50), ("Crake", 120), ("Dunlin", 180)]


def test_a_gradient_fills_what_is_clipped() -> None:
    def draw(canvas: Canvas) -> None:
        for index, size in enumerate((60, 120, 170)):
            shown = canvas.beginPath()
            shown.rect(100 + 90 * index, 100, 50, size)
            canvas.saveState()
            canvas.clipPath(shown, stroke=0, fill=0)
            canvas.linearGradient(0, 0, 0, 400, (BLUE, white))
            canvas.restoreState()
            write(canvas, 125 + 90 * index, 86, ("Brant", "Crake", "Dunlin")[index])
            write(canvas, 125 + 90 * index, 105 + size, f"{size} ms")

    (chart,) = charts_of(draw)
    assert tied(chart) == {"60 ms": "Brant", "120 ms": "Crake", "170 ms": "Dunlin"}


def test_a_legend_of_one_panel_names_the_colours_of_all() -> None:
    def draw(canvas: Canvas) -> None:
        for panel, x in enumerate((40, 330)):
            write(canvas, x + 90, 330, ("Small model", "Large model")[panel], 13)
            canvas.line(x, 100, x + 190, 100)
            for index, size in enumerate((60, 120, 90, 150)):
                bar(canvas, x + 10 + 90 * (index // 2) + 30 * (index % 2), 100, 28, size, (RED, BLUE)[index % 2])
                write(canvas, x + 24 + 90 * (index // 2) + 30 * (index % 2), 104 + size, str(size), 8)
            write(canvas, x + 40, 86, "batch 1")
            write(canvas, x + 130, 86, "batch 8")
        for index, name in enumerate(("Kairo K1", "Kairo K2")):
            bar(canvas, 350 + 80 * index, 50, 7, 7, (RED, BLUE)[index])
            write(canvas, 361 + 80 * index, 50, name, 8, "l")

    first, second = charts_of(draw)
    names = ["batch 1 | Kairo K1", "batch 1 | Kairo K2", "batch 8 | Kairo K1", "batch 8 | Kairo K2"]
    assert [one.category for one in first.bars] == [one.category for one in second.bars] == names


def test_the_name_of_an_axis_is_of_no_bar() -> None:
    def draw(canvas: Canvas) -> None:
        vertical(canvas, 100, ("1", "8", "32", "64"), (50, 90, 120, 160), ("50 ms", "90 ms", "120 ms", "160 ms"))
        write(canvas, 240, 74, "Batch size")

    (chart,) = charts_of(draw)
    assert [one.category for one in chart.bars] == ["1", "8", "32", "64"]
    assert texts(chart, "axis_title") == ["Batch size"]


def test_points_have_the_figures_beside_them_their_column_and_their_line() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.line(80, 100, 400, 100)
        canvas.line(80, 100, 80, 300)
        for colour, name, heights in ((RED, "Teal", (120, 160, 240)), (BLUE, "Smew", (132, 150, 190))):
            canvas.setFillColor(colour)
            for index, height in enumerate(heights):
                canvas.setFillColor(colour)
                canvas.circle(120 + 100 * index, height, 3, stroke=0, fill=1)
                write(canvas, 120 + 100 * index, height + 6, f"{height} ms", 7)
            write(canvas, 330, heights[-1] - 3, name, 8, "l")
        for index, name in enumerate(("10K", "20K", "40K")):
            write(canvas, 120 + 100 * index, 86, name, 8)

    (chart,) = charts_of(draw)
    assert tied(chart) == {
        "120 ms": "10K | Teal",
        "132 ms": "10K | Smew",
        "160 ms": "20K | Teal",
        "150 ms": "20K | Smew",
        "240 ms": "40K | Teal",
        "190 ms": "40K | Smew",
    }


def test_powers_on_an_axis_are_numbers() -> None:
    assert [number(text) for text in ("10⁶", "10^3", "10⁻²", "103")] == [1e6, 1e3, 0.01, 103.0]


def test_charts_between_rules_are_charts_of_their_own() -> None:
    def draw(canvas: Canvas) -> None:
        for panel, x in enumerate((20, 220, 420)):
            if panel:
                canvas.line(x - 10, 60, x - 10, 350)
            write(canvas, x, 330, ("4.1x", "72%", "9 ms")[panel], 22, "l")
            write(canvas, x, 305, ("Requests per second", "Cost per hour", "p90 latency")[panel], 10, "l")
            canvas.line(x, 100, x + 160, 100)
            for index, size in enumerate((60, 150)):
                bar(canvas, x + 20 + 80 * index, 100, 40, size)
                write(canvas, x + 40 + 80 * index, 104 + size, str(size))
                write(canvas, x + 40 + 80 * index, 86, ("Kairo", "Petrel")[index])

    assert [texts(chart, "title") for chart in charts_of(draw)] == [
        ["Requests per second"],
        ["Cost per hour"],
        ["9 ms", "p90 latency"],
    ]


def test_a_name_over_two_lines_is_of_both_lying_bars_beside_it() -> None:
    def draw(canvas: Canvas) -> None:
        for index, size in enumerate((150, 120, 240, 200)):
            bar(canvas, 150, 300 - 30 * index - 20 * (index // 2), size, 26, (RED, BLUE)[index % 2])
            write(canvas, 154 + size, 309 - 30 * index - 20 * (index // 2), str(size), 8, "l")
        for y, name in ((305, "Large model"), (296, "interactive"), (225, "Large model"), (216, "offline")):
            write(canvas, 145, y, name, 8, "r")

    (chart,) = charts_of(draw)
    names = ["Large model interactive", "Large model offline"]
    assert [one.category for one in chart.bars] == [names[0], names[0], names[1], names[1]]


def test_factors_over_bars_and_their_values_under_the_names() -> None:
    def draw(canvas: Canvas) -> None:
        vertical(canvas, 100, ("Kairo", "Petrel", "Smew"), (50, 105, 205), ("1.0x", "2.1x", "4.1x"))
        for index, value in enumerate(("1,240 rows/s", "2,610 rows/s", "5,080 rows/s")):
            write(canvas, 120 + 80 * index, 75, value, 9.7)

    (chart,) = charts_of(draw)
    assert [one.category for one in chart.bars] == ["Kairo", "Petrel", "Smew"]
    assert tied(chart)["2,610 rows/s"] == tied(chart)["2.1x"] == "Petrel"
