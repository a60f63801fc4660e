"""Parting claims by topic: looking heads up by rare words gives what holding every claim against every head gives."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from schemas.names import vocabulary
from schemas.statement import Claim, Place
from tests import made
from tieout import topics
from tieout.parted import parted

WORDS = "alphas bravo charlie delta echoes foxtrot golfer hotel indigo juliet".split()
PLACES: tuple[Place, ...] = ("prose", "heading")
MADE = made.claim(made.document("17x"), "17x")

claims = st.builds(
    lambda words, document, place: replace(
        MADE, workload="", context=" ".join(["17x", *words]), document=document, place=place
    ),
    st.lists(st.sampled_from(WORDS), max_size=7),
    st.sampled_from(["a.txt", "b.txt", "c.txt"]),
    st.sampled_from(PLACES),
)


def pair_by_pair(some: list[Claim]) -> list[list[Claim]]:
    parts: list[list[Claim]] = []
    for claim in some:
        part = next((members for members in parts if topics.alike(members[0], claim, vocabulary())), None)
        if part is None:
            parts.append([claim])
        else:
            part.append(claim)
    return parts


@given(st.lists(claims, max_size=25))
def test_the_parts_are_those_of_comparing_with_every_head(some: list[Claim]) -> None:
    assert parted(some, vocabulary()) == pair_by_pair(some)


def test_claims_that_share_a_common_word_alone_stay_apart() -> None:
    some = [
        replace(MADE, document=f"{one}.txt", context=f"17x common {one} {one}like {one}some {one}ness") for one in WORDS
    ]
    assert len(parted(some, vocabulary())) == len(WORDS)
