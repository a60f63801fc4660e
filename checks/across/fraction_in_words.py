"""A fraction in words of so many things, against "n of so many" as it is printed elsewhere."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.lib.columns.parts_counted import Counted, counted
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import GENERIC, roots, tokens
from checks.lib.linking.reach import asserted
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import ulp
from schemas.number_words import either

CODE = "fraction-in-words"
SLACK, ROUGH = Fraction(6, 100), Fraction(2, 100)  # of the whole, which "half" and "about 48 %" leave open
NEAR = Fraction(2)  # times a percentage that a count can be off and be meant
TOPIC = 2  # words that a sentence shares with the column of counts that it sums up
LEAST = 10  # things; "half of the 4" is said of anything
LONG = 300  # characters of a line; a longer one is a paragraph, whose other words are of other things
_PARTS = {
    "half": Fraction(1, 2), "a third": Fraction(1, 3), "one third": Fraction(1, 3), "two thirds": Fraction(2, 3),
    "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4), "three quarters": Fraction(3, 4),
}  # fmt: skip
_MOST = ("majority", "most")
# Negations first: "no more than half" holds "more than half".
_MORE = "(?<!no )(?<!not )more than|over|well over|at least|(?:no|not) (?:less|fewer) than"
_LESS = "(?:no|not) more than|(?<!no )(?<!not )(?:fewer|less) than|under|below|at most|not even"
_FRACTION = either((*_PARTS, "two-thirds", "three-quarters", *_MOST))
_REST = re.compile(
    r"\b(?:not?|none|others?|rest|remain\w*|fails?|failed|without|lost|else\w*)\b|n[’']t\b", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_N = r"\d{1,3}(?:,\d{3})+|\d+"
_SAID = re.compile(
    rf"\b(?:(?:(?P<more>{_MORE})|(?P<less>{_LESS})|(?P<about>about|around|nearly|almost|roughly|some)) )?"
    rf"(?:an? |the )?(?<!first )(?<!second )(?P<part>{_FRACTION}|(?<![\w.,])\d{{1,2}}(?:\.\d+)?\s?(?:%|per ?cent)) of "
    rf"(?:the |all |our |these |those |its )*(?:[\w'’-]+ ){{0,3}}?(?P<m>{_N})"
    r"(?= (?-i:[a-z]))(?! (?:percent|times|ms|s|seconds|minutes|hours|days)\b)",
    re.IGNORECASE,
)
_PRINTED = re.compile(rf"(?<![\w.,/])(?P<n>{_N})(?: out)? of (?:the |all |our )?(?P<m>{_N})(?![\w%]|[.,]\d)")


@dataclass(frozen=True, slots=True)
class _Count:
    """So many of so many at [start, end) of a document, and the words of its line."""

    document: Document
    start: int
    end: int
    share: Fraction
    whole: int
    words: frozenset[str]


@check(CODE, version=2, severity="low", since="0.1.0")
def fraction_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to be half, or most, of so many things is that many of them where they are counted.

    Why:
        "Fastest in more than half of the 1,000 networks" rounds 485 of 1,000 to the better side of a line.

    Flags:
        "More than half", "most", "two thirds of the 90 runs" where a line that says a word of the sentence prints "41
        of 90", and no such line prints as many as the words ask for. Always low.

    Passes:
        A part that is off by six hundredths of the whole, unless "more than" or "less than" bounds it.

    Does not judge:
        Fractions of a number that the sentence does not print; fewer than ten things; lines that share no word with the
        sentence that other counts of as many lack; other editions of a page (skipped).
    """
    index = index_of(corpus)
    counts = [one for document in corpus.documents for one in _counts(document)]
    columns = [one for document in corpus.documents for one in counted(document)]
    for document in corpus.documents if counts or columns else ():
        for sentence in index.sentences(document):
            for match in _SAID.finditer(sentence.passage.words):
                if not sentence.past and asserted(sentence, *match.span()):
                    found = list(_check(sentence, match, counts, index))
                    yield from found or _of_column(sentence, match, columns, index)


