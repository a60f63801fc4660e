"""Sheets in two columns read as one, lines in two types, and titles that are a file's name."""

import io
from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from parsers.lib.extract import extract
from parsers.lib.pdf_blocks import title_of
from parsers.lib.registry import Raw
from parsers.markdown import parse as parse_markdown
from parsers.pdf_charts import parse
from schemas.document import Block, Document
from schemas.names import vocabulary

LEFT, RIGHT, SIZE = 34, 311, 10
HEAD = ("Clients", "Build", "Memory")
STORY = ("The medium plan has sixteen virtual processors and", "vectors of 768 dimensions, kept in half precision.")
END = (
    "The graph has a degree of 32 and is built with a beam",
    "of 200. Higher values raise recall and cost time, and",
    "deletions are cleaned up at night.",
)


class Sheet:
    """A letter sheet; rows and lines are put at a left edge and a height from its top."""

    def __init__(self) -> None:
        self.file = io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=(612, 792), invariant=1)

    def put(self, x: float, y: float, *lines: str, font: str = "Helvetica", size: float = SIZE) -> None:
        for at, line in enumerate(lines):
            self.canvas.setFont(font, size)
            self.canvas.drawString(x, 792 - y - 11.3 * at, line)

    def rows(self, x: float, y: float, *rows: Sequence[str], head: bool = True) -> None:
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                font = "Helvetica-Bold" if head and not at else "Helvetica"
                self.put(x + 4 + 55 * column, y + 12.8 * at, text, font=font, size=8)

    def document(self) -> Document:
        self.canvas.save()
        return parse(Raw("page.pdf", self.file.getvalue()))


def cells(document: Document) -> list[list[list[str]]]:
    return [[[cell.text for cell in row] for row in (table.columns, *table.rows)] for table in document.tables]


def broken() -> Sheet:
    sheet = Sheet()
    sheet.put(LEFT, 50, "Sizing of Voyage", font="Helvetica-Bold", size=20)
    sheet.put(LEFT, 77, *STORY)
    sheet.rows(LEFT, 110, HEAD, ("1 million", "6 min", "3.8 GB"))
    sheet.rows(RIGHT, 43, HEAD, ("5 million", "34 min", "19 GB"), ("10 million", "73 min", "38 GB"))
    sheet.put(RIGHT, 92, *END)
    return sheet


class TestTwoColumns:
    def test_a_table_broken_over_them_is_one(self) -> None:
        rows = [["1 million", "6 min", "3.8 GB"], ["5 million", "34 min", "19 GB"], ["10 million", "73 min", "38 GB"]]
        assert cells(broken().document()) == [[list(HEAD), *rows]]

    def test_words_stand_where_the_page_shows_them(self) -> None:
        document = broken().document()
        places = {document.text[word.start : word.end]: word.box for word in document.words}
        assert places["73"].x0 > RIGHT
        assert places["73"].top < places["medium"].top
        assert places["deletions"].x0 == pytest.approx(RIGHT, abs=1)

    def test_two_tables_with_one_head_stay_two(self) -> None:
        sheet = Sheet()
        sheet.put(LEFT, 51, *STORY)
        sheet.rows(LEFT, 84, HEAD, ("1 million", "6 min", "3.8 GB"), ("2 million", "13 min", "7.6 GB"))
        sheet.put(LEFT, 129, *END[:2])
        sheet.rows(RIGHT, 43, HEAD, ("5 million", "34 min", "19 GB"), ("10 million", "73 min", "38 GB"))
        sheet.put(RIGHT, 92, *END)
        assert len(sheet.document().tables) == 2

    def test_a_table_with_a_gap_in_the_middle_is_no_two_columns(self) -> None:
        sheet = Sheet()
        sheet.put(
            LEFT, 50, "One run of each query on one machine that was idle, warm caches, and a median of five of them."
        )
        rows = (("Query", "Time"), ("first scan of all", "12 s"), ("second scan", "9 s"), ("join of two", "31 s"))
        for at, (name, value) in enumerate(rows):
            sheet.put(LEFT, 80 + 14 * at, name)
            sheet.put(RIGHT, 80 + 14 * at, value)
        assert cells(sheet.document()) == [[list(row) for row in rows]]


