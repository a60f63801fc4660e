"""What a figure is about: who against whom, in what, on which workload; and why not, where the words do not say."""

from typing import Any

import pytest

from parsers.lib.prose import prose_claims
from schemas.document import Block, Document
from schemas.names import vocabulary
from schemas.statement import Claim


def claims(text: str) -> list[Claim]:
    """The claims of a text: a line is a block, one that starts with "#" a heading of that level."""
    blocks, at = [], 0
    for line in text.split("\n"):
        level = len(line) - len(line.lstrip("#"))
        if line:
            blocks.append(Block("heading" if level else "paragraph", at + level, at + len(line), level))
        at += len(line) + 1
    document = Document("post.txt", "0" * 64, "text_capture", 1, "text/plain", len(text), text, blocks=tuple(blocks))
    return list(prose_claims(document, vocabulary()))


def only(text: str, quote: str = "") -> Claim:
    found = [claim for claim in claims(text) if quote in claim.quote]
    assert len(found) == 1, [claim.quote for claim in found]
    return found[0]


def sides(claim: Claim) -> tuple[str, str]:
    return claim.subject.name, claim.baseline.name


class TestSides:
    @pytest.mark.parametrize(
        ("text", "subject", "baseline"),
        [
            pytest.param("The H100 trains BERT-Large 3x faster than the A100.", "H100", "A100", id="than"),
            pytest.param("The H100 gives 3x more throughput vs. the A100.", "H100", "A100", id="vs."),
            pytest.param("The H100 is 3x faster compared to the A100.", "H100", "A100", id="compared to"),
            pytest.param("The H100 is 3x faster when compared with a V100.", "H100", "V100", id="when compared with"),
            pytest.param("The H100 beats the A100 by 30%, improving throughput.", "H100", "A100", id="beats"),
            pytest.param("The H100 outperforms the A100 by 3x.", "H100", "A100", id="outperforms"),
            pytest.param("The H100 shows a 3x speedup over the A100.", "H100", "A100", id="over"),
            pytest.param("On the A100, latency is 16x lower than on the V100.", "A100", "V100", id="on ... than on"),
            pytest.param(
                "Throughput is 2x higher on the H100 than on the A100.", "H100", "A100", id="after the figure"
            ),
            pytest.param("The H100 has 2x the throughput of the A100.", "H100", "A100", id="2x the X of"),
            pytest.param("The H100 is twice as fast as the A100.", "H100", "A100", id="twice as fast as"),
            pytest.param("Than the A100, nothing is slower: the H100 is 3x faster.", "H100", "A100", id="turned round"),
            pytest.param(
                "When compared with the V100, the A100 delivers 2.5x higher throughput.",
                "A100",
                "V100",
                id="comparison first",
            ),
            pytest.param(
                "Compared with the V100, the A100 delivers 2.5x higher throughput.",
                "A100",
                "V100",
                id="comparison first, with a capital",
            ),
            pytest.param("The H100 is 3x faster than the latest GPU.", "H100", "latest GPU", id="an unnamed baseline"),
            pytest.param("The H100 has 3x higher throughput.", "H100", "", id="no baseline"),
            pytest.param("The H100 has 4.6x A100 performance.", "H100", "A100", id="a property behind the baseline"),
            pytest.param("It cuts the latency of BERT on the A100 by 9%.", "", "", id="where it ran, not over whom"),
            pytest.param("The H100 cuts the latency of the A100 by 20%.", "H100", "A100", id="over whom"),
            pytest.param("The H100 outperforms the A100 on BERT by 20%.", "H100", "A100", id="over whom, then on what"),
            pytest.param("Throughput improved 3x.", "", "", id="nobody"),
            pytest.param("Zorbex is 5x faster than Quuxdb on ClickBench.", "Zorbex", "Quuxdb", id="unknown names"),
            pytest.param("Blendix finishes 2x quicker on Atlas Z8 than on Atlas Z6.", "Atlas Z8", "Atlas Z6", id="kin"),
            pytest.param(
                "FooFold-3 reaches 740 TFLOPS on the H100 and is 2x faster than FooFold-2.",
                "FooFold-3",
                "FooFold-2",
                id="software against software",
            ),
            pytest.param("Node 22 vs Node 20: fetch() is 2x faster.", "Node 22", "Node 20", id="titled by a colon"),
            pytest.param("The H100 runs at 9 ms, or 1.6x the V100.", "H100", "V100", id="right behind the factor"),
            pytest.param(
                "With 40 TOPS, our Heron chip is 12x as efficient as a V100.", "Heron", "V100", id="led up to"
            ),
            pytest.param("Batch inserts hit 2x the speed of the V100.", "", "V100", id="an adjective is no name"),
            pytest.param("The KV cache takes 2x less memory than before.", "", "", id="before is nobody"),
        ],
    )
    def test_who_against_whom(self, text: str, subject: str, baseline: str) -> None:
        compared = [claim for claim in claims(text) if claim.figure.kind in ("ratio", "percent_change")]
        assert [sides(claim) for claim in compared] == [(subject, baseline)]

    def test_two_figures_of_a_sentence_share_its_sides(self) -> None:
        found = claims("The H100 has 3x higher throughput and 2x lower latency than the A100.")
        assert [sides(claim) for claim in found] == [("H100", "A100")] * 2

    def test_each_value_goes_to_the_machine_beside_it(self) -> None:
        found = claims("Training BERT-Large takes 14.5 minutes on the DGX H100 and 28.9 minutes on the DGX A100.")
        assert [sides(claim) for claim in found] == [("DGX H100", ""), ("DGX A100", "")]

    @pytest.mark.parametrize(
        ("text", "subjects"),
        [
            pytest.param(
                "Zenith 3 took 8.2 s, Apex 14.9 s and Summit 31 s.", ["Zenith 3", "Apex", "Summit"], id="names ahead"
            ),
            pytest.param("Time per step: 0.41 s (Vela) vs 0.66 s (Orion).", ["Vela", "Orion"], id="names in brackets"),
            pytest.param("Zenith 3 (8.2 s) beats Apex (14.9 s).", ["Zenith 3", "Apex"], id="figures in brackets"),
            pytest.param(
                "On the V100, A100 and H100 the test takes 12 s, 9 s and 7 s respectively.",
                ["V100", "A100", "H100"],
                id="respectively",
            ),
            pytest.param("Where Apex needs 15 minutes, Zenith needs 2.", ["Apex", "Zenith"], id="unit carried over"),
            pytest.param("pluckdb answers in 0.21 s; Postgres needs 38.4 s.", ["pluckdb", "Postgres"], id="own clause"),
            pytest.param("It takes Sift 14 minutes.", ["Sift"], id="a name right before"),
            pytest.param(
                "It serves 900 images/s, 3x the throughput of the T4.", ["", ""], id="not who is compared with"
            ),
        ],
    )
    def test_each_value_of_a_list_has_its_owner(self, text: str, subjects: list[str]) -> None:
        found = [claim for claim in claims(text) if claim.figure.kind != "config"]
        assert [claim.subject.name for claim in found] == subjects

    @pytest.mark.parametrize(
        ("text", "subject"),
        [
            pytest.param("# Tern 4 is out\nJoins are 3x faster.", "Tern 4", id="a name with its version"),
            pytest.param(
                "# Introducing Loom\nWe wrote Loom to be quick.\nIt starts in 12 ms.", "Loom", id="used again"
            ),
            pytest.param(
                "# quickjay\nThis is what quickjay is.\nParsing is 3x faster.", "quickjay", id="small letters"
            ),
            pytest.param("# Hopline 6 against Rabbitmill 3\nTails are 9x shorter.", "Hopline 6", id="the first of two"),
            pytest.param("# Faster Joins\nJoins are 3x faster.", "", id="only a title's capitals"),
            pytest.param("# Tern 4 and Loom 2\nJoins are 3x faster.", "", id="two on equal terms"),
            pytest.param("# Tern 4\nSuch a server does 900 requests/s.", "", id="made of it, and not it"),
            pytest.param("# Tern 4\nApex is 3x faster.", "Apex", id="somebody else is named"),
            pytest.param("# Tern 4\nQueries run 3x faster than in Tern 3.", "Tern 4", id="against its own past"),
        ],
    )
    def test_the_pages_own_product_when_nobody_is_named(self, text: str, subject: str) -> None:
        assert claims(text)[-1].subject.name == subject

    def test_goals_are_no_claims(self) -> None:
        assert claims("Our goal is a 2x faster compiler.") == []
        assert claims("# Roadmap\nA 2x faster compiler.") == []
        assert claims("# Results\nA 2x faster compiler.") != []

    def test_it_is_who_the_paragraph_speaks_of(self) -> None:
        assert sides(only("The H100 is new. It has 2x higher throughput than the A100.")) == ("H100", "A100")

    def test_it_is_not_who_another_part_speaks_of(self) -> None:
        text = "# Chips\nThe H100 is new.\n# Summary\nIt has 2x higher throughput than the A100."
        assert sides(only(text)) == ("", "A100")

    def test_a_heading_says_who(self) -> None:
        assert sides(only("# H100\nThroughput rose 2x.")) == ("H100", "")
        assert sides(only("# H100\nIts throughput is 2x higher than on the A100.")) == ("H100", "A100")

    def test_the_gpu_is_the_gpu_named_before(self) -> None:
        assert only("The A100 GPU is known. The GPU reaches 700 images/s.").subject.name == "A100"
        assert only("Much is known. The GPU reaches 700 images/s.").subject.name == "GPU"

    def test_a_machine_is_never_compared_with_itself(self) -> None:
        claim = only("The H100 is 3x faster than another H100.")
        assert claim.baseline.name == ""
        assert "baseline: the sentence does not say compared with what" in claim.unresolved

    def test_a_variant_of_a_machine_is_another_name(self) -> None:
        assert sides(only("The A100 80GB is 2x faster than the A100 40GB.")) == ("A100 80GB", "A100 40GB")

    def test_counts_and_the_print_are_kept(self) -> None:
        claim = only("4x IPU-M2000 gives 2x higher throughput than 2x dgx-a100.", "2x")
        assert (claim.subject.count, claim.baseline.count) == (4, 2)
        assert (claim.baseline.name, claim.baseline.raw) == ("DGX A100", "dgx-a100")

    def test_a_count_is_about_the_machine_that_it_counts(self) -> None:
        found = claims("4x IPU-M2000 gives 3.5x higher throughput than 2x DGX A100.")
        counted = {claim.quote: claim.subject.name for claim in found if claim.metric == "system_count"}
        assert counted == {"4": "IPU-M2000", "2": "DGX A100"}

    def test_a_framework_is_a_condition(self) -> None:
        claim = only("With PyTorch the H100 is 1.8x faster than the A100.")
        assert claim.subject.condition("framework") == "PyTorch"

    def test_values_have_no_baseline(self) -> None:
        assert only("The H100 reaches 900 images/s, more than the A100.").baseline.name == ""


