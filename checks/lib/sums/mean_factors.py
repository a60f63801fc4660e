"""Averages of factors that lie outside of all factors that they are taken of: "a geometric mean of 1.9x across three".

Readers of values leave factors out, and readers of factors leave averages out: between them nobody looks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, Told
from checks.lib.labels.slots import Slot
from checks.lib.language.quantifiers import NUM
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, content, every_root
from checks.lib.linking.reach import clause
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.index import by
from checks.lib.sums.pools import related
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding
from schemas.interval import Interval
from schemas.multiples import Multiple, printed_multiples
from schemas.number_words import count

LEAST = 3  # factors of which an average is told
FINE = Decimal("1.03")  # times beyond an end; less is rounding
FAR = Decimal(4)  # times; more is of something else
_MEAN = re.compile(
    r"\b(?:averag(?:e|es|ed|ing)|geo(?:metric )?mean|geomean|means? (?:of|over|across)|the mean|on the whole)\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:except\w*|excluding|without|but|besides|most|would|could|target\w*|expect\w*|up to)\b", re.IGNORECASE
)
_COUNTED = re.compile(rf"\b(?P<n>{NUM})\s(?:[a-z-]+\s)?(?P<noun>[a-z]{{3,}}s)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\b(?:figure|fig\.?|table|chart)\s?(?P<n>\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MeanFactor:
    """An average of factors, the factors that it can be of, and between which ends these lie."""

    sentence: Sentence
    one: Multiple
    slots: tuple[Slot, ...]

    @property
    def place(self) -> tuple[str, int]:
        """The document that says it, and where."""
        passage = self.sentence.passage
        return passage.document.document_id, passage.start + self.one.start

    @property
    def ends(self) -> Interval:
        """From the least of the factors to the most of them."""
        spans = [one.amount.readings.rounded for one in self.slots]
        return Interval(min(one.lower for one in spans), max(one.upper for one in spans))

    @property
    def is_beyond(self) -> bool:
        """Whether no way to take the average lies between the ends, or hardly more than rounding outside of them."""
        return all(self._off(way) >= FINE for way in self.one.ways)

    @property
    def is_near(self) -> bool:
        """Whether it lies near enough to be of them."""
        return min(map(self._off, self.one.ways)) <= FAR

    def finding(self, code: str, index: Index) -> Finding:
        """That no mean of factors is below the least or above the most of them."""
        document, other, start = self.sentence.passage.document, self.slots[0].document, self.sentence.passage.start
        said = index.places.printed(document, start + self.one.start, start + self.one.end)
        cells = [index.places.printed(other, each.start, each.end) for each in self.slots]
        values = listed(cell.quote for cell in cells)
        return Finding(
            check=code,
            verdict="inconsistent",
            severity="low",
            message=f"{said.quote} as an average in {document.name}, but the factors that {other.name} prints are "
            f"{values}",
            arithmetic=f"{values} lie in {self.ends}, {said.quote} allows {' or '.join(map(str, self.one.ways))}.",
            comparison=(document.name, other.name, "mean of factors", said.quote),
            evidence=(said, *cells),
            likely_wrong_why="the average, or a factor that was changed after it",
        )

    def _off(self, way: Interval) -> Decimal:
        return max(Decimal(1), way.lower / self.ends.upper, self.ends.lower / way.upper)


def mean_factors(corpus: Corpus, index: Index) -> Iterator[MeanFactor]:
    """The averages of factors that no average of the factors can be that a table, chart or list prints of them."""
    documents = {one.document_id: one for one in corpus.documents}
    for name, near in related(corpus, index).items():
        said = [each for one in index.sentences(documents[name]) for each in _said(one)]
        able = [each for there in near for each in _groups(there, documents, index)] if said else []
        for sentence, one in said:
            tied = [some for told, some in able if _is_of(sentence, one, told, some, index)]
            found = [MeanFactor(sentence, one, tuple(some)) for some in tied]
            if found and all(each.is_beyond and each.is_near for each in found):
                yield found[0]


def _said(sentence: Sentence) -> Iterator[tuple[Sentence, Multiple]]:
    """The factors that a sentence says to be averages."""
    words = sentence.passage.words
    for one in printed_multiples(words) if sentence.asserted and not sentence.past and _MEAN.search(words) else ():
        mine = clause(words, one.start, one.end)
        if not one.bound and (_MEAN.search(mine) or _MEAN.match(words)) and not _BUT.search(words):
            yield sentence, one


def _groups(there: str, documents: dict[str, Document], index: Index) -> Iterator[tuple[Told, Sequence[Slot]]]:
    """The columns and lists of factors of a document."""
    for told in index.of(documents[there]):
        slots = [one for one in told.slots if one.amount.kind == "factor"]
        yield from ((told, some) for some in by(slots, lambda one: one.column).values() if len(some) >= LEAST)


def _is_of(sentence: Sentence, one: Multiple, told: Told, some: Sequence[Slot], index: Index) -> bool:
    """Whether an average is of as many as there are factors, or of the figure that they are in, and of their thing."""
    words, sheet = sentence.passage.words, told.sheet
    labels = " | ".join((sheet.about, sheet.document.title, *(text for each in some for _, text in each.labels)))
    if any(opposed([words], [labels])) or coded(words) - index.words[sheet.document.document_id]:
        return False
    said = [count(match["n"]) for match in _COUNTED.finditer(f"{words[: one.start]} | {words[one.end :]}")]
    figures = [{match["n"] for match in _FIGURE.finditer(text)} for text in (words, labels)]
    named = bool(figures[0] & figures[1]) or (not figures[0] and sheet.document is sentence.passage.document)
    if (said and len(some) not in said) or (figures[0] and figures[1] and not named):
        return False
    return (bool(said) or named) and len(content(words) & every_root(labels)) > 1
