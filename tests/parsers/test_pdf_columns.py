"""Columns of PDF pages: tables beside text, tables side by side, and tables whose own gaps are no gutters."""

import io
from collections.abc import Sequence

import pytest
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from parsers.lib.registry import Raw
from parsers.pdf_charts import parse
from schemas.document import Document, Table

Rows = Sequence[Sequence[str]]
WIDE, HIGH, SIZE = 600, 800, 9
LEFT, RIGHT, REACH = 50, 330, 230
ENGINES = (
    ("Engine", "Rows/s", "p99 (ms)"),
    ("Basalt", "41,200", "3.1"),
    ("Quartz 2", "9,050", "12.4"),
    ("Old", "870", "88"),
)
JOBS = (("Nodes", "Jobs/s"), ("2", "310"), ("4", "612"), ("8", "1,190"))
SHEET = (
    ("Memory", "48 GB"),
    ("Bandwidth", "1.6 TB/s"),
    ("Board power", "210 W"),
    ("Cooling", "Passive, 18 CFM"),
    ("Warranty", "3 years"),
)
FLEET = (("Racks", "12"), ("Shelves", "24"), ("Drives", "288"), ("Raw size", "5.8 PB"), ("Height", "48U"))
FIRST = (
    "We ran every query five times on an idle machine and report the median of them. The data had been loaded "
    "beforehand, and the caches were warm in each of the three engines, which is how our readers use them."
)
SECOND = (
    "Spilling to disk was off, since no query needed it. Peak use of memory fell slightly, because batches are "
    "recycled between operators instead of being freed and asked for anew, and nothing else has changed."
)
SHORT = "No query spilled to disk, and none was retried."


class Sheet:
    """A page that is drawn column by column; every method begins below what it last drew at the left edge `x`."""

    def __init__(self) -> None:
        self.file = io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=(WIDE, HIGH), invariant=1)
        self.at: dict[float, float] = {}

    def document(self) -> Document:
        self.canvas.save()
        return parse(Raw("page.pdf", self.file.getvalue()))

    def down(self, *xs: float, by: float = 14) -> None:
        """Bring all columns to the height of the lowest."""
        low = min(self.at.values()) - by
        self.at = dict.fromkeys(xs or self.at, low)

    def put(self, x: float, text: str, step: float, *, size: float = SIZE, font: str = "Helvetica") -> None:
        y = self.at.setdefault(x, 760)
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text)
        self.at[x] = y - step

    def heading(self, x: float, text: str, size: float = 12) -> None:
        self.put(x, text, 18, size=size, font="Helvetica-Bold")

    def text(self, x: float, text: str, reach: float = REACH, step: float = 12) -> None:
        for line in simpleSplit(text, "Helvetica", SIZE, reach):
            self.put(x, line, step)
        self.at[x] -= 6

    def bullets(self, x: float, *items: str, step: float = 12) -> None:
        for item in items:
            self.put(x, f"\u2022 {item}", step)
        self.at[x] -= 6

    def table(
        self,
        x: float,
        rows: Rows,
        *,
        reach: float = REACH,
        pitch: float = 15,
        head: int = 1,
        shades: bool = False,
        strong: bool = False,
    ) -> None:
        """The first column at the left, the others to the right of equal columns.

        On demand every other row is shaded (`shades`), and all but the labels are bold (`strong`).
        """
        width = reach / len(rows[0])
        y = self.at.setdefault(x, 760)
        for number, row in enumerate(rows):
            if shades and number % 2 == 0:
                self.canvas.setFillGray(0.93)
                self.canvas.rect(x - 4, y - 4, reach + 8, pitch, stroke=0, fill=1)
                self.canvas.setFillGray(0)
            self.canvas.setFont("Helvetica-Bold" if number < head else "Helvetica", SIZE)
            self.canvas.drawString(x, y, row[0])
            if strong:
                self.canvas.setFont("Helvetica-Bold", SIZE)
            for column, cell in enumerate(row[1:], start=2):
                self.canvas.drawRightString(x + width * column, y, cell)
            y -= pitch
        self.at[x] = y - 6


def printed(one: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in one.rows]


def header(one: Table) -> list[str]:
    return [cell.text for cell in one.columns]


def whole(one: Table) -> tuple[tuple[str, ...], ...]:
    """Header and rows as drawn; without the header of a sheet that has none."""
    rows = [header(one), *printed(one)]
    return tuple(tuple(row) for row in rows if any(row))


def in_order(found: Document, *texts: str) -> None:
    """Texts stand in the text layer one after the other, each unbroken."""
    said = " ".join(found.text.split())
    at = 0
    for text in texts:
        assert text in said, f"torn: {text}"
        place = said.find(text, at)
        assert place >= 0, f"out of order: {text}"
        at = place + len(text)


