"""What each of some things takes, by one sentence, and what so many of them are said to take, by another."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import root
from checks.lib.quantities.output_values import Printed, values
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "each-times-many"
ROUGH = Decimal("0.06")  # of the product, which is "about" as a rule
FURTHEST = Decimal("1.6")  # times the product; beyond it other things are counted
_TAKES = (
    r"(?:adds?|takes?|uses?|needs?|requires?|consumes?|occup(?:y|ies)|costs?|weighs?|accounts? for|adds? up to|"
    r"comes? to|amounts? to|holds?|stores?|is|are|brings?|lasts?|totals?)"
)
_EACH = re.compile(
    rf"\b(?:each|every|one|a single)\s(?:[\w-]+\s){{0,2}}?(?P<noun>[A-Za-z-]{{3,}})\s(?:then\s|itself\s)?{_TAKES}\b"
    r"(?P<lead>[^.;,\d]{0,40}?)(?=\d)",
    re.IGNORECASE,
)
_MANY = re.compile(
    rf"(?<![\w.,$])(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}})\s(?:[a-z-]+\s){{0,3}}?(?P<noun>[A-Za-z-]{{3,}}s)\b"
    rf"(?P<between>[^.;,]{{0,60}}?)\b{_TAKES}\b(?P<lead>[^.;,\d]{{0,40}}?)(?=\d)"
)
_BOUND = re.compile(r"\b(?:up to|at (?:least|most)|(?:more|less) than|over|under|another|of which)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Took:
    """A stretch of a sentence that ends with a value: what one or so many of a noun take."""

    passage: Passage
    start: int
    count: Decimal
    value: Printed


@check(CODE, version=1, severity="low", since="0.1.0")
def each_times_many(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What so many things take is their number times what each of them takes, where the page says both.

    Why:
        One paragraph measures what one graph, adapter or page costs, the next counts them and says what they cost
        together. The count is corrected later, or the product is done with the count of another run.

    Flags:
        Low: "each page adds about 10 MB" and "the 26 further pages account for 360 MB" of one document, where the
        product is another one.

    Passes:
        Products within 6 %.

    Does not judge:
        Nouns of which the document says two values each; bounds; values more than 1.6 times off, which are of others
        (documents that say no value each are skipped).
    """
    for document in corpus.documents:
        each, many = _each(document), _many(document)
        pairs = [(each[noun][0], one) for noun in each if len(each[noun]) == 1 for one in many.get(noun, ())]
        if not pairs:
            yield Skip(CODE, (document.name,), "not applicable, because it does not say what each and so many take")
        for one, other in pairs:
            if _is_off(one, other):
                yield _finding(document, one, other)


def _each(document: Document) -> dict[str, list[_Took]]:
    found = defaultdict(list)
    for passage in passages(document):
        for match in _EACH.finditer(passage.words):
            if one := _took(passage, match, Decimal(1)):
                found[_noun(match["noun"])].append(one)
    return found


def _many(document: Document) -> dict[str, list[_Took]]:
    found = defaultdict(list)
    for passage in passages(document):
        for match in _MANY.finditer(passage.words):
            count = Decimal(match["n"].replace(",", ""))
            one = _took(passage, match, count) if count > 1 and not re.search(r"\beach\b", match[0]) else None
            if one:
                found[_noun(match["noun"])].append(one)
    return found


def _noun(word: str) -> str:
    return root(word.lower().removesuffix("s"))


def _took(passage: Passage, match: re.Match[str], count: Decimal) -> _Took | None:
    value = next(values(passage.words, match.end(), min(len(passage.words), match.end() + 24)), None)
    if value is None or value.start != match.end() or value.unit not in ("byte", "s") or _BOUND.search(match["lead"]):
        return None
    return _Took(passage, match.start(), count, value)


def _is_off(one: _Took, other: _Took) -> bool:
    if one.value.unit != other.value.unit or one.value.middle <= 0:
        return False
    given, said = _given(one, other), other.value.middle
    middle = one.value.middle * other.count
    off = max(said, middle) / min(said, middle)
    return given.distance(other.value.allowed) > ROUGH and off <= FURTHEST


def _given(one: _Took, other: _Took) -> Interval:
    return one.value.allowed.scaled(other.count)


def _finding(document: Document, one: _Took, other: _Took) -> Finding:
    said = [
        quoted(document, each.passage.start + each.start, each.passage.start + each.value.end) for each in (one, other)
    ]
    left, right = (" ".join(each.quote.split()) for each in said)
    printed = document.text[one.passage.start + one.value.start : one.passage.start + one.value.end]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {left!r} and {right!r}",
        arithmetic=f"{other.count} times {printed} are {one.value.middle * other.count:f}, not "
        f"{other.value.middle:f}, in base units.",
        comparison=(document.name, left, right),
        evidence=tuple(said),
        likely_wrong_why="the count, what each takes, or the product",
    )
