"""A factor "than before" against the two values that another document tells of before and after."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed, times
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import names, roots, settings, tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.telling.claimed import claimed
from checks.lib.telling.told import FACTOR, VERBS, Fact, facts, larger_over_smaller
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge
from schemas.months import MONTHS, month
from schemas.statement import Parsed

CODE = "before-and-after"
SHARED = 2  # words that each of the values must share with the factor, and with the other
ALIKE = 0.5  # share of the shorter value's words that the other one must say too
FURTHEST = 60  # the larger over the smaller; more are two things
TELLING = 200  # values that share a word; it tells nothing when more do
KINDS = ("time", "rate", "bandwidth", "price", "size", "power", "energy")
SHORT = 2  # letters of what is no word
_BEFORE = re.compile(
    r"\b(?:than (?:it (?:was|did) )?(?:before|in the past|previously|a year ago|last year)|compared (?:to|with) before|"
    r"(?:since|after) (?:the|its|our|we|they|moving|switching|migrating|adopting|deploying)|used to|"
    r"than (?:(?:the|its|our|their) (?:old|previous|former)|(?:the year|the quarter) before))\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:before|was|were|took|needed|used to|previously|formerly|originally|began|started|initially|old|earlier|"
    r"until|last year|at first|in the beginning)\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:now|today|after\w*|since|these days|nowadays|takes|needs|is|are|currently|this year|new|moved|everything|"
    r"in place|by the end)\b",
    re.IGNORECASE,
)
_DATE = re.compile(rf"\b(?:(?P<month>{'|'.join(MONTHS)})\s+)?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
Moment = tuple[int, int]  # a year and the number of a month, 0 where none is said


@dataclass(frozen=True, slots=True)
class Value:
    """An amount of a sentence with the words of its clause, and the names over it."""

    asserted: Asserted
    words: frozenset[str]
    over: frozenset[str]
    moment: Moment | None

    @property
    def document_id(self) -> str:
        """Whose sentence it is."""
        return self.asserted.passage.document.document_id


@check(CODE, version=1, severity="high", since="0.1.0")
def before_and_after(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor over what was before is the quotient of the values that another document tells of before and after.

    Why:
        A customer story prints the factor, the customer's own post the two values. The story was written from a talk,
        the post from the monitoring.

    Flags:
        "The median pipeline of a pull request runs five times faster than before" where the customer writes "45 minutes
        was the median duration of a pull request pipeline in August" and "in January the median pull request pipeline
        takes 18 minutes": the only two values of another document that share the factor's words, one before the other.

    Passes:
        Factors that the two values give, in either direction; one of the readings of a percentage.

    Does not judge:
        Factors over something else than before; documents that tell more than two such values, or none that are of
        two times; values of other percentiles, places or counts; documents of different dates (skipped).
    """
    index = index_of(corpus)
    told = [one for parsed in corpus.parsed for one in _factors(parsed, index)]
    values = [one for parsed in corpus.parsed if told for one in _values(index.sentences(parsed.document))]
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(values):
        for word in sorted(one.words):
            by_word[word].append(number)
    for fact in told:
        near = Counter(at for word in sorted(fact.words) for at in by_word.get(word, ())[:TELLING])
        able = [values[at] for at, shared in sorted(near.items()) if shared >= SHARED]
        yield from _check(fact, [one for one in able if _of_one(fact, one)], index)


def _factors(parsed: Parsed, index: Index) -> Iterator[Fact]:
    """Printed factors over what was before, each the only one of its sentence."""
    for sentence, claims in claimed(parsed, index):
        if claims and _BEFORE.search(sentence.passage.words):
            yield from (one for one in facts(sentence, claims) if one.kind == FACTOR and one.alone)


def _values(sentences: Sequence[Sentence]) -> Iterator[Value]:
    for sentence in sentences:
        able = [one for one in sentence.amounts if one.amount.kind in KINDS] if sentence.asserted else []
        if able:
            text = sentence.passage.words
            mine = names(text)
            over = mine | frozenset(name for above in sentence.scope for name in names(above, title=True))
            yield from (Value(one, _words(one.near) - mine, over, _moment(one.near) or _moment(text)) for one in able)