class TestMetric:
    @pytest.mark.parametrize(
        ("text", "metric", "direction"),
        [
            ("The H100 has 3x higher throughput than the A100.", "throughput", "higher_is_better"),
            ("The H100 has 3x lower latency than the A100.", "latency", "lower_is_better"),
            ("The H100 is 3x faster than the A100.", "performance", "higher_is_better"),
            ("Latency on the H100 is 3x lower than on the A100.", "latency", "lower_is_better"),
            ("Time to result is 17x faster on the H100.", "time_to_result", "lower_is_better"),
            ("The H100 delivers 1.4x more tokens per second than the A100.", "throughput", "higher_is_better"),
            ("The H100 has 2x better performance per watt.", "energy_efficiency", "higher_is_better"),
            ("The H100 has 2x better price/performance.", "price_performance", "higher_is_better"),
            ("The run reached 58,112 images per second.", "throughput", "higher_is_better"),
            ("The accelerator costs $9,000.", "price", "lower_is_better"),
            ("At batch size 1 it takes 0.62 ms, which is 45% lower than on the P20.", "latency", "lower_is_better"),
            ("Map tiles render 6.5x as fast.", "performance", "higher_is_better"),
            ("It trains 1.9 times as many samples per second as the A100.", "throughput", "higher_is_better"),
            ("The network reached an accuracy of 75.9 %.", "accuracy", "higher_is_better"),
        ],
    )
    def test_of_one_figure(self, text: str, metric: str, direction: str) -> None:
        claim = [claim for claim in claims(text) if claim.figure.kind != "config"][-1]
        assert (claim.metric, claim.direction) == (metric, direction)

    def test_each_figure_takes_what_follows_it(self) -> None:
        found = claims("The H100 has 60x higher throughput and 16x lower latency than the A100.")
        assert [(claim.quote, claim.metric) for claim in found] == [("60x", "throughput"), ("16x", "latency")]

    def test_each_figure_takes_what_leads_to_it(self) -> None:
        found = claims("Latency is 16x lower, throughput 60x higher on the H100.")
        assert [(claim.quote, claim.metric) for claim in found] == [("16x", "latency"), ("60x", "throughput")]

    def test_a_consequence_has_a_metric_of_its_own(self) -> None:
        claim = only("The H100 is 3x faster, which ensures that accuracy stays high.")
        assert claim.metric == "performance"

    def test_what_it_is_compared_with_does_not_lend_its_metric(self) -> None:
        assert only("The H100 has 3x higher throughput than the low-latency A100.").metric == "throughput"


