import io
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageOps
from reportlab.pdfgen.canvas import Canvas

from parsers.lib.pdf_render import RED, crop_png, crops
from parsers.lib.registry import Raw
from parsers.pdf_charts import parse
from schemas.document import Box
from schemas.errors import DocumentError

SAMPLE = next((Path(__file__).parents[2] / "raw" / "graphcore-2020-chart-notes").glob("*.pdf"))
DATA = SAMPLE.read_bytes()
DOCUMENT = parse(Raw(SAMPLE.name, DATA))


def box_of(text: str) -> Box:
    start = DOCUMENT.text.index(text)
    box = DOCUMENT.box(start, start + len(text))
    assert box is not None
    return box


@pytest.mark.parametrize(
    "text",
    ["27x faster time to result", "18x Higher Throughput", "Enhanced EN-B4", ">600x higher throughput", "LSTM layers"],
    ids=[
        "on a plain page",
        "on a cropped page",
        "by a bar of a cropped page",
        "on a turned page",
        "a note of a turned page",
    ],
)
def test_a_crop_shows_the_print_inside_a_red_outline(text: str) -> None:
    box = box_of(text)
    image = Image.open(io.BytesIO(crop_png(DATA, box, scale=2, margin=10))).convert("RGB")
    with pypdfium2.PdfDocument(DATA) as document:
        page = document[box.page - 1]
        width, height = page.get_size()
        whole = page.render(scale=2).to_pil().convert("RGB")
    assert image.width == pytest.approx(2 * (min(box.x1 + 10, width) - max(box.x0 - 10, 0)), abs=2)
    assert image.height == pytest.approx(2 * (min(box.bottom + 10, height) - max(box.top - 10, 0)), abs=2)
    inner = whole.crop((round(2 * box.x0), round(2 * box.top), round(2 * box.x1), round(2 * box.bottom)))
    offset_x, offset_y = 2 * min(10, box.x0), 2 * min(10, box.top)
    ours = image.crop((round(offset_x), round(offset_y), round(offset_x + inner.width), round(offset_y + inner.height)))
    assert dark(ours) == pytest.approx(dark(inner), rel=0.08)
    assert dark(inner) > 20
    assert any(
        near(colour, RED)
        for _, colour in image.getcolors(image.width * image.height) or []
        if isinstance(colour, tuple)
    )


def dark(image: Image.Image) -> int:
    return sum(image.convert("L").histogram()[:128])


def near(pixel: tuple[int, ...], colour: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(pixel, colour, strict=True))


def test_several_crops_come_in_order_and_are_small() -> None:
    boxes = [box_of("17x faster Time To Result"), box_of("2.6x Higher Throughput")]
    pictures = crops(DATA, boxes)
    assert pictures == [crop_png(DATA, box) for box in boxes]
    assert all(picture.startswith(b"\x89PNG") and len(picture) < 20_000 for picture in pictures)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270], ids=lambda angle: f"turned by {angle}")
@pytest.mark.parametrize("crop", [None, (40, 30, 500, 370)], ids=["whole", "cropped"])
@pytest.mark.parametrize("origin", [0, -25], ids=["from zero", "from a shifted origin"])
def test_a_box_encloses_its_ink(rotation: int, crop: tuple[int, int, int, int] | None, origin: int) -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(600, 400), cropBox=crop, invariant=1, pageCompression=0)
    canvas.setPageRotation(rotation)
    canvas.setFont("Helvetica", 20)
    canvas.drawString(140, 150, "17x faster")
    canvas.save()
    data = file.getvalue()
    if origin:
        shifted = f"/MediaBox [ {origin} {origin} ".encode()
        data = re.sub(rb"/MediaBox \[\s*0 0 ", shifted, data)
    document = parse(Raw("one.pdf", data))
    box = document.box(0, len("17x faster"))
    assert box is not None
    with pypdfium2.PdfDocument(data) as pdf:
        ink = ImageOps.invert(pdf[0].render(scale=2).to_pil().convert("L")).getbbox()
    assert ink is not None
    inked = [edge / 2 for edge in ink]
    assert box.x0 - 1 <= inked[0] < inked[2] <= box.x1 + 1
    assert box.top - 1 <= inked[1] < inked[3] <= box.bottom + 1
    assert (inked[2] - inked[0]) * (inked[3] - inked[1]) > 0.5 * (box.x1 - box.x0) * (box.bottom - box.top)


@pytest.mark.parametrize(
    ("data", "box"),
    [
        (DATA, Box(99, 0, 0, 10, 10)),
        (DATA, Box(1, 5000, 5000, 5010, 5010)),
        (b"%PDF-1.4 junk", Box(1, 0, 0, 10, 10)),
    ],
    ids=["a page that is not there", "a place outside the page", "a broken file"],
)
def test_what_cannot_be_drawn_is_our_error(data: bytes, box: Box) -> None:
    with pytest.raises(DocumentError):
        crop_png(data, box)
