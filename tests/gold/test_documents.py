"""Whole documents with every claim in them labelled by hand (documents/*.json): what extraction finds and gets right.

A label's `context` is a stretch of the text layer that stands there once; `quote` is the figure within it. `also`
lists further right answers, fields under `debatable` are not scored.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from schemas.statement import Parsed
from tests.gold.score import Label, Scores, _score_label, _touch, read

HERE = Path(__file__).resolve().parent / "documents"
EXAMPLES = HERE.parents[1] / "parsers" / "examples"
LABELS = sorted(HERE.glob("*.json"))
RECALL, VALUE_AND_UNIT = 0.85, 0.95


def labels(path: Path) -> list[Label]:
    return list(json.loads(path.read_text(encoding="utf-8"))["claims"])


@cache
def document(path: Path) -> Parsed:
    example = EXAMPLES / path.name.removesuffix(".json")
    return read(example.name, example.read_bytes())


def text(path: Path) -> str:
    return document(path).document.text.replace("\xa0", " ")


def scores(path: Path) -> Scores:
    made = Scores()
    for label in labels(path):
        start = text(path).index(label["context"]) + label["context"].index(label["quote"])
        end = start + len(label["quote"])
        near = [claim for claim in document(path).claims if _touch(claim, start, end)]
        _score_label({"id": path.stem, "text": label["context"]}, label, near, made)
    return made


@pytest.fixture(scope="module")
def total() -> Scores:
    made = Scores()
    for one in map(scores, LABELS):
        made.hits.update(one.hits)
        made.tries.update(one.tries)
        made.misses += one.misses
    return made


def test_there_are_labels_for_at_least_two() -> None:
    assert len(LABELS) >= 2


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.stem)
def test_each_label_stands_in_its_document_once(path: Path) -> None:
    for label in labels(path):
        assert text(path).count(label["context"]) == 1, label["context"]
        assert label["quote"] in label["context"]


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.stem)
def test_each_figure_gives_back_its_quote(path: Path) -> None:
    read = document(path)
    assert read.claims
    for claim in read.claims:
        assert read.document.text[claim.figure.start : claim.figure.end] == claim.quote


def test_most_claims_are_found(total: Scores) -> None:
    assert total.rate("recall") >= RECALL, total.misses


def test_value_and_unit_of_what_is_found_are_right(total: Scores) -> None:
    assert total.rate("value and unit") >= VALUE_AND_UNIT, total.misses
