"""Findings -> a published folder: tables, findings for other tools, report; then `out/latest` is moved to it."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

from checks.registry import checks
from schemas.finding import Finding
from schemas.statement import Parsed
from tieout import desk as desks
from tieout import drift as drifts
from tieout import evidence, rows, shown, store, tabled
from tieout.capture import Capture
from tieout.decisions import files as decision_files
from tieout.decisions.ladder import Applied
from tieout.decisions.ladder import apply as apply_decisions
from tieout.decisions.model import Decision, threads
from tieout.exports import sarif, summaries
from tieout.failures import Failure
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
from tieout.result import RunResult, failures, inputs, link_captures, name_of
from tieout.stamped import stamp

DRIFT = "drift.json"  # in a run's folder, when a source changed since its capture before


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
    before = tabled.before(out, store.before(out, hangs_on))
    run_id = name_of(hangs_on, material.decided, before.run_id)
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
        **tabled.encoded(tables),
        store.SUMMARY: summary,
        "findings.json": partial(_findings, findings, past.seen, applied),
        "findings.sarif": partial(sarif.of_desk, desk, applied, material.parsed),
        "findings.md": summaries.markdown(desk, applied).encode(),
        desks.FILE: partial(desks.pieces, desk),
        "report.html": page.written,
        **page.pictures,
        **({DRIFT: drifts.dump(desk.drift)} if desk.drift else {}),
    }
    directory = store.write_run(out, run_id, files)
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
    material: _Material, run_id: str, before: tabled.Before, past: History, drawn: evidence.Pictures, out: Path
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
