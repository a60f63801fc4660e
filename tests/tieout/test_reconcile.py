"""Every check over a corpus: the same findings in the same order, whatever order the documents came in."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.registry import checks
from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import vocabulary
from schemas.statement import Parsed
from tests.drawn import data
from tieout.link import link
from tieout.reconcile import Reconciled, concluded, rank, reconcile, run
from tieout.tuning import tuning

CASES = Path(__file__).resolve().parent.parent / "checks"


STAMP = re.compile(r"@([\d-]+)")  # "post@2026-01-02.txt" is the capture of post.txt of that day


def sampled(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """A case of each outcome of a check, drawn by its name: of all cases together the checks would take minutes.

    A case more of one check changes the draw of no other.
    """
    every, chance = list(enumerate(yaml.safe_load(path.read_text(encoding="utf-8")))), Random(path.stem)  # noqa: S311
    for outcome in ("fail", "pass", "skip"):
        some = [one for one in every if one[1]["expect"] == outcome]
        yield from [chance.choice(some)] if some else []


@cache
def corpus() -> tuple[tuple[Parsed, ...], dict[str, str]]:
    """The small documents of cases of every check, under names of their own, and when they were captured."""
    found: dict[str, Parsed] = {}
    captured_at: dict[str, str] = {}
    for path in sorted(CASES.glob("*.yml")):
        for number, case in sampled(path):
            for name, text in case["documents"].items():
                stamp = STAMP.search(name)
                raw = Raw(f"{path.stem}-{number}-{STAMP.sub('', name)}", data(text))
                one = extract(choose(raw).parse(raw), vocabulary())
                found.setdefault(one.document.document_id, one)
                captured_at.setdefault(one.document.document_id, stamp[1] if stamp else "")
    return tuple(found.values()), captured_at


def documents() -> tuple[Parsed, ...]:
    return corpus()[0]


def judged(parsed: Sequence[Parsed]) -> Reconciled:
    return reconcile(parsed, vocabulary(), captured_at=corpus()[1])


@cache
def single() -> tuple[Finding | Skip, ...]:
    """What each check says of all of them, one by one."""
    linked = link(documents(), vocabulary(), corpus()[1])
    return tuple(item for check in checks().values() for item in run(check, linked))


@cache
def together() -> Reconciled:
    """What all checks say of all of them, as one result."""
    return concluded(single(), tuning())


def said(findings: tuple[Finding, ...]) -> list[tuple[Any, ...]]:
    return [(one.finding_id, one.fingerprint, one.evidence_hash, one.message, one.likely_wrong) for one in findings]


@settings(max_examples=25)
@given(st.data())
def test_the_order_of_documents_changes_nothing(data: st.DataObject) -> None:
    # Numbers, not documents: hypothesis prints what it draws from, and warns where that is a megabyte.
    numbers = st.integers(0, len(documents()) - 1)
    chosen = data.draw(st.lists(numbers, min_size=2, max_size=8, unique=True))
    shuffled = data.draw(st.permutations(chosen))
    first, second = (judged([documents()[number] for number in order]) for order in (chosen, shuffled))
    assert said(first.findings) == said(second.findings)
    assert first == second


def test_every_check_has_a_case_of_each_outcome_here() -> None:
    drawn = {path.stem: [case["expect"] for _, case in sampled(path)] for path in CASES.glob("*.yml")}
    assert drawn.keys() == checks().keys()
    assert all(some[0] == "fail" and "pass" in some for some in drawn.values())


def test_cases_together_in_both_directions() -> None:
    some = documents()[::6]  # all of them, both ways, took a tenth of CI
    forwards = judged(some)
    assert forwards == judged(some[::-1])
    assert forwards.findings, "the cases hold findings, or the property above proves nothing"
    assert forwards.skips


def places(findings: Iterable[Finding]) -> set[tuple[str, int, int]]:
    return {(item.document_id, item.start, item.end) for one in findings for item in one.evidence}


def test_findings_of_one_cause_are_one_and_no_evidence_is_lost() -> None:
    each = [one for one in single() if isinstance(one, Finding)]
    found = together().findings
    assert places(found) == places(each)
    assert {one.check for one in found} <= {one.check for one in each}
    assert len(found) <= len({one.finding_id for one in each})


def test_findings_come_worst_first() -> None:
    found = together().findings
    severities = [one.severity for one in found]
    assert severities == sorted(severities, key=["high", "medium", "low", "info"].index)
    assert len(set(severities)) > 1
    assert [one.finding_id for one in found] == [one.finding_id for one in sorted(found, key=rank)]


def _between(stamp: str, quote: str, text: str) -> bool:
    """Whether a result log quotes the time between two stamps that it prints, at the later one."""
    return ":::MLLOG" in text and stamp.isdigit() and str(int(stamp) - int(quote)) in text


def test_ids_are_unique_and_evidence_quotes_its_document() -> None:
    texts = {one.document.document_id: one.document.text for one in documents()}
    found = together().findings
    assert len({one.finding_id for one in found}) == len(found)
    for finding in found:
        assert finding.evidence
        for item in finding.evidence:
            printed = texts[item.document_id][item.start : item.end]
            assert printed == item.quote or _between(printed, item.quote, texts[item.document_id])


def test_a_document_given_twice_counts_once() -> None:
    some = documents()[::10]
    once, twice = judged(some), judged((*some, some[0]))
    assert once.findings, "the documents hold findings, or the property below proves nothing"
    assert {one.finding_id for one in once.findings} <= {one.finding_id for one in twice.findings}


def finding(severity: Severity, *evidence: str, check: str = "b") -> Finding:
    items = tuple(Evidence(name, name, number, number + 1, "x") for number, name in enumerate(evidence))
    return Finding(check, "inconsistent", severity, "message", "sum", ("key",), items)


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
    backwards = ordered[::-1]
    assert sorted(backwards, key=rank) == ordered


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
