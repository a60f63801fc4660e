"""Numbers of parts that a sentence lists, each with its name, against the number of all."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.counts import singular
from checks.lib.quantities.scanned import content
from checks.lib.sums.parts_named import Figure, Parts, figures, parts_in_items, parts_named
from checks.lib.sums.pools import related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval
from schemas.number_words import either, in_words

CODE = "parts-add-up"
NEAREST, FURTHEST = Decimal("0.74"), Decimal("1.36")  # of the sum; beyond it is a number of something else
ABOUT = Decimal("0.05")
LONGEST = 60  # characters behind a number that say what it counts
BEHIND = 32  # characters behind a number that say it is of all
ABOVE = 300  # characters over a list in which it is said that something is left out
MANY = 60  # lists of a document; one with more is a table in words, of which some sum is always near some number
_ALL = re.compile(
    r"\b(?:in all|in total|total\w*|together|altogether|combined|overall|sums?|all|adds?|adding|added|comes? to|"
    r"makes?|making|made up of|consists?|comprises?|comprising|split|divided|spread|breaks? down|breakdown|of which)\b",
    re.IGNORECASE,
)
_OPENED = re.compile(r"[^\d\n:(—–]{0,60}[:(—–]\s?[A-Za-z ]{0,30}")
# What makes a number another one than that of the parts.
_OTHER = re.compile(
    r"\b(?:up from|from|last (?:year|month)|year ago|before|earlier|planned?|plans?|until|will|excluding|without|"
    r"besides|not counting|each|every|per|average|mean|median|more|further|other|another|than|instead|against|"
    r"versus|vs)\b",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"\b(?:including|include[sd]?|among|such as|e\.g|for example|largest|main|mainly|others?|rest|remaining|at least|"
    r"some|several|few|besides)\b",
    re.IGNORECASE,
)
_NO_PARTS = re.compile(r"(?:x|×|times|fold|ms|s|seconds?|points?|tok/s|\S*/\S+)$", re.IGNORECASE)  # these do not add up
_HEDGE = re.compile(
    r"\b(?:(?P<over>over|more than|at least)|(?P<about>about|around|nearly|almost|some|roughly|up to))\s$"
)  # right before the number: the "over" of "overall" bounds nothing
_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d]|,\d)")


@dataclass(frozen=True, slots=True)
class _Page:
    """What a document prints, read once: each list would read all of it again, and of the documents beside it."""

    sentences: Sequence[Sentence]
    named: Sequence[Sequence[Parts]]  # of each sentence
    figures: Sequence[Sequence[Figure]]  # of each sentence
    free: Sequence[Sequence[Figure]]  # those that are no parts themselves, of a list beside
    numbers: frozenset[Decimal]


@check(CODE, version=1, severity="low", since="0.1.0")
def parts_add_up(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The numbers that a sentence gives to the parts of something come to the number of all of it.

    Why:
        "163 models: 46 from the one library, 61 from the second and 56 from the third." The headline is written before
        the last library is counted.

    Flags:
        "183 models" beside such a list of three parts or more, in a sentence or a line each: in its own sentence or the
        next one, where a colon, a bracket or a word says that it is all of them, or the number of parts is said or
        named there; in another document, where a sentence counts the parts ("47 results on four platforms") or names
        each of them. Low: what is listed need not be all.

    Passes:
        Sums within rounding; lists whose sum any of the documents prints, but for a total in their own sentence or in
        the one that leads to them; numbers that some of the parts come to;
        numbers that are off by more than a third; bounds that the sum keeps to.

    Does not judge:
        Lists that say that something is left out; factors, times and rates, which do not add up, but for a time whose
        own brackets list its parts; shares that nothing calls the parts of one (documents without such lists, or with
        more than 60 of them, are skipped).
    """
    index = index_of(corpus)
    near = related(corpus, index)
    pages = {one.document_id: _page(one, index) for one in corpus.documents}
    for document in corpus.documents:
        page = pages[document.document_id]
        others = [pages[each] for each in near[document.document_id] if each != document.document_id]
        found = list(_lists(page))
        if not found:
            yield Skip(CODE, (document.name,), "not applicable, because it lists no parts")
        if len(found) > MANY:
            yield Skip(CODE, (document.name,), f"not applicable, because it lists more than {MANY} times what adds up")
            continue
        for at, parts in found:
            total = next(_totals(parts, at, page, others), None)
            if total:
                yield _finding(parts, total, index)


