"""A further step that starts from a value that nothing prints, right beside the one that the text came to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from checks.lib.labels.about import index_of
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.cells import Number, parsed
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip

CODE = "goes-on-from"
NEAR = Decimal("1.05")  # times the last value: further off, it is of something else
_UNIT = (
    r"(?P<unit>milliseconds?|microseconds?|seconds?|secs?|minutes?|mins?|hours?|ms|µs|us|s|h|[GMT]i?B(?:/s)?|"
    r"tokens? per second|tokens?/s(?:ec)?|tok/s|img/s|images? per second|images?/s(?:ec)?|fps|qps|it/s|TFLOPS?|W|kW)"
)
_VALUE = re.compile(rf"(?<![\w.,$])(?P<n>\d[\d,]*(?:\.\d+)?)[ -]?{_UNIT}(?![\w/])")
_FROM = re.compile(r"\bfrom\s+(?:about |around |roughly |~ ?)?$", re.IGNORECASE)
_FURTHER = re.compile(r"\b(?:further|again|once more|another|additional(?:ly)?|even more|still more)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Value:
    sentence: Sentence
    match: re.Match[str]
    number: Number
    unit: str

    @property
    def starts(self) -> bool:
        """Whether a further step goes on from it."""
        words = self.sentence.passage.words
        return bool(_FROM.search(words[: self.match.start()][-24:]) and _FURTHER.search(words))


@check(CODE, version=1, severity="low", since="0.1.0")
def goes_on_from(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A further step starts from the value that the text came to before.

    Why:
        A diary of tuning prints what each change gave. One figure is measured again and changed in its own paragraph;
        the next one still starts from the old value, too near to it to be noticed.

    Flags:
        "now answers in 11.8 seconds", and then "is further reduced from 11.9 seconds": within 5 %. Low.

    Passes:
        Values that round to one another; starts that any other place of the document prints.

    Does not judge:
        Steps that nothing says go on from what came before; steps before which no value of the unit is told (a document
        is skipped where it has no others); values further apart (steps-join).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        values = [one for sentence in index.sentences(document) for one in _values(sentence)]
        steps = [(one, values[:at]) for at, one in enumerate(values) if one.starts]
        if steps and not any(_of_unit(before, one) for one, before in steps):
            yield Skip(CODE, (document.name,), "not comparable, because no value of the unit is told before the step")
        for one, before in steps:
            if (last := _last(before, one)) and not _elsewhere(document, one):
                yield _finding(document, last, one)


def _values(sentence: Sentence) -> Iterator[_Value]:
    for match in _VALUE.finditer(sentence.passage.words):
        if number := parsed(match["n"]):
            unit = re.sub(r"(?<=\w{2})s$|(?<=se)conds?|(?<=sec)s|(?<=min)utes?", "", match["unit"].lower())
            yield _Value(sentence, match, number, unit)


def _of_unit(before: Sequence[_Value], one: _Value) -> _Value | None:
    return next((each for each in reversed(before) if each.unit == one.unit), None)


def _last(before: Sequence[_Value], one: _Value) -> _Value | None:
    """The last value of the unit before it, where it is nearly the start and neither is the other rounded."""
    last = _of_unit(before, one)
    if last is None or last.sentence is one.sentence:
        return None
    low, high = sorted((last.number.value, one.number.value))
    return last if 0 < low < high <= low * NEAR and not _rounded(last, one) else None


def _rounded(one: _Value, other: _Value) -> bool:
    """Whether the coarser of two prints is the finer one rounded or cut."""
    values = sorted((one.number.value, other.number.value), key=lambda each: int(each.as_tuple().exponent))
    to = Decimal(1).scaleb(int(values[1].as_tuple().exponent))
    return any(values[0].quantize(to, how) == values[1] for how in (ROUND_HALF_UP, ROUND_DOWN))


def _elsewhere(document: Document, one: _Value) -> bool:
    """Whether the document prints the start once more, in a table or a picture's words too."""
    printed = rf"(?<![\d.,]){re.escape(one.match['n'])}\d*(?![\d,])"
    return len(re.findall(printed, document.text)) > 1


def _place(document: Document, one: _Value) -> Evidence:
    start = one.sentence.passage.start
    return quoted(document, start + one.match.start(), start + one.match.end())


def _finding(document: Document, last: _Value, one: _Value) -> Finding:
    first, second = (_place(document, each) for each in (last, one))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} comes to {first.quote} and goes on from {second.quote}, which it prints nowhere else",
        arithmetic=f"{first.quote} is not {second.quote} rounded.",
        comparison=(document.name, one.unit, "goes on"),
        evidence=(first, second),
        likely_wrong_why="one of the two, it cannot be told which",
    )
