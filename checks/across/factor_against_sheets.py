"""A factor between two products against the data sheets of the two, one document each."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.words import apart, said, side, times, where
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.naming import COLUMN, Text, cover
from checks.lib.labels.sides import Pair as Two
from checks.lib.labels.slots import Slot
from checks.lib.labels.spoken_kinds import kinds_of, meant
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import GENERIC, every_root, tokens
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import DERIVED, factors, up
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "factor-against-sheets"
COVER = 0.5  # share of a label's words that the sentence must say
SHEETS = 10  # sheets of one product that a factor is held against


@check(CODE, version=1, severity="medium", since="0.1.0")
def factor_against_sheets(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor between two products is what their two data sheets give for the property that its sentence names.

    Why:
        Each product has a sheet of its own; only who lays the two side by side can redo the division of the press
        release.

    Flags:
        "Trains ResNet-50 2.6x as fast as an A1 server" where the sheet of the A1 prints a time to train of 57.2 minutes
        for it, and the sheet of the A2 31.0 minutes.

    Passes:
        A factor that one of the properties gives which the sentence may mean.

    Does not judge:
        Sheets that name both products; properties of which the sentence says less than half of the words; "up to";
        factors per watt or dollar; documents of different dates (skipped).
    """
    index = index_of(corpus)
    heads: dict[str, list[Told]] = defaultdict(list)
    for document in corpus.documents:
        for told in index.of(document):
            for word in {one.root for one in tokens(told.sheet.head)} - GENERIC:
                heads[word].append(told)
    for claim in corpus.claims:
        named = claim.subject.name and claim.baseline.name and not claim.chart
        able = named and claim.figure.kind in FACTORS and claim.figure.qualifier != "up_to"
        if able and not DERIVED.search(claim.context):
            yield from _check(claim, heads, index, corpus.vocabulary)


def _check(
    claim: Claim, heads: dict[str, list[Told]], index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    mine, theirs = (every_root(each.name) for each in (claim.subject, claim.baseline))
    subjects = _sheets(claim, heads, mine - theirs, theirs - mine)
    baselines = _sheets(claim, heads, theirs - mine, mine - theirs)
    found = [
        (left, right, pair)
        for left in subjects
        for right in baselines
        for pair in _pairs(claim, left, right, vocabulary)
        if left.sheet.document.document_id != right.sheet.document.document_id
    ]
    able = {pair.left: (left, right, pair) for left, right, pair in found}
    pairs = meant([pair for *_, pair in able.values()], claim.context)
    allowed = [up(one) for one in factors(claim)]
    if not pairs or any(judge(one, pair.factor) != "inconsistent" for one in allowed for pair in pairs):
        return
    nearest = min(pairs, key=lambda pair: allowed[0].rounded.distance(pair.factor.rounded))
    left, right, _ = able[nearest.left]
    if index.of_two_editions(left.sheet.document, right.sheet.document):
        yield Skip(CODE, _key(claim), "not comparable, because the sheets are of different dates")
    else:
        yield _finding(claim, nearest, allowed, index)


def _sheets(claim: Claim, heads: dict[str, list[Told]], own: frozenset[str], other: frozenset[str]) -> Sequence[Told]:
    """The sheets of other documents whose titles name one side and not the other."""
    some = min((heads.get(word, []) for word in own), key=len, default=[])[:SHEETS]
    return [
        told
        for told in some
        if told.sheet.document.document_id != claim.document_id
        and own <= (words := {one.root for one in tokens(told.sheet.head)})
        and not other & words
    ]


def _pairs(claim: Claim, left: Told, right: Told, vocabulary: Vocabulary) -> Iterator[Two]:
    """The values of both sheets under one label that the sentence says."""
    text = Text.of(claim.context, claim.context, ())
    kinds = kinds_of(claim.context)
    theirs = defaultdict(list)
    for slot in right.slots:
        theirs[_label(slot), slot.amount.kind].append(slot)
    for slot in left.slots:
        others = theirs.get((_label(slot), slot.amount.kind), [])
        told = cover(_label(slot), text, vocabulary) >= COVER and slot.amount.kind in kinds
        if told and len(others) == 1 and not any(opposed([claim.context], [_label(slot)])):
            yield Two(slot, others[0], COLUMN)


def _label(slot: Slot) -> str:
    return " ".join(label for kind, label in slot.labels if kind != COLUMN) or " ".join(one for _, one in slot.labels)


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.metric, claim.subject.name, claim.baseline.name, claim.figure.kind


def _finding(claim: Claim, pair: Two, allowed: Sequence[Readings], index: Index) -> Finding:
    cells = [index.places.printed(one.sheet.document, one.start, one.end) for one in (pair.left, pair.right)]
    gap = min(one.rounded.distance(pair.factor.rounded) for one in allowed)
    both = " and ".join(f"{one.quote} ({one.document})" for one in cells)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)),
        message=f"{side(claim.subject)} over {side(claim.baseline)}: the {where(claim)} of {claim.document} says "
        f"{said(claim.figure)}; the sheets of the two print {both} ({_label(pair.left)}), which gives "
        f"{times(pair.factor.rounded, said(claim.figure))}",
        arithmetic=f"{said(claim.figure)} allows {allowed[0].rounded}; {both} allow {pair.factor.rounded}: "
        f"{apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *cells),
        likely_wrong_why="one factor against one pair of values",
    )
