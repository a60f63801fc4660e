"""The worst of the rows newer than a day, against looking at each of them."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from checks.lib.statements.absolutes import based
from checks.lib.statements.newer import Dated
from schemas.interval import Interval
from schemas.names import vocabulary
from schemas.statement import Measurement
from tests import made

DAYS = {"a": "2023-01-01", "b": "2023-06-01", "c": "2024-01-01", "d": ""}
MADE = made.measurement(made.table_document())


def row(value: int, document: str, start: int) -> Measurement:
    assert MADE.figure
    return replace(MADE, figure=replace(MADE.figure, value=Decimal(value)), document_id=document, start=start)


def printed(one: Measurement) -> Interval:
    assert one.figure
    return based(one.figure, vocabulary()).rounded


rows = st.lists(
    st.builds(row, st.integers(1, 6), st.sampled_from(list(DAYS)), st.integers(0, 99)),
    min_size=1,
    max_size=20,
    unique_by=lambda one: one.statement_id,
)


@given(rows, st.sampled_from([*DAYS.values(), "2023-03-03"]))
def test_the_worst_newer_row_is_found(some: list[Measurement], after: str) -> None:
    dated = Dated(some, DAYS, vocabulary())
    newer = [one for one in some if DAYS[one.document_id] > after]
    slowest = min(newer, key=lambda one: (-printed(one).upper, one.statement_id), default=None)
    lowest = min(newer, key=lambda one: (printed(one).lower, one.statement_id), default=None)
    assert dated.least(timed=True, after=after) == slowest
    assert dated.least(timed=False, after=after) == lowest


@given(rows)
def test_rows_of_other_documents_are_known(some: list[Measurement]) -> None:
    dated = Dated(some, DAYS, vocabulary())
    for document in DAYS:
        assert dated.outside(document) == any(one.document_id != document for one in some)
