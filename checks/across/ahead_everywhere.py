"""One thing said to be ahead of another in every case, against the cases that a table lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from checks.lib.findings import severity
from checks.lib.labels import ahead, everywhere
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.labels import said
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.sides import Pair, pairs
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import PERCENT
from checks.lib.statements.passages import phrase
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
    r"\bacross the board\b|\bwithout exception\b|\bevery time\b|^\W*(?:every|each|all)\b(?P<some> (?:of the )?"
    rf"{_COUNT})?|^\W*{everywhere.NONE.pattern}",
    re.IGNORECASE,
)
# What leaves some of the cases out, or sets another condition than the table's.
_WORD = re.compile(r"[a-z]{3,}")
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


@check(CODE, version=6, severity="high", since="0.1.0")
def ahead_everywhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to be ahead in every case is ahead in every row of the table.

    Why:
        "Faster in all four queries" is written from an earlier run, or from the sum. One row against it is enough, and
        no figure in the sentence leads a reader there.

    Flags:
        A sentence that sets one column or row above another "in every", "in all five" or "across the board", and rows
        of the table where it is the other way round beyond rounding; low where that is so of most rows.

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
    some = _SOME.match(everywhere.cases(text[every.end() :])) and not _many(every)  # so many are all that there are
    return everywhere.compares(text) and not some


def _many(every: re.Match[str]) -> str:
    return (every["many"] or every["of"] or every["some"] or "").strip().lower().removeprefix("of the ")


def _check(
    sentence: Sentence, every: re.Match[str], told: Told, index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    text = sentence.passage.words
    kinds = kinds_of(f"{text[: every.start()]} {_CASES.sub('', text[every.end() :], count=1)}")
    if "count" in kinds:  # an error rate may be printed in per cent
        kinds |= {PERCENT}
    able = [one for one in _pairs(text, told, sentence) if one.left.amount.kind in kinds]
    if len(able) < LEAST or len({one.left.amount.kind for one in able}) > 1 or _elsewhere(text, told):
        return
    meant = everywhere.read(text, able[0], vocabulary)
    if meant is None or _conditional(text, every, meant, vocabulary):
        return
    key = (sentence.passage.document.name, told.sheet.document.name, told.sheet.name, meant.first, meant.second)
    many = _many(every)
    if many and _NUMBERS.get(many, many) not in (len(able), str(len(able))):
        yield Skip(CODE, key, "not applicable, because the table has another number of cases")
        return
    against = [one for one in able if meant.denied_by(one)]
    if not against:
        return
    if index.of_two_editions(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    found = _finding(meant, phrase(sentence.passage, every), told, (against, len(able)), index, key)
    # Where most rows deny it, it is of something else, or its word asks for the other end.
    if 2 * len(against) > len(able):
        yield replace(found, severity="low")
    else:  # "it was ahead of the X2" names nobody
        named = ahead.place(meant.first, text, vocabulary) is not None
        yield found if named or found.severity != "high" else replace(found, severity="medium")


def _pairs(text: str, told: Told, sentence: Sentence) -> Sequence[Pair]:
    """The rows of the two sides; where a sentence names one release of two, that and the other."""
    plain = everywhere.plain(text)
    found = pairs(told.sides, plain, sentence.scope) or pairs(told.sides, everywhere.alone(plain), sentence.scope)
    return found or _of_releases(text, told)


def _of_releases(text: str, told: Told) -> Sequence[Pair]:
    """The rows of two columns that are releases of one thing, of which the sentence names one: "faster with 4.2"."""
    for kind in told.sides.kinds:
        here = said(kind, text) if len(kind.words) == 2 and all(map(everywhere.is_release, kind.words)) else {}
        if kind.name == COLUMN and len(here) == 1:
            other = next(label for label in kind.words if label not in here)
            return pairs(told.sides, everywhere.against(other, text), ())
    return []


def _elsewhere(text: str, told: Told) -> bool:
    """Whether a sentence speaks of work that neither the table nor what stands over it does."""
    labels = (label for slot in told.slots for _, label in slot.labels)
    return everywhere.other_work(text, f"{told.sheet.about} {told.sheet.head} {' '.join(labels)}")


def _conditional(text: str, every: re.Match[str], meant: ahead.Ahead, vocabulary: Vocabulary) -> bool:
    """Whether a sentence leaves cases out, but for the word that says there are none ("no test is slower").

    "Lower mean latency" leaves none out where the columns hold means.
    """
    bare = everywhere.unconditional(text, (meant.first, meant.second), vocabulary)
    both = set(_WORD.findall(meant.first)) & set(_WORD.findall(meant.second))
    plain = _WORD.sub(lambda word: " " if word[0] in both else word[0], bare.replace(every.group(), " ", 1))
    return bool(_BUT.search(plain))


def _finding(
    meant: ahead.Ahead,
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
        verdict="inconsistent",
        severity=severity.of_gap(gap, flipped=True),
        message=f"{meant.first} is said to be ahead of {meant.second} {every.quote.strip()}; in {len(against)} "
        f"of {of} rows of table {told.sheet.name} of {document.name} it is behind "
        f"({', '.join(filter(None, where))})",
        arithmetic=f"{cells[0].quote} and {cells[1].quote}: the {'smaller' if meant.smaller else 'larger'} one should "
        f"be that of {meant.first}, apart by {gap * 100:.0f} %.",
        comparison=key,
        evidence=(every, *cells),
        likely_wrong_why="the words are of all rows, the table prints each",
    )
