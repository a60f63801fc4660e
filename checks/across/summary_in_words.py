"""A total or an average that a sentence says of all rows of a table or list, recomputed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.columns.columns_of import Values, columns_of
from checks.lib.columns.numbered_lines import BARE, numbered, of_unit
from checks.lib.columns.series import Series, every_series
from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.in_turn import in_turn
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, roots, tokens
from checks.lib.linking.same_run import machines_of, numbers_clash, other_numbers, subjects, two_dates, under_conditions
from checks.lib.quantities.numbers_said import numbers
from checks.lib.quantities.summed import means, total, weighted
from checks.lib.statements.passages import quoted
from checks.lib.sums.added import Added, added
from checks.lib.sums.beyond import Outside, beyond
from checks.lib.sums.mean_factors import mean_factors
from checks.lib.sums.pools import pools
from checks.lib.sums.summaries import Summary, summaries, without_mean
from checks.lib.sums.totals import Missed, missed, totals
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval

CODE = "summary-in-words"
ROUGH = Decimal("0.03")
FAR = 20  # times apart: two things
_OWNERS = re.compile(r"\b[a-z][\w-]*[’']s\b")  # "the company's" is no condition


@check(CODE, version=15, severity="high", since="0.1.0")
def summary_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence says as the total or average of so many rows is what these rows come to.

    Why:
        The table stands on one page, "7.8 % on average across our five clips" on another. A clip is encoded again, or
        the best of the five is taken for their mean, and nobody adds up.

    Flags:
        "All four steps in 22 minutes" against four steps of 12.5, 4.0, 2.5 and 11.0 minutes that run one after another;
        an average "across five test clips" that no mean of the column, or of the bars of a chart "by clip", gives, or
        of "the five runs" in lines from "run 1" on.
        "1,636 nodes in all" of parts that a list, a column or the sentences before count with the same noun or unit:
        1,152 and 384 nodes. Low: "Total draw: 1,070 W" of the three values in watts that a sentence prints beside one
        another; a value beside "these four meters" or "these five" that the only parts of its unit
        do not come
        to; a size or power near the sum of the list in a document that is titled by a word of its sentence; an average
        below or above all values of its kind, in columns, rows, lists or
        enumerations, or that no mean of the one or two that it can be of gives; an average factor ("1.9x across three
        models") above or below all factors of the column or list that has as many.

    Passes:
        Sums and means within rounding: the arithmetic, geometric and harmonic mean, the median, and means weighted by
        another column; what the table itself sums up so.

    Does not judge:
        Averages of sentences that do not say how many rows there are, or call them otherwise; totals of lists that
        leave some out, or under a condition; times of steps that are not said to
        run one after another; several columns of the kind that the words do not tell apart; weighted, trimmed and
        partial sums; other names, settings and releases; documents dated more than six weeks apart (skipped).
    """
    index = index_of(corpus)
    said = [one for document in corpus.documents for each in index.sentences(document) for one in summaries(each)]
    every = [one for document in corpus.documents for one in columns_of(document, index)] if said else []
    runs = [one for document in corpus.documents for one in numbered(document, corpus.vocabulary)] if said else []
    told: set[tuple[str, int]] = set()
    for one in said:
        mine = (*every, *(of_unit(each, one.printed, one.value) for each in runs))
        able = _distinct(values for values in mine if _of(one, values, index, corpus))
        found = list(_check(one, able, index))
        told |= {(one.sentence.passage.document.document_id, one.start)} if found else set()
        yield from found
    taken = {(one.sentence.passage.document.document_id, one.start) for one in said}
    yield from _parts(taken, index, corpus)
    yield from _beyond(told, index, corpus)
    yield from (one.finding(CODE, index) for one in mean_factors(corpus, index) if one.place not in told)


