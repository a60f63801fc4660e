"""What charts claim: factors with both sides' conditions, settings of each side, and how bars are drawn."""

from dataclasses import replace
from decimal import Decimal

import pytest

from parsers.lib.charts import chart_claims
from schemas.document import Bar, Box, Chart, Document, Part, PartRole
from schemas.names import vocabulary
from schemas.statement import Claim

Line = tuple[PartRole, str]
NOTES: list[Line] = [
    ("note", "ResNet-50 v1.5 Training | ImageNet2012 Dataset"),
    ("note", "1x IPU-M2000 using TensorFlow | FP 16.16 | SDK 1.4.0 | Batch Size 1024"),
    ("note", "1x A100 (A100-SXM4-80GB) in DGX A100 using PyTorch | Mixed Precision | Batch Size 256"),
]


def chart(*printed: Line, bars: tuple[tuple[str, Bar], ...] = ()) -> tuple[Document, Chart]:
    """A chart of these lines; `bars` ties a bar to the part of that text."""
    text, parts = "", []
    for role, words in printed:
        parts.append(Part(role, len(text), len(text) + len(words), dict(bars).get(words)))
        text += words + "\n"
    made = Chart("C1", 0, len(text), tuple(parts), tuple(bar for _, bar in bars))
    return Document("c.pdf", "0" * 64, "pdf_charts", 1, "application/pdf", 1, text, charts=(made,)), made


def bar(length: float, category: str, top: float = 0.0) -> Bar:
    return Bar(Box(1, 0, top, length, top + 10), length, True, category)


def claims(*printed: Line, bars: tuple[tuple[str, Bar], ...] = ()) -> list[Claim]:
    document, made = chart(*printed, bars=bars)
    return list(chart_claims(document, made, vocabulary()))


def at(found: list[Claim], place: str) -> list[Claim]:
    return [claim for claim in found if claim.place == place]


FULL: list[Line] = [
    ("headline", "2.6x Higher Throughput"),
    ("title", "RESNET-50 : TRAINING"),
    *NOTES,
    ("label", "2.6x"),
]


class TestHeadline:
    def test_is_about_what_title_and_notes_say(self) -> None:
        (claim,) = at(claims(*FULL), "chart_title")
        assert (claim.quote, claim.metric, claim.direction) == ("2.6x", "throughput", "higher_is_better")
        assert (claim.workload, claim.task, claim.chart) == ("ResNet-50", "training", "C1")
        assert claim.unresolved == ()

    def test_has_each_sides_conditions(self) -> None:
        (claim,) = at(claims(*FULL), "chart_title")
        assert (claim.subject.name, claim.subject.count) == ("IPU-M2000", 1)
        assert dict(claim.subject.conditions) == {
            "batch_size": "1024", "precision": "FP 16.16", "framework": "TensorFlow", "sdk_version": "1.4.0",
            "dataset": "ImageNet2012",
        }  # fmt: skip
        assert (claim.baseline.name, claim.baseline.count) == ("A100-SXM4-80GB", 1)
        assert dict(claim.baseline.conditions) == {
            "batch_size": "256", "precision": "Mixed", "framework": "PyTorch", "dataset": "ImageNet2012",
        }  # fmt: skip

    def test_two_factors_have_a_metric_each(self) -> None:
        found = at(claims(("headline", ">60x higher throughput | >16x lower latency"), *NOTES), "chart_title")
        assert [(one.quote, one.metric, one.figure.qualifier) for one in found] == [
            ("60x", "throughput", "over"),
            ("16x", "latency", "over"),
        ]

    def test_without_notes_says_what_is_missing(self) -> None:
        (claim,) = claims(("headline", "2.6x Higher Throughput"), ("title", "RESNET-50 : TRAINING"))
        assert (claim.subject.name, claim.baseline.name) == ("", "")
        assert [reason.split(":")[0] for reason in claim.unresolved] == ["subject", "baseline"]

    def test_a_machine_named_on_the_line_stands_before_the_notes(self) -> None:
        (claim,) = at(claims(("headline", "2.6x Higher Throughput than V100"), *NOTES), "chart_title")
        assert (claim.subject.name, claim.baseline.name) == ("IPU-M2000", "V100")

    def test_a_class_on_the_line_does_not(self) -> None:
        (claim,) = at(claims(("headline", "IPU 2.6x Higher Throughput"), *NOTES), "chart_title")
        assert claim.subject.name == "IPU-M2000"

    def test_time_to_train_is_training_whatever_the_title(self) -> None:
        (claim,) = at(claims(("headline", "3x faster time to train"), *NOTES[1:]), "chart_title")
        assert (claim.metric, claim.task) == ("time_to_train", "training")


