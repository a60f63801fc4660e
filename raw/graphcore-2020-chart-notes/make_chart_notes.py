"""Draw the chart notes of December 2020 again as a PDF: twelve charts with the figures as they were published.

    python raw/graphcore-2020-chart-notes/make_chart_notes.py OUT.pdf

The file that was published cannot be redistributed; figures, names and settings are facts and are kept to the
letter, the longer note sentences are reworded. Bars are as long as their labels say, but for MCMC, where they are
drawn 17 : 1 under a label of 27x. The same bytes come out on every run.

Odd on purpose: page 5 shows a part of a larger sheet (crop box), page 9 is a portrait sheet shown turned
(/Rotate 90), page 3 holds two charts side by side, page 7 two charts one above the other.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

WIDE, HIGH = 960.0, 540.0
OURS, THEIRS, INK, PALE = HexColor("#ff6f79"), HexColor("#9aa5b1"), HexColor("#1f2933"), HexColor("#dde3ea")
A100_SOURCE = (
    "A100 results published by NVIDIA (https://developer.nvidia.com/deep-learning-performance-training-inference)"
)
NO_GPU = "NVIDIA's results website lists no GPU figures for this model"
EFFICIENTNET = "https://github.com/tensorflow/tpu/tree/master/models/official/efficientnet/"


@dataclass(frozen=True)
class Frame:
    """Where a chart stands on its page: points, origin at the bottom left."""

    x: float
    y: float
    width: float
    height: float


WHOLE = Frame(40, 20, WIDE - 80, HIGH - 40)
LEFT, RIGHT = Frame(30, 20, 430, 500), Frame(500, 20, 430, 500)
UPPER, LOWER = Frame(40, 285, WIDE - 80, 240), Frame(40, 15, WIDE - 80, 240)


@dataclass(frozen=True)
class Bar:
    """`size` sets the drawn length, `label` is what is printed at its end."""

    category: str
    size: float
    label: str = ""
    ours: bool = True


@dataclass(frozen=True)
class Point:
    """A marker of a latency/throughput chart, placed in fractions of the plot."""

    across: float
    up: float
    ours: bool


@dataclass(frozen=True)
class Chart:
    """One chart with its notes."""

    headline: str
    title: str
    notes: tuple[str, ...]
    bars: tuple[Bar, ...] = ()
    points: tuple[Point, ...] = ()
    names: tuple[tuple[str, float, float], ...] = ()
    legend: tuple[str, ...] = ()
    subtitle: str = ""
    ticks: tuple[int, ...] = ()
    axis: str = ""
    vertical: bool = False


def text(canvas: Canvas, x: float, y: float, line: str, size: float, *, bold: bool = False, anchor: str = "l") -> None:
    """A line of text that begins, is centred, or ends at x (anchor l, c, r)."""
    canvas.setFillColor(INK)
    canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    {"l": canvas.drawString, "c": canvas.drawCentredString, "r": canvas.drawRightString}[anchor](x, y, line)


def heading(canvas: Canvas, frame: Frame, chart: Chart) -> float:
    """Headline and titles from the top down; returns where the plot may begin."""
    y = frame.y + frame.height - 24
    text(canvas, frame.x, y, chart.headline, 20 if frame.width < 500 else 24, bold=True)
    y -= 22
    text(canvas, frame.x, y, chart.title, 14)
    if chart.subtitle:
        y -= 17
        text(canvas, frame.x, y, chart.subtitle, 12)
    return y - 16


def notes(canvas: Canvas, frame: Frame, chart: Chart) -> float:
    """The notes from the bottom up; returns how high they reach."""
    lines = [part for note in chart.notes for part in simpleSplit(note, "Helvetica", 7, frame.width)]
    for row, line in enumerate(reversed(lines)):
        text(canvas, frame.x, frame.y + 6 + row * 9, line, 7)
    top = frame.y + 6 + len(lines) * 9
    text(canvas, frame.x, top, "NOTES:", 7, bold=True)
    return top + 20


def fill(canvas: Canvas, ours: bool) -> None:
    """Take the colour of one side of the comparison."""
    canvas.setFillColor(OURS if ours else THEIRS)


def across(canvas: Canvas, frame: Frame, chart: Chart, bottom: float, top: float) -> None:
    """Horizontal bars from a vertical base line, with an axis below when the chart has ticks."""
    axis_room = 40 if chart.ticks else 0
    left, right, base = frame.x + 130, frame.x + frame.width - 170, bottom + axis_room
    longest = max(chart.ticks, default=0) or max(bar.size for bar in chart.bars)
    scale = (right - left) / longest
    for tick in chart.ticks:
        canvas.setStrokeColor(PALE)
        canvas.line(left + tick * scale, base, left + tick * scale, top)
        text(canvas, left + tick * scale, base - 13, str(tick), 9, anchor="c")
    if chart.axis:
        text(canvas, (left + right) / 2, base - 32, chart.axis, 10, anchor="c")
    pitch = (top - base) / len(chart.bars)
    for row, bar in enumerate(chart.bars):
        middle, thick = top - (row + 0.5) * pitch, pitch * 0.55
        fill(canvas, bar.ours)
        canvas.rect(left, middle - thick / 2, bar.size * scale, thick, stroke=0, fill=1)
        text(canvas, left + bar.size * scale + 8, middle - 5, bar.label, 15, bold=True)
        category(canvas, left - 8, middle - 3, bar.category, "r")
    canvas.setStrokeColor(INK)
    canvas.line(left, base, left, top)
    names(canvas, chart, Frame(left, base, right - left, top - base))


def category(canvas: Canvas, x: float, y: float, name: str, anchor: str) -> None:
    """A category name, its lines centred on y."""
    lines = name.split("\n")
    for row, line in enumerate(lines):
        text(canvas, x, y + (len(lines) - 1 - 2 * row) * 6.5, line, 11, anchor=anchor)


def upright(canvas: Canvas, frame: Frame, chart: Chart, bottom: float, top: float) -> None:
    """Vertical bars on a horizontal base line."""
    base, left, right = bottom + 34, frame.x + 60, frame.x + frame.width - 60
    scale = (top - base - 26) / max(bar.size for bar in chart.bars)
    pitch = (right - left) / len(chart.bars)
    for column, bar in enumerate(chart.bars):
        middle, thick = left + (column + 0.5) * pitch, min(pitch * 0.5, 110)
        fill(canvas, bar.ours)
        canvas.rect(middle - thick / 2, base, thick, bar.size * scale, stroke=0, fill=1)
        text(canvas, middle, base + bar.size * scale + 7, bar.label, 16, bold=True, anchor="c")
        for row, line in enumerate(bar.category.split("\n")):
            text(canvas, middle, base - 14 - 13 * row, line, 11, anchor="c")
    canvas.setStrokeColor(INK)
    canvas.line(left, base, right, base)


def scatter(canvas: Canvas, frame: Frame, chart: Chart, bottom: float, top: float) -> None:
    """Throughput against latency: markers between two bare axes, names beside them."""
    left, right = frame.x + 40, frame.x + frame.width - 60
    canvas.setStrokeColor(INK)
    canvas.line(left, bottom, right, bottom)
    canvas.line(left, bottom, left, top)
    for point in chart.points:
        fill(canvas, point.ours)
        canvas.circle(left + point.across * (right - left), bottom + point.up * (top - bottom), 4, stroke=0, fill=1)
    names(canvas, chart, Frame(left, bottom, right - left, top - bottom))
    for row, name in enumerate(chart.legend):
        y = top - 6 - row * 16
        canvas.setFillColor((INK, OURS, THEIRS)[row % 3])
        canvas.rect(right - 140, y, 7, 7, stroke=0, fill=1)
        text(canvas, right - 128, y, name, 9)


def names(canvas: Canvas, chart: Chart, plot: Frame) -> None:
    """Texts placed freely in the plot, in fractions of it; figures large."""
    for name, along, up in chart.names:
        figure = name[:1] in "123456789>"
        size = 15 if figure else 11
        text(canvas, plot.x + along * plot.width, plot.y + up * plot.height, name, size, bold=figure)


def draw(canvas: Canvas, frame: Frame, chart: Chart) -> None:
    """One chart with everything that belongs to it."""
    top, bottom = heading(canvas, frame, chart), notes(canvas, frame, chart)
    plot: Callable[[Canvas, Frame, Chart, float, float], None] = scatter
    if chart.bars:
        plot = upright if chart.vertical else across
    plot(canvas, frame, chart, bottom, top)


CURVE = (
    Point(0.06, 0.62, True),
    Point(0.12, 0.74, True),
    Point(0.22, 0.83, True),
    Point(0.40, 0.90, True),
    Point(0.10, 0.10, False),
    Point(0.24, 0.20, False),
    Point(0.48, 0.29, False),
    Point(0.80, 0.36, False),
)

RESNET_TRAINING = Chart(
    "2.6x Higher Throughput",
    "RESNET-50 : TRAINING",
    (
        "ResNet-50 v1.5 Training Throughput | ImageNet2012 Dataset",
        "1x IPU-M2000 | FP 16.16 | SDK 1.4.0 | TensorFlow Batch Size 1024 | PyTorch Batch Size 1036",
        "1x A100 (A100-SXM4-80GB) in DGX A100 Platform using TensorFlow | Mixed Precision | Batch Size 256",
        A100_SOURCE,
    ),
    (
        Bar("A100\n80GB", 1, ours=False),
        Bar("IPU-M2000\nTensorFlow", 2.6, "2.6x"),
        Bar("IPU-M2000\nPyTorch", 2.3),
    ),
    vertical=True,
)
RESNET_INFERENCE = Chart(
    "4.6x Higher Throughput",
    "RESNET-50 : INFERENCE",
    (
        "ResNet-50 v1.5 Inference | Synthetic Data | Throughput compared at the lowest latency",
        (
            "1x IPU-M2000 using TensorFlow & PyTorch | FP 16.16 | SDK 1.4.0 | Batch size 4 through 360 | "
            "Replicated scaling across IPU-M2000"
        ),
        "1x A100 (A100-SXM4-80GB) results using TensorRT 7.2.1 | INT8 | Batch size 1 through 206",
        A100_SOURCE,
    ),
    points=CURVE,
    names=(("4.6x", 0.015, 0.38), ("IPU-M2000", 0.44, 0.89), ("A100 80GB", 0.83, 0.35)),
)
RESNEXT_TRAINING = Chart(
    "3.7x Higher Throughput",
    "RESNEXT-101 : TRAINING",
    (
        "ResNeXt-101 Training Throughput | ImageNet2012 Dataset",
        "1x IPU-M2000 using TensorFlow | FP 16.16 | SDK 1.4.0 | Batch Size 768",
        "1x A100 (A100-SXM4-40GB) GPU results on DGX A100 Platform using PyTorch | Mixed Precision | Batch Size 256",
        A100_SOURCE,
    ),
    (Bar("A100\n40GB", 1, ours=False), Bar("IPU-M2000", 3.7, "3.7x")),
    vertical=True,
)
RESNEXT_INFERENCE = Chart(
    "40x higher throughput  | 10x lower latency",
    "RESNEXT-101 : INFERENCE",
    (
        "ResNext-101_32x4d | headline compares the lowest latencies",
        (
            "1x IPU-M2000 using TensorFlow | Synthetic data | FP 16.16 | SDK 1.4.0 | Batch size 4 through 64 | "
            "Replicated scaling across IPU-M2000"
        ),
        "1xA100 (40GB) GPU results for TensorFlow | Mixed Precision | Batch Size 1 through 256",
        NO_GPU + " - NVIDIA's GitHub results are used instead",
        (
            "(https://github.com/NVIDIA/DeepLearningExamples/tree/master/TensorFlow/Classification/ConvNets/"
            "resnext101-32x4d#advanced)"
        ),
    ),
    points=CURVE,
    names=(("IPU-M2000", 0.44, 0.89), ("A100 40GB", 0.72, 0.42)),
)
B4_STANDARD = Chart(
    "10x Higher Throughput with standard EN-B4",
    "EFFICIENTNET-B4 : TRAINING",
    (
        "EfficientNet-B4 | ImageNet2012",
        "1x IPU-M2000 | results for TensorFlow & PyTorch | FP 16.32 | SDK 1.4.0",
        NO_GPU,
        (
            "1x Latest GPU (EN-B4 ‘best’ throughput using Group Dim 1) using TensorFlow | FP32 | measured with "
            "Google's public repo (FP32 support only)"
        ),
        f"({EFFICIENTNET}).",
    ),
    (
        Bar("Latest GPU\nOfficial ref code EN-B4", 58, "58", ours=False),
        Bar("IPU-M2000\nStandard EN-B4", 581, "581"),
        Bar("IPU-M2000\nStandard EN-B4", 595, "595"),
    ),
    names=(("10x", 0.9, 0.3),),
    ticks=(0, 200, 400, 600, 800),
    axis="Throughput (images/sec)",
)
B4_ENHANCED = Chart(
    "18x Higher Throughput with IPU optimised configuration",
    "EFFICIENTNET-B4 : TRAINING",
    (
        "EfficientNet-B4 | Real Data (ImageNet)",
        (
            "1x IPU-M2000 | results for TensorFlow | FP 16.32 | SDK 1.4.0 | "
            "(EN-B4 Enhanced version using Group Dim 16, standard uses Group Dim 1)"
        ),
        NO_GPU,
        (
            "1x Latest GPU (EN-B4 ‘best’ throughput using Group Dim 1) using TensorFlow | FP32 | measured with "
            "Google's public repo (FP32 support only)"
        ),
        f"({EFFICIENTNET}).",
    ),
    (
        Bar("Latest GPU\nOfficial ref code EN-B4", 1, ours=False),
        Bar("IPU-M2000\nStandard EN-B4", 10),
        Bar("IPU-M2000\nEnhanced EN-B4", 18, "18x"),
    ),
)
B0_INFERENCE = Chart(
    ">60x higher throughput  | >16x lower latency",
    "EFFICIENTNET-B0: INFERENCE",
    (
        "EfficientNet-B0 | headline compares the lowest latencies",
        (
            "1x IPU-M2000 using TensorFlow & PyTorch | FP 16.16 | Synthetic | SDK 1.4.0 | Batch size 4 through 160 | "
            "Replicated scaling across IPU-M2000"
        ),
        NO_GPU,
        (
            "1x Latest GPU using TensorFlow | Batch Size 1 through 512 | measured with Google's public repo | "
            "FP32 support only | Synthetic |"
        ),
        f"({EFFICIENTNET}).",
    ),
    points=CURVE,
    names=(("IPU-M2000", 0.44, 0.80), ("Latest GPU", 0.70, 0.42)),
    legend=("Series1", "IPU-M2000 - TensorFlow", "IPU-M2000 - PyTorch"),
)
BERT_TRAINING = Chart(
    "5.3x Faster Time To Train",
    "BERT-LARGE: TRAINING",
    (
        "BERT-Large using Wikipedia dataset | pre-training from end to end",
        "IPU-POD64 (16x IPU-M2000 Server) using PopART | SDK 1.4.0 | Mixed Precision Ph1 SL=128, Ph2 SL=384.",
        (
            "DGX A100 calculated from NVIDIA's published TensorFlow throughput & training scheme | Mixed Precision | "
            "Linear scaling assumed from 1x to 2x DGX A100"
        ),
        (
            "https://github.com/NVIDIA/DeepLearningExamples/tree/master/TensorFlow/LanguageModeling/BERT"
            "#training-accuracy-results"
        ),
    ),
    (Bar("DGX A100", 1, ours=False), Bar("2x DGX A100", 2, ours=False), Bar("IPU-POD64", 5.3, "5.3x")),
)
BERT_INFERENCE = Chart(
    "3.4x Higher Throughput at lowest latency",
    "BERT-LARGE: INFERENCE",
    (
        "BERT-Large Inference | SQuAD | headline compares the lowest latencies",
        "1x IPU-M2000 using PopART | FP 16.16 | SDK 1.4.0 | Batch size 4,8,12 | Replicated scaling across IPU-M2000",
        "1x A100 (A100-SXM4-40GB) results using TensorRT 7.2 | INT8 | Batch size 1,2,8+",
        A100_SOURCE,
    ),
    (Bar("A100 40GB", 1, ours=False), Bar("IPU-M2000", 3.4, "3.4x")),
)
MCMC = Chart(
    "17x faster Time To Result",
    "MCMC PROBABILISTIC MODEL : TRAINING",
    (
        (
            "Markov Chain Monte Carlo – Probabilistic model with TensorFlow Probability, standing for a workload of "
            "Carmot Capital"
        ),
        (
            "Neural network with 3 fully-connected layers (num units in 1st layer=40, #dimensions in training set =22, "
            "#leapfrog steps=1000, calcs in sliding window=200)"
        ),
        "1x IPU-M2000 using TensorFlow | FP 32.32 | SDK 1.4.0 | 1600 samples",
        "1x Latest GPU | FP 32.32 | 1600 samples",
    ),
    (Bar("Latest\nGPU", 1, ours=False), Bar("IPU-M2000", 17, "27x faster time to result")),
    subtitle="TensorFlow Probability model - a finance workload for alpha estimation",
)
LSTM = Chart(
    ">600x higher throughput at lower latency",
    "LSTM : INFERENCE",
    (
        "2 LSTM layers, each with 256 units, 200 time steps, 16 input dimensions, data generated on the host",
        (
            "1x IPU-M2000 using TensorFlow | FP 16.32 | SDK 1.4.0 | Batch size 4 through 2048 | "
            "Replicated scaling across IPU-M2000"
        ),
        "1x Latest GPU | TensorFlow | Mixed Precision | Batch Size 1 through 4096",
    ),
    points=CURVE,
    names=((">600x", 0.015, 0.38), ("IPU-M2000", 0.44, 0.89), ("Latest GPU", 0.83, 0.35)),
)
DEEPVOICE = Chart(
    "13.6x higher throughput",
    "DeepVoice 3 TTS: TRAINING",
    (
        "DeepVoice3 TextToSpeech | VCTK Corpus | Regular SGD",
        "1x IPU-M2000 using PopART | FP 32 | SDK 1.4.0 | Batch size 128",
        "1x Latest GPU | Pytorch | FP32 | Batch Size 1024",
    ),
    (Bar("Latest\nGPU", 1, ours=False), Bar("IPU-M2000", 13.6, "13.6x")),
    vertical=True,
)


def page(canvas: Canvas, *charts: tuple[Frame, Chart]) -> None:
    """A page of charts."""
    for frame, chart in charts:
        draw(canvas, frame, chart)
    canvas.showPage()


def cropped(canvas: Canvas, chart: Chart) -> None:
    """A sheet with printer's margins of 50 and 30 points that the crop box hides."""
    canvas.setPageSize((WIDE + 100, HIGH + 60))
    canvas.setCropBox((50, 30, WIDE + 50, HIGH + 30))
    text(canvas, 4, 8, "proof 3", 8)
    canvas.translate(50, 30)
    page(canvas, (WHOLE, chart))
    canvas.setCropBox(None)