class TestTask:
    @pytest.mark.parametrize(
        ("text", "task"),
        [
            pytest.param("Training is 3x faster.", "training", id="sentence"),
            pytest.param("Inference is 3x faster.", "inference", id="inference"),
            pytest.param("# Training\nThe H100 has 3x higher throughput.", "training", id="heading"),
            pytest.param("# Training\nInference has 3x higher throughput.", "inference", id="sentence before heading"),
            pytest.param(
                "# Training\n## Inference\nThe H100 has 3x higher throughput.", "inference", id="inner heading"
            ),
            pytest.param(
                "# Training\n# Notes\nThe H100 has 3x higher throughput.", "", id="a heading of the same level"
            ),
            pytest.param("We like training. The H100 has 3x higher throughput.", "training", id="sentence before"),
            pytest.param("Training and inference have 3x higher throughput.", "", id="both say neither"),
            pytest.param("Time to train is 3x lower.", "training", id="by the metric"),
            pytest.param("The H100 has 3x higher throughput.", "", id="nothing says"),
            pytest.param("It is 3x faster for inference, for training it is not.", "inference", id="its own phrase"),
        ],
    )
    def test_task(self, text: str, task: str) -> None:
        assert only(text).task == task


class TestWorkload:
    @pytest.mark.parametrize(
        ("text", "workload"),
        [
            pytest.param("ResNet-50 is 3x faster.", "ResNet-50", id="sentence"),
            pytest.param("# ResNet-50\nIt is 3x faster.", "ResNet-50", id="heading"),
            pytest.param("# ResNet-50\nBERT-Large is 3x faster.", "BERT-Large", id="sentence before heading"),
            pytest.param("We ran GPT2. It is 3x faster.", "GPT2", id="sentence before"),
            pytest.param("# EfficientNet-B4\nEfficientNet is 3x faster.", "EfficientNet-B4", id="family by heading"),
            pytest.param("# BERT-Large\nEfficientNet is 3x faster.", "EfficientNet", id="family of another"),
            pytest.param("It is 3x faster.", "", id="nothing says"),
        ],
    )
    def test_workload(self, text: str, workload: str) -> None:
        assert only(text).workload == workload

    def test_each_figure_takes_the_one_that_follows_it(self) -> None:
        found = claims("The H100 is 3x faster on BERT-Large, and 2x faster on ResNet-50.")
        assert [(claim.quote, claim.workload) for claim in found] == [("3x", "BERT-Large"), ("2x", "ResNet-50")]

    def test_each_figure_takes_the_one_that_leads_to_it(self) -> None:
        found = claims("BERT-Large runs 3x faster and ResNet-50 runs 2x faster on the H100.")
        assert [(claim.quote, claim.workload) for claim in found] == [("3x", "BERT-Large"), ("2x", "ResNet-50")]

    def test_respectively_pairs_figures_with_workloads(self) -> None:
        found = claims(
            "Speed-ups of 1.8x, 2.4x and 3.1x were measured for ResNet-50, BERT-Large and DLRM respectively."
        )
        assert [claim.workload for claim in found] == ["ResNet-50", "BERT-Large", "DLRM"]

    def test_what_is_called_a_model_is_one(self) -> None:
        assert only("The ICON model completes a forecast in 41 minutes.").workload == "ICON"

    def test_the_print_is_kept(self) -> None:
        claim = only("bert large is 3x faster.")
        assert (claim.workload, claim.workload_raw) == ("BERT-Large", "bert large")

    @pytest.mark.parametrize(
        ("text", "variant"),
        [
            ("On the standard ResNeXt-101 it is 3x faster.", "standard"),
            ("On an optimized BERT-Large it is 3x faster.", "optimised"),
            ("On ResNeXt-101 it is 3x faster.", ""),
            ("Our optimised kernel is 3x faster on ResNeXt-101.", ""),
        ],
    )
    def test_variant(self, text: str, variant: str) -> None:
        assert only(text).variant == variant


