"""A place in a ranking ("the fastest", "second lowest of the six") against the column of a table that ranks them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib.columns.fields import GENERIC, HERE, in_table
from checks.lib.findings import severity
from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.ahead import SMALL_WINS
from checks.lib.labels.labels import Kind, said
from checks.lib.labels.naming import Text, best, of_another
from checks.lib.labels.sections import topical
from checks.lib.labels.sides import ROW_SAID
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.ranks import SCORE, Claimed, ranks
from checks.lib.language.tokens import root, roots, settings, tokens
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "rank-in-words"
LEAST = 3  # values that make a ranking
_HELD_BACK = re.compile(
    r"\b(?:if|when|unless|except\w*|apart|besides|but|not|no|never|none|without|may|might|can|could|would|should|expect\w*|"
    r"only|almost|nearly|one of|tied?|ties|class|category|ever|yet|so far|to date|per|known|"
    r"last (?:year|month|week|time|round)|next|previous\w*)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
_SCORED = frozenset({"count", "percent"})
_NARROWER = re.compile(
    r"\s?(?!tested|measured|compared|shown|listed)[a-z][a-z-]+\s(?P<noun>[a-z]+)"
)  # "open-source browsers"
_LESS = re.compile(r"\b(?:lower|less|smaller|fewer)\b[^|.]{0,12}\bbetter\b", re.IGNORECASE)
# "Among 64-core parts", "among the processors with 64 cores"; "among the five processors" leaves nobody out.
_AMONG = re.compile(r"\bamong(?:st)?\b", re.IGNORECASE)
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


@check(CODE, version=4, severity="high", since="0.1.0")
def rank_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Who is said to be the fastest, or the second cheapest of six, has that place in the table.

    Why:
        A place in a ranking outlives the table that it was read from: a rival's release moves everybody down by one,
        and no figure in the sentence is out of date.

    Flags:
        A superlative, with or without an ordinal, or a place ("comes in third", "is the runner-up"), said of one row
        or column of a table, whose place in the column that the sentence names, by its words or by the value in it (or
        in the only one of its kind), is another, beyond rounding. Low: where nothing but its kind says
        which column it is.

    Passes:
        Ties; rows that are a reference ("memcpy"), which nobody ranks.

    Does not judge:
        Superlatives of a narrower class ("the fastest open-source one"), under a condition or of one's own history;
        tables with another number of rows than the sentence counts (skipped); documents of different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            text = sentence.passage.words
            found = list(ranks(text))
            if found and sentence.asserted and not sentence.past and not _HELD_BACK.search(text):
                found = [one for one in found if not _AMONG.search(text) or one.many]
                for told in topical(list(index.about(sentence)), sentence):
                    for one in found:
                        yield from _check(sentence, one, told, index, corpus.vocabulary)


def _check(
    sentence: Sentence, claimed: Claimed, told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    kind, subject = _subject(sentence, claimed, told)
    place = _place(sentence, claimed, kind, subject, told, vocabulary) if kind else None
    if place is None or not _as_wide(claimed, place, told) or not in_table(claimed, told):
        return
    if "best" in claimed.match.group().lower().split() and _LESS.search(told.sheet.document.text):
        return
    key = (sentence.passage.document.name, told.sheet.document.name, told.sheet.name, *_labels(place))
    if claimed.many not in (0, len(place.field)):
        yield Skip(CODE, key, "not applicable, because the table ranks another number of things")
        return
    labels = _label(place.mine)
    another = of_another(sentence.passage.words, [labels, told.sheet.about, *told.columns, *_rows(told)])
    if claimed.place in place.able or another or index.unlike(None, sentence, [labels], told.sheet.document):
        return
    if index.of_two_editions(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    found = _finding(sentence, claimed, place, told, index, key)
    yield found if _sure(sentence, claimed, place) else replace(found, severity="low")


def _sure(sentence: Sentence, claimed: Claimed, place: _Place) -> bool:
    """Whether a sentence says which values it ranks: it counts them, prints the one, or says the words over them."""
    text = sentence.passage.words
    others = " | ".join(label for kind, label in place.mine.labels if kind != place.kind)
    return bool(claimed.many) or _print(place.mine) in text or bool(roots(tokens(others)) & roots(tokens(text)))


def _rows(told: Told) -> Iterator[str]:
    return (label for slot in told.slots for _, label in slot.labels)


def _labels(place: _Place) -> list[str]:
    return [label for _, label in place.mine.labels]


def _subject(sentence: Sentence, claimed: Claimed, told: Told) -> tuple[Kind | None, str]:
    """The label that stands nearest in front of the superlative, else the one that the title says of "it" or "we"."""
    text = sentence.passage.words
    for ahead in (claimed.ahead, text[: claimed.match.start()]):
        spans = [(one[-1][1], kind, label) for kind in told.sides.kinds for label, one in said(kind, ahead).items()]
        nearest = max((end for end, _, _ in spans), default=0)
        found = [(kind, label) for end, kind, label in spans if end == nearest]
        if found:
            return found[0] if len(found) == 1 else (None, "")
    if re.search(r"\b(?:it|we|ours?)\b", text[: claimed.match.end()], re.IGNORECASE):
        for over in sentence.scope:
            labels = [(kind, label) for kind in told.sides.kinds for label in said(kind, over)]
            if labels:
                return labels[0] if len(labels) == 1 else (None, "")
    return None, ""


def _place(
    sentence: Sentence, claimed: Claimed, kind: Kind, subject: str, told: Told, vocabulary: Vocabulary
) -> _Place | None:
    """The place of a label of a kind in the column that the sentence names."""
    mine = [one for one in told.slots if dict(one.labels).get(kind.name) == subject]
    mine = [one for one in mine if one.amount.kind in (claimed.kinds or {one.amount.kind})]
    if SCORE.search(claimed.match.group()):
        mine = [one for one in mine if one.amount.kind in _SCORED]
    else:  # A count may be a version or a year: it is ranked only where nothing else is.
        mine = [one for one in mine if one.amount.kind != "count"] or (mine if claimed.kinds else [])
    one = _named(mine, sentence, claimed, kind, vocabulary) or _meant(mine, sentence, claimed)
    if one is None or (claimed.placed and one.amount.kind == "count" and not _scored(one)):
        return None
    field = [other for other in told.slots if _others(other, kind) == _others(one, kind) and not _referred(other, kind)]
    alike = len({other.amount.kind for other in field}) == 1 and len(field) >= LEAST
    first = one.amount.kind in SMALL_WINS if claimed.smallest_first is None else claimed.smallest_first
    return _Place(one, kind.name, field, first) if alike and one in field else None


def _named(
    mine: Sequence[Slot], sentence: Sentence, claimed: Claimed, kind: Kind, vocabulary: Vocabulary
) -> Slot | None:
    """Of the values of one thing the one that a clause, or its sentence, names; or the only one."""
    if len(mine) == 1:
        return mine[0]
    bare = {replace(one, labels=_others(one, kind)): one for one in mine}
    for text in (claimed.clause, sentence.passage.words):
        named = best(list(bare), settings(text), Text.of(text, text, sentence.scope[:1]), vocabulary)
        if len(named) == 1 and named[0].said >= ROW_SAID:
            return bare[named[0].slot]
    return None


def _meant(mine: Sequence[Slot], sentence: Sentence, claimed: Claimed) -> Slot | None:
    """Of several values the one that the sentence prints, or the only score among counts of cores and the like."""
    if not (claimed.placed or claimed.kinds):
        return None
    text = sentence.passage.words
    printed = [one for one in mine if re.search(rf"(?<![\w.,]){re.escape(_print(one))}(?![\w]|[.,]\d)", text)]
    scores = (
        [one for one in mine if SCORE.search(_label(one))] if all(one.amount.kind == "count" for one in mine) else []
    )
    return next((some[0] for some in (printed, scores) if len(some) == 1), None)


def _print(slot: Slot) -> str:
    return slot.sheet.document.text[slot.start : slot.end].strip()


def _scored(slot: Slot) -> bool:
    """Whether a column of bare numbers is one of scores: of errors or cores the largest is not the first."""
    return bool(SCORE.search(f"{_label(slot)} {slot.sheet.head}"))


def _label(slot: Slot) -> str:
    return " ".join(label for _, label in slot.labels)


def _others(slot: Slot, kind: Kind) -> tuple[tuple[str, str], ...]:
    return tuple(label for label in slot.labels if label[0] != kind.name)


def _referred(slot: Slot, kind: Kind) -> bool:
    return bool(_REFERENCE.search(dict(slot.labels).get(kind.name, "")))


def _as_wide(claimed: Claimed, place: _Place, told: Told) -> bool:
    """Whether the noun of a superlative is that of the table's own column or head, so that it leaves nobody out."""
    noun = SCORE.sub(" ", claimed.noun) if place.mine.amount.kind in _SCORED else claimed.noun
    nouns = {root(word) for word in re.findall(r"[^\W_]+", noun)}
    mine = {root(word) for _, label in place.mine.labels for word in re.findall(r"[^\W_]+", label)}
    corner = {root(word) for word in re.findall(r"[^\W_]+", f"{place.kind} {told.sheet.head.rsplit(' | ', 1)[-1]}")}
    narrower = not claimed.many and _NARROWER.match(claimed.match.string, claimed.match.end())
    nouns = nouns - HERE - GENERIC.get(place.mine.amount.kind, frozenset())
    return nouns <= mine | corner and not (narrower and root(narrower["noun"]) in corner)


def _finding(
    sentence: Sentence, claimed: Claimed, place: _Place, told: Told, index: Index, key: tuple[str, ...]
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
        verdict="inconsistent",
        severity="high" if gap >= severity.MEDIUM else "medium",
        message=f"{sentence.passage.document.name} says '{claimed.match.group().strip()}' of {names[0]}; "
        f"{told.sheet.name} of {document.name} prints {cells[0].quote} ({where}), place {at} of {len(place.field)}",
        arithmetic=f"ahead of {cells[0].quote} are {len(place.ahead)}: {', '.join(shown) or 'none'}.",
        comparison=key,
        evidence=(phrase(sentence.passage, claimed.match), *cells),
        likely_wrong_why="the words print no value, the table all of them",
    )
