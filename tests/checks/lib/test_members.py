"""The figures under a headline: sorted ends give what looking at each figure gives."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from checks.lib.statements.members import MOST, Members
from schemas.interval import Qualifier
from schemas.statement import Claim
from tests import made

MADE = made.claim(made.document("17x"), "17x")
QUALIFIERS: tuple[Qualifier, ...] = ("exact", "up_to", "at_least", "about")


def claim(value: int, qualifier: Qualifier, task: str, workload: str, sentence: int) -> Claim:
    figure = replace(MADE.figure, value=Decimal(value), qualifier=qualifier)
    return replace(MADE, figure=figure, task=task, workload=workload, context_start=sentence)


claims = st.builds(
    claim,
    st.integers(1, 9),
    st.sampled_from(QUALIFIERS),
    st.sampled_from(["", "training", "inference"]),
    st.sampled_from(["", "BERT", "ResNet-50"]),
    st.integers(0, 6),
)


def under(headline: Claim, some: list[Claim]) -> list[Claim]:
    return [
        one
        for one in some
        if one.figure.qualifier != "up_to"
        and one.context_start != headline.context_start
        and (not headline.task or not one.task or one.task == headline.task)
        and (not headline.workload or one.workload == headline.workload)
    ]


def beyond(headline: Claim, some: list[Claim]) -> list[Claim]:
    limit = headline.figure.readings.widened
    if headline.figure.qualifier == "up_to":
        return [one for one in some if one.figure.readings.widened.lower > limit.upper]
    return [one for one in some if one.figure.readings.widened.upper < limit.lower]


@given(st.lists(claims, min_size=1, max_size=30))
def test_members_and_what_lies_beyond_are_those_of_looking_at_each(some: list[Claim]) -> None:
    members = Members(some)
    for headline in some:
        theirs = under(headline, some)
        assert members.count(headline) == len(theirs)
        found = members.beyond(headline)
        assert list(found.furthest) == beyond(headline, theirs)
        assert found.count == len(found.furthest)


def test_of_very_many_the_furthest_are_kept_in_text_order_and_all_are_counted() -> None:
    headline = claim(2, "up_to", "training", "BERT", 0)
    some = [claim(10 + at * 37 % 101, "exact", "training", "BERT", 1 + at) for at in range(101)]
    found = Members([headline, *some]).beyond(headline)
    furthest = sorted(some, key=lambda one: one.figure.value)[-MOST:]
    assert found.count == 101
    assert list(found.furthest) == sorted(furthest, key=lambda one: one.context_start)
