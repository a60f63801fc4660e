"""Junk for the PDF parser that gets as far as a page: hardly any PDF survives a random edit of its bytes as a PDF.

The content of a page is edited instead, and put into a sound file: what it draws is odd, how it is stored is not.
"""

import random
import re
from functools import cache

from benchmarks.shapes import PDF

_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
MAX_CONTENT = 6_000
DRAWN = (
    b"BT /F1 12 Tf 100 100 Td (17x faster) Tj ET\n", b"BT /F1 24 Tf 50 480 Td (ResNet-50: Training) Tj ET\n",
    b"BT /F1 6 Tf 50 40 Td (NOTES: A100 | FP16) Tj ET\n", b"100 100 200 20 re f\n", b"100 140 400 20 re f\n",
    b"100 300 m 500 300 l S\n", b"100 100 m 100 400 l S\n", b"100 200 m 150 250 200 100 250 200 c S\n",
    b"q 0 1 -1 0 0 0 cm\n", b"q 1 0 0 1 1e9 0 cm\n", b"0 0 0 0 0 0 cm\n", b"Q\n", b"/F1 0 Tf\n", b"/F1 -12 Tf\n",
    b"/F1 1e30 Tf\n", b"[(17) -9999 (x) 1e9 (\xff\x00)] TJ\n", b"1e400 0 0 1 re f\n", b"0 0 1e-30 1e-30 re S\n",
    b"90 Tz\n", b"0 Tz\n", b"1e9 Tc\n", b"/F9 12 Tf\n", b"(a) (b) (c) \"\n", b"1 0 0 rg\n", b"/P scn\n", b"BI ID EI\n",
    b"/X Do\n", b"<FEFF> Tj\n", b"-1e9 -1e9 1e9 1e9 re f\n", b"BT\n", b"ET\n", b"null true 9 9 l\n",
)  # fmt: skip


@cache
def contents() -> list[bytes]:
    """The page contents that edits start from."""
    found = [match[1] for shape in PDF.values() for match in _STREAM.finditer(shape(4_000))]
    return [content[:MAX_CONTENT] for content in found if b" Tf" in content] + [b"".join(DRAWN)]


def drawn(rng: random.Random) -> bytes:
    """A page content of random operators."""
    return b"".join(rng.choice(DRAWN) for _ in range(rng.choice((3, 30, 300, 3000))))


def pages(rng: random.Random, content: bytes) -> bytes:
    """A sound PDF with this content on its one page, which is odd in its own way at times."""
    turn, crop = rng.choice((0, 0, 0, 90, 180, 270, 45)), rng.choice((b"", b"", b"/CropBox [50 50 400 300]"))
    box = rng.choice((b"0 0 960 540", b"0 0 960 540", b"-100 -100 500 500", b"960 540 0 0", b"0 0 0 0", b"0 0 1e9 1e9"))
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [%b] %b /Rotate %d " % (box, crop, turn)
        + b"/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        font,
    )
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)
    return out + b"xref\n0 6\n0000000000 65535 f \n" + table + end
