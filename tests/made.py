"""Hand-made values that more than one test needs: documents, claims, findings, and folders with sources."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from schemas.document import Block, Box, Cell, Document, Table
from schemas.finding import Evidence, Finding
from schemas.interval import ulp
from schemas.statement import Claim, Figure, Measurement, Parsed, Side
from tieout.capture import adopt
from tieout.sources import sources

SHA = "ab" * 32


def document(text: str, name: str = "post.html") -> Document:
    block = Block("paragraph", 0, len(text), dom_path="main > p")
    return Document(name, SHA, "html_post", 1, "text/html", len(text.encode()), text, title="A post", blocks=(block,))


def claim(within: Document, printed: str, box: Box | None = None) -> Claim:
    """The claim that `printed`, such as "17x", makes where it first stands."""
    start = within.text.index(printed)
    literal = printed.rstrip("x")
    value = Decimal(literal)
    figure = Figure(start, start + len(printed), literal, "ratio", value, "x", "exact", ulp(literal))
    return Claim(
        within.document_id,
        within.name,
        figure,
        "prose",
        printed,
        within.text,
        0,
        metric="time_to_result",
        workload="MCMC",
        task="training",
        subject=Side("IPU-M2000", "IPU-M2000", 1, (("precision", "16.16"),)),
        baseline=Side("", "latest GPU"),
        box=box,
    )


def parsed(text: str, *printed: str, name: str = "post.html") -> Parsed:
    within = document(text, name)
    return Parsed(within, tuple(claim(within, one) for one in printed), (), ())


def table_document(name: str = "results.html") -> Document:
    """A results page with one table of one row: Model | Throughput | Latency, "ResNet-50 58,112 0.8"."""
    text = "Model Throughput Latency\nResNet-50 58,112 0.8\n"
    cells = [Cell(word, text.index(word), text.index(word) + len(word)) for word in text.split()]
    table = Table("T1", "Inference", tuple(cells[:3]), (tuple(cells[3:]),), 0, len(text))
    return replace(document(text, name), tables=(table,))


def measurement(within: Document) -> Measurement:
    start = within.text.index("58,112")
    figure = Figure(start, start + 6, "58,112", "absolute", Decimal(58112), "items/s", "exact", Decimal(1))
    cell = (within.document_id, within.name, "T1", 1, "Throughput", "58,112", start, start + 6)
    return Measurement(*cell, "throughput", "items/s", "ok", figure, workload="ResNet-50")


def finding(*claims: Claim, likely_wrong: int | None = None, check: str = "same-comparison") -> Finding:
    return Finding(
        check,
        "inconsistent",
        "high",
        f"{claims[0].quote} against {claims[-1].quote}",
        "17x allows [16.5, 17.5], 27x allows [26.5, 27.5]: no number fits both.",
        ("mcmc", "training", "time_to_result"),
        tuple(Evidence.of(one) for one in claims),
        "" if likely_wrong is None else claims[likely_wrong].statement_id,
        "Two of three statements say 17x.",
        check_version=1,
    )


POSTS = {
    "launch": "<p>Our system reaches the result 17x faster than the latest GPU, in MCMC training.</p>",
    "article": "<p>The system was 2.5x faster than the A100 in ResNet-50 training, by our measure.</p>",
}


def folder(root: Path, posts: dict[str, str] | None = None) -> Path:
    """A raw/ folder under `root` with one HTML source a post, captured and with receipts; its sources.yml."""
    posts = POSTS if posts is None else posts
    raw = root / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    entries = [f"  - name: {name}\n    url: https://example.org/{name}\n    parser: html_post\n" for name in posts]
    path = raw / "sources.yml"
    path.write_text("sources:\n" + "".join(entries))
    for source in sources(path):
        put(root, source.name, posts[source.name])
    return path


def put(root: Path, name: str, body: str) -> Path:
    """One more capture of a source of `folder`."""
    source = next(one for one in sources(root / "raw" / "sources.yml") if one.name == name)
    local = root / f"{name}.html"
    title = f"<title>{name}</title><meta charset='utf-8'>"
    local.write_text(f"<!doctype html><html><head>{title}</head><body><main><h1>{name}</h1>{body}</main></body></html>")
    return adopt(local, source)


class Here:
    """Stands in for tieout.limited.Children and calls in this process."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def call(self, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """What the function returns."""
        return function(*args, **named)

    def each(self, function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
        """The function over values."""
        return map(function, values)
