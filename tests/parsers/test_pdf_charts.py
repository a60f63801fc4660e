import contextlib
import hashlib
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from parsers.lib import pdf_device
from parsers.lib.registry import Raw, choose
from parsers.pdf_charts import accepts, parse
from schemas.document import Document, Part
from schemas.errors import DocumentError

FOLDER = Path(__file__).parents[2] / "raw" / "graphcore-2020-chart-notes"
SAMPLE = next(FOLDER.glob("*.pdf"))

# Read by hand off the published chart notes: page, headline, title, figures printed at bars, factor shown by the
# drawn bars (longest over shortest), lines of notes, strings that the notes must hold.
CHARTS = [
    (1, "2.6x Higher Throughput", "RESNET-50 : TRAINING", ["2.6x"], 2.6, 5, ["Batch Size 1036", "FP 16.16"]),
    (2, "4.6x Higher Throughput", "RESNET-50 : INFERENCE", ["4.6x"], None, 5, ["Batch size 4 through 360", "INT8"]),
    (3, "3.7x Higher Throughput", "RESNEXT-101 : TRAINING", ["3.7x"], 3.7, 5, ["Batch Size 768", "A100-SXM4-40GB"]),
    (3, "40x higher throughput | 10x lower latency", "RESNEXT-101 : INFERENCE", [], None, 6, ["1xA100 (40GB)"]),
    (
        4,
        "10x Higher Throughput with standard EN-B4",
        "EFFICIENTNET-B4 : TRAINING",
        ["58", "581", "10x", "595"],
        595 / 58,
        6,
        ["FP 16.32", "FP32"],
    ),
    (
        5,
        "18x Higher Throughput with IPU optimised configuration",
        "EFFICIENTNET-B4 : TRAINING",
        ["18x"],
        18,
        6,
        ["Group Dim 16"],
    ),
    (
        6,
        ">60x higher throughput | >16x lower latency",
        "EFFICIENTNET-B0: INFERENCE",
        [],
        None,
        6,
        ["Batch Size 1 through 512"],
    ),
    (7, "5.3x Faster Time To Train", "BERT-LARGE: TRAINING", ["5.3x"], 5.3, 5, ["16x IPU-M2000", "SL=128, Ph2 SL=384"]),
    (7, "3.4x Higher Throughput at lowest latency", "BERT-LARGE: INFERENCE", ["3.4x"], 3.4, 5, ["Batch size 4,8,12"]),
    (
        8,
        "17x faster Time To Result",
        "MCMC PROBABILISTIC MODEL : TRAINING",
        ["27x faster time to result"],
        17,
        5,
        ["FP 32.32", "1600 samples"],
    ),
    (
        9,
        ">600x higher throughput at lower latency",
        "LSTM : INFERENCE",
        [">600x"],
        None,
        4,
        ["Batch size 4 through 2048"],
    ),
    (
        10,
        "13.6x higher throughput",
        "DeepVoice 3 TTS: TRAINING",
        ["13.6x"],
        13.6,
        4,
        ["Batch size 128", "Batch Size 1024"],
    ),
]


@pytest.fixture(scope="module")
def sample() -> Document:
    return parse(Raw(SAMPLE.name, SAMPLE.read_bytes()))


def said(document: Document, parts: tuple[Part, ...]) -> list[str]:
    return [document.text[part.start : part.end] for part in parts]


def written(draw: Callable[[Canvas], None], **options: object) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(600, 400), invariant=1, **options)
    draw(canvas)
    canvas.save()
    return file.getvalue()


def hello(canvas: Canvas) -> None:
    canvas.drawString(50, 300, "The system is 17x faster than before.")
    canvas.showPage()
    canvas.drawString(50, 300, "It takes 48 hours.")
    canvas.showPage()


