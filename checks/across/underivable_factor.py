"""A factor in words that no two of the values printed of its thing give."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain, combinations

from checks.lib.findings import severity
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.contrasted import disagreement, key
from checks.lib.labels.couples import Couple
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import every_root
from checks.lib.ratios.heard import Heard, heard
from checks.lib.ratios.loosely_tied import compares, set_around
from checks.lib.ratios.quotients import Quotient, Quotients
from checks.lib.ratios.tied import LEAST, Tie, tie
from checks.lib.statements.cells import columns
from checks.lib.statements.factors import factors, hull, up
from checks.lib.statements.withdrawn import rectified
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge
from schemas.statement import Claim

CODE = "underivable-factor"
_EACH = re.compile(r"\W*(?:per|each|for each)\b|/", re.IGNORECASE)
MANY = 6  # pairs that a factor can be of equally well; of more nobody knows which is meant
FURTHEST_TOLD = Decimal(12)  # "90% less" of what is 25% less
COLUMNS = 12  # of a table whose rows are looked at for a factor
CROWD = 60  # pairs that its document and others print; of more only one that is said in full is meant
ABOUT = Decimal("1.2")
WIDENED = Decimal("1.04")  # beyond what "about" allows already: "about 2x" may be 1.7, "about 1.7x" is no 1.4
NEAREST, FURTHEST = (
    Decimal("1.08"),
    Decimal(4),
)  # times that the factor is off; less is loose speech, more another thing


# "A quarter more than plain input": over a price that a list of other prices may leave out.
_PLAIN = re.compile(
    r"\s*(?:[a-z]+\s){0,2}?than\s(?:the\s)?(?:plain|standard|usual|normal|regular|list|ordinary|base)\b", re.IGNORECASE
)


@check(CODE, version=10, severity="high", since="0.1.0")
def underivable_factor(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor in words is the quotient of some two of the values that are printed of its thing.

    Why:
        Whoever doubts a factor looks for the two values that give it. Where a page prints values of just that thing and
        no two of them do, one of the three is wrong, whatever words the factor came in.

    Flags:
        "That is 2.4x quicker than our submission in the preceding round" beside a table of both rounds whose rows give
        1.86x and 1.5x; "a GPU minute costs 45% less than it did in April" over a list with the two prices. Low unless
        words say both sides and the thing, and no other two values can be meant as well.

    Passes:
        A factor that any two values of the sheet or of the text give, a mean of the rows, or either reading of a
        percentage; one that a row which it names gives along its columns, though it names two; one that two values of
        its own line give, or values with a factor of their own; one that is off by
        less than 8 %, which is loose speech, or by more than four times, which is of something else.

    Does not judge:
        Averages of more than the rows, "up to", factors per watt or dollar; values of other names, releases or settings
        than the sentence says; a factor that the document of the values prints too, beside the right one; documents of
        two editions (skipped); what would be low on pages of more than sixty numbers (skipped).
    """
    index = index_of(corpus)
    able = [one for parsed in corpus.parsed for one in heard(parsed, index)]
    quotients = Quotients(corpus, index) if able else None
    for one in able:
        if quotients:
            yield from _check(one, quotients, index, corpus)


@dataclass(frozen=True, slots=True)
class _Tied:
    """Two values with what ties a factor to them."""

    tie: Tie
    of: Quotient


