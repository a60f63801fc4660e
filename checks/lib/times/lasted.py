"""Which moments a length of time can be of, by points, and whether any two that are printed give it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.labels.about import Index
from checks.lib.language.assertions import is_said
from checks.lib.language.spans_said import DAY, Span, spans
from checks.lib.language.tokens import every_root, roots, tokens
from checks.lib.linking.reach import clause
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.moments import HALF_DAY, Moment, between
from checks.lib.times.from_moments import Couple, content, section
from schemas.document import Document
from schemas.interval import Interval

LEAST, MOST = Decimal("0.4"), Decimal("2.5")  # of what the moments give; beyond it is a length of something else
ENOUGH, SURE = 3, 5  # points
SHARED = 3  # words that count
NOUN = 2  # words behind an adjective, one of which is its noun
LABEL = 24  # characters
_BEHIND_LABEL = re.compile(r":\s*(?:[A-Z][a-z]+day,?\s)?$")
CLOSE = 100  # characters between a length and its moments
LONGEST = 20 * 3600  # of what two times of day without their dates can tell
_OF_THEM = re.compile(r"\b(?:those|these|this|that|the|its|all)\s(?:\w+\s)?$", re.IGNORECASE)
_LASTS = re.compile(
    r"\b(?:last(?:s|ed|ing)?|took|takes?|taking|ran|runs?|running|spent|elapsed|passed|went by|within|during|stood|"
    r"duration|length|long|later|after|for|in|over|throughout|until|between|window|outage|downtime|down|total)\b",
    re.IGNORECASE,
)
_WORKING = re.compile(r"\s?-?(?:working|business|trading|week|school)[ -]?days?\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:usual\w*|normal\w*|typical\w*|average|mean|median|planned|scheduled|expected|would|could|should|limit|"
    r"allow\w*|budget\w*|target|at worst|instead of|rather than|compared|than|of which|of them|of those|net|pure|"
    r"(?<!-)only|alone|effective|without (?:\w+ )?(?:breaks?|pauses?|stops?|waits?|counting)|"
    r"excluding|not counting|apart from|minus|less|break|pause\w*|lunch)\b",
    re.IGNORECASE,
)
# Nothing is left out of what had no break.
_NONSTOP = re.compile(
    r"\b(?:without (?:an?|any|one|a single)|with no|not an?|no) (?:breaks?|pauses?|stops?|halts?|interruptions?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A length of time that a sentence says."""

    sentence: Sentence
    span: Span

    @property
    def document(self) -> Document:
        """The document that prints it."""
        return self.sentence.passage.document

    @property
    def start(self) -> int:
        """Where it begins in the document's text."""
        return self.sentence.passage.start + self.span.start

    @property
    def end(self) -> int:
        """Where it ends there."""
        return self.sentence.passage.start + self.span.end

    @property
    def text(self) -> str:
        """The clause around it, without the length itself."""
        text = self.sentence.passage.words
        return clause(text, self.span.start, self.span.end).replace(text[self.span.start : self.span.end], " ")


@dataclass(frozen=True, slots=True)
class Tied:
    """A length of time and the moments that it is of, by so many points."""

    said: Said
    couple: Couple
    points: int

    @property
    def given(self) -> Interval:
        """How long it is between them."""
        return min(self.couple.lengths, key=lambda one: one.distance(self.said.span.allowed))


def said_in(sentence: Sentence) -> Iterator[Said]:
    """The lengths of time that a sentence asserts."""
    text = sentence.passage.words
    for one in spans(text):
        working = _WORKING.match(text, one.start + len(text[one.start : one.end].split()[0]))
        # What is over lasted as long as it did: "before it was moved" is no reason to leave it out.
        if is_said(clause(text, one.start, one.end)) and not working:
            found = Said(sentence, one)
            if not _OTHER.search(_NONSTOP.sub(" ", found.text)):
                yield found


def tied(said: Said, every: Sequence[Couple]) -> Tied | None:
    """The couple that a length is of, where one stands nearest; None for a length of something else."""
    lengths: dict[str, set[tuple[Interval, ...]]] = defaultdict(set)
    for one in every:
        if not one.ends:
            lengths[one.document.document_id].add(tuple(one.lengths))
    able = [
        Tied(said, one, points)
        for one in every
        if (points := _points(said, one, only=len(lengths[one.document.document_id]) == 1)) >= ENOUGH
    ]
    able = [one for one in able if _near(one) and _of_its_noun(one)]
    best = [one for one in able if one.points == max(each.points for each in able)]
    return best[0] if len({one.given for one in best}) == 1 else None


def _labelled(one: Couple) -> bool:
    """Whether both are a date with a time, or stand right behind a label: "Begin: 4 March 2024"."""
    text = one.document.text
    behind = all(_BEHIND_LABEL.search(text[: each.start][-LABEL:]) for each in (one.first, one.last))
    return one.first.kind == "stamp" or (one.first.kind == "date" and behind)


