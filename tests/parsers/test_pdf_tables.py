"""Tables of PDF pages, ruled and not: rows and headers as a reader sees them, and pages that hold none."""

import io
from collections.abc import Callable, Sequence

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from parsers.lib.registry import Raw
from parsers.pdf_charts import parse
from schemas.document import Document, Table

Draw = Callable[[Canvas], None]
Rows = Sequence[Sequence[str]]
WIDE, HIGH = 600, 800
HEAD = ("Engine", "Rows/s", "p99 (ms)")
BODY = (("Basalt", "41,200", "3.1"), ("Quartz 2", "9,050", "12.4"), ("Old one", "870", "n/a"))
PROSE = (
    "We ran every query five times on an idle machine and",
    "report the median of them. The data had been loaded",
    "beforehand, and the caches were warm in each of the",
    "three engines, which is how our readers use them.",
)


def document(*pages: Draw) -> Document:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, HIGH), invariant=1)
    for page in pages:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return parse(Raw("page.pdf", file.getvalue()))


def put(
    canvas: Canvas, x: float, y: float, text: str, *, size: float = 9, bold: bool = False, right: bool = False
) -> None:
    canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    (canvas.drawRightString if right else canvas.drawString)(x, y, text)


def table(
    canvas: Canvas,
    rows: Rows,
    top: float = 700,
    *,
    left: float = 50,
    step: float = 120,
    pitch: float = 16,
    bold: int = 1,
) -> float:
    """Draw rows with their first column at the left and the others set to the right; returns the height below."""
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            x = left + step * column + (60 if column else 0)
            put(canvas, x, top - pitch * number, cell, bold=number < bold, right=column > 0)
    return top - pitch * len(rows)


def prose(canvas: Canvas, top: float, left: float = 50) -> None:
    for number, line in enumerate(PROSE):
        put(canvas, left, top - 12 * number, line)


def printed(one: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in one.rows]


def header(one: Table) -> list[str]:
    return [cell.text for cell in one.columns]


def only(found: Document) -> Table:
    (one,) = found.tables
    return one


class TestWithoutRules:
    def test_rows_header_and_the_prose_around(self) -> None:
        def page(canvas: Canvas) -> None:
            prose(canvas, 780)
            prose(canvas, table(canvas, [HEAD, *BODY]) - 20)

        found = document(page)
        assert header(only(found)) == list(HEAD)
        assert printed(only(found)) == [list(row) for row in BODY]
        assert sum(block.kind == "paragraph" for block in found.blocks) == 2

    def test_a_header_need_not_be_bold(self) -> None:
        assert header(only(document(lambda canvas: void(table(canvas, [HEAD, *BODY], bold=0))))) == list(HEAD)

    def test_a_caption_is_the_title_and_no_header(self) -> None:
        def page(canvas: Canvas) -> None:
            put(canvas, 50, 718, "Table 3. Three engines", bold=True)
            table(canvas, [HEAD, *BODY])

        assert only(document(page)).title == "Table 3. Three engines"
        assert header(only(document(page))) == list(HEAD)

    def test_lines_of_one_cell_are_joined(self) -> None:
        def page(canvas: Canvas) -> None:
            table(canvas, [HEAD])
            for y, label, rate in ((680, ("Basalt, all", "indexes on"), "41,200"), (650, ("Quartz",), "9,050")):
                put(canvas, 230, y, rate, right=True)
                put(canvas, 350, y, "3.1", right=True)
                for number, line in enumerate(label):
                    put(canvas, 50, y - 11 * number, line)

        assert [row[0] for row in printed(only(document(page)))] == ["Basalt, all indexes on", "Quartz"]

    def test_a_number_may_stand_half_way_down_its_label(self) -> None:
        def page(canvas: Canvas) -> None:
            table(canvas, [HEAD])
            for y in (670, 630):
                for x in (230, 350):
                    put(canvas, x, y, "12.5", right=True)
                put(canvas, 50, y + 5.5, "The first line")
                put(canvas, 50, y - 5.5, "and the second")

        assert printed(only(document(page))) == [["The first line and the second", "12.5", "12.5"]] * 2

    def test_groups_of_headers_reach_over_their_columns(self) -> None:
        def page(canvas: Canvas) -> None:
            canvas.setFont("Helvetica-Bold", 9)
            canvas.drawCentredString(281, 720, "Cold")
            canvas.drawCentredString(521, 720, "Warm")
            table(
                canvas,
                [("Engine", "Read", "Write", "Read", "Write"), *[("a" * n, "1.5", "22.5", "3", "44") for n in (3, 4)]],
            )

        assert header(only(document(page))) == ["Engine", "Cold Read", "Cold Write", "Warm Read", "Warm Write"]

    def test_rows_between_labels(self) -> None:
        rows = [HEAD, ("Reads",), BODY[0], BODY[1], ("Writes",), BODY[2]]
        found = document(lambda canvas: void(table(canvas, rows)))
        assert printed(only(found)) == [list(row) for row in BODY]
        assert [warning.rpartition(" ")[2] for warning in found.warnings] == ["'Reads'", "'Writes'"]

    def test_two_tables_below_each_other(self) -> None:
        def page(canvas: Canvas) -> None:
            low = table(canvas, [HEAD, *BODY])
            put(canvas, 50, low - 4, "Table 2. Again", bold=True)
            table(canvas, [("Engine", "Jobs/s", "Cost"), *BODY], low - 20)

        assert [header(one)[1] for one in document(page).tables] == ["Rows/s", "Jobs/s"]

    def test_two_tables_side_by_side(self) -> None:
        def page(canvas: Canvas) -> None:
            table(canvas, [("Drives", "IOPS"), ("4", "310,000"), ("8", "622,000")])
            table(canvas, [("Drives", "MB/s"), ("4", "9,800"), ("8", "19,400")], left=330)

        assert [header(one) for one in document(page).tables] == [["Drives", "IOPS"], ["Drives", "MB/s"]]

    def test_beside_prose(self) -> None:
        def page(canvas: Canvas) -> None:
            prose(canvas, 700)
            table(canvas, [HEAD, *BODY], left=320, step=90, pitch=15)

        assert printed(only(document(page))) == [list(row) for row in BODY]

    def test_a_row_of_words_at_the_end(self) -> None:
        rows = [*BODY, ("Planned", "soon", "later")]
        assert printed(only(document(lambda canvas: void(table(canvas, [HEAD, *rows])))))[-1] == [
            "Planned",
            "soon",
            "later",
        ]

    def test_narrow_columns_are_parted(self) -> None:
        rows = [("Model", "b1", "b2", "b4"), ("Heron", "655", "1,240", "2,205"), ("Wren", "80", "702", "1,190")]

        def page(canvas: Canvas) -> None:
            for number, row in enumerate(rows):
                for column, cell in enumerate(row):
                    put(canvas, 130 + 26 * column if column else 50, 700 - 12 * number, cell, size=8, right=column > 0)

        assert printed(only(document(page))) == [list(row) for row in rows[1:]]


