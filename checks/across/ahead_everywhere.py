"""One thing said to be ahead of another in every case, against the cases that a table lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib import severity
from checks.lib.about import Index, Told, index_of
from checks.lib.asserted import Sentence
from checks.lib.naming import label_tokens
from checks.lib.passages import phrase
from checks.lib.sides import Pair, kinds_of, pairs
from checks.lib.tokens import tokens
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "ahead-everywhere"
LEAST = 2  # rows that make "every"
SHOWN = 3  # pairs of cells that a finding quotes
_COUNT = r"(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b"
_EVERY = re.compile(
    r"\b(?:in|on|for|at|across|of|through|over) (?:(?:every|each)(?: one of the)?|all(?: of)?(?: the)?)\b"
    rf"(?P<many> {_COUNT})?|\b(?:each|every one) of (?:the|these|those|its|our)\b(?P<of> {_COUNT})?|"
    r"\bacross the board\b|\bwithout exception\b|\bevery time\b|^\W*(?:every|each|all)\b",
    re.IGNORECASE,
)
# What leaves some of the cases out, or sets another condition than the table's.
_BUT = re.compile(
    r"\b(?:but|except\w*|apart|besides|almost|nearly|most\w*|not|no|never|than in|if|when|while|whenever|unless|until|"
    r"above|below|larger than|smaller than|up to|at least|per|average|mean|total|would|should|expect\w*|only|"
    r"other)\b|n[’']t\b",
    re.IGNORECASE,
)
# "In all regions of Europe", "on every board with a fan".
_SOME = re.compile(
    r"(?:\s(?!(?:ran|runs?|is|are|was|were|has|have|had|comes?|came|takes?|took|faster|slower|quicker)\b)[\w-]+){1,3}?\s(?:of|that|which|with|where|whose|under|from|using|we)\b"
)
_AHEAD = re.compile(r"\b(?:faster|quicker|sooner|ahead of|beats?|outperforms?|wins?|outpaces?)\b", re.IGNORECASE)
_BEHIND = re.compile(r"\b(?:slower|later|behind|loses? to|trails?)\b", re.IGNORECASE)
_LESS = re.compile(r"\b(?:less|lower|fewer|smaller|shorter|cheaper|lighter)\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?:more|higher|larger|longer|greater|bigger|dearer)\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\b(?:than|ahead of|behind|beats?|outperforms?|outpaces?|wins? (?:over|against)|loses? to|trails?)\b"
)
_SMALL_WINS = frozenset({"time", "size", "price", "power", "energy", "cycles"})
_CASES = re.compile(r"^(?:\s[\w-]+){0,2}")  # "on every page size" speaks of no size that is measured
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence that puts `first` ahead in every case: whether its values should be the smaller ones."""

    sentence: Sentence
    every: re.Match[str]
    first: str
    second: str
    smaller: bool


@check(CODE, version=1, severity="high", since="0.1.0")
def ahead_everywhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to be ahead in every case is ahead in every row of the table.

    Why:
        "Faster in all four queries" is written from an earlier run, or from the sum. One row against it is enough, and
        no figure in the sentence leads a reader there.

    Flags:
        A sentence that sets one column or row above another "in every", "in all five" or "across the board", and rows
        of the table where it is the other way round beyond rounding.

    Passes:
        Rows that tie; "in four of the five"; sentences that leave cases out ("but the largest").

    Does not judge:
        Sentences with a figure (factor-against-labels, factor-against-tables); tables with another number of cases than
        the sentence counts (skipped); values of another kind than the sentence speaks of.
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            every = _EVERY.search(sentence.passage.words)
            if every and sentence.asserted and not sentence.past and _compares(sentence.passage.words, every):
                for told in index.about(sentence):
                    yield from _check(sentence, every, told, index, corpus.vocabulary)


def _compares(text: str, every: re.Match[str]) -> bool:
    """Whether a sentence sets one thing before another and leaves no case out."""
    some = _BUT.search(text) or _SOME.match(text[every.end() :])
    return bool(_BETWEEN.search(text)) and not some and sum(map(bool, _cues(text))) == 1


def _cues(text: str) -> list[bool]:
    return [bool(one.search(text)) for one in (_AHEAD, _BEHIND, _LESS, _MORE)]


