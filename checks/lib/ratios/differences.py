"""Differences that a sentence says in a unit ("12 ms lower", "saves six hours"), and the two values behind them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from checks.lib.columns.series import Series
from checks.lib.labels.about import Index
from checks.lib.labels.labels import Kind, said
from checks.lib.labels.spoken_kinds import ANY
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, names, roots, tokens
from checks.lib.linking.reach import asserted, beside, clause, elsewhere, front, strange
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import PERCENT, Number, numbers
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.interval import Interval

KINDS = ANY | {"price"}
BEFORE = 3  # sentences above a difference that may print its values
SHORT = 6  # values of a series of which every two are tried
ROUGH = Decimal("0.12")  # of what is hedged: "almost two hours" of 1 h 50
_MORE = (
    r"(?:less|more|lower|higher|fewer|faster|slower|quicker|cheaper|dearer|lighter|heavier|shorter|longer|better|worse|"
    r"sooner|earlier|smaller|larger|thinner|below|above|ahead|behind|saved|gained|off|reduction|improvement|increase|extra|"
    r"decrease|drop|gain|difference|gap|saving|savings|advantage)"
)
_BEHIND = re.compile(
    rf"(?:[\s-](?!(?:and|but|to|with|at|on|for|in|from|is|are|was|were)\b)[\w/]+){{0,2}}?[\s-]{_MORE}\b", re.IGNORECASE
)
_HEDGES = (
    r"(?:(?:about|around|roughly|some|nearly|almost|over|under|more than|less than|at least|just|only|a full|another|"
    r"well over|an?|the|its|us|them|you|him|her|teams?|users?|customers?|everyone)\s){0,3}[$€£]?"
)
_VERBS = (
    r"sav(?:es?|ed|ing|ings of)|shav(?:es?|ed|ing)(?: off)?|knock(?:s|ed)?(?: off)?|trim(?:s|med|ming)?(?: off)?|"
    r"gain(?:s|ed|ing)?(?: of)?|adds?|added|adding|w[io]ns? back|los(?:es?|t|ing)|loss of|frees?(?: up)?|freed(?: up)?|"
    r"(?:difference|gap|advantage|lead|improvement|reduction|increase|decrease|drop|saving|margin|rise|fall|cut) of"
)
_CHANGED = (
    r"(?:cuts?|cutting|drop(?:s|ped)?|f[ae]lls?|fallen|rose|rises?|risen|climb(?:s|ed)?|gr[eo]ws?|grown|improv\w+|"
    r"increas\w+|reduc\w+|decreas\w+|shr[aiu]nks?|lower(?:s|ed)?|rais(?:es|ed)|lifts?|lifted|boost\w*|down|up|"
    r"beats?|leads?|ahead|behind|short|differ(?:s|ed)?|better|worse|over)"
)
_AHEAD = re.compile(rf"\b(?:{_VERBS}|{_CHANGED}(?:\s[\w’'-]+){{0,6}}? by)\s{_HEDGES}$", re.IGNORECASE)
_BY_TIME = re.compile(
    r"\s(?:[\w-]+\s)?(?:a|an|per|each|every)\s(?:second|minute|hour|day|week|month|quarter|year|shift)\b", re.IGNORECASE
)
_THAN = re.compile(
    r"\s(?:[\w-]+\s){0,4}?(?:than|over|compared (?:to|with)|against|below|above|behind|ahead of)\s"
    r"(?P<base>[^,;.()]{2,40})",
    re.IGNORECASE,
)
# What makes a difference another one than that of the two values.
_OTHER = re.compile(
    r"\b(?:if|another|planned|would|could|up to|as much as|at best|average|mean|median|peak|worst|p\d\d|tail|further|"
    r"also|additional|again|forecast|next|until|other|per cent|each other|of which|on top|overhead|first|expected)\b",
    re.IGNORECASE,
)
# "With the new model", "without dropping a feature" say what did it, and no condition.
_UNDER = re.compile(
    r"\b(?:with(?! (?:the|our|its|this|that|a) (?:new|latest|same)\b)|under|without(?! \w+ing\b)|when|while|"
    r"during)\s[^,;]*",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:than|against|versus|vs|compared|instead of|used to|previous\w*|before|earlier|formerly|was|were|took|needed|"
    r"where(?:as)?|while|from|old(?:er)?|predecessor|baseline|without|now|today|new(?:er)?)\b",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?![\w%]|\s?[A-Za-z]{1,3}\b)")
_SCORES = re.compile(
    r"\b(?:scor\w+|points?|accurac\w+|bleu|f1|recall|precision|rate|share|rating|elo|mmlu|index|percent|win)\b|%",
    re.IGNORECASE,
)

_FROM_TO = re.compile(r"\bfrom\s(?:[a-z]+\s)?[$€£]?\d[^;:()]{0,32}\sto\s(?:[a-z]+\s)?[$€£]?$")
LEAD = 48  # characters before an amount in which it is said from where it came


@dataclass(frozen=True, slots=True)
class Value:
    """One of the two values of a difference, at [start, end) of its document."""

    document: Document
    start: int
    end: int
    value: Interval


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values, and what lies between them."""

    left: Value
    right: Value

    @property
    def difference(self) -> Interval:
        """The larger less the smaller, of all that their prints allow."""
        small, large = sorted((self.left.value, self.right.value), key=lambda one: one.upper)
        return Interval(large.lower - small.upper, large.upper - small.lower)