def _near(one: Tied) -> bool:
    """Whether a length is about as long as what the moments give, and can be of them at all."""
    clock = one.couple.first.kind == "clock" or one.couple.last.kind == "clock"
    if not one.couple.lengths or (clock and one.said.span.seconds > LONGEST):
        return False
    if one.couple.first.kind in ("date", "month") and one.said.span.unit < DAY:
        return False
    middle = (one.given.lower + one.given.upper) / 2
    return middle > 0 and LEAST <= one.said.span.seconds / middle <= MOST


def _of_its_noun(one: Tied) -> bool:
    """Whether what an adjective belongs to is what began and ended: a 27-hour run, not a review on a 6-month basis."""
    said, document = one.said, one.couple.document
    if not said.span.adjective:
        return True
    behind = [each.root for each in tokens(said.sentence.passage.words[said.span.end :])][:NOUN]
    head = document.text[max(0, section(document, one.couple.start)) :].partition("\n")[0]
    return not content(f"{one.couple.text} {head} {document.title}").isdisjoint(behind)


def _points(said: Said, one: Couple, *, only: bool) -> int:
    text = said.sentence.passage.words
    if one.ends:
        return _of_ends(said, one.ends)
    if only and one.document is not said.document and one.strength and _labelled(one):
        # All of the other document is of what began and ended once; what they share need not stand on its line.
        shared = len(content(text) & content(one.document.text))
        return min(ENOUGH, shared + bool(_LASTS.search(said.text)) - 2 * (said.span.hedge in ("over", "under")))
    shared = len(content(text) & one.words)
    own = one.document is said.document
    points = (
        min(SHARED, shared)
        - 2 * (said.span.hedge in ("over", "under"))
        + bool(_OF_THEM.search(text[: said.span.start]))
        + bool(_LASTS.search(said.text))
    )
    if own and one.start <= said.start < one.end:
        return points + one.strength
    if one.key and not _names(said, one.key):
        return 0  # of another row
    if one.first.kind in ("date", "month") and one.strength < 2 and not shared:
        return 0  # two dates of a page are of anything
    near = own and section(said.document, said.start) == section(one.document, one.start)
    close = near and min(abs(said.start - one.end), abs(one.start - said.end)) < CLOSE
    keyed = 2 if one.key else 0
    return points + near + close + keyed + (one.strength > 1) - (0 if own or shared else 2)


def _of_ends(said: Said, ends: Sequence[frozenset[str]]) -> int:
    """The points of two lines of a log: a sentence says something that only the one says, and of the other too."""
    text, (start, end) = said.sentence.passage.words, (said.span.start, said.span.end)
    told = roots(tokens(f"{text[:start]} {text[end:]}"))
    if not all(one & told for one in ends):
        return 0
    points = len(ends) + sum(len(one & told) for one in ends) + bool(_LASTS.search(said.text))
    return points if all(one <= told for one in ends) else min(points, SURE - 1)


def _names(said: Said, key: str) -> bool:
    """Whether a sentence, or the one before it, says the label of a row."""
    words = every_root(key)
    return any(words <= every_root(text) for text in (said.sentence.passage.words, *said.sentence.scope[:1]))


def derivable(one: Tied, found: Sequence[Sequence[Moment]], every: Sequence[Couple], index: Index) -> bool:
    """Whether other moments give a length, or its own with a pause or delay that is printed beside them.

    What is told to be of its own couple is given by other couples of its words only: of eight times some two give
    anything.
    """
    sure = one.points >= SURE
    able = [each for each in every if not sure or _points(one.said, each, only=False) > 0]
    told, around = [length for each in able for length in each.lengths], _around(one, index)
    if one.points <= SURE and any(length.meets(span.allowed) for length in one.couple.lengths for span in around):
        return True
    if not sure:
        told += [length for some in found for length in _any_two(some)]
    own = one.couple.lengths
    others = [each.seconds for each in around if each.seconds != one.said.span.seconds]
    told += [_moved(length, by * sign) for length in own for by in (*others, sum(others)) for sign in (1, -1)]
    return any(length.meets(one.said.span.allowed) for length in told)


def _any_two(some: Sequence[Moment]) -> Iterator[Interval]:
    for left, right in combinations(some, 2):
        yield from between(left, right)
        yield from (one for one in between(right, left) if one.upper < HALF_DAY or left.day is not None)


def _around(one: Tied, index: Index) -> list[Span]:
    """The lengths that the section of a length, or that of its moments, prints."""
    texts = [
        sentence.passage.words
        for document, at in ((one.said.document, one.said.start), (one.couple.document, one.couple.start))
        for sentence in index.sentences(document)
        if section(document, sentence.passage.start) == section(document, at)
    ]
    return [each for text in dict.fromkeys(texts) for each in spans(text, every=True)]


def _moved(length: Interval, by: Decimal | int) -> Interval:
    low, high = max(Decimal(0), length.lower + by), max(Decimal(0), length.upper + by)
    return Interval(low, high)