def _check(
    sentence: Sentence, every: re.Match[str], told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    text = sentence.passage.words
    kinds = kinds_of(f"{text[: every.start()]} {_CASES.sub('', text[every.end() :], count=1)}")
    able = [one for one in pairs(told.sides, text, sentence.scope) if one.left.amount.kind in kinds]
    if len(able) < LEAST or len({one.left.amount.kind for one in able}) > 1:
        return
    said = _read(sentence, every, able[0], vocabulary)
    if said is None:
        return
    many = (every["many"] or every["of"] or "").strip().lower()
    if many and _NUMBERS.get(many, many) not in (len(able), str(len(able))):
        yield Skip(CODE, _key(said, told), "not applicable, because the table has another number of cases")
        return
    against = [one for one in able if _against(said, one)]
    if not against:
        return
    if index.of_two_dates(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, _key(said, told), "not comparable, because the documents are of different dates")
        return
    yield _finding(said, told, against, able, index)


def _read(sentence: Sentence, every: re.Match[str], pair: Pair, vocabulary: Vocabulary) -> _Said | None:
    """Who is said to be ahead: the side that stands before "than" or "beats", the other one behind it."""
    text = sentence.passage.words
    labels = [dict(one.labels)[pair.kind] for one in (pair.left, pair.right)]
    places = {label: at for label in labels if (at := _place(label, text, vocabulary)) is not None}
    if len(places) < len(labels):
        return None
    first, second = sorted(places, key=lambda label: places[label])
    if not _BETWEEN.search(text[places[first] : places[second]]):
        return None
    smaller = _smaller(text, pair.left.amount.kind)
    return _Said(sentence, every, first, second, smaller) if smaller is not None else None


def _place(label: str, text: str, vocabulary: Vocabulary) -> int | None:
    found = label_tokens(label, vocabulary)
    spans = list(re.finditer(r"[^\W_]+(?:\.\d+)?", text))
    mine = [one.root for one in found]
    said = [[one.root for one in tokens(span.group())] for span in spans]
    return next((span.start() for span, roots in zip(spans, said, strict=True) if mine and roots == mine[:1]), None)


def _smaller(text: str, kind: str) -> bool | None:
    """Whether the one ahead has the smaller values; None where the words leave it open."""
    ahead, behind, less, more = _cues(text)
    if ahead + behind + less + more != 1:
        return None
    if ahead or behind:
        return (kind in _SMALL_WINS) == ahead
    return less


def _against(said: _Said, pair: Pair) -> bool:
    """Whether the print of a row rules out that the first one is ahead."""
    values = {dict(one.labels)[pair.kind]: one.amount.readings.rounded for one in (pair.left, pair.right)}
    first, second = values[said.first], values[said.second]
    return first.lower > second.upper if said.smaller else first.upper < second.lower


def _key(said: _Said, told: Told) -> tuple[str, ...]:
    return said.sentence.passage.document.name, told.sheet.document.name, told.sheet.name, said.first, said.second


def _finding(said: _Said, told: Told, against: Sequence[Pair], able: Sequence[Pair], index: Index) -> Finding:
    document = told.sheet.document
    cells = [
        index.places.printed(document, one.start, one.end)
        for pair in against[:SHOWN]
        for one in (pair.left, pair.right)
    ]
    rows = [" ".join(label for kind, label in pair.left.labels if kind != pair.kind) for pair in against[:SHOWN]]
    gap = max(pair.factor.rounded.lower for pair in against) - 1
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity=severity.of_gap(gap, flipped=True),
        message=f"{said.first} is said to be ahead of {said.second} {said.every.group().strip()}; in {len(against)} "
        f"of {len(able)} rows of table {told.sheet.name} of {document.name} it is behind "
        f"({', '.join(filter(None, rows))})",
        arithmetic=f"{cells[0].quote} and {cells[1].quote}: the {'smaller' if said.smaller else 'larger'} one should "
        f"be that of {said.first}, apart by {gap * 100:.0f} %.",
        comparison=_key(said, told),
        evidence=(phrase(said.sentence.passage, said.every), *cells),
        likely_wrong_why="the words are of all rows, the table prints each",
    )
