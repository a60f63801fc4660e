"""Parsed documents on disk: `<state>/parsed/<key>.json`.

The key hangs on the bytes, the document's name, the versions of the parser and of the extraction, and the vocabulary;
so a file is written once and never goes stale. Apart from tieout/store.py, because the children that parse need this
and none of the libraries for tables, which take a child as long to load as a hundred documents to read.
"""

from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from schemas.errors import DocumentError
from schemas.statement import Parsed
from tieout import atomic

# A tuple around it, because only non-dataclass types take a config; without it infinity would be read back as null.
_PARSED = TypeAdapter(tuple[Parsed], config=ConfigDict(ser_json_inf_nan="constants"))


def parsed_path(state: Path, key: str) -> Path:
    """Where the parsed document of a key is kept."""
    return state / "parsed" / f"{key}.json"


def dump(parsed: Parsed) -> bytes:
    """A parsed document as JSON; `loads` gives back an equal value.

    Raises:
        DocumentError: its text cannot be written as UTF-8 (a lone surrogate from a broken font map).
    """
    try:
        return _PARSED.dump_json((parsed,))
    except ValueError as error:
        raise DocumentError(parsed.document.name, "text layer", f"cannot be stored: {error}") from error


def loads(data: bytes) -> Parsed:
    """The document of `dump`. Raises ValueError when it is none."""
    return _PARSED.validate_json(data)[0]


def save_parsed(path: Path, parsed: Parsed) -> None:
    """Keep a parsed document; whole or not at all."""
    atomic.write_bytes(path, dump(parsed))


def load_parsed(path: Path) -> Parsed | None:
    """A kept document, None when there is none or it is unreadable: it is then parsed again."""
    try:
        return loads(path.read_bytes())
    except (OSError, ValidationError):
        return None


def sweep_parsed(state: Path) -> None:
    """Remove what runs left half-written long ago."""
    atomic.sweep(state / "parsed")