def void(_: float) -> None:
    """A page's drawing gives nothing back."""


class TestFootnoteMarks:
    def mark(self, canvas: Canvas, x: float, y: float, *, rise: bool) -> None:
        if rise:
            text = canvas.beginText(x, y)
            text.setFont("Helvetica", 6)
            text.setRise(3)
            text.textOut("2")
            canvas.drawText(text)
        else:
            put(canvas, x, y + 3.2, "2", size=6)

    @pytest.mark.parametrize("rise", [True, False], ids=["by a rise of the text", "by a place of its own"])
    def test_raised_stay_out_of_the_cell_and_in_the_text(self, rise: bool) -> None:
        def page(canvas: Canvas) -> None:
            table(canvas, [HEAD, *BODY])
            self.mark(canvas, 230, 684, rise=rise)

        found = document(page)
        assert printed(only(found))[0] == ["Basalt", "41,200", "3.1"]
        assert "41,200 ²\t3.1" in found.text

    def test_in_prose_stand_behind_their_word(self) -> None:
        def page(canvas: Canvas) -> None:
            put(canvas, 50, 700, "It is 17x")
            width = canvas.stringWidth("It is 17x", "Helvetica", 9)
            put(canvas, 50 + width, 703.2, "1", size=6)
            put(canvas, 50 + width + 6, 700, "faster than 10")
            put(canvas, 50 + width + 6 + canvas.stringWidth("faster than 10", "Helvetica", 9), 703.2, "6", size=6)

        assert document(page).text == "It is 17x ¹ faster than 10⁶\n"


class TestWithRules:
    def test_rows_that_no_rule_parts(self) -> None:
        def page(canvas: Canvas) -> None:
            canvas.rect(40, 645, 400, 70)
            canvas.line(40, 695, 440, 695)
            for x in (150, 290):
                canvas.line(x, 645, x, 715)
            table(canvas, [HEAD, *BODY])

        assert header(only(document(page))) == list(HEAD)
        assert printed(only(document(page))) == [list(row) for row in BODY]

    def test_close_to_a_chart(self) -> None:
        def page(canvas: Canvas) -> None:
            put(canvas, 50, 780, "Four releases", size=16, bold=True)
            canvas.line(60, 600, 400, 600)
            for number, high in enumerate((27, 66, 110, 150)):
                canvas.rect(80 + 80 * number, 600, 40, high, fill=1)
                put(canvas, 90 + 80 * number, 588, f"v{number}")
            low = table(canvas, [HEAD, *BODY], 560)
            canvas.line(45, low + 10, 400, low + 10)

        found = document(page)
        assert printed(only(found)) == [list(row) for row in BODY]
        assert len(found.charts) == 1


