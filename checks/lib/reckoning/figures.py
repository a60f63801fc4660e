"""Figures of sentences that can be reckoned from a table, with the sums that their words ask for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, numbers
from schemas.interval import Interval
from schemas.multiples import Multiple, printed_multiples

FACTOR = "factor"
VALUES = ("time", "size", "rate", "bandwidth", "power", "energy", "price", "compute", "frequency", "percent", "count")
_CUES = {
    "mean": r"\b(?:on average|averag\w+|mean|geomean|median|typical\w*)\b",
    "sum": r"\b(?:in total|total\w*|altogether|all told|in all|combined|together|end[- ]to[- ]end|sum\w*|add(?:s|ed)? up|"
    r"aggregate|as a whole|the whole|overall|from [\w-]+ to [\w-]+|start to finish|between them|all (?:of )?(?:\w+ ){0,2}?(?:stages|steps|phases))\b",
    "least": r"\b(?:at least|no less than|never (?:fell|falls|drops?|dropped|below|under)|minimum|worst|lowest|smallest|from|slowest)\b",
    "most": r"\b(?:up to|as (?:much|many|high|little|low) as|at (?:most|best|its best)|best|peak\w*|highest|maximum|most|largest|never (?:more|above|over|exceed\w*|tops?|rose|rises)|"
    r"no more than|tops? out|worst|longest|fastest|slowest)\b",
    "every": r"\b(?:every|each|all|any|across|throughout|always|never|both|none|no)\b",
    "each": r"\b(?:per|each|every|apiece|for (?:an?|one|each|every)|an? (?:dollar|watt|euro|joule|kilowatt-hour|hour)|one (?:dollar|watt|euro|joule))\b",
    "share": r"\b(?:of|share|portion|proportion|part|goes to|spent|eats?|takes? up|account\w*|utili[sz]ation|hit rate)\b",
    "scaling": r"\b(?:scal\w+|linear\w*|efficien\w+|ideal|perfect)\b",
}
CUES = {name: re.compile(words, re.IGNORECASE) for name, words in _CUES.items()}
_LESS = (
    r"(?:less|more|fewer|faster|slower|quicker|sooner|earlier|later|longer|shorter|lower|higher|better|worse|ahead|behind|"
    r"cheaper|dearer|saved?|difference|apart|gap|lighter|heavier|extra|smaller|larger|bigger|off|margin|lead|below|above)"
)
_DIFFERENCE = (
    re.compile(
        r"\b(?:sav(?:es?|ed|ing|ings)|shav(?:es?|ed|ing)|cuts?|cutting|trim(?:s|med)?|los[et]s?|gain(?:s|ed)?|add(?:s|ed)?|drop(?:s|ped)?|shed(?:s)?|reduc\w+|"
        r"fell|falls?|rose|rises?|gr[eo]ws?|climb(?:s|ed)?|improv\w+|differ\w*|gap|margin|difference|beats?|leads?|trails?|lags?|frees?(?: up)?|give back|wins?(?: back)?)\b"
        r"(?!\s(?:\w+\s){0,4}?to\b)[^.;:,\d]{0,40}$",
        re.IGNORECASE,
    ),
    re.compile(rf"^\W{{0,2}}(?:[a-z][\w/-]*\s){{0,4}}?{_LESS}\b", re.IGNORECASE),
)
_CONDITION = re.compile(
    r"\b(?:if|would|should|could|might|expect\w*|target\w*|goal|plan(?:s|ned)?|hope|aim\w*|until|warm-?up|timeout|limit(?:ed)? to|allowed|"
    r"not include|excluding|except)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a sentence at words[start:end]: a value of a kind, or a factor with every way to take it.

    `share` is the part of one that it prints ("a fifth", "78%"), None for others.
    """

    sentence: Sentence
    start: int
    end: int
    kind: str
    ways: tuple[Interval, ...]
    asks: frozenset[str]
    loose: bool
    amount: Amount | None = None
    share: Interval | None = None

    @property
    def text(self) -> str:
        """Its words."""
        return self.sentence.passage.words[self.start : self.end]


def figures(sentence: Sentence) -> Iterator[Figure]:
    """The figures of a sentence that it asserts, left to right."""
    words = sentence.passage.words
    if _CONDITION.search(words) and "scaling" not in _asked(words):
        return
    found = [*map(_of_multiple, [sentence] * 99, printed_multiples(words)), *_values(sentence)]
    taken: list[tuple[int, int]] = []
    for one in sorted(found, key=lambda one: (one.start, one.kind != FACTOR)):
        if not any(start < one.end and one.start < end for start, end in taken):
            taken.append((one.start, one.end))
            yield one


def _asked(words: str) -> frozenset[str]:
    return frozenset(name for name, cue in CUES.items() if cue.search(words))


def _of_multiple(sentence: Sentence, one: Multiple) -> Figure:
    words = sentence.passage.words
    share = None
    if one.told != "times":
        value = one.value / 100 if one.told == "percent" else one.value
        slack = Decimal("0.005") if one.told == "percent" else value * Decimal("0.05")
        share = Interval(value - slack, value + slack)
    return Figure(
        sentence, one.start, one.end, FACTOR, one.ways, _asked(words), one.bound or one.told == "part", None, share
    )


def _values(sentence: Sentence) -> Iterator[Figure]:
    words = sentence.passage.words
    for one in numbers(sentence):
        if one.amount.kind in VALUES and not one.bare and one.amount.readings.widened.bounded:
            yield _value(one, words)


def _value(one: Number, words: str) -> Figure:
    start, end = one.amount.start, one.amount.end
    asks = _asked(words)
    if _DIFFERENCE[0].search(words[:start]) or _DIFFERENCE[1].match(_behind(words, one)):
        asks |= {"difference"}
    value = one.amount.readings
    share = value.rounded.scaled(Decimal("0.01")) if one.amount.kind == "percent" else None
    loose = one.amount.qualifier != "exact"
    return Figure(
        one.sentence,
        start,
        end,
        one.amount.kind,
        (value.widened if loose else value.rounded,),
        asks,
        loose,
        one.amount,
        share,
    )


def _behind(words: str, one: Number) -> str:
    return words[one.amount.end :]


def others(figure: Figure, every: Sequence[Figure]) -> list[Figure]:
    """The other figures of its sentence."""
    return [one for one in every if one is not figure and one.sentence is figure.sentence]
