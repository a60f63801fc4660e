"""PDF bytes -> pages of text lines and drawn shapes, as a reader sees them, one page at a time.

Coordinates are those of the displayed page (rotation and crop applied): points, origin at the top left. What lies
outside the crop box is not shown and not read. Uses pdfminer's interpreter with a device of its own, because the
layout objects of the libraries above it cost more than everything else done here.
"""

import gc
import io
import logging
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pdfminer.ascii85 import ascii85decode
from pdfminer.pdfcolor import PDFColorSpace
from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
from pdfminer.pdffont import PDFFont, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFGraphicState, PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFStream, resolve1
from pdfminer.psparser import literal_name
from pdfminer.utils import Matrix, PathSegment, Rect, apply_matrix_pt, apply_matrix_rect

from schemas.document import Box, Word
from schemas.errors import DocumentError

MAGIC = b"%PDF-"
HEAD_BYTES = 1024
TAIL_BYTES = 2048
MAX_OBJECTS = 200_000  # drawn objects a page
MAX_CONTENT_BYTES = 128 * 2**20  # a page's content, decompressed
MAX_OBJECT_NUMBERS = 10_000_000
WORD_GAP = 0.18  # of the type size: narrower gaps are kerning
PIECE_GAP = 0.75  # of the type size: wider gaps part two texts that share a line
SAME_BASELINE = 0.3
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
LIGATURES = str.maketrans(
    {
        "\ufb00": "ff",
        "\ufb01": "fi",
        "\ufb02": "fl",
        "\ufb03": "ffi",
        "\ufb04": "ffl",
        "\ufb05": "st",
        "\ufb06": "st",
        "\xad": "-",
    }
)

RAISED = "0123456789*†‡§,"
UPPER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

# Without this, every odd font of every page is reported on stderr by Python's last-resort handler.
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)

ShapeKind = Literal["box", "line", "curve"]


@dataclass(frozen=True, slots=True)
class Print:
    """A printed word: its text and where it stands."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one base line without a wide gap. `size` in points; `angle` in degrees, 90 reads upwards."""

    words: tuple[Print, ...]
    size: float
    angle: int
    font: str

    @property
    def text(self) -> str:
        """The words with one space between them."""
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        """Left edge."""
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        """Right edge."""
        return max(word.x1 for word in self.words)

    @property
    def top(self) -> float:
        """Upper edge."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return max(word.bottom for word in self.words)

    @property
    def x(self) -> float:
        """Horizontal middle."""
        return (self.x0 + self.x1) / 2

    @property
    def y(self) -> float:
        """Vertical middle."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawn path by its bounds. `covers` is the share of the bounds that a filled path covers."""

    kind: ShapeKind
    x0: float
    top: float
    x1: float
    bottom: float
    filled: bool = True
    stroked: bool = False
    colour: tuple[float, ...] = ()
    covers: float = 1.0

    @property
    def width(self) -> float:
        """Points from left to right."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Points from top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Page:
    """A displayed page. `refused` says why it was not read, "" when it was; `unmapped` counts unreadable glyphs."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...] = ()
    shapes: tuple[Shape, ...] = ()
    images: int = 0
    unmapped: int = 0
    refused: str = ""


@dataclass(frozen=True, slots=True)
class _Glyph:
    text: str
    box: tuple[float, float, float, float]
    size: float
    angle: int
    font: str
    along: float  # where it begins on its base line
    end: float
    base: float  # distance of its base line from the origin


