"""SARIF, CSV, Markdown and annotations: valid, complete, and no text of a document acts on their readers."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from schemas.finding import Evidence, Finding
from schemas.statement import Parsed
from tests.made import claim, document, finding, measurement, table_document
from tieout.decisions import acting
from tieout.decisions.ladder import Applied, Read, apply
from tieout.decisions.model import threads
from tieout.exports import sarif, summaries
from tieout.exports.baseline import BaselineError, against, load
from tieout.exports.told import Export

SCHEMA = json.loads((Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text())
TEXT = "Heading\nIt is 17x faster.\nIts bar says 27x.\n"
NONE = Applied({}, ())


def text_post(text: str = TEXT) -> tuple[Parsed, Finding]:
    post = replace(document(text, "posts/a b.txt"), media_type="text/plain")
    claims = (claim(post, "17x"), claim(post, "27x"))
    return Parsed(post, claims, (), ()), finding(*claims, likely_wrong=1)


def log(export: Export, *parsed: Parsed) -> dict[str, Any]:
    """The log's one run, after the whole log was held against the official schema."""
    whole = json.loads(sarif.dump(sarif.log(export, parsed)))
    jsonschema.Draft4Validator(SCHEMA, format_checker=jsonschema.FormatChecker()).validate(whole)
    run: dict[str, Any] = whole["runs"][0]
    return run


def dismissed(*findings: Finding) -> Applied:
    entries = [acting.entry(one, "dismissed", "Ada", "", reason="known\nand accepted") for one in findings]
    named = [replace(one, name=str(n)) for n, one in enumerate(entries)]
    return apply(threads(named), findings, Read(frozenset()))


def test_the_schema_of_the_tests_can_fail() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate({"version": "2.1.0", "runs": [{"results": []}]})


def test_a_result_has_what_viewers_need() -> None:
    parsed, one = text_post()
    run = log(against([one], None, NONE), parsed)
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "posts/a%20b.txt"
    region = place["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (3, 14, 17)  # the odd one out
    assert TEXT[region["charOffset"] :][: region["charLength"]] == region["snippet"]["text"] == "27x"
    assert (result["level"], result["ruleId"]) == ("error", "same-comparison")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "same-comparison"
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"]
    assert result["partialFingerprints"][sarif.FINGERPRINT] == one.fingerprint
    assert "baselineState" not in result
    assert result["suppressions"] == []
    assert [other["physicalLocation"]["region"]["startLine"] for other in result["relatedLocations"]] == [2]


def test_a_place_without_lines_is_said_in_words() -> None:
    results = table_document()
    one = replace(finding(claim(document("58x"), "58x")), evidence=(Evidence.of(measurement(results)),))
    (result,) = log(against([one], None, NONE), Parsed(results, (), (), ()))["results"]
    place = result["locations"][0]
    assert place["physicalLocation"]["region"]["startLine"] == 1
    assert place["logicalLocations"] == [{"fullyQualifiedName": "T1 row 1, Throughput"}]


def test_a_dismissed_finding_is_kept_and_marked() -> None:
    parsed, one = text_post()
    (result,) = log(against([one], None, dismissed(one)), parsed)["results"]
    (suppression,) = result["suppressions"]
    assert (suppression["kind"], suppression["status"]) == ("external", "accepted")
    assert suppression["justification"].startswith("known\nand accepted (Ada, 20")


@pytest.mark.parametrize("form", ["sarif", "json"])
def test_a_baseline_tells_new_changed_and_gone(tmp_path: Path, form: str) -> None:
    parsed, first = text_post()
    gone, changed = replace(first, comparison=("gone",)), replace(first, comparison=("changed",))
    path = tmp_path / "baseline"
    if form == "sarif":
        path.write_bytes(sarif.dump(sarif.log(against([first, gone, changed], None, NONE), [parsed])))
    else:
        from tieout import jsonl

        path.write_text("\n".join(json.dumps(jsonl.finding(one)) for one in (first, gone, changed)))
    now = [
        first,
        replace(changed, evidence=(replace(changed.evidence[0], quote="18x"), changed.evidence[1])),
        replace(first, comparison=("new",)),
    ]
    run = log(against(now, load(path), NONE), parsed)
    states = {one["partialFingerprints"][sarif.FINGERPRINT]: one["baselineState"] for one in run["results"]}
    expected = [*zip(now, ("unchanged", "updated", "new"), strict=True), (gone, "absent")]
    assert states == {one.fingerprint: state for one, state in expected}


def test_a_page_that_moved_is_no_new_finding(tmp_path: Path) -> None:
    parsed, first = text_post()
    path = tmp_path / "baseline.sarif"
    path.write_bytes(sarif.dump(sarif.log(against([first], None, NONE), [parsed])))
    moved = replace(first, evidence=tuple(replace(one, start=one.start + 9, end=one.end + 9) for one in first.evidence))
    (told,) = against([moved], load(path), NONE).told
    assert told.state == "unchanged"


@pytest.mark.parametrize("text", ["", "{}", "[1]", "nonsense", '{"runs": [{}], "version": 1}', '{"record": "claim"}'])
def test_what_is_no_baseline_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    if not text or "claim" in text:
        assert load(path) == ()
        return
    with pytest.raises(BaselineError, match="is not a baseline"):
        load(path)


HOSTILE = "a|b\n# <script> @someone [x](http://e) =1+1 %0A::error:: \u202e `c` ::warning::"


def test_markdown_stays_a_table_whatever_a_document_says() -> None:
    _, one = text_post()
    text = summaries.summary(against([replace(one, message=HOSTILE)], None, NONE))
    assert text.startswith("## tieout: 1 finding (1 high)\n")
    (row,) = [line for line in text.splitlines() if line.startswith("| **high**")]
    assert row.replace("\\|", "").count("|") == 5
    for bad in ("<script", "@someone", "](http", "http://", "\u202e"):
        assert bad not in text
    assert "27x" in row


def test_markdown_leaves_out_what_was_dismissed_and_says_so() -> None:
    _, one = text_post()
    text = summaries.summary(against([one], None, dismissed(one)))
    assert "everything ties out" in text
    assert "1 dismissed by an auditor" in text


def test_a_spreadsheet_gets_no_formula() -> None:
    _, one = text_post()
    rows = list(csv.DictReader(io.StringIO(summaries.as_csv(against([replace(one, message="=1+1")], None, NONE)))))
    assert (rows[0]["message"], rows[0]["severity"], rows[0]["documents"]) == ("'=1+1", "high", "posts/a b.txt")


def test_an_annotation_is_one_line_at_its_place() -> None:
    parsed, one = text_post()
    text = summaries.annotations(against([replace(one, message=HOSTILE)], None, NONE), [parsed])
    assert text.count("\n") == 1
    assert text.startswith("::error file=posts/a b.txt,line=3,title=same-comparison::a|b%0A# ")
    assert "%250A" in text
    assert summaries.annotations(against([one], None, dismissed(one)), [parsed]) == ""
