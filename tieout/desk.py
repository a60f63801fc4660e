"""desk.json.gz: the desk of a run on disk, from which the review page, decisions and notices work."""

import gzip
import json
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from schemas.errors import TieoutError
from tieout.decisions.ladder import Read
from tieout.report.view import Desk, Point

FILE = "desk.json.gz"
# A tuple around it, because only non-dataclass types take a config; without it infinity would be read back as null.
_DESK = TypeAdapter(tuple[Desk], config=ConfigDict(ser_json_inf_nan="constants"))


class DeskError(TieoutError):
    """A run's folder holds no desk that this version can read."""


def dump(desk: Desk) -> bytes:
    """A desk as compressed JSON, the same bytes for the same desk."""
    return gzip.compress(_json(desk), mtime=0)


def _json(desk: Desk) -> bytes:
    try:
        return _DESK.dump_json((desk,))
    except ValueError:
        # A lone surrogate of a broken file name cannot be written as UTF-8; in what is only shown it may become a mark.
        # Not done so for all: the desk as dicts takes several times what it takes itself.
        text = json.dumps(_DESK.dump_python((desk,), mode="json"), ensure_ascii=False, separators=(",", ":"))
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
