"""A place in a ranking ("the fastest", "second lowest of the six") against the column of a table that ranks them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib import severity
from checks.lib.about import Index, Told, index_of
from checks.lib.ahead import SMALL_WINS
from checks.lib.asserted import Sentence
from checks.lib.labels import Kind, said
from checks.lib.naming import Text, best, of_another
from checks.lib.passages import phrase
from checks.lib.sections import topical
from checks.lib.sheets import Slot
from checks.lib.sides import ROW_SAID
from checks.lib.tokens import root, settings
from checks.lib.words import listed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "rank-in-words"
LEAST = 3  # values that make a ranking
_ORDINALS = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5}
_COUNTS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12}
_SPEEDS = frozenset({"time", "rate", "bandwidth", "count"})
# A superlative, the kinds of values that it ranks (any where none), and whether the first one has the smallest.
_WORDS: dict[str, tuple[frozenset[str], bool | None]] = {
    "fastest": (_SPEEDS, None),
    "quickest": (_SPEEDS, None),
    "lowest": (frozenset(), True),
    "shortest": (frozenset({"time"}), True),
    "smallest": (frozenset({"size"}), True),
    "cheapest": (frozenset({"price"}), True),
    "least": (frozenset(), True),
    "highest": (frozenset(), False),
    "largest": (frozenset({"size"}), False),
    "longest": (frozenset({"time"}), False),
    "most expensive": (frozenset({"price"}), False),
}
# What follows must leave the field as wide as the table: "the fastest of the six", never "the fastest open-source one".
_RANK = re.compile(
    rf"\b(?:the|has|had|with|gives|at)\s(?:the\s)?(?:(?P<at>{'|'.join(_ORDINALS)})[- ])?(?P<word>{'|'.join(_WORDS)})\b"
    r"(?P<noun>(?:\s(?!of\b|in\b|at\b|on\b|for\b|and\b|to\b|with\b)[\w-]+){0,2})"
    rf"(?P<of>\sof (?:all |the |these |those |our ){{1,2}}(?:(?P<many>{'|'.join(_COUNTS)}|\d+)\b)?)?",
    re.IGNORECASE,
)
_HELD_BACK = re.compile(
    r"\b(?:if|when|unless|except\w*|apart|besides|but|not|no|never|none|without|may|might|can|could|would|should|expect\w*|"
    r"only|almost|nearly|one of|among|tied?|ties|class|category|ever|yet|so far|to date|per|known)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
# Rows that nobody counts among those that are ranked.
_REFERENCE = re.compile(
    r"\b(?:memcpy|reference|baseline|theoretical|ideal|limit|none|no ?op|native|raw|control|upper bound)\b|^\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Place:
    """The slot whose place is said among all slots of its column, and whether the smallest is first."""

    mine: Slot
    kind: str  # of the label that is ranked
    field: Sequence[Slot]
    smallest_first: bool

    @property
    def ahead(self) -> list[Slot]:
        """Those that are ahead of it whatever is rounded."""
        return [one for one in self.field if one is not self.mine and self._before(one, self.mine)]

    @property
    def able(self) -> range:
        """The places that its print allows."""
        behind = sum(self._before(self.mine, one) for one in self.field if one is not self.mine)
        return range(1 + len(self.ahead), 1 + len(self.field) - behind)

    def _before(self, one: Slot, other: Slot) -> bool:
        left, right = one.amount.readings.rounded, other.amount.readings.rounded
        return left.upper < right.lower if self.smallest_first else left.lower > right.upper


@check(CODE, version=1, severity="high", since="0.1.0")
def rank_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Who is said to be the fastest, or the second cheapest of six, has that place in the table.

    Why:
        A place in a ranking outlives the table that it was read from: a rival's release moves everybody down by one,
        and no figure in the sentence is out of date.

    Flags:
        A superlative, with or without an ordinal, said of one row or column of a table, whose place in the column
        that the sentence names (or in the only one of its kind) is another, beyond rounding.

    Passes:
        Ties; rows that are a reference ("memcpy"), which nobody ranks.

    Does not judge:
        Superlatives of a narrower class ("the fastest open-source one"), under a condition or of one's own history;
        tables with another number of rows than the sentence counts (skipped); documents of different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            found = list(_RANK.finditer(sentence.passage.words))
            said_so = sentence.asserted and not sentence.past and not _HELD_BACK.search(sentence.passage.words)
            if len(found) == 1 and said_so:
                for told in topical(list(index.about(sentence)), sentence):
                    yield from _check(sentence, found[0], told, index, corpus.vocabulary)


def _check(
    sentence: Sentence, rank: re.Match[str], told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    place = next((one for kind in told.sides.kinds if (one := _place(sentence, rank, kind, told, vocabulary))), None)
    if place is None or not _as_wide(rank, place, told):
        return
    key = (sentence.passage.document.name, told.sheet.document.name, told.sheet.name, rank["word"].lower())
    many = (rank["many"] or "").lower()
    if many and _COUNTS.get(many, many) not in (len(place.field), str(len(place.field))):
        yield Skip(CODE, key, "not applicable, because the table ranks another number of things")
        return
    claimed = _ORDINALS.get((rank["at"] or "").lower(), 1)
    labels = " ".join(label for _, label in place.mine.labels)
    another = of_another(sentence.passage.words, [labels, told.sheet.about])
    if claimed in place.able or another or index.unlike(None, sentence, [labels], told.sheet.document):
        return
    if index.of_two_dates(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, key, "not comparable, because the documents are of different dates")
        return
    yield _finding(sentence, rank, place, told, index, key)


def _place(sentence: Sentence, rank: re.Match[str], kind: Kind, told: Told, vocabulary: Vocabulary) -> _Place | None:
    """The place of the one label of a kind that the sentence says in front, in the column that it names."""
    subject = _subject(sentence, rank, kind)
    kinds, smallest = _WORDS[rank["word"].lower()]
    if not subject:
        return None
    mine = [one for one in told.slots if dict(one.labels).get(kind.name) == subject]
    mine = [one for one in mine if one.amount.kind in kinds or (not kinds and one.amount.kind != "count")]
    one = _named(mine, sentence, kind, vocabulary)
    if one is None:
        return None
    field = [other for other in told.slots if _others(other, kind) == _others(one, kind) and not _referred(other, kind)]
    alike = len({other.amount.kind for other in field}) == 1 and len(field) >= LEAST
    first = one.amount.kind in SMALL_WINS if smallest is None else smallest
    return _Place(one, kind.name, field, first) if alike and one in field else None


def _subject(sentence: Sentence, rank: re.Match[str], kind: Kind) -> str:
    """The one label that stands in front of the superlative, else the one that the title says of "it" or "we"."""
    text = sentence.passage.words
    ahead = said(kind, text[: rank.start()])
    if len(ahead) > 1 or (not ahead and said(kind, text)):
        return ""
    if not ahead and re.search(r"\b(?:it|we|ours?)\b", text[: rank.end()], re.IGNORECASE):
        ahead = next((found for over in sentence.scope if (found := said(kind, over))), {})
    return next(iter(ahead)) if len(ahead) == 1 else ""


def _named(mine: Sequence[Slot], sentence: Sentence, kind: Kind, vocabulary: Vocabulary) -> Slot | None:
    """Of the values of one thing the one that a sentence names, or the only one."""
    if len(mine) == 1:
        return mine[0]
    text = sentence.passage.words
    bare = {replace(one, labels=_others(one, kind)): one for one in mine}
    named = best(list(bare), settings(text), Text.of(text, text, sentence.scope[:1]), vocabulary)
    return bare[named[0].slot] if len(named) == 1 and named[0].said >= ROW_SAID else None


def _others(slot: Slot, kind: Kind) -> tuple[tuple[str, str], ...]:
    return tuple(label for label in slot.labels if label[0] != kind.name)


def _referred(slot: Slot, kind: Kind) -> bool:
    return bool(_REFERENCE.search(dict(slot.labels).get(kind.name, "")))


def _as_wide(rank: re.Match[str], place: _Place, told: Told) -> bool:
    """Whether the noun of a superlative is that of the table's own column or head, so that it leaves nobody out."""
    nouns = {root(word) for word in re.findall(r"[^\W_]+", rank["noun"])}
    mine = {root(word) for _, label in place.mine.labels for word in re.findall(r"[^\W_]+", label)}
    corner = {root(word) for word in re.findall(r"[^\W_]+", f"{place.kind} {told.sheet.head.rsplit(' | ', 1)[-1]}")}
    return nouns <= mine | corner