class TestUnresolved:
    def test_each_empty_field_has_its_reason(self) -> None:
        claim = only("It went 3x faster.")
        assert (claim.workload, claim.subject.name, claim.baseline.name) == ("", "", "")
        fields = [reason.split(":")[0] for reason in claim.unresolved]
        assert fields == ["workload", "subject", "baseline"]

    def test_a_full_claim_has_none(self) -> None:
        assert only("The H100 trains BERT-Large 3x faster than the A100.").unresolved == ()

    def test_a_value_needs_no_baseline(self) -> None:
        assert only("On ResNet-50 the H100 reaches 900 images/s.").unresolved == ()


class TestPlaces:
    def test_quotes_index_the_text_and_context_is_the_sentence(self) -> None:
        text = "# Speed\nFirst words. The H100 is 3x faster vs. the A100. Last words."
        claim = only(text)
        assert text[claim.figure.start : claim.figure.end] == claim.quote == "3x"
        assert claim.context == "The H100 is 3x faster vs. the A100."
        assert text[claim.context_start :].startswith(claim.context)

    def test_kinds_of_block(self) -> None:
        text = "3x faster\n4x faster\n5x faster\n6x faster\n7x faster"
        kinds: list[Any] = ["heading", "paragraph", "caption", "footnote", "code"]
        blocks = tuple(
            Block(kind, 10 * number, 10 * number + 9, dom_path=f"p{number}") for number, kind in enumerate(kinds)
        )
        document = Document("a.html", "0" * 64, "html_post", 1, "text/html", 1, text, blocks=blocks)
        found = list(prose_claims(document, vocabulary()))
        assert [(claim.quote, claim.place, claim.dom_path) for claim in found] == [
            ("3x", "heading", "p0"),
            ("4x", "prose", "p1"),
            ("5x", "caption", "p2"),
            ("6x", "footnote", "p3"),
        ]


