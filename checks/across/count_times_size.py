"""What a system is said to hold or do in all, against the number of its parts and what each of them has."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib import severity
from checks.lib.about import Index, index_of
from checks.lib.asserted import Asserted, Sentence
from checks.lib.editions import OTHER_EDITION
from checks.lib.of_parts import KINDS, Count, Size, in_sentence, in_sheet, named_parts, of_each, same_parts
from checks.lib.reach import asserted, clause, one_title
from checks.lib.same_run import subjects
from checks.lib.words import apart
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval
from schemas.names import Vocabulary

CODE = "count-times-size"
ROUGH = Decimal("0.03")
LEAST, MOST = Decimal("0.4"), Decimal("2.5")  # of the product; beyond it is a value of something else
SAID = 5  # words of a sentence that says something
_BINARY = tuple(Decimal("1.024") ** power for power in range(5))  # TB that are TiB
# What is not simply the sum of the parts.
_OTHER = re.compile(
    r"\b(?:measured|sustain\w*|usable|effective\w*|after|raid|net|compress\w*|dedup\w*|including|plus|host|other|another|"
    r"cooling|last year|half|per|each|every|only|than|with(?! all\b| (?:a )?full\b)|without|real|actual|average|mean|"
    r"typical\w*|idle|free|write|reserved?|limit|budget|switching|cache|up from|down from|expansion|first|second|two|"
    r"upgrade\w*|bidirectional|duplex|both directions)\b",
    re.IGNORECASE,
)
_MORE = re.compile(r"\b(?:included|including)\b", re.IGNORECASE)
_ALL_IN = re.compile(r"\ball (?:\w+ )?included\b", re.IGNORECASE)
# What leaves nothing out.
_ALL = re.compile(
    r"\b(?:raw|total\w*|combined|aggregate|all|fully|full|filled|altogether|peak|maximum|max|up to|together|populated|"
    r"theoretical|whole|entire|sum)\b",
    re.IGNORECASE,
)
_EXPANDS = re.compile(r"\b(?:without|no) (?:any )?(?:further |extra |additional )?expansion\b[^.,;]*", re.IGNORECASE)


@check(CODE, version=1, severity="high", since="0.1.0")
def count_times_size(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What all parts of a system hold, draw or do is their number times what each one does.

    Why:
        A brochure prints the capacity of the box, the data sheet the number of its bays and the largest drive. The
        brochure was written for the drive that ships next year.

    Flags:
        "Holds 1.4 PB of raw flash" beside "Drive bays 36" and "Supported drives 7.68 TB, 15.36 TB, 30.72 TB (largest)";
        "5.8 TB of HBM" beside "32 accelerators" and "141 GB of HBM per accelerator": one count and one size of the same
        parts in the document, or in another one on the same thing.

    Passes:
        Products within rounding, in decimal or binary units; a size of the list times the number; sums with another
        value; values that the sheet itself prints.

    Does not judge:
        Values below the product, unless a word says that nothing is left out (usable, measured and net values are
        lower); sheets that count the parts in several ways; values with a condition; documents of different
        dates (skipped).
    """
    index = index_of(corpus)
    facts = {one.document_id: list(_facts(one, index, corpus.vocabulary)) for one in corpus.documents}
    sized = [one for one in corpus.documents if any(isinstance(each, Size) for each in facts[one.document_id])]
    for document in corpus.documents if sized else ():
        for sentence in index.sentences(document):
            for value in sentence.amounts:
                if _is_whole(sentence, value):
                    yield from _check(sentence, value, sized, facts, index, corpus.vocabulary)


def _facts(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Count | Size]:
    yield from in_sheet(document, vocabulary)
    for sentence in index.sentences(document):
        yield from in_sentence(sentence)


def _is_whole(sentence: Sentence, value: Asserted) -> bool:
    """Whether a value may be that of all parts: asserted, exact, of no part and under no condition."""
    start, end = value.amount.start, value.amount.end
    if value.amount.kind not in KINDS or value.amount.qualifier not in ("exact", "up_to") or of_each(value):
        return False
    if len(sentence.passage.words.split()) < SAID or "=" in sentence.passage.words:
        return False  # a cell or a line of a sheet, a conversion
    if _MORE.search(_ALL_IN.sub(" ", sentence.passage.words)):
        return False
    mine = _EXPANDS.sub(" ", clause(sentence.passage.words, start, end))
    return asserted(sentence, start, end) and not _OTHER.search(mine) and not value.operand


def _check(
    sentence: Sentence,
    value: Asserted,
    sized: Sequence[Document],
    facts: dict[str, list[Count | Size]],
    index: Index,
    vocabulary: Vocabulary,
) -> Iterator[Finding | Skip]:
    for document in sized:
        mine = facts[document.document_id]
        if not _same(sentence, document, index, vocabulary) or any(each.start == value.start for each in mine):
            continue
        found = list(_products(value, mine))
        if len(found) != 1:
            continue
        count, size = found[0]
        given = _times(size, count)
        if _able(sentence, value, given) and not _told(
            value, given, mine, (sentence.passage.document, document), index
        ):
            if index.of_two_editions(sentence.passage.document, document):
                yield Skip(CODE, (sentence.passage.document.name, document.name), OTHER_EDITION)
            else:
                yield _finding(value, count, size, given, index)
            return