def differences(sentence: Sentence) -> Iterator[Number]:
    """The amounts of a sentence that are said to lie between two values."""
    for one in numbers(sentence):
        text, start, end = sentence.passage.words, one.amount.start, one.amount.end
        able = one.points or (one.amount.kind in KINDS and not one.bare)
        if able and is_difference(one) and not _BY_TIME.match(text, end):
            mine = clause(text, start, end)
            if asserted(sentence, start, end) and not _OTHER.search(mine):
                yield one


def is_difference(one: Number) -> bool:
    """Whether the words beside a number make it what lies between two others."""
    text = one.sentence.passage.words
    beside = _BEHIND.match(text, one.amount.end) or _AHEAD.search(text[: one.amount.start])
    return bool(beside) and not is_end(one)


def is_end(one: Number) -> bool:
    """Whether a number is where something came to: "shrank from 11.8 GB to 8.9 GB as fewer rows are kept"."""
    return bool(_FROM_TO.search(one.sentence.passage.words[max(0, one.amount.start - LEAD) : one.amount.start]))


def pair_of(
    one: Number, around: Sequence[Sentence], every: Sequence[Series], index: Index, corpus: Corpus
) -> Pair | None:
    """The only two values that a difference can be of: beside it in the text, else in a table or list.

    `around` are the sentences of its document up to its own.
    """
    near = _in_text(one, around)
    if len(near) > 1:
        return _contrasted(one, near[0], near[1]) if len(near) == 2 else None
    able = [two for each in every if _of_unit(one, each) and (two := _of_two(one, each, corpus))]
    found = beside(one.sentence, able) or elsewhere(one.sentence, able, index, corpus)
    if len(found) != 1 or (near and not any(near[0].amount.readings.rounded == each.value for each in found[0].items)):
        return None
    series = found[0]
    known = series.words | roots(tokens(" | ".join((series.document.title, *one.sentence.scope))))
    if _other_base(one, series) or _condition(one, known):
        return None
    left, right = (Value(series.document, each.start, each.end, each.value) for each in series.items)
    return Pair(left, right)


def _in_text(one: Number, around: Sequence[Sentence]) -> list[Number]:
    """The values of its kind in a difference's sentence; with one or none there, those above it too."""
    found: list[Number] = []
    for sentence in reversed(around[-BEFORE - 1 :]):
        if sentence.scope[-2:] != one.sentence.scope[-2:] or len(found) > 1:
            break
        mine = [each for each in numbers(sentence) if each.start != one.start and _alike(one, each)]
        found = [*(each for each in mine if not is_difference(each)), *found]
    return found


def _alike(one: Number, other: Number) -> bool:
    """Whether a number may be a value that a difference is of: of its unit, or a score for one of points."""
    if one.points:
        return other.amount.kind == PERCENT or other.points
    if other.bare or one.amount.kind != other.amount.kind:
        return False
    if one.amount.kind == "count":
        return _unit(one) == _unit(other)
    return alike(one.amount, other.amount)