class TestLabels:
    def test_a_bare_factor_means_what_the_headline_means(self) -> None:
        (claim,) = at(claims(*FULL), "bar_label")
        assert (claim.quote, claim.metric, claim.workload) == ("2.6x", "throughput", "ResNet-50")

    def test_of_two_headlines_the_one_with_the_same_factor(self) -> None:
        head: Line = ("headline", "60x higher throughput | 16x lower latency")
        found = at(claims(head, *NOTES, ("label", "16x"), ("label", "60x"), ("label", "5x")), "bar_label")
        assert [(one.quote, one.metric) for one in found] == [
            ("16x", "latency"),
            ("60x", "throughput"),
            ("5x", "throughput"),
        ]

    def test_its_own_words_stand_before_the_headline(self) -> None:
        found = at(claims(FULL[0], *NOTES, ("label", "27x faster time to result")), "bar_label")
        assert [one.metric for one in found] == ["time_to_result"]

    def test_a_bare_number_takes_the_unit_of_the_axis(self) -> None:
        found = claims(("axis_title", "Throughput (images/sec)"), *NOTES, ("label", "1,234"))
        (claim,) = at(found, "bar_label")
        assert (claim.quote, claim.figure.value, claim.figure.unit) == ("1,234", Decimal(1234), "images/s")
        assert (claim.figure.kind, claim.metric) == ("absolute", "throughput")

    def test_a_bare_number_without_a_unit_asserts_nothing(self) -> None:
        assert at(claims(("axis_title", "Relative score"), *NOTES, ("label", "1,234")), "bar_label") == []

    def test_a_value_belongs_to_the_machine_of_its_bar(self) -> None:
        mine, other = bar(100, "A100"), bar(40, "IPU-M2000", 20)
        axis: Line = ("axis_title", "Throughput (images/sec)")
        found = claims(axis, *NOTES, ("label", "500"), ("label", "200"), bars=(("500", mine), ("200", other)))
        assert [(one.quote, one.subject.name, one.baseline.name) for one in at(found, "bar_label")] == [
            ("500", "A100-SXM4-80GB", ""),
            ("200", "IPU-M2000", ""),
        ]

    def test_ticks_assert_nothing(self) -> None:
        assert claims(("tick", "0 5x 10x"), ("title", "RESNET-50 : TRAINING")) == []


class TestDrawnRatio:
    @pytest.mark.parametrize(
        ("others", "expected"),
        [
            pytest.param((bar(50, "A100 80GB", 20),), 2.6, id="the only other bar"),
            pytest.param(
                (bar(50, "A100", 20), bar(99, "TPU v3", 40)), 2.6, id="the bar that carries the baseline's name"
            ),
            pytest.param((bar(50, "TPU v3", 20), bar(99, "TPU v4", 40)), None, id="neither is the baseline's"),
            pytest.param((bar(0, "A100", 20),), None, id="a bar without length"),
            pytest.param((), None, id="no other bar"),
            pytest.param((replace(bar(50, "A100", 20), horizontal=False),), None, id="drawn the other way"),
        ],
    )
    def test_in_lengths_of_the_baselines_bar(self, others: tuple[Bar, ...], expected: float | None) -> None:
        bars = (("2.6x", bar(130, "IPU-M2000")), *((f"bar {one.category}", one) for one in others))
        (claim,) = at(claims(*FULL, bars=bars), "bar_label")
        assert claim.drawn_ratio == expected

    def test_headlines_have_none(self) -> None:
        (claim,) = at(claims(*FULL, bars=(("2.6x", bar(130, "")), ("A100", bar(50, "A100", 20)))), "chart_title")
        assert claim.drawn_ratio is None


class TestSettings:
    def test_each_is_about_the_machine_of_its_line(self) -> None:
        found = at(claims(*FULL), "note")
        assert {(one.metric, one.quote, one.subject.name) for one in found} == {
            ("system_count", "1", "IPU-M2000"), ("precision", "FP 16.16", "IPU-M2000"),
            ("sdk_version", "1.4.0", "IPU-M2000"), ("batch_size", "1024", "IPU-M2000"),
            ("system_count", "1", "A100-SXM4-80GB"), ("batch_size", "256", "A100-SXM4-80GB"),
        }  # fmt: skip
        assert {one.figure.kind for one in found} == {"config"}
        assert {one.baseline.name for one in found} == {""}

    def test_a_line_without_a_machine_says_so(self) -> None:
        (claim,) = claims(("title", "RESNET-50 : TRAINING"), ("note", "Batch size 32 throughout"))
        assert (claim.quote, claim.subject.name, claim.unresolved) == ("32", "", ("subject: not on this line",))

    def test_factors_in_notes_are_not_the_charts_claims(self) -> None:
        assert claims(("title", "RESNET-50 : TRAINING"), ("note", "1x A100 | 3x faster in other tests"))[1:] == []


def test_claims_point_at_their_words() -> None:
    document, made = chart(*FULL)
    for claim in chart_claims(document, made, vocabulary()):
        assert document.text[claim.figure.start : claim.figure.end] == claim.quote
        assert document.text[claim.context_start :].startswith(claim.context)


def test_a_one_at_the_baselines_own_bar_is_no_factor_of_the_other_machine() -> None:
    """ "1.0" over the H100's bar said that the MI300X was 1.0x, against its own bar of 1.6."""
    lines: list[Line] = [
        ("headline", "Up to 1.6x the inference throughput"),
        ("axis_title", "Relative throughput (H100 = 1.0)"),
        ("label", "1.6"),
        ("label", "1.0"),
        ("label", "0.7"),
        ("note", "8x AMD Instinct MI300X 192GB, 750 W each | vLLM 0.6.3"),
    ]
    names = {
        "1.6": (160.0, "8x AMD Instinct MI300X"),
        "1.0": (100.0, "8x NVIDIA H100"),
        "0.7": (70.0, "8x NVIDIA A100"),
    }
    bars = tuple((label, bar(length, f"Mixtral 8x22B | {name}")) for label, (length, name) in names.items())
    found = {one.quote: (one.subject.name, one.baseline.name) for one in at(claims(*lines, bars=bars), "bar_label")}
    assert found["1.6"] == ("MI300X", "8x NVIDIA H100")
    assert found["1.0"] == ("8x NVIDIA H100", "")
    assert found["0.7"][0] == "A100"
