"""So many of these did the one and so many the other: the two are all of them, or leave some over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from checks.lib.findings.slips import SWAPPED, slip_told
from checks.lib.labels.about import Index, index_of
from checks.lib.quantities.asserted import Sentence
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "split-of-whole"
NEAREST = 0.5  # of the whole that the rest is less than, where no slip is told
FEW = 2  # sentences of a page whose parts leave no rest, by which none should
_N = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?![\d.,]*\d|\s?[%x×]|\s?percent)"
_OF = r"of\s(?:all\s)?(?:these|those|them|which|the\s[a-z]+)"
_AND = r"(?:[,;]|\s[–—]|[,;]?\s(?:and|while|whereas|but|with))\s(?:and\s|the\s(?:other|remaining|rest,?)\s|another\s)?"
# "326 of these were better, and 18 were worse", "Of these, 326 got better and 18 worse".
_PARTS = re.compile(
    rf"(?<![\w.,$€£-])(?:(?P<a>{_N})\s{_OF}|{_OF}(?:\s[a-z]+)?,?\s(?P<b>{_N}))(?=\s)[^.;:()\d]{{3,70}}?"
    rf"{_AND}(?P<c>{_N})(?=\s[a-z])(?:[^.;:()\d]{{3,70}}?{_AND}(?P<d>{_N})(?=\s[a-z]))?",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"(?<![\w.,$€£-])(?P<n>{_N})(?=\s[a-z])", re.IGNORECASE)
_SOME = re.compile(
    r"\b(?:including|among|at least|about|around|roughly|nearly|almost|also|up to|over)\b", re.IGNORECASE
)

# Of which nothing is both.
_EITHER = tuple(
    (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
    for one, other in (
        (r"improve\w*|faster|quicker|better|gain\w*", r"regress\w*|slower|worse|los[st]\w*"),
        (r"pass\w*|succeed\w*|solved", r"fail\w*|unsolved|crash\w*"),
        (r"train\w*", r"test\w*|validat\w*|held out"),
        ("won|wins?|ahead", r"los[et]\w*|behind|tie[ds]?"),
        (r"\w+", "(?:the )?(?:other|others|remaining|rest|remainder)"),
    )
)


@dataclass(frozen=True, slots=True)
class Split:
    """A whole number of things and the parts of it, each with its place in the document."""

    whole: tuple[int, int, int]
    parts: tuple[tuple[int, int, int], ...]
    text: str  # the sentence

    @property
    def rest(self) -> int:
        """What the parts leave of the whole; below nothing where they are more."""
        return self.whole[0] - sum(value for value, _, _ in self.parts)


@check(CODE, version=1, severity="low", since="0.1.0")
def split_of_whole(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence gives of a number of things to the one and to the other kind comes to that number.

    Why:
        "The sweep covers 380 kernels. 326 of these got faster, and 18 got slower." Both numbers look right, and
        no reader adds them up: two digits of the first are swapped.

    Flags:
        Two or three numbers "of these", of a whole that the same sentence or the one before counts, that come to more
        than the whole; that come to less, where two swapped digits of one of them make up for it, or two other
        sentences of the page part their wholes without a rest. Always low.

    Passes:
        Parts that come to the whole, or leave a rest that nothing gives away.

    Does not judge:
        Sentences that say that there are others, or that their numbers are rough; parts of which one may be counted
        twice ("also"); wholes that are not counted right before (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        sentences = index.sentences(document)
        found = [one for before, here in pairwise((None, *sentences)) for one in _splits(before, here)]
        if not found:
            yield Skip(CODE, (document.name,), "not applicable, because no sentence parts a number that is counted")
        whole = sum(not one.rest for one in found)
        for one in found:
            if one.rest and _wrong(one, whole):
                yield _finding(document, one, index)


def _splits(before: Sentence | None, one: Sentence | None) -> Iterator[Split]:
    if one is None or not one.asserted or _SOME.search(one.passage.words):
        return
    text = one.passage.words
    for match in _PARTS.finditer(text):
        parts = tuple(_at(one, match, name) for name in "abcd" if match[name])
        own = _counts(one, text[: match.start()])
        wholes = own or (_counts(before, before.passage.words) if before else [])
        able = [each for each in wholes if each[0] > max(value for value, _, _ in parts)]
        if len({value for value, _, _ in able}) == 1:
            yield Split(able[-1], parts, text)


def _counts(sentence: Sentence, text: str) -> list[tuple[int, int, int]]:
    return [_at(sentence, match, "n") for match in _COUNT.finditer(text)]


def _at(sentence: Sentence, match: re.Match[str], name: str) -> tuple[int, int, int]:
    start = sentence.passage.start
    return int(match[name].replace(",", "")), start + match.start(name), start + match.end(name)


def _wrong(one: Split, even: int) -> bool:
    """Whether the parts cannot be all of the whole, or should be: a slip says so, or the page's other sentences."""
    if _swapped(one) or (
        one.rest < 0 and any(left.search(one.text) and right.search(one.text) for left, right in _EITHER)
    ):
        return True  # of "512 have GPUs, and 256 have eight" the second are of the first
    return even >= FEW and one.rest < NEAREST * one.whole[0]


def _swapped(one: Split) -> bool:
    """Whether two digits of one part are swapped."""
    meant = [(value, value + one.rest) for value, _, _ in one.parts]
    meant.append((one.whole[0], one.whole[0] - one.rest))
    return any(right > 0 and slip_told(str(left), str(right)) == SWAPPED for left, right in meant)


def _finding(document: Document, one: Split, index: Index) -> Finding:
    places = [index.places.printed(document, start, end) for _, start, end in (one.whole, *one.parts)]
    quotes = [f"{value:,}" for value, _, _ in one.parts]
    total = sum(value for value, _, _ in one.parts)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{' and '.join(quotes)} of {one.whole[0]:,} in {document.name} come to {total:,}",
        arithmetic=f"{' + '.join(quotes)} = {total:,}, not {one.whole[0]:,}.",
        comparison=(document.name, *quotes, str(one.whole[0])),
        evidence=tuple(places),
        likely_wrong_why="one of the numbers" if one.rest < 0 else "one of the numbers, or there are others",
    )
