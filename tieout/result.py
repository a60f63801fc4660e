"""What a run is named by, and what came of it. Loads no library for tables: a run that changes nothing needs none."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from checks.registry import checks
from schemas.finding import Finding
from schemas.names import vocabulary
from tieout import atomic, store
from tieout.decisions.model import Decision
from tieout.drift import Drift
from tieout.failures import Failure
from tieout.hashed import hashed
from tieout.parsing import Outcome
from tieout.planning import Plan
from tieout.tuning import tuning


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
    drift: Mapping[str, tuple[Drift, ...]] = field(default_factory=dict)  # by document, of those that changed

    @property
    def exit_code(self) -> int:
        """2 when a document or a row could not be used, else 1 when there are findings not dismissed, else 0."""
        return 2 if self.failures or self.counts["rejected"] else int(len(self.findings) > self.n_dismissed)


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


def name_of(inputs: str, decided: Sequence[Decision], before: str) -> str:
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
