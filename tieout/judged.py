"""What the checks of one document say of it, kept between runs: `<state>/judged/<rules>/<document>.json`.

The folder's name hangs on the code and on which of these checks are on, the file's on everything that the parsed
document hangs on. A file is written once and whole, never goes stale, and can be deleted at any time.
"""

import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout import atomic, codebase, parsed_files, parsing, reach
from tieout.hashed import hashed
from tieout.limited import OverLimitError
from tieout.reconcile import guarded
from tieout.tuning import Tuning, tuning

UNUSED_AFTER_S = 14 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Judged:
    """What the checks of one document say of it, in their order."""

    findings: tuple[Finding, ...]
    skips: tuple[Skip, ...]


# A tuple around it, because only non-dataclass types take a config; without it infinity would be read back as null.
_JUDGED = TypeAdapter(tuple[Judged], config=ConfigDict(ser_json_inf_nan="constants"))


def folder(state: Path, tuned: Tuning | None = None) -> Path:
    """Where what today's checks say is kept."""
    on = [check.code for check in reach.narrow(tuning() if tuned is None else tuned)]
    return state / "judged" / hashed(codebase.fingerprint(), vocabulary().sha256, on)


def sweep(state: Path) -> None:
    """Remove what other versions of the checks said, a fortnight after they last judged anything."""
    limit = time.time() - UNUSED_AFTER_S
    for old in (state / "judged").glob("*"):
        if old != folder(state) and old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)
    atomic.sweep(folder(state))


def judge(one: Parsed, tuned: Tuning | None = None) -> Judged:
    """Every check of one document over it."""
    corpus = Corpus((one,), (), vocabulary())
    every = reach.narrow(tuning() if tuned is None else tuned)
    return sorted_out(item for check in every for item in guarded(check, corpus))


def sorted_out(said: Iterable[Finding | Skip]) -> Judged:
    """What checks said, findings and skips apart."""
    every = list(said)
    findings = tuple(item for item in every if isinstance(item, Finding))
    return Judged(findings, tuple(item for item in every if isinstance(item, Skip)))


def load(path: Path) -> Judged | None:
    """What was kept, None when there is nothing or it is unreadable: the document is then judged again."""
    try:
        return _JUDGED.validate_json(path.read_bytes())[0]
    except (OSError, ValidationError):
        return None


def save(path: Path, said: Judged) -> None:
    """Keep it; whole or not at all."""
    atomic.write_bytes(path, _JUDGED.dump_json((said,)))


def kept(path: Path, one: Parsed) -> Judged:
    """What the checks say of a document: read where it was judged before, else judged now and kept at `path`."""
    found = load(path)
    if found is None:
        found = judge(one)
        save(path, found)
    return found


def left(paths: Iterable[Path], state: Path) -> list[Path]:
    """The parsed documents among these that were not judged yet."""
    here = folder(state)
    return [path for path in paths if not (here / path.name).exists()]


def judge_shard(paths: Sequence[Path], state: Path) -> int:
    """Judge parsed documents ahead of time, in child processes; returns how many. Those left out are judged later.

    A document that takes a child down is left for `kept`, in the main process, as all of them were without this.
    """
    here = folder(state)
    todo = [(path, here / path.name) for path in left(paths, state)]
    if not todo:
        return 0
    with parsing.children(len(todo)) as children:
        return sum(not isinstance(one, OverLimitError) for one in children.each(_judge_one, todo))


def _judge_one(job: tuple[Path, Path]) -> None:
    path, kept_at = job
    one = parsed_files.load_parsed(path)
    if one is not None:
        save(kept_at, judge(one))
