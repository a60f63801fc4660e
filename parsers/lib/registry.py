"""The parsers by kind: one file a kind, found by walking the package; choosing one for some bytes."""

import hashlib
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, wraps

from schemas.document import Document
from schemas.errors import DocumentError


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes as captured, under the name the user knows them by."""

    name: str
    data: bytes
    declared_type: str = ""  # Content-Type of the capture, "" for a local file


@dataclass(frozen=True, slots=True)
class Parser:
    """A kind of document. `version` grows with every change that can change its output; caches hang on it."""

    kind: str
    version: int
    suffixes: tuple[str, ...]
    media_type: str
    accepts: Callable[[bytes], int]
    parse: Callable[[Raw], Document]


_PARSERS: dict[str, Parser] = {}


def parser(
    kind: str, *, version: int, suffixes: tuple[str, ...], media_type: str, accepts: Callable[[bytes], int]
) -> Callable[[Callable[[Raw], Document]], Callable[[Raw], Document]]:
    """Register `parse(raw) -> Document` as a kind; what it gives is stamped with whose bytes those are.

    `accepts(data)` looks at the bytes, not the name: 0 means "not mine", a higher number a better fit among the
    kinds that share a suffix (a results page and a post are both .html).
    """

    def register(parse: Callable[[Raw], Document]) -> Callable[[Raw], Document]:
        if kind in _PARSERS:
            raise ValueError(f"two parsers are called {kind!r}")

        @wraps(parse)
        def stamped(raw: Raw) -> Document:
            return replace(
                parse(raw),
                name=raw.name,
                sha256=hashlib.sha256(raw.data).hexdigest(),
                parser=kind,
                parser_version=version,
                media_type=media_type,
                n_bytes=len(raw.data),
            )

        _PARSERS[kind] = Parser(kind, version, suffixes, media_type, accepts, stamped)
        return stamped

    return register


@cache
def parsers() -> dict[str, Parser]:
    """Every kind, by name."""
    import parsers as package

    for module in pkgutil.iter_modules(package.__path__, "parsers."):
        if not module.ispkg:
            importlib.import_module(module.name)
    return dict(sorted(_PARSERS.items()))


def choose(raw: Raw, kind: str = "") -> Parser:
    """The parser for these bytes: the named kind, else the best fit among those that know the file's suffix.

    Raises:
        DocumentError: an unknown kind, an empty file, or bytes that no kind with this suffix accepts.
    """
    known = parsers()
    if kind:
        if kind not in known:
            raise DocumentError(raw.name, "parser", f"no parser is called {kind!r}; there are {', '.join(known)}")
        return known[kind]
    if not raw.data.strip():
        raise DocumentError(raw.name, "whole file", "the file is empty")
    fits = sorted(_fits(raw, known), key=lambda fit: (-fit[0], fit[1].kind))
    if not fits:
        raise DocumentError(raw.name, "byte 0", _why_not(raw, known))
    return fits[0][1]


def _fits(raw: Raw, known: dict[str, Parser]) -> Iterator[tuple[int, Parser]]:
    for candidate in known.values():
        if raw.name.lower().endswith(candidate.suffixes) and (score := candidate.accepts(raw.data)):
            yield score, candidate


def _why_not(raw: Raw, known: dict[str, Parser]) -> str:
    suffixes = sorted({suffix for one in known.values() for suffix in one.suffixes})
    if not raw.name.lower().endswith(tuple(suffixes)):
        return f"unknown kind of file; known are {', '.join(suffixes)}"
    return f"the content is {sniff(raw.data)}, not what the name's ending says"


MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "gzip data"),
)


def sniff(data: bytes) -> str:
    """What the first bytes are, in words."""
    head = data[:1024].lstrip()
    for magic, name in MAGIC:
        if head.startswith(magic):
            return name
    return "binary data" if b"\0" in head else "text"
