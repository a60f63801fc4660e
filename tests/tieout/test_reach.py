"""What a check of one document says of many is what it says of each: what is kept of it hangs on that."""

from collections import Counter
from collections.abc import Iterable

import pytest

from checks.registry import Check, checks
from schemas.comparison import Corpus
from schemas.names import vocabulary
from schemas.statement import Parsed
from tests.tieout.test_reconcile import corpus
from tieout import reach
from tieout.link import link
from tieout.tuning import Setting, Tuning


def whole() -> Corpus:
    """The small documents of every check's cases, together."""
    return link(corpus()[0], vocabulary(), corpus()[1])


def said(check: Check, of: Iterable[Corpus]) -> Counter[str]:
    return Counter(repr(item) for one in of for item in check.run(one))


def alone(one: Parsed) -> Corpus:
    return Corpus((one,), (), vocabulary())


@pytest.mark.parametrize("code", [code for code, one in checks().items() if reach.of_one_document(one)])
def test_a_check_of_one_document_says_the_same_of_it_alone(code: str) -> None:
    check, every = checks()[code], whole()
    assert said(check, [every]) == said(check, map(alone, every.parsed))


@pytest.mark.parametrize("code", reach.WIDER)
def test_an_exception_is_one_indeed(code: str) -> None:
    check = checks()[code]
    assert check.level == "within"
    assert not reach.of_one_document(check)


def test_checks_across_documents_are_not_of_one() -> None:
    wide = {one.code for one in reach.wide(Tuning())}
    assert {one.code for one in checks().values() if one.level != "within"} < wide
    assert wide.isdisjoint(one.code for one in reach.narrow(Tuning()))
    assert len(wide) + len(reach.narrow(Tuning())) == len(checks())


def test_a_check_that_is_off_is_in_neither() -> None:
    off = Tuning({"restated": Setting(on=False), "same-comparison": Setting(on=False)})
    codes = {one.code for one in (*reach.narrow(off), *reach.wide(off))}
    assert codes == set(checks()) - {"restated", "same-comparison"}
