"""Clipping for pdfminer's interpreter, which reads the operators for it and does nothing.

Slides and plots are drawn larger than they show: a bar from far below its axis, a gradient over all of a clipped bar.
"""

from collections.abc import Iterator, Sequence

from pdfminer.pdfdevice import PDFDevice
from pdfminer.pdfinterp import PDFGraphicState, PDFPageInterpreter, PDFResourceManager
from pdfminer.pdftypes import PDFStream, resolve1
from pdfminer.psparser import literal_name
from pdfminer.utils import MATRIX_IDENTITY, Matrix

from parsers.lib.pdf_device import Device

MAX_PARTS = 8  # colour functions that are stitched into one


class Interpreter(PDFPageInterpreter):
    """pdfminer's interpreter, telling the device what of its shapes is shown."""

    def __init__(self, resources: PDFResourceManager, device: PDFDevice) -> None:
        if not isinstance(device, Device):
            raise TypeError(device)
        super().__init__(resources, device)
        self._shown = device
        self._clips = [device.clip]
        self.outer: PDFGraphicState | None = None

    def subinterp(self) -> PDFPageInterpreter:
        """The interpreter of a form, which is drawn in the pens of where it is drawn: the markers of a plot."""
        inner = super().subinterp()
        if isinstance(inner, Interpreter):
            inner.outer = self.graphicstate.copy()
        return inner

    def init_state(self, ctm: Matrix) -> None:
        """Begin a page, or a form within one."""
        super().init_state(ctm)
        self.graphicstate = self.outer or self.graphicstate

    def do_q(self) -> None:
        """Save the state."""
        super().do_q()
        self._clips.append(self._shown.clip)

    def do_Q(self) -> None:  # noqa: N802 - the operator's name
        """Restore the state."""
        super().do_Q()
        if len(self._clips) > 1:
            self._shown.clip = self._clips.pop()

    # What is painted with the same path lies within it: the clip need not wait for that.
    def do_W(self) -> None:  # noqa: N802 - the operator's name
        """Clip by the path."""
        self._shown.narrow(self.curpath)

    def do_W_a(self) -> None:  # noqa: N802 - the operator's name
        """Clip by the path, even-odd."""
        self._shown.narrow(self.curpath)

    def do_sh(self, name: object) -> None:
        """Fill what is shown with a gradient."""
        shadings = resolve1(self.resources.get("Shading"))
        shading = resolve1(shadings.get(literal_name(name))) if isinstance(shadings, dict) else None
        self._shown.shade(next(_colours(shading), ()))

    def render_contents(
        self, resources: dict[object, object], streams: Sequence[object], ctm: Matrix = MATRIX_IDENTITY
    ) -> None:
        """Draw the page, or a form of it, whose clip ends with it."""
        before = self._shown.clip
        super().render_contents(resources, streams, ctm)
        self._shown.clip = before


def _colours(shading: object) -> Iterator[tuple[float, ...]]:
    """The colours that a gradient begins with, as far as its functions tell."""
    waiting: list[object] = [shading]
    for _ in range(MAX_PARTS):
        part = resolve1(waiting.pop(0)) if waiting else None
        attributes = part.attrs if isinstance(part, PDFStream) else part
        if not isinstance(attributes, dict):
            continue
        colour = resolve1(attributes.get("C0"))
        if isinstance(colour, list):
            yield tuple(round(float(one), 3) for one in colour if isinstance(one, (int, float)))
        functions = resolve1(attributes.get("Functions", attributes.get("Function")))
        waiting += functions if isinstance(functions, list) else [functions]