def _parts(taken: set[tuple[str, int]], index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    """Totals of all the parts that are counted, in sentences that do not say how many parts there are."""
    yield from _added(taken, index, corpus)
    around = {one.document_id: index.sentences(one) for one in corpus.documents}
    said = [(some[: at + 1], one) for some in around.values() for at, each in enumerate(some) for one in totals(each)]
    if not said:
        return
    every = every_series(corpus, index)
    printed = [one for some in around.values() for each in some for one in numbers(each)]
    for before, one in said:
        found = missed(one, every, before, printed, index, corpus)
        document = one.sentence.passage.document
        if not found or (document.document_id, one.start) in taken:  # _added may have told it
            continue
        if two_dates(document, found.parts.document):
            yield Skip(CODE, (document.name, found.parts.document.name, "total", found.parts.label), OTHER_EDITION)
        else:
            yield _missed(found, index)


def _added(taken: set[tuple[str, int]], index: Index, corpus: Corpus) -> Iterator[Finding]:
    """Values of a whole that the only parts of their noun or unit do not come to; `taken` grows by them."""
    every = every_series(corpus, index)
    for pool in pools(corpus, index):
        for one in added(pool, every, index):
            place = one.fact.document.document_id, one.fact.start
            if place not in taken:
                taken.add(place)
                yield _sum_missed(one, index) if one.sure else replace(_sum_missed(one, index), severity="low")


def _beyond(told: set[tuple[str, int]], index: Index, corpus: Corpus) -> Iterator[Finding]:
    """Averages that no mean of the values of their kind gives."""
    every = every_series(corpus, index)
    for pool in pools(corpus, index):
        for one in beyond(pool, every, index):
            place = pool.document.document_id, one.number.start
            if place not in told:
                told.add(place)
                yield _mean_beyond(one, index)


def _sum_missed(one: Added, index: Index) -> Finding:
    document, other = one.fact.document, one.parts.document
    said = index.places.printed(document, one.fact.start, one.fact.number_end)
    cells = [index.places.printed(other, each.start, each.end) for each in one.parts.items]
    return _finding_of(said, cells, document, other, one.parts, one.sum, one.fact.value)


def _mean_beyond(one: Outside, index: Index) -> Finding:
    """No mean of values is below the least or above the most of them."""
    document, other = one.number.sentence.passage.document, one.parts.document
    said = index.places.printed(document, one.number.start, one.number.end)
    cells = [index.places.printed(other, each.start, each.end) for each in one.parts.items]
    found = _finding_of(said, cells, document, other, one.parts, one.ends, one.number.amount.readings.rounded)
    values = listed(cell.quote for cell in cells)
    ends = sorted(zip(one.parts.items, cells, strict=True), key=lambda each: each[0].value.lower)
    between = f"lie between {ends[0][1].quote} and {ends[-1][1].quote}"
    return replace(
        found,
        severity="low",
        message=f"{said.quote} as an average in {document.name}, but the values that {other.name} prints, {values}, "
        + ("have no such mean" if one.inside else between),
        arithmetic=f"In base units {values} lie in {one.ends}, {said.quote} allows "
        f"{one.number.amount.readings.rounded}.",
        comparison=(*found.comparison[:2], "mean", *found.comparison[3:]),
    )


def _missed(one: Missed, index: Index) -> Finding:
    document, other = one.number.sentence.passage.document, one.parts.document
    said = index.places.printed(document, one.number.start, one.number.end)
    cells = [index.places.printed(other, each.start, each.end) for each in one.parts.items]
    return _finding_of(said, cells, document, other, one.parts, one.sum, one.number.amount.readings.rounded)


def _finding_of(
    said: Evidence,
    cells: Sequence[Evidence],
    document: Document,
    other: Document,
    parts: Series,
    given: Interval,
    mine: Interval,
) -> Finding:
    gap = given.distance(mine)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)) if gap < severity.MEDIUM else severity.of_gap(gap),
        message=f"{said.quote} as the total in {document.name}, but the parts that {other.name} prints, "
        f"{listed(cell.quote for cell in cells)}, come to {come_to(given)}",
        arithmetic=f"In base units {' + '.join(cell.quote for cell in cells)} allows {given}, {said.quote} allows "
        f"{mine}: {apart(gap)}.",
        comparison=(document.name, other.name, "total", parts.kind, parts.label, *sorted(parts.of)),
        evidence=(said, *cells),
        likely_wrong_why="the total, or a part that was changed after it",
    )


