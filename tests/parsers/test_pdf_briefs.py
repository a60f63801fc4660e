"""Briefs, papers and printed web pages: boxes beside text, justified lines, wide leading, drawn cells, captions."""

import io
from collections.abc import Callable
from itertools import pairwise

from reportlab.pdfgen.canvas import Canvas

from parsers.lib.pdf_hyphens import Hyphens
from parsers.lib.pdf_page import Line, Print
from parsers.lib.registry import Raw
from parsers.pdf_charts import parse
from schemas.document import Document

WIDE, HIGH = 600, 800


def document(draw: Callable[[Canvas], None]) -> Document:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, HIGH), invariant=1)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return parse(Raw("brief.pdf", file.getvalue()))


def put(canvas: Canvas, x: float, y: float, text: str, *, size: float = 9, bold: bool = False) -> None:
    canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    canvas.drawString(x, y, text)


def cells(canvas: Canvas, edges: tuple[float, ...], y: float) -> None:
    """A level line drawn cell by cell, as browsers draw the borders of cells."""
    for x0, x1 in pairwise(edges):
        canvas.rect(x0, y, x1 - x0, 0.7, stroke=0, fill=1)


def blocks(found: Document) -> list[str]:
    return [" ".join(found.text[one.start : one.end].split()) for one in found.blocks]


def rows(found: Document, at: int = 0) -> list[list[str]]:
    table = found.tables[at]
    return [[cell.text for cell in row] for row in (table.columns, *table.rows)]


def test_a_justified_line_with_wide_spaces_is_one_line() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 50, 700, "The old array could not finish the nightly copy in time,")
        x = 50.0
        for word in "because every block was hashed while it".split():
            put(canvas, x, 689, word)
            x += canvas.stringWidth(word, "Helvetica", 9) + 9
        put(canvas, 50, 678, "was written.")

    assert blocks(document(draw)) == [
        "The old array could not finish the nightly copy in time, because every block was hashed while it was written."
    ]


def test_evenly_set_names_of_columns_stay_apart() -> None:
    def draw(canvas: Canvas) -> None:
        x = 50.0
        for word in ("Engine", "Reads", "Writes", "Scans", "Joins"):
            put(canvas, x, 700, word, bold=True)
            x += canvas.stringWidth(word, "Helvetica-Bold", 9) + 12

    assert document(draw).text.strip() == "Engine Reads Writes Scans Joins"
    assert len(document(draw).words) == 5


def test_a_paragraph_in_wide_leading_is_one_block_and_the_next_another() -> None:
    lines = (
        "Both brokers ran on three machines with replication on, and",
        "forty clients sent messages of one kilobyte until the tail",
        "passed 50 ms. Batches were switched off on either side.",
    )

    def draw(canvas: Canvas) -> None:
        for number, line in enumerate(lines):
            put(canvas, 50, 700 - 17 * number, line)
        put(canvas, 50, 636, "A second run with batches was 4x faster than the first one.")

    assert blocks(document(draw)) == [
        " ".join(lines),
        "A second run with batches was 4x faster than the first one.",
    ]


def test_a_shaded_side_bar_is_read_for_itself() -> None:
    told = (
        "Search traffic triples within an hour in autumn, and each",
        "node that is added for it has to be paid for all the year.",
        "The team asked whether smaller machines carry the load.",
    )

    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(0.9)
        canvas.rect(40, 600, 130, 130, stroke=0, fill=1)
        canvas.setFillGray(0)
        put(canvas, 50, 704, "3.4x", size=20, bold=True)
        put(canvas, 50, 690, "more requests")
        put(canvas, 50, 679, "per node")
        put(canvas, 50, 640, "62%", size=20, bold=True)
        put(canvas, 50, 626, "lower cost")
        for number, line in enumerate(told):
            put(canvas, 200, 707 - 11 * number, line)

    found = blocks(document(draw))
    assert " ".join(told) in found
    assert "3.4x more requests per node" in found
    assert "62% lower cost" in found


def test_cards_side_by_side_are_read_one_after_the_other() -> None:
    cards = (("Small", "2 cores and", "4 GB of memory"), ("Large", "64 cores and", "512 GB of memory"))

    def draw(canvas: Canvas) -> None:
        for number, card in enumerate(cards):
            canvas.roundRect(50 + 160 * number, 640, 140, 80, 6)
            for line, text in enumerate(card):
                put(canvas, 60 + 160 * number, 700 - 11 * line - 4 * number, text)

    text = " ".join(document(draw).text.split())
    assert text == "Small 2 cores and 4 GB of memory Large 64 cores and 512 GB of memory"


def test_a_large_figure_that_ends_a_heading_takes_no_words() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 50, 720, "Training a model of 32 billion parameters over", size=17, bold=True)
        put(canvas, 50, 699, "16 pods", size=17, bold=True)
        put(canvas, 50, 684, "Performance brief")

    assert blocks(document(draw)) == ["Training a model of 32 billion parameters over 16 pods", "Performance brief"]