class TextLayer:
    """The text of a document as it is laid out line by line, with the place of each word."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._words: list[Word] = []
        self.length = 0
        self.back: Callable[[Print], Print] | None = None  # of a turned sheet: where the page displays a word

    def add(self, text: str) -> None:
        """Append text that is printed nowhere, such as a line end."""
        self._parts.append(text)
        self.length += len(text)

    def line(self, page: int, words: Sequence[Print]) -> tuple[int, int]:
        """Append words with a space between them; returns their span."""
        start = self.length
        for index, word in enumerate(words):
            if index:
                self.add(" ")
            begin = self.length
            self.add(word.text)
            shown = self.back(word) if self.back else word
            self._words.append(Word(begin, self.length, Box(page, shown.x0, shown.top, shown.x1, shown.bottom)))
        return start, self.length

    @property
    def text(self) -> str:
        """Everything so far."""
        return "".join(self._parts)

    @property
    def words(self) -> tuple[Word, ...]:
        """Words in text order."""
        return tuple(self._words)


class _TooMuchError(Exception):
    """More is drawn on a page than is worth reading."""


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
        with _no_collection():
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


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the garbage collector: a page makes many objects and no cycles, and is over soon."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _page(number: int, page: PDFPage, resources: PDFResourceManager) -> Page:
    device = _Device(resources)
    refused = ""
    try:
        PDFPageInterpreter(resources, device).process_page(page)
    except _TooMuchError:
        refused = f"more than {MAX_OBJECTS:,} drawn objects"
    x0, y0, x1, y1 = device.shown
    if not (0 < x1 - x0 < math.inf and 0 < y1 - y0 < math.inf):
        refused, x1, y1 = "it has no size", x0, y0
    if refused:
        return Page(number, x1 - x0, y1 - y0, refused=refused)
    lines = tuple(text_lines(device.glyphs))
    return Page(number, x1 - x0, y1 - y0, lines, tuple(device.shapes), device.images, device.unmapped)


class _Device(PDFTextDevice):
    """Takes down glyphs and shapes where they are displayed."""

    def __init__(self, resources: PDFResourceManager) -> None:
        super().__init__(resources)
        self.glyphs: list[_Glyph] = []
        self.shapes: list[Shape] = []
        self.images = self.unmapped = self._drawn = 0
        self.shown: Rect = (0.0, 0.0, 0.0, 0.0)  # the visible part in pdfminer's turned space, y upwards

    def begin_page(self, page: PDFPage, ctm: Matrix) -> None:
        media, crop = _ordered(page.mediabox), _ordered(page.cropbox)
        part = (max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3]))
        self.shown = apply_matrix_rect(ctm, part if part[0] < part[2] and part[1] < part[3] else media)

    def begin_figure(self, name: str, bbox: Rect, matrix: Matrix) -> None:
        self._count()

    def render_image(self, name: str, stream: PDFStream) -> None:
        self.images += 1

    def paint_path(
        self, graphicstate: PDFGraphicState, stroke: bool, fill: bool, evenodd: bool, path: Sequence[PathSegment]
    ) -> None:
        for part in _subpaths(path):
            self._count()
            points = [self._place(*apply_matrix_pt(self._ctm, end)) for end in _ends(part)]
            shape = _shape(points, "c" in {step[0] for step in part}, stroke, fill, graphicstate, self._ctm)
            if self._visible(shape.x0, shape.top, shape.x1, shape.bottom):
                self.shapes.append(shape)

    def render_char(
        self,
        matrix: Matrix,
        font: PDFFont,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> float:
        self._count()
        advance = font.char_width(cid) * fontsize * scaling
        low = font.get_descent() * fontsize + rise
        x0, y0, x1, y1 = apply_matrix_rect(matrix, (0, low, advance, low + fontsize))
        box = (*self._place(x0, y1), *self._place(x1, y0))
        if self._visible(*box):
            # A raised mark has a base line of its own; left on the one of its line, it would read as a digit more.
            raised = (*matrix[:4], *apply_matrix_pt(matrix, (0, rise))) if rise else matrix
            self.glyphs.append(self._glyph(_character(font, cid), box, raised, font, fontsize, advance))
            self.unmapped += self.glyphs[-1].text == UNKNOWN
        return advance

    def _glyph(
        self,
        text: str,
        box: tuple[float, float, float, float],
        matrix: Matrix,
        font: PDFFont,
        fontsize: float,
        advance: float,
    ) -> _Glyph:
        a, b, c, d, e, f = matrix
        angle = round(math.degrees(math.atan2(b, a)))
        across, down = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
        x, y = self._place(e, f)
        along = x * across + y * down
        name = font.fontname if isinstance(font.fontname, str) else repr(font.fontname)
        size = abs(fontsize) * math.hypot(c, d)
        return _Glyph(
            text, box, size, angle, name, along, along + abs(advance) * math.hypot(a, b), y * across - x * down
        )

    @property
    def _ctm(self) -> Matrix:
        return self.ctm or (1, 0, 0, 1, 0, 0)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return x - self.shown[0], self.shown[3] - y

    def _visible(self, x0: float, top: float, x1: float, bottom: float) -> bool:
        """Whether its middle is on the displayed page; NaN and infinite places are not."""
        x, y = (x0 + x1) / 2, (top + bottom) / 2
        return -1 <= x <= self.shown[2] - self.shown[0] + 1 and -1 <= y <= self.shown[3] - self.shown[1] + 1

    def _count(self) -> None:
        self._drawn += 1
        if self._drawn > MAX_OBJECTS:
            raise _TooMuchError


def _ordered(rect: Rect) -> Rect:
    return min(rect[0], rect[2]), min(rect[1], rect[3]), max(rect[0], rect[2]), max(rect[1], rect[3])


def _character(font: PDFFont, cid: int) -> str:
    """What a glyph says; "\N{REPLACEMENT CHARACTER}" where the font does not tell."""
    try:
        text = font.to_unichr(cid)
    except PDFUnicodeNotDefined:
        # Codes that Windows' encoding leaves free stand for a bullet (PDF 32000-1, annex D.2, note 3).
        return "\N{BULLET}" if cid == 0x7F and not font.is_multibyte() else UNKNOWN
    if not text or any(char < " " and not char.isspace() for char in text):
        return UNKNOWN
    # Lone surrogates could never be written to a file again.
    return "".join(UNKNOWN if "\ud800" <= char <= "\udfff" else char for char in text).translate(LIGATURES)


def _subpaths(path: Sequence[PathSegment]) -> Iterator[list[PathSegment]]:
    part: list[PathSegment] = []
    for step in path:
        if step[0] == "m" and part:
            yield from [part] if len(part) > 1 else []
            part = []
        part.append(step)
    if len(part) > 1:
        yield part


def _ends(part: Sequence[PathSegment]) -> list[tuple[float, float]]:
    """The end point of each step."""
    return [(float(step[-2]), float(step[-1])) for step in part if len(step) >= 3]


def _shape(
    points: Sequence[tuple[float, float]], curved: bool, stroke: bool, fill: bool, state: PDFGraphicState, ctm: Matrix
) -> Shape:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1, top, bottom = min(xs), max(xs), min(ys), max(ys)
    kind: ShapeKind = "curve"
    if not curved:
        upright = all(abs(a[0] - b[0]) < 0.05 or abs(a[1] - b[1]) < 0.05 for a, b in pairwise(points))
        kind = "box" if upright and len(points) >= 4 else "line" if len(set(points)) <= 2 else "curve"
    thick = state.linewidth * math.sqrt(abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]))
    colour = _colour(state.ncolor if fill else state.scolor)
    if kind == "line" and stroke and thick >= 3:
        # A bar may be drawn as one fat stroke; its width is then nowhere but in the pen.
        half = thick / 2
        wide, high = (0.0, half) if x1 - x0 >= bottom - top else (half, 0.0)
        return Shape("box", x0 - wide, top - high, x1 + wide, bottom + high, True, False, colour)
    return Shape(kind, x0, top, x1, bottom, fill, stroke, colour, _covers(points) if curved else 1.0)


def _covers(points: Sequence[tuple[float, float]]) -> float:
    """Area of the polygon through the points as a share of its bounds: 0.5 for a circle, near 1 for a rounded bar."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    bounds = (max(xs) - min(xs)) * (max(ys) - min(ys))
    closed = [*points, points[0]]
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(closed))) / 2
    return area / bounds if bounds else 0.0


