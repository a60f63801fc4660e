"""Feed junk to every parser and look for anything but statements or a message of ours.

    uv run python -m benchmarks.fuzz [--seconds 600] [--kind markdown ...] [--seed 1] [--out fuzz-found]

Samples of raw/ and of benchmarks/corpus.py are cut, spliced, flipped and repeated at random; some documents are
random throughout. Each is parsed and extracted in a child with bounds on memory and CPU time. What raises anything
but TieoutError, hangs or grows too large is written to --out, shortened, with its traceback; so is the slowest
document of all. Exit code 1 when there was trouble.
"""

import argparse
import contextlib
import hashlib
import multiprocessing
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks import fuzz_pdf
from benchmarks.corpus import KINDS, documents
from benchmarks.shapes import SHAPES, SUFFIXES

ROOT = Path(__file__).resolve().parent.parent
MEMORY = 2 << 30
CPU_SECONDS = 10.0  # for one document: others may be using the machine, so the clock says nothing
WALL_SECONDS = 200.0  # for a child that does not even see its own signal
MAX_BYTES = 200_000
SHORTEN_SECONDS = 30.0
TOKENS = (
    b"<table>", b"</table>", b"<td rowspan=0 colspan=99999>", b"<tr>", b"<sup>", b"&#x110000;", b"&times;", b"|", b"\n",
    b"---", b"| --- |", b"```", b"> ", b"[^1]:", b"[", b"](", b"**", b"17x", b"1e999", b"10^99999", b"9" * 400, b"%",
    b" faster", b"\xc2\xa0", b"\xff", b"\0", b"\r", b"\x0c", b"$", b"1-2k", b"1:32:10", b"=====  =====", b"+---+---+",
    b".. table::", b"* - ", b":::MLLOG {", b'"key": "run_start"', b'"time_ms": ', b"{", b"Infinity",
    b"obj", b"stream", b"/Rotate 90", b"/CropBox [0 0 0 0]", b"0 0 0 0 re f", b"\xe2\x80\x8b",
)  # fmt: skip


def samples(kind: str) -> list[bytes]:
    """What mutations start from."""
    found = list(documents(kind, 2)) if kind in KINDS else []
    found += [shape(2_000) for shape in SHAPES[kind].values()]
    paths = [*ROOT.glob(f"raw/*/*{SUFFIXES[kind]}"), *ROOT.glob(f"tests/**/*{SUFFIXES[kind]}")]
    found += [path.read_bytes() for path in sorted(paths)]
    return [data[:MAX_BYTES] if kind != "pdf_charts" else data for data in found]


def mutate(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """A few random edits."""
    edits: tuple[Callable[[bytes], bytes], ...] = (
        lambda d: _insert(rng, d, rng.choice(TOKENS)),
        lambda d: _insert(rng, d, rng.choice(TOKENS) * rng.choice((2, 50, 3000))),
        lambda d: _insert(rng, d, _slice(rng, rng.choice(others))),
        lambda d: _drop(rng, d),
        lambda d: _flip(rng, d),
        lambda d: _slice(rng, d) or d,
        lambda d: (_slice(rng, d)[:300] * rng.randint(2, 300)) or d,
    )
    for _ in range(rng.randint(1, 8)):
        data = rng.choice(edits)(data)
    return data[:MAX_BYTES]


def _slice(rng: random.Random, data: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[start : start + rng.choice((10, 100, 5000, MAX_BYTES))]


def _insert(rng: random.Random, data: bytes, what: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + what + data[at:]


def _drop(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 10, 1000)) :]


def _flip(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 20) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def made_up(rng: random.Random) -> bytes:
    """A document of random tokens."""
    return b"".join(rng.choice(TOKENS)[:40] for _ in range(rng.choice((3, 30, 300, 3000))))


def document(rng: random.Random, kind: str, seeds: list[bytes]) -> bytes:
    """Something to read: a sample edited, a page of a PDF edited, or random tokens."""
    if kind == "pdf_charts" and rng.random() < 0.8:
        found = fuzz_pdf.contents()
        edited = mutate(rng, rng.choice(found), found) if rng.random() < 0.7 else fuzz_pdf.drawn(rng)
        return fuzz_pdf.pages(rng, edited)
    return mutate(rng, rng.choice(seeds), seeds) if rng.random() < 0.85 else made_up(rng)


class SlowError(BaseException):
    """A document took too much CPU time. No Exception: parsers may turn those into errors of ours."""


def _stop(*_: object) -> None:
    raise SlowError(f"not done within {CPU_SECONDS:.0f} CPU seconds")


def serve(pipe: Connection, kind: str) -> None:
    """The child: documents in; a traceback or "", and CPU seconds, out."""
    from parsers.lib.extract import extract
    from parsers.lib.registry import Raw, parsers
    from schemas.errors import TieoutError
    from schemas.names import vocabulary

    words, parser = vocabulary(), parsers()[kind]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _stop)
    while (data := pipe.recv_bytes()) != b"":
        trouble, start = "", time.process_time()
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        try:
            if parser.accepts(data):
                _look(extract(parser.parse(Raw(f"fuzz{SUFFIXES[kind]}", data)), words))
        except TieoutError:
            pass
        except (Exception, SlowError):  # noqa: BLE001 - this is what the fuzzer looks for
            trouble = traceback.format_exc()
        signal.setitimer(signal.ITIMER_PROF, 0)
        pipe.send((trouble, time.process_time() - start))


