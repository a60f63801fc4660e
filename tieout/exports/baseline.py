"""A baseline: the findings of an earlier `tieout check --json` or `--sarif`, or a run's findings.json."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from schemas.errors import TieoutError
from schemas.finding import Finding
from tieout.decisions.ladder import Applied, Decided
from tieout.exports.sarif import EVIDENCE, FINGERPRINT
from tieout.exports.told import Export, Known, State, Told
from tieout.history import matched


class BaselineError(TieoutError):
    """The file is no baseline."""


def load(path: Path) -> tuple[Known, ...]:
    """The findings of a baseline.

    Raises:
        BaselineError: it cannot be read, or holds something else.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BaselineError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    try:
        return tuple(_known(one) for one in _records(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        wanted = "what `tieout check --json` or `--sarif` prints, or a run's findings.json"
        raise BaselineError(f"{path}: is not a baseline ({wanted})") from error


def _records(text: str) -> Iterator[Mapping[str, Any]]:
    if text.lstrip().startswith("["):
        yield from json.loads(text)
    elif '"runs"' in text and "version" in (log := json.loads(text)):
        for run in log["runs"]:
            yield from (one for one in run["results"] if one.get("baselineState") != "absent")
    else:
        records = [json.loads(line) for line in text.splitlines() if line.strip()]
        yield from (one for one in records if one["record"] == "finding")


def _known(one: Mapping[str, Any]) -> Known:
    if prints := one.get("partialFingerprints"):
        severity = one["properties"]["severity"]
        named = (one["properties"]["findingId"], prints[FINGERPRINT], prints[EVIDENCE])
        return Known(*named, one["ruleId"], severity, one["message"]["text"])
    values = one.get("evidence_hash") or _values(one["evidence"])
    return Known(one["finding_id"], one["fingerprint"], values, one["check"], one["severity"], one["message"])


def _values(evidence: Sequence[Mapping[str, Any]]) -> str:
    """The evidence hash of a record that was written before records had it (schemas/finding.py)."""
    parts = sorted(f"{one['document']}\0{one['quote']}" for one in evidence)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def against(findings: Sequence[Finding], known: Sequence[Known] | None, applied: Applied) -> Export:
    """Findings with what the baseline and the decisions say of them; `known` is None where there is no baseline."""
    decided = applied.by_finding
    if known is None:
        return Export(tuple(Told(one, "", decided.get(one.finding_id, Decided())) for one in findings))
    pairs = matched(findings, known)
    told = []
    for one in findings:
        before = pairs.get(one.finding_id)
        same = before is not None and before.evidence_hash == one.evidence_hash
        state: State = "new" if before is None else "unchanged" if same else "updated"
        told.append(Told(one, state, decided.get(one.finding_id, Decided())))
    met = {id(one) for one in pairs.values()}
    return Export(tuple(told), tuple(one for one in known if id(one) not in met))
