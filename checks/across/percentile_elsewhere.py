"""Percentiles in words against the other percentiles of the same run that a table or chart prints."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.findings.words import said
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.keyed import keyed
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import every_root, roots, tokens
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.percentiles import CASES, Ranked, rank_of, ranked, unranked, within
from checks.lib.statements.absolutes import based
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval
from schemas.months import MONTHS
from schemas.names import Vocabulary

CODE = "percentile-elsewhere"
_DATE = re.compile(rf"\b(?:\d{{1,2}} )?(?:{'|'.join(MONTHS)})\b(?: \d{{1,2}}\b)?", re.IGNORECASE)
FAR = 200  # times apart: two things
_FINE = re.compile(r"[1-9][\d.]*[1-46-9](?![\d.]*\d)")  # two digits that count, and no round number
Series = Mapping[Decimal, Slot]


@check(CODE, version=3, severity="medium", since="0.1.0")
def percentile_elsewhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A percentile that the text prints lies between the lower and the higher ones that a chart or table prints.

    Why:
        The chart has p50, p99 and p99.9, the post the median and p95. No two of the same name differ, so that nobody
        sees that a p95 of 4.6 ms cannot be of the run whose p99 is 2.9 ms.

    Flags:
        A lower percentile in words above a higher one of a series, or the other way round, where another percentile of
        the sentence is the series' own, or the sentence names the series and none of its percentiles. "99% of requests
        to Lima got their first byte within 84 ms" is such a percentile, which may be less than that, but not more; it
        is that where the number is fine ("half of all reads within 0.92 ms" above their p99 of 0.71 ms).

    Passes:
        Percentiles in order; series of which one has another value at the same percentile.

    Does not judge:
        Sentences that say settings which differ from the table's; two values of one percentile (value-against-labels);
        rates; documents of different dates (skipped).
    """
    index = index_of(corpus)
    for parsed in corpus.parsed:
        own = [*ranked(parsed), *within(parsed)]
        for sentence in index.sentences(parsed.document) if own else ():
            start, end = sentence.passage.start, sentence.passage.end
            mine = [one for one in own if start <= one.claim.figure.start < end]
            if mine and sentence.asserted and not sentence.past:
                # "p95" is no name that the other document must know.
                plain = replace(sentence, passage=replace(sentence.passage, words=unranked(sentence.passage.words)))
                yield from _check(plain, mine, index, corpus.vocabulary)