def _look(parsed: object) -> None:
    """Offsets must give back their quotes, and figures their intervals."""
    from schemas.statement import Parsed

    if not isinstance(parsed, Parsed):
        raise TypeError(type(parsed))
    for claim in parsed.claims:
        _ = claim.figure.interval
        if parsed.document.text[claim.figure.start : claim.figure.end] != claim.quote:
            raise ValueError(f"the quote {claim.quote!r} does not stand at {claim.figure.start}")
    for row in parsed.measurements:
        if not 0 <= row.start <= row.end <= len(parsed.document.text):
            raise ValueError(f"a cell outside of the text: {row.start}-{row.end}")


class Child:
    """A process that is begun anew when it dies or hangs."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.process: multiprocessing.process.BaseProcess | None = None
        self.seconds = 0.0  # of CPU time that the last document took

    def run(self, data: bytes) -> str:
        """What went wrong with a document, "" when nothing did."""
        if self.process is None:
            self._start()
        try:
            self.pipe.send_bytes(data or b"\n")
            if self.pipe.poll(WALL_SECONDS):
                trouble, self.seconds = self.pipe.recv()
                return str(trouble)
            trouble = f"no answer within {WALL_SECONDS:.0f} s"
        except (EOFError, OSError):
            trouble = "the process died"
        self.stop()
        return trouble

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other, self.kind), daemon=True)
        self.process.start()
        other.close()

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def shorten(child: Child, data: bytes, trouble: str) -> bytes:
    """A shorter document with the same trouble."""
    wanted, size, until = _last(trouble), len(data) // 2, time.monotonic() + SHORTEN_SECONDS
    while size and time.monotonic() < until:
        at = 0
        while at < len(data) and time.monotonic() < until:
            shorter = data[:at] + data[at + size :]
            if shorter and _last(child.run(shorter)) == wanted:
                data = shorter
            else:
                at += size
        size //= 2
    return data


def _last(trouble: str) -> str:
    """What tells one trouble from another: the kind of error and the line that raised it."""
    lines = [text.strip() for text in trouble.strip().splitlines()]
    places = [text for text in lines if text.startswith("File ")]
    return f"{lines[-1].split(':')[0]} {places[-1]}" if places else "".join(lines[-1:])


def fuzz(kind: str, seconds: float, seed: int, out: Path) -> int:
    """Fuzz one kind; returns how many different troubles were found."""
    rng, child, seeds = random.Random(f"{kind}{seed}"), Child(kind), samples(kind)  # noqa: S311 - not for secrets
    seen: set[str] = set()
    count, slowest, until = 0, (0.0, b""), time.monotonic() + seconds
    while time.monotonic() < until:
        data = document(rng, kind, seeds)
        trouble = child.run(data)
        count, slowest = count + 1, max(slowest, (child.seconds, data))
        if trouble and _last(trouble) not in seen:
            seen.add(_last(trouble))
            save(out, kind, shorten(child, data, trouble) if "SlowError" not in trouble else data, trouble)
    child.stop()
    save(out, kind, slowest[1], f"the slowest document: {slowest[0]:.1f} CPU seconds")
    print(f"{kind}: {count} documents, slowest {slowest[0]:.1f} CPU s, {len(seen)} different troubles", flush=True)
    return len(seen)


def save(out: Path, kind: str, data: bytes, trouble: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    name = f"{kind}-{hashlib.sha256(data).hexdigest()[:8]}"
    (out / f"{name}{SUFFIXES[kind]}").write_bytes(data)
    (out / f"{name}.trouble").write_text(trouble, encoding="utf-8")
    print(f"{kind}: {trouble.strip().splitlines()[-1]} ({len(data)} bytes) -> {name}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=600, help="for each kind")
    options.add_argument("--kind", nargs="*", choices=SUFFIXES, default=list(SUFFIXES))
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=Path("fuzz-found"))
    chosen = options.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(bool(sum(fuzz(kind, chosen.seconds, chosen.seed, chosen.out) for kind in chosen.kind)))


if __name__ == "__main__":
    main()
