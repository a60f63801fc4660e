"""A place in words ("finished second", "fourth position") against the place that the value or row has in its column."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.about import Index, index_of
from checks.lib.asserted import Sentence
from checks.lib.editions import OTHER_EDITION
from checks.lib.labels import Kind, said
from checks.lib.numbers_said import Number, numbers
from checks.lib.passages import phrase
from checks.lib.placed import LAST, Placed, placed
from checks.lib.reach import asserted, beside, blank, clause, elsewhere, front, partly, strange
from checks.lib.series import Item, Series, every_series
from checks.lib.tokens import roots, tokens
from checks.lib.value_places import Rank, directions, rank
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.number_words import either, in_words

CODE = "place-in-column"
LEAST = 3  # values that make a ranking
SHOWN = 4
_HELD_BACK = re.compile(
    r"\b(?:tied?|ties|tying|joint(?:ly)?|shar(?:es|ed|ing)|equal|if|unless|except\w*|apart from|besides|not|never|"
    r"almost|nearly|once|used to|category|class|division|per|previous\w*|next|"
    r"last (?:year|month|week|time|round|season))\b|n[’']t\b|\?",
    re.IGNORECASE,
)
# Whom a place is taken among: "among the six tested" leaves nobody out, "among models below 10B" does.
_AMONG = re.compile(
    rf"\bamong(?:st)?\s(?!(?:(?:all|the|these|those|our)\s){{0,2}}(?:{either(in_words(*range(3, 21)))}|\d+)\b|all\b|"
    r"them\b|(?:the|those) (?:\w+ )?(?:below|above|listed|tested|shown|compared|measured)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Found:
    series: Series
    item: Item
    value: Number | None  # where the sentence prints it


@check(CODE, version=1, severity="high", since="0.1.0")
def place_in_column(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Who is said to be second, or to have finished last, is so in the column that prints the value.

    Why:
        "With 284 instances, it finished second" was true before two rivals were measured. The value in the sentence is
        right, and its row shows at a glance how many are ahead of it.

    Flags:
        A place ("came third", "the number two spot", "runner-up", "second-lightest") beside a value that stands in one
        column or list, or beside the name of one of its rows, where so many are not ahead of it in either direction,
        or in the one that the words, the kind of value or the order of the rows leave.

    Passes:
        Ties; a worse place than that among the rows, where rows may be left out.

    Does not judge:
        Places under a condition or in a field that the table says nothing of ("second for tail latency"); shared
        places; fewer than three values; tables with several columns where no value and no header says which;
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            for one in placed(sentence.passage.words):
                yield from _check(sentence, one, every_series(corpus, index), index, corpus)


def _check(
    sentence: Sentence, one: Placed, every: Sequence[Series], index: Index, corpus: Corpus
) -> Iterator[Finding | Skip]:
    start, end = one.match.span()
    text = sentence.passage.words
    mine = clause(text, start, end)
    if _HELD_BACK.search(_around(sentence, one)) or not asserted(sentence, start, end):
        return
    able = [each for each in every if len(each.items) >= LEAST]
    found = _found(sentence, one, beside(sentence, able), corpus) or _found(
        sentence, one, elsewhere(sentence, able, index, corpus), corpus
    )
    for each in found:
        known = each.series.words | roots(tokens(" | ".join((each.series.document.title, *sentence.scope))))
        if strange(_around(sentence, one), known) or _AMONG.search(mine):
            return
    wrong = [_wrong(one, each) for each in found]
    if not (found and all(wrong) and wrong[0]):
        return
    if index.of_two_editions(sentence.passage.document, found[0].series.document):
        yield Skip(CODE, _key(sentence, found[0]), OTHER_EDITION)
    else:
        yield _finding(sentence, one, found[0], wrong[0], index)


def _around(sentence: Sentence, one: Placed) -> str:
    """The clause of a place without its values, and a short one in front: "For tail latency, it came second"."""
    text = blank(sentence, one.match.span())
    mine = clause(text, *one.match.span())
    return f"{mine} | {front(text, mine)}"


def _found(sentence: Sentence, one: Placed, able: Sequence[Series], corpus: Corpus) -> list[_Found]:
    """The values that the sentence prints where they stand in one series; else the row that it names."""
    values = [
        _Found(series, items[0], number)
        for number in numbers(sentence)
        if not _is_place(number, one)
        for series in able
        if len(items := [each for each in series.items if _equal(number, each)]) == 1
    ]
    named = {id(each): _row(sentence, one, each, corpus) for each in able}
    # A value of the row that the sentence names, or of none: "10" may stand in any table.
    sure = [each for each in values if named[id(each.series)] in (each.item, None)]
    if any(named.values()):
        sure = [each for each in sure if named[id(each.series)] is each.item]
    elif sure:
        sure = [each for each in sure if each.value and not each.value.bare]
    if sure:
        return sure if len({id(each.series) for each in sure}) == 1 else []
    if values:
        return []
    rows = [_Found(each, item, None) for each in able if (item := named[id(each)]) and _meant(sentence, each, able)]
    return rows if len(rows) == 1 else []


def _is_place(number: Number, one: Placed) -> bool:
    return number.amount.start < one.match.end() and one.match.start() < number.amount.end


def _equal(number: Number, item: Item) -> bool:
    """Whether a number is a value as it is printed, in the same unit or in none."""
    left, right = number.amount, item.amount
    if left.readings.rounded != item.value or left.qualifier != "exact":
        return False
    if left.kind == right.kind:
        return (
            left.kind != "count" or number.bare or not (left.of and right.of) or bool(left.of & right.of) or _long(item)
        )
    return number.bare and right.kind == "count"


def _long(item: Item) -> bool:
    """Whether a value has digits enough to be no other number by chance."""
    return len(str(item.value.upper).replace(".", "").strip("0")) > 2


def _row(sentence: Sentence, one: Placed, series: Series, corpus: Corpus) -> Item | None:
    """The one row whose label the clause says, before the place or at all; None where it says none or several."""
    labels = {each.label: each for each in series.items if each.label}
    if len(labels) < len(series.items):
        return None
    kind = Kind.of("row", labels, corpus.vocabulary)
    if one.rivals:
        here = (
            list(said(kind, sentence.scope[0]))
            if sentence.scope and len(said(kind, one.rivals)) == one.place - 1
            else []
        )
        return labels[here[0]] if len(here) == 1 else None
    text = sentence.passage.words
    mine = clause(text, *one.match.span())
    ahead = mine[: mine.find(one.match.group())]
    for part in (ahead, mine, text[: one.match.start()], text):
        here = [label for label in said(kind, part) if not label.replace(",", "").replace(".", "").isdigit()]
        if here:
            return labels[here[0]] if len(here) == 1 else None
    return None


def _meant(sentence: Sentence, series: Series, able: Sequence[Series]) -> bool:
    """Whether a series is the only one of its table, or the one whose header the sentence says."""
    words = roots(tokens(sentence.passage.words))
    head = roots(tokens(series.label)) - roots(tokens(" ".join(one.label for one in series.items)))
    beside_ = [
        one for one in able if one is not series and one.table == series.table and one.document is series.document
    ]
    own = sentence.passage.document.document_id == series.document.document_id
    if beside_:
        others = frozenset(word for one in beside_ for word in roots(tokens(one.label)))
        return bool((head - others) & words) and not (others - head) & words
    return series.columns == 1 and (own or bool(roots(tokens(f"{series.about} {series.label}")) & words))


def _wrong(one: Placed, found: _Found) -> Rank | None:
    """The place that the value has, where it is not the one that is said."""
    many = len(found.series.items)
    if one.many > many or (one.place != LAST and one.place > many and not one.many):
        return None
    ranks = [rank(found.item, found.series, smallest_first=least) for least in directions(one, found.series)]
    if any(each.holds(one.place, many) for each in ranks):
        return None
    # Rows that are left out may be ahead: only a better place than that among the rows is surely none.
    behind = one.place == LAST or any(one.place > each.last for each in ranks)
    if behind and one.many != many and (one.place != LAST or partly(found.series)):
        return None
    return min(ranks, key=lambda each: abs(each.first - one.place))


def _key(sentence: Sentence, found: _Found) -> tuple[str, ...]:
    series = found.series
    return sentence.passage.document.name, series.document.name, series.table, series.label, found.item.label


def _finding(sentence: Sentence, one: Placed, found: _Found, at: Rank, index: Index) -> Finding:
    document = found.series.document
    shown = (found.item, *at.ahead[:SHOWN])
    cells = [index.places.printed(document, each.start, each.end) for each in shown]
    ahead = ", ".join(f"{item.label} {cell.quote}".strip() for item, cell in zip(shown[1:], cells[1:], strict=True))
    where = f"{found.series.table} of {document.name}" if found.series.table else f"the list of {document.name}"
    value = [index.places.printed(sentence.passage.document, found.value.start, found.value.end)] if found.value else []
    order = "smallest" if at.smallest_first else "largest"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high" if found.value or found.series.document is sentence.passage.document else "medium",
        message=f"{sentence.passage.document.name} says '{' '.join(one.match.group().split())}' of "
        f"{found.item.label or cells[0].quote}; in {where} its {cells[0].quote} is place {at.first} of "
        f"{len(found.series.items)}",
        arithmetic=f"{order} first, ahead of {cells[0].quote} are {len(at.ahead)}: {ahead or 'none'}.",
        comparison=_key(sentence, found),
        evidence=(phrase(sentence.passage, one.match), *value, *cells),
        likely_wrong_why="the words count the places, the table prints the values",
    )