def _colour(value: object) -> tuple[float, ...]:
    values = value if isinstance(value, (tuple, list)) else (value,)
    return tuple(round(float(part), 3) for part in values if isinstance(part, (int, float)))


def text_lines(glyphs: Iterable[_Glyph]) -> Iterator[Line]:
    """Glyphs in any order -> lines, parted where a gap is wider than between words."""
    by_angle: dict[int, list[_Glyph]] = {}
    for glyph in glyphs:
        by_angle.setdefault(glyph.angle, []).append(glyph)
    for angle in sorted(by_angle):
        for row in _rows(by_angle[angle]):
            yield from _pieces(row)


def _rows(glyphs: list[_Glyph]) -> Iterator[list[_Glyph]]:
    row: list[_Glyph] = []
    for glyph in sorted(glyphs, key=lambda glyph: glyph.base):
        if row and glyph.base - row[0].base > SAME_BASELINE * min(glyph.size, row[0].size):
            yield row
            row = []
        row.append(glyph)
    if row:
        yield row


def _pieces(row: list[_Glyph]) -> Iterator[Line]:
    row.sort(key=lambda glyph: glyph.along)
    row = [glyph for before, glyph in zip([None, *row], row, strict=False) if not _again(before, glyph)]
    spacing, blank = _tracking(row), True
    words: list[list[_Glyph]] = []
    for glyph in row:
        if glyph.text.isspace():
            blank = True
            continue
        gap, size = _gap(words, glyph)
        if words and gap > PIECE_GAP * size + spacing:
            yield _line(words)
            words = []
        if blank or not words or gap > WORD_GAP * size + spacing or _steps(words[-1][-1], glyph):
            words.append([])
        words[-1].append(glyph)
        blank = False
    if words:
        yield _line(words)


