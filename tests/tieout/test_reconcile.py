"""Every check over a corpus: the same findings in the same order, whatever order the documents came in."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.registry import checks
from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.finding import Evidence, Finding, Severity
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout.link import link
from tieout.reconcile import rank, reconcile, run

CASES = Path(__file__).resolve().parent.parent / "checks"


@cache
def documents() -> tuple[Parsed, ...]:
    """The small documents of every check's cases, each once, under names of their own."""
    texts: list[tuple[str, str]] = []
    for path in sorted(CASES.glob("*.yml")):
        for number, case in enumerate(yaml.safe_load(path.read_text(encoding="utf-8"))):
            texts += [(f"{path.stem}-{number}-{name}", text) for name, text in case["documents"].items()]
    raws = [Raw(name, text.encode()) for name, text in texts]
    return tuple(extract(choose(raw).parse(raw), vocabulary()) for raw in raws)


def said(findings: tuple[Finding, ...]) -> list[tuple[Any, ...]]:
    return [(one.finding_id, one.fingerprint, one.evidence_hash, one.message, one.likely_wrong) for one in findings]


@settings(max_examples=25)
@given(st.data())
def test_the_order_of_documents_changes_nothing(data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(documents()), min_size=2, max_size=8, unique_by=id))
    shuffled = data.draw(st.permutations(chosen))
    first, second = reconcile(chosen, vocabulary()), reconcile(shuffled, vocabulary())
    assert said(first.findings) == said(second.findings)
    assert first == second


def test_all_cases_together_in_both_directions() -> None:
    forwards = reconcile(documents(), vocabulary())
    assert forwards == reconcile(documents()[::-1], vocabulary())
    assert forwards.findings, "the cases hold findings, or the property above proves nothing"
    assert forwards.skips


def test_findings_are_those_of_every_check_worst_first() -> None:
    corpus = link(documents(), vocabulary())
    single = {one.finding_id for check in checks().values() for one in run(check, corpus) if isinstance(one, Finding)}
    found = reconcile(documents(), vocabulary()).findings
    assert {one.finding_id for one in found} == single
    assert [one.finding_id for one in found] == [one.finding_id for one in sorted(found, key=rank)]
    severities = [one.severity for one in found]
    assert severities == sorted(severities, key=["high", "medium", "low", "info"].index)


def test_ids_are_unique_and_evidence_quotes_its_document() -> None:
    texts = {one.document.document_id: one.document.text for one in documents()}
    found = reconcile(documents(), vocabulary()).findings
    assert len({one.finding_id for one in found}) == len(found)
    for finding in found:
        assert finding.evidence
        for item in finding.evidence:
            assert texts[item.document_id][item.start : item.end] == item.quote


def test_a_document_given_twice_counts_once() -> None:
    once = reconcile(documents(), vocabulary())
    twice = reconcile((*documents(), documents()[0]), vocabulary())
    assert {one.finding_id for one in once.findings} <= {one.finding_id for one in twice.findings}


def finding(severity: Severity, *evidence: str, check: str = "b") -> Finding:
    items = tuple(Evidence(name, name, number, number + 1, "x") for number, name in enumerate(evidence))
    return Finding(check, 1, "inconsistent", severity, "message", "sum", ("key",), items)


def test_rank_is_severity_then_documents_then_quotes_then_name() -> None:
    ordered = [
        finding("high", "a"),
        finding("medium", "a", "b"),
        finding("medium", "a", "a", "a"),
        finding("medium", "a", "a", check="a"),
        finding("medium", "a", "a"),
        finding("low", "a", "b", "c"),
        finding("info", "a", "b", "c", "d"),
    ]
    assert sorted(ordered[::-1], key=rank) == ordered


class TestIdentity:
    def test_a_fingerprint_survives_other_values_and_places(self) -> None:
        one = finding("high", "a", "b")
        moved = replace(one, evidence=tuple(replace(item, start=70, end=75, quote="9x") for item in one.evidence))
        assert moved.fingerprint == one.fingerprint
        assert moved.evidence_hash != one.evidence_hash
        assert moved.finding_id != one.finding_id

    def test_ids_do_not_hang_on_the_order_of_evidence(self) -> None:
        one = finding("high", "a", "b")
        turned = replace(one, evidence=one.evidence[::-1])
        assert (turned.finding_id, turned.evidence_hash) == (one.finding_id, one.evidence_hash)

    def test_other_checks_and_comparisons_have_other_fingerprints(self) -> None:
        one = finding("high", "a")
        prints = {
            one.fingerprint,
            replace(one, check="c").fingerprint,
            replace(one, comparison=("ke", "y")).fingerprint,
        }
        assert len(prints) == 3