def _unit(one: Number) -> str:
    """The noun or unit right behind a number."""
    match = re.match(r"[\s-]?([A-Za-zµ/]+)", one.sentence.passage.words[one.amount.end :])
    return next(iter(roots(tokens(match[1]))), "") if match else ""


def _contrasted(one: Number, left: Number, right: Number) -> Pair | None:
    """Two values of the text, where each has a side of its own: a name, a release, before and after."""
    for each in (left, right):
        if each.amount.qualifier not in ("exact", "about") or not each.amount.readings.rounded.bounded:
            return None
    texts = [_side(left, right), _side(right, left)]
    words = " ".join(dict.fromkeys(each.sentence.passage.words for each in (left, right)))
    sides = [names(text, title=True) | coded(text) | frozenset(_VERSION.findall(text)) for text in texts]
    apart = sides[0] != sides[1] or _CONTRAST.search(words)
    if any(opposed([texts[0]], [texts[1]])) or not apart:
        return None
    known = roots(tokens(" | ".join((words, *one.sentence.scope))))
    if _condition(one, known) or _unknown_base(one, names(words, title=True) | known):
        return None
    return Pair(
        *(
            Value(each.sentence.passage.document, each.start, each.end, each.amount.readings.rounded)
            for each in (left, right)
        )
    )


def _side(one: Number, other: Number) -> str:
    """A value's part of the text: its clause, up to the other value."""
    text = one.sentence.passage.words
    mine = clause(text, one.amount.start, one.amount.end)
    if other.sentence is one.sentence and text[other.amount.start : other.amount.end] in mine:
        first = one.amount.start < other.amount.start
        return text[: other.amount.start] if first else text[other.amount.end :]
    return mine


def _of_unit(one: Number, series: Series) -> bool:
    if one.points:
        heads = f"{series.label} {series.about}"
        return series.kind == PERCENT or (series.kind == "count" and bool(_SCORES.search(heads)))
    if one.amount.kind != series.kind:
        return False
    return series.kind != "count" or _unit(one) in series.of | roots(tokens(series.label))


def _of_two(one: Number, series: Series, corpus: Corpus) -> Series | None:
    """A series of two values, or the two of a longer one whose labels alone the sentence says."""
    if len(series.items) == 2:
        return series
    labels = dict.fromkeys(each.label for each in series.items if each.label)
    if len(labels) < len(series.items):
        return None
    here = said(Kind.of("side", labels, corpus.vocabulary), one.sentence.passage.words)
    items = tuple(each for each in series.items if each.label in here)
    return replace(series, items=items) if len(items) == 2 else None


def _other_base(one: Number, series: Series) -> bool:
    """Whether it is said to be over a name that a series does not have: "350 g less than the Hawk"."""
    return _unknown_base(one, series.words)


def _unknown_base(one: Number, known: frozenset[str]) -> bool:
    match = _THAN.match(one.sentence.passage.words, one.amount.end)
    return bool(match and names(match["base"], title=True) - known)


def _condition(one: Number, known: frozenset[str]) -> bool:
    """Whether a difference's clause says on what condition it holds, in words that nobody knows."""
    text, amount = one.sentence.passage.words, one.amount
    mine = clause(text, amount.start, amount.end).replace(text[amount.start : amount.end], " | ")
    texts = [mine, front(text, clause(text, amount.start, amount.end))]
    return any(strange(match.group(), known) for each in texts for match in _UNDER.finditer(each))


def holds(one: Number, pair: Pair) -> bool:
    """Whether the two values give the difference, or one that its hedge allows."""
    given, printed = pair.difference, one.amount.readings.widened
    if one.amount.qualifier == "about":
        return given.distance(printed) < ROUGH
    return given.meets(printed) or given.meets(one.amount.readings.truncated)


def pairs(one: Number, series: Series) -> Iterator[Pair]:
    """The pairs of a short series that a difference could be of by its unit."""
    if _of_unit(one, series) and len(series.items) <= SHORT:
        values = [Value(series.document, each.start, each.end, each.value) for each in series.items]
        yield from (Pair(*two) for two in combinations(values, 2))