class TestWhoOfSeveral:
    @pytest.mark.parametrize(
        ("text", "quote", "subject"),
        [
            pytest.param(
                "Over a 25 GbE link, Bolt 2 copies at 1.0 GB/s and Bolt 3 at 1.2 GB/s.", "1.2", "Bolt 3", id="gapped"
            ),
            pytest.param(
                "Compiling it with Marl 2 takes 71 s. With Marl 1 it took 96 s.", "71", "Marl 2", id="a unit ends it"
            ),
            pytest.param("Assets bundle 4x faster with Packly 3 than with Packly 2.", "4x", "Packly 3", id="alike led"),
            pytest.param(
                "On one H200, Quern serves a request in 38 ms.", "38 ms", "Quern", id="who serves on a machine"
            ),
            pytest.param("The 7.68 TB Ember 7 writes 6.1 GB/s.", "6.1", "Ember 7", id="an amount before a name"),
            pytest.param("Compared to v5, a v6 slice trains it 4x faster.", "4x", "v6", id="bare releases"),
            pytest.param("Cold starts on Fulva take 86 ms; on Rudda they take 240 ms.", "86", "Fulva", id="own clause"),
            pytest.param("At 30 W the Voyant chip reaches 508 TOPS.", "30 W", "Voyant", id="opening phrase"),
            pytest.param(
                "It finished in 2.37 min on the Basin 2, versus 3.0 min for the same number of H100s.",
                "2.37",
                "Basin 2",
                id="as many of another",
            ),
            pytest.param("Pinna P2 generates 1,870 tokens/s on Llama-3.9-70B.", "1,870", "Pinna P2", id="not what ran"),
            pytest.param("Axiom-based servers give 50% better performance.", "50%", "Axiom", id="based on"),
        ],
    )
    def test_the_subject(self, text: str, quote: str, subject: str) -> None:
        assert only(text, quote).subject.name == subject

    def test_an_apposition_names_the_predecessor(self) -> None:
        assert sides(only("The Atlan does 8x the work of its predecessor, Xaver.")) == ("Atlan", "Xaver")


