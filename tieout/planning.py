"""What a run has before it: every source's newest capture, and where what it says is kept, in shards."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parsers.lib.extract import VERSION
from parsers.lib.registry import Parser, Raw, choose
from schemas.errors import DocumentError
from schemas.names import vocabulary
from tieout import parsed_files
from tieout.capture import Capture, capture_all, earlier
from tieout.failures import Failure
from tieout.hashed import hashed
from tieout.sources import sources

SHARD_SIZE = 32  # documents a task, at least: 20-50 keep a scheduler's cost per task out of sight
SHARDS = 100  # more than that keep no machines busier; what is left is put into larger ones
LARGEST = 20 * SHARD_SIZE  # what a worker that is killed leaves is done by one process


@dataclass(frozen=True, slots=True)
class Job:
    """A capture to parse, and where its parsed document is kept."""

    capture: Capture
    parsed: Path
    earlier: bool = False  # a newer capture of the source is in the plan too


@dataclass(frozen=True, slots=True)
class Shard:
    """Documents that one task parses. `key` changes with any of their bytes, names, parsers or the vocabulary."""

    key: str
    jobs: tuple[Job, ...]

    @property
    def complete(self) -> bool:
        """Whether every parsed document of it is on disk already."""
        return all(job.parsed.exists() for job in self.jobs)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run has before it: shards, the documents that failed before parsing, and how many are parsed already.

    A shard has only documents that are kept already, or none: one changed document among thousands is one small task.
    """

    shards: tuple[Shard, ...]
    failures: tuple[Failure, ...]
    n_cached: int

    @property
    def captures(self) -> tuple[Capture, ...]:
        """Every source's newest capture."""
        return tuple(job.capture for job in self.jobs if not job.earlier)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Every capture that is to be parsed or was, earlier ones too."""
        return tuple(job for shard in self.shards for job in shard.jobs)

    @property
    def n_documents(self) -> int:
        """How many captures there are to parse, those parsed already among them."""
        return sum(len(shard.jobs) for shard in self.shards)

    @property
    def captured_at(self) -> dict[str, str]:
        """When each document was captured (UTC, ISO 8601), by document_id."""
        return {job.capture.document_id: job.capture.captured_at for job in self.jobs}


def plan(sources_path: Path, state: Path, shards: int = SHARDS) -> Plan:
    """Every source's newest capture, checked, in some `shards` where there are many.

    Raises:
        SourcesError, VocabularyError: the configuration is wrong; nothing can be run.
    """
    parsed_files.sweep_parsed(state)
    made = _Maker(state)
    jobs: list[Job] = []
    failures: list[Failure] = []
    for one in capture_all(sources(sources_path)):
        try:
            jobs.append(made.job(one))
        except DocumentError as error:
            failures.append(failure(error))
    jobs += [old for job in jobs if (old := made.before(job))]
    kept = [job for job in jobs if job.parsed.exists()]
    left = [job for job in jobs if not job.parsed.exists()]
    return Plan((*_shards(kept, shards), *_shards(left, shards)), tuple(failures), len(kept))


class _Maker:
    """Makes jobs; the versions that their keys hang on are looked up once."""

    def __init__(self, state: Path) -> None:
        self._state, self._words = state, vocabulary().sha256

    def job(self, one: Capture | DocumentError, *, earlier: bool = False) -> Job:
        """Raises DocumentError when there is no capture, or no parser for it."""
        if isinstance(one, DocumentError):
            raise one
        _, parser = read(one)
        key = hashed(one.document, one.sha256, parser.kind, parser.version, VERSION, self._words)
        return Job(one, parsed_files.parsed_path(self._state, key), earlier)

    def before(self, job: Job) -> Job | None:
        """The capture that this one replaced: checks over time hold the two against each other."""
        old = earlier(job.capture)
        try:
            return self.job(old, earlier=True) if old else None
        except DocumentError:
            return None  # what can no longer be read was reported when it was new


def read(capture: Capture) -> tuple[Raw, Parser]:
    """A capture's bytes and the parser for them. Raises DocumentError when either is not there."""
    try:
        data = capture.path.read_bytes()
    except OSError as error:
        raise DocumentError(capture.document, str(capture.path), error.strerror or "cannot be read") from error
    if hashlib.sha256(data).hexdigest() != capture.sha256:
        raise DocumentError(capture.document, "whole file", "the bytes changed while the run was under way")
    raw = Raw(capture.document, data, capture.media_type)
    # A named parser is taken at its word, so ask first whether any fits: an empty file or a picture named .html
    # is then said to be that, and not to be bad UTF-8.
    fitting = choose(raw)
    return raw, choose(raw, capture.source.parser) if capture.source.parser else fitting


def failure(error: DocumentError) -> Failure:
    """The error of a document as a value."""
    return Failure(error.document, error.place, error.reason)


def _shards(jobs: Sequence[Job], most: int) -> Iterator[Shard]:
    size = min(max(SHARD_SIZE, len(jobs) // most), LARGEST)
    for first in range(0, len(jobs), size):
        some = tuple(jobs[first : first + size])
        yield Shard(hashed(*(job.parsed.name for job in some)), some)
