"""A total or an average that a sentence says of all rows of a table or list, recomputed."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib import severity
from checks.lib.about import Index, index_of
from checks.lib.columns_of import Values, columns_of
from checks.lib.editions import OTHER_EDITION
from checks.lib.passages import quoted
from checks.lib.same_run import machines_of, numbers_clash, other_numbers, subjects, two_dates, under_conditions
from checks.lib.settings import opposed
from checks.lib.summaries import Summary, summaries, without_mean
from checks.lib.summed import means, total, weighted
from checks.lib.tokens import coded, roots, tokens
from checks.lib.words import apart
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "summary-in-words"
ROUGH = Decimal("0.03")
FAR = 20  # times apart: two things
# Times add up where nothing runs beside anything else.
_IN_TURN = re.compile(
    r"\b(?:one after (?:the |an)other|in sequence|sequential(?:ly)?|serial(?:ly)?|in turn|back[- ]to[- ]back|"
    r"consecutive(?:ly)?|one at a time|no (?:two )?\w+ overlaps?|nothing overlaps|(?:do|does|did) not overlap|"
    r"without overlap(?:ping)?|not run in parallel|add(?:s)? up)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:overlap\w*|in parallel|concurrent\w*|pipelined|pipelining|simultaneous\w*|hidden|asynchronous\w*|"
    r"at the same time|background|while)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:no (?:two )?\w+ overlaps?|nothing overlaps|(?:do|does|did) not overlap|not run in parallel|"
                  r"without overlap(?:ping)?)\b", re.IGNORECASE)  # fmt: skip


@check(CODE, version=2, severity="high", since="0.1.0")
def summary_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence says as the total or average of so many rows is what these rows come to.

    Why:
        The table stands on one page, "7.8 % on average across our five clips" on another. A clip is encoded again, or
        the best of the five is taken for their mean, and nobody adds up.

    Flags:
        "All four steps in 22 minutes" against four steps of 12.5, 4.0, 2.5 and 11.0 minutes that run one after another;
        an average "across five test clips" that no mean of the column, or of the bars of a chart "by clip", gives.

    Passes:
        Sums and means within rounding: the arithmetic, geometric and harmonic mean, the median, and means weighted by
        another column; what the table itself sums up so.

    Does not judge:
        Sentences that do not say how many rows there are, or call them otherwise; times of steps that are not said to
        run one after another; several columns of the kind that the words do not tell apart; weighted, trimmed and
        partial sums; other names, settings and releases; documents dated more than six weeks apart (skipped).
    """
    index = index_of(corpus)
    said = [one for document in corpus.documents for each in index.sentences(document) for one in summaries(each)]
    every = [one for document in corpus.documents for one in columns_of(document, index)] if said else []
    for one in said:
        able = [values for values in every if _of(one, values, index, corpus)]
        yield from _check(one, able, index)


def _of(one: Summary, values: Values, index: Index, corpus: Corpus) -> bool:
    """Whether a column or list can be what a sentence sums up."""
    document, mine = values.document, one.sentence.passage.document
    if values.kind != one.kind or len(values.values) != one.count or not one.things & values.things:
        return False
    near = [one.sentence.passage.words, *one.sentence.scope[-2:]]
    if any(opposed([without_mean(near[0]), *near[1:]], [without_mean(values.label), without_mean(values.about)])):
        return False
    if document.document_id == mine.document_id:
        return True
    known = index.words[document.document_id]
    if any(any(map(str.isdigit, word)) and word not in known for word in one.things):
        return False  # five clips in 4K are not five clips in 1080p
    bare = one.sentence.passage.words.replace(mine.text[one.start : one.end], " | ")
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
    return any(_IN_TURN.search(text) for text in texts) and not any(
        _BESIDE.search(_NOT.sub(" ", text)) for text in texts
    )


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
        check_version=2,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{one.printed} as the {what} of {one.count} in {document.name}, but {values.document.name} prints "
        f"{', '.join(cell.quote for cell in cells)}{label}",
        arithmetic=f"{sums}: {apart(gap)}.",
        comparison=key,
        evidence=(index.places.printed(document, one.start, one.end), *cells),
        likely_wrong_why="the summary, or a value that was changed after it",
    )