class TestWhatRan:
    @pytest.mark.parametrize(
        ("text", "quote", "workload"),
        [
            pytest.param("Pinna P2 generates 1,870 tokens/s on Llama-3.9-70B.", "1,870", "Llama-3.9-70B", id="a size"),
            pytest.param(
                "Orca 3 8B runs at 41 tokens/s on the Nimbus.", "41", "Orca 3 8B", id="a model that runs on it"
            ),
            pytest.param("Pinna serves DeepSeek-R9 at 300 tokens/s.", "300", "DeepSeek-R9", id="served"),
            pytest.param("Running PICO11s, the Smew module sustains 143 fps.", "143", "PICO11s", id="running"),
            pytest.param("On MT-Bench, it keeps 95% of the quality.", "95%", "MT-Bench", id="a benchmark's name"),
            pytest.param("The M9 is 2x and 5x faster on Abra and Cadabra.", "5x", "Cadabra", id="its place in a list"),
            pytest.param("It runs under AOM test conditions at 12 fps.", "12 fps", "", id="conditions"),
        ],
    )
    def test_the_workload(self, text: str, quote: str, workload: str) -> None:
        assert only(text, quote).workload == workload


class TestWhatIsMeant:
    @pytest.mark.parametrize(
        ("text", "quote", "metric"),
        [
            pytest.param("An update costs 0.4 ms, 25 times less than before.", "25 times", "latency", id="costs time"),
            pytest.param(
                "At 0.95 recall, it answers 5,200 queries per second, 60% more than Burd.",
                "60%",
                "throughput",
                id="held",
            ),
            pytest.param(
                "Memory is down to 5.8 GB and the binary is 38 KiB smaller.", "38 KiB", "size", id="own clause"
            ),
        ],
    )
    def test_the_metric(self, text: str, quote: str, metric: str) -> None:
        assert only(text, quote).metric == metric


@pytest.mark.parametrize(
    ("tail", "of_subject", "of_baseline"),
    [
        ("45 minutes instead of 585 minutes", "45", "585"),
        ("45 minutes, down from 585 minutes", "45", "585"),
        ("45 minutes where it took 585 minutes", "45", "585"),
        ("from 585 minutes to 45 minutes", "45", "585"),
        ("585 minutes became 45 minutes", "45", "585"),
    ],
)
def test_values_that_spell_out_a_factor_are_those_of_its_two_sides(
    tail: str, of_subject: str, of_baseline: str
) -> None:
    for mark in (":", ","):
        found = claims(f"Training BERT on the H100 is 13x faster than on the A100{mark} {tail}.")
        said = {claim.figure.literal: claim.subject.name for claim in found if claim.figure.kind == "duration"}
        assert said == {of_subject: "H100", of_baseline: "A100"}


def test_the_mark_of_a_footnote_is_no_part_of_a_name() -> None:
    found = only("It plays video 32% longer than the Tarn One.¹")
    assert found.baseline.name == "Tarn One"


@pytest.mark.parametrize(
    ("text", "metrics"),
    [
        ("It cuts memory and disk space by 32x and improves retrieval speed by up to 32x.", ["size", "performance"]),
        ("Bulk imports finish in 60% less time on the same warehouse size.", ["time_to_result"]),
        ("CPU time fell by around 1.5% from the new hash maps alone.", ["cpu_usage"]),
    ],
)
def test_metric_of_a_change(text: str, metrics: list[str]) -> None:
    assert [one.metric for one in claims(text)] == metrics


@pytest.mark.parametrize(
    "text",
    [
        "On 512 nodes the same run is 10% faster.",
        "Dividing 141.6 by 104 would give a gain of 36%.",
        "In a year traffic grew by a factor of 71 in requests per second.",
        "Of this, the compiler brings 18% more throughput.",
    ],
)
def test_ordinary_words_are_nobody(text: str) -> None:
    assert [one.subject.name for one in claims(text) if one.figure.kind != "config"] == [""]


