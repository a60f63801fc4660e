"""Captures -> parsed documents: what is wrong with one document becomes a `Failure` and stops no other."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.util import Finalize
from pathlib import Path

from parsers.lib.extract import extract
from schemas.errors import DocumentError
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout import parsed_files
from tieout.capture import Capture
from tieout.failures import Failure
from tieout.limited import Allowance, Children, KilledError, OverLimitError
from tieout.planning import Job, Shard, failure, read

FEW = 8  # documents that are parsed sooner than one more child process is up
BATCH = 16  # documents that a child is given at once,
SMALL = 1 << 17  # and the bytes of them together, when there is more than one
PARSING = Allowance()  # of one call of a child, a document or a batch: bytes from anywhere must not take the machine


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a shard: paths of parsed documents, and what failed."""

    parsed: tuple[Path, ...]
    failures: tuple[Failure, ...]


_shared: list[Children] = []  # of this process, the innermost last


@contextmanager
def shared_children(n_jobs: int) -> Iterator[None]:
    """As long as this lasts, every shard that this process works on uses the same children.

    A child takes two seconds to load what parsers need; started anew by each shard that costs more than small documents
    do. They start when first needed.
    """
    with Children(_workers(n_jobs), PARSING) as some:
        _shared.append(some)
        try:
            yield
        finally:
            _shared.remove(some)


def keep_child() -> None:
    """Share one child from now until this process ends: it is one worker of several, on one core."""
    if not _shared:
        _shared.append(Children(1, PARSING))
        # Not by atexit, which a worker of multiprocessing never runs: it would wait for its child for ever.
        Finalize(None, _shared[0].close, exitpriority=1)


def _workers(n_jobs: int) -> int:
    return min(1 + n_jobs // FEW, os.cpu_count() or 1)


@contextmanager
def children(n_jobs: int) -> Iterator[Children]:
    """The children that shards share here, or some for these jobs alone."""
    if _shared:
        yield _shared[-1]
        return
    with Children(_workers(n_jobs), PARSING) as some:
        yield some


def kept(shard: Shard) -> Outcome:
    """What came of a shard whose documents are all kept."""
    return Outcome(tuple(job.parsed for job in shard.jobs), ())


def parse_shard(shard: Shard) -> Outcome:
    """Parse what is not parsed yet, each document kept as soon as it is read; a killed run loses only what it was at.

    Raises:
        VocabularyError: it changed and broke since the plan was made.
    """
    todo = [job for job in shard.jobs if parsed_files.load_parsed(job.parsed) is None]
    failed = {job: failure for job, failure in zip(todo, _parse(todo), strict=True) if failure}
    return Outcome(tuple(job.parsed for job in shard.jobs if job not in failed), tuple(failed.values()))


def _parse(jobs: Sequence[Job]) -> list[Failure | None]:
    if not jobs:
        return []
    with children(len(jobs)) as some:
        made: dict[Job, Failure | OverLimitError | None] = {}
        batches = list(_batches(jobs))
        for batch, results in zip(batches, some.each(parse_some, batches), strict=True):
            if not isinstance(results, OverLimitError):
                made |= dict(zip(batch, results, strict=True))
            elif len(batch) == 1 and not isinstance(results, KilledError):
                made[batch[0]] = results
        # Which of a batch took too much is found by reading each by itself, but for those that were kept before it did.
        # A child that somebody killed says nothing of its document either: it gets another one, and fails with that.
        made |= {job: None for job in jobs if job not in made and parsed_files.load_parsed(job.parsed)}
        left = [job for job in jobs if job not in made]
        made |= dict(zip(left, some.each(parse_one, left), strict=True))
    return [_result(job, made[job]) for job in jobs]


def _batches(jobs: Sequence[Job]) -> Iterator[tuple[Job, ...]]:
    """Documents for one call of a child: some small ones, which take less to read than a call does to send."""
    most = min(BATCH, max(1, len(jobs) // (2 * (os.cpu_count() or 1))))
    batch: list[Job] = []
    size = 0
    for job in jobs:
        bytes_ = _size(job)
        if batch and (len(batch) >= most or size + bytes_ > SMALL):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(job)
        size += bytes_
    if batch:
        yield tuple(batch)


def _size(job: Job) -> int:
    try:
        return job.capture.path.stat().st_size
    except OSError:
        return SMALL  # what is wrong with it is said when it is read


def parse_some(jobs: Sequence[Job]) -> list[Failure | None]:
    """`parse_one` of each, one after the other."""
    return [parse_one(job) for job in jobs]


def _result(job: Job, made: Failure | OverLimitError | None) -> Failure | None:
    if isinstance(made, OverLimitError):
        return Failure(job.capture.document, "whole file", f"reading it {made}")
    return made


def parse_one(job: Job) -> Failure | None:
    """Parse a capture and keep the result; what is wrong with it is returned."""
    try:
        raw, parser = read(job.capture)
        parsed_files.save_parsed(job.parsed, extract(parser.parse(raw), vocabulary()))
    except DocumentError as error:
        return failure(error)
    except (ValueError, LookupError, TypeError, ArithmeticError, AttributeError, NameError, RecursionError) as error:
        # A bug of ours, met in one document: said as such, and no reason to lose the others.
        reason = f"tieout failed on this document ({type(error).__name__}: {error}); please report it"
        return Failure(job.capture.document, "whole file", reason)
    return None


def statements_of(one: Capture, children: Children) -> Parsed:
    """What a capture says, read in a child process and not kept. Raises DocumentError when it cannot be read."""
    try:
        return children.call(_statements, one)
    except OverLimitError as error:
        raise DocumentError(one.document, "whole file", f"reading it {error}") from error


def _statements(one: Capture) -> Parsed:
    raw, parser = read(one)
    return extract(parser.parse(raw), vocabulary())


def load_all(paths: Iterable[Path]) -> list[Parsed]:
    """The parsed documents at these paths. Raises DocumentError when one is gone or unreadable."""
    return list(load_each(paths))


def load_each(paths: Iterable[Path]) -> Iterator[Parsed]:
    """As `load_all`, one at a time."""
    for path in paths:
        parsed = parsed_files.load_parsed(path)
        if parsed is None:
            path.unlink(missing_ok=True)  # else the next run would take it for one that needs no parsing
            raise DocumentError(str(path), "parsed document", "is gone or was damaged; run again to parse it anew")
        yield parsed
