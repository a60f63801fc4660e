"""Chart notes as PDFs, for tests: lying bars with names, labels, an axis, and text around them."""

import io
from typing import Any

from reportlab.pdfgen.canvas import Canvas

SIZE = (720, 480)
BASE, LONGEST, PITCH = 200, 380, 34


def data(document: str | dict[str, Any]) -> bytes:
    """A document of a case as bytes: a text, or a chart note where it is none."""
    return document.encode() if isinstance(document, str) else note(document)


def note(spec: dict[str, Any]) -> bytes:
    """A page with `title` lines, `bars` of name to [label, length], `ticks`, an `axis`, `text` and `notes` below.

    A length is of the unit of the ticks, which begin at 0; without ticks, of the longest bar.
    """
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=SIZE, invariant=1)
    _lines(canvas, spec.get("title", []), 450, 14)
    unit = LONGEST / max([*spec.get("ticks", []), *(length for _, length in spec["bars"].values())])
    foot = 380
    canvas.setFont("Helvetica", 10)
    for name, (label, length) in spec["bars"].items():
        canvas.drawRightString(BASE - 8, foot + 6, name)
        canvas.rect(BASE, foot, length * unit, 20, stroke=0, fill=1)
        canvas.drawString(BASE + length * unit + 5, foot + 6, str(label))
        foot -= PITCH
    for tick in spec.get("ticks", []):
        canvas.line(BASE + tick * unit, foot + 18, BASE + tick * unit, foot + 24)
        canvas.drawCentredString(BASE + tick * unit, foot + 6, f"{tick:,}")
    if "axis" in spec:
        canvas.drawCentredString(BASE + LONGEST / 2, foot - 10, spec["axis"])
    _lines(canvas, spec.get("text", []), foot - 50, 10)
    _lines(canvas, spec.get("notes", []), 40, 6)
    canvas.save()
    return out.getvalue()


def _lines(canvas: Canvas, lines: list[str], top: float, size: float) -> None:
    canvas.setFont("Helvetica", size)
    for number, line in enumerate(lines):
        canvas.drawString(40, top - number * 1.2 * size, line)
