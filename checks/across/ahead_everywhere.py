"""One thing said to be ahead of another in every case, against the cases that a table lists."""

import re
from collections.abc import Iterator, Sequence

from checks.lib import ahead, severity
from checks.lib.about import Index, Told, index_of
from checks.lib.asserted import Sentence
from checks.lib.editions import OTHER_EDITION
from checks.lib.passages import phrase
from checks.lib.sides import Pair, kinds_of, pairs
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.number_words import either, in_words

CODE = "ahead-everywhere"
LEAST = 2  # rows that make "every"
SHOWN = 3  # pairs of cells that a finding quotes
_NUMBERS = in_words(*range(2, 11))
_COUNT = rf"(?:{either(_NUMBERS)}|\d+)\b"
_EVERY = re.compile(
    r"\b(?:in|on|for|at|across|of|through|over) (?:(?:every|each)(?: one of the)?|all(?: of)?(?: the)?)\b"
    rf"(?P<many> {_COUNT})?|\b(?:each|every one) of (?:the|these|those|its|our)\b(?P<of> {_COUNT})?|"
    r"\bacross the board\b|\bwithout exception\b|\bevery time\b|^\W*(?:every|each|all)\b",
    re.IGNORECASE,
)
# What leaves some of the cases out, or sets another condition than the table's.
_BUT = re.compile(
    r"\b(?:but|(?<!without )except\w*|apart|besides|almost|nearly|most\w*|not|(?<!with )no|never|than in|if|when|while|"
    r"whenever|unless|until|above|below|larger than|smaller than|up to|at least|per|average|mean|total|would|should|"
    r"expect\w*|only|other)\b|n[’']t\b",
    re.IGNORECASE,
)
# "In all regions of Europe", "on every board with a fan".
_SOME = re.compile(
    r"(?:\s(?!(?:ran|runs?|is|are|was|were|has|have|had|comes?|came|takes?|took|faster|slower|quicker)\b)[\w-]+){1,3}?"
    r"\s(?:of|that|which|with|where|whose|under|from|using|we(?! (?:ran|run|tested|tried|measured|looked)))\b"
)
_CASES = re.compile(r"^(?:\s[\w-]+){0,2}")  # "on every page size" speaks of no size that is measured


@check(CODE, version=2, severity="high", since="0.1.0")
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
    some = _SOME.match(text[every.end() :]) and not _many(every)  # so many are all that there are
    return ahead.compares(text) and not (_BUT.search(text) or some)


def _many(every: re.Match[str]) -> str:
    return (every["many"] or every["of"] or "").strip().lower()


def _check(
    sentence: Sentence, every: re.Match[str], told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    text = sentence.passage.words
    kinds = kinds_of(f"{text[: every.start()]} {_CASES.sub('', text[every.end() :], count=1)}")
    able = [one for one in pairs(told.sides, text, sentence.scope) if one.left.amount.kind in kinds]
    if len(able) < LEAST or len({one.left.amount.kind for one in able}) > 1:
        return
    said = ahead.read(text, able[0], vocabulary)
    if said is None:
        return
    key = (sentence.passage.document.name, told.sheet.document.name, told.sheet.name, said.first, said.second)
    many = _many(every)
    if many and _NUMBERS.get(many, many) not in (len(able), str(len(able))):
        yield Skip(CODE, key, "not applicable, because the table has another number of cases")
        return
    against = [one for one in able if said.denied_by(one)]
    if not against:
        return
    if index.of_two_editions(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    yield _finding(said, phrase(sentence.passage, every), told, (against, len(able)), index, key)


def _finding(
    said: ahead.Ahead,
    every: Evidence,
    told: Told,
    rows: tuple[Sequence[Pair], int],
    index: Index,
    key: tuple[str, ...],
) -> Finding:
    document = told.sheet.document
    against, of = rows
    cells = [
        index.places.printed(document, one.start, one.end)
        for pair in against[:SHOWN]
        for one in (pair.left, pair.right)
    ]
    where = [" ".join(label for kind, label in pair.left.labels if kind != pair.kind) for pair in against[:SHOWN]]
    gap = max(pair.factor.rounded.lower for pair in against) - 1
    return Finding(
        check=CODE,
        check_version=2,
        verdict="inconsistent",
        severity=severity.of_gap(gap, flipped=True),
        message=f"{said.first} is said to be ahead of {said.second} {every.quote.strip()}; in {len(against)} "
        f"of {of} rows of table {told.sheet.name} of {document.name} it is behind "
        f"({', '.join(filter(None, where))})",
        arithmetic=f"{cells[0].quote} and {cells[1].quote}: the {'smaller' if said.smaller else 'larger'} one should "
        f"be that of {said.first}, apart by {gap * 100:.0f} %.",
        comparison=key,
        evidence=(every, *cells),
        likely_wrong_why="the words are of all rows, the table prints each",
    )
