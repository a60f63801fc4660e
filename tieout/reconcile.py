"""Statements -> findings: link what may be compared, run every check over it."""

from collections.abc import Sequence
from dataclasses import dataclass

from checks.registry import Check, checks
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Parsed
from tieout.link import link

RANK = {"high": 0, "medium": 1, "low": 2, "info": 3}


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What the checks said: findings, worst first, and what was not judged and why."""

    findings: tuple[Finding, ...]
    skips: tuple[Skip, ...]


def reconcile(parsed: Sequence[Parsed], vocabulary: Vocabulary) -> Reconciled:
    """Run every check over these documents together; the order of `parsed` never changes the result."""
    corpus = link(parsed, vocabulary)
    results = [result for check in checks().values() for result in run(check, corpus)]
    findings = {one.finding_id: one for one in results if isinstance(one, Finding)}
    skips = [one for one in results if isinstance(one, Skip)]
    return Reconciled(tuple(sorted(findings.values(), key=rank)), tuple(skips))


def run(check: Check, corpus: Corpus) -> list[Finding | Skip]:
    """Everything one check says of a corpus."""
    return list(check.run(corpus))


def rank(finding: Finding) -> tuple[int, int, int, str, str]:
    """Order of a report: severity, then how many documents it reaches, then quotes, then name."""
    reach = len({item.document_id for item in finding.evidence})
    return RANK[finding.severity], -reach, -len(finding.evidence), finding.check, finding.finding_id
