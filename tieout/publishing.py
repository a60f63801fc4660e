"""Findings -> a published folder: tables, findings for other tools, report; then `out/latest` is moved to it."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path

from checks.registry import checks
from schemas.finding import Finding
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout import atomic, evidence, rows, shown, store
from tieout import desk as desks
from tieout import drift as drifts
from tieout.capture import Capture
from tieout.decisions import files as decision_files
from tieout.decisions.ladder import Applied
from tieout.decisions.ladder import apply as apply_decisions
from tieout.decisions.model import Decision, threads
from tieout.exports import sarif, summaries
from tieout.failures import Failure
from tieout.hashed import hashed
from tieout.history import History, Seen, history
from tieout.jsonl import finding as finding_record
from tieout.jsonl import listed
from tieout.parsing import Outcome, load_each
from tieout.planning import Plan
from tieout.reconcile import Reconciled
from tieout.report import build
from tieout.report import page as report
from tieout.report.build import Results
from tieout.report.overview import overview
from tieout.report.view import Desk
from tieout.stamped import stamp
from tieout.tuning import tuning

DRIFT = "drift.json"  # in a run's folder, when a source changed since its capture before


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


def publish(
    plan: Plan, outcomes: Sequence[Outcome], reconciled: Reconciled, out: Path, decisions: Path | None = None
) -> RunResult:
    """Write a run's folder and move `out/latest` to it (tieout/store.py says how a run is named).

    `decisions` is the folder of what auditors said; None for none. Raises DecisionError when one of them is malformed.
    """
    captures = {one.document_id: one for one in plan.captures}
    paths = tuple(path for outcome in outcomes for path in outcome.parsed)
    decided = decision_files.read(decisions) if decisions else ()
    parsed = tuple(shown.shown(load_each(paths), reconciled.findings, several=_several(plan)))
    failed = (*failures(plan, outcomes), *broken(reconciled))
    material = _Material(plan, paths, parsed, captures, failed, reconciled, decided)
    documents = {one.document.document_id: one.document for one in parsed}
    drawn = evidence.pictures(reconciled.findings, _pdfs(material), documents)
    with store.publishing(out):
        return _publish(material, drawn, out)


def _several(plan: Plan) -> frozenset[str]:
    """The names of documents of which more than the newest capture is in the plan."""
    return frozenset(job.capture.document for job in plan.jobs if job.earlier)


def broken(reconciled: Reconciled) -> Iterator[Failure]:
    """The checks that broke: what they would have said is missing from the run."""
    for skip in reconciled.skips:
        if skip.broken:
            yield Failure(", ".join(skip.comparison), f"check {skip.check}", skip.reason)


def failures(plan: Plan, outcomes: Iterable[Outcome]) -> tuple[Failure, ...]:
    """Every document that could not be used, in order."""
    return tuple(sorted({*plan.failures, *(failure for outcome in outcomes for failure in outcome.failures)}, key=str))


def inputs(plan: Plan, failed: Sequence[Failure]) -> str:
    """Names everything that a run's results hang on, but for the run before it and decisions."""
    documents = sorted(
        (job.parsed.name, job.capture.captured_at, job.capture.url, job.capture.final_url, job.capture.previous)
        for job in plan.jobs
    )
    rules = [(code, check.version) for code, check in checks().items()]
    return hashed(documents, failed, rules, tuning(), vocabulary().sha256, version("tieout"))


def name_of(inputs: str, decided: Sequence[Decision], before: store.Before) -> str:
    """The id of a run. Decisions name it but not its predecessor: what is new stays new when somebody decides on it."""
    return store.run_id(hashed(inputs, tuple(decided)) if decided else inputs, before)


def link_captures(plan: Plan, out: Path) -> None:
    """`out/captures` leads to the captures, so that a report's links to them are the same wherever they lie."""
    root = next((one.path.parent.parent for one in plan.captures), None)
    if root is not None:
        target = os.path.relpath(root, out)
        link = out / "captures"
        if not link.is_symlink() or str(link.readlink()) != target:
            atomic.point(link, target)


@dataclass(frozen=True, slots=True)
class _Material:
    plan: Plan
    paths: tuple[Path, ...]  # of all parsed documents
    parsed: tuple[Parsed, ...]  # of each, what is shown
    captures: Mapping[str, Capture]  # by document_id
    failures: tuple[Failure, ...]
    reconciled: Reconciled
    decided: tuple[Decision, ...] = ()


def _publish(material: _Material, drawn: evidence.Pictures, out: Path) -> RunResult:
    hangs_on = inputs(material.plan, material.failures)
    before = store.before(out, hangs_on)
    run_id = name_of(hangs_on, material.decided, before)
    findings = material.reconciled.findings
    past = history(findings, material.plan.captured_at, before.findings)
    desk, applied = _desk(material, run_id, before, past, drawn, out)
    levels = {code: check.level for code, check in checks().items()}
    sound = rows.finding_rows(findings, levels, past.seen, past.absent, _columns(applied))
    current = (one for one in load_each(material.paths) if one.document.document_id in material.captures)
    tables = rows.tables(current, material.captures, material.failures, sound)
    page = report.report(desk, tables, overview(desk, tables), drawn, applied)
    summary = _summary(material, hangs_on, before.run_id, run_id, tables)
    files: dict[str, store.Content] = {
        store.SUMMARY: summary,
        "findings.json": partial(_findings, findings, past.seen, applied),
        "findings.sarif": partial(sarif.of_desk, desk, applied, material.parsed),
        "findings.md": summaries.markdown(desk, applied).encode(),
        desks.FILE: partial(desks.pieces, desk),
        "report.html": page.written,
        **page.pictures,
        **({DRIFT: drifts.dump(desk.drift)} if desk.drift else {}),
    }
    directory = store.write_run(out, run_id, tables, files)
    link_captures(material.plan, out)
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
            **stamp(),
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


def _findings(findings: Iterable[Finding], seen: Mapping[str, Seen], applied: Applied) -> Iterator[bytes]:
    columns = _columns(applied)
    return listed(
        {**finding_record(one), **asdict(seen[one.finding_id]), "decision": columns[one.finding_id], **stamp()}
        for one in findings
    )


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, indent=1).encode() + b"\n"
