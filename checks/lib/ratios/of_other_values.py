"""Whether the factor that a finding holds against two values is what other values give: then it may be theirs.

A page sets several comparisons side by side, and words tie a factor to any of them. Where other values of the kind, or
of the factor's own sentence, give it within its rounding, nobody can say for sure that it is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from weakref import WeakKeyDictionary

from checks.lib.labels.about import Index, index_of
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.ratios.in_line import fits
from checks.lib.ratios.loose_pairs import LoosePairs
from checks.lib.statements.factors import as_value, factors, up
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding
from schemas.interval import Interval, Readings
from schemas.statement import Claim

KINDS = ("ratio", "percent_change")
ABOVE = Decimal("1.1")  # times that "more than 4.6x" may be 4.6x
_kept: WeakKeyDictionary[Index, LoosePairs] = WeakKeyDictionary()  # every finding asks


def of_other_values(finding: Finding, corpus: Corpus) -> bool:
    """Whether every factor that a finding disputes is what values give: two that do not agree are of two things."""
    claims = _claims(finding, corpus)
    if not claims:
        return False
    index = index_of(corpus)
    if index not in _kept:
        _kept[index] = LoosePairs(corpus, index)
    return all(_is_given(finding, one, corpus, index) for one in claims)


def _is_given(finding: Finding, claim: Claim, corpus: Corpus, index: Index) -> bool:
    allowed = [_allowed(one) for one in factors(as_value(claim))]
    given = _given(finding, claim, corpus, index)
    return any(fits(one, each) for one in given for each in allowed)


def _claims(finding: Finding, corpus: Corpus) -> list[Claim]:
    """The factors among what a finding quotes."""
    mine = {one.document_id for one in finding.evidence}
    every = (claim for parsed in corpus.parsed if parsed.document.document_id in mine for claim in parsed.claims)
    return [one for one in every if one.figure.kind in KINDS and any(_is(one, each) for each in finding.evidence)]


def _is(claim: Claim, one: Evidence) -> bool:
    return claim.document_id == one.document_id and claim.figure.start < one.end and one.start < claim.figure.end


def _allowed(one: Readings) -> Interval:
    """What a factor allows; one that is more than so much is hardly ten per cent more."""
    found = up(one).rounded
    return found if found.bounded else replace(found, upper=found.lower * ABOVE)


def _given(finding: Finding, claim: Claim, corpus: Corpus, index: Index) -> Iterator[Interval]:
    """What values give: those of the kind that the finding quotes, and any that stand around the factor."""
    pairs, documents = _kept[index], _documents(finding, corpus)
    kinds = _kinds(finding, pairs, documents)
    for document in documents:
        yield from (one for kind, one in pairs.printed(document) if not kinds or kind in kinds)
    around = _around(claim, corpus, index)
    yield from (one.factor for one in near_pairs(around, ()))
    for sentence in around:
        yield from pairs.with_values_of(sentence, documents)


def _around(claim: Claim, corpus: Corpus, index: Index) -> Sequence[Sentence]:
    """The sentence of a factor between its neighbours."""
    document = next(one for one in corpus.documents if one.document_id == claim.document_id)
    every = index.sentences(document)
    at = next((at for at, one in enumerate(every) if one.passage.start <= claim.figure.start < one.passage.end), None)
    return () if at is None else every[max(0, at - 1) : at + 2]


def _documents(finding: Finding, corpus: Corpus) -> Sequence[Document]:
    """Those that a finding quotes: what others print would make it hang on what it is checked together with."""
    mine = {one.document_id for one in finding.evidence}
    return [one for one in corpus.documents if one.document_id in mine]


def _kinds(finding: Finding, pairs: LoosePairs, documents: Sequence[Document]) -> frozenset[str]:
    """The kinds of the values that a finding quotes; none where it quotes no value that is read as one."""
    places = {(one.document_id, one.start, one.end) for one in finding.evidence}
    found = (pairs.kinds_at(each, *span) for each in documents for name, *span in places if name == each.document_id)
    return frozenset[str]().union(*found) - {"share"}