def _same(sentence: Sentence, document: Document, index: Index, vocabulary: Vocabulary) -> bool:
    mine = sentence.passage.document
    if document.document_id == mine.document_id:
        return True
    if index.other_version(sentence, document):
        return False
    texts = (sentence.passage.words, *sentence.scope)
    return bool(subjects(mine, texts, document, (document.title,), vocabulary)) or one_title(mine, document)


def _products(value: Asserted, facts: Sequence[Count | Size]) -> Iterator[tuple[Count, Size]]:
    """The count and the size of the same parts, where the document has one of each."""
    found = []
    for size in (one for one in facts if isinstance(one, Size) and one.amount.kind == value.amount.kind):
        counts = [
            one for one in facts if isinstance(one, Count) and same_parts(one.parts, size.parts) and _of_one(value, one)
        ]
        found += [(one, size) for one in counts]
    numbers = {(one.number, size.amount.readings.rounded) for one, size in found}
    yield from found[:1] if len(numbers) == 1 else ()


def _of_one(value: Asserted, count: Count) -> bool:
    """Whether a value is said of one of those in each of which so many parts are: "a frame" for "slots per frame"."""
    said = re.findall(r"\b(?:a|an|one|each|every|the|single|full)\s(?:full\s)?([A-Za-z]{3,})", value.passage.words)
    return not count.whole or bool(count.whole & named_parts(" ".join(said)))


def _times(size: Size, count: Count) -> Interval:
    return size.amount.readings.rounded.positive().scaled(Decimal(count.number))


def _able(sentence: Sentence, value: Asserted, given: Interval) -> bool:
    """Whether a value is near enough to a product to be meant, and too far off to be it."""
    mine = value.amount.readings.rounded
    top = mine.upper
    if not (given.bounded and given.lower > 0 and LEAST <= top / given.upper <= MOST):
        return False
    if any(
        given.scaled(one).distance(_closed(mine)) < ROUGH or given.distance(_closed(mine).scaled(one)) < ROUGH
        for one in _BINARY
    ):
        return False
    return top > given.upper or bool(_ALL.search(sentence.passage.words))


def _closed(one: Interval) -> Interval:
    """A value as it is printed: of "up to 1.4 PB" the bound is what all parts come to."""
    return one if one.bounded else Interval(one.upper * Decimal("0.97"), one.upper)


def _told(
    value: Asserted, given: Interval, facts: Sequence[Count | Size], documents: Sequence[Document], index: Index
) -> bool:
    """Whether something else accounts for a value: the product is printed, another count or size gives it, or a sum."""
    mine = _closed(value.amount.readings.rounded)
    sentences = [one for document in documents for one in index.sentences(document)]
    others = [
        one
        for each in sentences
        for one in each.amounts
        if one.amount.kind == value.amount.kind and one.start != value.start
    ]
    values = [_closed(one.amount.readings.rounded) for one in others if one.amount.readings.rounded.upper.is_finite()]
    if any(given.distance(one) < ROUGH for one in values):
        return True
    numbers = {one.number for one in facts if isinstance(one, Count)}
    numbers |= {a * b for a, b in combinations(sorted(numbers), 2)}
    sizes = [one for each in facts if isinstance(each, Size) for one in (each.amount, *each.others)]
    each_ = [_closed(one.readings.rounded) for one in sizes if one.kind == value.amount.kind]
    products = (one.scaled(Decimal(number)) for one in (*each_, *values) for number in numbers)
    if any(one.distance(mine) < ROUGH for one in products):
        return True
    return any(Interval(given.lower + one.lower, given.upper + one.upper).distance(mine) < ROUGH for one in values)


def _finding(value: Asserted, count: Count, size: Size, given: Interval, index: Index) -> Finding:
    document = value.passage.document
    said = index.places.printed(document, value.start, value.end)
    many, each = (index.places.printed(one.document, one.start, one.end) for one in (count, size))
    mine = _closed(value.amount.readings.rounded)
    gap = given.distance(mine)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{document.name} says {said.quote}; {many.quote} of {each.quote} ({size.document.name}) do not come "
        "to it",
        arithmetic=f"In base units {many.quote} x {each.quote} allows {given}, {said.quote} allows {mine}: "
        f"{apart(gap)}.",
        comparison=(document.name, size.document.name, value.amount.kind, *sorted(same_parts(count.parts, size.parts))),
        evidence=(said, many, each),
        likely_wrong_why="one of the three numbers, it cannot be told which",
    )
