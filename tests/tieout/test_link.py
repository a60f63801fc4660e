"""Which claims are held against each other, in an order that documents do not decide."""

from dataclasses import replace
from decimal import Decimal

import pytest

from schemas.document import Document
from schemas.names import vocabulary
from schemas.statement import Claim, Figure, Kind, Parsed, Side
from tieout.link import comparisons, link, root


def claim(
    value: int,
    *,
    document: str = "a.txt",
    start: int = 0,
    kind: Kind = "ratio",
    workload: str = "BERT-Large",
    task: str = "training",
    metric: str = "throughput",
    variant: str = "",
    subject: str = "H100",
    baseline: str = "A100",
) -> Claim:
    literal = str(value)
    figure = Figure(start, start + len(literal) + 1, literal, kind, Decimal(value), "x", "exact", Decimal(1))
    return Claim(
        document, document, figure, "prose", f"{literal}x", f"{literal}x", start, metric=metric, workload=workload,
        task=task, variant=variant, subject=Side(subject, subject), baseline=Side(baseline, baseline),
    )  # fmt: skip


def groups(*claims: Claim) -> list[list[str]]:
    return [[one.quote for one in group.claims] for group in comparisons(claims, vocabulary())]


def test_claims_about_one_thing_are_one_comparison() -> None:
    assert groups(claim(2), claim(3, document="b.txt")) == [["2x", "3x"]]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"workload": "GPT2"}, id="workload"),
        pytest.param({"task": "inference"}, id="task"),
        pytest.param({"metric": "latency"}, id="metric"),
        pytest.param({"variant": "sparse"}, id="variant"),
        pytest.param({"subject": "H200"}, id="subject"),
        pytest.param({"baseline": "V100"}, id="baseline"),
        pytest.param({"baseline": ""}, id="a baseline that one of them does not name"),
        pytest.param({"baseline": "latest GPU"}, id="a baseline that stays unnamed"),
        pytest.param({"kind": "percent_change"}, id="kind"),
    ],
)
def test_what_differs_parts_them(other: dict[str, str]) -> None:
    assert len(groups(claim(2), claim(3, start=9, **other))) == 2  # type: ignore[arg-type]


def test_metrics_of_one_class_are_one() -> None:
    assert len(groups(claim(2, metric="time_to_train"), claim(3, start=9, metric="time_to_result"))) == 1


def test_variants_of_a_machine_are_one() -> None:
    assert len(groups(claim(2, baseline="A100-SXM4-80GB"), claim(3, start=9, baseline="A100 40GB"))) == 1


def test_an_open_task_is_filled_when_the_others_agree() -> None:
    assert len(groups(claim(2, task=""), claim(3, start=9), claim(4, start=19))) == 1


def test_an_open_task_stays_open_when_they_do_not() -> None:
    assert len(groups(claim(2, task=""), claim(3, start=9), claim(4, start=19, task="inference"))) == 3


def test_members_stand_in_order_of_place_whatever_order_they_came_in() -> None:
    claims = [claim(2, document="b.txt"), claim(3, start=50), claim(4, start=5)]
    assert groups(*claims) == groups(*reversed(claims)) == [["4x", "3x", "2x"]]


def test_the_key_holds_no_value_and_no_place() -> None:
    (first,) = comparisons([claim(2, start=3)], vocabulary())
    (second,) = comparisons([claim(99, start=70, document="z.txt")], vocabulary())
    assert first.key == second.key
    assert {"BERT-Large", "training", "throughput", "H100", "A100", "ratio"} <= set(first.key)


def parsed(name: str, *claims: Claim) -> Parsed:
    return Parsed(Document(name, name, "text_capture", 1, "text/plain", 1, "x" * 99), claims, (), ())


def test_only_comparing_claims_are_linked() -> None:
    corpus = link([parsed("a.txt", claim(2), claim(3, kind="duration"))], vocabulary())
    assert [[one.quote for one in group.claims] for group in corpus.comparisons] == [["2x"]]
    assert len(corpus.claims) == 2


def test_claims_without_a_workload_are_linked_when_both_sides_are_named() -> None:
    unsaid = claim(5, workload="", baseline="")
    corpus = link([parsed("a.txt", claim(4, workload=""), unsaid)], vocabulary())
    assert [[one.quote for one in group.claims] for group in corpus.comparisons] == [["4x"]]


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("Skyline segments point clouds faster.", "Point cloud segmentation is faster.", True),
        ("Skyline sorts records faster.", "Point cloud segmentation is faster.", False),
    ],
    ids=["the same words", "other words"],
)
def test_without_a_workload_the_words_decide(first: str, second: str, together: bool) -> None:
    a = replace(claim(6, workload=""), context=first)
    b = replace(claim(4, workload="", document="b.txt"), context=second)
    corpus = link([parsed("a.txt", a), parsed("b.txt", b)], vocabulary())
    assert len(corpus.comparisons) == (1 if together else 2)


def test_the_order_of_documents_does_not_matter() -> None:
    ones = [parsed("b.txt", claim(2, document="b.txt")), parsed("a.txt", claim(3)), parsed("c.txt")]
    forwards, backwards = link(ones, vocabulary()), link(ones[::-1], vocabulary())
    assert forwards == backwards
    assert [document.name for document in forwards.documents] == ["a.txt", "b.txt", "c.txt"]


def test_two_documents_of_one_name_keep_an_order() -> None:
    first, second = parsed("a.txt", claim(2)), parsed("a.txt", claim(3))
    second = replace(second, document=replace(second.document, sha256="other"))
    assert link([first, second], vocabulary()) == link([second, first], vocabulary())


@pytest.mark.parametrize(
    ("name", "expected"),
    [("A100-SXM4-80GB", "A100"), ("A100 80GB", "A100"), ("A100", "A100"), ("DGX A100 640GB", "DGX A100"),
     ("Zorb 1", "Zorb 1"), ("", "")],
)  # fmt: skip
def test_root(name: str, expected: str) -> None:
    assert root(name, vocabulary()) == expected


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("time_to_train", "completion_time"),
        ("time_to_result", "completion_time"),
        ("latency", "latency"),
        ("odd", "odd"),
    ],
)
def test_metric_class(metric: str, expected: str) -> None:
    assert vocabulary().metric_class(metric) == expected