def read_back(document: Document, data: bytes, start: int, end: int) -> str:
    """What PDFium finds printed inside the box of a span."""
    box = document.box(start, end)
    assert box is not None
    with pypdfium2.PdfDocument(data) as file:
        page = file[box.page - 1]
        # Page coordinates of PDFium's text are those before rotation and crop.
        width, height = page.get_size()
        left, low, right, high = page.get_cropbox()
        assert (right - left, high - low) in {(width, height), (height, width)}
        if page.get_rotation() == 90:
            bounds = (left + box.top, low + box.x0, left + box.bottom, low + box.x1)
        else:
            bounds = (left + box.x0, high - box.bottom, left + box.x1, high - box.top)
        return str(page.get_textpage().get_text_bounded(*bounds)).replace("\r\n", "\n")


@pytest.mark.parametrize("number", range(len(CHARTS)), ids=[f"{c[1]} on page {c[0]} is read whole" for c in CHARTS])
def test_every_chart_of_the_notes(sample: Document, number: int) -> None:
    page, headline, title, labels, _, notes, settings_ = CHARTS[number]
    chart = sample.charts[number]
    assert (chart.name, chart.page) == (f"C{number + 1}", page)
    assert said(sample, chart.of("headline")) == [headline]
    assert said(sample, chart.of("title"))[0] == title
    assert said(sample, chart.of("label")) == labels
    assert len(chart.of("note")) == notes
    assert said(sample, chart.of("note"))[0] == "NOTES:"
    printed = "\n".join(said(sample, chart.of("note")))
    assert all(setting in printed for setting in settings_)
    assert all(chart.start <= part.start < part.end <= chart.end for part in chart.parts)


def test_no_chart_is_invented_and_no_line_is_lost(sample: Document) -> None:
    assert len(sample.charts) == len(CHARTS)
    assert not sample.tables
    assert not sample.blocks
    assert not sample.warnings
    with pypdfium2.PdfDocument(SAMPLE.read_bytes()) as file:
        printed = "".join(page.get_textpage().get_text_bounded() for page in file)
    ours = sorted("".join(sample.text.split()))
    assert ours == sorted("".join(printed.split()).replace("\ufffe", "-"))


@pytest.mark.parametrize(
    "number", [n for n, c in enumerate(CHARTS) if c[4]], ids=lambda n: f"bars under {CHARTS[n][1]}"
)
def test_bars_are_as_long_as_they_are_drawn(sample: Document, number: int) -> None:
    chart, drawn = sample.charts[number], CHARTS[number][4]
    lengths = [bar.length for bar in chart.bars]
    assert max(lengths) / min(lengths) == pytest.approx(drawn, rel=0.01)
    tied = [part.bar for part in chart.of("label") if part.bar]
    assert max(bar.length for bar in tied) == max(lengths)
    assert all(bar in chart.bars for bar in tied)


def test_a_label_that_says_more_than_its_bar(sample: Document) -> None:
    chart = sample.charts[9]
    (label,) = chart.of("label")
    assert label.bar is not None
    assert label.bar.category == "IPU-M2000"
    assert label.bar.length / chart.bars[0].length == pytest.approx(17, rel=0.01)
    assert label.bar.horizontal


def test_values_are_read_off_the_ticks(sample: Document) -> None:
    chart = sample.charts[4]
    assert said(sample, chart.of("tick")) == ["0", "200", "400", "600", "800"]
    assert said(sample, chart.of("axis_title")) == ["Throughput (images/sec)"]
    for part, printed in zip([part for part in chart.of("label") if part.bar], (58, 581, 595), strict=True):
        assert part.bar is not None
        assert part.bar.value_lower is not None
        assert part.bar.value_upper is not None
        assert part.bar.value == pytest.approx(printed, abs=0.5)
        assert part.bar.value_lower < printed < part.bar.value_upper
        assert part.bar.value_upper - part.bar.value_lower < 3
    assert [part.bar for part in chart.of("label")][2] is None


def test_names_and_legends(sample: Document) -> None:
    assert said(sample, sample.charts[6].of("legend")) == ["Series1", "IPU-M2000 - TensorFlow", "IPU-M2000 - PyTorch"]
    assert [bar.category for bar in sample.charts[0].bars] == ["A100 80GB", "IPU-M2000 TensorFlow", "IPU-M2000 PyTorch"]
    assert said(sample, sample.charts[7].of("category")) == ["DGX A100", "2x DGX A100", "IPU-POD64"]
    assert said(sample, sample.charts[9].of("category")) == ["Latest\nGPU", "IPU-M2000"]


