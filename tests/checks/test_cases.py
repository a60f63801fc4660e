"""Every check against its YAML of pass, fail and skip cases: small documents in, findings out."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from checks.registry import checks
from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.finding import Finding, Skip
from schemas.names import vocabulary
from schemas.statement import Parsed
from tests.drawn import data
from tieout.link import link
from tieout.reconcile import run

HERE = Path(__file__).parent


def cases() -> Iterator[Any]:
    for path in sorted(HERE.glob("*.yml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            yield pytest.param(path.stem, case, id=f"{path.stem}: {case['id']}")


def results(code: str, documents: dict[str, Any], drawn: dict[str, float] | None = None) -> list[Finding | Skip]:
    """`post@2026-01-02.txt` is the capture of post.txt of that time; `drawn` are lengths of bars by label.

    A document that is no text is a chart note (tests/drawn.py).
    """
    parsed, captured_at = [], {}
    for name, text in documents.items():
        stamp = re.search(r"@([\d-]+)", name)
        raw = Raw(name.replace(stamp.group(), "") if stamp else name, data(text))
        one = extract(choose(raw).parse(raw), vocabulary())
        parsed.append(one)
        captured_at[one.document.document_id] = stamp[1] if stamp else ""
    return run(checks()[code], link([with_bars(one, drawn or {}) for one in parsed], vocabulary(), captured_at))


def with_bars(parsed: Parsed, drawn: dict[str, float]) -> Parsed:
    """Bar labels as a format with drawings reads them: `drawn` is the ratio of lengths by quote."""
    claims = (
        replace(one, drawn_ratio=drawn.get(one.quote, one.drawn_ratio)) if one.chart else one for one in parsed.claims
    )
    return replace(parsed, claims=tuple(claims))


@pytest.mark.parametrize(("code", "case"), list(cases()))
def test_case(code: str, case: dict[str, Any]) -> None:
    found = results(code, case["documents"], case.get("drawn"))
    findings = [one for one in found if isinstance(one, Finding)]
    said = [(one.message, [item.quote for item in one.evidence]) for one in findings]
    if case["expect"] == "fail":
        assert len(findings) == case.get("findings", 1), said
        expect(findings[0], case)
    else:
        assert not findings, said
    if case["expect"] == "skip":
        reasons = [one.reason for one in found if isinstance(one, Skip)]
        assert any(case["reason"] in reason for reason in reasons), reasons


def expect(finding: Finding, case: dict[str, Any]) -> None:
    quotes = [item.quote for item in finding.evidence]
    wrong = next(
        (item.quote for item in finding.evidence if item.statement_id and item.statement_id == finding.likely_wrong), ""
    )
    assert set(case.get("quotes", quotes)) <= set(quotes), quotes
    assert finding.severity == case.get("severity", finding.severity)
    assert finding.verdict == case.get("verdict", finding.verdict)
    assert wrong == case.get("likely_wrong", wrong)
    assert case.get("says", "") in f"{finding.message} {finding.arithmetic} {finding.likely_wrong_why}"