def test_a_long_rule_parts_columns_from_the_notes_below() -> None:
    left = (
        "One server wrote 61 TB an hour, and",
        "the other one, which hashes blocks",
        "while they come in, wrote ten; the",
    )
    right = (
        "restore was short as well. It took",
        "11 minutes, since the newest copy",
        "is kept as it had been written.",
    )

    def draw(canvas: Canvas) -> None:
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            put(canvas, 50, 700 - 11 * number, one)
            put(canvas, 310, 700 - 11 * number, other)
        canvas.line(50, 668, 550, 668)
        put(canvas, 50, 655, "1 Measured in March.", size=6.5)

    assert " ".join((*left, *right)) in " ".join(document(draw).text.split())


def test_borders_drawn_cell_by_cell_tell_the_columns_of_a_table_of_words() -> None:
    edges = (50, 150, 300, 450)

    def draw(canvas: Canvas) -> None:
        for x, head in zip(edges, ("Customer", "Problem", "Result"), strict=False):
            put(canvas, x + 5, 700, head, bold=True)
        for y in (695, 665, 635):
            cells(canvas, edges, y)
        for y, name, problem, result in (
            (685, "Bank", ("Scores came after", "the card was used"), ("Scores in 12 ms, 7x", "faster than before")),
            (655, "Clinic", ("The batch ran over", "into the morning"), ("Done in 2.5 hours and", "40% cheaper")),
        ):
            put(canvas, 55, y - 5, name)
            for number in (0, 1):
                put(canvas, 155, y - 10.5 * number, problem[number])
                put(canvas, 305, y - 10.5 * number, result[number])

    found = document(draw)
    assert rows(found) == [
        ["Customer", "Problem", "Result"],
        ["Bank", "Scores came after the card was used", "Scores in 12 ms, 7x faster than before"],
        ["Clinic", "The batch ran over into the morning", "Done in 2.5 hours and 40% cheaper"],
    ]
    assert "Scores in 12 ms, 7x faster than before" in blocks(found)


def test_a_row_whose_cells_all_wrap_is_one_row() -> None:
    def draw(canvas: Canvas) -> None:
        table = (
            (("",), ("Model A",), ("Model B",)),
            (("Largest", "cluster"), ("2-24 nodes (12", "pairs)"), ("2-12 nodes (6", "pairs)")),
            (("Drives",), ("240",), ("120",)),
            (("Slots",), ("18",), ("10",)),
            (("Power",), ("1,456 W",), ("980 W",)),
        )
        y = 700.0
        for number, row in enumerate(table):
            for x, lines in zip((50, 150, 232), row, strict=True):
                for down, line in enumerate(lines):
                    put(canvas, x, y - 10.5 * down, line, bold=number == 0)
            y -= 17 + 10.5 * (max(map(len, row)) - 1)

    assert rows(document(draw)) == [
        ["", "Model A", "Model B"],
        ["Largest cluster", "2-24 nodes (12 pairs)", "2-12 nodes (6 pairs)"],
        ["Drives", "240", "120"],
        ["Slots", "18", "10"],
        ["Power", "1,456 W", "980 W"],
    ]


def test_captions_below_tables_and_a_sentence_that_begins_like_one() -> None:
    def draw(canvas: Canvas) -> None:
        put(canvas, 50, 740, "Table 1 removes one part at a time. All runs were made twice.")
        for number, title in enumerate(("Table I. Speed without one part", "Table II. Speed by size of draft")):
            top = 700 - 130 * number
            for line, row in enumerate((("Variant", "Speed"), ("Whole", "3.1x"), ("Plain", "2.4x"), ("Small", "1.8x"))):
                put(canvas, 50, top - 15 * line, row[0], bold=line == 0)
                put(canvas, 150, top - 15 * line, row[1], bold=line == 0)
            put(canvas, 50, top - 66, title, size=8)

    assert [table.title for table in document(draw).tables] == [
        "Table I. Speed without one part",
        "Table II. Speed by size of draft",
    ]


def test_words_that_a_lines_end_parts_are_whole_and_compounds_keep_their_hyphen() -> None:
    lines = (
        "A key-value cache that is paged makes it",
        "2.5x faster than without, since the key-",
        "value pairs of A-",
        "Series",
    )

    def draw(canvas: Canvas) -> None:
        for number, line in enumerate(lines):
            put(canvas, 50, 700 - 11 * number, line)

    whole = "A key-value cache that is paged makes it 2.5x faster than without, since the key-value pairs of A-Series"
    assert blocks(document(draw)) == [whole]
    assert Hyphens().parted("through\u2010", "put")
    assert not Hyphens().parted("key-", "value")


def test_plain_hyphens_at_many_lines_ends_part_words_that_are_not_printed_with_them() -> None:
    def line(*words: str) -> Line:
        return Line(tuple(Print(word, 50, 50, 60, 60) for word in words), 9, 0, "Serif")

    found = Hyphens()
    printed = (("the", "band-"), ("width", "of", "a", "key-value", "store", "satur-"), ("ates", "the", "net-"))
    found.page([line(*words) for words in printed])
    assert found.parted("band-", "width")
    assert not found.parted("key-", "value")
    assert not found.parted("Cloud-", "Native")