@pytest.mark.parametrize(
    "number", [0, 3, 5, 10, 11], ids=["a plain", "a right hand", "a cropped", "a turned", "the last"]
)
def test_boxes_hold_what_is_printed(sample: Document, number: int) -> None:
    chart = sample.charts[number]
    for part in chart.parts:
        for line in sample.text[part.start : part.end].split("\n"):
            start = sample.text.index(line, part.start)
            back = read_back(sample, SAMPLE.read_bytes(), start, start + len(line))
            assert "".join(back.replace("\ufffe", "-").split()) == "".join(line.split())


def test_what_the_crop_box_hides_is_not_read(sample: Document) -> None:
    assert "proof" not in sample.text
    assert all(word.box.x0 >= 0 and word.box.top >= 0 for word in sample.words)
    assert all(word.box.x1 <= 960 and word.box.bottom <= 540 for word in sample.words)


def test_words_index_the_text(sample: Document) -> None:
    assert [word.start for word in sample.words] == sorted(word.start for word in sample.words)
    for word in sample.words:
        assert sample.text[word.start : word.end].strip() == sample.text[word.start : word.end] != ""


def test_the_sample_is_what_its_generator_draws(tmp_path: Path) -> None:
    target = tmp_path / "again.pdf"
    subprocess.run([sys.executable, FOLDER / "make_chart_notes.py", target], check=True)
    assert target.read_bytes() == SAMPLE.read_bytes()
    assert SAMPLE.stem.endswith(hashlib.sha256(SAMPLE.read_bytes()).hexdigest()[:8])


def test_a_pdf_is_chosen_by_its_bytes() -> None:
    assert choose(Raw("notes.pdf", SAMPLE.read_bytes())).kind == "pdf_charts"
    assert accepts(b"\n" * 1000 + b"%PDF-1.7") == 1
    assert accepts(b"\n" * 1030 + b"%PDF-1.7") == 0
    assert accepts(b"<html>%PDF") == 0


def test_prose_keeps_its_paragraphs_and_headings() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 20)
        canvas.drawString(50, 350, "Results of the year")
        canvas.setFont("Helvetica", 10)
        for row, line in enumerate(
            ["We measured throughput and found a", "machine that is 5x faster than any-", "thing before."]
        ):
            canvas.drawString(50, 300 - 12 * row, line)
        canvas.drawString(50, 240, "A second paragraph.")

    document = parse(Raw("prose.pdf", written(draw)))
    texts = [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]
    assert texts == [
        ("heading", 1, "Results of the year"),
        ("paragraph", 0, "We measured throughput and found a\nmachine that is 5x faster than any-\nthing before."),
        ("paragraph", 0, "A second paragraph."),
    ]
    assert document.title == "Results of the year"


def test_two_columns_are_read_one_after_the_other() -> None:
    left = [f"left column line number {row} goes on" for row in range(12)]
    left[-1] += "."
    right = [f"right column line {row} says 4.{row}x" for row in range(12)]

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(40, 370, "A heading that spans both of the columns of this page")
        canvas.setFont("Helvetica", 10)
        for row in range(12):
            canvas.drawString(320, 340 - 12 * row, right[row])
            canvas.drawString(40, 340 - 12 * row, left[row])

    document = parse(Raw("columns.pdf", written(draw)))
    assert [document.text[b.start : b.end] for b in document.blocks[1:]] == ["\n".join(left), "\n".join(right)]


def test_a_ruled_table_has_its_cells() -> None:
    cells = [["Model", "Throughput", "Speed-up"], ["ResNet-50", "1,200", "2.6x"], ["BERT Large", "", "5.3x"]]

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(50, 360, "Training results")
        canvas.setFont("Helvetica", 10)
        canvas.grid([50, 150, 250, 350], [340, 320, 300, 280])
        for row, texts in enumerate(cells):
            for column, text in enumerate(texts):
                canvas.drawString(55 + 100 * column, 326 - 20 * row, text)

    document = parse(Raw("table.pdf", written(draw)))
    (table,) = document.tables
    assert table.title == "Training results"
    assert [[cell.text for cell in row] for row in (table.columns, *table.rows)] == cells
    assert all(document.text[c.start : c.end] == c.text for row in (table.columns, *table.rows) for c in row)
    assert document.text[table.start : table.end].split("\n")[1] == "ResNet-50\t1,200\t2.6x"
    assert not document.charts


