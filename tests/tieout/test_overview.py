"""The overview counts what is there, and a hundred thousand statements are no more than a picture."""

from dataclasses import replace

import polars as pl

from schemas.statement import Parsed, Side
from schemas.tables import empty
from tests.made import claim, document, finding
from tieout.history import History, Seen
from tieout.report.build import Results, desk
from tieout.report.overview import MAX_DOCUMENTS, Overview, overview
from tieout.report.view import Point
from tieout.rows import Sound, Tables, tables


def parsed_post(name: str, *printed: str) -> Parsed:
    post = document(" ".join(f"It is {one} faster." for one in printed), name)
    named = Side("A100", "A100")
    return Parsed(post, tuple(replace(claim(post, one), baseline=named) for one in printed), (), ())


def made(*posts: Parsed, blown: int = 1) -> Overview:
    claims = [one for post in posts for one in post.claims]
    found = [finding(claims[0], claims[-1])]
    past = History({one.finding_id: Seen("", "", "new") for one in found}, empty("findings"))
    here = desk(Results("ab", posts, {}, (), found, past), {})
    frames = tables(posts, {}, (), Sound(empty("findings"), ()))
    return overview(here, _blown(frames, blown))


def _blown(frames: Tables, times: int) -> Tables:
    named = [frames.claims.with_columns(document=pl.col("document") + f"-{n}") for n in range(times - 1)]
    return replace(frames, claims=pl.concat([frames.claims, *named]))


def test_documents_that_agree_and_disagree_are_in_the_matrix() -> None:
    plots = made(parsed_post("a", "17x"), parsed_post("b", "17x"), parsed_post("c", "27x"))
    assert plots.matrix.names == ("a", "b", "c")
    cells = {
        (plots.matrix.names[row], plots.matrix.names[at]): (cell.conflicts, cell.agreements)
        for row, line in enumerate(plots.matrix.rows)
        for at, cell in enumerate(line)
    }
    assert cells["a", "b"] == cells["b", "a"] == (0, 1)
    assert cells["a", "c"] == (1, 0)
    assert cells["b", "c"] == (0, 0)


def test_a_finding_within_one_document_is_on_the_diagonal() -> None:
    plots = made(parsed_post("a", "17x", "27x"), parsed_post("b", "17x"))
    post = parsed_post("a", "17x", "27x")
    assert plots.matrix.rows[0][0].conflicts == 0  # that one is between a and b
    alone = made(post)
    assert alone.matrix.rows[0][0].conflicts == 1


def test_coverage_tells_claims_with_a_counterpart_from_those_without() -> None:
    other = parsed_post("c", "9x")
    alone = replace(other, claims=tuple(replace(one, workload="ResNet-50") for one in other.claims))
    bars = {bar.name: dict(bar.parts) for bar in made(parsed_post("a", "17x"), parsed_post("b", "17x"), alone).coverage}
    assert bars["a"] == {"elsewhere": 1, "beside": 0, "alone": 0}
    assert bars["c"] == {"elsewhere": 0, "beside": 0, "alone": 1}


def test_a_hundred_thousand_statements_are_counted_and_the_rest_is_said_to_be_left_out() -> None:
    posts = [parsed_post(f"p{n}", "17x", "19x") for n in range(5)]
    plots = made(*posts, blown=10_000)
    assert len(plots.matrix.names) <= MAX_DOCUMENTS
    assert sum(bar.total for bar in plots.coverage) == 100_000
    assert plots.coverage[-1].name == "49980 others together"


def test_the_trend_is_drawn_to_scale() -> None:
    post = parsed_post("a", "17x", "27x")
    one = finding(*post.claims)
    past = History({one.finding_id: Seen("", "", "new")}, empty("findings"))
    earlier = Point("r", "2026-01-01", 1, 1, 0, 0, 2, 0)
    here = desk(Results("ab", [post], {}, (), [one], past, "r", trend=[earlier]), {})
    first, last = overview(here, tables([post], {}, (), Sound(empty("findings"), ()))).trend
    assert (first.total, last.total, last.new) == (2, 1, 1)
    tall = [sum(rect.height for rect in column.rects) for column in (first, last)]
    assert tall[0] == 2 * tall[1]
