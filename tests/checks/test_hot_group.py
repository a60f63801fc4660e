"""A comparison that everybody writes about: one finding, of bounded size, that says what it leaves out."""

from dataclasses import replace
from decimal import Decimal

from checks.across.same_comparison import MOST
from checks.registry import checks
from schemas.finding import Finding
from schemas.interval import ulp
from schemas.names import vocabulary
from schemas.statement import Figure, Parsed, Side
from tests.made import claim, document
from tieout.link import link

RIGHT, WRONG = 300, 120


def posts() -> list[Parsed]:
    made = []
    for number in range(RIGHT + WRONG):
        literal = "17" if number < RIGHT else f"27.{number}"
        within = document(f"It is {literal}x faster.", f"{number:04d}.html")
        start, end = 6, 7 + len(literal)
        figure = Figure(start, end, literal, "ratio", Decimal(literal), "x", "exact", ulp(literal))
        blank = claim(document("17x"), "17x")
        stated = replace(
            blank,
            document_id=within.document_id,
            document=within.name,
            quote=f"{literal}x",
            figure=figure,
            baseline=Side("A100", "A100"),
        )
        made.append(Parsed(within, (stated,), (), ()))
    return made


def test_what_a_finding_leaves_out_is_said() -> None:
    rule = checks()["same-comparison"]
    (found,) = rule.run(link(posts(), vocabulary()))
    assert isinstance(found, Finding)
    assert len(found.evidence) <= 2 * MOST + 1
    assert (
        f"{WRONG} statements contradict {RIGHT} that agree; the first {MOST} of each are the evidence"
        in found.arithmetic
    )
    assert f"{WRONG - MOST} more figures" in found.message
    assert found.likely_wrong_why == "no single statement is the odd one out"


def test_the_order_of_documents_does_not_change_it() -> None:
    rule = checks()["same-comparison"]
    made = posts()
    one, other = (list(rule.run(link(some, vocabulary()))) for some in (made, made[::-1]))
    assert one == other