class TestTextBesideTable:
    @pytest.mark.parametrize("pitch", [12, 15, 19])
    @pytest.mark.parametrize("lead", [0, 3, 7.5], ids=["on one line", "a little lower", "half a line lower"])
    def test_text_at_the_left(self, pitch: float, lead: float) -> None:
        page = Sheet()
        page.heading(LEFT, "What we ran")
        page.text(LEFT, FIRST)
        page.heading(LEFT, "Limits")
        page.text(LEFT, SHORT)
        page.at[RIGHT] = 760 - lead
        page.heading(RIGHT, "Rates")
        page.table(RIGHT, ENGINES, pitch=pitch)
        page.heading(RIGHT, "Scaling")
        page.table(RIGHT, JOBS, pitch=pitch)
        found = page.document()
        assert [whole(one) for one in found.tables] == [ENGINES, JOBS]
        assert [one.title for one in found.tables] == ["Rates", "Scaling"]
        in_order(found, "What we ran", FIRST, "Limits", SHORT, "Rates", "41,200", "Scaling", "1,190")

    @pytest.mark.parametrize("lead", [0, 3, 7.5], ids=["on one line", "a little lower", "half a line lower"])
    def test_text_at_the_right(self, lead: float) -> None:
        page = Sheet()
        page.heading(LEFT, "Rates")
        page.table(LEFT, ENGINES)
        page.text(LEFT, FIRST)
        page.at[RIGHT] = 760 - lead
        page.text(RIGHT, SECOND)
        page.heading(RIGHT, "Limits")
        page.text(RIGHT, SHORT)
        found = page.document()
        assert [whole(one) for one in found.tables] == [ENGINES]
        in_order(found, "Rates", "41,200", FIRST, SECOND, "Limits", SHORT)

    def test_a_heading_level_with_a_row(self) -> None:
        page = Sheet()
        page.text(LEFT, FIRST)
        page.at[RIGHT] = 760
        page.text(RIGHT, FIRST, step=12)
        page.at[LEFT] = page.at[RIGHT] = 680
        page.table(LEFT, [ENGINES[0], *ENGINES[1:] * 2], pitch=18)
        page.at[RIGHT] = 680 - 18
        page.heading(RIGHT, "Limits")
        page.text(RIGHT, SHORT, step=18)
        found = page.document()
        assert [whole(one) for one in found.tables] == [(ENGINES[0], *ENGINES[1:] * 2)]
        in_order(found, "Limits", SHORT)

    def test_a_sheet_without_a_header_beside_text_and_a_list(self) -> None:
        page = Sheet()
        page.text(LEFT, FIRST)
        page.heading(LEFT, "In the box", 10)
        page.bullets(LEFT, "Card with full-height bracket", "Low-profile bracket", "Cable, 300 mm")
        page.at[RIGHT] = 760
        page.heading(RIGHT, "Specifications")
        page.table(RIGHT, SHEET, head=0, pitch=23)
        found = page.document()
        assert [printed(one) for one in found.tables] == [[list(row) for row in SHEET]]
        in_order(
            found, FIRST, "In the box", "Card with full-height bracket", "Cable, 300 mm", "Specifications", "48 GB"
        )

    def test_a_sheet_beside_bullets_of_one_pitch(self) -> None:
        page = Sheet()
        page.heading(LEFT, "Highlights")
        page.bullets(LEFT, "Fits a slot of any server", "No cable of its own", "Runs 2.5x as fast", step=16)
        page.at[LEFT] -= 6
        page.text(LEFT, FIRST)
        page.at[RIGHT] = 760
        page.heading(RIGHT, "Specifications")
        page.table(RIGHT, SHEET, head=0, pitch=16)
        found = page.document()
        assert [printed(one) for one in found.tables] == [[list(row) for row in SHEET]]
        in_order(found, "Highlights", "Runs 2.5x as fast", FIRST, "Specifications", "48 GB")

    def test_a_sheet_may_begin_with_words(self) -> None:
        page = Sheet()
        page.text(LEFT, FIRST)
        page.at[RIGHT] = 757
        rows = (("Formats", "INT8, FP16"), *SHEET)
        page.table(RIGHT, rows, head=0, pitch=21, strong=True)
        assert [printed(one) for one in page.document().tables] == [[list(row) for row in rows]]

    def test_in_a_band_of_a_page_of_full_lines(self) -> None:
        page = Sheet()
        for _ in range(4):
            page.text(LEFT, FIRST + " " + SECOND, reach=510)
        page.down(LEFT, RIGHT)
        page.text(LEFT, SECOND)
        page.heading(RIGHT, "Rates")
        page.table(RIGHT, ENGINES, pitch=13)
        page.down(LEFT)
        for _ in range(4):
            page.text(LEFT, FIRST + " " + SECOND, reach=510)
        found = page.document()
        assert [whole(one) for one in found.tables] == [ENGINES]
        in_order(found, FIRST, SECOND, SECOND, "Rates", "41,200", FIRST)

    def test_three_columns(self) -> None:
        page = Sheet()
        page.text(40, FIRST, reach=160)
        page.text(220, SECOND, reach=160)
        page.at[400] = 757
        page.heading(400, "Scaling")
        page.table(400, JOBS, reach=150)
        found = page.document()
        assert [whole(one) for one in found.tables] == [JOBS]
        in_order(found, FIRST, SECOND, "Scaling", "1,190")

    def test_a_table_between_two_columns(self) -> None:
        page = Sheet()
        page.text(40, FIRST, reach=160)
        page.table(230, JOBS, reach=140)
        page.text(400, SECOND, reach=160)
        found = page.document()
        assert [whole(one) for one in found.tables] == [JOBS]
        in_order(found, FIRST, "1,190", SECOND)

    def test_a_list_beside_a_sheet(self) -> None:
        page = Sheet()
        page.heading(LEFT, "Specifications")
        page.table(LEFT, SHEET, head=0, pitch=16)
        page.at[RIGHT] = 760
        page.heading(RIGHT, "Highlights")
        page.bullets(RIGHT, "Fits any slot", "No cable of its own", "Runs 2.5x as fast")
        found = page.document()
        assert [printed(one) for one in found.tables] == [[list(row) for row in SHEET]]
        in_order(found, "Specifications", "48 GB", "Highlights", "Fits any slot", "Runs 2.5x as fast")

    def test_a_heading_below_both_stays_with_its_text(self) -> None:
        page = Sheet()
        page.text(LEFT, FIRST)
        page.at[RIGHT] = 760
        page.table(RIGHT, ENGINES, pitch=20)
        page.down(LEFT)
        page.heading(LEFT, "Limits", SIZE)
        page.text(LEFT, FIRST + " " + SECOND, reach=510)
        in_order(page.document(), FIRST, "41,200", f"Limits {FIRST}", SECOND)


