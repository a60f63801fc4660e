"""Documents for the benchmarks: made up here, the same on every run."""

import io
import random
from collections.abc import Iterator

from reportlab.pdfgen.canvas import Canvas

MODELS = ("ResNet-50", "BERT Large", "EfficientNet-B4", "ResNeXt-101", "GPT2-S")
KINDS = {"html_post": ".html", "html_results": ".html", "pdf_charts": ".pdf", "markdown": ".md", "text_capture": ".txt"}


def sentence(rng: random.Random) -> str:
    """A sentence as launch posts have them; two of three hold a figure."""
    model, factor, share = rng.choice(MODELS), rng.randint(2, 40), rng.randint(5, 80)
    return rng.choice(
        (
            f"On {model} the new system delivers {factor}x higher throughput than the A100 at batch size {factor}.",
            f"Training {model} takes less than {factor} hours, which is {share}% faster than the previous release.",
            "We rebuilt the compiler from the ground up so that developers need not change a line of their models.",
        )
    )


def row(rng: random.Random) -> tuple[str, ...]:
    """A row of a results table."""
    batch = 2 ** rng.randint(0, 9)
    return (
        rng.choice(MODELS),
        "8 accelerators",
        str(batch),
        f"{rng.randint(100, 90_000):,}",
        f"{rng.random() * 9:.2f}",
    )


HEADER = ("Model", "Platform", "Batch Size", "Throughput (items/sec)", "Latency (ms)")


def html_post(rng: random.Random, paragraphs: int = 40) -> bytes:
    """A post within navigation, teasers and a footer."""
    body = "\n".join(f"<p>{sentence(rng)} {sentence(rng)}</p>" for _ in range(paragraphs))
    links = "".join(f'<li><a href="/p{n}">Read more, save {n}%</a></li>' for n in range(20))
    page = f"<nav><ul>{links}</ul></nav><article><h1>A new system</h1>{body}</article><footer><ul>{links}</ul></footer>"
    return f"<!doctype html><html><head><title>Post</title></head><body>{page}</body></html>".encode()


def html_results(rng: random.Random, rows: int = 60) -> bytes:
    """A results page with two tables."""
    head = "".join(f"<th>{name}</th>" for name in HEADER)
    tables = []
    for task in ("Training", "Inference"):
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row(rng)) + "</tr>" for _ in range(rows))
        tables.append(f"<h2>{task}</h2><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    return f"<html><body><main><h1>Results</h1>{''.join(tables)}</main></body></html>".encode()


def markdown(rng: random.Random, rows: int = 60) -> bytes:
    """A README with a table and prose with inline markup."""
    table = "\n".join("| " + " | ".join(row(rng)) + " |" for _ in range(rows))
    prose = "\n\n".join(sentence(rng).replace("system", "**system**") for _ in range(40))
    return f"# Results\n\n{prose}\n\n| {' | '.join(HEADER)} |\n{'|---' * len(HEADER)}|\n{table}\n".encode()


def text_capture(rng: random.Random, paragraphs: int = 40, rows: int = 60) -> bytes:
    """What a scraper left of a post with a table, one cell a line."""
    prose = "\n\n".join(f"{sentence(rng)} {sentence(rng)}" for _ in range(paragraphs))
    cells = "\n".join(cell for _ in range(rows) for cell in row(rng))
    return f"A new system\n\n{prose}\n\n{chr(10).join(HEADER)}\n{cells}\n".encode()


def pdf_charts(rng: random.Random, pages: int = 4) -> bytes:
    """Chart notes: a bar chart a page with its notes below."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(960, 540), invariant=1)
    for _ in range(pages):
        _chart(canvas, rng)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _chart(canvas: Canvas, rng: random.Random) -> None:
    factor, model = rng.randint(2, 30), rng.choice(MODELS)
    canvas.setFont("Helvetica-Bold", 24)
    canvas.drawString(40, 490, f"{factor}x faster {model} training")
    canvas.setFont("Helvetica", 12)
    canvas.drawString(40, 465, f"{model} Training: Throughput")
    for number, (name, size, label) in enumerate((("A100", 20, "1x"), ("IPU-M2000", 20 * factor, f"{factor}x"))):
        bottom = 360 - number * 80
        canvas.drawString(40, bottom + 15, name)
        canvas.rect(170, bottom, size, 40, stroke=0, fill=1)
        canvas.drawString(180 + size, bottom + 15, label)
    canvas.setFont("Helvetica", 7)
    canvas.drawString(40, 60, "NOTES:")
    for number in range(4):
        canvas.drawString(
            40, 50 - number * 9, f"{model} | batch size {2**number} | SDK 1.4.0 | FP16.16 | {sentence(rng)}"
        )


MAKERS = {
    "html_post": html_post,
    "html_results": html_results,
    "pdf_charts": pdf_charts,
    "markdown": markdown,
    "text_capture": text_capture,
}


def documents(kind: str, count: int, seed: int = 7) -> Iterator[bytes]:
    """`count` documents of a kind."""
    rng = random.Random(seed)  # noqa: S311 - made-up documents, not secrets
    return (MAKERS[kind](rng) for _ in range(count))


def big(kind: str, size: int, seed: int = 7) -> bytes:
    """One document of about `size` bytes (PDFs: of 300 pages)."""
    rng = random.Random(seed)  # noqa: S311 - made-up documents, not secrets
    if kind == "pdf_charts":
        return pdf_charts(rng, 300)
    unit = {"html_post": 230, "html_results": 220, "markdown": 60, "text_capture": 260}[kind]
    return MAKERS[kind](rng, size // unit)
