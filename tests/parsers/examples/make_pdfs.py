"""Draw the two PDF examples again: `python tests/parsers/examples/make_pdfs.py`. The same bytes come out on every run.

- accelerator_datasheet.pdf: two columns of prose with a hyphenated word and a ruled table below them.
- grouped_bars.pdf: a chart note with grouped horizontal bars, a legend, axis ticks and notes in small type.
"""

from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).resolve().parent
INK, OURS, THEIRS, LINE = HexColor("#1c2733"), HexColor("#0f7b6c"), HexColor("#b0b8c1"), HexColor("#8a949e")

LEFT = """The Osprey P40 is a single-slot inference card for
data centres. In BERT-Large inference it serves
2,950 sequences/s, 3.2x the throughput of the
NVIDIA T4, while drawing no more than 75 W.

Latency matters more than peak rates. At batch
size 1, ResNet-50 inference takes 0.62 ms, which
is 45% lower than on the Osprey P20."""
RIGHT = """Four cards fit into a 1U server. Such a server de-
livers 11,400 sequences/s on BERT-Large and cuts
energy per query by 60% compared with a CPU-only
server.

All results use SDK 3.1 and INT8. The list price is
$2,490."""
TABLE = (
    ("Model", "Batch Size", "Precision", "Throughput (items/s)", "Latency (ms)", "Power (W)"),
    ("ResNet-50", "1", "INT8", "1,612", "0.62", "58"),
    ("ResNet-50", "64", "INT8", "8,420", "7.6", "74"),
    ("BERT-Large", "1", "INT8", "402", "2.5", "61"),
    ("BERT-Large", "32", "INT8", "2,950", "10.8", "75"),
    ("RetinaNet", "8", "FP16", "151", "53.0", "73"),
)
WIDTHS = (96, 72, 66, 126, 82, 70)

GROUPS = (
    ("Llama 3.1 8B", (("Kestrel 2", 412, "412"), ("L40S", 187, "187"))),
    ("Llama 3.1 70B", (("Kestrel 2", 96, "96"), ("L40S", 40, "40"))),
    ("Mixtral 8x7B", (("Kestrel 2", 228, "228"), ("L40S", 95, "95"))),
)
NOTES = (
    "Kestrel 2: one card, FP8, batch size 16, SDK 1.8. L40S: one card, FP8, batch size 16, TensorRT-LLM 0.12.",
    "Input 512 tokens, output 128 tokens. Measured in October 2024. Higher is better.",
)


def main() -> None:
    """Write both files beside this one."""
    datasheet(HERE / "accelerator_datasheet.pdf")
    grouped_bars(HERE / "grouped_bars.pdf")


def datasheet(path: Path) -> None:
    """An A4 page: title, two columns, table, footnote."""
    canvas = _canvas(path, (595, 842), "Osprey P40 datasheet")
    _line(canvas, 41, 780, "Osprey P40 inference accelerator", 20, bold=True)
    _line(canvas, 41, 760, "Datasheet, revision 1.2, February 2025", 9)
    for x, text in ((41, LEFT), (307, RIGHT)):
        for number, line in enumerate(text.splitlines()):
            _line(canvas, x, 724 - 14 * number, line, 10)
    _line(canvas, 41, 560, "Inference performance", 13, bold=True)
    _table(canvas, 41, 540)
    _line(canvas, 41, 400, "One card, SDK 3.1, host with one EPYC 9354. Specifications may change without notice.", 7)
    _line(canvas, 41, 40, "Osprey Compute Ltd., 12 Quay Street, Bristol. +44 117 496 0182", 7)
    canvas.save()


def _table(canvas: Canvas, left: float, top: float) -> None:
    edges = [left + sum(WIDTHS[:count]) for count in range(len(WIDTHS) + 1)]
    canvas.setStrokeColor(LINE)
    canvas.grid(edges, [top - 20 * count for count in range(len(TABLE) + 1)])
    for row, cells in enumerate(TABLE):
        for x, cell in zip(edges, cells, strict=False):
            _line(canvas, x + 5, top - 14 - 20 * row, cell, 9, bold=row == 0)


def grouped_bars(path: Path) -> None:
    """A slide: headline, title, legend, three groups of two bars on a linear axis, notes."""
    canvas = _canvas(path, (960, 540), "Kestrel 2 token rates")
    _line(canvas, 60, 490, "Up to 2.4x higher throughput", 26, bold=True)
    _line(canvas, 60, 462, "LLM INFERENCE : KESTREL 2 VS L40S", 15)
    for x, name, colour in ((640, "Kestrel 2", OURS), (760, "L40S", THEIRS)):
        canvas.setFillColor(colour)
        canvas.rect(x, 462, 12, 12, stroke=0, fill=1)
        _line(canvas, x + 18, 464, name, 12)
    for group, (workload, bars) in enumerate(GROUPS):
        _group(canvas, 400 - 100 * group, workload, bars)
    for tick in range(0, 500, 100):
        _line(canvas, 200 + 1.5 * tick - 8, 118, str(tick), 10)
    _line(canvas, 430, 100, "Throughput (tokens/s)", 11)
    for number, note in enumerate(NOTES):
        _line(canvas, 60, 60 - 12 * number, note, 8)
    canvas.save()


def _group(canvas: Canvas, top: float, workload: str, bars: tuple[tuple[str, int, str], ...]) -> None:
    _line(canvas, 60, top - 8, workload, 12)
    for number, (_, value, label) in enumerate(bars):
        canvas.setFillColor(THEIRS if number else OURS)
        canvas.rect(200, top - 30 * number, 1.5 * value, 24, stroke=0, fill=1)
        _line(canvas, 206 + 1.5 * value, top + 8 - 30 * number, label, 12)


def _canvas(path: Path, size: tuple[int, int], title: str) -> Canvas:
    canvas = Canvas(str(path), pagesize=size, invariant=1)
    canvas.setTitle(title)
    return canvas


def _line(canvas: Canvas, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
    canvas.setFillColor(INK)
    canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    canvas.drawString(x, y, text)


if __name__ == "__main__":
    main()