def _check(
    sentence: Sentence, mine: Sequence[Ranked], index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    for told in index.about(sentence):
        found = list(_series(told)) if told.sheet.table else []
        for labels, series in found:
            tied = _tied(mine, series, vocabulary)
            named = tied or _named(sentence, labels, [each for each, _ in found]) or _headed(sentence, told, index)
            if tied is None or not named:
                continue
            turned = [pair for one in mine if _of_all(one, told, labels) for pair in _turned(one, series, vocabulary)]
            if (
                not turned
                or _other_date(sentence, told)
                or index.unlike(None, sentence, [*labels, told.sheet.head], told.sheet.document)
            ):
                continue
            key = (sentence.passage.document.name, told.sheet.document.name, told.sheet.name, *labels)
            if index.of_two_editions(sentence.passage.document, told.sheet.document):
                yield Skip(CODE, key, OTHER_EDITION)
            else:
                yield _finding(turned, told, index, key)
                return


def _series(told: Told) -> Iterator[tuple[tuple[str, ...], Series]]:
    """The percentiles of times in a sheet, by the labels that are left without them."""
    found: dict[tuple[str, ...], dict[Decimal, Slot]] = defaultdict(dict)
    several: set[tuple[str, ...]] = set()  # of lines that nothing tells apart
    for slot in keyed(told.slots) or told.slots:  # a table over loads has only numbers for rows
        ranks = [(at, named) for at, (_, label) in enumerate(slot.labels) if (named := rank_of(label))]
        if slot.amount.kind == "time" and len(ranks) == 1:
            at, (rank, rest) = ranks[0]
            others = [label for other, (_, label) in enumerate(slot.labels) if other != at]
            labels = tuple(filter(None, (*others, rest)))
            if found[labels].setdefault(rank, slot).amount.readings != slot.amount.readings:
                several.add(labels)
    yield from ((labels, series) for labels, series in found.items() if labels not in several)


def _tied(mine: Sequence[Ranked], series: Series, vocabulary: Vocabulary) -> bool | None:
    """Whether a percentile of both has one value; None where one has two."""
    both = [(_allowed(one, vocabulary), series[one.rank]) for one in mine if one.rank in series and not one.bound]
    agree = [value.meets(slot.amount.readings.widened) for value, slot in both]
    return None if not all(agree) else bool(agree)


def _allowed(one: Ranked, vocabulary: Vocabulary) -> Interval:
    value = based(one.claim.figure, vocabulary).rounded
    return replace(value, lower=Decimal(0), lower_closed=False) if one.bound else value


def _of_all(one: Ranked, told: Told, labels: Sequence[str]) -> bool:
    """Whether the cases that stay within a time are a series' own: nothing else is said of them, no other is meant."""
    if not one.bound:
        return True
    of_writes = roots(word for label in labels for word in tokens(label)) & CASES
    return of_writes <= roots(tokens(one.cases or "")) and not one.of - every_root(told.sheet.document.text)


def _named(sentence: Sentence, labels: Sequence[str], every: Sequence[Sequence[str]]) -> bool:
    """Whether a sentence, or what stands over it, says what tells a series from the others of its sheet."""
    shared = set(every[0]).intersection(*every[1:])
    own = roots(word for label in labels if label not in shared for word in tokens(label))
    common = roots(word for label in shared for word in tokens(label))
    return bool(own) and own - common <= every_root(" | ".join((sentence.passage.words, *sentence.scope[:1])))


def _headed(sentence: Sentence, told: Told, index: Index) -> bool:
    """Whether a sentence says what stands over a sheet of one series, and over no other of its document: "GET"."""
    every = [each for each in index.of(told.sheet.document) if each.sheet.table and len(list(_series(each))) == 1]
    words = {id(each): roots(tokens(each.sheet.about)) for each in every}
    if id(told) not in words or len(every) == 1:
        return False
    common = frozenset.intersection(*words.values())
    own, others = words[id(told)] - common, frozenset().union(*(words[id(each)] for each in every if each is not told))
    said_ = every_root(" | ".join((sentence.passage.words, *sentence.scope[:1])))
    return bool(own & said_) and not (others - common - own) & said_


def _other_date(sentence: Sentence, told: Told) -> bool:
    """Whether a sentence speaks of a day or month that a sheet's document does not print."""
    return any(date not in told.sheet.document.text for date in _DATE.findall(sentence.passage.words))


def _turned(one: Ranked, series: Series, vocabulary: Vocabulary) -> Iterator[tuple[Ranked, Decimal, Slot]]:
    """The percentiles of a series that a value in words is on the wrong side of."""
    value = _allowed(one, vocabulary)
    for rank, slot in sorted(series.items(), key=lambda each: each[0]):
        theirs = slot.amount.readings.rounded
        above = one.rank < rank and _least(one, value, vocabulary) > theirs.upper
        below = (one.rank > rank or (one.bound and one.rank == rank)) and value.upper < theirs.lower
        if (above or below) and value.distance(theirs) < FAR:
            yield one, rank, slot


def _least(one: Ranked, value: Interval, vocabulary: Vocabulary) -> Decimal:
    """The least that a percentile can be; who prints "within 0.92 ms" measured it, "within 5 ms" is a promise."""
    if not (one.bound and _FINE.search(one.claim.quote)):
        return value.lower
    printed = based(one.claim.figure, vocabulary).rounded
    return printed.lower if printed.bounded else printed.upper  # "in under 14.3 ms"


def _finding(turned: Sequence[tuple[Ranked, Decimal, Slot]], told: Told, index: Index, key: tuple[str, ...]) -> Finding:
    document = told.sheet.document
    one, rank, slot = turned[0]
    cells = [index.places.printed(document, each.start, each.end) for _, _, each in turned]
    side = "above" if one.rank < rank else "below"
    claims = dict.fromkeys(each.claim for each, _, _ in turned)
    series = f" ({', '.join(label for kind, label in slot.labels if kind != COLUMN or rank_of(label) is None)})"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"p{one.rank:f} of {'at most ' if one.bound else ''}{said(one.claim.figure)} in {one.claim.document} "
        f"is {side} the p{rank:f} of "
        f"{cells[0].quote} that {document.name} prints{series}",
        arithmetic=f"p{one.rank:f} of one run is at most p{rank:f}: {said(one.claim.figure)} and {cells[0].quote}."
        if one.rank < rank
        else f"p{one.rank:f} of one run is at least p{rank:f}: {said(one.claim.figure)} and {cells[0].quote}.",
        comparison=key,
        evidence=(*(Evidence.of(claim) for claim in claims), *cells),
        likely_wrong_why="one of the two figures, or one of them is of another run",
    )
