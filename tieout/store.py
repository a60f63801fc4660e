"""What a run publishes under the output folder (tieout/parsed_files.py keeps what it parses).

Results: `out/<run id>/`, and `out/latest` pointing at the newest. A run's id is the hash of its inputs and of the
id of the run before it, where "before" skips runs over the same inputs:

- the same inputs again: same predecessor, same id, same bytes. The folder is left as it is.
- other inputs: the latest run becomes the predecessor; its findings say what is new, unchanged or absent.
- back to earlier inputs: another predecessor, so another id; a published folder never changes its meaning.

Everything in a run's folder is a function of inputs and predecessor; times come from the captures. Publishing
holds a lock on the output folder, so runs at the same time follow one another; a folder is built aside and
renamed when complete, and `latest` is moved last. What a killed run left aside is swept by the next.
"""

import hashlib
import json
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tieout import atomic, steps

LATEST = "latest"
SUMMARY = "run.json"
_ASIDE = ".building-"
_REPLACED = ".replaced-"
Content = bytes | Callable[[], Iterable[bytes]]


@contextmanager
def publishing(out: Path) -> Iterator[None]:
    """Hold the output folder, put right: one run publishes at a time."""
    with atomic.locked(out / ".lock"):
        _recover(out)
        yield


def before(out: Path, inputs: str) -> str:
    """The id of the newest run over other inputs than these: the latest, or the one before it when it had the same.

    "" when there is none.
    """
    latest = _summary(out / LATEST)
    return latest.get("previous", "") if latest.get("inputs") == inputs else latest.get("run_id", "")


def run_id(inputs: str, before: str) -> str:
    """Names a run by what goes into it: `inputs`, a hash, and the run before. 16 hex digits."""
    return hashlib.sha256(f"{inputs}\0{before}".encode()).hexdigest()[:16]


def write_run(out: Path, name: str, files: Mapping[str, Content]) -> Path:
    """Publish a run under its id: these files; then move `latest`. Hold `publishing`.

    Names of `files` may have a folder before them ("pictures/a.png"). What is given as a function is made when it is
    written, piece by piece: all files of a large run together would be more than everything else that it holds.

    A folder that already holds exactly this is left untouched.
    """
    target = out / name
    if not _holds(target, files):
        _place(out, target, files)
    if not (out / LATEST).is_symlink() or (out / LATEST).readlink() != Path(name):
        atomic.point(out / LATEST, name)
    return target


def made(content: Content) -> Iterable[bytes]:
    """What a file holds, in pieces."""
    return (content,) if isinstance(content, bytes) else content()


def _holds(directory: Path, files: Mapping[str, Content]) -> bool:
    """Whether a folder holds exactly these files."""
    there = {path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file()}
    return there == set(files) and all(_same(directory / name, content) for name, content in files.items())


def _same(path: Path, content: Content) -> bool:
    with path.open("rb") as file:
        return all(file.read(len(piece)) == piece for piece in made(content)) and not file.read(1)


def _place(out: Path, target: Path, files: Mapping[str, Content]) -> None:
    aside = out / f"{_ASIDE}{secrets.token_hex(8)}"
    aside.mkdir()
    for name, content in files.items():
        atomic.write_pieces(aside / name, made(content))
    if target.exists():
        # A folder cannot be renamed over another. If we die between the two renames, _recover puts the old one back.
        target.rename(out / f"{_REPLACED}{target.name}")
        steps.reached("folder moved away")
    steps.reached("folder built")
    aside.rename(target)
    steps.reached("folder placed")
    atomic.sync_directory(out)
    shutil.rmtree(out / f"{_REPLACED}{target.name}", ignore_errors=True)


def _recover(out: Path) -> None:
    """Put right what a killed run left; nobody else writes here while the lock is held."""
    for replaced in out.glob(f"{_REPLACED}*"):
        target = out / replaced.name.removeprefix(_REPLACED)
        if target.exists():
            shutil.rmtree(replaced, ignore_errors=True)
        else:
            replaced.rename(target)
    for aside in out.glob(f"{_ASIDE}*"):
        shutil.rmtree(aside, ignore_errors=True)
    atomic.sweep(out, older_than_s=0)


def _summary(directory: Path) -> dict[str, str]:
    try:
        content = json.loads((directory / SUMMARY).read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(content, dict):
        return {}
    return {key: value for key, value in content.items() if isinstance(value, str)}
