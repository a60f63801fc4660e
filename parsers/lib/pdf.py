"""PDF bytes -> pages of text lines and drawn shapes, as a reader sees them, one page at a time.

Damaged, cut off and encrypted files are refused with the place: pdfminer would return what is left without a word.
"""

import io
import logging
import math
import zlib
from collections.abc import Iterator

from pdfminer.ascii85 import ascii85decode
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFStream, resolve1
from pdfminer.psparser import literal_name

from parsers.lib.garbage import no_collection
from parsers.lib.pdf_clip import Interpreter
from parsers.lib.pdf_device import Device, TooMuchError
from parsers.lib.pdf_lines import text_lines
from parsers.lib.pdf_page import Page
from schemas.errors import DocumentError

MAGIC = b"%PDF-"
HEAD_BYTES = 1024
TAIL_BYTES = 2048
MAX_CONTENT_BYTES = 128 * 2**20  # a page's content, decompressed
MAX_OBJECT_NUMBERS = 10_000_000

# Without this, every odd font of every page is reported on stderr by Python's last-resort handler.
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)


def is_pdf(data: bytes) -> bool:
    """Whether the PDF marker stands where readers look for it."""
    return MAGIC in data[:HEAD_BYTES]


def read_pages(name: str, data: bytes) -> Iterator[Page]:
    """The pages in order, each read when it is asked for and not kept.

    Raises:
        DocumentError: not a PDF, cut off, damaged, encrypted with a password, or without pages.
    """
    document = _open(name, data)
    resources = PDFResourceManager()
    number = 0
    for number, page in _pages(name, document):
        with no_collection():
            try:
                read = _page(number, page, resources)
            except DocumentError:
                raise
            except Exception as error:
                raise DocumentError(name, f"page {number}", f"cannot be read: {_why(error)}") from error
        yield read
    if not number:
        raise DocumentError(name, "whole file", "the PDF has no pages")


def metadata_title(name: str, data: bytes) -> str:
    """The title in the document's properties, "" when there is none. Raises DocumentError as `read_pages`."""
    for info in _open(name, data).info:
        try:
            title = resolve1(info.get("Title"))
        except Exception:  # noqa: BLE001, S112 - damaged properties do not make a document unreadable
            continue
        if isinstance(title, bytes):
            encoding = "utf-16" if title[:2] in {b"\xfe\xff", b"\xff\xfe"} else "latin-1"
            return title.decode(encoding, errors="replace").strip("\0 \r\n\t")
    return ""


def _open(name: str, data: bytes) -> PDFDocument:
    if not is_pdf(data):
        raise DocumentError(name, "byte 0", "not a PDF: no %PDF- marker at the beginning")
    # A linearised file has an end marker near its beginning too, so only the tail can tell a truncated one.
    if b"%%EOF" not in data[-TAIL_BYTES:]:
        raise DocumentError(name, f"byte {len(data)}", "the PDF is cut off: its end-of-file marker is missing")
    try:
        document = PDFDocument(PDFParser(io.BytesIO(data)))
        spans = [span for xref in document.xrefs for span in getattr(xref, "ranges", ())]
    except PDFPasswordIncorrect as error:
        raise DocumentError(name, "whole file", "the PDF is encrypted and needs a password") from error
    except Exception as error:
        raise DocumentError(name, "whole file", f"the PDF cannot be opened: {_why(error)}") from error
    # A forged count would be walked number by number when the page tree is broken.
    if any(count > MAX_OBJECT_NUMBERS for _, count in spans):
        raise DocumentError(name, "whole file", "the PDF's cross-reference table claims too many objects")
    return document


def _pages(name: str, document: PDFDocument) -> Iterator[tuple[int, PDFPage]]:
    pages = PDFPage.create_pages(document)
    number = 0
    while True:
        number += 1
        try:
            page = next(pages)
        except StopIteration:
            return
        except Exception as error:
            raise DocumentError(name, f"page {number}", f"cannot be found: {_why(error)}") from error
        _check_contents(name, number, page)
        yield number, page


def _check_contents(name: str, number: int, page: PDFPage) -> None:
    """Refuse a page whose content is damaged: pdfminer would return what is left of it without a word."""
    place = f"page {number}"
    try:
        streams = [stream for content in page.contents if isinstance(stream := resolve1(content), PDFStream)]
        whole = all(_whole(stream) for stream in streams)
    except Exception as error:
        raise DocumentError(name, place, f"its content is damaged: {_why(error)}") from error
    if not whole:
        raise DocumentError(name, place, "its content is damaged or too large")


def _whole(stream: PDFStream) -> bool:
    raw = stream.get_rawdata()
    if raw is None or stream.decipher:
        return True
    for kind, _ in stream.get_filters():
        filter_name = literal_name(kind)
        if filter_name in {"ASCII85Decode", "A85"}:
            raw = ascii85decode(raw)
        elif filter_name in {"FlateDecode", "Fl"}:
            return _inflates(raw)
        else:
            break
    return True


def _inflates(raw: bytes) -> bool:
    inflater = zlib.decompressobj()
    try:
        size = len(inflater.decompress(raw, MAX_CONTENT_BYTES))
    except zlib.error:
        return False
    return inflater.eof and size < MAX_CONTENT_BYTES


def _why(error: BaseException) -> str:
    text = str(error).strip().splitlines()
    return (text[0][:120] if text else "") or type(error).__name__


def _page(number: int, page: PDFPage, resources: PDFResourceManager) -> Page:
    device = Device(resources)
    refused = ""
    try:
        Interpreter(resources, device).process_page(page)
    except TooMuchError as error:
        refused = str(error)
    x0, y0, x1, y1 = device.shown
    if not (0 < x1 - x0 < math.inf and 0 < y1 - y0 < math.inf):
        refused, x1, y1 = "it has no size", x0, y0
    if refused:
        return Page(number, x1 - x0, y1 - y0, refused=refused)
    lines = tuple(text_lines(device.glyphs))
    return Page(number, x1 - x0, y1 - y0, lines, tuple(device.shapes), device.images, device.unmapped)
