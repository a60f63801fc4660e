"""desk.json.gz: the desk of a run on disk, from which the review page, decisions and notices work."""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from schemas.errors import TieoutError
from tieout.decisions.ladder import Read
from tieout.report.view import Desk, Item, Point

FILE = "desk.json.gz"
# A tuple around it, because only non-dataclass types take a config; without it infinity would be read back as null.
_DESK = TypeAdapter(tuple[Desk], config=ConfigDict(ser_json_inf_nan="constants"))
_ITEM = TypeAdapter(tuple[Item], config=ConfigDict(ser_json_inf_nan="constants"))
NO_ITEMS = b'"items":[]'  # the third field; before it are two ids, which have no quotes
GZIP = 31  # zlib's word for the largest window, and a gzip header without a time


class DeskError(TieoutError):
    """A run's folder holds no desk that this version can read."""


def dump(desk: Desk) -> bytes:
    """A desk as compressed JSON, the same bytes for the same desk."""
    return b"".join(pieces(desk))


def pieces(desk: Desk) -> Iterator[bytes]:
    """As `dump`, in pieces: a finding at a time, because all of them as JSON would be as much again as the desk."""
    packer = zlib.compressobj(wbits=GZIP)
    yield from filter(None, (packer.compress(piece) for piece in _json(desk)))
    yield packer.flush()


def _json(desk: Desk) -> Iterator[bytes]:
    before, after = _text(_DESK, (replace(desk, items=()),)).split(NO_ITEMS, 1)
    yield before + NO_ITEMS[:-1]
    for at, one in enumerate(desk.items):
        yield b"," * bool(at) + _text(_ITEM, (one,))[1:-1]
    yield NO_ITEMS[-1:] + after


def _text(kind: TypeAdapter[Any], value: object) -> bytes:
    try:
        return kind.dump_json(value)
    except ValueError:
        # A lone surrogate of a broken file name cannot be written as UTF-8; in what is only shown it may become a mark.
        # Not done so for all: as dicts it takes several times what it takes itself.
        text = json.dumps(kind.dump_python(value, mode="json"), ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "replace")


def loads(data: bytes) -> Desk:
    """The desk of `dump`. Raises OSError, EOFError or ValueError when it is none."""
    return _DESK.validate_json(gzip.decompress(data))[0]


def load(directory: Path) -> Desk:
    """The desk of a run's folder.

    Raises:
        DeskError: there is none, or another version of tieout wrote it.
    """
    path = directory / FILE
    try:
        return loads(path.read_bytes())
    except (OSError, EOFError) as error:
        raise DeskError(
            f"{path}: {getattr(error, 'strerror', None) or 'cannot be read'}; run `tieout run` first"
        ) from error
    except ValidationError as error:
        raise DeskError(f"{path}: was written by another version; run `tieout run` again") from error


def trend(directory: Path) -> tuple[Point, ...]:
    """The trend up to a run, () where its folder holds no desk: older versions left none."""
    try:
        return load(directory).trend
    except DeskError:
        return ()


def read_of(desk: Desk, today: str = "") -> Read:
    """What a run looked at, as decisions are held against it; `today` is the day of its newest capture when ""."""
    newest = max(desk.captured_at.values(), default="")[:10]
    failed = frozenset(one.document for one in desk.failures)
    documents = frozenset(desk.captured_at) - failed
    return Read(documents, failed, max(today, newest), desk.captured_at)
