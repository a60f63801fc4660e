"""Findings with one cause become one; what merely touches the same statement stays apart."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from schemas.finding import Evidence, Finding, Role
from tieout.causes import disputed, merge


def item(name: str, role: Role = "disputed") -> Evidence:
    start = sum(map(ord, name))
    return Evidence("d" * 16, "a.txt", start, start + 1, name, role, statement_id=name)


def finding(check: str, *names: str) -> Finding:
    evidence = tuple(item(name) for name in names)
    return Finding(check, "inconsistent", "medium", f"{check} says", f"{check} sum.", (check,), evidence)


LABEL = finding("same-comparison", "17x", "27x")
BAR = finding("drawn-length", "27x", "17x", "3x")


def test_two_sides_of_one_slip_are_one_finding_with_both_sums() -> None:
    (one,) = merge([LABEL, BAR])
    assert one.check == "drawn-length"
    assert one.arithmetic == "drawn-length sum. Also same-comparison: same-comparison sum."
    assert disputed(one) == {"17x", "27x", "3x"}


def test_the_worse_one_is_kept() -> None:
    (one,) = merge([BAR, replace(LABEL, severity="high", likely_wrong="27x", likely_wrong_why="two say 17x")])
    assert (one.check, one.severity, one.likely_wrong) == ("same-comparison", "high", "27x")


def test_one_statement_in_common_is_not_one_cause() -> None:
    assert len(merge([LABEL, finding("from-to", "17x", "48 hours")])) == 2


def test_two_checks_that_blame_one_statement_are_one_finding() -> None:
    bar = replace(BAR, evidence=(item("27x"), item("17x", "supporting")), likely_wrong="27x")
    assert len(merge([replace(LABEL, likely_wrong="27x"), bar])) == 1


def test_what_says_low_of_a_figure_joins_what_is_sure_of_it() -> None:
    low = replace(finding("one-measurement", "17x", "48 hours"), severity="low")
    (one,) = merge([low, LABEL])
    assert (one.check, one.severity) == ("same-comparison", "medium")
    assert disputed(one) == {"17x", "27x", "48 hours"}


def test_what_says_low_of_another_figure_stays_apart() -> None:
    low = replace(finding("one-measurement", "48 hours", "17x"), severity="low")
    assert len(merge([low, LABEL])) == 2


def test_findings_of_one_check_are_already_apart() -> None:
    assert len(merge([LABEL, replace(LABEL, comparison=("other",))])) == 2


def test_what_is_not_like_for_like_has_as_many_causes_as_conditions() -> None:
    unlike = [replace(one, verdict="not_comparable") for one in (LABEL, BAR)]
    assert len(merge([*unlike, LABEL])) == 3


def test_supporting_evidence_makes_no_common_cause() -> None:
    aside = replace(BAR, evidence=(item("27x"), item("17x", "supporting")))
    assert len(merge([LABEL, aside])) == 2


@given(st.permutations([LABEL, BAR, finding("from-to", "17x", "27x"), finding("price-ratio", "9x", "8x")]))
def test_the_order_changes_nothing(findings: list[Finding]) -> None:
    assert merge(findings) == merge(sorted(findings, key=lambda one: one.check))


def one_cause(kept: Finding, other: Finding) -> bool:
    mine, theirs = disputed(kept), disputed(other)
    if kept.check == other.check or {kept.verdict, other.verdict} != {"inconsistent"} or not mine & theirs:
        return False
    if kept.likely_wrong and kept.likely_wrong == other.likely_wrong:
        return True
    return len(mine & theirs) > 1 and (mine <= theirs or theirs <= mine)


def pair_by_pair(findings: list[Finding]) -> list[str]:
    """The findings that no earlier one takes in, each held against every one before it."""
    heads: list[Finding] = []
    for one in findings:
        if not any(one_cause(head, one) for head in heads):
            heads.append(one)
    return sorted(one.finding_id for one in heads)


many = st.builds(
    lambda check, names, verdict, blamed: replace(
        finding(check, *sorted(names)),
        verdict=verdict,
        comparison=(check, *sorted(names)),
        likely_wrong=blamed,
        likely_wrong_why="odd" if blamed else "",
    ),
    st.sampled_from("abc"),
    st.sets(st.sampled_from("pqrstu"), min_size=1, max_size=4),
    st.sampled_from(["inconsistent", "inconsistent", "not_comparable"]),
    st.sampled_from(["", "", "p", "q"]),
)


@given(st.lists(many, max_size=12, unique_by=lambda one: one.finding_id))
def test_looking_statements_up_finds_the_causes_that_comparing_all_pairs_finds(findings: list[Finding]) -> None:
    ordered = sorted(findings, key=lambda one: (-len(disputed(one)), one.check, one.finding_id))
    heads = {(one.check, one.comparison): one.finding_id for one in findings}
    assert sorted(heads[one.check, one.comparison] for one in merge(findings)) == pair_by_pair(ordered)
