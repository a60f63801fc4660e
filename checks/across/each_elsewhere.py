"""What each of so many does, and what all of them do, in two sentences or two documents."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import names, root, roots, tokens
from checks.lib.linking.same_run import one_thing, two_dates
from checks.lib.machines.parts_counted import Parts, counted_otherwise, of_one_run, parts_of, uncounted
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.of_each import Counted, Said, counts_of, values_of
from checks.lib.statements.index import by
from checks.lib.statements.passages import phrase
from checks.lib.telling.stretches import Stretch
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "each-elsewhere"
ROUGH = Decimal("0.06")
FAR = 60  # times apart: two things
# What ties each and all together where all do less than each of them times their number: scaling costs something.
_THUS = re.compile(
    r"\b(?:so (?:each|every|the|all|that)|thus|hence|therefore|that is|i\.e|sum|added up|adds? up|"
    r"linear\w*|without loss|no loss|perfect\w*|"
    r"which (?:is|makes|works)|works out|equals?|equivalent)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:peak\w*|burst\w*|up to|at most|at best|theoretical\w*|maximum|max|limit\w*|overhead|alone|standalone|"
    r"by itself|single|spare|standby|idle|another|other|half|only|but|although|though|instead|would|could|should|if|"
    r"earlier|previous\w*|old|older|than|versus|against|compared|respectively|median|p\d\d|efficien\w+|some|most of)\b",
    re.IGNORECASE,
)
# What a system serves is no part of it: so many users may each get less or more at other times.
_SERVED = frozenset(
    map(
        root,
        """
        user client session request customer reader viewer connection caller player prompt query conversation agent
        tenant camera person visitor subscriber reviewer
        """.split(),
    )
)
_TOKENS = re.compile(r"\b(?:prompt|prefill|input|combined|both directions|bidirectional\w*|duplex)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Sum:
    each: Said
    all: Said
    counted: Counted

    @property
    def given(self) -> Interval:
        """What all of them must come to."""
        number = Decimal(self.counted.number)
        return self.each.value.amount.readings.rounded.scaled(number)


@check(CODE, version=2, severity="high", since="0.1.0")
def each_elsewhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a system of so many parts does is their number times what each part is said to do.

    Why:
        The press release prints what the rack does, the engineers' note what each accelerator in it does, a third place
        how many there are. A total of an earlier rack, or a sum over two racks, is seen by nobody.

    Flags:
        "The eight-card system reached 24,640 tokens per second. Every card therefore produced 3,850"; "Rack-24 produces
        86,000 output tokens per second" beside "each C2 sustains 1,790 output tokens per second" and "24 C2"; "96 nodes
        with eight V3 accelerators each" beside "the entire run used 1,024 V3 accelerators".

    Passes:
        Totals within rounding of the product; totals below it, unless a word says that the one follows from the other
        (scaling costs something).

    Does not judge:
        Sentences that print several values of the kind; parts counted in several ways; peaks, limits, single parts by
        themselves; documents that name other things or settings, or dated more than six weeks apart (skipped).
    """
    index = index_of(corpus)
    every = [one for document in corpus.documents for one in index.sentences(document) if one.asserted and not one.past]
    values = [said for one in every for said in values_of(one)]
    counts = [counted for one in every for counted in counts_of(one)]
    for each in (one for one in values if one.words):
        yield from _check(each, values, counts, index, corpus)
    parts = [one for sentence in every if not _MORE.search(sentence.passage.words) for one in parts_of(sentence)]
    for some in by(parts, lambda one: (one.name, one.counts[-1].noun)).values():
        for one in (each for each in some if len(each.counts) > 1):
            yield from _counted(one, [other for other in some if len(other.counts) == 1], index, corpus)


def _check(
    each: Said, values: Sequence[Said], counts: Sequence[Counted], index: Index, corpus: Corpus
) -> Iterator[Finding | Skip]:
    mine = [one for one in counts if one.words & each.words and not one.words & _SERVED]
    sums = [one for total in values if not total.words for one in _sums(each, total, mine, index, corpus)]
    totals = {one.all.value.amount.readings.rounded for one in sums}
    if len(totals) != 1 or any(_fits(one, counts) for one in sums):
        return
    one = sums[0]
    document, other = (said.sentence.passage.document for said in (each, one.all))
    if two_dates(document, other):
        yield Skip(CODE, _key(one), OTHER_EDITION)
    elif _against(one):
        yield _finding(one, index)


def _sums(each: Said, total: Said, counts: Sequence[Counted], index: Index, corpus: Corpus) -> Iterator[_Sum]:
    sentences = each.sentence, total.sentence
    documents = [one.passage.document for one in sentences]
    if bool(_TOKENS.search(sentences[0].passage.words)) != bool(_TOKENS.search(sentences[1].passage.words)):
        return
    if not alike(each.value.amount, total.value.amount) or any(_MORE.search(one.passage.words) for one in sentences):
        return
    if documents[0] is documents[1]:
        counts = [one for one in counts if one.sentence is total.sentence] if _neighbours(*sentences) else []
    else:
        known = {one.document_id for one in documents}
        inside = [one for one in counts if one.sentence.passage.document.document_id in known]
        counts = [one for one in inside if _owned(one, each, total)]
        parts = each.words.union(*(one.words for one in counts))
        counts = counts if counts and _same(each, total, parts, index, corpus) else []
    if len({one.number for one in counts}) == 1:
        yield _Sum(each, total, counts[0])