class TestWholeWidth:
    @pytest.mark.parametrize("columns", [3, 4, 5])
    def test_a_table_under_two_columns(self, columns: int) -> None:
        drawn = (
            ("Engine", "Cold (s)", "Warm (s)", "Rows/s", "Cost"),
            ("Basalt", "41.2", "3.1", "9,050", "12"),
            ("Quartz", "9.5", "1.4", "870", "7"),
        )
        rows = tuple(row[:columns] for row in drawn)
        page = Sheet()
        page.text(LEFT, FIRST)
        page.text(RIGHT, SECOND)
        page.down(LEFT)
        page.table(LEFT, rows, reach=510)
        found = page.document()
        assert [whole(one) for one in found.tables] == [rows]
        in_order(found, FIRST, SECOND, "Engine", "9.5")

    def test_text_in_two_columns_below_too(self) -> None:
        rows = (
            ("Repository", "Without cache", "With cache", "Saved"),
            ("app", "18.0", "12.1", "33%"),
            ("pay", "24.0", "15.6", "35%"),
        )
        page = Sheet()
        page.text(LEFT, FIRST)
        page.text(RIGHT, SECOND)
        page.down(LEFT)
        page.table(LEFT, rows, reach=510)
        page.down(LEFT, RIGHT, by=0)
        page.heading(LEFT, "Limits", 10)
        page.heading(RIGHT, "Next steps", 10)
        page.text(LEFT, "Builds that embed a time stamp can not be cached, and were left out before the study began.")
        page.text(RIGHT, "We plan to repeat the work with results of tests cached as well as compiled files.")
        found = page.document()
        assert [whole(one) for one in found.tables] == [rows]
        in_order(found, FIRST, SECOND, "app", "Limits Builds that embed", "Next steps We plan to")