def test_a_spanning_cell_is_printed_once_and_stands_everywhere() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        for x, y, width, height, text in (
            (50, 300, 100, 40, "Model"),
            (150, 320, 200, 20, "Throughput"),
            (150, 300, 100, 20, "Old"),
            (250, 300, 100, 20, "New"),
            (50, 280, 100, 20, "BERT"),
            (150, 280, 100, 20, "12"),
            (250, 280, 100, 20, "31"),
        ):
            canvas.rect(x, y, width, height)
            canvas.drawString(x + 5, y + 6, text)

    document = parse(Raw("spans.pdf", written(draw)))
    (table,) = document.tables
    assert [cell.text for cell in table.columns] == ["Model", "Throughput Old", "Throughput New"]
    assert [[cell.text for cell in row] for row in table.rows] == [["BERT", "12", "31"]]
    assert document.text.count("Throughput") == 1


def test_list_items_are_blocks_of_their_own() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        for row, text in enumerate(["first item says 3x", "second item goes on and", "ends here"]):
            canvas.drawString(60, 300 - 12 * row, text)
            if row < 2:
                canvas.drawString(50, 300 - 12 * row, "\N{BULLET}")

    document = parse(Raw("list.pdf", written(draw)))
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        ("list_item", "\N{BULLET} first item says 3x"),
        ("list_item", "\N{BULLET} second item goes on and\nends here"),
    ]


def test_a_scanned_page_is_reported_not_skipped() -> None:
    picture = ImageReader(Image.new("RGB", (50, 50), "grey"))

    def draw(canvas: Canvas) -> None:
        hello(canvas)
        canvas.drawImage(picture, 0, 0, 600, 400)
        canvas.showPage()

    document = parse(Raw("mixed.pdf", written(draw)))
    assert document.warnings == ("page 3: scanned image, no text",)
    assert "17x" in document.text


def test_a_document_of_pictures_is_refused() -> None:
    picture = ImageReader(Image.new("RGB", (50, 50), "grey"))
    data = written(lambda canvas: canvas.drawImage(picture, 0, 0, 600, 400))
    with pytest.raises(DocumentError) as error:
        parse(Raw("scan.pdf", data))
    assert str(error.value) == "scan.pdf: whole file: no text layer; pages are images"


def test_a_password_is_asked_for_and_an_owner_password_is_not() -> None:
    locked = written(hello, encrypt=StandardEncryption("secret", "owner"))
    with pytest.raises(DocumentError, match=r"locked\.pdf: whole file: the PDF is encrypted"):
        parse(Raw("locked.pdf", locked))
    open_to_all = written(hello, encrypt=StandardEncryption("", "owner"))
    assert "17x faster" in parse(Raw("owner.pdf", open_to_all)).text


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.8, 0.99], ids=lambda share: f"cut off at {share:.0%}")
def test_a_truncated_file_is_refused(share: float) -> None:
    data = SAMPLE.read_bytes()
    with pytest.raises(DocumentError) as error:
        parse(Raw("cut.pdf", data[: int(share * len(data))]))
    assert error.value.document == "cut.pdf"
    assert error.value.place.startswith("byte ")


def test_a_damaged_page_is_named() -> None:
    data = bytearray(SAMPLE.read_bytes())
    streams = [at for at in range(len(data)) if data.startswith(b"\nstream", at)]
    for at in range(streams[1] + 60, streams[1] + 90):
        data[at] = ord("z") if data[at] != ord("z") else ord("y")
    with pytest.raises(DocumentError) as error:
        parse(Raw("damaged.pdf", bytes(data)))
    assert error.value.place.startswith("page ")