def turned(canvas: Canvas, chart: Chart) -> None:
    """A portrait sheet that is displayed turned clockwise by a quarter, so that it reads upright.

    reportlab takes the displayed size and swaps it for the sheet.
    """
    canvas.setPageRotation(90)
    canvas.transform(0, 1, -1, 0, HIGH, 0)
    page(canvas, (WHOLE, chart))
    canvas.setPageRotation(0)


def make(path: str) -> None:
    """Write the PDF to `path`."""
    canvas = Canvas(path, pagesize=(WIDE, HIGH), invariant=1, pageCompression=1)
    canvas.setTitle("Chart notes")
    page(canvas, (WHOLE, RESNET_TRAINING))
    page(canvas, (WHOLE, RESNET_INFERENCE))
    page(canvas, (LEFT, RESNEXT_TRAINING), (RIGHT, RESNEXT_INFERENCE))
    page(canvas, (WHOLE, B4_STANDARD))
    cropped(canvas, B4_ENHANCED)
    canvas.setPageSize((WIDE, HIGH))
    page(canvas, (WHOLE, B0_INFERENCE))
    page(canvas, (UPPER, BERT_TRAINING), (LOWER, BERT_INFERENCE))
    page(canvas, (WHOLE, MCMC))
    turned(canvas, LSTM)
    page(canvas, (WHOLE, DEEPVOICE))
    canvas.save()


if __name__ == "__main__":
    make(sys.argv[1])
