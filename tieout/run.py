"""The stages of a run as plain functions: captures -> shards -> parsed documents -> findings -> a published folder.

flows/audit.py puts retries, caching and workers around them; nothing here knows of that. What is wrong with one
document becomes a `Failure` and stops no other.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path

from checks.registry import checks
from parsers.lib.extract import VERSION, extract
from parsers.lib.registry import Parser, Raw, choose
from schemas.errors import DocumentError
from schemas.finding import Finding
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout import atomic, evidence, rows, store
from tieout import desk as desks
from tieout import drift as drifts
from tieout.capture import Capture, capture_all, earlier
from tieout.decisions import files as decision_files
from tieout.decisions.ladder import Applied
from tieout.decisions.ladder import apply as apply_decisions
from tieout.decisions.model import Decision, threads
from tieout.exports import sarif, summaries
from tieout.history import History, Seen, history
from tieout.jsonl import finding as finding_record
from tieout.limited import Allowance, Children, OverLimitError
from tieout.reconcile import Reconciled, reconcile
from tieout.report import build
from tieout.report import page as report
from tieout.report.build import Results
from tieout.report.overview import overview
from tieout.report.view import Desk
from tieout.rows import Failure
from tieout.sources import sources
from tieout.tuning import tuning

DRIFT = "drift.json"  # in a run's folder, when a source changed since its capture before
SHARD_SIZE = 32  # documents a task: 20-50 keep a scheduler's cost per task out of sight
FEW = 8  # documents that are parsed sooner than one more child process is up
PARSING = Allowance()  # of one document, in a child process: bytes from anywhere must not take the machine


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
    """What a run has before it: shards, the documents that failed before parsing, and how many are parsed already."""

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
    def captured_at(self) -> dict[str, str]:
        """When each document was captured (UTC, ISO 8601), by document_id."""
        return {job.capture.document_id: job.capture.captured_at for job in self.jobs}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a shard: paths of parsed documents, and what failed."""

    parsed: tuple[Path, ...]
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class RunResult:
    """A published run. `counts` are rows by table; `n_cached` documents were parsed by an earlier run."""

    run_id: str
    directory: Path
    counts: dict[str, int]
    findings: tuple[Finding, ...]
    failures: tuple[Failure, ...]
    n_parsed: int
    n_cached: int
    n_dismissed: int = 0
    drift: Mapping[str, tuple[drifts.Drift, ...]] = field(default_factory=dict)  # by document, of those that changed

    @property
    def exit_code(self) -> int:
        """2 when a document or a row could not be used, else 1 when there are findings not dismissed, else 0."""
        return 2 if self.failures or self.counts["rejected"] else int(len(self.findings) > self.n_dismissed)


def plan(sources_path: Path, state: Path) -> Plan:
    """Every source's newest capture, checked, in shards.

    Raises:
        SourcesError, VocabularyError: the configuration is wrong; nothing can be run.
    """
    jobs: list[Job] = []
    failures: list[Failure] = []
    store.sweep_parsed(state)
    words = vocabulary().sha256
    for one in capture_all(sources(sources_path)):
        try:
            jobs.append(_job(one, state, words))
        except DocumentError as error:
            failures.append(_failure(error))
    jobs += [old for job in jobs if (old := _before(job, state, words))]
    n_cached = sum(job.parsed.exists() for job in jobs)
    return Plan(tuple(_shards(jobs)), tuple(failures), n_cached)


def _before(job: Job, state: Path, words: str) -> Job | None:
    """The capture that this one replaced: checks over time hold the two against each other."""
    old = earlier(job.capture)
    try:
        return _job(old, state, words, earlier=True) if old else None
    except DocumentError:
        return None  # what can no longer be read was reported when it was new


def _job(one: Capture | DocumentError, state: Path, words: str, *, earlier: bool = False) -> Job:
    if isinstance(one, DocumentError):
        raise one
    _, parser = _read(one)
    parts = (one.document, one.sha256, parser.kind, parser.version, VERSION, words)
    return Job(one, store.parsed_path(state, _hash(*parts)), earlier)


def _read(capture: Capture) -> tuple[Raw, Parser]:
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


def _shards(jobs: Sequence[Job]) -> Iterator[Shard]:
    for first in range(0, len(jobs), SHARD_SIZE):
        some = tuple(jobs[first : first + SHARD_SIZE])
        yield Shard(_hash(*(job.parsed.name for job in some)), some)


