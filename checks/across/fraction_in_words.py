"""A fraction in words of so many things, against "n of so many" as it is printed elsewhere."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import GENERIC, roots, tokens
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.number_words import either

CODE = "fraction-in-words"
SLACK = Fraction(6, 100)  # of the whole, which "half" or "about a third" leaves open
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
_N = r"\d{1,3}(?:,\d{3})+|\d+"
_SAID = re.compile(
    rf"\b(?:(?:(?P<more>{_MORE})|(?P<less>{_LESS})|about|around|nearly|almost|roughly|some) )?"
    rf"(?:an? |the )?(?<!first )(?<!second )(?P<part>{_FRACTION}) of "
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


@check(CODE, version=1, severity="low", since="0.1.0")
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
    for document in corpus.documents if counts else ():
        for sentence in index.sentences(document):
            for match in _SAID.finditer(sentence.passage.words):
                if sentence.asserted and not sentence.past:
                    yield from _check(sentence, match, counts, index)


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
    document, one = sentence.passage.document, meant[0]
    key = document.name, one.document.name, match.group().lower()
    if index.of_two_editions(document, one.document):
        yield Skip(CODE, key, OTHER_EDITION)
    else:
        yield _finding(sentence, match, one, key, index)


def _meant(sentence: Sentence, counts: Sequence[_Count]) -> list[_Count]:
    """The counts whose lines say words of a sentence, without those that all of them say."""
    common = frozenset.intersection(*(one.words for one in counts)) if len(counts) > 1 else frozenset[str]()
    said = roots(tokens(sentence.passage.words)) - GENERIC - common
    shared = [sum(not word.isdigit() for word in said & one.words) for one in counts]
    best = max(shared, default=0)
    return [one for one, many in zip(counts, shared, strict=True) if best and many == best]


def _is(match: re.Match[str], share: Fraction) -> bool:
    """Whether a share is what a fraction in words asks for."""
    part = match["part"].lower().replace("-", " ")
    if part in _MOST:
        return bool(share > _PARTS["half"])
    if match["more"]:
        return bool(share >= _PARTS[part])
    return bool(share <= _PARTS[part] if match["less"] else abs(share - _PARTS[part]) <= SLACK)


def _finding(sentence: Sentence, match: re.Match[str], one: _Count, key: tuple[str, ...], index: Index) -> Finding:
    said = phrase(sentence.passage, match)
    count = index.places.printed(one.document, one.start, one.end)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document} says {said.quote!r}; {one.document.name} counts {count.quote}",
        arithmetic=f"{count.quote} is {float(one.share) * 100:.1f} %.",
        comparison=key,
        evidence=(said, count),
        likely_wrong_why="the words round the count",
    )