@pytest.mark.parametrize(
    ("text", "baseline"),
    [
        ("It is 19% faster, but still slower than we would like.", ""),
        ("It is 2x faster than the old solver we tried.", "old solver"),
        ("It is 10x slower than quern even when it runs warm.", "quern"),
    ],
)
def test_a_clause_is_no_baseline(text: str, baseline: str) -> None:
    assert [one.baseline.name for one in claims(text)] == [baseline]


def test_where_both_ran_is_no_baseline() -> None:
    found = only("With all switches (fused QKV, channels last) quern 0.9 is 2.2x faster than eager on one A10G.")
    assert sides(found) == ("quern 0.9", "eager")


class TestPartsAndOthers:
    """Who is meant beside what it is made of, what it ran and what it is held against."""

    @pytest.mark.parametrize(
        ("text", "subject", "baseline"),
        [
            ("Quernsearch 9.0 with BBQ is 5x faster than Sparrow 2.19.", "Quernsearch 9.0", "Sparrow 2.19"),
            ("Hive-2, a pod with 504 H100 GPUs, is 4 times faster than Hive-1.", "Hive-2", "Hive-1"),
            ("ROCm 7.0 brings a 3.5x uplift in throughput over ROCm 6.", "ROCm 7.0", "ROCm 6"),
            ("A Heron Nano manages 157 FPS, so the Osprey-8 is 3.1x faster.", "Osprey-8", "Heron Nano"),
            ("The MI300X runs it 1.5x faster than the H100 and beats it by 30% in latency.", "MI300X", "H100"),
            ("## How does the MI355X compare with the MI300X?\nInference is 4.2x faster.", "MI355X", "MI300X"),
            ("On BERT-Large pre-training the Caldera C300 is 3x faster than the A100.", "Caldera C300", "A100"),
        ],
    )
    def test_factors(self, text: str, subject: str, baseline: str) -> None:
        assert {sides(one) for one in claims(text) if one.figure.kind in ("ratio", "percent_change")} == {
            (subject, baseline)
        }

    @pytest.mark.parametrize(
        ("text", "quote", "subject"),
        [
            ("H100 and A100 need 5.1 and 11.8 ms per image.", "5.1", "H100"),
            ("The forecast needs 68 minutes on CPUs and completes in 9 minutes on 64 A100s.", "9 minutes", "A100"),
            ("It beats the largest one, El Capitan, which offers just 1.7 exaflops.", "1.7", "El Capitan"),
            ("The Heron draws 120 kW, and each B200 up to 1,000 W.", "120 kW", "Heron"),
            ("Osprey-3 reaches 740 TFLOPS, i.e. 75% utilization of the H100.", "740 TFLOPS", "Osprey-3"),
            ("288 GB of HBM3E at 8 TB/s sit on the MI355X.", "8 TB/s", "MI355X"),
            ("## Decoding on the Osprey-10H\nThe first token arrives after 0.65 s.", "0.65 s", "Osprey-10H"),
            ("Running it on inf2.48xlarge takes 12 ms.", "12 ms", "inf2.48xlarge"),
        ],
    )
    def test_values(self, text: str, quote: str, subject: str) -> None:
        assert only(text, quote).subject.name == subject

    def test_the_letter_of_a_model_is_its_size(self) -> None:
        assert [one.workload for one in claims("YOLOv8s runs at 491 FPS and YOLOv8n at 1,036 FPS.")] == [
            "YOLOv8s",
            "YOLOv8n",
        ]

    @pytest.mark.parametrize(
        ("text", "metric"),
        [
            ("The Heron database finishes in nearly half the time of the Osprey database.", "time_to_result"),
            ("The Heron server needs 2.4 times as long.", "time_to_result"),
            ("A pod costs $551 per hour, and the Heron pod $1,513: three times as much.", "price"),
        ],
    )
    def test_what_a_factor_is_of(self, text: str, metric: str) -> None:
        assert {one.metric for one in claims(text) if one.figure.kind == "ratio"} == {metric}