def _page(document: Document, index: Index) -> _Page:
    every = index.sentences(document)
    named = [list(parts_named(one)) for one in every]
    told = [{each.start for parts in some for each in parts.figures} for some in named]
    all_ = [figures(one) for one in every]
    free = [[one for one in some if one.start not in mine] for some, mine in zip(all_, told, strict=True)]
    numbers = frozenset(Decimal(each.replace(",", "")) for each in _NUMBER.findall(document.text))
    return _Page(every, named, all_, free, numbers)


def _lists(page: _Page) -> Iterator[tuple[int, Parts]]:
    """The lists of a page, each with the place of the sentence that it begins in."""
    places = {one.passage.start: at for at, one in reversed(list(enumerate(page.sentences)))}
    for parts in parts_in_items(page.sentences):
        if not _LEFT_OUT.search(_around(parts)) and all(
            asserted(one.sentence, one.start, one.end) for one in parts.figures
        ):
            yield places[parts.sentence.passage.start], parts
    for at, sentence in enumerate(page.sentences):
        for one in page.named[at] if not _LEFT_OUT.search(sentence.passage.words) else ():
            if asserted(sentence, one.figures[0].start, one.figures[-1].end):
                yield at, one


def _around(parts: Parts) -> str:
    """The items of a list and the paragraph right over them, which may say that there are others."""
    start, text = parts.sentence.passage.start, parts.sentence.passage.document.text
    above = text[max(0, start - ABOVE) : start].rstrip(" \t\n*•+-").rpartition("\n\n")[2]
    return " | ".join((above, *(one.sentence.passage.words for one in parts.figures)))


def _totals(parts: Parts, at: int, page: _Page, others: Sequence[_Page]) -> Iterator[Figure]:
    """The numbers that must be of all of these parts: in its sentence, in those beside it, and in other documents."""
    behind = at + (len(parts.figures) if parts.in_items else 1)
    beside = [each for each in (at - 1, behind) if 0 <= each < len(page.sentences)]
    lead = [each for each in beside if each < at and page.sentences[each].passage.words.rstrip().endswith(":")]
    if not any(one.value in parts.sum for each in (at, *lead) for one in page.figures[each]):
        if not parts.in_items:
            yield from (one for one in page.free[at] if _outside(one, parts) and _is_whole(one, parts, own=True))
        yield from _said(page, lead, parts, strangers=False)
    if not any(each in parts.sum for one in (page, *others) for each in one.numbers):
        # Where a document prints what the parts come to, that is their number, and another one is of others.
        yield from _said(page, beside, parts, strangers=False)
        for other in others:
            yield from _said(other, range(len(other.sentences)), parts, strangers=True)


def _said(page: _Page, places: Iterable[int], parts: Parts, *, strangers: bool) -> Iterator[Figure]:
    for at in places:
        for one in page.free[at]:
            if _is_whole(one, parts, own=False) and _tied(one, parts, strangers=strangers):
                yield one


def _outside(one: Figure, parts: Parts) -> bool:
    return one.end <= parts.figures[0].start or one.start >= parts.figures[-1].end