def parse_shard(shard: Shard) -> Outcome:
    """Parse what is not parsed yet, each document kept as soon as it is read; a killed run loses only what it was at.

    Raises:
        VocabularyError: it changed and broke since the plan was made.
    """
    todo = [job for job in shard.jobs if store.load_parsed(job.parsed) is None]
    failed = {job: failure for job, failure in zip(todo, _parse(todo), strict=True) if failure}
    return Outcome(tuple(job.parsed for job in shard.jobs if job not in failed), tuple(failed.values()))


def _parse(jobs: Sequence[Job]) -> list[Failure | None]:
    if not jobs:
        return []
    workers = min(1 + len(jobs) // FEW, os.cpu_count() or 1)
    with Children(workers, PARSING) as children:
        return [_result(job, made) for job, made in zip(jobs, children.each(parse_one, jobs), strict=True)]


def _result(job: Job, made: Failure | OverLimitError | None) -> Failure | None:
    if isinstance(made, OverLimitError):
        return Failure(job.capture.document, "whole file", f"reading it {made}")
    return made


def parse_one(job: Job) -> Failure | None:
    """Parse a capture and keep the result; what is wrong with it is returned."""
    try:
        raw, parser = _read(job.capture)
        store.save_parsed(job.parsed, extract(parser.parse(raw), vocabulary()))
    except DocumentError as error:
        return _failure(error)
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
    raw, parser = _read(one)
    return extract(parser.parse(raw), vocabulary())


def reconcile_all(paths: Iterable[Path], captured_at: Mapping[str, str]) -> Reconciled:
    """Every check over every parsed document together. Raises DocumentError when a kept document is unreadable."""
    return reconcile(load_all(paths), vocabulary(), captured_at=captured_at)


def load_all(paths: Iterable[Path]) -> list[Parsed]:
    """The parsed documents at these paths. Raises DocumentError when one is gone or unreadable."""
    loaded: list[Parsed] = []
    for path in paths:
        parsed = store.load_parsed(path)
        if parsed is None:
            raise DocumentError(str(path), "parsed document", "is gone or unreadable; run again to parse it anew")
        loaded.append(parsed)
    return loaded


def publish(
    plan: Plan, outcomes: Sequence[Outcome], reconciled: Reconciled, out: Path, decisions: Path | None = None
) -> RunResult:
    """Write a run's folder and move `out/latest` to it (tieout/store.py says how a run is named).

    `decisions` is the folder of what auditors said; None for none. Raises DecisionError when one of them is malformed.
    """
    captures = {one.document_id: one for one in plan.captures}
    parsed = load_all(path for outcome in outcomes for path in outcome.parsed)
    failures = sorted({*plan.failures, *(failure for outcome in outcomes for failure in outcome.failures)}, key=str)
    decided = decision_files.read(decisions) if decisions else ()
    material = _Material(plan, tuple(parsed), captures, tuple(failures), reconciled, decided)
    documents = {one.document.document_id: one.document for one in parsed}
    drawn = evidence.pictures(reconciled.findings, _pdfs(material), documents)
    with store.publishing(out):
        return _publish(material, drawn, out)


@dataclass(frozen=True, slots=True)
class _Material:
    plan: Plan
    parsed: tuple[Parsed, ...]
    captures: Mapping[str, Capture]  # by document_id
    failures: tuple[Failure, ...]
    reconciled: Reconciled
    decided: tuple[Decision, ...] = ()


def _publish(material: _Material, drawn: evidence.Pictures, out: Path) -> RunResult:
    inputs = _inputs(material)
    before = store.before(out, inputs)
    # Decisions name a run but not its predecessor: what is new stays new when somebody decides on it.
    run_id = store.run_id(_hash(inputs, material.decided) if material.decided else inputs, before)
    findings = material.reconciled.findings
    past = history(findings, material.plan.captured_at, before.findings)
    desk, applied = _desk(material, run_id, before, past, drawn, out)
    levels = {code: check.level for code, check in checks().items()}
    sound = rows.finding_rows(findings, levels, past.seen, past.absent, _columns(applied))
    current = [one for one in material.parsed if one.document.document_id in material.captures]
    tables = rows.tables(current, material.captures, material.failures, sound)
    page = report.report(desk, tables, overview(desk, tables), drawn, applied)
    summary = _summary(material, inputs, before.run_id, run_id, tables)
    files = {
        store.SUMMARY: summary,
        "findings.json": _findings(findings, past.seen, applied),
        "findings.sarif": sarif.dump(sarif.of_desk(desk, applied, material.parsed)),
        "findings.md": summaries.markdown(desk, applied).encode(),
        desks.FILE: desks.dump(desk),
        "report.html": page.html.encode(),
        **page.pictures,
        **({DRIFT: drifts.dump(desk.drift)} if desk.drift else {}),
    }
    directory = store.write_run(out, run_id, tables, files)
    _link_captures(material, out)
    counts = {name: frame.height for name, frame in tables.items()}
    n_all = len(material.plan.jobs)
    n_cached = material.plan.n_cached
    n_dismissed = sum(one.column == "dismissed" for one in applied.by_finding.values())
    n_parsed = n_all - n_cached
    return RunResult(
        run_id, directory, counts, findings, material.failures, n_parsed, n_cached, n_dismissed, desk.drift
    )


def _desk(
    material: _Material, run_id: str, before: store.Before, past: History, drawn: evidence.Pictures, out: Path
) -> tuple[Desk, Applied]:
    findings = material.reconciled.findings
    trend = desks.trend(out / before.run_id) if before.run_id else ()
    results = Results(
        run_id,
        material.parsed,
        material.captures,
        material.failures,
        findings,
        past,
        before.run_id,
        before.findings,
        trend,
        drifts.drifts(material.parsed, material.captures),
    )
    desk = build.desk(results, drawn)
    return desk, apply_decisions(threads(material.decided), findings, desks.read_of(desk))


def _columns(applied: Applied) -> dict[str, str]:
    return {finding_id: one.column for finding_id, one in applied.by_finding.items()}


def _link_captures(material: _Material, out: Path) -> None:
    """`out/captures` leads to the captures, so that a report's links to them are the same wherever they lie."""
    root = next((one.path.parent.parent for one in material.captures.values()), None)
    if root is not None:
        target = os.path.relpath(root, out)
        link = out / "captures"
        if not link.is_symlink() or str(link.readlink()) != target:
            atomic.point(link, target)


def _inputs(material: _Material) -> str:
    """Everything that a run's results hang on, but for the run before it."""
    documents = sorted(
        (job.parsed.name, job.capture.captured_at, job.capture.url, job.capture.final_url, job.capture.previous)
        for shard in material.plan.shards
        for job in shard.jobs
    )
    rules = [(code, check.version) for code, check in checks().items()]
    return _hash(documents, material.failures, rules, tuning(), vocabulary().sha256, version("tieout"))


def _pdfs(material: _Material) -> dict[str, Path]:
    every = material.captures.items()
    return {key: one.path for key, one in every if one.path.suffix == ".pdf"}


def _summary(material: _Material, inputs: str, previous: str, run_id: str, tables: rows.Tables) -> bytes:
    findings = material.reconciled.findings
    skips = Counter(f"{skip.check}: {skip.reason}" for skip in material.reconciled.skips)
    captures = sorted(material.captures.values(), key=lambda one: one.document)
    return _json(
        {
            "run_id": run_id,
            "previous": previous,
            "inputs": inputs,
            "tieout": version("tieout"),
            "rows": {name: frame.height for name, frame in tables.items()},
            "severities": dict(sorted(Counter(one.severity for one in findings).items())),
            "skipped": dict(sorted(skips.items())),
            "failures": [asdict(failure) for failure in material.failures],
            "captures": [
                {"document": one.document, "file": one.path.name, "sha256": one.sha256, "captured_at": one.captured_at}
                for one in captures
            ],
        }
    )


def _findings(findings: Iterable[Finding], seen: Mapping[str, Seen], applied: Applied) -> bytes:
    columns = _columns(applied)
    extra = {one.finding_id: asdict(seen[one.finding_id]) | {"decision": columns[one.finding_id]} for one in findings}
    return _json([{**finding_record(one), **extra[one.finding_id]} for one in findings])


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, indent=1).encode() + b"\n"


def _failure(error: DocumentError) -> Failure:
    return Failure(error.document, error.place, error.reason)


def _hash(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "backslashreplace")).hexdigest()[:16]
