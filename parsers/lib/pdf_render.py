"""Pictures of a place in a PDF, for people who check a figure against its print.

PDFium is not safe in threads, not even behind a lock: call these functions in a process of their own (a pool of
processes is fine), never in a thread of a process that uses PDFium elsewhere.
"""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pypdfium2
from PIL import Image, ImageDraw

from schemas.document import Box
from schemas.errors import DocumentError

COLOURS = 32
RED = (220, 20, 20)
MAX_SIDE = 6000.0  # pixels; a forged page size must not fill the memory


def crop_png(data: bytes, box: Box, *, scale: float = 2.0, margin: float = 24) -> bytes:
    """A PNG of the page around a box, `margin` points on each side, `scale` pixels a point, the box outlined in red.

    Raises:
        DocumentError: the PDF cannot be opened, or has no such page or place.
    """
    return crops(data, [box], scale=scale, margin=margin)[0]


def crops(data: bytes, boxes: Iterable[Box], *, scale: float = 2.0, margin: float = 24) -> list[bytes]:
    """One PNG a box, in order; opens the file once. Raises DocumentError as `crop_png`."""
    try:
        with pypdfium2.PdfDocument(data) as document:
            return list(_crops(document, boxes, scale, margin))
    except pypdfium2.PdfiumError as error:
        raise DocumentError("PDF", "whole file", f"cannot be drawn: {error}") from error


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of a page as a PNG; `box` is what it shows, after the page's edges have cut it."""

    png: bytes
    box: Box


def regions(data: bytes, boxes: Iterable[Box], *, width_px: float = 1100.0) -> list[Region]:
    """Each box as a picture without an outline, about `width_px` wide but never more than twice its size in points.

    Raises:
        DocumentError: as `crop_png`.
    """
    try:
        with pypdfium2.PdfDocument(data) as document:
            return [_region(document, box, width_px) for box in boxes]
    except pypdfium2.PdfiumError as error:
        raise DocumentError("PDF", "whole file", f"cannot be drawn: {error}") from error


@contextmanager
def _page(document: pypdfium2.PdfDocument, box: Box) -> Iterator[pypdfium2.PdfPage]:
    """The page of a place; what PDFium keeps of it is freed at once."""
    if not 1 <= box.page <= len(document):
        raise DocumentError("PDF", f"page {box.page}", f"there are {len(document)} pages")
    page = document[box.page - 1]
    try:
        yield page
    finally:
        page.close()


def _region(document: pypdfium2.PdfDocument, box: Box, width_px: float) -> Region:
    with _page(document, box) as page:
        shown = _within(page, box, 0.0)
        image = _rendered(page, shown, min(2.0, max(1.0, width_px / (shown.x1 - shown.x0))))
    return Region(_png(image), shown)


def _crops(document: pypdfium2.PdfDocument, boxes: Iterable[Box], scale: float, margin: float) -> Iterator[bytes]:
    for box in boxes:
        with _page(document, box) as page:
            picture = _crop(page, box, scale, margin)
        yield picture


def _crop(page: pypdfium2.PdfPage, box: Box, scale: float, margin: float) -> bytes:
    shown = _within(page, box, margin)
    scale = min(scale, MAX_SIDE / max(shown.x1 - shown.x0, shown.bottom - shown.top))
    image = _rendered(page, shown, scale)
    edges = ((box.x0 - shown.x0, box.top - shown.top), (box.x1 - shown.x0, box.bottom - shown.top))
    _outline(image, [(x * scale, y * scale) for x, y in edges])
    return _png(image)


def _within(page: pypdfium2.PdfPage, box: Box, margin: float) -> Box:
    width, height = page.get_size()
    left, right = max(box.x0 - margin, 0.0), min(box.x1 + margin, width)
    top, bottom = max(box.top - margin, 0.0), min(box.bottom + margin, height)
    if left >= right or top >= bottom:
        raise DocumentError("PDF", f"page {box.page}", "the place is outside the displayed page")
    return Box(box.page, left, top, right, bottom)


def _rendered(page: pypdfium2.PdfPage, shown: Box, scale: float) -> Image.Image:
    width, height = page.get_size()
    scale = min(scale, MAX_SIDE / max(shown.x1 - shown.x0, shown.bottom - shown.top))
    # PDFium takes what to cut off each side (left, bottom, right, top) of the displayed page, in points.
    cut = (shown.x0, height - shown.bottom, width - shown.x1, shown.top)
    image: Image.Image = page.render(scale=scale, crop=cut).to_pil().convert("RGB")
    return image


def _outline(image: Image.Image, corners: list[tuple[float, float]]) -> None:
    (x0, top), (x1, bottom) = corners
    pad = 2  # outside the box, so that the line does not hide the print
    ImageDraw.Draw(image).rectangle((x0 - pad, top - pad, x1 + pad, bottom + pad), outline=RED, width=2)


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
