"""Paths -> documents: find what the user named, read it, choose its parser."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from parsers.lib.registry import Raw, choose, parsers
from schemas.document import Document
from schemas.errors import DocumentError


def find(paths: Iterable[Path]) -> Iterator[Path | DocumentError]:
    """The files that `paths` name, directories walked in name order; what cannot be used comes as its error."""
    for path in paths:
        if path.is_dir():
            yield from _inside(path)
        elif path.is_file():
            yield path
        else:
            yield DocumentError(str(path), "path", "no such file or directory")


def _inside(directory: Path) -> Iterator[Path | DocumentError]:
    suffixes = tuple({suffix for one in parsers().values() for suffix in one.suffixes})
    found = sorted(path for path in directory.rglob("*") if path.name.lower().endswith(suffixes) and path.is_file())
    if not found:
        yield DocumentError(
            str(directory), "directory", f"no documents in it (looked for {', '.join(sorted(suffixes))})"
        )
    yield from found


def load(path: Path, kind: str = "") -> Document:
    """Read and decode one document; `kind` names a parser, "" chooses by name and content.

    Raises:
        DocumentError: the file cannot be read, or is not what it claims to be.
    """
    try:
        raw = Raw(str(path), path.read_bytes())
    except OSError as error:
        raise DocumentError(str(path), "path", error.strerror or "cannot be read") from error
    return choose(raw, kind).parse(raw)