class TestOverPages:
    def test_goes_on_with_or_without_its_header(self) -> None:
        rows = [(f"case {number}", str(3 * number), f"{number}.5") for number in range(1, 61)]

        def page(part: Rows, number: int) -> Draw:
            def draw(canvas: Canvas) -> None:
                put(canvas, 50, 780, "All the cases", size=8)
                put(canvas, 300, 25, f"Page {number}", size=8)
                table(canvas, part, 740, pitch=16, bold=part[0] == HEAD)

            return draw

        for second in (rows[40:], [HEAD, *rows[40:]]):
            one = only(document(page([HEAD, *rows[:40]], 1), page(second, 2)))
            assert printed(one) == [list(row) for row in rows]

    def test_a_table_under_a_heading_is_another(self) -> None:
        def second(canvas: Canvas) -> None:
            put(canvas, 50, 720, "Something else", size=14, bold=True)
            table(canvas, [HEAD, *BODY], 690)

        assert len(document(lambda canvas: void(table(canvas, [HEAD, *BODY], 120)), second).tables) == 2

    def test_drawn_on_its_side_has_its_places_on_the_page(self) -> None:
        def page(canvas: Canvas) -> None:
            canvas.translate(WIDE, 0)
            canvas.rotate(90)
            table(canvas, [HEAD, *BODY], 400)

        found = document(page)
        assert printed(only(found)) == [list(row) for row in BODY]
        cell = only(found).rows[1][1]
        box = found.box(cell.start, cell.end)
        assert box is not None
        # Turned a quarter: the row lies along the page, its baseline 384 - 16 up from the left edge of the sheet.
        assert box.x0 > WIDE - 384 - 10
        assert box.bottom - box.top > box.x1 - box.x0


class TestPlaces:
    def test_a_cell_is_what_the_text_and_the_page_say_there(self) -> None:
        file = io.BytesIO()
        canvas = Canvas(file, pagesize=(WIDE, HIGH), invariant=1)
        table(canvas, [HEAD, *BODY])
        canvas.save()
        found = parse(Raw("page.pdf", file.getvalue()))
        page = pypdfium2.PdfDocument(file.getvalue())[0].get_textpage()
        for cell in (cell for row in only(found).rows for cell in row):
            assert found.text[cell.start : cell.end] == cell.text
            box = found.box(cell.start, cell.end)
            assert box is not None
            inside = page.get_text_bounded(box.x0 - 1, HIGH - box.bottom - 1, box.x1 + 1, HIGH - box.top + 1)
            assert inside.strip() == cell.text


class TestNoTable:
    @pytest.mark.parametrize(
        "rows",
        [
            pytest.param([(f"{n}. A chapter", "", str(3 * n)) for n in range(1, 7)], id="contents"),
            pytest.param([("Phone", "+49 30 1234567"), ("Fax", "+49 30 1234568"), ("Zip", "10115")], id="an address"),
            pytest.param([("9:00", "Coffee"), ("9:30", "Ten years of it"), ("10:30", "Break")], id="an agenda"),
            pytest.param(
                [("faster", "cheaper"), ("smaller", "lighter"), ("newer", "older")], id="words in two columns"
            ),
            pytest.param([("17x", "3.2 PB", "48 h"), ("faster", "stored", "saved")], id="large figures over words"),
        ],
    )
    def test_texts_that_line_up(self, rows: Rows) -> None:
        assert not document(lambda canvas: void(table(canvas, rows, bold=0))).tables

    def test_two_columns_of_prose(self) -> None:
        def page(canvas: Canvas) -> None:
            for left in (50, 320):
                prose(canvas, 700, left)
                prose(canvas, 640, left)

        assert not document(page).tables

    def test_ticks_and_labels_of_a_plot(self) -> None:
        def page(canvas: Canvas) -> None:
            canvas.line(80, 500, 480, 500)
            canvas.line(80, 500, 80, 750)
            path = canvas.beginPath()
            path.moveTo(80, 510)
            for number in range(6):
                put(canvas, 75, 498 + 50 * number, str(20 * number), size=8, right=True)
                put(canvas, 78 + 80 * number, 488, str(2**number), size=8)
                put(canvas, 84 + 80 * number, 514 + 45 * number, str(18 * number), size=8)
                path.lineTo(80 + 80 * number, 510 + 45 * number)
            canvas.drawPath(path)

        assert not document(page).tables