def _of(one: Summary, values: Values, index: Index, corpus: Corpus) -> bool:
    """Whether a column or list can be what a sentence sums up."""
    document, mine = values.document, one.sentence.passage.document
    if values.kind not in (one.kind, BARE) or len(values.values) != one.count or not one.things & values.things:
        return False
    near = [one.sentence.passage.words, *one.sentence.scope[-2:]]
    if any(opposed([without_mean(near[0]), *near[1:]], [without_mean(values.label), without_mean(values.about)])):
        return False
    if document.document_id == mine.document_id:
        return True
    known = index.words[document.document_id]
    if any(any(map(str.isdigit, word)) and word not in known for word in one.things):
        return False  # five clips in 4K are not five clips in 1080p
    bare = _OWNERS.sub(" ", one.sentence.passage.words.replace(mine.text[one.start : one.end], " | "))
    if (
        coded(bare) - known
        or under_conditions(bare, known)
        or index.other_version(one.sentence, document)
        or other_numbers(bare, known)
    ):
        return False
    machines = [machines_of(text, corpus.vocabulary) for text in (bare, f"{values.about} | {values.label}")]
    if numbers_clash(bare, values.about) or (all(machines) and not machines[0] & machines[1]):
        return False
    return bool(subjects(mine, (bare, *near[1:]), document, (values.about,), corpus.vocabulary))


def _distinct(found: Iterable[Values]) -> list[Values]:
    """Values once: numbered lines that are a table too ("Run 1   44.1") would tell nobody which of the two is meant."""
    return list({(one.document.document_id, one.places[0][0]): one for one in reversed([*found])}.values())[::-1]


def _check(one: Summary, able: list[Values], index: Index) -> Iterator[Finding | Skip]:
    if not able or any(_fits(one, values) for values in able):
        return
    named = able if len(able) == 1 else [values for values in able if _named(one, values, able)]
    if len(named) != 1 or not (one.mean or _adds(one, named[0])):
        return
    values = named[0]
    given = next(means(values.values))[1] if one.mean else total(values.values)
    documents = (one.sentence.passage.document, values.document)
    key = (documents[0].name, documents[1].name, "mean" if one.mean else "total", one.kind, values.label)
    if given.distance(one.value) > FAR or given.lower <= 0:
        return
    if two_dates(*documents):
        yield Skip(CODE, key, OTHER_EDITION)
    else:
        yield _finding(one, values, given, key, index)


def _fits(one: Summary, values: Values) -> bool:
    """Whether any sum or mean, or a summary that the table prints, is what the sentence says."""
    allowed = [*values.summaries]
    if one.mean:
        allowed += [given for _, given in means(values.values)]
        for other in values.others:
            weights = [(each.lower + each.upper) / 2 for each in other.values]
            allowed += [given] if (given := weighted(values.values, weights)) else []
    else:
        allowed.append(total(values.values))
    return any(given.distance(one.value) < ROUGH for given in allowed if given.lower > 0)


def _named(one: Summary, values: Values, able: list[Values]) -> bool:
    """Whether a sentence says what only this column's header says."""
    said = roots(tokens(one.sentence.passage.words))
    others = frozenset(word for other in able if other is not values for word in roots(tokens(other.label)))
    own = roots(tokens(values.label)) - others
    return bool(own & said) and not (others - roots(tokens(values.label))) & said


def _adds(one: Summary, values: Values) -> bool:
    """Whether the values add up: times only where they are said to follow one another."""
    if one.kind != "time":
        return True
    texts = (_around(one), values.about, values.document.text)
    return in_turn(texts)


def _around(one: Summary) -> str:
    """The paragraph of a sentence."""
    document, at = one.sentence.passage.document, one.start
    return next((document.text[each.start : each.end] for each in document.blocks if each.start <= at < each.end), "")


def _finding(one: Summary, values: Values, given: Interval, key: tuple[str, ...], index: Index) -> Finding:
    document = one.sentence.passage.document
    gap = given.distance(one.value)
    what = "average" if one.mean else "total"
    cells = [quoted(values.document, start, end) for start, end in values.places]
    label = f" of {values.label!r}" if values.label else ""
    sums = f"In base units the {what} of the {len(cells)} values allows {given}, {one.printed} allows {one.value}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{one.printed} as the {what} of {one.count} in {document.name}, but {values.document.name} prints "
        f"{', '.join(cell.quote for cell in cells)}{label}",
        arithmetic=f"{sums}: {apart(gap)}.",
        comparison=key,
        evidence=(index.places.printed(document, one.start, one.end), *cells),
        likely_wrong_why="the summary, or a value that was changed after it",
    )