class TestSideBySide:
    @pytest.mark.parametrize("lead", [0, 5], ids=["rows on one line", "rows apart"])
    @pytest.mark.parametrize("shades", [True, False], ids=["shaded", "plain"])
    def test_sheets_under_headings(self, shades: bool, lead: float) -> None:
        page = Sheet()
        page.text(LEFT, FIRST, reach=510)
        page.down(LEFT, RIGHT)
        page.heading(LEFT, "Capacity")
        page.heading(RIGHT, "Everything else")
        page.at[RIGHT] -= lead
        page.table(LEFT, FLEET, head=0, shades=shades, reach=210)
        page.table(RIGHT, SHEET, head=0, shades=shades, reach=210)
        found = page.document()
        assert [printed(one) for one in found.tables] == [[list(row) for row in one] for one in (FLEET, SHEET)]
        assert [one.title for one in found.tables] == ["Capacity", "Everything else"]

    @pytest.mark.parametrize("shades", [True, False], ids=["shaded", "plain"])
    def test_tables_with_headers_of_their_own(self, shades: bool) -> None:
        page = Sheet()
        page.heading(LEFT, "Rates")
        page.heading(RIGHT, "Scaling")
        page.table(LEFT, ENGINES, shades=shades, reach=220)
        page.table(RIGHT, JOBS, shades=shades, reach=220)
        found = page.document()
        assert [whole(one) for one in found.tables] == [ENGINES, JOBS]
        assert [one.title for one in found.tables] == ["Rates", "Scaling"]

    def test_tables_of_different_pitch(self) -> None:
        page = Sheet()
        page.table(LEFT, ENGINES, reach=220, pitch=14)
        page.at[RIGHT] = 757
        page.table(RIGHT, JOBS, reach=220, pitch=20)
        assert [whole(one) for one in page.document().tables] == [ENGINES, JOBS]

    def test_tables_under_captions(self) -> None:
        page = Sheet()
        page.put(LEFT, "Table 1. Three engines", 14, size=8)
        page.put(RIGHT, "Table 2. Scaling", 14, size=8)
        page.table(LEFT, ENGINES, reach=220)
        page.table(RIGHT, (*JOBS, ("16", "2,240")), reach=220)
        found = page.document()
        assert [whole(one) for one in found.tables] == [ENGINES, (*JOBS, ("16", "2,240"))]
        assert [one.title for one in found.tables] == ["Table 1. Three engines", "Table 2. Scaling"]


class TestOneTable:
    """What has gaps as wide as gutters, and must not be cut there."""

    def test_wide_gaps(self) -> None:
        page = Sheet()
        page.table(LEFT, ENGINES, reach=510)
        assert [whole(one) for one in page.document().tables] == [ENGINES]

    def test_groups_of_headers(self) -> None:
        rows = (
            ("Engine", "Cold", "", "Warm", ""),
            ("", "Read", "Write", "Read", "Write"),
            ("Basalt", "41", "3", "4", "5"),
            ("Quartz", "9", "12", "8", "7"),
        )
        page = Sheet()
        page.table(LEFT, rows, reach=510, head=2)
        (one,) = page.document().tables
        assert len(one.columns) == 5
        assert printed(one) == [list(row) for row in rows[2:]]

    def test_words_behind_the_figures(self) -> None:
        rows = (
            ("Engine", "Rows/s", "Index", "Note"),
            ("Basalt", "41,200", "hash", "warm"),
            ("Quartz", "9,050", "tree", "cold"),
            ("Old", "870", "none", "cold"),
        )
        page = Sheet()
        page.table(LEFT, rows, reach=510)
        assert [whole(one) for one in page.document().tables] == [rows]

    def test_two_pairs_of_words_and_figures(self) -> None:
        rows = (
            ("Query", "Time", "Plan", "Cost"),
            ("Q1", "41.2", "hash join", "19"),
            ("Q3", "28.0", "loop", "13"),
            ("Q5", "66.3", "merge", "24"),
        )
        page = Sheet()
        page.table(LEFT, rows, reach=510)
        assert [whole(one) for one in page.document().tables] == [rows]

    def test_a_caption_and_full_text_around(self) -> None:
        page = Sheet()
        page.text(LEFT, FIRST, reach=510)
        page.table(LEFT, ENGINES, reach=510)
        page.text(LEFT, SECOND, reach=510)
        found = page.document()
        assert [whole(one) for one in found.tables] == [ENGINES]
        in_order(found, FIRST, "41,200", SECOND)

    def test_descriptions_of_several_lines(self) -> None:
        page = Sheet()
        for name in ("Threads", "Batch size"):
            page.at[LEFT] = page.at.get(200, 760)
            page.at[200] = page.at[LEFT]
            page.put(LEFT, name, 12)
            page.text(200, FIRST)
        said = " ".join(page.document().text.split())
        assert said.index("Threads") < said.index("We ran every query") < said.index("Batch size")

    def test_remarks_of_several_lines(self) -> None:
        page = Sheet()
        for name, time, remark in (("Query", "Time (s)", "Remark"), ("Q1", "41.2", FIRST), ("Q3", "28.0", SECOND)):
            page.at = dict.fromkeys((LEFT, 150, 230), min(page.at.values(), default=760))
            page.put(LEFT, name, 12)
            page.put(150, time, 12)
            page.text(230, remark, reach=300)
        in_order(page.document(), "Q1", "41.2", FIRST, "Q3", "28.0", SECOND)
