"""Rows: complete, in an order of their own, and a bad one is set aside with its reason."""

import json
from dataclasses import replace
from decimal import Decimal

import polars as pl

from schemas.document import Box, Rejected
from schemas.statement import Parsed
from schemas.tables import CONTRACTS, empty
from tests.made import claim, document, finding, measurement, parsed, table_document
from tieout.failures import Failure
from tieout.history import Seen, history
from tieout.rows import Sound, Tables, finding_rows, tables

NO_FINDINGS = Sound(empty("findings"), ())


def made(*every: Parsed) -> Tables:
    return tables(every, {}, (), NO_FINDINGS)


def test_a_claim_keeps_print_place_interval_and_both_sides() -> None:
    post = document("It is 17x faster.")
    (row,) = made(Parsed(post, (claim(post, "17x", Box(8, 1.5, 2, 3, 4)),), (), ())).claims.to_dicts()
    assert (row["quote"], row["literal"], row["value"], row["unit"]) == ("17x", "17", 17.0, "x")
    assert post.text[row["start"] : row["end"]] == "17x"
    assert (row["lower"], row["upper"], row["lower_closed"], row["upper_closed"]) == (16.5, 17.5, True, True)
    assert (row["page"], row["x0"]) == (8, 1.5)
    assert (row["subject"], row["subject_count"], row["subject_precision"]) == ("IPU-M2000", 1, "16.16")
    assert (row["baseline"], row["baseline_raw"], row["baseline_count"]) == ("", "latest GPU", None)


def test_a_blank_cell_has_its_print_and_no_value() -> None:
    page = table_document()
    blank = replace(measurement(page), figure=None, status="blank", literal="")
    (row,) = made(Parsed(page, (), (blank,), ())).measurements.to_dicts()
    assert (row["value"], row["lower"], row["literal"], row["status"]) == (None, None, "", "blank")


def test_the_order_of_documents_changes_nothing() -> None:
    every = [parsed("It is 17x, then 27x, then 3x.", "27x", "17x", "3x", name=f"{name}.html") for name in "cab"]
    first = made(*every)
    every = every[1:] + every[:1]
    for (_, left), (_, right) in zip(first.items(), made(*every).items(), strict=True):
        assert left.equals(right)


def test_a_bad_row_is_set_aside_whole_and_the_others_stay() -> None:
    post = document("It is 17x, then 27x, then 3x.")
    good, bad, other = (claim(post, one) for one in ("17x", "27x", "3x"))
    bad = replace(bad, task="tuning")
    result = made(Parsed(post, (good, bad, other), (), ()))
    assert result.claims["quote"].to_list() == ["17x", "3x"]
    (row,) = result.rejected.to_dicts()
    assert (row["table"], row["document"]) == ("claims", "post.html")
    assert "task" in row["reason"]
    assert json.loads(row["row"])["quote"] == "27x"


def test_of_two_rows_with_one_id_one_stays_whatever_the_order() -> None:
    post = document("It is 17x.")
    one = claim(post, "17x")
    two = replace(one, workload="BERT")
    results = [made(Parsed(post, pair, (), ())) for pair in ((one, two), (two, one))]
    assert results[0].claims.equals(results[1].claims)
    assert results[0].claims.height == 1
    assert "another row has" in results[0].rejected["reason"][0]


def test_a_figure_whose_interval_is_empty_is_set_aside() -> None:
    post = document("It is 17x, then 27x.")
    backwards = claim(post, "27x")
    backwards = replace(backwards, figure=replace(backwards.figure, value_hi=Decimal(2)))
    result = made(Parsed(post, (claim(post, "17x"), backwards), (), ()))
    assert result.claims["quote"].to_list() == ["17x"]
    assert "empty interval" in result.rejected["reason"][0]


def test_text_that_cannot_be_encoded_is_set_aside_and_readable() -> None:
    post = document("It is 17x, then 27x.")
    result = made(Parsed(post, (claim(post, "17x"), replace(claim(post, "27x"), workload="\ud800")), (), ()))
    assert result.claims["quote"].to_list() == ["17x"]
    assert "\\ud800" in result.rejected["row"][0]


def test_what_parsers_and_documents_lost_is_in_rejected() -> None:
    one = replace(parsed("Nothing."), rejected=(Rejected("table T2, row 7", "8 cells under 9 headers", ("a", "b")),))
    rejected = tables([one], {}, [Failure("torn.pdf", "page 3", "is torn")], NO_FINDINGS).rejected.to_dicts()
    assert [(row["document"], row["table"]) for row in rejected] == [("post.html", "table"), ("torn.pdf", "document")]
    assert json.loads(rejected[0]["row"])["cells"] == ["a", "b"]


def test_no_documents_give_empty_tables_of_the_contract() -> None:
    for name, frame in made().items():
        assert frame.schema == CONTRACTS[name].empty().schema


def findings_table(quotes: tuple[str, str], text: str, before: pl.DataFrame | None) -> pl.DataFrame:
    post = document(text)
    one = finding(*(claim(post, quote) for quote in quotes))
    past = history([one], {post.document_id: "2026-11-21T04:00:00Z"}, before)
    return finding_rows([one], {"same-comparison": "across"}, past.seen, past.absent).frame


def test_history_new_unchanged_updated_absent() -> None:
    first = findings_table(("17x", "27x"), "It is 17x or 27x.", None)
    assert first["state"].to_list() == ["new"]
    again = findings_table(("17x", "27x"), "It is 17x or 27x.", first)
    assert again["state"].to_list() == ["unchanged"]
    moved = findings_table(("17x", "27x"), "Moved: it is 17x or 27x.", first)
    assert moved["state"].to_list() == ["unchanged"]
    assert moved["finding_id"].to_list() != first["finding_id"].to_list()
    other = findings_table(("17x", "28x"), "It is 17x or 28x.", first)
    assert other["state"].to_list() == ["updated"]
    past = history([], {}, first)
    gone = finding_rows([], {}, past.seen, past.absent).frame
    assert gone["state"].to_list() == ["absent"]
    assert gone.drop("state").equals(first.drop("state"))


def test_history_keeps_when_a_finding_was_first_seen() -> None:
    post = document("It is 17x or 27x.")
    one = finding(claim(post, "17x"), claim(post, "27x"))
    first = history([one], {post.document_id: "2026-01-01T00:00:00Z"}, None)
    table = finding_rows([one], {"same-comparison": "across"}, first.seen, first.absent).frame
    second = history([one], {post.document_id: "2026-02-02T00:00:00Z"}, table)
    seen = Seen("2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z", "unchanged")
    assert second.seen[one.finding_id] == seen