def _check(one: Heard, quotients: Quotients, index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    if _PLAIN.match(one.claim.behind):
        return
    own = {kind: [each.amount.readings for each in one.own if each.amount.kind == kind] for kind in one.kinds}
    found = [
        _Tied(tie(one, each, index, corpus.vocabulary), each) for each in quotients.able(one.spoken, own, one.topic)
    ]
    found = [each for each in found if each.tie.strength >= LEAST]
    if not found:
        return
    every = [each for each in quotients.of(one.spoken) if each.kind in one.kinds]
    allowed = [up(each) for each in factors(one.claim)]
    most = max(each.tie.strength for each in found)
    best = [each for each in found if each.tie.strength == most]
    if any(
        judge(each, other) != "inconsistent" for each in allowed for other in _given(one, every, found, best, quotients)
    ):
        return
    if len(best) > MANY or (len(every) > CROWD and not best[0].tie.certain):
        return
    said_of = every_root(one.sentence.passage.words)  # "in the offline scenario", of "Offline" and "Server"
    nearest = min(best, key=lambda each: (-len(each.of.words & said_of), _off(allowed, each.of)))
    if not _least(one.claim) <= _off(allowed, nearest.of) <= (FURTHEST_TOLD if nearest.tie.sure else FURTHEST):
        return
    document = one.sentence.passage.document
    if nearest.of.document is not document and rectified(
        nearest.of.document, one.claim.quote, nearest.of.pair.factor.rounded
    ):
        return
    if index.of_two_editions(one.sentence.passage.document, nearest.of.document):
        yield Skip(CODE, key(one.claim), OTHER_EDITION)
        return
    which = f"of the values in {nearest.of.document.name} that it can be of, the nearest"
    said = disagreement(CODE, one.claim, nearest.of.pair, allowed, index.places, which)
    # Values of another kind give about it, or numbers of a row in a unit that nobody knows ("Requests/s per rack (M)").
    others = chain((each.pair.factor for each in every), _of_rows(nearest.of.document))
    given = any(_times(each, other) < ABOUT for other in others for each in allowed)
    sure = nearest.tie.certain and len(best) == 1 and not given
    yield said if sure else replace(said, severity=severity.at_most("low", said.severity))


def _of_rows(document: Document) -> Iterator[Readings]:
    """What any two numbers of a row give."""
    for table in document.tables:
        for one, other in combinations(list(columns(table))[:COLUMNS], 2):
            for row in one.numbers.keys() & other.numbers.keys():
                both = (each.numbers[row].readings for each in (one, other))
                less, more = sorted(both, key=lambda each: each.rounded.upper)
                if less.widened.lower > 0:
                    yield more / less


def _least(claim: Claim) -> Decimal:
    """Times that a factor must be off: "close to 1.7 times", with a digit that is meant, has its slack already."""
    if claim.figure.qualifier in ("about", "nearly") and "." in claim.figure.literal:
        return WIDENED
    return ABOUT if claim.figure.qualifier == "about" else NEAREST


def _of_all(one: Quotient, other: Quotient) -> bool:
    """Whether two values are of all, and two others of the same rows of each part: "Tokens/s", "Tokens/s per GPU"."""
    rows = [[each.settings[:1] for each in pair.values if isinstance(each, Slot)] for pair in (one, other)]
    mine, theirs = ({each.column for each in pair.values if isinstance(each, Slot)} for pair in (one, other))
    apart = len(mine) == len(theirs) == 1 and _EACH.match(next(iter(theirs)).removeprefix(next(iter(mine))))
    return one.document is other.document and rows[0] == rows[1] and bool(apart)


def _crosses(said: Heard, one: Quotient, other: Quotient) -> bool:
    """Whether two values share one with two others that another kind of label tells apart: a row's with a column's."""
    mine, theirs = one.pair, other.pair
    if not (isinstance(mine, Couple) and isinstance(theirs, Couple)) or mine.kind == theirs.kind:
        return False
    if not mine.row <= every_root(said.said):
        return False
    if compares(said.said, theirs) or set_around(said.claim.before, said.claim.behind, theirs):
        return False
    starts = {mine.left.start, mine.right.start}
    return one.document is other.document and not starts.isdisjoint((theirs.left.start, theirs.right.start))


def _off(allowed: Sequence[Readings], one: Quotient) -> Decimal:
    """How many times a factor is off what two values give."""
    return min(_times(each, one.pair.factor) for each in allowed)


def _times(left: Readings, right: Readings) -> Decimal:
    """How many times the one is the other at least; 1 where they meet."""
    mine, theirs = left.rounded, right.rounded
    ways = [Decimal(1)]
    if theirs.upper > 0:
        ways.append(mine.lower / theirs.upper)
    if mine.upper > 0:
        ways.append(theirs.lower / mine.upper)
    return max(ways)


def _given(
    one: Heard, every: Sequence[Quotient], found: Sequence[_Tied], best: Sequence[_Tied], quotients: Quotients
) -> Iterator[Readings]:
    """All that values can give for it: two of them, or a mean of those that it is of."""
    yield from (each.of.pair.factor for each in best)
    yield hull([each.of.pair.factor for each in best])
    yield from (each.pair.factor for each in every for told in best if _crosses(one, each, told.of))
    if any(each.tie.told for each in best) and not one.back:
        yield from (each.pair.factor for each in every if any(_of_all(each, told.of) for told in best))
        return
    yield from (each.of.pair.factor for each in found)
    if one.bound:
        return  # some two values of a page are always as far apart as "more than three quarters"
    yield from (each.pair.factor for each in every)
    places = {each.of.document.document_id: each.of.document for each in found}
    own = one.sentence.passage.document
    for document in (own, *(each for name, each in places.items() if name != own.document_id)):
        yield from (factor for kind, factor in quotients.printed(document) if kind in one.kinds)