def test_a_page_without_a_size_is_named() -> None:
    def draw(canvas: Canvas) -> None:
        hello(canvas)
        canvas.rect(10, 10, 50, 50)
        canvas.drawString(0, 0, "Nobody sees that it is 3x faster.")

    data = written(draw, pageCompression=0)
    last = data.rindex(b"/MediaBox [ 0 0 600 400 ]")
    document = parse(Raw("flat.pdf", data[:last] + data[last:].replace(b"600 400", b"000 000", 1)))
    assert document.warnings == ("page 3: not read, it has no size",)
    assert "17x" in document.text


def test_a_page_with_too_much_on_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(canvas: Canvas) -> None:
        hello(canvas)
        for row in range(90):
            canvas.rect(row, row, 5, 5)
        canvas.showPage()

    monkeypatch.setattr(pdf_device, "MAX_OBJECTS", 80)
    document = parse(Raw("heavy.pdf", written(draw)))
    assert document.warnings == ("page 3: not read, more than 80 drawn objects",)
    assert "48 hours" in document.text


def test_no_pages_is_an_error() -> None:
    body = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    with pytest.raises(DocumentError, match="whole file"):
        parse(Raw("none.pdf", body + b"trailer<</Root 1 0 R>>\n%%EOF"))


def fails_only_as_agreed(data: bytes) -> None:
    """Read whatever it is: any other exception than ours fails the test."""
    with contextlib.suppress(DocumentError):
        assert parse(Raw("junk.pdf", data)).words


@settings(max_examples=150, deadline=2000)
@given(st.binary(max_size=400))
def test_junk_raises_only_our_error(junk: bytes) -> None:
    fails_only_as_agreed(junk)
    fails_only_as_agreed(b"%PDF-1.4\n" + junk + b"\n%%EOF")


@settings(max_examples=150, deadline=5000)
@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=12))
def test_a_patched_file_raises_only_our_error(place: int, patch: bytes) -> None:
    data = written(hello, pageCompression=0)
    at = place % len(data)
    fails_only_as_agreed(data[:at] + patch + data[at + len(patch) :])


@settings(max_examples=60, deadline=5000)
@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=40))
def test_a_patched_compressed_file_raises_only_our_error(place: int, patch: bytes) -> None:
    data = SAMPLE.read_bytes()
    at = place % len(data)
    fails_only_as_agreed(data[:at] + patch + data[at + len(patch) :])


def test_a_note_in_typewriter_letters_below_the_bars_is_one_line() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(640, 420), invariant=1)
    canvas.setFont("Courier-Bold", 15)
    canvas.drawString(36, 385, "Alder: records per second by release")
    for number, (name, height) in enumerate([("3.1", 70), ("3.2", 110), ("3.3", 140), ("3.4", 180)]):
        canvas.rect(100 + 120 * number, 120, 70, height, stroke=0, fill=1)
        canvas.setFont("Courier", 9)
        canvas.drawCentredString(135 + 120 * number, 106, name)
        canvas.drawCentredString(135 + 120 * number, 124 + height, f"{height * 100:,}")
    canvas.setFont("Courier", 8)
    note = "3.4 is 29% ahead of 3.3 and 64% ahead of 3.2, on the same two machines and with the same records."
    canvas.drawString(60, 88, note)
    canvas.save()
    document = parse(Raw("note.pdf", out.getvalue()))
    assert note in [document.text[part.start : part.end] for part in document.charts[0].of("note")]


def test_the_number_of_a_name_at_the_head_of_a_line_begins_no_item() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(640, 420), invariant=1)
    canvas.setFont("Helvetica", 10)
    lines = ["We built one large program of many translation units with Alder 5 and again with Alder",
             "6. The build ran on a single workstation with one job at a time and nothing else.",
             "", "1. Install the driver from Alder", "2. Reboot"]  # fmt: skip
    for number, line in enumerate(lines):
        canvas.drawString(60, 380 - 13 * number, line)
    canvas.save()
    document = parse(Raw("note.pdf", out.getvalue()))
    kinds = [(block.kind, document.text[block.start : block.end][:12]) for block in document.blocks]
    assert kinds == [("paragraph", "We built one"), ("list_item", "1. Install t"), ("list_item", "2. Reboot")]
