"""How many, what each has and what all have, side by side in one sentence."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.linking.reach import asserted
from checks.lib.quantities.asserted import Sentence
from checks.lib.sums.each_beside import Triple, triples
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.number_words import ONES

CODE = "each-beside-total"
ROUGH, FINE = Decimal("0.03"), Decimal("0.006")  # of the product, and of what another number gives
NEAR, FAR = Decimal("0.28"), Decimal("3.6")  # times the product; beyond it is of something else
_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\d|,\d)|[A-Za-z]+")
# What makes the total another one than as many times what each has.
_MORE = re.compile(
    r"\b(?:up to|another|others?|some|half|without|only|but|although|though|instead|idle|spare|average|mean|would if|"
    r"minus|plus|less|more|than|replica\w*|parity|discount\w*|including|overhead|rest|left|free|remain\w*|twice|double|respectively|"
    r"against|versus|vs)\b|=\s?[$€£]?\d",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="low", since="0.1.0")
def each_beside_total(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence says all have is their number times what it says each has.

    Why:
        "Forty users at 165 each, for 6,060." Three numbers in a row are read as one statement, and two of them are
        brought up to date.

    Flags:
        Three numbers of a sentence with no fourth between them: how many of something, what each of them has ("each",
        "apiece", "per" and their noun), and a value of that unit, or of none, that is no product of the two: "eight
        accelerators for $152,000, or $15,625 per accelerator". Low: it may be of something else.

    Passes:
        Products within rounding or 3 %; values that another number of the sentence gives with either of the two;
        values that are off by a factor of more than three.

    Does not judge:
        Sentences that speak of bounds, of others, of more or less, or that compare (documents without three such
        numbers are skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        found = 0
        told: set[int] = set()
        for sentence in index.sentences(document):
            for one in triples(sentence):
                found += 1
                if one.all.start not in told and _is_wrong(one, sentence):
                    told.add(one.all.start)
                    yield _finding(one, index)
        if not found:
            yield Skip(CODE, (document.name,), "not applicable, because no sentence has a number, of each and of all")


def _is_wrong(one: Triple, sentence: Sentence) -> bool:
    given, printed = one.given, one.printed
    ratio = printed.upper / given.upper if given.upper > 0 else Decimal(0)
    first, last = (pick((one.many.start, one.each.start, one.all.start)) for pick in (min, max))
    text = sentence.passage.words[max(0, first - 24) : last + 40]
    if given.distance(printed) <= ROUGH or not NEAR <= ratio <= FAR or _MORE.search(text):
        return False
    if not asserted(sentence, first, last):
        return False
    numbers = sorted({each for each in map(Decimal, _numbers(sentence)) if each > 1} | {Decimal(2)})
    values = (given, given.scaled(1 / one.many.value))
    by = [factor for each in numbers for factor in (each, 1 / each)]
    return not any(each.scaled(some).distance(printed) <= FINE for each in values for some in by)


def _numbers(sentence: Sentence) -> Iterator[int | str]:
    for each in _NUMBER.findall(sentence.passage.words):
        if each[0].isdigit():
            yield each.replace(",", "")
        elif each.lower() in ONES:
            yield ONES[each.lower()]


def _finding(one: Triple, index: Index) -> Finding:
    sentence = one.all.sentence
    document, start = sentence.passage.document, sentence.passage.start
    all_, many, each = (
        index.places.printed(document, start + some.start, start + some.end) for some in (one.all, one.many, one.each)
    )
    given, printed = one.given, one.printed
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name}: {many.quote} with {each.quote} each do not come to {all_.quote}",
        arithmetic=f"{one.many.text} x {one.each.text} allows {given}, {all_.quote} allows {printed}: "
        f"{apart(given.distance(printed))}.",
        comparison=(document.name, one.many.text, one.each.text, one.all.text),
        evidence=(all_, many, each),
        likely_wrong_why="one of the three, it cannot be told which",
    )