def _gap(words: list[list[_Glyph]], glyph: _Glyph) -> tuple[float, float]:
    """Space between the last glyph and the next, and the type size to hold it against."""
    if not words:
        return 0.0, glyph.size
    last = words[-1][-1]
    return glyph.along - last.end, min(glyph.size, last.size)


def _steps(last: _Glyph, glyph: _Glyph) -> bool:
    """Whether a small raised digit follows a number, or the number goes on behind it: fused, 4.5 would read 4.52."""
    small, large = sorted((last, glyph), key=lambda one: one.size)
    return small.size < 0.86 * large.size and large.base - small.base > 0.08 * large.size and small.text[:1] in RAISED


def _again(before: _Glyph | None, glyph: _Glyph) -> bool:
    """Whether a glyph is its neighbour drawn once more to look bold."""
    return before is not None and before.text == glyph.text and glyph.along - before.along < 0.1 * glyph.size


def _tracking(row: list[_Glyph]) -> float:
    """Extra space that a spaced-out line has between all its letters, in points."""
    gaps = sorted(b.along - a.end for a, b in pairwise(row) if not (a.text.isspace() or b.text.isspace()))
    usual = gaps[len(gaps) // 2] if len(gaps) >= 4 else 0.0
    # A row of single digits far apart (axis ticks) is not one spaced-out word.
    return usual if 0 < usual < 0.5 * row[0].size else 0.0


def _line(words: list[list[_Glyph]]) -> Line:
    tallest = max((glyph for word in words for glyph in word), key=lambda glyph: glyph.size)
    prints = tuple(
        Print(
            "".join(glyph.text for glyph in word).translate(UPPER if _steps(tallest, word[0]) else {}),
            min(glyph.box[0] for glyph in word),
            min(glyph.box[1] for glyph in word),
            max(glyph.box[2] for glyph in word),
            max(glyph.box[3] for glyph in word),
        )
        for word in words
    )
    return Line(prints, tallest.size, tallest.angle, tallest.font)
