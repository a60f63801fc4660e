"""Names found in text however they are spelled, and vocabulary files that say what is wrong with them."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import VocabularyError
from schemas.names import Vocabulary, key, vocabulary

WORKLOADS = """\
- {name: ResNet-50, aliases: [RN50]}
- {name: ResNet-101}
- {name: GPT2}
- {name: BERT, is_family: true}
- {name: BERT-Large, family: BERT}
"""
PLATFORMS = """\
- {name: A100, vendor: NVIDIA}
- {name: A100 80GB, variant_of: A100}
- {name: DGX A100, made_of: {A100: 8}}
"""
UNITS = """\
- {name: GB/s, dimension: bandwidth}
- {name: Gbit/s, aliases: [Gb/s], dimension: bandwidth}
"""


def directory(path: Path, **files: str | bytes) -> Path:
    for name, text in files.items():
        (path / f"{name}.yml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture
def known(tmp_path: Path) -> Vocabulary:
    return vocabulary(directory(tmp_path, workloads=WORKLOADS, platforms=PLATFORMS, units=UNITS))


def names(known: Vocabulary, text: str, *kinds: str) -> list[str]:
    return [mention.name for mention in known.find(text, *kinds)]


class TestFinding:
    @pytest.mark.parametrize(
        "text",
        ["ResNet-50", "resnet50", "RESNET 50", "ResNet_50", "Resnet‑50", "ResNet 50s", "RN50", "rn50", "(ResNet-50)"],
    )
    def test_case_hyphens_and_spaces_do_not_matter(self, known: Vocabulary, text: str) -> None:
        assert names(known, text, "workloads") == ["ResNet-50"]

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("a 100 images", id="an article and a number"),
            pytest.param("ResNet-500", id="a longer number"),
            pytest.param("GA100", id="the tail of a word"),
            pytest.param("A100x", id="the head of a word"),
            pytest.param("Resnet has 50 layers", id="words between"),
            pytest.param("2.6yA100", id="fused with another letter than x"),
            pytest.param("abxA100", id="x that follows no digit"),
        ],
    )
    def test_what_only_looks_alike_is_not_found(self, known: Vocabulary, text: str) -> None:
        assert names(known, text, "workloads", "platforms") == []

    @pytest.mark.parametrize("text", ["2.6xA100", "8XA100", "3×A100"])
    def test_a_name_fused_with_a_factor_is_found(self, known: Vocabulary, text: str) -> None:
        (mention,) = known.find(text, "platforms")
        assert (mention.name, mention.raw, mention.start) == ("A100", "A100", text.index("A"))

    def test_mentions_are_spans_of_the_text_with_the_words_as_printed(self, known: Vocabulary) -> None:
        text = "On a dgx a100, bert large beats RN50."
        found = known.find(text, "platforms", "workloads")
        assert [(one.kind, one.name, one.raw) for one in found] == [
            ("platforms", "DGX A100", "dgx a100"),
            ("workloads", "BERT-Large", "bert large"),
            ("workloads", "ResNet-50", "RN50"),
        ]
        assert [text[one.start : one.end] for one in found] == [one.raw for one in found]

    def test_the_longest_name_wins(self, known: Vocabulary) -> None:
        assert names(known, "A100 80GB, DGX A100, A100 and BERT", "platforms", "workloads") == [
            "A100 80GB",
            "DGX A100",
            "A100",
            "BERT",
        ]

    def test_only_the_kinds_asked_for_are_found(self, known: Vocabulary) -> None:
        assert names(known, "BERT on A100", "platforms") == ["A100"]
        assert names(known, "BERT on A100", "datasets") == []

    @given(
        st.lists(st.sampled_from(["A100", "80GB", "DGX", "BERT", "Large", "x", "2", " ", "-", "GPT", "ResNet", "50"]))
    )
    def test_mentions_are_in_order_and_apart(self, pieces: list[str]) -> None:
        text = "".join(pieces)
        found = vocabulary().find(text, "platforms", "workloads", "metrics")
        assert all(left.end <= right.start for left, right in itertools.pairwise(found))
        assert all(text[one.start : one.end] == one.raw for one in found)


class TestResolving:
    def test_the_whole_of_a_text(self, known: Vocabulary) -> None:
        entry = known.resolve("workloads", "resnet 50")
        assert entry is not None
        assert entry.name == "ResNet-50"
        assert known.resolve("workloads", "ResNet-50 v9") is None
        assert known.resolve("platforms", "ResNet-50") is None

    def test_fields(self, known: Vocabulary) -> None:
        entry = known.get("workloads", "BERT-Large")
        assert entry is not None
        assert (entry.text("family"), entry.text("task"), entry.flag("is_family")) == ("BERT", "", False)
        family = known.get("workloads", "BERT")
        assert family is not None
        assert family.flag("is_family")
        assert known.get("workloads", "bert") is None, "get takes canonical names only"

    def test_units_keep_their_case(self, known: Vocabulary) -> None:
        byte, bit = known.resolve("units", "GB/s"), known.resolve("units", "Gb/s")
        assert byte is not None
        assert bit is not None
        assert (byte.name, bit.name) == ("GB/s", "Gbit/s")
        assert known.resolve("units", "gb/s") is None

    def test_entries_are_in_file_order(self, known: Vocabulary) -> None:
        assert [entry.name for entry in known.entries("platforms")] == ["A100", "A100 80GB", "DGX A100"]

    @pytest.mark.parametrize(
        ("text", "kind", "expected"),
        [
            ("ResNet-50 v1.5", "workloads", "resnet50v15"),
            ("# GPUs", "headers", "#gpus"),
            ("GPS++", "workloads", "gps++"),
            ("perf/$", "metrics", "perf$"),
            (" GB / s ", "units", "GB / s"),
        ],
    )
    def test_key(self, text: str, kind: str, expected: str) -> None:
        assert key(text, kind) == expected


class TestReading:
    def test_the_hash_names_the_content(self, tmp_path: Path) -> None:
        first, same, other = (tmp_path / name for name in ("first", "same", "other"))
        for path in (first, same, other):
            path.mkdir()
        directory(first, workloads=WORKLOADS)
        directory(same, workloads=WORKLOADS)
        directory(other, workloads=WORKLOADS + "- {name: DLRM}\n")
        assert vocabulary(first).sha256 == vocabulary(same).sha256 != vocabulary(other).sha256

    def test_the_committed_files_hold_every_kind(self) -> None:
        for kind in ("workloads", "platforms", "metrics", "units", "frameworks", "datasets", "variants", "headers"):
            assert next(vocabulary().entries(kind), None), kind

    def test_committed_entries_point_at_entries(self) -> None:
        known = vocabulary()
        for entry in known.entries("platforms"):
            parts = entry.fields.get("made_of", {})
            for name in (*parts, entry.text("variant_of"), entry.text("successor_of")):
                assert not name or known.get("platforms", name), f"{entry.name} points at {name}"
        for entry in known.entries("metrics"):
            assert not entry.text("means") or known.get("metrics", entry.text("means")), entry.name
        for kind in ("headers", "units"):
            for entry in known.entries(kind):
                metric = entry.text("metric")
                assert metric in ("", "speedup", "efficiency") or known.get("metrics", metric), entry.name


class TestComplaints:
    @pytest.mark.parametrize(
        ("file", "text", "said"),
        [
            pytest.param(
                "workloads",
                "- {name: BERT}\n- {name: Bert-}\n",
                ["workloads.yml", "'BERT'", "'Bert-'"],
                id="two names are one",
            ),
            pytest.param(
                "workloads",
                "- {name: GPT2}\n- {name: Other, aliases: [GPT-2]}\n",
                ["workloads.yml", "'GPT-2'", "'GPT2'", "'Other'"],
                id="an alias is another's name",
            ),
            pytest.param(
                "workloads", "- {name: BERT, colour: red}\n", ["workloads.yml", "BERT", "colour"], id="unknown key"
            ),
            pytest.param(
                "workloads",
                "- {name: BERT, vendor: X}\n",
                ["workloads.yml", "BERT", "vendor"],
                id="a key of another kind",
            ),
            pytest.param("workloads", "- {name: [BERT\n", ["workloads.yml", "not readable as YAML"], id="malformed"),
            pytest.param(
                "workloads", b"- {name: \xff\xfe}\n", ["workloads.yml", "not readable as YAML"], id="not UTF-8"
            ),
            pytest.param("workloads", "name: BERT\n", ["workloads.yml", "expected a list"], id="a mapping"),
            pytest.param("workloads", "", ["workloads.yml", "expected a list"], id="an empty file"),
            pytest.param(
                "workloads",
                "- {name: A}\n- {name: 50}\n",
                ["workloads.yml", "entry 2", "quote"],
                id="a name that is a number",
            ),
            pytest.param("workloads", "- BERT\n", ["workloads.yml", "entry 1", "name"], id="an entry that is a text"),
            pytest.param(
                "workloads", "- {name: A}\n- {aliases: [B]}\n", ["workloads.yml", "entry 2", "name"], id="no name"
            ),
            pytest.param(
                "workloads",
                "- {name: BERT, aliases: [1]}\n",
                ["workloads.yml", "BERT", "aliases"],
                id="an alias that is a number",
            ),
            pytest.param(
                "workloads",
                "- {name: BERT, aliases: Bert L}\n",
                ["workloads.yml", "BERT", "aliases"],
                id="aliases that are no list",
            ),
            pytest.param("colours", "- {name: red}\n", ["colours.yml", "'colours'", "workloads"], id="unknown kind"),
        ],
    )
    def test_names_file_and_entry(self, tmp_path: Path, file: str, text: str | bytes, said: list[str]) -> None:
        with pytest.raises(VocabularyError) as error:
            vocabulary(directory(tmp_path, **{file: text}))
        for part in said:
            assert part in str(error.value)
        assert "\n" not in str(error.value), "one line, as the command line prints it"

    def test_a_directory_without_files(self, tmp_path: Path) -> None:
        with pytest.raises(VocabularyError, match="no vocabulary files"):
            vocabulary(tmp_path)

    def test_one_alias_may_stand_in_two_kinds(self, tmp_path: Path) -> None:
        path = directory(tmp_path, workloads="- {name: Wikipedia}\n", datasets="- {name: Wikipedia}\n")
        assert [one.kind for one in vocabulary(path).find("Wikipedia", "datasets", "workloads")] == ["datasets"]

    def test_an_entry_may_repeat_its_own_name_as_an_alias(self, tmp_path: Path) -> None:
        path = directory(tmp_path, workloads="- {name: ResNet-50, aliases: [resnet 50]}\n")
        assert names(vocabulary(path), "ResNet50", "workloads") == ["ResNet-50"]