def _words(text: str) -> frozenset[str]:
    plain = frozenset(word for word in roots(tokens(_DATE.sub(" ", text))) if len(word) > SHORT and word[0].isalpha())
    return plain - VERBS


def _moment(text: str) -> Moment | None:
    found = [(int(one["year"]), month(one["month"]) if one["month"] else 0) for one in _DATE.finditer(text)]
    return found[0] if len(found) == 1 else None


def _of_one(fact: Fact, value: Value) -> bool:
    """Whether a value is of another document, of the factor's kind, of something that both name, and of its setting."""
    if value.document_id == fact.document_id or value.asserted.amount.kind not in fact.kinds:
        return False
    sentence = value.asserted.passage.words
    return bool(fact.over & value.over) and not any(
        opposed([fact.near, fact.sentence.passage.words], [value.asserted.near, sentence])
    )


def _check(fact: Fact, every: Sequence[Value], index: Index) -> Iterator[Finding | Skip]:
    by_document: dict[str, list[Value]] = defaultdict(list)
    for one in every:
        by_document[one.document_id].append(one)
    for some in by_document.values():
        factor = _quotient(some) if len(some) == 2 else None
        if factor is None or any(judge(one, factor) != "inconsistent" for one in fact.readings):
            continue
        documents = fact.sentence.passage.document, some[0].asserted.passage.document
        if index.of_two_editions(*documents):
            yield Skip(CODE, _key(fact, some), OTHER_EDITION)
        else:
            yield _finding(fact, some, factor, index)


def _quotient(some: Sequence[Value]) -> Readings | None:
    """The larger over the smaller of two values of one thing at two times; None where they are not."""
    left, right = some
    shared = left.words & right.words
    shorter = min(len(left.words), len(right.words))
    if len(shared) < SHARED or len(shared) < ALIKE * shorter or not _in_turn(left, right):
        return None
    numbers = [settings(_DATE.sub(" ", one.asserted.near)) for one in some]
    if not alike(left.asserted.amount, right.asserted.amount) or (
        numbers[0] and numbers[1] and numbers[0] != numbers[1]
    ):
        return None
    factor = larger_over_smaller(left.asserted.amount, right.asserted.amount)
    return factor if factor and factor.rounded.lower <= FURTHEST else None


def _in_turn(left: Value, right: Value) -> bool:
    """Whether the text tells of one before the other: by their dates, else by its words."""
    if (
        left.moment
        and right.moment
        and (left.moment[0] != right.moment[0] or 0 not in (left.moment[1], right.moment[1]))
    ):
        return left.moment != right.moment
    early, late = (bool(cue.search(one.asserted.passage.words)) for cue, one in ((_EARLIER, left), (_LATER, right)))
    return early and late


def _key(fact: Fact, some: Sequence[Value]) -> tuple[str, ...]:
    shared = fact.words & some[0].words & some[1].words
    return fact.sentence.passage.document.name, some[0].asserted.passage.document.name, *sorted(shared)


def _finding(fact: Fact, some: Sequence[Value], factor: Readings, index: Index) -> Finding:
    said = index.places.printed(fact.sentence.passage.document, fact.start, fact.end)
    cells = [index.places.printed(one.asserted.passage.document, one.asserted.start, one.asserted.end) for one in some]
    nearest = min(fact.readings, key=lambda one: one.rounded.distance(factor.rounded))
    gap = nearest.rounded.distance(factor.rounded)
    both = listed(one.quote for one in cells)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{said.document} says {said.quote} of before and after; {cells[0].document} tells {both}, which give "
        f"{times(factor.rounded, said.quote)}",
        arithmetic=f"{said.quote} allows {nearest.rounded}, {both} give {factor.rounded} (larger over smaller): "
        f"{apart(gap)}.",
        comparison=_key(fact, some),
        evidence=(said, *cells),
        likely_wrong_why="one factor against one pair of values",
    )
