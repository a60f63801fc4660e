"""Figures that a document calls wrong: what another one still prints of them is no second finding."""

from schemas.finding import Finding, Skip
from schemas.names import vocabulary
from tests.gold.score import read
from tieout.reconcile import reconcile

OLD = """# Fulmar-2 edge module, data sheet, rev A

| Network | Images per second |
|---|---|
| Classifier R50 | 2,310 |
| Detector small | 410 |

Batch 16, INT8.
"""
NEW = OLD.replace("rev A", "rev B").replace("2,310", "1,930")
NOTE = "\nThe entry for the classifier, 2,310 before, was read by mistake at 40 W. It is withdrawn.\n"


def said(*texts: str) -> tuple[list[Finding], list[Skip]]:
    """What all checks say of some sheets."""
    parsed = [read(f"sheet_{at}.md", text.encode()) for at, text in enumerate(texts)]
    result = reconcile(parsed, vocabulary())
    return [one for one in result.findings if "1930" in one.message or "1,930" in one.message], list(result.skips)


def test_two_sheets_with_two_values_are_told() -> None:
    findings, _ = said(OLD, NEW)
    assert findings


def test_a_value_that_the_other_sheet_calls_wrong_is_not() -> None:
    findings, skips = said(OLD, NEW + NOTE)
    assert not [one for one in findings if one.check != "withdrawn-value"]
    assert any("is wrong" in one.reason for one in skips)