def _counts(document: Document) -> Iterator[_Count]:
    for match in _PRINTED.finditer(document.text):
        n, m = (int(match[part].replace(",", "")) for part in ("n", "m"))
        start = document.text.rfind("\n", 0, match.start()) + 1
        end = document.text.find("\n", match.end())
        line = document.text[start : end if end >= 0 else len(document.text)]
        if LEAST <= m >= n and len(line) <= LONG:
            yield _Count(document, *match.span(), Fraction(n, m), m, roots(tokens(line)) - GENERIC)


def _check(
    sentence: Sentence, match: re.Match[str], counts: Sequence[_Count], index: Index
) -> Iterator[Finding | Skip]:
    whole = int(match["m"].replace(",", ""))
    same = [one for one in counts if one.whole == whole]
    meant = _meant(sentence, same)
    if not meant or any(_is(match, one.share) for one in meant):
        return
    yield _judged(sentence, match, meant[0], index)


def _of_column(
    sentence: Sentence, match: re.Match[str], every: Sequence[Counted], index: Index
) -> Iterator[Finding | Skip]:
    """A percentage that no row of the one column of such counts has, nor two of them together."""
    if not match["part"][0].isdigit():
        return
    said = roots(tokens(sentence.passage.words)) - GENERIC
    whole = int(match["m"].replace(",", ""))
    able = [one for one in every if one.whole == whole and len(said & roots(tokens(one.about))) >= TOPIC]
    rest = bool(_REST.search(sentence.passage.words))
    if len(able) != 1 or any(_is(match, share) for share in able[0].shares(rest=rest)):
        return
    one = min(_of_cells(able[0]), key=lambda each: abs(each.share - _percent(match)))
    if one.share * NEAR >= _percent(match) and one.share <= _percent(match) * NEAR:
        yield _judged(sentence, match, one, index)


def _of_cells(one: Counted) -> Iterator[_Count]:
    for label, cell, many in one.cells:
        share, words = Fraction(many, one.whole), roots(tokens(label))
        yield _Count(one.document, cell.start, cell.end, share, one.whole, words)


def _judged(sentence: Sentence, match: re.Match[str], one: _Count, index: Index) -> Finding | Skip:
    document = sentence.passage.document
    key = document.name, one.document.name, match.group().lower()
    if index.of_two_editions(document, one.document):
        return Skip(CODE, key, OTHER_EDITION)
    return _finding(sentence, match, one, key, index)


def _meant(sentence: Sentence, counts: Sequence[_Count]) -> list[_Count]:
    """The counts whose lines say words of a sentence, without those that all of them say."""
    common = frozenset.intersection(*(one.words for one in counts)) if len(counts) > 1 else frozenset[str]()
    said = roots(tokens(sentence.passage.words)) - GENERIC - common
    shared = [sum(not word.isdigit() for word in said & one.words) for one in counts]
    best = max(shared, default=0)
    return [one for one, many in zip(counts, shared, strict=True) if best and many == best]


def _is(match: re.Match[str], share: Fraction) -> bool:
    """Whether a share is what a fraction in words, or a percentage, asks for."""
    part = match["part"].lower().replace("-", " ")
    if part in _MOST:
        return bool(share > _PARTS["half"])
    wanted = _percent(match) if part[0].isdigit() else _PARTS[part]
    if match["more"]:
        return bool(share >= wanted)
    return bool(share <= wanted if match["less"] else abs(share - wanted) <= _slack(match))


def _percent(match: re.Match[str]) -> Fraction:
    return Fraction(_DIGITS.match(match["part"]).group()) / 100  # type: ignore[union-attr]


def _slack(match: re.Match[str]) -> Fraction:
    """What the print of a part leaves open."""
    digits = _DIGITS.match(match["part"])
    if digits is None:
        return SLACK
    return ROUGH if match["about"] else Fraction(ulp(digits.group())) / 200 + Fraction(1, 1000)


def _finding(sentence: Sentence, match: re.Match[str], one: _Count, key: tuple[str, ...], index: Index) -> Finding:
    said = phrase(sentence.passage, match)
    count = index.places.printed(one.document, one.start, one.end)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document} says {said.quote!r}; {one.document.name} counts {count.quote} of {one.whole:,}",
        arithmetic=f"{count.quote} of {one.whole:,} is {float(one.share) * 100:.1f} %.",
        comparison=key,
        evidence=(said, count),
        likely_wrong_why="the words round the count",
    )