def _neighbours(one: Sentence, other: Sentence) -> bool:
    """Whether one sentence stands right before the other in the same paragraph."""
    left, right = sorted((one.passage, other.passage), key=lambda passage: passage.start)
    between = left.document.text[left.end : right.start]
    return left is not right and not between.strip() and "\n\n" not in between


def _same(each: Said, total: Said, parts: frozenset[str], index: Index, corpus: Corpus) -> bool:
    one, other = (Stretch((said.sentence,), ()) for said in (total, each))
    return one_thing(one, other, index, corpus.vocabulary, parts)


def _owned(counted: Counted, each: Said, total: Said) -> bool:
    """Whether what is counted belongs to what the total is said of: in its sentence, or by a name of both.

    The name is none of the part itself: "C2 produces 86,000 tokens/s" says nothing of all of them.
    """
    if counted.sentence is total.sentence:
        return True
    told = names(total.sentence.passage.words) - each.words - counted.words
    scope = " | ".join((counted.sentence.passage.words, *counted.sentence.scope[-2:]))
    return bool(told & roots(tokens(scope))) and not roots(tokens(total.sentence.passage.words)) & counted.words


def _fits(one: _Sum, counts: Sequence[Counted]) -> bool:
    """Whether the total is what some number of the two documents gives."""
    documents = {said.sentence.passage.document.document_id for said in (one.each, one.all)}
    numbers = {1, *(each.number for each in counts if each.sentence.passage.document.document_id in documents)}
    printed, each = one.all.value.amount.readings.rounded, one.each.value.amount.readings.rounded
    if not (printed.bounded and each.bounded and printed.lower > 0 and each.lower > 0):
        return True
    by = [Interval(Decimal(number), Decimal(number)) for number in numbers]
    return any((each * number).distance(printed) < ROUGH for number in by) or one.given.distance(printed) > FAR


def _against(one: _Sum) -> bool:
    """Whether the total is above the product, or said to be it."""
    said = f"{one.each.sentence.passage.words} {one.all.sentence.passage.words}"
    return one.all.value.amount.readings.rounded.lower > one.given.upper or bool(_THUS.search(said))


def _counted(one: Parts, totals: Sequence[Parts], index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    """So many systems with so many parts each, against the number of those parts in another document."""
    document = one.sentence.passage.document
    if counted_otherwise(one, index.sentences(document)):
        return
    for total in totals:
        other = total.sentence.passage.document
        result, parts = (Stretch((uncounted(each),), ()) for each in (total, one))
        same = of_one_run(one.sentence, total.sentence) and one_thing(result, parts, index, corpus.vocabulary)
        agrees = total.number in (one.number, *(each.value for each in one.counts))
        if other is document or agrees or not same or counted_otherwise(total, index.sentences(other)):
            continue
        if two_dates(document, other):
            yield Skip(CODE, (document.name, other.name, total.counts[0].noun), OTHER_EDITION)
        else:
            yield _miscounted(one, total)


def _miscounted(one: Parts, total: Parts) -> Finding:
    document, other = (each.sentence.passage.document.name for each in (one, total))
    systems, each = one.counts
    said, sum_ = total.counts[0], f"{systems.value} x {each.value} = {one.number:,}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"{document} counts {sum_} {said.match['noun']}, {other} {said.value:,}",
        arithmetic=f"{sum_}, not {said.value:,}.",
        comparison=(document, other, total.counts[0].noun, total.name),
        evidence=tuple(phrase(count.passage, count.match) for count in (systems, each, said)),
        likely_wrong_why="one of the three numbers, it cannot be told which",
    )


def _key(one: _Sum) -> tuple[str, ...]:
    documents = sorted({said.sentence.passage.document.name for said in (one.each, one.all)})
    return *documents, one.each.value.amount.kind, *sorted(one.counted.words & one.each.words)


def _finding(one: _Sum, index: Index) -> Finding:
    printed = one.all.value.amount.readings.rounded
    gap = one.given.distance(printed)
    each, total = (
        index.places.printed(said.sentence.passage.document, said.value.start, said.value.end)
        for said in (one.each, one.all)
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{one.counted.number} of {each.quote} each ({each.document}) do not come to {total.quote} "
        f"({total.document})",
        arithmetic=f"In base units {one.counted.number} x {each.quote} allows {one.given}, {total.quote} allows "
        f"{printed}: {apart(gap)}.",
        comparison=_key(one),
        evidence=(phrase(one.counted.sentence.passage, one.counted.match), each, total),
        likely_wrong_why="one of the three numbers, it cannot be told which",
    )
