"""A folder of sources with a capture each, made up here: what a run of the flow has before it."""

import hashlib
import random
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

from benchmarks.corpus import pdf_charts
from schemas.names import vocabulary
from tieout.capture import kinds
from tieout.capture.adopt import tools
from tieout.capture.receipts import Receipt, dump, iso, receipt_of, stamped

FIRST, THEN = "20260101T040000Z", "20260102T040000Z"
OFF = Decimal("1.7")
SENTENCES = 8
Maker = Callable[[random.Random], bytes]


def small_post(rng: random.Random) -> bytes:
    """A short launch post about machines and models of the vocabulary; one factor in a hundred is printed wrong."""
    said = "".join(f"<p>{_sentence(rng)} We rebuilt the compiler from the ground up.</p>" for _ in range(SENTENCES))
    page = f"<main><article><h1>A new system</h1><p>2 March 2026</p>{said}</article></main>"
    return f"<!doctype html><html lang=en><head><title>Post</title></head><body>{page}</body></html>".encode()


def chart_notes(rng: random.Random) -> bytes:
    """Six pages of charts: what takes long enough to be worth a worker."""
    return pdf_charts(rng, 6)


def _sentence(rng: random.Random) -> str:
    machines = [one.name for one in vocabulary().entries("platforms") if one.text("kind") in ("chip", "system")]
    models = [one.name for one in vocabulary().entries("workloads")]
    model, ours, theirs = rng.choice(models), *rng.sample(machines, 2)
    # By what is compared and not by chance: a corpus that contradicts itself everywhere would time its findings only.
    right = 2 + int(hashlib.sha256(f"{model}{ours}{theirs}".encode()).hexdigest(), 16) % 30
    factor = int(right * OFF) if rng.random() < 0.01 else right
    return f"Training {model} on the {ours} is {factor}x faster than on the {theirs}."


def corpus(folder: Path, count: int, make: Maker = small_post, suffix: str = ".html", seed: int = 7) -> Path:
    """Write `count` sources with one capture each. Returns the path of sources.yml."""
    rng = random.Random(seed)  # noqa: S311 - made-up documents, not secrets
    names = [f"source-{number:06d}" for number in range(count)]
    for name in names:
        capture(folder / "raw" / name, make(rng), suffix, FIRST)
    path = folder / "raw" / "sources.yml"
    path.write_text("sources:\n" + "".join(_entries(names, suffix)))
    return path


def _entries(names: list[str], suffix: str) -> Iterator[str]:
    kind = "pdf_charts" if suffix == ".pdf" else "html_post"
    for name in names:
        yield f"- {{name: {name}, url: 'https://example.org/{name}', parser: {kind}, manual: true, licence: ours}}\n"


def capture(directory: Path, data: bytes, suffix: str, when: str) -> None:
    """Write bytes with their receipt into a source's folder, as `tieout capture` leaves them."""
    directory.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(data).hexdigest()
    name = f"{when}-{digest[:8]}{suffix}"
    url = f"https://example.org/{directory.name}"
    kind = kinds.TYPES[suffix]
    at = iso(stamped(name))
    made = Receipt(
        url, url, digest, len(data), at, "new", "adopted", declared_type=kind, sniffed_type=kind, tools=tools()
    )
    (directory / name).write_bytes(data)
    (directory / receipt_of(name)).write_bytes(dump(made))


def change(path: Path, count: int, seed: int = 8) -> None:
    """Give the first `count` sources of a corpus another version of their page, a day later."""
    rng = random.Random(seed)  # noqa: S311 - made-up documents, not secrets
    for folder in sorted(path.parent.glob("source-*"))[:count]:
        capture(folder, small_post(rng), ".html", THEN)