def _is_whole(one: Figure, parts: Parts, *, own: bool) -> bool:
    """Whether a number may be that of all parts, and is not."""
    given = parts.sum
    if not NEAREST * given.lower <= one.value <= FURTHEST * given.upper or not _alike(one, parts, own=own):
        return False
    text = one.sentence.passage.words
    if one.value <= max(each.value for each in parts.figures) or parts.some_come_to(one.value):
        return False
    hedge = _HEDGE.search(text[max(0, one.start - 12) : one.start])
    if hedge and (given.upper > one.value if hedge["over"] else abs(given.upper / one.value - 1) < ABOUT):
        return False
    if not asserted(one.sentence, one.start, one.end):
        return False
    return _led(one, parts) if own else not _OTHER.search(clause(text, one.start, one.end))


def _alike(one: Figure, parts: Parts, *, own: bool) -> bool:
    """Whether a number has the unit of the parts, or counts something where these are led by one word."""
    unit, whole = parts.unit, not any(each.last for each in parts.figures)
    in_brackets = own and one.sentence.passage.words[one.end : parts.figures[0].start].count("(") == 1
    if unit and _NO_PARTS.fullmatch(unit) and not in_brackets:
        return False
    if unit:
        return one.sign == unit.lower()
    return (
        whole == (not one.last) and one.text[0] not in "$€£" and not _NO_PARTS.fullmatch(one.unit) and one.unit != "%"
    )


def _led(one: Figure, parts: Parts) -> bool:
    """Whether what stands between a number and the list of its own sentence says that it is of all of it."""
    text = one.sentence.passage.words
    if one.start >= parts.figures[-1].end:
        return bool(_ALL.search(text[parts.figures[-1].end : one.end + BEHIND]))
    between = text[one.end : parts.figures[0].start]
    if _ALL.search(between):
        return True
    # "163 models: 46 from ...": whole things, or a bracket right behind the number that is split up in it.
    opened = _OPENED.fullmatch(between)
    return opened is not None and (bool(parts.unit) or not any(each.last for each in parts.figures))


def _tied(one: Figure, parts: Parts, *, strangers: bool) -> bool:
    """Whether a number's sentence counts or names the parts; beside the list it may be of what the list is of too."""
    text = one.sentence.passage.words
    many = either((str(len(parts.figures)), *in_words(len(parts.figures))))
    mine = clause(text, one.start, one.end)
    counted = re.search(rf"(?<![\w.,$€£-])(?:{many})\s(?:[\w-]+\s)?[a-z-]+s\b", text[one.end :], re.IGNORECASE)
    said = roots(tokens(text))
    if all(content(label) & said for label in parts.labels):
        return True
    behind = text[one.end : one.end + LONGEST]
    near = _things(" | ".join((parts.sentence.passage.words, *parts.sentence.scope)), r"[A-Za-z]{3,}")
    shared = bool(_things(clause(behind, 0, 1), r"[A-Za-z]{3,}s\b") & near)
    return shared and bool(counted or (not strangers and (_ALL.search(mine) or text.rstrip().endswith(":"))))


def _things(text: str, word: str) -> frozenset[str]:
    """The roots of some words; "results" and "models" say nothing of a product, and everything of what is counted."""
    return frozenset(root(singular(each) or each) for each in re.findall(word, text))


def _finding(parts: Parts, one: Figure, index: Index) -> Finding:
    start = one.sentence.passage.start
    whole = one.sentence.passage.document
    said = index.places.printed(whole, start + one.start, start + one.end)
    document = parts.sentence.passage.document
    places = [
        (each.sentence.passage.start + each.start, each.sentence.passage.start + each.end) for each in parts.figures
    ]
    items = [index.places.printed(document, *place) for place in places]
    value = Interval(one.value - one.last / 2, one.value + one.last / 2)
    sum_ = " + ".join(each.text for each in parts.figures)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{whole.name} says {said.quote}; the parts that {document.name} lists come to "
        f"{(parts.sum.lower + parts.sum.upper) / 2:,}",
        arithmetic=f"{sum_} allows {parts.sum}, {said.quote} allows {value}: {apart(parts.sum.distance(value))}.",
        comparison=(whole.name, document.name, *parts.labels),
        evidence=(said, *items),
        likely_wrong_why="the total, or one of the parts",
    )