def _finding(
    sentence: Sentence, rank: re.Match[str], place: _Place, told: Told, index: Index, key: tuple[str, ...]
) -> Finding:
    document = told.sheet.document
    before = place.ahead[:3]
    cells = [index.places.printed(document, one.start, one.end) for one in (place.mine, *before)]
    names = [dict(one.labels)[place.kind] for one in (place.mine, *before)]
    shown = [f"{name} {cell.quote}" for name, cell in zip(names[1:], cells[1:], strict=True)]
    at = " or ".join(str(one) for one in (place.able.start, place.able.stop - 1)[: len(place.able)])
    where = listed(label for kind, label in place.mine.labels if kind != place.kind)
    gap = max((one.amount.readings.rounded.distance(place.mine.amount.readings.rounded) for one in before), default=1)
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity="high" if gap >= severity.MEDIUM else "medium",
        message=f"{sentence.passage.document.name} says '{rank.group().strip()}' of {names[0]}; {told.sheet.name} of "
        f"{document.name} prints {cells[0].quote} ({where}), which is place {at} of {len(place.field)}",
        arithmetic=f"ahead of {cells[0].quote} are {len(place.ahead)}: {', '.join(shown) or 'none'}.",
        comparison=key,
        evidence=(phrase(sentence.passage, rank), *cells),
        likely_wrong_why="the words print no value, the table all of them",
    )