class TestRows:
    def test_cells_of_two_lines_with_others_half_way_down(self) -> None:
        sheet = Sheet()
        sheet.rows(LEFT, 60, ("Mix", "Mean", "Worst", "Load"))
        for at, (name, mean, worst, load) in enumerate(
            (("Reads", "540", "1,810", "48%"), ("Writes", "910", "7,230", "71%"))
        ):
            y = 80 + 26 * at
            sheet.rows(LEFT, y, ("", mean, worst), head=False)
            sheet.rows(LEFT, y + 10, ("", "us", "us"), head=False)
            sheet.rows(LEFT, y + 5, (name, "", "", load), head=False)
        [found] = cells(sheet.document())
        assert found[1:] == [["Reads", "540 us", "1,810 us", "48%"], ["Writes", "910 us", "7,230 us", "71%"]]

    def test_a_last_row_in_words_with_a_longer_name(self) -> None:
        sheet = Sheet()
        rows = (("Item", "Value"), ("JDK", "21"), ("Heap", "48 GB"), ("Collector of all", "G1"))
        for at, (name, value) in enumerate(rows):
            font = "Helvetica" if at else "Helvetica-Bold"
            sheet.put(LEFT, 60 + 12.8 * at, name, font=font, size=8)
            sheet.put(LEFT + 62, 60 + 12.8 * at, value, font=font, size=8)
        assert cells(sheet.document()) == [[list(row) for row in rows]]


class TestTypes:
    @pytest.mark.parametrize(
        ("bold", "plain", "then"),
        [
            (
                "What happens after a crash?",
                " It replays its log and answers",
                "queries again 40 times earlier than before.",
            ),
            (
                "Boise, October 14.",
                " The makers today released a report which",
                "compares two servers under one trace.",
            ),
            ("Which of the systems are supported by you?", " Linux, glibc", "2.31 or later, and no other kernel."),
        ],
    )
    def test_a_paragraph_that_begins_in_bold_is_one(self, bold: str, plain: str, then: str) -> None:
        sheet = Sheet()
        sheet.put(LEFT, 60, bold, font="Helvetica-Bold")
        sheet.put(LEFT + sheet.canvas.stringWidth(bold, "Helvetica-Bold", SIZE), 60, plain)
        sheet.put(LEFT, 71.5, then)
        document = sheet.document()
        assert [" ".join(document.text[one.start : one.end].split()) for one in document.blocks] == [
            f"{bold}{plain} {then}"
        ]

    def test_a_heading_in_bold_stays_apart(self) -> None:
        sheet = Sheet()
        sheet.put(LEFT, 60, "How the servers were set up", font="Helvetica-Bold")
        sheet.put(LEFT, 71.5, "Each of them had one card and sixty-four gigabytes of memory.")
        assert len(sheet.document().blocks) == 2


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("Microsoft Word - draft7.docx", "Sizing"),
        ("d083cbb52c105d215442241cf27afdea.html", "Sizing"),
        ("/home/me/final v2.indd", "Sizing"),
        ("PowerPoint Presentation", "Sizing"),
        ("https://example.org/sizing", "Sizing"),
        ("Untitled", "Sizing"),
        ("Results of the year", "Results of the year"),
        ("Sizing Node.js 20", "Sizing Node.js 20"),
        ("Page faults", "Page faults"),
    ],
)
def test_a_file_name_is_no_title(stated: str, title: str) -> None:
    assert title_of(stated, [Block("heading", 0, 6, 1)], [], "Sizing of all") == title


def test_a_part_that_breaks_over_a_line_has_its_words_behind_it() -> None:
    text = "# Servers\n\nThe Elm 1 gives a\nthird more transactions per dollar than the Elm 2.\n"
    [claim] = extract(parse_markdown(Raw("a.md", text.encode())), vocabulary()).claims
    assert claim.behind.startswith(" more transactions")
